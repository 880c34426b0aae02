// SPDX-License-Identifier: Apache-2.0
//! @file interpreter_memory.h
//! @brief The words of a memory, and what state holds at time zero.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "burin/ir/ir.h"
#include "burin/sim/engine.h"
#include "interpreter_program.h"

namespace burin::sim {

/// What a register, or word `index` of a memory, that states no value holds at time zero. Random bits depend on the
/// seed, the name and the index only.
Bits power_up_value(const PowerUp& power_up, std::string_view name, uint64_t index, uint32_t width);

class MemoryState {
 public:
  /// @throws UserError when the memory is too large to hold.
  MemoryState(const ir::Memory& memory, bool exact_only);

  /// Contents, and `power_up` beyond them.
  void restart(const PowerUp& power_up);

  [[nodiscard]] uint64_t depth() const { return memory_->depth; }
  [[nodiscard]] uint32_t width() const { return memory_->width; }
  [[nodiscard]] bool is_wide() const { return wide_words_; }

  /// Word `index`, 0 beyond the last. The first for memories that are not wide, both for any.
  [[nodiscard]] uint64_t narrow(uint64_t index) const { return index < narrow_.size() ? narrow_[index] : 0; }
  [[nodiscard]] Natural word(uint64_t index) const;

  /// Replaces the bits of word `index` that `mask` selects, granule by granule; nothing beyond the last word.
  void write(uint64_t index, const Natural& value, const Natural* mask);

  /// `old`, with the bits that `mask` selects replaced. Without a mask, `value`.
  [[nodiscard]] Natural merged(const Natural& old, const Natural& value, const Natural* mask) const;

 private:
  const ir::Memory* memory_;
  bool wide_words_;
  std::vector<uint64_t> narrow_;
  std::vector<Natural> wide_;
};

}  // namespace burin::sim
