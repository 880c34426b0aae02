// SPDX-License-Identifier: Apache-2.0
//! @file fixed_point.cpp
//! @brief Fixed-point operations: everything is aligned to one binary point, computed with all bits, then fitted.
#include "burin/lib/fixed_point.h"

#include <fmt/format.h>

#include <cmath>

#include "../lang/builder.h"

namespace burin::detail {

using ir::NodeId;
using ir::Op;

// --------------------------------------------------------------------------------------------- numbers

namespace {

std::string format_text(const FixedFormat& format) {
  return fmt::format("{}<{}, {}>", format.is_signed ? "Fixed" : "UFixed", format.integer_bits, format.fraction_bits);
}

/// The whole number `integer` (no fraction) as bits of `width`, which hold it.
Bits bits_of_whole(double integer, uint32_t width) {
  int exponent = 0;
  std::frexp(integer, &exponent);
  if (exponent <= 62) return Bits::from_signed(width, static_cast<int64_t>(integer));
  const int shift = exponent - 62;  // a double has 53 digits, so nothing is lost
  const Bits digits = Bits::from_signed(62 + 1, static_cast<int64_t>(std::ldexp(integer, -shift)));
  return Bits::concat(digits, Bits(static_cast<uint32_t>(shift))).resize_signed(width);
}

bool is_in_range(double scaled, const FixedFormat& format) {
  const double limit = std::ldexp(1.0, format.width() - (format.is_signed ? 1 : 0));
  return scaled < limit && (format.is_signed ? scaled >= -limit : scaled >= 0);
}

std::string range_text(const FixedFormat& format) {
  const double step = std::ldexp(1.0, -format.fraction_bits);
  const double limit = std::ldexp(1.0, format.integer_bits - (format.is_signed ? 1 : 0));
  return fmt::format("a multiple of {} from {} to {}", step, format.is_signed ? -limit : 0.0, limit - step);
}

/// Reports what is wrong with `number`: `text` as the designer wrote it. Outside an elaboration it is thrown.
Bits refuse(std::string message, const FixedFormat& format, std::string remedy, const Where& where) {
  Builder& b = Builder::current(where);
  b.report(DiagnosticId::fixed_point_constant, b.locate(where), std::move(message), range_text(format),
           std::move(remedy));
  return Bits(static_cast<uint32_t>(format.width()));
}

Bits refuse_range(const std::string& number, const FixedFormat& format, const Where& where) {
  return refuse(fmt::format("{} is out of the range of {}", number, format_text(format)), format,
                "a number in the range, or a format with more integer bits", where);
}

/// Bits that a whole number needs, with its sign where the format has one; 0 for 0.
int bits_needed(const Literal& number, bool is_signed) {
  if (number.magnitude == 0) return 0;
  return number.negative ? bits_for(number.magnitude - 1) + 1 : bits_for(number.magnitude) + (is_signed ? 1 : 0);
}

}  // namespace

Bits fixed_constant(double number, const FixedFormat& format, const Where& where) {
  const double scaled = std::ldexp(number, format.fraction_bits);
  if (!std::isfinite(scaled) || !is_in_range(scaled, format))
    return refuse_range(fmt::format("{}", number), format, where);
  if (scaled != std::floor(scaled)) {
    return refuse(fmt::format("{} lies between two numbers of {}: {} and {}", number, format_text(format),
                              std::ldexp(std::floor(scaled), -format.fraction_bits),
                              std::ldexp(std::ceil(scaled), -format.fraction_bits)),
                  format, fmt::format("{}::nearest({})", format_text(format), number), where);
  }
  return bits_of_whole(scaled, static_cast<uint32_t>(format.width()));
}

Bits fixed_constant(const Literal& number, const FixedFormat& format, const Where& where) {
  const std::string text = fmt::format("{}{}", number.negative ? "-" : "", number.magnitude);
  if ((number.negative && !format.is_signed) || bits_needed(number, format.is_signed) > format.integer_bits) {
    if (number.magnitude != 0) return refuse_range(text, format, where);
  }
  const auto width = static_cast<uint32_t>(format.width());
  Bits magnitude(65, number.magnitude);
  if (format.fraction_bits < 0) {
    const auto lost = static_cast<uint32_t>(-format.fraction_bits);
    if (!magnitude.slice(0, lost).is_zero()) {
      return refuse(fmt::format("{} lies between two numbers of {}", text, format_text(format)), format,
                    fmt::format("{}::nearest({})", format_text(format), text), where);
    }
    magnitude = lost < 65 ? magnitude.slice(lost, 65 - lost) : Bits(65);
  } else {
    magnitude = Bits::concat(magnitude, Bits(static_cast<uint32_t>(format.fraction_bits)));
  }
  const Bits fitted = magnitude.resize(width);
  return number.negative ? bits_ops::sub(Bits(width), fitted) : fitted;
}

Bits nearest_constant(double number, const FixedFormat& format, const Where& where) {
  const double scaled = std::nearbyint(std::ldexp(number, format.fraction_bits));
  if (!std::isfinite(scaled) || !is_in_range(scaled, format))
    return refuse_range(fmt::format("{}", number), format, where);
  return bits_of_whole(scaled, static_cast<uint32_t>(format.width()));
}

Bits fixed_bits(double number, const FixedFormat& format) {
  const double scaled = std::nearbyint(std::ldexp(number, format.fraction_bits));
  if (!std::isfinite(scaled) || !is_in_range(scaled, format)) {
    throw UserError(
        fmt::format("{} is out of the range of {}: give {}", number, format_text(format), range_text(format)));
  }
  return bits_of_whole(scaled, static_cast<uint32_t>(format.width()));
}

double fixed_number(const Bits& bits, const FixedFormat& format) {
  const auto width = static_cast<uint32_t>(format.width());
  const bool is_negative = format.is_signed && bits.bit(width - 1);
  const Bits magnitude = is_negative ? bits_ops::sub(Bits(width), bits.resize(width)) : bits.resize(width);
  double number = 0;
  for (size_t i = magnitude.words().size(); i-- > 0;)
    number = std::ldexp(number, 64) + static_cast<double>(magnitude.words()[i]);
  number = std::ldexp(number, -format.fraction_bits);
  return is_negative ? -number : number;
}

// ------------------------------------------------------------------------------------------ operations

namespace {

/// Makes nodes at the place of the newest operand.
class FixedBuilder {
 public:
  FixedBuilder() : b_(Builder::current(Where{})), location_(b_.last_location()) {}

