// SPDX-License-Identifier: Apache-2.0
//! @file scalar.h
//! @brief `UInt` and `SInt`: the numbers and their operators.
//!
//! A value is an immutable handle; a C++ variable of such a type may be bound anew (`x = x + 1` in a C++ loop
//! builds a chain of adders), but not inside an `IF`, where that would not mean what it says (B0207).
//! docs/semantics.md states the width, sign and edge cases of every operator.
#pragma once

#include "burin/lang/bool.h"

namespace burin {

namespace detail {

/// Types that `Word` names before they are complete, since `UInt` inherits from it.
template <typename Self>
struct LaterTypes {
  using Slice = UInt<dynamic>;
  using BitPart = Part<Bool>;
};

/// Operators that `UInt` and `SInt` share. `Self` is the type; results keep its static width.
template <typename Self>
class Word {
  using Slice = typename LaterTypes<Self>::Slice;
  using BitPart = typename LaterTypes<Self>::BitPart;

 public:
  /// Sum and difference wrap at the operands' width, which is equal.
  friend Self operator+(const Self& a, Operand<Self> b) { return make(binary(ir::Op::add, left(a, b), b)); }
  friend Self operator+(LeftLiteral a, const Self& b) { return make(binary(ir::Op::add, left(a), right(b, a))); }
  friend Self operator-(const Self& a, Operand<Self> b) { return make(binary(ir::Op::sub, left(a, b), b)); }
  friend Self operator-(LeftLiteral a, const Self& b) { return make(binary(ir::Op::sub, left(a), right(b, a))); }

  /// Quotient and remainder, equal widths; division by zero is defined (docs/semantics.md).
  friend Self operator/(const Self& a, Operand<Self> b) { return make(binary(Self::kDivide, left(a, b), b)); }
  friend Self operator/(LeftLiteral a, const Self& b) { return make(binary(Self::kDivide, left(a), right(b, a))); }
  friend Self operator%(const Self& a, Operand<Self> b) { return make(binary(Self::kRemainder, left(a, b), b)); }
  friend Self operator%(LeftLiteral a, const Self& b) { return make(binary(Self::kRemainder, left(a), right(b, a))); }

  /// Bitwise operations, equal widths.
  friend Self operator&(const Self& a, Operand<Self> b) { return make(binary(ir::Op::bit_and, left(a, b), b)); }
  friend Self operator&(LeftLiteral a, const Self& b) { return make(binary(ir::Op::bit_and, left(a), right(b, a))); }
  friend Self operator|(const Self& a, Operand<Self> b) { return make(binary(ir::Op::bit_or, left(a, b), b)); }
  friend Self operator|(LeftLiteral a, const Self& b) { return make(binary(ir::Op::bit_or, left(a), right(b, a))); }
  friend Self operator^(const Self& a, Operand<Self> b) { return make(binary(ir::Op::bit_xor, left(a, b), b)); }
  friend Self operator^(LeftLiteral a, const Self& b) { return make(binary(ir::Op::bit_xor, left(a), right(b, a))); }
  friend Self operator~(Left<Self> a) { return make(invert(a.value, a.where)); }

  /// Shifts keep the width; the amount is unsigned and of any width up to 64 bits. An amount at or beyond the
  /// width gives zero, or copies of the sign bit for `SInt >>`.
  friend Self operator<<(const Self& a, Amount n) { return make(shift(ir::Op::shl, a, n)); }
  friend Self operator>>(const Self& a, Amount n) { return make(shift(Self::kShiftRight, a, n)); }

