// SPDX-License-Identifier: Apache-2.0
//! @file allocate.h
//! @brief Which virtual register is in which register of the processor, and which in memory.
#pragma once

#include <cstdint>
#include <vector>

#include "lir.h"

namespace burin::sim::native {

struct Place {
  enum class Kind : uint8_t {
    none,
    general,  ///< General register `index` of the allocatable ones.
    vector,   ///< Vector register `index`.
    stack,    ///< At `offset` of the frame.
    indexed,  ///< Where it was loaded from: `bytes` at `offset` of the buffer + register `reg` times `scale`.
    home,     ///< Where it was loaded from: `bytes` at `offset` of the buffer, which nothing overwrites in its life.
    number,   ///< A constant: `offset`.
    table     ///< Vector table `offset`.
  };
  Kind kind = Kind::none;
  uint8_t index = 0;
  uint8_t bytes = 8;
  uint8_t scale = 1;
  Reg reg = kNoReg;
  int64_t offset = 0;
};

struct Allocation {
  std::vector<Place> places;  ///< Of each virtual register.
  uint32_t frame_bytes = 0;
  uint32_t used_general = 0;  ///< Bit i: general register i is used.
  /// For each `call`, `report` and `cover`, in order: the registers that live across it.
  struct Live {
    uint32_t general = 0;
    uint32_t vectors = 0;
  };
  std::vector<Live> live_at_calls;
};

struct Registers {
  uint32_t general = 0;  ///< Bit i: general register i may be given.
  uint32_t vectors = 14;
  uint32_t vector_bytes = 32;
  bool spares_frame = false;  ///< Gives up what can be read again before anything that needs a place on the stack.
};

/// Gives a place to every virtual register of `code`, from which dead operations have been removed.
Allocation allocate(const LirCode& code, const Registers& registers);

}  // namespace burin::sim::native
