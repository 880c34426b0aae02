// SPDX-License-Identifier: Apache-2.0
//! @file text.h
//! @brief The printable form of a design: complete, one line a thing, and parsed back without loss.
//!
//! A line begins with what it describes and its number; what is absent is not written:
//! ```
//! burin-ir 1
//! top 0
//! file 0 "counter.cpp"
//! @1 = 0:12:7
//! type 0 unsigned 8
//! module 0 "Counter" base "Counter" @1 {
//!   $0 input 1 "clk" timing is_clock 0
//!   $1 output 8 "count" = %3
//!   $2 reg 8 "value" = %5 type 0 object "value"
//!   clock 0 "clk" rising none active_high = %0
//!   register $2 clock 0 reset 0x0
//!   %0 = read 1 $0  # clk
//!   …
//!   %5 = add 8 %3 %4 @1 "next"
//! }
//! ```
//! `$n` is a signal, `%n` a node, `@n` a location, other numbers are ids of what the word before them names.
//! `%n = OPERATION WIDTH OPERANDS` is a node: a constant has its value, a read its signal, a slice its operand and
//! its low bit, a crossing its operand and the number of its reason. Ids are consecutive and lines may come in
//! any order as long as nodes, and the signals that a line names, exist before they are used; a signal's driver
//! and the roots of clocks, memories, instances and processes may come later in the module. `#` starts a comment.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "burin/ir/ir.h"

namespace burin::ir {

/// What `print` writes.
struct TextOptions {
  bool locations = true;  ///< The files, the table of locations and the `@n` that refer to it.
};

/// A whole design. `print(*parse(print(design)))` is `print(design)`, byte for byte.
std::string print(const Design& design, const TextOptions& options = {});

/// One module as it stands in its design's text.
std::string print(const Module& module, const TextOptions& options = {});

/// One node as it stands in its module's text, without the end of the line: `%5 = add 8 %3 %4 "next"`.
std::string print_node(const Module& module, NodeId id, const TextOptions& options = {});

/// The design that `text` describes. Ids, widths and references are checked, so that the result holds everything
/// that ir.h promises; whether all signals are driven and similar mistakes of a designer are not.
/// @param name what messages call the text, such as the file's name.
/// @throws UserError naming line, column and what was expected: "adder.ir:12:7: expected …".
std::unique_ptr<Design> parse(std::string_view text, std::string_view name = "<ir>");

}  // namespace burin::ir