  /// Comparisons of equal widths and signs.
  friend Bool operator==(Left<Self> a, Operand<Self> b) { return compared(ir::Op::eq, left(a.value, b), b); }
  friend Bool operator==(LeftLiteral a, Left<Self> b) { return compared(ir::Op::eq, left(a), right(b.value, a)); }
  friend Bool operator!=(Left<Self> a, Operand<Self> b) { return compared(ir::Op::ne, left(a.value, b), b); }
  friend Bool operator!=(LeftLiteral a, Left<Self> b) { return compared(ir::Op::ne, left(a), right(b.value, a)); }
  friend Bool operator<(const Self& a, Operand<Self> b) { return compared(Self::kLess, left(a, b), b); }
  friend Bool operator<(LeftLiteral a, const Self& b) { return compared(Self::kLess, left(a), right(b, a)); }
  friend Bool operator<=(const Self& a, Operand<Self> b) { return compared(Self::kLessEqual, left(a, b), b); }
  friend Bool operator<=(LeftLiteral a, const Self& b) { return compared(Self::kLessEqual, left(a), right(b, a)); }
  friend Bool operator>(const Self& a, Operand<Self> b) { return compared(Self::kLess, b, left(a, b)); }
  friend Bool operator>(LeftLiteral a, const Self& b) { return compared(Self::kLess, right(b, a), left(a)); }
  friend Bool operator>=(const Self& a, Operand<Self> b) { return compared(Self::kLessEqual, b, left(a, b)); }
  friend Bool operator>=(LeftLiteral a, const Self& b) { return compared(Self::kLessEqual, right(b, a), left(a)); }

  /// Bit `index`, 0 the least significant. A variable index beyond the width reads 0 and writes nothing.
  [[nodiscard]] Bool bit(Amount index) const& { return {FromValue{}, detail::window(self(), index, 1, index.where)}; }
  [[nodiscard]] BitPart bit(Amount index) & { return BitPart(detail::window(self(), index, 1, index.where)); }
  /// Bits `high` down to `low`, both included, as an unsigned number. `bits(low - 1, low)` is the legal empty slice.
  [[nodiscard]] Slice bits(int64_t high, int64_t low, const Where& where = Where::current()) const& {
    return {FromValue{}, slice(self(), high, low, where)};
  }
  [[nodiscard]] Part<Slice> bits(int64_t high, int64_t low, const Where& where = Where::current()) & {
    return Part<Slice>(slice(self(), high, low, where));
  }
  /// The same with a result of static width.
  template <int High, int Low>
  [[nodiscard]] UInt<High - Low + 1> bits(const Where& where = Where::current()) const& {
    return {FromValue{}, slice(self(), High, Low, where)};
  }
  template <int High, int Low>
  [[nodiscard]] Part<UInt<High - Low + 1>> bits(const Where& where = Where::current()) & {
    return Part<UInt<High - Low + 1>>(slice(self(), High, Low, where));
  }
  /// `width` bits from a variable `offset` up; bits beyond the value read 0 and are not written.
  [[nodiscard]] Slice window(Amount offset, int64_t width) const& {
    return {FromValue{}, detail::window(self(), offset, width, offset.where)};
  }
  [[nodiscard]] Part<Slice> window(Amount offset, int64_t width) & {
    return Part<Slice>(detail::window(self(), offset, width, offset.where));
  }

 private:
  [[nodiscard]] const Self& self() const { return static_cast<const Self&>(*this); }
  static Self make(const Value& v) { return Self(FromValue{}, v); }
  static Bool compared(ir::Op op, const AnyOperand& a, const AnyOperand& b);
  static AnyOperand left(const Self& a, const AnyOperand& b) { return {a, Self::kSort, b.where}; }
  static AnyOperand left(const LeftLiteral& a) { return {a.literal, Self::kSort, a.where}; }
  static AnyOperand right(const Self& b, const LeftLiteral& a) { return {b, Self::kSort, a.where}; }
};

}  // namespace detail

/// An unsigned number of `W` bits, or of a width fixed at elaboration (`UInt<>`).
template <int W = dynamic>
class UInt : public detail::Value, public detail::Word<UInt<W>> {
  static_assert(W >= -1, "Burin: a width is not negative");

 public:
  static constexpr detail::Sort kSort = detail::Sort::unsigned_;
  static constexpr ir::Op kDivide = ir::Op::div_u;
  static constexpr ir::Op kRemainder = ir::Op::rem_u;
  static constexpr ir::Op kShiftRight = ir::Op::shr_u;
  static constexpr ir::Op kLess = ir::Op::lt_u;
  static constexpr ir::Op kLessEqual = ir::Op::le_u;

