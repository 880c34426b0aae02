// SPDX-License-Identifier: Apache-2.0
//! @file interpreter_program.cpp
//! @brief A flat module as a list of instructions over numbered values.
//!
//! 1. Give a slot to every signal that holds a value of its own: inputs, registers, outputs of black boxes, data of
//!    memories, pads.
//! 2. Walk the nodes in the order of their dependencies. A constant gets a slot with its value. A read of a wire has
//!    the slot of what drives the wire, so wires cost nothing. Every operation gets a slot and an instruction.
//! 3. Compute pads and asynchronous read ports that no node reads as well, for those who look from outside.
#include "interpreter_program.h"

#include <algorithm>
#include <unordered_set>

#include "burin/base/diagnostics.h"
#include "burin/passes/schedule.h"

namespace burin::sim {
namespace {

using ir::kNone;
using ir::NodeId;
using ir::Op;
using ir::SignalId;
using ir::SignalKind;

class Compiler {
 public:
  Compiler(const ir::Module& module, bool exact_only) : module_(module), exact_only_(exact_only) {}

  Program run() {
    program_.nodes.resize(module_.node_count());
    program_.signals.resize(module_.signals.size());
    for (SignalId id = 0; id < module_.signals.size(); ++id) {
      const SignalKind kind = module_.signals[id].kind;
      if (kind == SignalKind::wire || kind == SignalKind::output) continue;
      program_.signals[id] = add_slot(module_.signals[id].width);
      if (kind == SignalKind::inout) program_.outside[id] = add_slot(module_.signals[id].width);
    }

    const passes::Schedule schedule = passes::schedule(module_);
    internal_check(schedule.loops.empty(), "the interpreter was given a module with a combinational loop");
    for (const NodeId node : schedule.order) translate(node);

    for (SignalId id = 0; id < module_.signals.size(); ++id) {
      const ir::Signal& signal = module_.signals[id];
      if (signal.kind == SignalKind::wire || signal.kind == SignalKind::output) {
        if (signal.driver != kNone) program_.signals[id] = program_.nodes[signal.driver];
      } else {
        compute_signal(id);
      }
    }
    return std::move(program_);
  }

 private:
  Slot add_slot(uint32_t width) { return width == 0 ? Slot() : program_.values.add(width, exact_only_); }

  [[nodiscard]] Place place(NodeId node) const { return node == kNone ? Place{} : program_.place(module_, node); }

  void translate(NodeId node) {
    const ir::Node& value = module_.node(node);
    switch (value.op) {
      case Op::constant: {
        const Slot slot = program_.nodes[node] = add_slot(value.width);
        if (value.width != 0) program_.values.set(slot, module_.constant_value(node));
        return;
      }
      case Op::read: {
        const ir::Signal& signal = module_.signals[value.immediate];
        if (signal.kind == SignalKind::wire || signal.kind == SignalKind::output) {
          if (signal.driver != kNone) program_.nodes[node] = program_.nodes[signal.driver];
          return;
        }
        compute_signal(value.immediate);
        program_.nodes[node] = program_.signals[value.immediate];
        return;
      }
      case Op::dont_care:
        // A slot of its width: what reads it expects a wide one where it has more than 64 bits.
        program_.nodes[node] = add_slot(value.width);
        return;
      case Op::crossing:
        program_.nodes[node] = program_.nodes[module_.operand(node, 0)];
        return;
      default:
        break;
    }
    if (value.width == 0) return;  // the slot that holds 0
    std::vector<Place> operands;
    for (const NodeId operand : module_.operands(node)) operands.push_back(place(operand));
    program_.nodes[node] = add_slot(value.width);
    Instruction instruction;
    instruction.op = value.op;
    instruction.width = value.width;
    instruction.immediate = value.immediate;
    instruction.result = program_.nodes[node];
    const auto is_narrow = [](const Place& operand) { return operand.width <= 64 && !operand.slot.wide(); };
    const bool narrow = !exact_only_ && value.width <= 64 && std::all_of(operands.begin(), operands.end(), is_narrow);
    instruction.mode = narrow ? Mode::narrow : Mode::wide;
    append(instruction, operands);
  }

  // The instruction of a pad or an asynchronous read port, once.
  void compute_signal(SignalId id) {
    const ir::Signal& signal = module_.signals[id];
    Instruction instruction;
    instruction.result = program_.signals[id];
    instruction.width = signal.width;
    if (signal.width == 0) return;
    if (signal.kind == SignalKind::inout) {
      if (!computed_.insert(id).second) return;
      instruction.mode = Mode::pad;
      std::vector<Place> operands = {{program_.outside[id], signal.width}};
      if (signal.driver != kNone) operands.push_back(place(signal.driver));
      if (signal.driver != kNone && signal.output_enable != kNone) operands.push_back(place(signal.output_enable));
      append(instruction, operands);
    } else if (signal.kind == SignalKind::memory_read) {
      const ir::ReadPort& port = module_.memories[signal.detail].reads[signal.detail_port];
      if (port.synchronous || !computed_.insert(id).second) return;
      instruction.mode = Mode::memory;
      instruction.immediate = signal.detail;
      append(instruction, {place(port.address)});
    }
  }

  void append(Instruction instruction, const std::vector<Place>& operands) {
    instruction.first = static_cast<uint32_t>(program_.operands.size());
    instruction.count = static_cast<uint32_t>(operands.size());
    program_.operands.insert(program_.operands.end(), operands.begin(), operands.end());
    program_.instructions.push_back(instruction);
  }

  const ir::Module& module_;
  bool exact_only_;
  Program program_;
  std::unordered_set<SignalId> computed_;
};

}  // namespace

Program compile(const ir::Module& module, bool exact_only) { return Compiler(module, exact_only).run(); }

std::vector<uint32_t> dependents(const Program& program, Slot source) {
  const auto key = [](Slot slot) { return slot.index() * 2 + (slot.wide() ? 1 : 0); };
  std::unordered_set<uint32_t> reached = {key(source)};
  std::vector<uint32_t> result;
  for (uint32_t i = 0; i < program.instructions.size(); ++i) {
    const Instruction& instruction = program.instructions[i];
    const auto begin = program.operands.begin() + instruction.first;
    if (std::any_of(begin, begin + instruction.count, [&](const Place& p) { return reached.contains(key(p.slot)); })) {
      reached.insert(key(instruction.result));
      result.push_back(i);
    }
  }
  return result;
}

}  // namespace burin::sim
