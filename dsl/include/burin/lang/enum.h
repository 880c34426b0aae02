// SPDX-License-Identifier: Apache-2.0
//! @file enum.h
//! @brief `Enum<E>`: a value that is one of the enumerators of a C++ enumeration.
#pragma once

#include <array>
#include <type_traits>

#include "burin/lang/bool.h"
#include "burin/lang/reflect.h"
#include "burin/lang/scalar.h"

namespace burin {
namespace detail {

/// Enumerators are looked for among the values 0 to `kMostEnumerators - 1`.
inline constexpr int kMostEnumerators = 64;

/// The compiler's rendering of all the values at once: "… {State::idle, State::run, (State)2, …}" or "… <…>".
template <auto... Values>
consteval std::string_view spelled_values() {
  return __PRETTY_FUNCTION__;
}

consteval std::array<std::string_view, kMostEnumerators> enumerators_in(std::string_view text) {
  std::array<std::string_view, kMostEnumerators> names{};
  std::size_t i = text.find("Values = ") + 9;
  std::size_t value = 0;
  for (int depth = 0; i < text.size() && value < names.size(); ++i) {
    const char c = text[i];
    const bool opens = c == '{' || c == '<' || c == '(';
    const bool closes = c == '}' || c == '>' || c == ')';
    if (depth == 1 && (c == ',' || closes)) {  // an element ends
      std::size_t begin = i;
      while (is_name_character(text[begin - 1])) --begin;
      if (begin < i && !(text[begin] >= '0' && text[begin] <= '9')) names[value] = text.substr(begin, i - begin);
      ++value;
    }
    depth += opens ? 1 : closes ? -1 : 0;
    if (depth == 0) break;
  }
  return names;
}

/// Looking into `E` makes the compiler instantiate its definition, which for an enumeration in a class template has
/// not happened where `Enum<E>` is first named; until then Clang spells its values as numbers.
template <typename E>
concept LookedInto = !requires { E::burin_no_enumerator; };

template <typename E, std::size_t... I>
  requires LookedInto<E>
consteval auto enumerator_names(std::index_sequence<I...>) {
  return enumerators_in(spelled_values<static_cast<E>(I)...>());
}

/// Name of each value of `E`, empty where there is no enumerator.
template <typename E>
inline constexpr auto enumerator_table = enumerator_names<E>(std::make_index_sequence<kMostEnumerators>{});

/// Largest enumerator of `E`.
template <typename E>
consteval int largest_enumerator() {
  int largest = 0;
  for (int i = 0; i < kMostEnumerators; ++i) {
    if (!enumerator_table<E>[static_cast<std::size_t>(i)].empty()) largest = i;
  }
  return largest;
}

}  // namespace detail

/// One of the enumerators of `E`, a scoped enumeration whose values lie in 0 to 63, encoded as their value in as
/// many bits as the largest one needs. `==` and `!=` work, `SWITCH` takes it, `as_uint()` gives the bits.
template <typename E>
class Enum : public detail::Value {
  static_assert(std::is_enum_v<E> && !std::is_convertible_v<E, int>, "Burin: Enum<E> wants an enum class");

 public:
  using Enumeration = E;
  static constexpr detail::Sort kSort = detail::Sort::enumeration;
  static constexpr int kWidth = bits_for(static_cast<uint64_t>(detail::largest_enumerator<E>()));

  Enum() = default;
  Enum(const Enum& other, const Where& where = Where::current()) : Value(other, where) {}
  Enum(detail::FromValue, const Value& v) : Value(detail::plain(v)) {}
  Enum(detail::FromPlace, const Value& v) { rebind(v); }
  /// The enumerator as a constant.
  Enum(E value, const Where& where = Where::current())
      : Value(Value::of_literal(detail::Literal(static_cast<std::underlying_type_t<E>>(value)), kWidth, kSort, where)) {
  }

  template <detail::EnumParameter<E> P>
  Enum(const P& parameter, const Where& where = Where::current()) : Enum(parameter.value(), where) {}
  template <int W>
  Enum(const UInt<W>&) {
    static_assert(detail::always_false<UInt<W>>,
                  "Burin: a UInt stands where an Enum is needed; write unpack<Enum<E>>(x)");
  }
  template <typename F>
    requires(!std::same_as<E, F>)
  Enum(const Enum<F>&) {
    static_assert(detail::always_false<F>, "Burin: the two sides are enumerators of different enumerations");
  }

  /// Drives the port, wire or register field this stands for; binds a C++ variable anew otherwise.
  Enum& operator=(Enum other) & {
    detail::assign(*this, other, kSort);
    return *this;
  }
  void operator=(Enum) && {
    static_assert(detail::always_false<Enum>,
                  "Burin B0206: an expression cannot be driven; assign to a Wire, Reg or Out");
  }

  /// Bits of the encoding.
  [[nodiscard]] uint32_t width() const { return kWidth; }
  /// The encoding as a number.
  [[nodiscard]] UInt<kWidth> as_uint() const { return {detail::FromValue{}, *this}; }

  friend Bool operator==(detail::Left<Enum> a, detail::Operand<Enum> b) {
    return {detail::FromValue{}, detail::compare(ir::Op::eq, {a.value, kSort, b.where}, b)};
  }
  friend Bool operator!=(detail::Left<Enum> a, detail::Operand<Enum> b) {
    return {detail::FromValue{}, detail::compare(ir::Op::ne, {a.value, kSort, b.where}, b)};
  }
};

}  // namespace burin
