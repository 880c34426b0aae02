// SPDX-License-Identifier: Apache-2.0
//! @file fixed_point.h
//! @brief Fixed-point numbers: `Fixed<I, F>` and `UFixed<I, F>`, of I integer and F fraction bits.
//!
//! The value is that of the bits as an integer, divided by 2^F; of a `Fixed`, I counts the sign. In the terms of
//! others: Q format SQ(I, F) and UQ(I, F), `ap_fixed<I + F, I>` and `ap_ufixed<I + F, I>`.
//!
//! `+`, `-` and `*` are exact: binary points are aligned and the result has all the bits that it can need. Bits are
//! lost in one place only, which says how: `convert`.
//!
//! ```
//! Fixed<1, 15> x, y;                                     // from -1 to just below 1
//! const auto sum = x * y + 0.5;                          // Fixed<3, 30>: nothing was lost
//! out = convert<Fixed<1, 15>>(sum, Rounding::half_even, Overflow::saturate);
//! ```
#pragma once

#include <algorithm>
#include <concepts>

#include "burin/burin.h"

namespace burin {

/// What becomes of fraction bits that there is no room for.
enum class Rounding : uint8_t {
  floor,        ///< Towards minus infinity: they are dropped. `AP_TRN`.
  toward_zero,  ///< `AP_TRN_ZERO`.
  half_up,      ///< To the nearest, a half towards plus infinity. `AP_RND`.
  half_even     ///< To the nearest, a half to the even neighbour, which adds no bias. `AP_RND_CONV`.
};

/// What becomes of a number beyond the range.
enum class Overflow : uint8_t {
  wrap,     ///< Its high bits are dropped.
  saturate  ///< The nearest number that there is.
};

template <bool Signed, int I, int F>
class FixedPoint;
/// A signed fixed-point number: from -2^(I-1) to 2^(I-1) - 2^-F.
template <int I, int F>
using Fixed = FixedPoint<true, I, F>;
/// An unsigned fixed-point number: from 0 to 2^I - 2^-F.
template <int I, int F>
using UFixed = FixedPoint<false, I, F>;

namespace detail {

/// A format: what the functions that are compiled once know of a type.
struct FixedFormat {
  bool is_signed = true;
  int integer_bits = 0;  ///< Of a signed one with the sign. May be negative, as `fraction_bits` may.
  int fraction_bits = 0;
  [[nodiscard]] constexpr int width() const { return integer_bits + fraction_bits; }
};

/// The bits of `number` in `format`, exactly. Reports one that is out of range or lies between two numbers of the
/// format; the result is then 0.
Bits fixed_constant(double number, const FixedFormat& format, const Where& where);
Bits fixed_constant(const Literal& number, const FixedFormat& format, const Where& where);
/// The bits of the number of `format` that is nearest to `number`. Reports one that is out of range.
Bits nearest_constant(double number, const FixedFormat& format, const Where& where);
/// For benches: the same without an elaboration. @throws UserError for a number that is out of range.
Bits fixed_bits(double number, const FixedFormat& format);
/// The number that `bits` stand for, or the nearest double.
double fixed_number(const Bits& bits, const FixedFormat& format);

/// The operations. Their place in the source is that of the newest operand.
Value fixed_sum(ir::Op op, const Value& a, const FixedFormat& of_a, const Value& b, const FixedFormat& of_b,
                const FixedFormat& result);
Value fixed_product(const Value& a, const FixedFormat& of_a, const Value& b, const FixedFormat& of_b);
Value fixed_compare(ir::Op op, const Value& a, const FixedFormat& of_a, const Value& b, const FixedFormat& of_b);
Value fixed_convert(const Value& a, const FixedFormat& from, const FixedFormat& to, Rounding rounding,
                    Overflow overflow);
Value fixed_negate(const Value& a, const FixedFormat& format);

template <typename T>
inline constexpr bool is_fixed = false;
template <bool Signed, int I, int F>
inline constexpr bool is_fixed<FixedPoint<Signed, I, F>> = true;

/// A C++ number.
template <typename N>
concept Number = std::floating_point<N> || Integer<N>;

template <Number N>
Bits bits_of_number(const N& number, const FixedFormat& format, const Where& where) {
  if constexpr (std::floating_point<N>) {
    return fixed_constant(static_cast<double>(number), format, where);
  } else {
    return fixed_constant(Literal(plain_integer(number)), format, where);
  }
}

/// The right side of an assignment to a fixed-point number.
template <bool Signed, int I, int F>
struct Operand<FixedPoint<Signed, I, F>> : AnyOperand {
  using Self = FixedPoint<Signed, I, F>;
  Operand(const Self& v, const Where& w = Where::current()) : AnyOperand(v, Self::kSort, w) {}
  template <bool S, int J, int G>
    requires(!std::same_as<FixedPoint<S, J, G>, Self>)
  Operand(const FixedPoint<S, J, G>& v, const Where& w = Where::current())
      : AnyOperand(v, FixedPoint<S, J, G>::kSort, w) {
    static_assert(
        always_false<FixedPoint<S, J, G>>,
        "Burin: the two sides have different fixed-point formats; write convert<T>(x), with a rounding and an "
        "overflow where bits are lost");
  }
  template <Number N>
  Operand(N number, const Where& w = Where::current())
      : AnyOperand(Literal(bits_of_number(number, Self::kFormat, w)), Self::kSort, w) {}
  template <int W>
  Operand(const UInt<W>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::unsigned_, w) {
    static_assert(always_false<UInt<W>>, "Burin: a UInt meets a fixed-point number; write T::from_raw(x)");
  }
  template <int W>
  Operand(const SInt<W>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::signed_, w) {
    static_assert(always_false<SInt<W>>, "Burin: an SInt meets a fixed-point number; write T::from_raw(x)");
  }
};

}  // namespace detail

/// A fixed-point number of I integer bits, for a signed one with the sign, and F fraction bits; I + F is its width.
/// Either may be negative: `Fixed<-2, 10>` has 8 bits, all of them below 1/8. A value like any other: in ports,
/// registers, vectors, bundles and streams.
///
/// A C++ number takes on the format of the other side, and must be a number of that format (B0912).
template <bool Signed, int I, int F>
class FixedPoint : public detail::Value {
  static_assert(I + F >= 1, "Burin: a fixed-point number has at least one bit: I + F >= 1");