  UInt() = default;
  UInt(const UInt& other, const Where& where = Where::current()) : Value(other, where) {}
  UInt(detail::FromValue, const Value& v) : Value(detail::plain(v)) {}
  UInt(detail::FromPlace, const Value& v) { rebind(v); }
  /// A shape only, for declarations: `Out<UInt<>> x{bits(8)}`, or a field of a bundle.
  UInt(Shape shape, const Where& where = Where::current())
    requires(W == dynamic)
      : Value(Value::of_shape(detail::checked_width(shape.width, where))) {}
  /// A constant; it must fit in the width. In a `UInt<>` it takes on the width of what it meets.
  template <detail::Integer I>
  UInt(I value, const Where& where = Where::current())
      : Value(Value::of_literal(detail::Literal(detail::plain_integer(value)), W, kSort, where)) {}
  /// A constant of exactly the width of `value`.
  explicit UInt(const Bits& value, const Where& where = Where::current())
      : Value(Value::of_literal(detail::Literal(value), W, kSort, where)) {}
  /// Between static and dynamic widths; checked at elaboration where the compiler cannot.
  template <int V>
    requires(V != W)
  UInt(const UInt<V>& other, const Where& where = Where::current()) : Value(detail::expect_width(other, W, where)) {
    static_assert(V == dynamic || W == dynamic,
                  "Burin B0101: the two sides have different widths; write zext<N>(x), trunc<N>(x) or resize<N>(x)");
  }

  template <int V>
  UInt(const SInt<V>&) {
    static_assert(detail::always_false<SInt<V>>,
                  "Burin B0102: a signed value meets an unsigned one; write x.as_uint() or y.as_sint()");
  }
  template <typename Tag>
  UInt(const BasicBool<Tag>&) {
    static_assert(detail::always_false<Tag>, "Burin: a Bool stands where a number is needed; write b.as_uint()");
  }

  /// Drives the port, wire or register field this stands for; binds a C++ variable anew otherwise.
  UInt& operator=(UInt other) & {
    detail::assign(*this, other, kSort);
    return *this;
  }
  void operator=(UInt) && {
    static_assert(detail::always_false<UInt>,
                  "Burin B0206: an expression cannot be driven; assign to a Wire, Reg or Out");
  }

  /// Width in bits.
  [[nodiscard]] uint32_t width() const { return W == dynamic ? handle_width() : W; }

  /// The same bits as a signed number.
  [[nodiscard]] SInt<W> as_sint() const { return {detail::FromValue{}, *this}; }
  /// A one-bit value as a `Bool`.
  [[nodiscard]] Bool as_bool(const Where& where = Where::current()) const {
    static_assert(W == 1 || W == dynamic, "Burin: only one bit is a Bool; write x != 0 or x.bit(i)");
    return {detail::FromValue{}, detail::expect_width(*this, 1, where)};
  }

  /// The full product; its width is the sum of the operands' widths.
  friend UInt<> operator*(const UInt& a, detail::Factor<UInt> b) {
    return {detail::FromValue{}, detail::multiply({a, kSort, b.where}, b)};
  }
  friend UInt<> operator*(detail::LeftLiteral a, const UInt& b) {
    return {detail::FromValue{}, detail::multiply({a.literal, kSort, a.where}, {b, kSort, a.where})};
  }

  template <typename T>
    requires std::same_as<T, bool>
  explicit operator T() const {
    static_assert(detail::always_false<T>, "Burin: C++ cannot decide on a hardware value; write IF (x != 0) { … }");
    return false;
  }
};

/// A two's complement number of `W` bits, or of a width fixed at elaboration (`SInt<>`).
template <int W = dynamic>
class SInt : public detail::Value, public detail::Word<SInt<W>> {
  static_assert(W >= -1, "Burin: a width is not negative");

 public:
  static constexpr detail::Sort kSort = detail::Sort::signed_;
  static constexpr ir::Op kDivide = ir::Op::div_s;
  static constexpr ir::Op kRemainder = ir::Op::rem_s;
  static constexpr ir::Op kShiftRight = ir::Op::shr_s;
  static constexpr ir::Op kLess = ir::Op::lt_s;
  static constexpr ir::Op kLessEqual = ir::Op::le_s;

