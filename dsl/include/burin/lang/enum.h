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

template <auto Value>
consteval std::string_view enumerator_name() {
  constexpr std::string_view text = __PRETTY_FUNCTION__;
  std::size_t end = text.find(';', text.rfind("Value = "));
  if (end == std::string_view::npos) end = text.rfind(']');
  std::size_t begin = end;
  while (begin > 0 && text[begin - 1] != ':' && text[begin - 1] != ' ' && text[begin - 1] != ')') --begin;
  const std::string_view name = text.substr(begin, end - begin);
  const bool is_name = !name.empty() && !(name[0] >= '0' && name[0] <= '9') && name[0] != '-' && name[0] != '(' &&
                       text[begin - 1] != ')';
  return is_name ? name : std::string_view{};
}

template <typename E, std::size_t... I>
consteval auto enumerator_names(std::index_sequence<I...>) {
  return std::array<std::string_view, sizeof...(I)>{enumerator_name<static_cast<E>(I)>()...};
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
      : Value(Value::of_literal(detail::Literal(static_cast<std::underlying_type_t<E>>(value)), kWidth, kSort, where)) {}

  /// Drives the port, wire or register field this stands for; binds a C++ variable anew otherwise.
  Enum& operator=(Enum other) & {
    detail::assign(*this, other, kSort);
    return *this;
  }
  void operator=(Enum) && {
    static_assert(detail::always_false<Enum>, "Burin: an expression cannot be driven; assign to a Wire, Reg or Out");
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
