// SPDX-License-Identifier: Apache-2.0
//! @file ternary.h
//! @brief Values of which some bits are known, some free and some undefined, and operations on them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "burin/base/bits.h"
#include "burin/ir/ir.h"

namespace burin::passes {

/// Three planes of words: bits that are known to be 1, known to be 0, and undefined. A bit in none of them is free: it
/// is defined, but which value it has is up to the surroundings.
struct Ternary {
  uint32_t width = 0;
  std::span<uint64_t> ones;
  std::span<uint64_t> zeros;
  std::span<uint64_t> undefined;

  void set_free() const;
  void set_undefined() const;
  void set_constant(const Bits& value) const;
  void copy(const Ternary& other) const;
  [[nodiscard]] bool any_undefined() const;
  [[nodiscard]] bool is_known() const;
  [[nodiscard]] bool is_undefined(uint32_t bit) const { return (undefined[bit / 64] >> (bit % 64) & 1) != 0; }
  /// The known ones; the value itself when all bits are known.
  [[nodiscard]] Bits value() const { return Bits::from_words(width, ones); }
};

/// A ternary value for each of many vertices, in one block of memory.
class TernaryTable {
 public:
  /// Adds a value of `width` bits, all free, and returns its index.
  uint32_t add(uint32_t width);
  Ternary at(uint32_t index);
  [[nodiscard]] size_t size() const { return widths_.size(); }

 private:
  std::vector<uint64_t> words_;
  std::vector<size_t> first_;
  std::vector<uint32_t> widths_;
};

/// The value of `op`. Where a free bit decides whether an undefined one is seen, the result is free: a designer who
/// guards a value by an input means the input to be inactive.
/// `operands` are values of the operands' widths; `result` has the operation's width.
void evaluate_ternary(ir::Op op, std::span<const Ternary> operands, uint32_t immediate, const Ternary& result);

}  // namespace burin::passes