  SInt() = default;
  SInt(const SInt& other, const Where& where = Where::current()) : Value(other, where) {}
  SInt(detail::FromValue, const Value& v) : Value(detail::plain(v)) {}
  SInt(detail::FromPlace, const Value& v) { rebind(v); }
  /// A shape only, for declarations.
  SInt(Shape shape, const Where& where = Where::current())
    requires(W == dynamic)
      : Value(Value::of_shape(detail::checked_width(shape.width, where))) {}
  /// A constant; it must fit in the width. In an `SInt<>` it takes on the width of what it meets.
  template <detail::Integer I>
  SInt(I value, const Where& where = Where::current())
      : Value(Value::of_literal(detail::Literal(detail::plain_integer(value)), W, kSort, where)) {}
  explicit SInt(const Bits& value, const Where& where = Where::current())
      : Value(Value::of_literal(detail::Literal(value), W, kSort, where)) {}
  template <int V>
    requires(V != W)
  SInt(const SInt<V>& other, const Where& where = Where::current()) : Value(detail::expect_width(other, W, where)) {
    static_assert(V == dynamic || W == dynamic,
                  "Burin B0101: the two sides have different widths; write sext<N>(x), trunc<N>(x) or resize<N>(x)");
  }

  template <int V>
  SInt(const UInt<V>&) {
    static_assert(detail::always_false<UInt<V>>,
                  "Burin B0102: an unsigned value meets a signed one; write x.as_sint() or y.as_uint()");
  }
  template <typename Tag>
  SInt(const BasicBool<Tag>&) {
    static_assert(detail::always_false<Tag>, "Burin: a Bool stands where a number is needed; write b.as_uint()");
  }

  /// Drives the port, wire or register field this stands for; binds a C++ variable anew otherwise.
  SInt& operator=(SInt other) & {
    detail::assign(*this, other, kSort);
    return *this;
  }
  void operator=(SInt) && {
    static_assert(detail::always_false<SInt>,
                  "Burin B0206: an expression cannot be driven; assign to a Wire, Reg or Out");
  }

  /// Width in bits, the sign included.
  [[nodiscard]] uint32_t width() const { return W == dynamic ? handle_width() : W; }
  /// The same bits as an unsigned number.
  [[nodiscard]] UInt<W> as_uint() const { return {detail::FromValue{}, *this}; }

  /// Two's complement negation; the smallest number is its own negative.
  friend SInt operator-(detail::Left<SInt> a) { return {detail::FromValue{}, detail::negate(a.value, a.where)}; }
  /// The full product; its width is the sum of the operands' widths.
  friend SInt<> operator*(const SInt& a, detail::Factor<SInt> b) {
    return {detail::FromValue{}, detail::multiply({a, kSort, b.where}, b)};
  }
  friend SInt<> operator*(detail::LeftLiteral a, const SInt& b) {
    return {detail::FromValue{}, detail::multiply({a.literal, kSort, a.where}, {b, kSort, a.where})};
  }

  template <typename T>
    requires std::same_as<T, bool>
  explicit operator T() const {
    static_assert(detail::always_false<T>, "Burin: C++ cannot decide on a hardware value; write IF (x != 0) { … }");
    return false;
  }
};

namespace detail {

/// A part of a port, wire or register that can be assigned to: `x.bits(7, 0) = y`. It has parts itself.
template <typename T>
class Part : public T {
 public:
  using ValueType = T;

  explicit Part(const Value& place) : T(FromPlace{}, place) {}
  Part(const Part& other) : T(FromPlace{}, other) {}
  void operator=(Operand<T> value) const { drive(*this, value); }
  Part& operator=(const Part&)  // left to the assignment above, which knows its place in the source
    requires always_false<T>
  = delete;

  [[nodiscard]] Part<Bool> bit(Amount index) const { return Part<Bool>(detail::window(*this, index, 1, index.where)); }
  [[nodiscard]] Part<UInt<>> bits(int64_t high, int64_t low, const Where& where = Where::current()) const {
    return Part<UInt<>>(slice(*this, high, low, where));
  }
  template <int High, int Low>
  [[nodiscard]] Part<UInt<High - Low + 1>> bits(const Where& where = Where::current()) const {
    return Part<UInt<High - Low + 1>>(slice(*this, High, Low, where));
  }
  [[nodiscard]] Part<UInt<>> window(Amount offset, int64_t width) const {
    return Part<UInt<>>(detail::window(*this, offset, width, offset.where));
  }
};

}  // namespace detail

template <typename Tag>
UInt<1> BasicBool<Tag>::as_uint() const {
  return {detail::FromValue{}, *this};
}
template <typename Self>
Bool detail::Word<Self>::compared(ir::Op op, const AnyOperand& a, const AnyOperand& b) {
  return {FromValue{}, compare(op, a, b)};
}

}  // namespace burin
