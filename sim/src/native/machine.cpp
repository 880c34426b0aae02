// SPDX-License-Identifier: Apache-2.0
//! @file machine.cpp
//! @brief A running design: what happens in one evaluation (docs/semantics.md, section 4).
//!
//! 1. Inputs that were set are in their places. Compute clocks and asynchronous resets, unless they are inputs
//! themselves.
//! 2. Find the clocks whose level changed in the direction of their edge, and run the function of this set of clocks:
//! it
//!    lets checks speak and updates registers and memories. It is compiled when the set occurs for the first time.
//! 3. Set the registers whose asynchronous reset is active. If anything happened, go on with 1.
//!
//! Nothing else is computed: outputs and wires wait until somebody reads them (probes.cpp). Where all clocks and
//! asynchronous resets are inputs, a whole clock is one call of the function, and many clocks are a loop inside it.
#include "machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "../inside.h"
#include "../interpreter_memory.h"
#include "../process_message.h"
#include "burin/base/diagnostics.h"
#include "regions.h"
#include "vectorise.h"

namespace burin::sim::native {
namespace {

constexpr int kStepLimit = 1000;        // as in the interpreter
constexpr size_t kMostFunctions = 512;  // sets of clocks with code at once
constexpr uint64_t kLine = 64;
constexpr uint64_t kScratch = uint64_t{1} << 23;  // bytes for functions; untouched ones cost nothing

}  // namespace

void Buffer::Free::operator()(void* block) const { std::free(block); }

void Buffer::grow(uint64_t bytes) {
  if (bytes <= bytes_) return;
  // Fresh pages of calloc cost nothing until they are touched.
  std::unique_ptr<void, Free> block(std::calloc(bytes + 2 * kLine, 1));
  if (!block) throw UserError(fmt::format("there is no memory for the {} bytes of the design's state", bytes));
  const auto address = reinterpret_cast<uintptr_t>(block.get());
  auto* const data = static_cast<uint8_t*>(block.get()) + (kLine - address % kLine) % kLine;
  if (bytes_ != 0) std::memcpy(data, data_, bytes_);
  block_ = std::move(block);
  data_ = data;
  bytes_ = bytes;
}

Machine::Machine(const ir::Module& module, const PowerUp& power_up, Tier tier, std::function<void(Event)> report)
    : module_(module),
      power_up_(power_up),
      tier_(tier),
      report_(std::move(report)),
      netlist_(make_netlist(module)),
      layout_(make_layout(module, netlist_,
                          tier == Tier::plain ? std::vector<LaneArray>()
                                              : vectorise(module, netlist_, tier == Tier::avx512 ? 16 : 8))) {
  build_ports();
  buffer_.grow(scratch_ + kScratch);
  set_direct_places();
  build_clocks();
  find_seen_inputs();
  find_read_inputs();
  restart();
}

void Machine::build_ports() {
  uint64_t next = layout_.free;
  input_of_.assign(module_.signals.size(), kNone);
  group_of_.assign(module_.signals.size(), kNone);
  probe_offsets_.assign(module_.signals.size(), 0);
  for (ir::SignalId id = 0; id < module_.signals.size(); ++id) {
    next = (next + 7) / 8 * 8;
    probe_offsets_[id] = next;
    if (is_computed(id)) next += slot_bytes(module_.signals[id].width);
  }
  for (const ir::SignalId id : module_.ports()) {
    const ir::Signal& signal = module_.signals[id];
    Port port;
    port.signal = id;
    port.width = signal.width;
    port.bytes = signal.width == 0 ? 0 : slot_bytes(signal.width);
    DirectAccess::Port direct;
    const bool is_short = port.bytes == 4;
    if (signal.kind != ir::SignalKind::output) {
      input_of_[id] = static_cast<uint32_t>(ports_.size());
      if (signal.width != 0) port.offset = layout_.offsets[id];
      direct.bound = is_short ? uint64_t{1} << signal.width : 0;
      next = (next + 7) / 8 * 8;
      port.old = next;
      next += port.bytes;
    } else if (netlist_.is_direct[id] && signal.width != 0) {
      const ir::SignalId state = netlist_.graph.node(netlist_.values[id]).immediate;
      port.offset = layout_.offsets[state];
    } else {
      port.offset = probe_offsets_[id];
    }
    direct_ports_.push_back(direct);
    ports_.push_back(port);
  }
  plans_.resize(ports_.size());
  changed_.resize(ports_.size());
  direct_.ports = direct_ports_.data();
  direct_.port_count = static_cast<PortId>(ports_.size());
  direct_.changed = changed_.data();
  pad_offset_ = next;
  next += netlist_.pads.size() * 4;
  scratch_ = (next + kLine - 1) / kLine * kLine;
}

bool Machine::is_computed(ir::SignalId id) const {
  return !netlist_.is_direct[id] && !netlist_.graph.is_constant(netlist_.values[id]);
}

Machine::Level Machine::level_of(NodeRef node, uint64_t control_slot,
                                 std::vector<std::pair<uint64_t, NodeRef>>& computed) {
  Level level;
  const GraphNode& value = netlist_.graph.node(node);
  if (value.op == GraphOp::state) {
    level.offset = layout_.offsets[value.immediate];
    level.signal = value.immediate;
    const uint32_t input = input_of_[value.immediate];
    level.is_input = input != kNone;
    if (level.is_input) direct_.ports[input].is_control = true;
    if (!level.is_input) simple_control_ = false;
    return level;
  }
  level.offset = control_slot;
  computed.emplace_back(control_slot, node);
  if (value.op != GraphOp::constant) simple_control_ = false;
  return level;
}

void Machine::build_clocks() {
  std::vector<std::pair<uint64_t, NodeRef>> computed;
  for (size_t i = 0; i < netlist_.clocks.size(); ++i) {
    const ClockDomain& domain = netlist_.clocks[i];
    Clock clock;
    clock.rising = domain.rising;
    clock.level = level_of(domain.clock, layout_.control + i * 8, computed);
    clock.asynchronous = domain.asynchronous;
    clock.reset_level = domain.reset_level;
    if (domain.asynchronous) {
      clock.reset = level_of(domain.reset, layout_.control + i * 8 + 4, computed);
      for (const ir::SignalId id : domain.reset_targets) {
        const Bits& value = *module_.register_of(id).reset_value;
        const auto words = value.words();
        clock.resets.push_back(
            {layout_.offsets[id], {words.begin(), words.end()}, slot_bytes(module_.signals[id].width)});
      }
    }
    clocks_.push_back(std::move(clock));
  }
  if (computed.empty()) return;
  FunctionSpec spec;
  spec.outputs = std::move(computed);
  control_ = compile(spec, false);
}

void Machine::restart() {
  uint8_t* const data = buffer_.data();
  settle_chains();
  for (const ir::Register& state : module_.registers) {
    const ir::Signal& signal = module_.signals[state.signal];
    if (signal.width == 0) continue;
    write(layout_.offsets[state.signal],
          state.power_up ? *state.power_up : power_up_value(power_up_, signal.name, 0, signal.width),
          slot_bytes(signal.width));
  }
  for (ir::MemoryId id = 0; id < module_.memories.size(); ++id) {
    const ir::Memory& memory = module_.memories[id];
    if (memory.width == 0) continue;
    const MemoryPlace& place = layout_.memories[id];
    for (const ir::ReadPort& port : memory.reads) {
      if (!port.synchronous) continue;
      write(layout_.offsets[port.data], power_up_value(power_up_, module_.signals[port.data].name, 0, memory.width),
            slot_bytes(memory.width));
    }
    const bool zeros = power_up_.kind == PowerUp::Kind::zeros;
    const uint64_t stated = std::min<uint64_t>(memory.contents.size(), memory.depth);
    if (zeros && was_started_) std::memset(data + place.offset, 0, (memory.depth + 1) * place.stride);
    for (uint64_t i = 0; i < (zeros ? stated : memory.depth); ++i) {
      write(place.offset + i * place.stride,
            i < stated ? memory.contents[i] : power_up_value(power_up_, memory.name, i, memory.width), place.stride);
    }
  }
  for (ir::SignalId id = 0; id < module_.signals.size(); ++id) {
    const ir::Signal& signal = module_.signals[id];
    if (signal.width == 0) continue;
    const uint32_t bytes = slot_bytes(signal.width);
    if (signal.kind == ir::SignalKind::instance_output) std::memset(data + layout_.offsets[id], 0, bytes);
    if (input_of_[id] != kNone) std::memset(data + layout_.offsets[id], 0, bytes);
  }
  direct_.forget_clock();
  start_epoch();
  was_started_ = true;
  run(false);
  run_watched();
}

// ------------------------------------------------------------------------------------------------------- inputs

// Inputs that outputs, wires or pads depend on within a cycle, and those that decide about clocks.
void Machine::find_seen_inputs() {
  std::vector<bool> reached(netlist_.graph.size(), false);
  std::vector<NodeRef> stack;
  const auto reach = [&](NodeRef node) {
    if (node == kNone || reached[node]) return;
    reached[node] = true;
    stack.push_back(node);
  };
  for (ir::SignalId id = 0; id < module_.signals.size(); ++id) {
    if (module_.signals[id].kind != ir::SignalKind::input) reach(netlist_.values[id]);
  }
  for (const Pad& pad : netlist_.pads) reach(pad.enable);
  while (!stack.empty()) {
    const NodeRef node = stack.back();
    stack.pop_back();
    const GraphNode& value = netlist_.graph.node(node);
    if (value.op == GraphOp::state && input_of_[value.immediate] != kNone) {
      direct_.ports[input_of_[value.immediate]].is_seen = true;
    }
    for (const NodeRef operand : netlist_.graph.operands(node)) reach(operand);
  }
  for (DirectAccess::Port& port : direct_ports_) {
    port.is_seen |= port.is_control;
    port.free_bound = port.is_seen ? 0 : port.bound;
  }
}

// Inputs that anything is computed from; those that only serve as clocks are not among them.
void Machine::find_read_inputs() {
  const auto read = [&](NodeRef node) {
    if (node == kNone) return;
    const GraphNode& value = netlist_.graph.node(node);
    if (value.op != GraphOp::state || input_of_[value.immediate] == kNone) return;
    direct_.ports[input_of_[value.immediate]].is_read = true;
  };
  for (NodeRef node = 0; node < netlist_.graph.size(); ++node) {
    for (const NodeRef operand : netlist_.graph.operands(node)) read(operand);
  }
  for (const ClockDomain& domain : netlist_.clocks) {
    for (const Update& update : domain.updates) read(update.next);
  }
  for (const MemoryWrite& write : netlist_.writes) {
    for (const NodeRef node : {write.enable, write.address, write.data, write.mask}) read(node);
  }
  for (const ProcessCode& process : netlist_.processes) {
    read(process.fires);
    for (const NodeRef argument : process.arguments) read(argument);
  }
}

// The buffer may have moved.
void Machine::set_direct_places() {
  uint8_t* const data = buffer_.data();
  if (direct_.buffer == data) return;
  direct_.buffer = data;
  for (size_t i = 0; i < ports_.size(); ++i) {
    direct_.ports[i].value = reinterpret_cast<uint32_t*>(data + ports_[i].offset);
    direct_.ports[i].old = reinterpret_cast<uint32_t*>(data + ports_[i].old);
  }
}

void Machine::remember(uint32_t id) {
  DirectAccess::Port& port = direct_.ports[id];
  if (port.is_control) {
    direct_.control_touched = true;
    direct_.forget_clock();
  }
  direct_.quiet_clock = kNone;
  if (port.epoch == direct_.epoch) return;
  port.epoch = direct_.epoch;
  direct_.changed[direct_.changed_count++] = &port;
  direct_.is_quiet = false;
  std::memcpy(buffer_.data() + ports_[id].old, buffer_.data() + ports_[id].offset, ports_[id].bytes);
}

void Machine::set_port(uint32_t id, const Bits& value) {
  const Port& port = ports_[id];
  if (port.width == 0) return;
  const Bits fitted = value.resize(port.width);
  const auto words = fitted.words();
  if (std::memcmp(buffer_.data() + port.offset, words.data(), port.bytes) == 0) return;
  if (direct_.ports[id].is_seen) remember(id);
  std::memcpy(buffer_.data() + port.offset, words.data(), port.bytes);
}

Bits Machine::port(uint32_t id) {
  const Port& port = ports_[id];
  return module_.signals[port.signal].kind == ir::SignalKind::input ? read(port.offset, port.width)
                                                                    : signal(port.signal);
}

uint64_t Machine::port_u64(uint32_t id) {
  const uint64_t value = port(id).word(0);
  const ir::SignalId signal = ports_[id].signal;
  DirectAccess::Port& direct = direct_.ports[id];
  const bool is_output = module_.signals[signal].kind == ir::SignalKind::output;
  if (is_output && direct.getter == nullptr && ports_[id].width != 0 && is_small(netlist_.values[signal])) {
    FunctionSpec spec;
    spec.result = netlist_.values[signal];
    getters_.push_back(compile(spec, false));
    direct.getter = getters_.back()->once();
  }
  if (direct.getter != nullptr && direct.steady == nullptr && direct_.is_quiet &&
      !looks_at_inputs(netlist_.values[signal])) {
    direct.steady = direct.getter;
    has_steady_ports_ = true;
  }
  return value;
}

bool Machine::looks_at_inputs(NodeRef value) const {
  std::vector<NodeRef> nodes = {value};
  for (size_t i = 0; i < nodes.size(); ++i) {
    const GraphNode& node = netlist_.graph.node(nodes[i]);
    if (node.op == GraphOp::state && input_of_[node.immediate] != kNone) return true;
    for (const NodeRef operand : netlist_.graph.operands(nodes[i])) nodes.push_back(operand);
  }
  return false;
}

bool Machine::is_small(NodeRef value) const {
  std::vector<NodeRef> nodes = {value};
  uint32_t cost = 0;
  for (size_t i = 0; i < nodes.size(); ++i) {
    cost += operation_cost(netlist_.graph, nodes[i]);
    if (cost > kMostInGetter || nodes.size() > kMostInGetter) return false;
    for (const NodeRef operand : netlist_.graph.operands(nodes[i])) {
      if (!netlist_.graph.is_constant(operand)) nodes.push_back(operand);
    }
  }
  return true;
}

// --------------------------------------------------------------------------------------------------- evaluation

bool Machine::is_on(const Level& level) const { return buffer_.data()[level.offset] != 0; }

void Machine::evaluate() {
  const bool disturbed = !overwritten_.empty();
  start_epoch();
  if (direct_.control_touched || !simple_control_ || disturbed) run(true);
  run_watched();
}

void Machine::run(bool clocks_fire) {
  direct_.control_touched = false;
  std::vector<bool> restless(clocks_.size(), false);
  std::vector<uint32_t> fired;
  for (int step = 0; step < kStepLimit; ++step) {
    if (control_) (*control_)(buffer_.data());
    fired.clear();
    for (uint32_t i = 0; i < clocks_.size(); ++i) {
      uint8_t& last = buffer_.data()[layout_.clocks + i];
      const bool now = is_on(clocks_[i].level);
      if (now == (last != 0)) continue;
      last = now ? 1 : 0;
      if (clocks_fire && now == clocks_[i].rising) fired.push_back(i);
    }
    if (!fired.empty()) run_once(edge_function(fired));
    const bool was_reset = reset_asynchronously();
    if (fired.empty() && !was_reset) return;
    if (step < kStepLimit / 2) continue;
    for (const uint32_t i : fired) restless[i] = true;
  }
  does_not_settle(module_, restless);
}

bool Machine::reset_asynchronously() {
  bool changed = false;
  uint8_t* const data = buffer_.data();
  for (const Clock& clock : clocks_) {
    if (!clock.asynchronous || is_on(clock.reset) != clock.reset_level) continue;
    settle_chains();
    for (const Clock::Reset& reset : clock.resets) {
      if (std::memcmp(data + reset.offset, reset.value.data(), reset.bytes) == 0) continue;
      std::memcpy(data + reset.offset, reset.value.data(), reset.bytes);
      changed = true;
    }
  }
  return changed;
}

bool Machine::resets_are_off() const {
  return std::none_of(clocks_.begin(), clocks_.end(), [this](const Clock& clock) {
    return clock.asynchronous && is_on(clock.reset) == clock.reset_level;
  });
}

// ---------------------------------------------------------------------------------------------------- functions

std::unique_ptr<Function> Machine::compile(const FunctionSpec& spec, bool loop) {
  FunctionCode code = make_function(netlist_.graph, module_, layout_, spec, scratch_, workspace_);
  if (code.lir.scratch_end > scratch_ + kScratch) {
    throw UserError("the design has too many wide products and shifts for the native engine: use the interpreter");
  }
  Function::Options options;
  options.tier = tier_;
  options.loop = loop;
  options.report = &Machine::report_from_code;
  options.context = this;
  options.stop = &direct_.said_something;
  auto function = std::make_unique<Function>(std::move(code), options);
  code_bytes_ += function->code_bytes();
  return function;
}

Machine::EdgeFunction& Machine::edge_function(const std::vector<uint32_t>& fired) {
  const auto found = edges_.find(fired);
  if (found != edges_.end()) return *found->second;
  if (edges_.size() >= kMostFunctions) {
    edges_.clear();
    plans_.assign(ports_.size(), {});
    direct_.forget_clock();
  }
  auto edge = std::make_unique<EdgeFunction>();
  FunctionSpec& spec = edge->spec;
  std::vector<uint32_t> writes;
  std::vector<uint32_t> processes;
  for (const uint32_t id : fired) {
    const ClockDomain& domain = netlist_.clocks[id];
    spec.updates.insert(spec.updates.end(), domain.updates.begin(), domain.updates.end());
    spec.vectors.insert(spec.vectors.end(), domain.vectors.begin(), domain.vectors.end());
    if (domain.reset != kNone) spec.resets.emplace_back(domain.reset, domain.reset_level);
    writes.insert(writes.end(), domain.writes.begin(), domain.writes.end());
    processes.insert(processes.end(), domain.processes.begin(), domain.processes.end());
  }
  std::sort(writes.begin(), writes.end());
  std::sort(processes.begin(), processes.end());
  for (const uint32_t id : writes) spec.writes.push_back(netlist_.writes[id]);
  for (const uint32_t id : processes) spec.processes.push_back(netlist_.processes[id]);
  edge->is_empty = spec.updates.empty() && spec.vectors.empty() && spec.writes.empty() && spec.processes.empty();
  return *edges_.emplace(fired, std::move(edge)).first->second;
}

void Machine::run_once(EdgeFunction& edge) {
  if (edge.is_empty) return;
  if (!edge.once) edge.once = compile(edge.spec, false);
  (*edge.once)(buffer_.data());
  if (direct_.said_something != 0) flush_events();
}

void Machine::run_many(EdgeFunction& edge, uint64_t cycles) {
  if (edge.is_empty) return;
  if (cycles == 1) return run_once(edge);
  if (!edge.loop) edge.loop = compile(edge.spec, true);
  while (cycles != 0) {
    cycles = (*edge.loop)(buffer_.data(), cycles);
    if (direct_.said_something != 0) flush_events();
  }
}

Machine::StepPlan& Machine::plan_for(uint32_t port) {
  if (plans_[port].known) return plans_[port];
  const ir::SignalId clock = ports_[port].signal;
  StepPlan plan;
  plan.known = true;
  plan.possible = simple_control_;
  std::vector<uint32_t> rising;
  std::vector<uint32_t> falling;
  for (uint32_t i = 0; i < clocks_.size(); ++i) {
    if (clocks_[i].asynchronous && clocks_[i].reset.signal == clock) plan.possible = false;
    if (clocks_[i].level.signal == clock) (clocks_[i].rising ? rising : falling).push_back(i);
  }
  if (!rising.empty()) edge_function(rising);
  if (!falling.empty()) plan.falling = &edge_function(falling);
  if (!rising.empty()) plan.rising = &edge_function(rising);  // the second one may have thrown the first one away
  return plans_[port] = plan;
}

bool Machine::step(uint32_t port, uint64_t cycles) {
  if (is_watched_) return false;  // every evaluation counts
  const uint64_t offset = ports_[port].offset;
  if (direct_.control_touched || !overwritten_.empty() || buffer_.data()[offset] != 0 || !resets_are_off())
    return false;
  const StepPlan& plan = plan_for(port);
  if (!plan.possible) return false;
  if (cycles == 0) return true;
  start_epoch();
  if (plan.falling == nullptr) {
    if (plan.rising == nullptr) return true;
    buffer_.data()[offset] = 1;
    run_many(*plan.rising, cycles);
    buffer_.data()[offset] = 0;
    const bool has_resets = std::any_of(clocks_.begin(), clocks_.end(), [](const Clock& c) { return c.asynchronous; });
    if (plan.rising->once && !has_resets && !direct_.ports[port].is_read) {
      direct_.clock = port;
      direct_.edge = plan.rising->once->once();
      direct_.edge_is_silent = !plan.rising->once->may_report();
    }
    return true;
  }
  for (uint64_t i = 0; i < cycles; ++i) {
    buffer_.data()[offset] = 1;
    if (plan.rising != nullptr) run_once(*plan.rising);
    buffer_.data()[offset] = 0;
    run_once(*plan.falling);
  }
  return true;
}

// -------------------------------------------------------------------------------------------------------- events

void Machine::report_from_code(void* context, const ProcessArguments* arguments) {
  auto& self = *static_cast<Machine*>(context);
  const ir::Process& process = self.module_.processes[arguments->process];
  self.events_.push_back(process_event(self.module_, process, [&](size_t i) {
    const uint32_t width = self.module_.width(process.arguments[i]);
    if (width == 0) return Bits();
    std::vector<uint64_t> words(word_count(width));
    std::memcpy(words.data(), self.buffer_.data() + arguments->offsets[i], words.size() * 8);
    return Bits::from_words(width, words);
  }));
  self.direct_.said_something = 1;
}

void Machine::flush_events() {
  direct_.said_something = 0;
  std::vector<Event> events = std::move(events_);
  events_.clear();
  for (Event& event : events) report_(std::move(event));
}

void Machine::settle_chains() {
  uint8_t* const data = buffer_.data();
  for (const ChainPlace& chain : layout_.chains) {
    uint32_t moved = 0;
    std::memcpy(&moved, data + chain.pointer, 4);
    if (moved == 0) continue;
    for (const ChainPlace::Segment& segment : chain.segments) {
      std::memmove(data + segment.offset, data + segment.offset + moved, segment.length * 4);
    }
    std::memset(data + chain.pointer, 0, 4);
  }
}

Machine::Saved Machine::save() {
  settle_chains();
  Saved saved;
  for (size_t i = 0; i < direct_.changed_count; ++i) {
    const auto port = static_cast<uint32_t>(direct_.changed[i] - direct_.ports);
    saved.inputs.emplace_back(port, read(ports_[port].offset, ports_[port].width));
  }
  for (const Overwritten& item : overwritten_) {
    const uint8_t* const now = buffer_.data() + item.offset;
    saved.written.push_back({item.offset, {now, now + item.bytes.size()}});
  }
  exchange_old();
  saved.state.assign(buffer_.data(), buffer_.data() + layout_.state_bytes);
  exchange_old();
  return saved;
}

void Machine::load(const Saved& saved) {
  std::memcpy(buffer_.data(), saved.state.data(), saved.state.size());
  start_epoch();
  direct_.control_touched = false;
  direct_.forget_clock();
  run_watched();
  for (const auto& [port, value] : saved.inputs) set_port(port, value);
  for (const Overwritten& item : saved.written) write_outside(item.offset, item.bytes);
}

std::vector<CoverCount> Machine::cover_counts() const {
  std::vector<CoverCount> result;
  for (size_t i = 0; i < module_.processes.size(); ++i) {
    const ir::Process& process = module_.processes[i];
    if (process.kind != ir::ProcessKind::cover) continue;
    uint64_t hits = 0;
    std::memcpy(&hits, buffer_.data() + layout_.hits + i * 8, 8);
    result.push_back({process.name, location_text(module_, process.location), hits});
  }
  return result;
}

}  // namespace burin::sim::native
