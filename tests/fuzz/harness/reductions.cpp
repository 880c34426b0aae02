// SPDX-License-Identifier: Apache-2.0
//! @file reductions.cpp
//! @brief The ways in which a case is made a little smaller.
//!
//! A reduction copies the design and changes the copy in place:
//! * a port or state that goes becomes a wire with a constant, which nothing then keeps alive,
//! * a node that goes is replaced by an operand, by a constant or by a new input. The new input gets, step by step, the
//!   value that the interpreter saw at the node, so that what follows it sees no change,
//! * `remove_dead_code` then takes away what nothing needs.
//! Only the top module is changed in detail. A design that fails with its hierarchy only has its instances removed and
//! the outputs of its children made constant.
#include "fuzz/harness/reductions.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "burin/passes/flatten.h"
#include "burin/passes/liveness.h"
#include "burin/passes/rebuild.h"
#include "burin/passes/transforms.h"

namespace burin::fuzz {
namespace {

using namespace ir;

Case copy_of(const Case& test) {
  Case result = test;
  result.design = copy(*test.design);
  return result;
}

Module& top(const Case& test) { return test.design->top_module(); }

std::optional<Case> cleaned(Case test) {
  passes::remove_dead_code(*test.design);
  const auto drop_unknown = [&](std::pair<std::string, Bits>& set) {
    return top(test).find_signal(set.first) == kNone ||
           top(test).signals[top(test).find_signal(set.first)].kind == SignalKind::wire;
  };
  for (Step& step : test.stimulus.steps) std::erase_if(step.sets, drop_unknown);
  return test;
}

/// The signals of a kind in the top module.
std::vector<SignalId> signals_of(const Case& test, SignalKind kind) {
  std::vector<SignalId> found;
  const Module& module = top(test);
  for (SignalId id = 0; id < module.signals.size(); ++id) {
    if (module.signals[id].kind == kind) found.push_back(id);
  }
  return found;
}

void make_constant(Module& module, SignalId id) {
  module.signals[id].kind = SignalKind::wire;
  module.signals[id].driver = module.constant(module.signals[id].width, 0);
  module.signals[id].output_enable = kNone;
  module.signals[id].detail = kNone;
  module.signals[id].detail_port = kNone;
  module.signals[id].timing = {};
}

/// Makes a signal an input of the top module. Its old driver goes.
void make_input(Module& module, SignalId id) {
  make_constant(module, id);
  module.signals[id].kind = SignalKind::input;
  module.signals[id].driver = kNone;
}

// --------------------------------------------------------------------------------------------- outputs

/// Attempt 0 takes the first half of the outputs away, 1 the second half, the others one each.
size_t count_outputs(const Case& test) {
  const size_t outputs = signals_of(test, SignalKind::output).size();
  return outputs == 0 ? 0 : outputs + 2;
}
std::optional<Case> remove_output(const Case& test, size_t index) {
  const auto outputs = signals_of(test, SignalKind::output);
  const size_t half = outputs.size() / 2;
  size_t begin = index == 0 ? 0 : index == 1 ? half : index - 2;
  const size_t end = index == 0 ? half : index == 1 ? outputs.size() : index - 1;
  if (begin >= end) return std::nullopt;
  Case result = copy_of(test);
  for (; begin < end; ++begin) make_constant(top(result), outputs[begin]);
  return cleaned(std::move(result));
}

// ----------------------------------------------------------------------------------------------- nodes

bool is_leaf(const Module& module, NodeId id) {
  return module.node(id).op == Op::constant || module.node(id).op == Op::read;
}

/// The operations that something needs, in ascending order.
std::vector<NodeId> operations(const Module& module) {
  const std::vector<bool> live = passes::find_referenced(module);
  std::vector<NodeId> found;
  for (NodeId id = 0; id < module.node_count(); ++id) {
    if (live[id] && !is_leaf(module, id)) found.push_back(id);
  }
  return found;
}

size_t count_operations(const Case& test) { return operations(top(test)).size(); }

/// Whether a pad of the module is the pin of an instance too.
bool is_connected(const Module& module, SignalId pad) {
  for (const Instance& instance : module.instances) {
    for (const Instance::Input& input : instance.inputs) {
      if (input.signal == pad) return true;
    }
  }
  return false;
}

/// Attempt `index`: the only output is operation `index`, counted from the inputs, and there are no checks.
std::optional<Case> observe_operation(const Case& test, size_t index) {
  const NodeId node = operations(top(test))[index];
  const auto outputs = signals_of(test, SignalKind::output);
  const bool is_done = outputs.size() == 1 && top(test).processes.empty() &&
                       operations(top(test)).back() == top(test).signals[outputs[0]].driver &&
                       node == top(test).signals[outputs[0]].driver;
  if (is_done) return std::nullopt;
  Case result = copy_of(test);
  Module& module = top(result);
  for (const SignalId id : outputs) make_constant(module, id);
  module.processes.clear();
  for (const SignalId id : signals_of(result, SignalKind::inout)) {
    if (!is_connected(module, id)) make_constant(module, id);
  }
  Signal seen;
  seen.name = "seen";
  for (int i = 2;
       module.find_signal(seen.name) != kNone && module.signals[module.find_signal(seen.name)].kind != SignalKind::wire;
       ++i) {
    seen.name = fmt::format("seen{}", i);
  }
  if (const SignalId old = module.find_signal(seen.name); old != kNone) module.signals[old].name += "_old";
  seen.kind = SignalKind::output;
  seen.width = module.width(node);
  seen.driver = node;
  module.add_signal(std::move(seen));
  return cleaned(std::move(result));
}

using Replace = std::function<NodeId(passes::Rebuilder& rebuild, NodeId id, std::span<const NodeId> operands)>;

void replace_node(Module& module, NodeId node, const Replace& replace) {
  passes::Rebuilder rebuild(module);
  rebuild.run([&](NodeId id, std::span<const NodeId> operands) {
    return id == node ? replace(rebuild, id, operands) : rebuild.copy(id, operands);
  });
}

/// From the outputs to the inputs: what comes late hides what comes before it.
NodeId late_operation(const Case& test, size_t index) {
  const auto all = operations(top(test));
  return all[all.size() - 1 - index];
}

std::optional<Case> operation_to_constant(const Case& test, size_t index) {
  Case result = copy_of(test);
  const NodeId node = late_operation(test, index);
  replace_node(top(result), node, [&](passes::Rebuilder& rebuild, NodeId id, std::span<const NodeId>) {
    return rebuild.target().constant(rebuild.source().width(id), 0);
  });
  return cleaned(std::move(result));
}

constexpr size_t kOperandsTried = 4;
size_t count_operands(const Case& test) { return count_operations(test) * kOperandsTried; }

/// An operand in the place of its operation, at that width.
std::optional<Case> operation_to_operand(const Case& test, size_t index) {
  const NodeId node = late_operation(test, index / kOperandsTried);
  const Module& module = top(test);
  const size_t which = index % kOperandsTried;
  if (which >= module.operands(node).size()) return std::nullopt;
  const uint32_t have = module.width(module.operands(node)[which]);
  const uint32_t want = module.width(node);
  const Op op = module.node(node).op;
  // Otherwise an extension or slice would be replaced by itself.
  if (have != want && (op == Op::zext || op == Op::slice)) return std::nullopt;
  Case result = copy_of(test);
  replace_node(top(result), node, [&](passes::Rebuilder& rebuild, NodeId, std::span<const NodeId> operands) {
    const NodeId operand = operands[which];
    if (have == want) return operand;
    return have > want ? rebuild.target().slice(operand, 0, want) : rebuild.target().zext(operand, want);
  });
  return cleaned(std::move(result));
}

/// The values of a node of the top module after each step, time zero first.
std::vector<Bits> values_of(const Case& test, NodeId node) {
  Case watched = copy_of(test);
  Module& module = top(watched);
  for (const SignalId id : signals_of(watched, SignalKind::output)) make_constant(module, id);
  Signal seen;
  seen.name = "burin_seen";
  seen.kind = SignalKind::output;
  seen.width = module.width(node);
  seen.driver = node;
  module.add_signal(std::move(seen));
  const Run seen_run = run(watched, oracle());
  std::vector<Bits> values;
  const auto column = std::find(seen_run.ports.begin(), seen_run.ports.end(), "burin_seen") - seen_run.ports.begin();
  for (const Run::Step& step : seen_run.steps) values.push_back(step.values[static_cast<size_t>(column)]);
  return values;
}

std::string new_input_name(const Module& module) {
  int i = 0;
  while (module.find_signal(fmt::format("x{}", i)) != kNone) ++i;
  return fmt::format("x{}", i);
}

void set_values(Case& test, const std::string& input, const std::vector<Bits>& values) {
  for (size_t i = 0; i < test.stimulus.steps.size() && i + 1 < values.size(); ++i) {
    if (i == 0 || values[i + 1] != values[i]) test.stimulus.steps[i].sets.emplace_back(input, values[i + 1]);
  }
}

std::optional<Case> operation_to_input(const Case& test, size_t index) {
  Case result = copy_of(test);
  const NodeId node = late_operation(test, index);
  const std::string name = new_input_name(top(result));
  const uint32_t width = top(result).width(node);
  const std::vector<Bits> values = values_of(test, node);
  Signal input;
  input.name = name;
  input.kind = SignalKind::input;
  input.width = width;
  const SignalId id = top(result).add_signal(std::move(input));
  replace_node(top(result), node,
               [&](passes::Rebuilder& rebuild, NodeId, std::span<const NodeId>) { return rebuild.target().read(id); });
  set_values(result, name, values);
  return cleaned(std::move(result));
}

// ----------------------------------------------------------------------------------------------- state

void forget_register(Module& module, uint32_t gone) {
  module.registers.erase(module.registers.begin() + gone);
  for (Signal& signal : module.signals) {
    if (signal.kind == SignalKind::reg && signal.detail > gone) --signal.detail;
  }
}

/// Makes a register or wire of `result` a constant, or an input with the values that it has in `test`.
void cut_signal(const Case& test, Case& result, SignalId signal, bool is_constant) {
  Module& module = top(result);
  if (is_constant) {
    make_constant(module, signal);
    return;
  }
  const Case watched = copy_of(test);  // it gets a node more
  const std::vector<Bits> values = values_of(watched, top(watched).read(signal));
  const std::string name = new_input_name(module);
  make_input(module, signal);
  module.signals[signal].name = name;
  set_values(result, name, values);
}

size_t count_registers(const Case& test) { return 2 * top(test).registers.size(); }

/// Even attempts: a constant in the place of the register; odd ones: an input with its values.
std::optional<Case> remove_register(const Case& test, size_t index) {
  Case result = copy_of(test);
  Module& module = top(result);
  const auto number = static_cast<uint32_t>(index / 2);
  const SignalId signal = module.registers[number].signal;
  cut_signal(test, result, signal, index % 2 == 0);
  forget_register(module, number);
  return cleaned(std::move(result));
}

/// Constants, or inputs with the values, in the place of wires; by pairs like registers.
size_t count_wires(const Case& test) { return 2 * signals_of(test, SignalKind::wire).size(); }
std::optional<Case> remove_wire(const Case& test, size_t index) {
  const SignalId signal = signals_of(test, SignalKind::wire)[index / 2];
  if (index % 2 == 0 && top(test).is_constant(top(test).signals[signal].driver)) return std::nullopt;
  Case result = copy_of(test);
  cut_signal(test, result, signal, index % 2 == 0);
  return cleaned(std::move(result));
}

size_t count_once(const Case&) { return 1; }
/// What follows from the constants that other reductions leave.
std::optional<Case> fold(const Case& test, size_t) {
  Case result = copy_of(test);
  passes::fold_constants(*result.design);
  return cleaned(std::move(result));
}

/// Attempt `index / 3` register, `index % 3`: no reset value, no power-up value, holds its value for ever.
size_t count_register_parts(const Case& test) { return 3 * top(test).registers.size(); }
std::optional<Case> simplify_register(const Case& test, size_t index) {
  Case result = copy_of(test);
  Module& module = top(result);
  Register& state = module.registers[index / 3];
  Signal& signal = module.signals[state.signal];
  if (index % 3 == 0) {
    if (!state.reset_value) return std::nullopt;
    state.reset_value.reset();
  } else if (index % 3 == 1) {
    if (!state.power_up) return std::nullopt;
    state.power_up.reset();
  } else {
    const NodeId self = module.read(state.signal);
    if (signal.driver == self) return std::nullopt;
    signal.driver = self;
  }
  return cleaned(std::move(result));
}

/// Every memory: the data of each read port becomes constant, then each write port goes, then the contents, then a
/// mask.
struct MemoryPart {
  MemoryId memory;
  enum class Kind : uint8_t { read, write, contents, mask, enable, depth } kind;
  uint32_t port;
};
std::vector<MemoryPart> memory_parts(const Case& test) {
  std::vector<MemoryPart> parts;
  const Module& module = top(test);
  for (MemoryId id = 0; id < module.memories.size(); ++id) {
    const Memory& memory = module.memories[id];
    for (uint32_t i = 0; i < memory.reads.size(); ++i) parts.push_back({id, MemoryPart::Kind::read, i});
    for (uint32_t i = 0; i < memory.writes.size(); ++i) parts.push_back({id, MemoryPart::Kind::write, i});
    for (uint32_t i = 0; i < memory.reads.size(); ++i) {
      if (memory.reads[i].enable != kNone) parts.push_back({id, MemoryPart::Kind::enable, i});
    }
    for (uint32_t i = 0; i < memory.writes.size(); ++i) {
      if (memory.writes[i].mask != kNone) parts.push_back({id, MemoryPart::Kind::mask, i});
    }
    if (!memory.contents.empty() && !memory.read_only) parts.push_back({id, MemoryPart::Kind::contents, 0});
    if (memory.depth > 1) parts.push_back({id, MemoryPart::Kind::depth, 0});
  }
  return parts;
}
size_t count_memory_parts(const Case& test) { return memory_parts(test).size(); }
std::optional<Case> simplify_memory(const Case& test, size_t index) {
  const MemoryPart part = memory_parts(test)[index];
  Case result = copy_of(test);
  Module& module = top(result);
  Memory& memory = module.memories[part.memory];
  switch (part.kind) {
    case MemoryPart::Kind::read:
      make_constant(module, memory.reads[part.port].data);
      memory.reads.erase(memory.reads.begin() + part.port);
      for (uint32_t i = 0; i < memory.reads.size(); ++i) module.signals[memory.reads[i].data].detail_port = i;
      break;
    case MemoryPart::Kind::write:
      memory.writes.erase(memory.writes.begin() + part.port);
      break;
    case MemoryPart::Kind::enable:
      memory.reads[part.port].enable = kNone;
      break;
    case MemoryPart::Kind::mask:
      memory.writes[part.port].mask = kNone;
      break;
    case MemoryPart::Kind::contents:
      memory.contents.clear();
      break;
    case MemoryPart::Kind::depth:
      memory.depth /= 2;
      if (memory.contents.size() > memory.depth) memory.contents.resize(memory.depth);
      break;
  }
  const auto has_mask = [](const WritePort& port) { return port.mask != kNone; };
  if (std::none_of(memory.writes.begin(), memory.writes.end(), has_mask)) memory.granule = 0;
  return cleaned(std::move(result));
}

// -------------------------------------------------------------------------------- processes and instances

size_t count_processes(const Case& test) { return top(test).processes.size(); }
std::optional<Case> remove_process(const Case& test, size_t index) {
  Case result = copy_of(test);
  auto& processes = top(result).processes;
  processes.erase(processes.begin() + static_cast<ptrdiff_t>(index));
  return cleaned(std::move(result));
}

size_t count_instances(const Case& test) { return top(test).instances.size(); }
std::optional<Case> remove_instance(const Case& test, size_t index) {
  Case result = copy_of(test);
  Module& module = top(result);
  for (const Instance::Output& output : module.instances[index].outputs) make_constant(module, output.signal);
  module.instances.erase(module.instances.begin() + static_cast<ptrdiff_t>(index));
  for (Signal& signal : module.signals) {
    if (signal.kind == SignalKind::instance_output && signal.detail > index) --signal.detail;
  }
  return cleaned(std::move(result));
}

/// Outputs and registers of children.
size_t count_child_parts(const Case& test) {
  size_t count = 0;
  for (ModuleId id = 0; id < test.design->top; ++id) count += test.design->module(id).signals.size();
  return count;
}
std::optional<Case> simplify_child(const Case& test, size_t index) {
  ModuleId id = 0;
  while (index >= test.design->module(id).signals.size()) index -= test.design->module(id++).signals.size();
  Case result = copy_of(test);
  Module& module = test.design->module(id).design().module(id);
  Module& changed = result.design->module(id);
  const auto signal = static_cast<SignalId>(index);
  const NodeId zero = changed.constant(module.signals[signal].width, 0);
  const SignalKind kind = module.signals[signal].kind;
  if (kind == SignalKind::output || kind == SignalKind::wire) {
    if (changed.signals[signal].driver == zero) return std::nullopt;
    changed.signals[signal].driver = zero;
  } else if (kind == SignalKind::reg) {
    const uint32_t number = changed.signals[signal].detail;
    make_constant(changed, signal);
    forget_register(changed, number);
  } else {
    return std::nullopt;
  }
  return cleaned(std::move(result));
}

// ------------------------------------------------------------------------------------- inputs and clocks

std::vector<SignalId> removable_inputs(const Case& test) {
  auto inputs = signals_of(test, SignalKind::input);
  const auto is_clocked = [&](SignalId id) {
    return std::any_of(test.stimulus.steps.begin(), test.stimulus.steps.end(),
                       [&](const Step& step) { return step.clock == top(test).signals[id].name; });
  };
  std::erase_if(inputs, is_clocked);
  return inputs;
}
size_t count_inputs(const Case& test) { return removable_inputs(test).size(); }
std::optional<Case> remove_input(const Case& test, size_t index) {
  Case result = copy_of(test);
  make_constant(top(result), removable_inputs(test)[index]);
  return cleaned(std::move(result));
}

size_t count_pads(const Case& test) { return signals_of(test, SignalKind::inout).size(); }
std::optional<Case> remove_pad(const Case& test, size_t index) {
  const SignalId pad = signals_of(test, SignalKind::inout)[index];
  if (is_connected(top(test), pad)) return std::nullopt;
  Case result = copy_of(test);
  make_constant(top(result), pad);
  return cleaned(std::move(result));
}

/// Attempt `index / 4` clock; `index % 4`: gone when nothing uses it, no reset, rising, the input `clk` itself.
size_t count_clock_parts(const Case& test) { return 4 * top(test).clocks.size(); }
std::optional<Case> simplify_clock(const Case& test, size_t index) {
  Case result = copy_of(test);
  Module& module = top(result);
  const auto id = static_cast<ClockId>(index / 4);
  Clock& clock = module.clocks[id];
  switch (index % 4) {
    case 0: {
      std::vector<ClockId*> uses;
      for (Register& state : module.registers) uses.push_back(&state.clock);
      for (Process& process : module.processes) uses.push_back(&process.clock);
      for (Memory& memory : module.memories) {
        for (ReadPort& port : memory.reads) uses.push_back(&port.clock);
        for (WritePort& port : memory.writes) uses.push_back(&port.clock);
      }
      for (Signal& signal : module.signals) uses.push_back(&signal.timing.clock);
      for (ClockId* const use : uses) {
        if (*use == id) return std::nullopt;
        if (*use != kNone && *use > id) --*use;
      }
      module.clocks.erase(module.clocks.begin() + id);
      break;
    }
    case 1:
      if (clock.reset_kind == ResetKind::none) return std::nullopt;
      clock.reset_kind = ResetKind::none;
      clock.reset = kNone;
      break;
    case 2:
      if (clock.edge == Edge::rising) return std::nullopt;
      clock.edge = Edge::rising;
      break;
    default: {
      const SignalId input = module.find_signal("clk");
      if (input == kNone || module.signals[input].kind != SignalKind::input) return std::nullopt;
      const NodeId read = module.read(input);
      if (clock.clock == read) return std::nullopt;
      clock.clock = read;
    }
  }
  return cleaned(std::move(result));
}

// --------------------------------------------------------------------------------------------- stimulus

/// Runs of 8, 4, 2 and 1 steps that are left out.
size_t count_steps(const Case& test) { return 4 * test.stimulus.steps.size(); }
std::optional<Case> remove_steps(const Case& test, size_t index) {
  const size_t size = test.stimulus.steps.size();
  const size_t length = size_t{8} >> (index / size);
  const size_t begin = index % size;
  if (begin % length != 0 || begin + length > size) return std::nullopt;
  Case result = test;
  auto& steps = result.stimulus.steps;
  // What was set stays set, or everything behind would change.
  std::vector<std::pair<std::string, Bits>> kept;
  for (size_t i = begin; i < begin + length; ++i) {
    kept.insert(kept.end(), steps[i].sets.begin(), steps[i].sets.end());
  }
  steps.erase(steps.begin() + static_cast<ptrdiff_t>(begin), steps.begin() + static_cast<ptrdiff_t>(begin + length));
  if (begin < steps.size()) {
    for (const auto& set : steps[begin].sets) {
      std::erase_if(kept, [&](const auto& old) { return old.first == set.first; });
    }
    kept.insert(kept.end(), steps[begin].sets.begin(), steps[begin].sets.end());
    steps[begin].sets.clear();
    for (size_t i = 0; i < kept.size(); ++i) {  // the last value of each
      const auto again = [&](const auto& later) { return later.first == kept[i].first; };
      if (std::none_of(kept.begin() + static_cast<ptrdiff_t>(i) + 1, kept.end(), again)) {
        steps[begin].sets.push_back(kept[i]);
      }
    }
  }
  return result;
}

size_t count_sets(const Case& test) {
  size_t count = 0;
  for (const Step& step : test.stimulus.steps) count += step.sets.size();
  return 2 * count;
}
/// Even attempts leave a set out, odd ones make its value zero, which is the same at the first set.
std::optional<Case> simplify_set(const Case& test, size_t index) {
  size_t number = index / 2;
  size_t step = 0;
  while (number >= test.stimulus.steps[step].sets.size()) number -= test.stimulus.steps[step++].sets.size();
  Case result = test;
  auto& sets = result.stimulus.steps[step].sets;
  if (index % 2 == 0) {
    sets.erase(sets.begin() + static_cast<ptrdiff_t>(number));
  } else {
    if (sets[number].second.is_zero()) return std::nullopt;
    sets[number].second = Bits(sets[number].second.width());
  }
  return result;
}

/// One clock in the place of several, one evaluation in the place of a clock, and zeros as power-up.
size_t count_actions(const Case& test) { return 2 * test.stimulus.steps.size() + 1; }
std::optional<Case> simplify_action(const Case& test, size_t index) {
  Case result = test;
  if (index == 2 * test.stimulus.steps.size()) {
    if (test.stimulus.power_up.kind == sim::PowerUp::Kind::zeros) return std::nullopt;
    result.stimulus.power_up = {};
    return result;
  }
  Step& step = result.stimulus.steps[index / 2];
  if (step.clock.empty()) return std::nullopt;
  if (index % 2 == 0) {
    step.clock.clear();
    step.cycles = 0;
    return result;
  }
  if (step.cycles <= 1) return std::nullopt;
  step.cycles = 1;
  return result;
}

}  // namespace

const std::vector<Reduction>& all_reductions() {
  static const std::vector<Reduction> reductions = {
      {"outputs", count_outputs, remove_output},
      {"processes", count_processes, remove_process},
      {"observe an operation", count_operations, observe_operation},
      {"steps", count_steps, remove_steps},
      {"instances", count_instances, remove_instance},
      {"registers", count_registers, remove_register},
      {"wires", count_wires, remove_wire},
      {"memories", count_memory_parts, simplify_memory},
      {"operations to inputs", count_operations, operation_to_input},
      {"operations to constants", count_operations, operation_to_constant},
      {"operations to operands", count_operands, operation_to_operand},
      {"constants", count_once, fold},
      {"parts of registers", count_register_parts, simplify_register},
      {"pads", count_pads, remove_pad},
      {"inputs", count_inputs, remove_input},
      {"clocks", count_clock_parts, simplify_clock},
      {"children", count_child_parts, simplify_child},
      {"actions", count_actions, simplify_action},
      {"sets", count_sets, simplify_set},
  };
  return reductions;
}

Case cut_stimulus(const Case& test, size_t steps) {
  Case result = test;
  if (steps < result.stimulus.steps.size()) result.stimulus.steps.resize(steps);
  return result;
}

Case flattened(const Case& test) {
  Case result = copy_of(test);
  std::unique_ptr<Module> flat = passes::flatten(*result.design);
  // Paths become plain names; ports come first and keep theirs.
  std::set<std::string> used;
  const auto rename = [&](std::string& name) {
    std::replace(name.begin(), name.end(), '.', '_');
    while (!used.insert(name).second) name += "_";
  };
  for (const SignalId id : flat->ports()) used.insert(flat->signals[id].name);
  for (SignalId id = 0; id < flat->signals.size(); ++id) {
    const SignalKind kind = flat->signals[id].kind;
    const bool is_port = kind == SignalKind::input || kind == SignalKind::output || kind == SignalKind::inout;
    if (!is_port) rename(flat->signals[id].name);
  }
  for (Memory& memory : flat->memories) rename(memory.name);
  for (Process& process : flat->processes) rename(process.name);
  for (Clock& clock : flat->clocks) std::replace(clock.name.begin(), clock.name.end(), '.', '_');
  flat->name = "top";
  result.design->modules.clear();
  result.design->modules.push_back(std::move(flat));
  result.design->top = 0;
  return result;
}

}  // namespace burin::fuzz
