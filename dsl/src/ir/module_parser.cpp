// SPDX-License-Identifier: Apache-2.0
//! @file module_parser.cpp
//! @brief Reading and checking one module of the printed IR.
//!
//! 1. The head. 2. Lines, each by its first word. What a line needs to make sense of the rest of it (the width of a
//! signal, a node's operands, a child module) must exist; references to nodes and clocks from elsewhere are noted.
//! 3. At the end the noted references are checked, and every register, read port and instance output has its
//! signal and every such signal has its register, port or instance.
#include "module_parser.h"

#include <unordered_map>
#include <utility>

#include "text_names.h"

namespace burin::ir::text {
namespace {

class ModuleParser {
 public:
  ModuleParser(Cursor& cursor, Design& design)
      : cursor_(cursor), design_(design), id_(static_cast<ModuleId>(design.modules.size())) {}

  void parse();

 private:
  struct NodeReference {
    NodeId id;
    uint32_t width;  // kNone: any
    Position at;
  };
  struct ClockReference {
    ClockId id;
    Position at;
  };

  // Parts of lines.
  void next_id(size_t expected, std::string_view what);
  NodeId node_reference(uint32_t width);
  ClockId clock_reference();
  SignalId signal_reference();
  SignalId claimed_signal(SignalKind kind, uint32_t width, uint32_t detail, uint32_t detail_port);
  TypeId type_reference(uint32_t width);
  LocationId location();
  std::pair<std::string, std::string> pair(std::string_view what);
  bool attribute(Attributes& attributes);

  // Lines.
  void line();
  void black_box();
  void reason();
  void signal();
  void clock();
  void register_state();
  void memory();
  void read_port(Memory& memory, MemoryId id);
  void write_port(Memory& memory);
  void contents(Memory& memory);
  void instance();
  void instance_input(Instance& instance, const Module& child);
  void instance_output(Instance& instance, const Module& child, InstanceId id);
  SignalId child_port(const Module& child, SignalId after, std::string_view what);
  std::pair<size_t, size_t> port_counts(const Module& child, ModuleId id);
  void check_connections(const Instance& instance, const Module& child, Position at);
  void process();
  void node();

  void check_references() const;
  void check_claims() const;

