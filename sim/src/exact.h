// SPDX-License-Identifier: Apache-2.0
//! @file exact.h
//! @brief The operations of the IR on numbers of any size: docs/semantics.md, line by line.
#pragma once

#include <cstdint>
#include <span>

#include "burin/base/bits.h"
#include "burin/ir/ir.h"
#include "natural.h"

namespace burin::sim::exact {

/// A number below 2^width: a value of `width` bits.
struct Word {
  Natural value;
  uint32_t width = 0;
};

Natural from_bits(const Bits& bits);
Bits to_bits(const Natural& value, uint32_t width);

/// -value modulo 2^width.
Natural negative(const Natural& value, uint32_t width);

/// The result of `op`, below 2^width. Not for constants and reads.
Natural compute(ir::Op op, std::span<const Word> operands, uint32_t width, uint32_t immediate);

}  // namespace burin::sim::exact
