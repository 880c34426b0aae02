// SPDX-License-Identifier: Apache-2.0
//! @file expression.h
//! @brief Writes nodes as Verilog expressions.
#pragma once

#include <cstdint>
#include <string>

#include "module_text.h"

namespace burin::verilog {

/// Writes the expressions of one module. Every expression has, by itself, the width of its node, so it means the same
/// wherever it stands.
class Expressions {
 public:
  explicit Expressions(ModuleText& text) : text_(text), module_(text.module) {}

  /// `node` in a place that takes any expression of its width.
  [[nodiscard]] std::string expression(ir::NodeId node) { return at_level(node, Level::lowest, false); }
  /// `node` as the whole right side of an assignment; `type` is the enumeration of the target, or `kNone`.
  [[nodiscard]] std::string assigned(ir::NodeId node, ir::TypeId type);
  /// What a temporary or a signal is defined as: `node`, even where it is named.
  [[nodiscard]] std::string definition(ir::NodeId node, ir::TypeId type);
  /// `node` as a condition, or its complement.
  [[nodiscard]] std::string condition(ir::NodeId node, bool negated);
  /// `node` as one of the operands of `&&`.
  [[nodiscard]] std::string conjunct(ir::NodeId node, bool negated = false);
  /// The condition of a conditional operator: with parentheses where they help the eye.
  [[nodiscard]] std::string choice(ir::NodeId node);
  /// An arm of a conditional operator.
  [[nodiscard]] std::string arm(ir::NodeId node, ir::TypeId type);
  /// Bits `low` to `low + width - 1` of a named node, slice or constant.
  [[nodiscard]] std::string part(ir::NodeId node, uint32_t low, uint32_t width);
  /// A constant; `type` is the enumeration that it is a value of, or `kNone`.
  [[nodiscard]] std::string constant(const Bits& value, ir::TypeId type);
  /// The name of a signal, all of which is read.
  const std::string& read(ir::SignalId signal);

 private:
  /// How tightly the outermost operator binds; what binds less needs parentheses.
  enum class Level : uint8_t {
    lowest,
    conditional,
    logical_or,
    logical_and,
    bit_or,
    bit_xor,
    bit_and,
    equality,
    order,
    shift,
    sum,
    product,
    unary,
    primary
  };
  enum class Radix : uint8_t { plain, number };

  struct Written {
    std::string text;
    Level level;
  };

  Written write(ir::NodeId node, bool is_whole);
  Written write_operation(ir::NodeId node, bool is_whole);
  std::string at_level(ir::NodeId node, Level level, bool is_whole);
  std::string operand_of(ir::Op parent, Level parent_level, ir::NodeId operand, bool is_right);
  Written binary(ir::NodeId node, std::string_view symbol, Level level);
  Written comparison(ir::NodeId left, ir::NodeId right, std::string_view symbol, bool is_signed, Level level);
  Written signed_operation(ir::NodeId node, std::string_view symbol, Level level, bool is_whole);
  Written prefixed(char symbol, ir::NodeId operand);
  Written negation(ir::NodeId node);
  Written concatenation(ir::NodeId node);
  void append_parts(ir::NodeId node, std::vector<ir::NodeId>& parts);
  Written bit_select(ir::NodeId node);
  std::string as_signed(ir::NodeId node, bool is_widened);
  std::string amount(ir::NodeId node);
  std::string number(ir::NodeId node, Level level);
  std::string constant_text(const Bits& value, Radix radix);
  std::string reference(ir::NodeId node, uint32_t low, uint32_t width);

  ModuleText& text_;
  const ir::Module& module_;
};

}  // namespace burin::verilog
