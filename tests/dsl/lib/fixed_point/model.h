// SPDX-License-Identifier: Apache-2.0
//! @file model.h
//! @brief Fixed-point numbers in C++ for comparison: a whole number of 128 bits and how often it is halved.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>

#include "burin/base/bits.h"
#include "burin/lib/fixed_point.h"

namespace burin::test {

__extension__ typedef __int128 Wide;  // NOLINT(modernize-use-using): larger than any product here

/// The number `raw` / 2^`fraction_bits`.
struct Exact {
  Wide raw = 0;
  int fraction_bits = 0;
};

inline Wide power(int exponent) { return Wide{1} << exponent; }

/// The bits of a format as a number.
inline Exact exact(const Bits& bits, const detail::FixedFormat& format) {
  Wide raw = static_cast<Wide>(bits.to_uint64());
  if (format.is_signed && bits.bit(bits.width() - 1)) raw -= power(format.width());
  return {raw, format.fraction_bits};
}

/// Both numbers over the larger of the two denominators.
inline void align(Exact& a, Exact& b) {
  const int fraction_bits = std::max(a.fraction_bits, b.fraction_bits);
  for (Exact* number : {&a, &b}) {
    number->raw *= power(fraction_bits - number->fraction_bits);
    number->fraction_bits = fraction_bits;
  }
}
inline Exact sum(Exact a, Exact b) {
  align(a, b);
  return {a.raw + b.raw, a.fraction_bits};
}
inline Exact difference(Exact a, Exact b) {
  align(a, b);
  return {a.raw - b.raw, a.fraction_bits};
}
inline Exact product(Exact a, Exact b) { return {a.raw * b.raw, a.fraction_bits + b.fraction_bits}; }
inline int compare(Exact a, Exact b) {
  align(a, b);
  return a.raw < b.raw ? -1 : a.raw > b.raw ? 1 : 0;
}

/// The bits of `number` in `format`: divided with remainder as one does by hand.
inline Bits converted(Exact number, const detail::FixedFormat& format, Rounding rounding, Overflow overflow) {
  Wide whole = number.raw;
  const int lost = number.fraction_bits - format.fraction_bits;
  if (lost <= 0) {
    whole *= power(-lost);
  } else {
    const Wide divisor = power(lost);
    Wide quotient = whole / divisor;
    Wide remainder = whole % divisor;
    if (remainder < 0) {
      remainder += divisor;
      quotient -= 1;
    }
    const bool is_half = 2 * remainder == divisor;
    const bool is_more = 2 * remainder > divisor;
    switch (rounding) {
      case Rounding::floor:
        break;
      case Rounding::toward_zero:
        if (whole < 0 && remainder != 0) quotient += 1;
        break;
      case Rounding::half_up:
        if (is_half || is_more) quotient += 1;
        break;
      case Rounding::half_even:
        if (is_more || (is_half && quotient % 2 != 0)) quotient += 1;
        break;
    }
    whole = quotient;
  }
  const Wide lowest = format.is_signed ? -power(format.width() - 1) : 0;
  const Wide highest = power(format.width() - (format.is_signed ? 1 : 0)) - 1;
  if (overflow == Overflow::saturate) whole = std::clamp(whole, lowest, highest);
  return Bits(static_cast<uint32_t>(format.width()), static_cast<uint64_t>(whole));
}

/// Random bits, often at or near the ends of the range.
inline Bits random_bits(std::mt19937_64& random, uint32_t width) {
  const uint64_t kind = random() % 5;
  Bits bits(width, random());
  if (kind == 0) bits = Bits::ones(width).resize(width);
  if (kind == 1) bits = Bits(width, random() % 4);
  if (kind == 2) bits = Bits(width, (uint64_t{1} << (width - 1)) + random() % 5 - 2);
  return bits;
}

}  // namespace burin::test
