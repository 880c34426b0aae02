// SPDX-License-Identifier: Apache-2.0
//! @file exact.h
//! @brief The arithmetic of small formats from exact rational numbers: the rules, without a bit of the hardware's ways.
#pragma once

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "designs/efx/format.h"

namespace burin::test {

/// A magnitude: n / d, or its square root.
struct Magnitude {
  int64_t n;
  int64_t d;
  bool is_root = false;

  /// Whether it is below, equal to or above p / q: negative, 0 or positive.
  [[nodiscard]] int compare(int64_t p, int64_t q) const {
    const int64_t left = is_root ? n * q * q : n * q;
    const int64_t right = is_root ? p * p * d : p * d;
    return left < right ? -1 : left > right ? 1 : 0;
  }
};

/// Numbers of a format whose codes, and products of whose significands, are small: exponents of at most 4 bits.
class ExactFormat {
 public:
  explicit ExactFormat(const efx::Format& format) : format_(format) {}

  [[nodiscard]] uint64_t codes() const { return uint64_t{1} << format_.width(); }
  [[nodiscard]] uint64_t infinity() const { return static_cast<uint64_t>(format_.special_exponent()) << fraction(); }
  [[nodiscard]] uint64_t nan() const { return infinity() | uint64_t{1} << (fraction() - 1); }
  [[nodiscard]] uint64_t sign_bit() const { return codes() / 2; }
  [[nodiscard]] bool is_negative(uint64_t code) const { return (code & sign_bit()) != 0; }
  [[nodiscard]] bool is_special(uint64_t code) const { return (code & (sign_bit() - 1)) >= infinity(); }
  [[nodiscard]] bool is_zero(uint64_t code) const { return units(code) == 0; }

  /// All numbers are multiples of a unit, the last place of the smallest; units in one.
  [[nodiscard]] int64_t one() const { return int64_t{1} << (fraction() + format_.bias() - 1); }
  /// |code| in units. Infinity counts as the number that would follow the largest.
  [[nodiscard]] int64_t units(uint64_t code) const {
    const uint64_t magnitude = code & (sign_bit() - 1);
    const uint64_t exponent = magnitude >> fraction();
    const uint64_t one_and_fraction = (magnitude & ((uint64_t{1} << fraction()) - 1)) | uint64_t{1} << fraction();
    return exponent == 0 ? 0 : static_cast<int64_t>(one_and_fraction << (exponent - 1));
  }
  [[nodiscard]] int64_t signed_units(uint64_t code) const { return is_negative(code) ? -units(code) : units(code); }

  /// The code nearest to a magnitude that is not 0, of two equally near the even one; below the normal numbers 0.
  [[nodiscard]] uint64_t nearest(bool negative, const Magnitude& exact) const {
    const uint64_t sign = negative ? sign_bit() : 0;
    const uint64_t smallest = uint64_t{1} << fraction();
    if (exact.compare(units(smallest), one()) < 0) return sign;
    uint64_t below = smallest;  // the largest code that is not above
    while (below < infinity() && exact.compare(units(below + 1), one()) >= 0) ++below;
    if (below == infinity()) return sign | below;
    const int side = exact.compare(units(below) + units(below + 1), 2 * one());
    return sign | (side < 0 || (side == 0 && below % 2 == 0) ? below : below + 1);
  }

  [[nodiscard]] uint64_t add(uint64_t x, uint64_t y) const {
    if (is_special(x) || is_special(y)) return nan();
    if (is_zero(x) && is_zero(y)) return is_negative(x) && is_negative(y) ? sign_bit() : 0;
    const int64_t sum = signed_units(x) + signed_units(y);
    return sum == 0 ? 0 : nearest(sum < 0, {std::abs(sum), one()});
  }
  [[nodiscard]] uint64_t subtract(uint64_t x, uint64_t y) const { return add(x, y ^ sign_bit()); }
  [[nodiscard]] uint64_t multiply(uint64_t x, uint64_t y) const {
    if (is_special(x) || is_special(y)) return nan();
    const bool negative = is_negative(x) != is_negative(y);
    if (is_zero(x) || is_zero(y)) return negative ? sign_bit() : 0;
    return nearest(negative, {units(x) * units(y), one() * one()});
  }
  [[nodiscard]] uint64_t multiply_high(uint64_t x, uint64_t y) const { return x * y >> format_.width(); }
  [[nodiscard]] uint64_t divide(uint64_t x, uint64_t y) const {
    if (is_special(x) || is_special(y) || (is_zero(x) && is_zero(y))) return nan();
    const bool negative = is_negative(x) != is_negative(y);
    if (is_zero(x)) return 0;
    if (is_zero(y)) return infinity() | (negative ? sign_bit() : 0);
    return nearest(negative, {units(x), units(y)});
  }
  [[nodiscard]] uint64_t square_root(uint64_t x) const {
    if (is_special(x)) return nan();
    if (is_zero(x)) return x & sign_bit();
    return is_negative(x) ? nan() : nearest(false, {units(x), one(), true});
  }

  enum class Direction { nearest, to_zero, down };
  [[nodiscard]] uint64_t to_integer(uint64_t x, Direction direction) const {
    const int64_t limit = static_cast<int64_t>(sign_bit());
    int64_t whole = units(x) / one();
    const int64_t rest = units(x) % one();
    if (is_special(x) || whole >= limit) return sign_bit();
    if (direction == Direction::nearest && (2 * rest > one() || (2 * rest == one() && whole % 2 == 1))) ++whole;
    if (direction == Direction::down && is_negative(x) && (rest != 0 || is_zero(x))) ++whole;
    return static_cast<uint64_t>(is_negative(x) ? -whole : whole) & (codes() - 1);
  }
  [[nodiscard]] uint64_t from_integer(uint64_t i) const {
    const bool negative = is_negative(i);
    const uint64_t magnitude = negative ? codes() - i : i;
    return magnitude == 0 ? 0 : nearest(negative, {static_cast<int64_t>(magnitude), 1});
  }
  [[nodiscard]] uint64_t half(uint64_t x) const {
    if (is_special(x)) return nan();
    return is_zero(x) ? 0 : nearest(is_negative(x), {units(x), 2 * one()});
  }

 private:
  [[nodiscard]] int fraction() const { return format_.fraction_bits; }

  efx::Format format_;
};

}  // namespace burin::test
