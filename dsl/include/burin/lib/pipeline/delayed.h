// SPDX-License-Identifier: Apache-2.0
//! @file delayed.h
//! @brief Values that know how many cycles late they are.
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "burin/burin.h"

namespace burin {

namespace detail {

template <typename T>
concept HardwareValue = Scalar<ValueOf<T>> || is_vec<ValueOf<T>> || is_std_array<ValueOf<T>> || BundleType<ValueOf<T>>;

struct Lateness {
  int cycles = 0;
  Where where = {};  ///< Where the value was made.
};

/// Reports values that are late by different numbers of cycles.
void report_latencies(std::span<const Lateness> values, const Where& where);
/// Reports a value that is not `cycles` late.
void report_latency(const Lateness& value, int cycles, const Where& where);
/// Binds the values to what they were `cycles` cycles ago. The registers are called after the values.
void delay_leaves(std::span<const Leaf> values, int cycles, const Value* enable, const Where& where);

}  // namespace detail

/// `value` as it was `cycles` cycles ago: a chain of registers without reset, which hold while `enable` is 0.
template <typename T>
  requires detail::HardwareValue<T>
[[nodiscard]] detail::ValueOf<T> delay(const T& value, int cycles, const Where& where = Where::current()) {
  detail::ValueOf<T> result(value);
  detail::delay_leaves(detail::leaves_of(result), cycles, nullptr, where);
  return result;
}
template <typename T>
  requires detail::HardwareValue<T>
[[nodiscard]] detail::ValueOf<T> delay(const T& value, int cycles, const Bool& enable,
                                       const Where& where = Where::current()) {
  detail::ValueOf<T> result(value);
  detail::delay_leaves(detail::leaves_of(result), cycles, &enable, where);
  return result;
}

/// A value, and by how many cycles it is later than the values that it was computed from: what `pipelined` and `align`
/// give. Values that are late by different numbers of cycles do not meet by mistake.
template <typename T>
class Delayed {
 public:
  using PayloadType = T;

  Delayed(const T& value, int latency, const Where& where = Where::current())
      : value_(value), lateness_{latency, where} {}

  /// Cycles.
  [[nodiscard]] int latency() const { return lateness_.cycles; }
  /// The value, whoever may have to know how late it is.
  [[nodiscard]] const T& value() const { return value_; }
  /// The value, which must be `cycles` late.
  [[nodiscard]] const T& at(int cycles, const Where& where = Where::current()) const {
    if (cycles != latency()) detail::report_latency(lateness_, cycles, where);
    return value_;
  }
  [[nodiscard]] const detail::Lateness& lateness() const { return lateness_; }

 private:
  T value_;
  detail::Lateness lateness_;
};

/// The same, `cycles` later.
template <typename T>
[[nodiscard]] Delayed<T> delay(const Delayed<T>& value, int cycles, const Where& where = Where::current()) {
  return {delay(value.value(), cycles, where), value.latency() + cycles, where};
}

namespace detail {

template <typename T>
struct IsDelayed : std::false_type {};
template <typename T>
struct IsDelayed<Delayed<T>> : std::true_type {};

/// A plain value is not late.
template <typename T>
auto as_delayed(const T& value, const Where& where) {
  if constexpr (IsDelayed<T>::value) {
    return value;
  } else {
    return Delayed<ValueOf<T>>(value, 0, where);
  }
}

}  // namespace detail

/// The values, all as late as the latest of them: `const auto [sum, tag] = align(slow_sum, tag_in);`.
template <typename First, typename... Rest>
[[nodiscard]] auto align(const First& first, const Rest&... rest) {
  const Where where{};
  const auto all = std::tuple{detail::as_delayed(first, where), detail::as_delayed(rest, where)...};
  const int latest = std::apply([](const auto&... one) { return std::max({one.latency()...}); }, all);
  return std::apply(
      [&](const auto&... one) { return std::tuple{delay(one, latest - one.latency(), one.lateness().where)...}; }, all);
}

}  // namespace burin