 public:
  static constexpr int kIntegerBits = I;
  static constexpr int kFractionBits = F;
  static constexpr int kWidth = I + F;
  static constexpr bool kIsSigned = Signed;
  static constexpr detail::FixedFormat kFormat = {Signed, I, F};
  static constexpr detail::Sort kSort = Signed ? detail::Sort::signed_ : detail::Sort::unsigned_;
  /// The integer of the same bits.
  using Raw = std::conditional_t<Signed, SInt<kWidth>, UInt<kWidth>>;

  FixedPoint() = default;
  FixedPoint(const FixedPoint& other, const Where& where = Where::current()) : Value(other, where) {}
  FixedPoint(detail::FromValue, const Value& v) : Value(detail::plain(v)) {}
  FixedPoint(detail::FromPlace, const Value& v) { rebind(v); }
  /// The number as a constant; one that this format cannot hold exactly is an error (B0912).
  template <detail::Number N>
  FixedPoint(N number, const Where& where = Where::current())  // NOLINT(google-explicit-constructor)
      : Value(
            Value::of_literal(detail::Literal(detail::bits_of_number(number, kFormat, where)), kWidth, kSort, where)) {}
  /// The nearest number of this format, a half to the even one; one that is out of range is an error (B0912).
  static FixedPoint nearest(double number, const Where& where = Where::current()) {
    return {detail::FromValue{},
            Value::of_literal(detail::Literal(detail::nearest_constant(number, kFormat, where)), kWidth, kSort, where)};
  }
  /// For benches, in C++: the bits of the number nearest to `number`, and the number that some bits stand for.
  /// @throws UserError for a number that is out of range.
  static Bits bits_of(double number) { return detail::fixed_bits(number, kFormat); }
  static double number_of(const Bits& bits) { return detail::fixed_number(bits, kFormat); }
  /// The number with these bits.
  static FixedPoint from_raw(const Raw& raw, const Where& where = Where::current()) {
    return {detail::FromValue{}, Value(raw, where)};
  }

