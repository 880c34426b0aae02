// SPDX-License-Identifier: Apache-2.0
//! @file evaluate.h
//! @brief The value of an operation on constants.
#pragma once

#include <span>

#include "burin/base/bits.h"
#include "burin/ir/ir.h"

namespace burin::passes {

/// The result of `op` on `operands`, with `width` and `immediate` as in the node. Not for `constant` and `read`,
/// whose value is not made from operands (`InternalError`).
Bits evaluate(ir::Op op, std::span<const Bits> operands, uint32_t width, uint32_t immediate);

}  // namespace burin::passes
