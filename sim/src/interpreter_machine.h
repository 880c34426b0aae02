// SPDX-License-Identifier: Apache-2.0
//! @file interpreter_machine.h
//! @brief A program with its state and clocks: what happens in one evaluation.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "burin/ir/ir.h"
#include "burin/sim/interpreter.h"
#include "interpreter_memory.h"
#include "interpreter_program.h"

namespace burin::sim {

/// What a machine holds at one moment.
struct MachineState {
  Values values;
  std::vector<MemoryState> memories;
  std::vector<bool> levels;      // of the clocks, when last looked at
  std::vector<uint32_t> queued;  // inputs that were set and not yet taken over
  std::vector<uint64_t> hits;
};

class Machine {
 public:
  /// `module` must outlive the machine. `report` gets what the design says.
  Machine(const ir::Module& module, const InterpreterOptions& options, std::function<void(Event)> report);

  /// Power-up values, inputs 0, one evaluation in which no clock fires.
  void restart();

  /// Takes over the inputs that were set and goes on until nothing changes.
  void evaluate();

  // --- inputs, numbered as in `inputs`: ports of kind input and inout in the order of the ports

  void set_input(uint32_t input, const Bits& value);
  void set_input(uint32_t input, uint64_t value);
  [[nodiscard]] Bits input(uint32_t input) const;

  // --- inside

  [[nodiscard]] Bits signal(ir::SignalId id) const {
    return program_.values.bits(program_.signals[id], module_.signals[id].width);
  }
  [[nodiscard]] uint64_t signal_u64(ir::SignalId id);
  void overwrite(ir::SignalId id, const Bits& value);
  /// Where the value of a signal lies, when it is a machine word.
  [[nodiscard]] Storage storage(ir::SignalId id);
  [[nodiscard]] MachineState save() const;
  void load(const MachineState& state);
  [[nodiscard]] bool drives(ir::SignalId inout) const;
  [[nodiscard]] MemoryState& memory(ir::MemoryId id) {
    everything_is_stale_ = true;  // the caller may write to it
    return memories_[id];
  }

  [[nodiscard]] std::vector<CoverCount> cover_counts() const;

 private:
  /// A register: at a clock edge `next`, or `reset_value` while reset is active, goes to `staged` and then to `state`.
  struct Cell {
    ir::SignalId signal = ir::kNone;
    Slot state;
    Slot next;
    Slot staged;
    bool has_reset = false;
    Slot reset_value;
  };
  struct SyncRead {
    uint32_t memory = 0;
    Place address;
    Place enable;                // width 0: always
    std::vector<uint32_t> seen;  // writes whose data it gives, where they are of its edge and its word
    Slot data;
    Slot staged;
    uint32_t width = 0;
    bool sampled = false;
  };
  struct Write {
    uint32_t memory = 0;
    Place address;
    Place data;
    Place enable;
    Place mask;  // width 0: all
    // What was sampled at the edge:
    bool active = false;
    uint64_t index = 0;
    Natural word;
    Natural mask_bits;
  };
  struct ClockState {
    Slot clock;
    bool rising = true;
    ir::ResetKind reset_kind = ir::ResetKind::none;
    bool reset_level = true;
    Slot reset;
    bool last = false;
    std::vector<Cell> cells;
    std::vector<uint32_t> reads;
    std::vector<uint32_t> writes;
    std::vector<uint32_t> processes;
  };
  struct Input {
    ir::SignalId signal = ir::kNone;
    uint32_t width = 0;
    Slot slot;
    Slot pending;
    bool queued = false;
    bool has_cone = false;
    std::vector<uint32_t> cone;  // instructions that depend on it
  };

  void build_clocks();
  void build_memories();
  void build_inputs();
  void queue(uint32_t input);
  void run(bool clocks_fire);
  void settle();
  void execute(const Instruction& instruction);
  void execute_wide(const Instruction& instruction);
  void execute_memory(const Instruction& instruction);
  void execute_pad(const Instruction& instruction);
  bool update(bool clocks_fire);
  void sample(ClockState& clock);
  void sample_read(SyncRead& read);
  void sample_write(Write& write);
  void commit();
  bool reset_asynchronously();
  [[nodiscard]] bool is_on(Slot slot) const { return !program_.values.is_zero(slot); }
  [[nodiscard]] bool reset_active(const ClockState& clock) const {
    return clock.reset_kind != ir::ResetKind::none && is_on(clock.reset) == clock.reset_level;
  }
  void run_processes();
  void run_process(const ir::Process& process, uint32_t number);

  const ir::Module& module_;
  InterpreterOptions options_;
  std::function<void(Event)> report_;
  Program program_;
  std::vector<ClockState> clocks_;
  std::vector<MemoryState> memories_;
  std::vector<SyncRead> reads_;
  std::vector<Write> writes_;
  std::vector<Input> inputs_;
  std::vector<uint64_t> hits_;  // of each process

  std::vector<uint32_t> queued_;  // inputs that were set
  std::vector<uint32_t> stale_;   // inputs that changed and whose cones have to be computed
  bool everything_is_stale_ = true;
  std::vector<uint32_t> fired_;  // clocks that fire in this step
  std::vector<exact::Word> words_;
};

}  // namespace burin::sim