  /// The bits of an operand.
  NodeId use(const Value& value, const FixedFormat& format) {
    const NodeId node = b_.use(value, location_, format.width(), format.is_signed ? Sort::signed_ : Sort::unsigned_);
    return b_.fit(node, static_cast<uint32_t>(format.width()));
  }
  Value wrap(NodeId node) { return b_.wrap(node); }
  [[nodiscard]] uint32_t width(NodeId node) const { return b_.module().width(node); }
  NodeId make(Op op, std::initializer_list<NodeId> operands) { return b_.make(op, operands, location_); }
  NodeId number(uint32_t width, uint64_t value) { return b_.constant(Bits(width, value), location_); }
  NodeId constant(const Bits& value) { return b_.constant(value, location_); }
  NodeId slice(NodeId node, uint32_t low, uint32_t width) { return b_.module().slice(node, low, width, location_); }
  NodeId extend(NodeId node, uint32_t width, bool is_signed) {
    if (this->width(node) == width) return node;
    return is_signed ? b_.module().sext(node, width, location_) : b_.module().zext(node, width, location_);
  }
  /// `node` with `zeros` more fraction bits, in `width` bits, which are enough.
  NodeId align(NodeId node, int zeros, uint32_t width, bool is_signed) {
    if (zeros > 0) node = make(Op::cat, {node, number(static_cast<uint32_t>(zeros), 0)});
    return extend(node, width, is_signed);
  }

