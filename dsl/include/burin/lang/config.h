// SPDX-License-Identifier: Apache-2.0
//! @file config.h
//! @brief `Param`: one value of a module's configuration, with its default, its range and its help.
//!
//! A configuration is a plain struct of these:
//! ```
//! struct Config {
//!   Param<int, "rounds computed in one clock", one_of(1, 2, 4)> rounds_per_cycle = 1;
//! };
//! ```
//! From it follow the flag `--rounds-per-cycle`, its check, its help, the module's header comment and its name.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "burin/lang/enum.h"
#include "burin/lang/reflect.h"
#include "burin/lang/value.h"

namespace burin {

/// A text as a template argument.
template <std::size_t N>
struct Text {
  char characters[N]{};
  consteval Text(const char (&text)[N]) { std::copy_n(text, N, characters); }  // NOLINT(google-explicit-constructor)
  [[nodiscard]] constexpr std::string_view view() const { return {characters, N - 1}; }
};

/// Any value of the type.
struct AnyValue {
  [[nodiscard]] constexpr bool contains(int64_t) const { return true; }
  [[nodiscard]] constexpr int64_t nearest(int64_t value) const { return value; }
  [[nodiscard]] std::string describe() const { return ""; }
};

/// `low` to `high`, both included.
struct Range {
  int64_t low;
  int64_t high;
  [[nodiscard]] constexpr bool contains(int64_t value) const { return value >= low && value <= high; }
  [[nodiscard]] constexpr int64_t nearest(int64_t value) const { return std::clamp(value, low, high); }
  [[nodiscard]] std::string describe() const { return std::to_string(low) + " to " + std::to_string(high); }
};
consteval Range range(int64_t low, int64_t high) { return {low, high}; }

/// One of a list of numbers.
template <std::size_t N>
struct OneOf {
  int64_t values[N]{};
  [[nodiscard]] constexpr bool contains(int64_t value) const {
    return std::any_of(values, values + N, [&](int64_t one) { return one == value; });
  }
  [[nodiscard]] constexpr int64_t nearest(int64_t value) const { return contains(value) ? value : values[0]; }
  [[nodiscard]] std::string describe() const {
    std::string text;
    for (std::size_t i = 0; i < N; ++i) text += (i == 0 ? "" : i + 1 == N ? " or " : ", ") + std::to_string(values[i]);
    return text;
  }
};
template <typename... I>
consteval OneOf<sizeof...(I)> one_of(I... values) {
  return {{static_cast<int64_t>(values)...}};
}

namespace detail {

/// Reports B0701 (as a `UserError` outside an elaboration).
void report_out_of_range(std::string_view value, std::string_view domain, std::string_view help, const Where& where);

/// Names of the enumerators of `E` that exist, and back.
std::string_view enumerator_text(std::span<const std::string_view> table, int64_t value);

}  // namespace detail

/// A configuration value of type `T` (bool, an integer type or an enumeration); reads as a `T`.
template <typename T, Text Help, auto Domain = AnyValue{}>
class Param {
  static_assert(std::is_integral_v<T> || std::is_enum_v<T>, "Burin: a Param is a bool, an integer or an enumeration");

 public:
  using ValueType = T;
  static constexpr bool kIsParameter = true;

  /// @param value must lie in the domain, else B0701 is reported at `where`.
  Param(T value, const Where& where = Where::current()) : value_(value) {  // NOLINT(google-explicit-constructor)
    if (!Domain.contains(static_cast<int64_t>(value))) {
      detail::report_out_of_range(std::to_string(static_cast<int64_t>(value)), Domain.describe(), Help.view(), where);
      value_ = static_cast<T>(Domain.nearest(static_cast<int64_t>(value)));  // so that nothing else is found amiss
    }
  }
  /// From a parameter of another module: `Instance<Core> core{{.width = config.width}}`.
  template <typename P>
    requires(P::kIsParameter && !std::same_as<P, Param> && std::convertible_to<typename P::ValueType, T>)
  Param(const P& other, const Where& where = Where::current())  // NOLINT(google-explicit-constructor)
      : Param(static_cast<T>(other.value()), where) {}
  operator T() const { return value_; }  // NOLINT(google-explicit-constructor)
  [[nodiscard]] T value() const { return value_; }

