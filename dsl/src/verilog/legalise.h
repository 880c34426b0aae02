// SPDX-License-Identifier: Apache-2.0
//! @file legalise.h
//! @brief Rewrites a module into operations that Verilog has as they are.
#pragma once

#include "burin/ir/ir.h"

namespace burin::verilog {

/// A copy of `module` whose nodes can be written one by one. In it
/// * no operand of an operation has zero width, and zero-width roots are zero-width constants;
/// * `crossing` and `dont_care` do not occur;
/// * slices are of reads or of operations that need a name of their own, except for `is_low_product`;
/// * divisors are not 0 and, for signed division, not -1 where the result is used;
/// * amounts of shifts have at most 31 bits, constant ones are below the width;
/// * no comparison has a constant result;
/// * a `select` has at least three choices, and at most as many as its index can choose.
/// The signals are those of `module`, followed by parts of wires that would be false loops.
/// @throws UserError when a bit depends on itself.
ir::Module legalised(const ir::Module& module);

/// Whether `memory` is written as a register: it has one word, and one process that writes it.
bool is_register(const ir::Module& module, const ir::Memory& memory);

/// Whether two clocks of `module` have the same edges.
bool same_edge(const ir::Module& module, ir::ClockId a, ir::ClockId b);

/// Whether `node` is the low half of a product of two operands as wide as itself: `a * b` in Verilog.
bool is_low_product(const ir::Module& module, ir::NodeId node);

/// Whether `node` is bit number `index` of a signal, for an index that reaches all its bits and no more.
bool is_bit_select(const ir::Module& module, ir::NodeId node);

}  // namespace burin::verilog
