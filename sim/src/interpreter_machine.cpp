// SPDX-License-Identifier: Apache-2.0
//! @file interpreter_machine.cpp
//! @brief A program with its state and clocks: what happens in one evaluation (docs/semantics.md, section 4).
//!
//! 1. Take over the inputs that were set. Settle: compute what may have changed.
//! 2. Find the clocks whose value changed in the direction of their edge. Let the checks on them speak, sample
//!    registers and memory ports, then update all of them.
//! 3. Set the registers whose asynchronous reset is active.
//! 4. If state changed, compute everything and go on with 2.
//!
//! Computing everything is one pass over the instructions. When only an input changed that is a clock, its few
//! dependents are computed instead.
#include "interpreter_machine.h"

#include <algorithm>
#include <utility>

#include "burin/passes/memory_edges.h"
#include "inside.h"

namespace burin::sim {
namespace {

using ir::kNone;
using ir::SignalId;
using ir::SignalKind;

// More steps than this in one evaluation mean that clocks drive each other without end. (Resets alone cannot: a reset
// only ever moves a register to its one reset value.)
constexpr int kStepLimit = 1000;

}  // namespace

Machine::Machine(const ir::Module& module, const InterpreterOptions& options, std::function<void(Event)> report)
    : module_(module),
      options_(options),
      report_(std::move(report)),
      program_(compile(module, options.exact_only)),
      hits_(module.processes.size(), 0) {
  build_clocks();
  build_memories();
  build_inputs();
  restart();
}

void Machine::build_clocks() {
  for (const ir::Clock& from : module_.clocks) {
    ClockState to;
    to.clock = program_.nodes[from.clock];
    to.rising = from.edge == ir::Edge::rising;
    to.reset_kind = from.reset == kNone ? ir::ResetKind::none : from.reset_kind;
    to.reset_level = from.reset_level == ir::ResetLevel::active_high;
    if (to.reset_kind != ir::ResetKind::none) to.reset = program_.nodes[from.reset];
    clocks_.push_back(std::move(to));
  }
  for (const ir::Register& state : module_.registers) {
    const ir::Signal& signal = module_.signals[state.signal];
    if (signal.width == 0) continue;
    Cell cell;
    cell.signal = state.signal;
    cell.state = program_.signals[state.signal];
    cell.next = signal.driver == kNone ? cell.state : program_.nodes[signal.driver];
    cell.staged = program_.values.add(signal.width, options_.exact_only);
    cell.has_reset = state.reset_value.has_value();
    if (cell.has_reset) {
      cell.reset_value = program_.values.add(signal.width, options_.exact_only);
      program_.values.set(cell.reset_value, *state.reset_value);
    }
    clocks_[state.clock].cells.push_back(cell);
  }
  for (uint32_t i = 0; i < module_.processes.size(); ++i) clocks_[module_.processes[i].clock].processes.push_back(i);
}

void Machine::build_memories() {
  const auto place = [this](ir::NodeId node) { return node == kNone ? Place{} : program_.place(module_, node); };
  for (uint32_t id = 0; id < module_.memories.size(); ++id) {
    const ir::Memory& memory = module_.memories[id];
    const auto first_write = static_cast<uint32_t>(writes_.size());
    memories_.emplace_back(memory, options_.exact_only);
    for (const ir::ReadPort& port : memory.reads) {
      if (!port.synchronous || memory.width == 0) continue;
      SyncRead read;
      read.memory = id;
      read.address = place(port.address);
      read.enable = place(port.enable);
      for (uint32_t i = 0; i < memory.writes.size(); ++i) {
        if (passes::sees_write(module_, port, memory.writes[i])) read.seen.push_back(first_write + i);
      }
      read.data = program_.signals[port.data];
      read.width = memory.width;
      read.staged = program_.values.add(memory.width, options_.exact_only);
      clocks_[port.clock].reads.push_back(static_cast<uint32_t>(reads_.size()));
      reads_.push_back(std::move(read));
    }
    for (const ir::WritePort& port : memory.writes) {
      if (memory.width == 0) continue;
      Write write;
      write.memory = id;
      write.address = place(port.address);
      write.data = place(port.data);
      write.enable = place(port.enable);
      write.mask = place(port.mask);
      clocks_[port.clock].writes.push_back(static_cast<uint32_t>(writes_.size()));
      writes_.push_back(std::move(write));
    }
  }
}

void Machine::build_inputs() {
  std::vector<Slot> clock_slots;
  clock_slots.reserve(clocks_.size());
  for (const ClockState& clock : clocks_) clock_slots.push_back(clock.clock);
  for (const SignalId id : module_.ports()) {
    const ir::Signal& signal = module_.signals[id];
    if (signal.kind == SignalKind::output) continue;
    Input input;
    input.signal = id;
    input.width = signal.width;
    if (signal.width != 0) {
      input.slot = signal.kind == SignalKind::inout ? program_.outside.at(id) : program_.signals[id];
      input.pending = program_.values.add(signal.width, options_.exact_only);
      input.has_cone = std::find(clock_slots.begin(), clock_slots.end(), input.slot) != clock_slots.end();
      if (input.has_cone) input.cone = dependents(program_, input.slot);
    }
    inputs_.push_back(std::move(input));
  }
}

void Machine::restart() {
  Values& values = program_.values;
  for (const ClockState& clock : clocks_) {
    for (const Cell& cell : clock.cells) {
      const ir::Signal& signal = module_.signals[cell.signal];
      const std::optional<Bits>& stated = module_.register_of(cell.signal).power_up;
      values.set(cell.state, stated ? *stated : power_up_value(options_.power_up, signal.name, 0, signal.width));
    }
  }
  for (const SyncRead& read : reads_) {
    const ir::Memory& memory = module_.memories[read.memory];
    for (const ir::ReadPort& port : memory.reads) {
      if (program_.signals[port.data] != read.data) continue;
      values.set(read.data, power_up_value(options_.power_up, module_.signals[port.data].name, 0, read.width));
    }
  }
  for (MemoryState& memory : memories_) memory.restart(options_.power_up);
  for (SignalId id = 0; id < module_.signals.size(); ++id) {
    if (module_.signals[id].kind == SignalKind::instance_output) overwrite(id, Bits(module_.signals[id].width));
  }
  for (Input& input : inputs_) {
    if (input.width == 0) continue;
    values.set(input.slot, Bits(input.width));
    values.set(input.pending, Bits(input.width));
  }
  everything_is_stale_ = true;
  run(false);
}

// ------------------------------------------------------------------------------------------------------- inputs

void Machine::queue(uint32_t input) {
  if (inputs_[input].queued) return;
  inputs_[input].queued = true;
  queued_.push_back(input);
}

void Machine::set_input(uint32_t input, const Bits& value) {
  if (inputs_[input].width == 0) return;
  program_.values.set(inputs_[input].pending, value.resize(inputs_[input].width));
  queue(input);
}

void Machine::set_input(uint32_t input, uint64_t value) {
  const Slot pending = inputs_[input].pending;
  if (inputs_[input].width == 0) return;
  if (pending.wide()) {
    program_.values.wide(pending) = value;
  } else {
    program_.values.narrow(pending) = value;
  }
  queue(input);
}

Bits Machine::input(uint32_t input) const { return program_.values.bits(inputs_[input].pending, inputs_[input].width); }

uint64_t Machine::signal_u64(SignalId id) {
  const Slot slot = program_.signals[id];
  return slot.wide() ? program_.values.wide(slot).low_word() : program_.values.narrow(slot);
}

void Machine::overwrite(SignalId id, const Bits& value) {
  if (module_.signals[id].width == 0) return;
  program_.values.set(program_.signals[id], value);
  everything_is_stale_ = true;
}

bool Machine::drives(SignalId inout) const {
  const ir::Signal& signal = module_.signals[inout];
  if (signal.driver == kNone) return false;
  return signal.output_enable == kNone || is_on(program_.nodes[signal.output_enable]);
}

Storage Machine::storage(SignalId id) {
  const Slot slot = program_.signals[id];
  if (slot.wide()) return {};
  return {&program_.values.narrow(slot), sizeof(uint64_t)};
}

MachineState Machine::save() const {
  MachineState state{program_.values, memories_, {}, queued_, hits_};
  for (const ClockState& clock : clocks_) state.levels.push_back(clock.last);
  return state;
}

void Machine::load(const MachineState& state) {
  program_.values = state.values;  // of equal size, so the values stay where they are
  memories_ = state.memories;
  for (size_t i = 0; i < clocks_.size(); ++i) clocks_[i].last = state.levels[i];
  for (Input& input : inputs_) input.queued = false;
  queued_ = state.queued;
  for (const uint32_t input : queued_) inputs_[input].queued = true;
  hits_ = state.hits;
  stale_.clear();
  everything_is_stale_ = true;
}

// --------------------------------------------------------------------------------------------------- evaluation

void Machine::evaluate() {
  for (const uint32_t id : queued_) {
    Input& input = inputs_[id];
    input.queued = false;
    if (program_.values.equal(input.slot, input.pending)) continue;
    program_.values.copy(input.slot, input.pending);
    if (input.has_cone) {
      stale_.push_back(id);
    } else {
      everything_is_stale_ = true;
    }
  }
  queued_.clear();
  run(true);
}

void Machine::run(bool clocks_fire) {
  std::vector<bool> restless(clocks_.size(), false);
  for (int step = 0; step < kStepLimit; ++step) {
    settle();
    if (!update(clocks_fire)) return;
    everything_is_stale_ = true;
    if (step < kStepLimit / 2) continue;
    for (const uint32_t i : fired_) restless[i] = true;
  }
  does_not_settle(module_, restless);
}

void Machine::settle() {
  if (everything_is_stale_) {
    for (const Instruction& instruction : program_.instructions) execute(instruction);
  } else {
    // An instruction that depends on two of the inputs is computed twice, the second time with both.
    for (const uint32_t input : stale_) {
      for (const uint32_t index : inputs_[input].cone) execute(program_.instructions[index]);
    }
  }
  everything_is_stale_ = false;
  stale_.clear();
}

bool Machine::update(bool clocks_fire) {
  fired_.clear();
  for (uint32_t i = 0; i < clocks_.size(); ++i) {
    ClockState& clock = clocks_[i];
    const bool now = is_on(clock.clock);
    if (now == clock.last) continue;
    clock.last = now;
    if (clocks_fire && now == clock.rising) fired_.push_back(i);
  }
  if (!fired_.empty()) {
    run_processes();
    // All writes are sampled before any read, since a read of new data looks at them.
    for (const uint32_t i : fired_) {
      for (const uint32_t write : clocks_[i].writes) sample_write(writes_[write]);
    }
    for (const uint32_t i : fired_) sample(clocks_[i]);
    commit();
  }
  const bool was_reset = reset_asynchronously();
  return !fired_.empty() || was_reset;
}

void Machine::sample(ClockState& clock) {
  const bool in_reset = reset_active(clock);
  for (const Cell& cell : clock.cells) {
    program_.values.copy(cell.staged, in_reset && cell.has_reset ? cell.reset_value : cell.next);
  }
  for (const uint32_t read : clock.reads) sample_read(reads_[read]);
}

void Machine::sample_write(Write& write) {
  Values& values = program_.values;
  write.active = write.enable.width == 0 || is_on(write.enable.slot);
  if (!write.active) return;
  const Natural address = values.integer(write.address.slot);
  if (address >= memories_[write.memory].depth()) {
    write.active = false;
    return;
  }
  write.index = address.low_word();
  write.word = values.integer(write.data.slot);
  if (write.mask.width != 0) write.mask_bits = values.integer(write.mask.slot);
}

void Machine::sample_read(SyncRead& read) {
  read.sampled = read.enable.width == 0 || is_on(read.enable.slot);
  if (!read.sampled) return;
  const MemoryState& memory = memories_[read.memory];
  const Natural address = program_.values.integer(read.address.slot);
  if (address >= memory.depth()) {
    program_.values.set(read.staged, Natural());
    return;
  }
  const auto index = address.low_word();
  Natural word = memory.word(index);
  for (const uint32_t i : read.seen) {
    const Write& write = writes_[i];
    if (!write.active || write.index != index) continue;
    word = memory.merged(word, write.word, write.mask.width == 0 ? nullptr : &write.mask_bits);
  }
  program_.values.set(read.staged, word);
}

void Machine::commit() {
  Values& values = program_.values;
  for (const uint32_t i : fired_) {
    for (const Cell& cell : clocks_[i].cells) values.copy(cell.state, cell.staged);
    for (const uint32_t read : clocks_[i].reads) {
      if (reads_[read].sampled) values.copy(reads_[read].data, reads_[read].staged);
    }
  }
  // In the order of the ports, whichever clock each has: the last one wins.
  for (Write& write : writes_) {
    if (!write.active) continue;
    memories_[write.memory].write(write.index, write.word, write.mask.width == 0 ? nullptr : &write.mask_bits);
    write.active = false;
  }
}

bool Machine::reset_asynchronously() {
  bool changed = false;
  for (const ClockState& clock : clocks_) {
    if (clock.reset_kind != ir::ResetKind::asynchronous || !reset_active(clock)) continue;
    for (const Cell& cell : clock.cells) {
      if (!cell.has_reset || program_.values.equal(cell.state, cell.reset_value)) continue;
      program_.values.copy(cell.state, cell.reset_value);
      changed = true;
    }
  }
  return changed;
}

}  // namespace burin::sim
