// SPDX-License-Identifier: Apache-2.0
//! @file expression.cpp
//! @brief Writes nodes as Verilog expressions.
//!
//! Verilog widens operands to the widest one around before it computes, and turns signed operands unsigned when
//! one operand is. Neither can happen here: all operands of an operator have its width, extensions are written as
//! concatenations, and a signed operation stands in `$unsigned()` unless it is the whole right side of an
//! assignment. Full products alone use the rule: they are whole right sides, and the target widens their operands.
//!
//! Parentheses stand where the grammar wants them and where readers would have to know a rarely used rule of it:
//! between different bitwise operators, around comparisons of bits, between `&&` and `||`.
#include "expression.h"

#include <fmt/format.h>

#include "burin/base/diagnostics.h"
#include "legalise.h"

namespace burin::verilog {

using namespace ir;

namespace {

constexpr uint32_t kMaxDecimalWidth = 32;
constexpr uint64_t kMaxDecimal = 9999;
constexpr uint32_t kMaxLiteralWidth = 384;  // longer constants are cut, so that they can be spread over lines
constexpr uint32_t kLiteralPiece = 256;

std::string in_parentheses(std::string_view text) { return fmt::format("({})", text); }

bool is_reduction(Op op) { return op == Op::reduce_and || op == Op::reduce_or || op == Op::reduce_xor; }

}  // namespace

std::string Expressions::assigned(NodeId node, TypeId type) {
  if (module_.is_constant(node) && !text_.plan.is_named(node)) return constant(module_.constant_value(node), type);
  return write(node, true).text;
}

std::string Expressions::definition(NodeId node, TypeId type) {
  if (module_.is_constant(node)) return constant(module_.constant_value(node), type);
  return write_operation(node, true).text;
}

std::string Expressions::condition(NodeId node, bool negated) {
  return negated ? negation(node).text : at_level(node, Level::lowest, false);
}

std::string Expressions::conjunct(NodeId node, bool negated) {
  if (negated) {
    Written written = negation(node);
    return written.level < Level::equality ? in_parentheses(written.text) : std::move(written.text);
  }
  return operand_of(Op::bit_and, Level::logical_and, node, false);
}

std::string Expressions::choice(NodeId node) { return at_level(node, Level::logical_or, false); }

std::string Expressions::arm(NodeId node, TypeId type) {
  if (module_.is_constant(node) && !text_.plan.is_named(node)) return constant(module_.constant_value(node), type);
  return at_level(node, Level::logical_or, false);
}

// ---------------------------------------------------------------------------------- names and constants

const std::string& Expressions::read(SignalId signal) {
  if (text_.records_usage) text_.signal_usage[signal].add_all();
  return text_.signal_names[signal];
}

std::string Expressions::reference(NodeId node, uint32_t low, uint32_t width) {
  const bool is_named = text_.plan.is_named(node);
  const bool is_all = width == module_.width(node);
  internal_check(is_named || module_.node(node).op == Op::read, "a part of an expression without a name");
  const SignalId signal = is_named ? text_.plan.carrier(node) : module_.node(node).immediate;
  if (text_.records_usage) {
    Usage& usage = signal != kNone ? text_.signal_usage[signal] : text_.temporary_usage[text_.plan.name_index(node)];
    is_all ? usage.add_all() : usage.add(low, width);
  }
  const std::string& name = is_named ? text_.plan.name(node) : text_.signal_names[signal];
  if (is_all) return name;
  if (width == 1) return fmt::format("{}[{}]", name, low);
  return fmt::format("{}[{}:{}]", name, low + width - 1, low);
}

std::string Expressions::part(NodeId node, uint32_t low, uint32_t width) {
  if (!text_.plan.is_named(node)) {
    if (module_.is_constant(node)) {
      return constant_text(module_.constant_value(node).slice(low, width), Radix::plain);
    }
    const Node& slice = module_.node(node);
    if (slice.op == Op::slice) return reference(module_.operand(node, 0), slice.immediate + low, width);
  }
  return reference(node, low, width);
}

std::string Expressions::constant_text(const Bits& value, Radix radix) {
  const uint32_t width = value.width();
  if (width == 1) return value.bit(0) ? "1'b1" : "1'b0";
  if (width > kMaxLiteralWidth && !value.is_zero()) {
    std::string text = "{";
    for (uint32_t high = width; high > 0;) {
      const uint32_t piece = (high - 1) % kLiteralPiece + 1;
      high -= piece;
      text += fmt::format("{}'h{}{}", piece, value.slice(high, piece).to_hex(), high == 0 ? "}" : ", ");
    }
    return text;
  }
  const bool is_short = width <= 64 || value.slice(64, width - 64).is_zero();
  const uint64_t number = value.word(0);
  const bool is_count = radix == Radix::number || width % 4 != 0;  // else rather a pattern of bits
  const bool decimal = is_short && (number < 10 || (is_count && width <= kMaxDecimalWidth && number <= kMaxDecimal));
  return decimal ? fmt::format("{}'d{}", width, number) : fmt::format("{}'h{}", width, value.to_hex());
}

std::string Expressions::constant(const Bits& value, TypeId type) {
  if (type != kNone && value.width() <= 64 && value.width() > 0) {
    const uint64_t number = value.word(0);
    const auto found = text_.enumerators.find({type, number});
    if (found != text_.enumerators.end()) return found->second;
    const Type& enumeration = module_.design().type(type);
    for (const Type::Enumerator& enumerator : enumeration.enumerators) {
      if (enumerator.value != number || enumeration.width != value.width()) continue;
      const size_t colon = enumeration.name.rfind(':');
      const std::string scope = colon == std::string::npos ? enumeration.name : enumeration.name.substr(colon + 1);
      return text_.enumerators[{type, number}] = text_.names.claim(scope + "_" + enumerator.name);
    }
  }
  return constant_text(value, Radix::plain);
}

/// An operand of arithmetic or of an order: small constants are decimal.
std::string Expressions::number(NodeId node, Level level) {
  if (module_.is_constant(node) && !text_.plan.is_named(node)) {
    return constant_text(module_.constant_value(node), Radix::number);
  }
  return at_level(node, level, false);
}

/// An expression that is signed and as wide as `node`, also where the operator around it is wider. `is_widened` tells
/// that it is: a minus would then be computed in the wider form.
std::string Expressions::as_signed(NodeId node, bool is_widened) {
  if (!module_.is_constant(node) || text_.plan.is_named(node)) return fmt::format("$signed({})", expression(node));
  const Bits& value = module_.constant_value(node);
  const uint32_t width = value.width();
  if (width > kMaxDecimalWidth) return fmt::format("$signed({})", constant_text(value, Radix::plain));
  Bits minimum(width);
  minimum.set_bit(width - 1, true);
  const int64_t number = value.to_int64();
  // -128 would be minus of a number that is too large.
  if (value == minimum || (number < 0 && is_widened)) return fmt::format("{}'sh{}", width, value.to_hex());
  return number < 0 ? fmt::format("-{}'sd{}", width, -number) : fmt::format("{}'sd{}", width, number);
}

// -------------------------------------------------------------------------------------------- operators

std::string Expressions::at_level(NodeId node, Level level, bool is_whole) {
  Written written = write(node, is_whole);
  return written.level < level ? in_parentheses(written.text) : std::move(written.text);
}

std::string Expressions::operand_of(Op parent, Level parent_level, NodeId operand, bool is_right) {
  const Op op = module_.node(operand).op;
  const bool is_named = text_.plan.is_named(operand);
  Written written = write(operand, false);
  const Level level = written.level;
  bool plain = level == Level::primary || (level == Level::unary && !is_reduction(op));
  switch (parent_level) {
    case Level::logical_or:
    case Level::logical_and:
      plain = plain || level == Level::equality || level == Level::order || (op == parent && !is_named);
      break;
    case Level::bit_or:
    case Level::bit_xor:
    case Level::bit_and:
      plain = plain || (op == parent && !is_named);
      break;
    case Level::equality:
    case Level::order:
      plain = level == Level::primary || level == Level::sum || level == Level::product;
      break;
    case Level::sum:
      plain = plain || level == Level::product ||
              (level == Level::sum && (!is_right || (parent == Op::add && op == Op::add)));
      break;
    default:
      break;
  }
  return plain ? std::move(written.text) : in_parentheses(written.text);
}

Expressions::Written Expressions::binary(NodeId node, std::string_view symbol, Level level) {
  const Op op = module_.node(node).op;
  const bool is_number = level == Level::sum || level == Level::product;
  const auto side = [&](uint32_t index) {
    const NodeId operand = module_.operand(node, index);
    if (is_number && module_.is_constant(operand)) return number(operand, Level::primary);
    return operand_of(op, level, operand, index == 1);
  };
  std::string left = side(0);
  return {fmt::format("{} {} {}", left, symbol, side(1)), level};
}

Expressions::Written Expressions::comparison(NodeId left, NodeId right, std::string_view symbol, bool is_signed,
                                             Level level) {
  if (module_.is_constant(left) && !module_.is_constant(right)) {
    std::swap(left, right);
    if (symbol[0] == '<') {
      symbol = symbol == "<" ? ">" : ">=";
    } else if (symbol[0] == '>') {
      symbol = symbol == ">" ? "<" : "<=";
    }
  }
  const auto side = [&](NodeId operand, NodeId other) {
    if (is_signed) return as_signed(operand, false);
    if (!module_.is_constant(operand) || text_.plan.is_named(operand)) {
      return operand_of(Op::eq, level, operand, false);
    }
    const Bits& value = module_.constant_value(operand);
    if (level == Level::order) return constant_text(value, Radix::number);
    const TypeId type = text_.plan.enumeration(other);
    if (type != kNone) return constant(value, type);
    return constant_text(value, Radix::plain);
  };
  std::string first = side(left, right);
  return {fmt::format("{} {} {}", first, symbol, side(right, left)), level};
}

Expressions::Written Expressions::prefixed(char symbol, NodeId operand) {
  return {fmt::format("{}{}", symbol, at_level(operand, Level::primary, false)), Level::unary};
}

Expressions::Written Expressions::signed_operation(NodeId node, std::string_view symbol, Level level, bool is_whole) {
  const NodeId right = module_.operand(node, 1);
  const Op op = module_.node(node).op;
  const bool is_product = op == Op::mul_s;
  std::string left = as_signed(module_.operand(node, 0), is_product);
  const std::string text =
      fmt::format("{} {} {}", left, symbol, op == Op::shr_s ? amount(right) : as_signed(right, is_product));
  if (is_whole) return {text, level};
  return {fmt::format("$unsigned({})", text), Level::primary};
}

/// The amount of a shift. Verilog takes any width here.
std::string Expressions::amount(NodeId node) {
  if (module_.is_constant(node) && !text_.plan.is_named(node)) return module_.constant_value(node).to_decimal();
  return operand_of(Op::shl, Level::shift, node, true);
}

/// The complement of one bit.
Expressions::Written Expressions::negation(NodeId node) {
  if (!text_.plan.is_named(node)) {
    const auto operand = [&](uint32_t index) { return module_.operand(node, index); };
    switch (module_.node(node).op) {
      case Op::bit_not:
        return write(operand(0), false);
      case Op::eq:
        return comparison(operand(0), operand(1), "!=", false, Level::equality);
      case Op::ne:
        return comparison(operand(0), operand(1), "==", false, Level::equality);
      case Op::lt_u:
      case Op::lt_s:
        return comparison(operand(0), operand(1), ">=", module_.node(node).op == Op::lt_s, Level::order);
      case Op::le_u:
      case Op::le_s:
        return comparison(operand(0), operand(1), ">", module_.node(node).op == Op::le_s, Level::order);
      default:
        break;
    }
  }
  return prefixed('!', node);
}

Expressions::Written Expressions::write(NodeId node, bool is_whole) {
  if (text_.plan.is_named(node)) return {reference(node, 0, module_.width(node)), Level::primary};
  return write_operation(node, is_whole);
}

Expressions::Written Expressions::write_operation(NodeId node, bool is_whole) {
  const Node& value = module_.node(node);
  const auto operand = [&](uint32_t index) { return module_.operand(node, index); };
  const bool is_bit = value.width == 1;
  switch (value.op) {
    case Op::constant:
      return {constant_text(module_.constant_value(node), Radix::plain), Level::primary};
    case Op::read:
      return {read(value.immediate), Level::primary};
    case Op::bit_not:
      return is_bit ? negation(operand(0)) : prefixed('~', operand(0));
    case Op::bit_and:
      return is_bit ? binary(node, "&&", Level::logical_and) : binary(node, "&", Level::bit_and);
    case Op::bit_or:
      return is_bit ? binary(node, "||", Level::logical_or) : binary(node, "|", Level::bit_or);
    case Op::bit_xor:
      return binary(node, "^", Level::bit_xor);
    case Op::add:
      return binary(node, "+", Level::sum);
    case Op::sub:
      if (module_.is_constant(operand(0)) && module_.constant_value(operand(0)).is_zero())
        return prefixed('-', operand(1));
      return binary(node, "-", Level::sum);
    case Op::mul_u:
      internal_check(is_whole, "a full product inside an expression");
      return binary(node, "*", Level::product);
    case Op::mul_s:
      internal_check(is_whole, "a full product inside an expression");
      return signed_operation(node, "*", Level::product, true);
    case Op::div_u:
      return binary(node, "/", Level::product);
    case Op::rem_u:
      return binary(node, "%", Level::product);
    case Op::div_s:
      return signed_operation(node, "/", Level::product, is_whole);
    case Op::rem_s:
      return signed_operation(node, "%", Level::product, is_whole);
    case Op::eq:
      return comparison(operand(0), operand(1), "==", false, Level::equality);
    case Op::ne:
      return comparison(operand(0), operand(1), "!=", false, Level::equality);
    case Op::lt_u:
    case Op::lt_s:
      return comparison(operand(0), operand(1), "<", value.op == Op::lt_s, Level::order);
    case Op::le_u:
    case Op::le_s:
      return comparison(operand(0), operand(1), "<=", value.op == Op::le_s, Level::order);
    case Op::shl:
    case Op::shr_u: {
      std::string left = operand_of(value.op, Level::shift, operand(0), false);
      const std::string_view symbol = value.op == Op::shl ? "<<" : ">>";
      return {fmt::format("{} {} {}", left, symbol, amount(operand(1))), Level::shift};
    }
    case Op::shr_s:
      return signed_operation(node, ">>>", Level::shift, is_whole);
    case Op::cat:
    case Op::zext:
      return concatenation(node);
    case Op::sext: {
      const uint32_t inner = module_.width(operand(0));
      if (inner == 1) return {fmt::format("{{{}{{{}}}}}", value.width, expression(operand(0))), Level::primary};
      const std::string sign = part(operand(0), inner - 1, 1);
      return {fmt::format("{{{{{}{{{}}}}}, {}}}", value.width - inner, sign, expression(operand(0))), Level::primary};
    }
    case Op::slice:
      if (text_.plan.is_product(node)) return binary(operand(0), "*", Level::product);
      return {reference(operand(0), value.immediate, value.width), Level::primary};
    case Op::mux: {
      std::string condition = choice(operand(0));
      std::string on_true = at_level(operand(1), Level::logical_or, false);
      return {fmt::format("{} ? {} : {}", condition, on_true, at_level(operand(2), Level::logical_or, false)),
              Level::conditional};
    }
    case Op::select:
      return bit_select(node);
    case Op::reduce_and:
      return prefixed('&', operand(0));
    case Op::reduce_or:
      return prefixed('|', operand(0));
    case Op::reduce_xor:
      return prefixed('^', operand(0));
    case Op::crossing:
    case Op::dont_care:
      break;
  }
  throw InternalError("an operation that has no Verilog");
}

Expressions::Written Expressions::bit_select(NodeId node) {
  internal_check(is_bit_select(module_, node), "a select inside an expression");
  const SignalId signal = module_.node(module_.operand(module_.operand(node, 1), 0)).immediate;
  const std::string& name = read(signal);
  return {fmt::format("{}[{}]", name, expression(module_.operand(node, 0))), Level::primary};
}

void Expressions::append_parts(NodeId node, std::vector<NodeId>& parts) {
  for (const NodeId operand : module_.operands(node)) {
    if (module_.node(operand).op == Op::cat && !text_.plan.is_named(operand)) {
      append_parts(operand, parts);
    } else {
      parts.push_back(operand);
    }
  }
}

Expressions::Written Expressions::concatenation(NodeId node) {
  std::vector<NodeId> parts;
  std::vector<std::string> texts;
  if (module_.node(node).op == Op::zext) {
    const NodeId operand = module_.operand(node, 0);
    texts.push_back(constant_text(Bits(module_.width(node) - module_.width(operand)), Radix::plain));
    if (module_.node(operand).op == Op::cat && !text_.plan.is_named(operand)) {
      append_parts(operand, parts);
    } else {
      parts.push_back(operand);
    }
  } else {
    append_parts(node, parts);
  }
  for (size_t i = 0; i < parts.size();) {
    size_t end = i + 1;
    while (end < parts.size() && parts[end] == parts[i]) ++end;
    std::string text = expression(parts[i]);
    texts.push_back(end == i + 1 ? std::move(text) : fmt::format("{{{}{{{}}}}}", end - i, text));
    i = end;
  }
  if (texts.size() == 1) return {std::move(texts[0]), Level::primary};
  return {fmt::format("{{{}}}", fmt::join(texts, ", ")), Level::primary};
}

}  // namespace burin::verilog