  static constexpr std::string_view help() { return Help.view(); }
  static std::string domain() { return Domain.describe(); }
  static constexpr bool contains(int64_t value) { return Domain.contains(value); }

 private:
  T value_;
};

/// A parameter of a configuration without its types: what the command line and the documents need.
struct ParameterInfo {
  std::string name;  ///< "rounds_per_cycle".
  std::string flag;  ///< "rounds-per-cycle".
  std::string type;  ///< "bool", "int" or "enum".
  std::string help;
  std::string domain;  ///< "1, 2 or 4"; empty when any value will do.
  std::string default_value;
  std::vector<std::string> choices;  ///< Of an enumeration: the names of its enumerators.
};

namespace detail {

template <typename T>
inline constexpr bool is_param = false;
template <typename T, Text H, auto D>
inline constexpr bool is_param<Param<T, H, D>> = true;

std::string flag_of(std::string_view name);
/// Parses an integer or a bool. @throws UserError naming `flag`.
int64_t parse_integer(std::string_view text, std::string_view flag);
int64_t parse_bool(std::string_view text, std::string_view flag);
int64_t parse_choice(std::string_view text, std::span<const std::string_view> table, std::string_view flag);
[[noreturn]] void refuse_value(std::string_view text, std::string_view flag, std::string_view domain);

template <typename T>
std::string value_text(T value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_enum_v<T>) {
    return std::string(enumerator_text(enumerator_table<T>, static_cast<int64_t>(value)));
  } else {
    return std::to_string(value);
  }
}

}  // namespace detail

/// The parameters of `Config` in order of declaration, with the values of `config` as text.
template <typename Config>
std::vector<std::pair<std::string, std::string>> parameter_values(const Config& config) {
  std::vector<std::pair<std::string, std::string>> values;
  detail::for_each_member(config, [&](std::string_view name, const auto& member) {
    using Member = std::remove_cvref_t<decltype(member)>;
    if constexpr (detail::is_param<Member>) values.emplace_back(name, detail::value_text(member.value()));
  });
  return values;
}

/// The parameters of `Config`, described.
template <typename Config>
std::vector<ParameterInfo> parameters_of() {
  std::vector<ParameterInfo> all;
  const Config defaults{};
  detail::for_each_member(defaults, [&](std::string_view name, const auto& member) {
    using Member = std::remove_cvref_t<decltype(member)>;
    static_assert(detail::is_param<Member>, "Burin: the members of a Config are Param<T, \"help\", range>");
    using T = typename Member::ValueType;
    ParameterInfo info;
    info.name = std::string(name);
    info.flag = detail::flag_of(name);
    info.type = std::is_same_v<T, bool> ? "bool" : std::is_enum_v<T> ? "enum" : "int";
    info.help = std::string(Member::help());
    info.domain = Member::domain();
    info.default_value = detail::value_text(member.value());
    if constexpr (std::is_enum_v<T>) {
      for (const std::string_view choice : detail::enumerator_table<T>) {
        if (!choice.empty()) info.choices.emplace_back(choice);
      }
    }
    all.push_back(std::move(info));
  });
  return all;
}

/// Sets the parameter called `name` (or its flag) from text.
/// @throws UserError when there is none of that name, or the text is no value of it, or out of its range.
template <typename Config>
void set_parameter(Config& config, std::string_view name, std::string_view text,
                   const Where& where = Where::current()) {
  bool found = false;
  detail::for_each_member(config, [&](std::string_view member_name, auto& member) {
    using Member = std::remove_cvref_t<decltype(member)>;
    if constexpr (detail::is_param<Member>) {
      using T = typename Member::ValueType;
      const std::string flag = detail::flag_of(member_name);
      if (member_name != name && flag != name) return;
      found = true;
      int64_t value = 0;
      if constexpr (std::is_same_v<T, bool>) {
        value = detail::parse_bool(text, flag);
      } else if constexpr (std::is_enum_v<T>) {
        value = detail::parse_choice(text, detail::enumerator_table<T>, flag);
      } else {
        value = detail::parse_integer(text, flag);
      }
      if (!Member::contains(value)) detail::refuse_value(text, flag, Member::domain());
      member = Member(static_cast<T>(value), where);
    }
  });
  if (!found) detail::refuse_value(text, name, "");
}

}  // namespace burin