 private:
  Builder& b_;
  LocationId location_;
};

/// `node`, a signed number, without its last `lost` bits, rounded; one bit wider than what is left.
NodeId rounded(FixedBuilder& b, NodeId node, uint32_t lost, Rounding rounding) {
  if (b.width(node) <= lost) node = b.extend(node, lost + 1, true);
  const uint32_t left = b.width(node) - lost;
  const NodeId kept = b.extend(b.slice(node, lost, left), left + 1, true);
  const auto any_below = [&](uint32_t count) {
    return count == 0 ? b.number(1, 0) : b.make(Op::reduce_or, {b.slice(node, 0, count)});
  };
  NodeId up = ir::kNone;  // whether to add one
  switch (rounding) {
    case Rounding::floor:
      return kept;
    case Rounding::toward_zero:
      up = b.make(Op::bit_and, {b.slice(node, b.width(node) - 1, 1), any_below(lost)});
      break;
    case Rounding::half_up:
      up = b.slice(node, lost - 1, 1);
      break;
    case Rounding::half_even:
      up = b.make(Op::bit_and,
                  {b.slice(node, lost - 1, 1), b.make(Op::bit_or, {any_below(lost - 1), b.slice(kept, 0, 1)})});
      break;
  }
  return b.make(Op::add, {kept, b.extend(up, left + 1, false)});
}

/// `node`, a signed number, in the range of `format`, of which it has the fraction bits.
NodeId fitted(FixedBuilder& b, NodeId node, const FixedFormat& format, Overflow overflow) {
  const auto width = static_cast<uint32_t>(format.width());
  // Room for the sign, and for one bit beyond the target, makes the cases one.
  node = b.extend(node, std::max(b.width(node), width + 1), true);
  const NodeId low = b.slice(node, 0, width);
  if (overflow == Overflow::wrap) return low;
  const uint32_t value_bits = width - (format.is_signed ? 1 : 0);
  const uint32_t above = b.width(node) - value_bits;
  const NodeId high =
      b.slice(node, value_bits, above);  // of a number that fits all are its sign; an unsigned one's is 0
  const NodeId is_negative = b.slice(node, b.width(node) - 1, 1);
  const NodeId any = b.make(Op::reduce_or, {high});
  Bits lowest(width);
  Bits highest = Bits::ones(width);
  NodeId is_out = any;
  if (format.is_signed) {
    is_out = b.make(Op::bit_and, {any, b.make(Op::bit_not, {b.make(Op::reduce_and, {high})})});
    lowest.set_bit(width - 1, true);
    highest.set_bit(width - 1, false);
  }
  return b.make(Op::mux, {is_out, b.make(Op::mux, {is_negative, b.constant(lowest), b.constant(highest)}), low});
}

struct Aligned {
  NodeId a;
  NodeId b;
};

/// Both operands with the same binary point, in `width` bits.
Aligned aligned(FixedBuilder& builder, const Value& a, const FixedFormat& of_a, const Value& b, const FixedFormat& of_b,
                int fraction_bits, uint32_t width) {
  const NodeId left = builder.use(a, of_a);
  const NodeId right = builder.use(b, of_b);
  return {builder.align(left, fraction_bits - of_a.fraction_bits, width, of_a.is_signed),
          builder.align(right, fraction_bits - of_b.fraction_bits, width, of_b.is_signed)};
}

}  // namespace

Value fixed_sum(Op op, const Value& a, const FixedFormat& of_a, const Value& b, const FixedFormat& of_b,
                const FixedFormat& result) {
  FixedBuilder builder;
  const Aligned both = aligned(builder, a, of_a, b, of_b, result.fraction_bits, static_cast<uint32_t>(result.width()));
  return builder.wrap(builder.make(op, {both.a, both.b}));
}

Value fixed_product(const Value& a, const FixedFormat& of_a, const Value& b, const FixedFormat& of_b) {
  FixedBuilder builder;
  const NodeId left = builder.use(a, of_a);
  const NodeId right = builder.use(b, of_b);
  return builder.wrap(builder.make(of_a.is_signed ? Op::mul_s : Op::mul_u, {left, right}));
}

Value fixed_negate(const Value& a, const FixedFormat& format) {
  FixedBuilder builder;
  const auto width = static_cast<uint32_t>(format.width() + 1);
  const NodeId wide = builder.extend(builder.use(a, format), width, format.is_signed);
  return builder.wrap(builder.make(Op::sub, {builder.number(width, 0), wide}));
}

Value fixed_compare(Op op, const Value& a, const FixedFormat& of_a, const Value& b, const FixedFormat& of_b) {
  FixedBuilder builder;
  const int fraction_bits = std::max(of_a.fraction_bits, of_b.fraction_bits);
  const int integer_bits = std::max(of_a.integer_bits, of_b.integer_bits);
  const Aligned both =
      aligned(builder, a, of_a, b, of_b, fraction_bits, static_cast<uint32_t>(integer_bits + fraction_bits));
  if (of_a.is_signed && op == Op::lt_u) op = Op::lt_s;
  if (of_a.is_signed && op == Op::le_u) op = Op::le_s;
  return builder.wrap(builder.make(op, {both.a, both.b}));
}

Value fixed_convert(const Value& a, const FixedFormat& from, const FixedFormat& to, Rounding rounding,
                    Overflow overflow) {
  FixedBuilder builder;
  NodeId node = builder.use(a, from);
  if (!from.is_signed) node = builder.extend(node, builder.width(node) + 1, false);
  const int lost = from.fraction_bits - to.fraction_bits;
  if (lost > 0) {
    node = rounded(builder, node, static_cast<uint32_t>(lost), rounding);
  } else {
    node = builder.align(node, -lost, builder.width(node) + static_cast<uint32_t>(-lost), true);
  }
  return builder.wrap(fitted(builder, node, to, overflow));
}

}  // namespace burin::detail
