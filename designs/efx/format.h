// SPDX-License-Identifier: Apache-2.0
//! @file format.h
//! @brief Binary floating-point formats of IEEE 754-2019, section 3.4, and their numbers as hardware values.
#pragma once

#include <algorithm>
#include <bit>

#include "burin/burin.h"

namespace burin::efx {

/// A format: from the top a sign, an exponent and a fraction. The default is binary64.
struct Format {
  int exponent_bits = 11;
  int fraction_bits = 52;

  /// Bits of a number, and of the integers that numbers are converted from and to.
  [[nodiscard]] int width() const { return 1 + exponent_bits + fraction_bits; }
  /// Bits of a significand, with the 1 in front of the fraction.
  [[nodiscard]] int significand_bits() const { return fraction_bits + 1; }
  /// A number with exponent field e is 1.fraction × 2^(e - bias).
  [[nodiscard]] int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  /// The exponent field of infinities and NaN, all ones.
  [[nodiscard]] int special_exponent() const { return (1 << exponent_bits) - 1; }
  /// Bits of a signed exponent for which sums of two, and shifts of a significand or an integer, are not too large.
  [[nodiscard]] int signed_exponent_bits() const {
    return 2 + std::max(exponent_bits, static_cast<int>(std::bit_width(static_cast<unsigned>(fraction_bits))));
  }
};

/// An operand taken apart. Subnormal numbers count as zero.
struct Number {
  Bool sign;
  Bool is_zero;
  Bool is_special;     ///< An infinity or NaN.
  SInt<> exponent;     ///< The field.
  UInt<> significand;  ///< 1.fraction, or 0.
};

/// The parts of the number whose bits are `word`.
inline Number number(const Format& format, const UInt<>& word) {
  const UInt<> fraction = word.bits(format.fraction_bits - 1, 0);
  const UInt<> exponent = word.bits(format.width() - 2, format.fraction_bits);
  const Bool is_zero = exponent == 0;
  return {.sign = word.bit(format.width() - 1),
          .is_zero = is_zero,
          .is_special = exponent == format.special_exponent(),
          .exponent = zext(exponent, format.signed_exponent_bits()).as_sint(),
          .significand = mux(is_zero, 0, cat(Bool(true), fraction))};
}

/// Zero with a sign.
inline UInt<> zero(const Format& format, const Bool& sign) {
  return cat(sign, repeat(Bool(false), format.width() - 1));
}

/// Infinity: a number too large for the format, or the quotient of a number and zero.
inline UInt<> infinity(const Format& format, const Bool& sign) {
  return cat(sign, repeat(Bool(true), format.exponent_bits), repeat(Bool(false), format.fraction_bits));
}

/// The one NaN that comes out: positive and quiet, as RISC-V's canonical NaN. Every operation gives it when an operand
/// is infinite or NaN, so that what went wrong in a computation shows at its end.
inline UInt<> not_a_number(const Format& format) {
  return cat(Bool(false), repeat(Bool(true), format.exponent_bits + 1), repeat(Bool(false), format.fraction_bits - 1));
}

/// What a unit with two operands is given.
struct Operands {
  UInt<> x;
  UInt<> y;
};

/// The shape of the operands of a format.
inline Operands operands(const Format& format) { return {.x = bits(format.width()), .y = bits(format.width())}; }

}  // namespace burin::efx
