// SPDX-License-Identifier: Apache-2.0
//! @file interpreter_program.h
//! @brief A flat module as a list of instructions over numbered values: what the interpreter runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "burin/base/bits.h"
#include "burin/ir/ir.h"
#include "exact.h"
#include "natural.h"

namespace burin::sim {

/// Where a value is kept. Values of at most 64 bits are machine words, others are integers of any size.
class Slot {
 public:
  Slot() = default;
  Slot(uint32_t index, bool wide) : code_(index * 2 + (wide ? 1 : 0)) {}
  [[nodiscard]] bool wide() const { return (code_ & 1) != 0; }
  [[nodiscard]] uint32_t index() const { return code_ >> 1; }
  friend bool operator==(const Slot&, const Slot&) = default;

 private:
  uint32_t code_ = 0;  // the slot of index 0 that is not wide always holds 0: values of no bits, undriven wires
};

/// All values of a running design.
class Values {
 public:
  Slot add(uint32_t width, bool exact_only) {
    if (width <= 64 && !exact_only) {
      narrow_.push_back(0);
      return {static_cast<uint32_t>(narrow_.size() - 1), false};
    }
    wide_.emplace_back();
    return {static_cast<uint32_t>(wide_.size() - 1), true};
  }

  [[nodiscard]] uint64_t& narrow(Slot slot) { return narrow_[slot.index()]; }
  [[nodiscard]] Natural& wide(Slot slot) { return wide_[slot.index()]; }
  [[nodiscard]] uint64_t* narrow_data() { return narrow_.data(); }

  [[nodiscard]] Natural integer(Slot slot) const {
    return slot.wide() ? wide_[slot.index()] : Natural(narrow_[slot.index()]);
  }
  [[nodiscard]] bool is_zero(Slot slot) const {
    return slot.wide() ? wide_[slot.index()].is_zero() : narrow_[slot.index()] == 0;
  }
  [[nodiscard]] bool equal(Slot a, Slot b) const {
    return a.wide() || b.wide() ? integer(a) == integer(b) : narrow_[a.index()] == narrow_[b.index()];
  }
  void set(Slot slot, const Natural& value) {
    if (slot.wide()) {
      wide_[slot.index()] = value;
    } else {
      narrow_[slot.index()] = value.low_word();
    }
  }
  void copy(Slot to, Slot from) {
    if (!to.wide() && !from.wide()) {
      narrow_[to.index()] = narrow_[from.index()];
    } else if (to.wide() && from.wide()) {
      wide_[to.index()] = wide_[from.index()];
    } else {
      set(to, integer(from));
    }
  }
  [[nodiscard]] Bits bits(Slot slot, uint32_t width) const {
    return slot.wide() ? exact::to_bits(wide_[slot.index()], width) : Bits(width, narrow_[slot.index()]);
  }
  void set(Slot slot, const Bits& value) {
    if (slot.wide()) {
      wide_[slot.index()] = exact::from_bits(value);
    } else {
      narrow_[slot.index()] = value.word(0);
    }
  }

 private:
  std::vector<uint64_t> narrow_ = {0};
  std::vector<Natural> wide_;
};

/// A value of the program: where it is and how wide it is.
struct Place {
  Slot slot;
  uint32_t width = 0;
};

enum class Mode : uint8_t {
  narrow,  ///< Operands and result are machine words.
  wide,    ///< An operand or the result is not.
  memory,  ///< An asynchronous read: `immediate` is the memory, the operand the address.
  pad      ///< An inout. Operands: the outside's value, if driven the design's value, if stated its enable.
};

struct Instruction {
  ir::Op op = ir::Op::constant;
  Mode mode = Mode::narrow;
  uint32_t width = 0;
  Slot result;
  uint32_t immediate = 0;
  uint32_t first = 0;  // operands in `Program::operands`
  uint32_t count = 0;
};

/// A flat module, ready to run.
struct Program {
  Values values;                          // constants are set, the rest is 0
  std::vector<Instruction> instructions;  // in an order that computes every value after what it depends on
  std::vector<Place> operands;
  std::vector<Slot> signals;                       // where the value of each signal is
  std::vector<Slot> nodes;                         // where the value of each node in use is
  std::unordered_map<ir::SignalId, Slot> outside;  // of an inout: what the world outside puts on the pin

  [[nodiscard]] Place place(const ir::Module& module, ir::NodeId node) const {
    return {nodes[node], module.width(node)};
  }
};

/// Translates `module`, which has no instances but of black boxes and no loops.
Program compile(const ir::Module& module, bool exact_only);

/// The instructions whose results depend on the value in `source` within a cycle.
std::vector<uint32_t> dependents(const Program& program, Slot source);

}  // namespace burin::sim
