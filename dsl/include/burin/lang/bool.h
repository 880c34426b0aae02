// SPDX-License-Identifier: Apache-2.0
//! @file bool.h
//! @brief `Bool`: one bit that means true or false.
#pragma once

#include "burin/lang/operand.h"

namespace burin {

/// One bit that means true or false. `&`, `|`, `^`, `~`, `==`, `!=` work; `&&`, `||`, `!` and C++ `if` do not
/// compile, since they would decide in C++ what the hardware has to decide.
template <typename Tag>
class BasicBool : public detail::Value {
 public:
  static constexpr detail::Sort kSort = detail::Sort::boolean;

  BasicBool() = default;
  BasicBool(const BasicBool& other, const Where& where = Where::current()) : Value(other, where) {}
  BasicBool(detail::FromValue, const Value& v) : Value(detail::plain(v)) {}
  BasicBool(detail::FromPlace, const Value& v) { rebind(v); }
  /// The constant 0 or 1.
  template <std::integral I>
  BasicBool(I value, const Where& where = Where::current())
      : Value(Value::of_literal(detail::Literal(value), 1, kSort, where)) {}

  template <detail::BooleanParameter P>
  BasicBool(const P& parameter, const Where& where = Where::current()) : BasicBool(parameter.value(), where) {}
  template <int W>
  BasicBool(const UInt<W>&) {
    static_assert(detail::always_false<UInt<W>>,
                  "Burin: a UInt stands where a Bool is needed; write x != 0, x.bit(i) or x.as_bool()");
  }
  template <int W>
  BasicBool(const SInt<W>&) {
    static_assert(detail::always_false<SInt<W>>, "Burin: an SInt stands where a Bool is needed; write x != 0 or x < 0");
  }

  /// Drives the port, wire or register field this stands for; binds a C++ variable anew otherwise.
  BasicBool& operator=(BasicBool other) & {
    detail::assign(*this, other, kSort);
    return *this;
  }
  void operator=(BasicBool) && {
    static_assert(detail::always_false<BasicBool>,
                  "Burin B0206: an expression cannot be driven; assign to a Wire, Reg or Out");
  }

  [[nodiscard]] uint32_t width() const { return 1; }
  /// The bit as a `UInt<1>`.
  [[nodiscard]] UInt<1> as_uint() const;

  friend Bool operator&(const BasicBool& a, detail::Operand<BasicBool> b) {
    return {detail::FromValue{}, detail::binary(ir::Op::bit_and, {a, kSort, b.where}, b)};
  }
  friend Bool operator|(const BasicBool& a, detail::Operand<BasicBool> b) {
    return {detail::FromValue{}, detail::binary(ir::Op::bit_or, {a, kSort, b.where}, b)};
  }
  friend Bool operator^(const BasicBool& a, detail::Operand<BasicBool> b) {
    return {detail::FromValue{}, detail::binary(ir::Op::bit_xor, {a, kSort, b.where}, b)};
  }
  friend Bool operator~(detail::Left<BasicBool> a) { return {detail::FromValue{}, detail::invert(a.value, a.where)}; }
  friend Bool operator==(detail::Left<BasicBool> a, detail::Operand<BasicBool> b) {
    return {detail::FromValue{}, detail::compare(ir::Op::eq, {a.value, kSort, b.where}, b)};
  }
  friend Bool operator!=(detail::Left<BasicBool> a, detail::Operand<BasicBool> b) {
    return {detail::FromValue{}, detail::compare(ir::Op::ne, {a.value, kSort, b.where}, b)};
  }

  template <typename T>
    requires std::same_as<T, bool>
  explicit operator T() const {
    static_assert(detail::always_false<T>,
                  "Burin: C++ cannot decide on a hardware value; write IF (x) { … } or mux(x, a, b)");
    return false;
  }
  friend Bool operator!(const BasicBool& a) {
    static_assert(detail::always_false<Tag>, "Burin: write ~x for the complement of a hardware value");
    return a;
  }
  template <typename Other>
  friend Bool operator&&(const BasicBool& a, const Other&) {
    static_assert(detail::always_false<Other>, "Burin: write a & b for hardware values");
    return a;
  }
  template <typename Other>
  friend Bool operator||(const BasicBool& a, const Other&) {
    static_assert(detail::always_false<Other>, "Burin: write a | b for hardware values");
    return a;
  }
};

}  // namespace burin