  Cursor& cursor_;
  Design& design_;
  ModuleId id_;
  Module* module_ = nullptr;
  std::vector<NodeReference> node_references_;
  std::vector<ClockReference> clock_references_;
  std::vector<Position> signal_places_;
  std::unordered_map<ModuleId, std::pair<size_t, size_t>> port_counts_;  // inputs with inouts, outputs
  std::vector<NodeId> operands_;
  std::string why_;
};

void ModuleParser::parse() {
  cursor_.expect_word("module");
  next_id(id_, "module");
  design_.add_module(cursor_.expect_string("the module's name"));
  module_ = &design_.module(id_);
  cursor_.expect_word("base");
  module_->base_name = cursor_.expect_string("the name of the module's C++ type");
  module_->location = location();
  cursor_.expect_symbol('{');
  cursor_.expect_line_end("");
  while (!cursor_.accept_symbol('}')) line();
  cursor_.expect_line_end("");
  check_references();
  check_claims();
}

void ModuleParser::line() {
  if (cursor_.is(TokenKind::node)) return node();
  if (cursor_.is(TokenKind::signal)) return signal();
  if (cursor_.accept_word("clock")) return clock();
  if (cursor_.accept_word("register")) return register_state();
  if (cursor_.accept_word("memory")) return memory();
  if (cursor_.accept_word("instance")) return instance();
  if (cursor_.accept_word("process")) return process();
  if (cursor_.accept_word("reason")) return reason();
  if (cursor_.accept_word("black_box")) return black_box();
  if (cursor_.accept_word("parameter")) {
    module_->parameters.push_back(pair("parameter"));
  } else if (cursor_.is_word("attribute")) {
    while (attribute(module_->attributes)) {
    }
  } else {
    cursor_.fail_expected(
        "a line that begins with parameter, attribute, black_box, reason, $, clock, register, memory, instance, "
        "process or %, or '}'");
  }
  cursor_.expect_line_end("");
}

// ------------------------------------------------------------------------------------------- parts of lines

void ModuleParser::next_id(size_t expected, std::string_view what) {
  const Position at = cursor_.at();
  const uint32_t id = cursor_.expect_number("the id of the " + std::string(what));
  if (id != expected) {
    cursor_.fail(at, "expected " + std::to_string(expected) + ", the id of the next " + std::string(what) + ", found " +
                         std::to_string(id));
  }
}

NodeId ModuleParser::node_reference(uint32_t width) {
  const Position at = cursor_.at();
  const NodeId id = cursor_.expect_id(TokenKind::node, "a node such as %5");
  node_references_.push_back({id, width, at});
  return id;
}

ClockId ModuleParser::clock_reference() {
  const Position at = cursor_.at();
  const ClockId id = cursor_.expect_number("the id of a clock");
  clock_references_.push_back({id, at});
  return id;
}

SignalId ModuleParser::signal_reference() {
  const Position at = cursor_.at();
  const SignalId id = cursor_.expect_id(TokenKind::signal, "a signal such as $5");
  if (id >= module_->signals.size()) {
    cursor_.fail(at, "expected a signal of an earlier line, found $" + std::to_string(id));
  }
  return id;
}

SignalId ModuleParser::claimed_signal(SignalKind kind, uint32_t width, uint32_t detail, uint32_t detail_port) {
  const Position at = cursor_.at();
  const SignalId id = signal_reference();
  Signal& signal = module_->signals[id];
  if (signal.kind != kind || (width != kNone && signal.width != width) || signal.detail != kNone) {
    std::string expected = "expected a signal of kind " + std::string(spelling(kSignalKinds, kind));
    if (width != kNone) expected += " and of " + std::to_string(width) + " bits";
    cursor_.fail(at, expected + " that is not taken yet, found $" + std::to_string(id));
  }
  signal.detail = detail;
  signal.detail_port = detail_port;
  return id;
}

TypeId ModuleParser::type_reference(uint32_t width) {
  const Position at = cursor_.at();
  const TypeId id = cursor_.expect_number("the id of a type");
  if (id >= design_.type_count() || (width != kNone && design_.type(id).width != width)) {
    cursor_.fail(at, "expected the id of a type" + (width == kNone ? "" : " of " + std::to_string(width) + " bits") +
                         ", found " + std::to_string(id));
  }
  return id;
}

LocationId ModuleParser::location() {
  if (!cursor_.is(TokenKind::location)) return kNoLocation;
  const Position at = cursor_.at();
  const LocationId id = cursor_.expect_id(TokenKind::location, "a location such as @5");
  if (id >= design_.locations.size()) {
    cursor_.fail(at, "expected a location of the table, found @" + std::to_string(id));
  }
  return id;
}

std::pair<std::string, std::string> ModuleParser::pair(std::string_view what) {
  std::string name = cursor_.expect_string("the name of the " + std::string(what));
  return {std::move(name), cursor_.expect_string("the value of the " + std::string(what))};
}

bool ModuleParser::attribute(Attributes& attributes) {
  if (!cursor_.accept_word("attribute")) return false;
  attributes.push_back(pair("attribute"));
  return true;
}

// ----------------------------------------------------------------------------------------------------- lines

void ModuleParser::black_box() {
  if (module_->black_box) cursor_.fail(cursor_.at(), "expected one line 'black_box' in a module, found another");
  BlackBox& box = module_->black_box.emplace();
  box.verilog_name = cursor_.expect_string("the name of the Verilog module");
  while (cursor_.accept_word("parameter")) box.parameters.push_back(pair("parameter"));
  if (cursor_.accept_word("verilog")) box.verilog = cursor_.expect_string("Verilog text");
  cursor_.expect_line_end("parameter, verilog");
}

void ModuleParser::reason() {
  next_id(module_->crossing_reasons.size(), "reason");
  module_->crossing_reasons.push_back(cursor_.expect_string("the reason"));
  cursor_.expect_line_end("");
}

void ModuleParser::signal() {
  const Position at = cursor_.at();
  const size_t expected = module_->signals.size();
  const uint32_t id = cursor_.expect_id(TokenKind::signal, "a signal such as $5");
  if (id != expected) {
    cursor_.fail(at, "expected $" + std::to_string(expected) + ", the next signal, found $" + std::to_string(id));
  }
  Signal signal;
  signal.kind = static_cast<SignalKind>(cursor_.expect_one_of(kSignalKinds, "a kind of signal"));
  signal.width = cursor_.expect_number("a width in bits");
  signal.name = cursor_.expect_string("the signal's name");
  const bool driven = signal.kind != SignalKind::input && signal.kind != SignalKind::instance_output &&
                      signal.kind != SignalKind::memory_read;
  for (bool more = true; more;) {
    if (driven && cursor_.accept_key_symbol('=')) {
      signal.driver = node_reference(signal.width);
    } else if (signal.kind == SignalKind::inout && cursor_.accept_key("enable")) {
      signal.output_enable = node_reference(1);
    } else if (cursor_.accept_key("type")) {
      signal.type = type_reference(signal.width);
    } else if (cursor_.accept_key("timing")) {
      signal.timing.kind = static_cast<PortTiming::Kind>(cursor_.expect_one_of(kTimingKinds, "a kind of timing"));
      if (cursor_.is(TokenKind::number)) signal.timing.clock = clock_reference();
    } else if (cursor_.accept_key("may_be_unused")) {
      signal.may_be_unused = true;
    } else if (cursor_.accept_key("generated_name")) {
      signal.generated_name = true;
    } else if (cursor_.accept_key("object")) {
      signal.object = cursor_.expect_string("the path of the C++ object");
    } else {
      more = attribute(signal.attributes);
    }
  }
  signal.location = location();
  cursor_.expect_line_end(driven ? "=, type, timing, may_be_unused, generated_name, object, attribute, @"
                                 : "type, timing, may_be_unused, generated_name, object, attribute, @");
  signal_places_.push_back(at);
  module_->add_signal(std::move(signal));
}

void ModuleParser::clock() {
  next_id(module_->clocks.size(), "clock");
  Clock clock;
  clock.name = cursor_.expect_string("the clock's name");
  clock.edge = static_cast<Edge>(cursor_.expect_one_of(kEdges, "an edge"));
  clock.reset_kind = static_cast<ResetKind>(cursor_.expect_one_of(kResetKinds, "a kind of reset"));
  clock.reset_level = static_cast<ResetLevel>(cursor_.expect_one_of(kResetLevels, "a level of the reset"));
  if (cursor_.accept_symbol('=')) clock.clock = node_reference(1);
  if (cursor_.accept_word("reset")) clock.reset = node_reference(1);
  clock.location = location();
  cursor_.expect_line_end("=, reset, @");
  module_->clocks.push_back(std::move(clock));
}

void ModuleParser::register_state() {
  Register state;
  state.signal = claimed_signal(SignalKind::reg, kNone, static_cast<uint32_t>(module_->registers.size()), kNone);
  const uint32_t width = module_->signals[state.signal].width;
  if (cursor_.accept_word("clock")) state.clock = clock_reference();
  if (cursor_.accept_word("reset")) state.reset_value = cursor_.expect_value(width);
  if (cursor_.accept_word("power_up")) state.power_up = cursor_.expect_value(width);
  state.synchroniser = cursor_.accept_word("synchroniser");
  cursor_.expect_line_end("clock, reset, power_up, synchroniser");
  module_->registers.push_back(std::move(state));
}

void ModuleParser::memory() {
  const auto id = static_cast<MemoryId>(module_->memories.size());
  const Position at = cursor_.at();
  next_id(id, "memory");
  Memory memory;
  memory.name = cursor_.expect_string("the memory's name");
  cursor_.expect_word("width");
  memory.width = cursor_.expect_number("a width in bits");
  cursor_.expect_word("depth");
  memory.depth = cursor_.expect_long_number("the number of words");
  if (cursor_.accept_word("granule")) {
    const Position granule_at = cursor_.at();
    memory.granule = cursor_.expect_number("the bits of a mask bit");
    if (memory.granule == 0 || memory.width % memory.granule != 0) {
      cursor_.fail(granule_at, "expected a divisor of " + std::to_string(memory.width) + ", the width, found " +
                                   std::to_string(memory.granule));
    }
  }
  if (cursor_.accept_word("type")) memory.type = type_reference(memory.width);
  memory.read_only = cursor_.accept_word("read_only");
  if (cursor_.accept_word("style")) memory.style = cursor_.expect_string("a style");
  while (attribute(memory.attributes)) {
  }
  memory.location = location();
  if (!cursor_.accept_symbol('{')) cursor_.fail_expected("granule, type, read_only, style, attribute, @ or '{'");
  cursor_.expect_line_end("");
  while (!cursor_.accept_symbol('}')) {
    if (cursor_.accept_word("read")) {
      read_port(memory, id);
    } else if (cursor_.accept_word("write")) {
      write_port(memory);
    } else if (cursor_.accept_word("contents")) {
      contents(memory);
    } else {
      cursor_.fail_expected("a line that begins with read, write or contents, or '}'");
    }
  }
  cursor_.expect_line_end("");
  if (memory.read_only && memory.contents.size() != memory.depth) {
    cursor_.fail(at, "expected all " + std::to_string(memory.depth) + " words of a read_only memory, found " +
                         std::to_string(memory.contents.size()));
  }
  module_->memories.push_back(std::move(memory));
}

void ModuleParser::read_port(Memory& memory, MemoryId id) {
  static constexpr auto kTiming = std::to_array<std::string_view>({"asynchronous", "synchronous"});
  ReadPort port;
  port.synchronous = cursor_.expect_one_of(kTiming, "the kind of read") == 1;
  if (cursor_.accept_word("clock")) port.clock = clock_reference();
  if (cursor_.accept_word("address")) port.address = node_reference(kNone);
  if (cursor_.accept_word("enable")) port.enable = node_reference(1);
  if (cursor_.accept_word("policy")) {
    port.policy = static_cast<ReadUnderWrite>(cursor_.expect_one_of(kPolicies, "a policy of reads under writes"));
  }
  if (cursor_.accept_word("edge")) port.edge = cursor_.expect_number("the number of a clock edge");
  if (!cursor_.accept_symbol('='))
    cursor_.fail_expected("clock, address, enable, policy, edge or '= $' with the data signal");
  port.data = claimed_signal(SignalKind::memory_read, memory.width, id, static_cast<uint32_t>(memory.reads.size()));
  port.location = location();
  cursor_.expect_line_end("@");
  memory.reads.push_back(port);
}

void ModuleParser::write_port(Memory& memory) {
  WritePort port;
  if (cursor_.accept_word("clock")) port.clock = clock_reference();
  if (cursor_.accept_word("address")) port.address = node_reference(kNone);
  if (cursor_.accept_word("data")) port.data = node_reference(memory.width);
  if (cursor_.accept_word("enable")) port.enable = node_reference(1);
  if (cursor_.is_word("mask")) {
    if (memory.granule == 0) cursor_.fail_expected("no mask on a memory without 'granule'");
    cursor_.accept_word("mask");
    port.mask = node_reference(memory.width / memory.granule);
  }
  if (cursor_.accept_word("edge")) port.edge = cursor_.expect_number("the number of a clock edge");
  port.location = location();
  cursor_.expect_line_end("clock, address, data, enable, mask, edge, @");
  memory.writes.push_back(port);
}

void ModuleParser::contents(Memory& memory) {
  while (cursor_.is(TokenKind::number)) {
    if (memory.contents.size() == memory.depth) {
      cursor_.fail_expected("no more than " + std::to_string(memory.depth) + " words");
    }
    memory.contents.push_back(cursor_.expect_value(memory.width));
  }
  cursor_.expect_line_end("a value such as 0x1f");
}

void ModuleParser::instance() {
  const auto id = static_cast<InstanceId>(module_->instances.size());
  const Position at = cursor_.at();
  next_id(id, "instance");
  Instance instance;
  instance.name = cursor_.expect_string("the instance's name");
  cursor_.expect_word("of");
  const Position module_at = cursor_.at();
  instance.module = cursor_.expect_number("the id of a module");
  if (instance.module >= id_) {
    cursor_.fail(module_at, "expected the id of an earlier module, found " + std::to_string(instance.module));
  }
  const Module& child = design_.module(instance.module);
  while (attribute(instance.attributes)) {
  }
  instance.location = location();
  if (!cursor_.accept_symbol('{')) cursor_.fail_expected("attribute, @ or '{'");
  cursor_.expect_line_end("");
  while (!cursor_.accept_symbol('}')) {
    if (cursor_.accept_word("input")) {
      instance_input(instance, child);
    } else if (cursor_.accept_word("output")) {
      instance_output(instance, child, id);
    } else {
      cursor_.fail_expected("a line that begins with input or output, or '}'");
    }
  }
  cursor_.expect_line_end("");
  check_connections(instance, child, at);
  module_->instances.push_back(std::move(instance));
}

SignalId ModuleParser::child_port(const Module& child, SignalId after, std::string_view what) {
  const Position at = cursor_.at();
  const SignalId port = cursor_.expect_number("the id of the child's signal");
  const bool exists = port < child.signals.size() && (after == kNone || port > after);
  const SignalKind kind = exists ? child.signals[port].kind : SignalKind::wire;
  const bool fits =
      what == "output" ? kind == SignalKind::output : kind == SignalKind::input || kind == SignalKind::inout;
  if (!fits) {
    cursor_.fail(at, "expected the id of an " + std::string(what) + " of module \"" + child.name +
                         "\", in the order of its ports, found " + std::to_string(port));
  }
  return port;
}

void ModuleParser::instance_input(Instance& instance, const Module& child) {
  Instance::Input input;
  input.port = child_port(child, instance.inputs.empty() ? kNone : instance.inputs.back().port, "input or inout");
  const Signal& port = child.signals[input.port];
  if (cursor_.accept_symbol('=')) {
    if (port.kind == SignalKind::input) {
      input.value = node_reference(port.width);
    } else {
      const Position at = cursor_.at();
      input.signal = signal_reference();
      const Signal& net = module_->signals[input.signal];
      if (net.kind != SignalKind::inout || net.width != port.width) {
        cursor_.fail(
            at, "expected an inout of " + std::to_string(port.width) + " bits, found $" + std::to_string(input.signal));
      }
    }
  }
  input.location = location();
  cursor_.expect_line_end("=, @");
  instance.inputs.push_back(input);
}

void ModuleParser::instance_output(Instance& instance, const Module& child, InstanceId id) {
  Instance::Output output;
  output.port = child_port(child, instance.outputs.empty() ? kNone : instance.outputs.back().port, "output");
  cursor_.expect_symbol('=');
  output.signal = claimed_signal(SignalKind::instance_output, child.signals[output.port].width, id, output.port);
  cursor_.expect_line_end("");
  instance.outputs.push_back(output);
}

std::pair<size_t, size_t> ModuleParser::port_counts(const Module& child, ModuleId id) {
  const auto [entry, is_new] = port_counts_.try_emplace(id);
  if (is_new) {
    for (const SignalId port : child.ports()) {
      ++(child.signals[port].kind == SignalKind::output ? entry->second.second : entry->second.first);
    }
  }
  return entry->second;
}

void ModuleParser::check_connections(const Instance& instance, const Module& child, Position at) {
  const auto [inputs, outputs] = port_counts(child, instance.module);
  if (instance.inputs.size() != inputs || instance.outputs.size() != outputs) {
    cursor_.fail(at, "expected a line for each of the " + std::to_string(inputs) + " inputs and inouts and the " +
                         std::to_string(outputs) + " outputs of module \"" + child.name + "\", found " +
                         std::to_string(instance.inputs.size()) + " and " + std::to_string(instance.outputs.size()));
  }
}

void ModuleParser::process() {
  next_id(module_->processes.size(), "process");
  Process process;
  process.kind = static_cast<ProcessKind>(cursor_.expect_one_of(kProcessKinds, "a kind of process"));
  process.name = cursor_.expect_string("the process's label");
  if (cursor_.accept_word("clock")) process.clock = clock_reference();
  if (cursor_.accept_word("enable")) process.enable = node_reference(1);
  if (cursor_.accept_word("condition")) process.condition = node_reference(1);
  if (cursor_.accept_word("message")) process.message = cursor_.expect_string("the message");
  while (cursor_.accept_word("argument")) {
    process.arguments.push_back(node_reference(kNone));
    process.argument_types.push_back(kNone);
    if (cursor_.accept_symbol(':')) {
      process.argument_types.back() = type_reference(kNone);
      node_references_.back().width = design_.type(process.argument_types.back()).width;
    }
  }
  process.location = location();
  cursor_.expect_line_end("clock, enable, condition, message, argument, @");
  module_->processes.push_back(std::move(process));
}

void ModuleParser::node() {
  const Position at = cursor_.at();
  const auto expected = static_cast<NodeId>(module_->node_count());
  const NodeId id = cursor_.expect_id(TokenKind::node, "a node such as %5");
  if (id != expected) {
    cursor_.fail(at, "expected %" + std::to_string(expected) + ", the next node, found %" + std::to_string(id));
  }
  cursor_.expect_symbol('=');
  const Position op_at = cursor_.at();
  const std::string_view op_text = cursor_.expect_any_word("an operation");
  const std::optional<Op> op = find_op(op_text);
  if (!op) cursor_.fail(op_at, "expected an operation, found '" + std::string(op_text) + "'");
  const uint32_t width = cursor_.expect_number("a width in bits");
  operands_.clear();
  while (cursor_.is(TokenKind::node)) {
    const Position operand_at = cursor_.at();
    operands_.push_back(cursor_.expect_id(TokenKind::node, "a node such as %5"));
    if (operands_.back() >= id) {
      cursor_.fail(operand_at, "expected a node of an earlier line, found %" + std::to_string(operands_.back()));
    }
  }

  NodeId made = kNone;
  if (*op == Op::constant) {
    if (!operands_.empty()) cursor_.fail(op_at, "expected a constant without operands");
    const Bits value = cursor_.expect_value(width);
    const LocationId place = location();
    made = module_->constant(value, place);
  } else {
    uint32_t immediate = 0;
    if (*op == Op::read) immediate = signal_reference();
    if (*op == Op::slice) immediate = cursor_.expect_number("the slice's low bit");
    if (*op == Op::crossing) immediate = cursor_.expect_number("the id of a reason");
    const LocationId place = location();
    const std::optional<uint32_t> result = module_->result_width(*op, operands_, width, immediate, why_);
    if (!result) {
      cursor_.fail(op_at, "expected operands and numbers that suit '" + std::string(info(*op).text) + "': " + why_);
    }
    if (*result != width) {
      cursor_.fail(op_at, "expected a width of " + std::to_string(*result) + ", found " + std::to_string(width));
    }
    made = module_->make(*op, operands_, place, width, immediate);
  }
  if (made != id) {
    cursor_.fail(at, "expected an operation unlike the others, found that of %" + std::to_string(made));
  }
  if (cursor_.is(TokenKind::string)) module_->set_name(id, cursor_.expect_string("the node's name"));
  cursor_.expect_line_end("an operand, a location such as @5, a name in quotes");
}

// ---------------------------------------------------------------------------------------------- final checks

void ModuleParser::check_references() const {
  for (const NodeReference& reference : node_references_) {
    if (reference.id >= module_->node_count()) {
      cursor_.fail(reference.at, "expected one of the " + std::to_string(module_->node_count()) +
                                     " nodes of the module, found %" + std::to_string(reference.id));
    }
    const uint32_t width = module_->width(reference.id);
    if (reference.width != kNone && reference.width != width) {
      cursor_.fail(reference.at, "expected a node of " + std::to_string(reference.width) + " bits, found %" +
                                     std::to_string(reference.id) + " of " + std::to_string(width) + " bits");
    }
  }
  for (const ClockReference& reference : clock_references_) {
    if (reference.id >= module_->clocks.size()) {
      cursor_.fail(reference.at, "expected one of the " + std::to_string(module_->clocks.size()) +
                                     " clocks of the module, found " + std::to_string(reference.id));
    }
  }
}

void ModuleParser::check_claims() const {
  for (SignalId id = 0; id < module_->signals.size(); ++id) {
    const Signal& signal = module_->signals[id];
    if (signal.detail != kNone) continue;
    std::string_view owner;
    if (signal.kind == SignalKind::reg) owner = "a line 'register'";
    if (signal.kind == SignalKind::instance_output) owner = "a line 'output' of an instance";
    if (signal.kind == SignalKind::memory_read) owner = "a line 'read' of a memory";
    if (!owner.empty()) {
      cursor_.fail(signal_places_[id],
                   "expected " + std::string(owner) + " for $" + std::to_string(id) + ", found none");
    }
  }
}

}  // namespace

void parse_module(Cursor& cursor, Design& design) { ModuleParser(cursor, design).parse(); }

}  // namespace burin::ir::text
