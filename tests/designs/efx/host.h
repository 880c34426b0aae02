// SPDX-License-Identifier: Apache-2.0
//! @file host.h
//! @brief The unit's binary64 from the processor's: IEEE arithmetic, and the few rules in which the unit differs.
#pragma once

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>

namespace burin::test::host {

inline constexpr uint64_t kSign = uint64_t{1} << 63;
inline constexpr uint64_t kNan = 0x7ff8000000000000;

inline uint64_t bits_of(double x) { return std::bit_cast<uint64_t>(x); }
inline bool is_special(uint64_t x) { return (x >> 52 & 0x7ff) == 0x7ff; }
inline bool is_zero(uint64_t x) { return (x >> 52 & 0x7ff) == 0; }
/// The number as the unit reads it: a subnormal one is zero.
inline double read(uint64_t x) { return std::bit_cast<double>(is_zero(x) ? x & kSign : x); }
/// A result as the unit writes it: one below the normal numbers is zero.
inline uint64_t flushed(double x) { return std::fabs(x) < DBL_MIN ? bits_of(x) & kSign : bits_of(x); }

inline uint64_t add(uint64_t x, uint64_t y) {
  // A sum below the normal numbers is exact, so it does not matter whether it is flushed before or after rounding.
  return is_special(x) || is_special(y) ? kNan : flushed(read(x) + read(y));
}
inline uint64_t subtract(uint64_t x, uint64_t y) { return add(x, y ^ kSign); }

inline uint64_t multiply(uint64_t x, uint64_t y) {
  if (is_special(x) || is_special(y)) return kNan;
  const double rounded = read(x) * read(y);
  if (std::fabs(rounded) != DBL_MIN) return flushed(rounded);
  // Was it rounded up to 2^-1022? Scaled up, the same product has room below: fma gives what it exceeds 2^-1022 by.
  const double small = std::fmin(std::fabs(read(x)), std::fabs(read(y)));
  const double large = std::fmax(std::fabs(read(x)), std::fabs(read(y)));
  const double excess = std::fma(std::ldexp(small, 600), large, -std::ldexp(DBL_MIN, 600));
  return excess < 0 ? bits_of(rounded) & kSign : bits_of(rounded);
}
inline uint64_t multiply_high(uint64_t x, uint64_t y) {
  const uint64_t x_low = x & 0xffffffff;
  const uint64_t x_high = x >> 32;
  const uint64_t y_low = y & 0xffffffff;
  const uint64_t y_high = y >> 32;
  const uint64_t middle = x_high * y_low + (x_low * y_low >> 32);
  const uint64_t middle_low = x_low * y_high + (middle & 0xffffffff);
  return x_high * y_high + (middle >> 32) + (middle_low >> 32);
}
inline uint64_t divide(uint64_t x, uint64_t y) {
  if (is_special(x) || is_special(y) || (is_zero(x) && is_zero(y))) return kNan;
  if (is_zero(x)) return 0;
  const double rounded = read(x) / read(y);
  if (std::fabs(rounded) != DBL_MIN) return flushed(rounded);
  // Was it rounded up to 2^-1022, that is, is |x| below 2^-1022 · |y|? |y| is about 1 or more, so both sides are exact.
  const bool is_below = std::ldexp(std::fabs(read(x)), 511) < std::ldexp(std::fabs(read(y)), -511);
  return is_below ? bits_of(rounded) & kSign : bits_of(rounded);
}
inline uint64_t square_root(uint64_t x) {
  if (is_special(x) || (!is_zero(x) && (x & kSign) != 0)) return kNan;
  return bits_of(std::sqrt(read(x)));
}

inline uint64_t to_integer(double whole) {
  const bool fits = whole > -0x1p63 && whole < 0x1p63;  // false for NaN
  return fits ? static_cast<uint64_t>(static_cast<int64_t>(whole)) : kSign;
}
inline uint64_t rint(uint64_t x) { return to_integer(std::nearbyint(read(x))); }
inline uint64_t truncate(uint64_t x) { return to_integer(std::trunc(read(x))); }
inline uint64_t floor(uint64_t x) {
  return is_zero(x) && (x & kSign) != 0 ? ~uint64_t{0} : to_integer(std::floor(read(x)));
}
inline uint64_t from_integer(uint64_t i) { return bits_of(static_cast<double>(static_cast<int64_t>(i))); }
inline uint64_t half(uint64_t x) {
  if (is_special(x)) return kNan;
  // Numbers below 2^-1021 have halves below the normal numbers, also where these would be rounded up.
  if (std::fabs(read(x)) < 2 * DBL_MIN) return is_zero(x) ? 0 : x & kSign;
  return bits_of(read(x) * 0.5);
}

}  // namespace burin::test::host