  /// The bits as an integer: the number times 2^F.
  [[nodiscard]] Raw raw() const { return {detail::FromValue{}, *this}; }
  /// Bits of the whole.
  [[nodiscard]] uint32_t width() const { return kWidth; }

  /// The number times 2^N, N of either sign: the same bits, the binary point elsewhere. No hardware.
  template <int N>
  [[nodiscard]] FixedPoint<Signed, I + N, F - N> scaled() const {
    return {detail::FromValue{}, *this};
  }
  /// Of an unsigned number the signed one of the same value, one bit wider.
  [[nodiscard]] FixedPoint<true, I + 1, F> to_signed() const {
    static_assert(!Signed, "Burin: the number is signed already");
    return {detail::FromValue{},
            detail::fixed_convert(*this, kFormat, {true, I + 1, F}, Rounding::floor, Overflow::wrap)};
  }

  /// Drives the port, wire or register field this stands for; binds a C++ variable anew otherwise.
  FixedPoint& operator=(FixedPoint other) & {
    detail::assign(*this, other, kSort);
    return *this;
  }
  void operator=(FixedPoint) && {
    static_assert(detail::always_false<FixedPoint>,
                  "Burin B0206: an expression cannot be driven; assign to a Wire, Reg or Out");
  }
};

namespace detail {

/// A C++ number beside a fixed-point number, as one of that format.
template <typename T>
struct FixedNumber {
  T number;
  template <Number N>
  FixedNumber(N value, const Where& where = Where::current()) : number(value, where) {}
};

template <bool S, int I, int F>
void collect_scalar(FixedPoint<S, I, F>& v, Collector& c) {
  c.scalar(v, v.kSort, v.kWidth, true);
}

}  // namespace detail

/// `x` in another format. Without a rounding and an overflow the target must be able to hold every value of `x`.
template <typename To, bool Signed, int I, int F>
To convert(FixedPoint<Signed, I, F> x) {
  static_assert(detail::is_fixed<To>, "Burin: convert<T> wants a T like Fixed<4, 12>");
  static_assert(
      To::kFractionBits >= F && To::kIntegerBits >= I + (To::kIsSigned && !Signed ? 1 : 0) &&
          (To::kIsSigned || !Signed),
      "Burin: this conversion can lose bits; write convert<T>(x, Rounding::half_even, Overflow::saturate), with "
      "the two that you mean");
  return {detail::FromValue{}, detail::fixed_convert(x, x.kFormat, To::kFormat, Rounding::floor, Overflow::wrap)};
}
/// `x` in another format, rounded to its fraction bits and then brought into its range.
template <typename To, bool Signed, int I, int F>
To convert(FixedPoint<Signed, I, F> x, Rounding rounding, Overflow overflow) {
  static_assert(detail::is_fixed<To>, "Burin: convert<T> wants a T like Fixed<4, 12>");
  return {detail::FromValue{}, detail::fixed_convert(x, x.kFormat, To::kFormat, rounding, overflow)};
}

// The operators. Operands come by value: a copy notes its place in the source.

namespace detail {

template <bool A, bool B>
constexpr void same_sign() {
  static_assert(A == B, "Burin B0102: a UFixed meets a Fixed; write x.to_signed()");
}

}  // namespace detail

/// The sum, one integer bit wider than the wider operand.
template <bool S, int I, int F, bool T, int J, int G>
auto operator+(FixedPoint<S, I, F> a, FixedPoint<T, J, G> b) {
  detail::same_sign<S, T>();
  using Sum = FixedPoint<S, std::max(I, J) + 1, std::max(F, G)>;
  return Sum(detail::FromValue{}, detail::fixed_sum(ir::Op::add, a, a.kFormat, b, b.kFormat, Sum::kFormat));
}
/// The difference, always a signed number, one integer bit wider than the wider operand.
template <bool S, int I, int F, bool T, int J, int G>
auto operator-(FixedPoint<S, I, F> a, FixedPoint<T, J, G> b) {
  detail::same_sign<S, T>();
  using Difference = FixedPoint<true, std::max(I, J) + 1, std::max(F, G)>;
  return Difference(detail::FromValue{},
                    detail::fixed_sum(ir::Op::sub, a, a.kFormat, b, b.kFormat, Difference::kFormat));
}
/// The product, with the integer and the fraction bits of both.
template <bool S, int I, int F, bool T, int J, int G>
auto operator*(FixedPoint<S, I, F> a, FixedPoint<T, J, G> b) {
  detail::same_sign<S, T>();
  return FixedPoint<S, I + J, F + G>(detail::FromValue{}, detail::fixed_product(a, a.kFormat, b, b.kFormat));
}
/// The negative, always a signed number, one integer bit wider.
template <bool S, int I, int F>
auto operator-(FixedPoint<S, I, F> a) {
  return FixedPoint<true, I + 1, F>(detail::FromValue{}, detail::fixed_negate(a, a.kFormat));
}

// With a C++ number, which takes on the format of the other side.
#define BURIN_FIXED_WITH_NUMBER(sign)                                                                           \
  template <bool S, int I, int F>                                                                               \
  auto operator sign(FixedPoint<S, I, F> a, std::type_identity_t<detail::FixedNumber<FixedPoint<S, I, F>>> b) { \
    return a sign b.number;                                                                                     \
  }                                                                                                             \
  template <bool S, int I, int F>                                                                               \
  auto operator sign(std::type_identity_t<detail::FixedNumber<FixedPoint<S, I, F>>> a, FixedPoint<S, I, F> b) { \
    return a.number sign b;                                                                                     \
  }
#define BURIN_FIXED_COMPARISON(sign, operation, left, right)                                                  \
  template <bool S, int I, int F, bool T, int J, int G>                                                       \
  Bool operator sign(FixedPoint<S, I, F> a, FixedPoint<T, J, G> b) {                                          \
    detail::same_sign<S, T>();                                                                                \
    return {detail::FromValue{}, detail::fixed_compare(operation, left, left.kFormat, right, right.kFormat)}; \
  }
// NOLINTBEGIN(bugprone-macro-parentheses): operators and names of parameters
BURIN_FIXED_COMPARISON(==, ir::Op::eq, a, b)
BURIN_FIXED_COMPARISON(!=, ir::Op::ne, a, b)
BURIN_FIXED_COMPARISON(<, ir::Op::lt_u, a, b)
BURIN_FIXED_COMPARISON(<=, ir::Op::le_u, a, b)
BURIN_FIXED_COMPARISON(>, ir::Op::lt_u, b, a)
BURIN_FIXED_COMPARISON(>=, ir::Op::le_u, b, a)
BURIN_FIXED_WITH_NUMBER(+)
BURIN_FIXED_WITH_NUMBER(-)
BURIN_FIXED_WITH_NUMBER(*)
BURIN_FIXED_WITH_NUMBER(==)
BURIN_FIXED_WITH_NUMBER(!=)
BURIN_FIXED_WITH_NUMBER(<)
BURIN_FIXED_WITH_NUMBER(<=)
BURIN_FIXED_WITH_NUMBER(>)
BURIN_FIXED_WITH_NUMBER(>=)
// NOLINTEND(bugprone-macro-parentheses)
#undef BURIN_FIXED_COMPARISON
#undef BURIN_FIXED_WITH_NUMBER

}  // namespace burin
