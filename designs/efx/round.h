// SPDX-License-Identifier: Apache-2.0
//! @file round.h
//! @brief Rounding: IEEE 754-2019, sections 4.3.1 and 7.4, with results below the normal range flushed to zero.
#pragma once

#include <algorithm>

#include "designs/efx/format.h"

namespace burin::efx {

/// A result of which no bit that matters is lost yet: significand × 2^(exponent - bias). The significand lies in [1,
/// 2), its point behind its top bit; a top bit of 0 stands for zero. Below its lowest bit nothing is left, or the bit
/// is *sticky*: 1 if anything below it was.
struct Unrounded {
  Bool sign;
  SInt<> exponent;
  UInt<> significand;
};

/// The number of the format that is nearest, of two equally near the one whose fraction ends in 0.
/// * Below 2^(1 - bias), the smallest normal number, the result is zero with the sign of the exact one. This is decided
///   before rounding, as in FALCON's reference implementation.
/// * Beyond the largest number it is infinity: IEEE 754-2019, section 7.4.
inline UInt<> round(const Format& format, const Unrounded& exact) {
  const int width = static_cast<int>(exact.significand.width());
  const int dropped = width - format.significand_bits();  // bits below the result's
  const Bool last = exact.significand.bit(dropped);
  const Bool guard = exact.significand.bit(dropped - 1);                  // half a unit in the last place
  const Bool sticky = reduce_or(exact.significand.bits(dropped - 2, 0));  // less than that
  const Bool up = guard & (sticky | last);

  // The carry of a fraction of ones goes into the exponent, which is right: 1.11…1 becomes 10.00…0.
  const UInt<> before = cat(exact.exponent, exact.significand.bits(width - 2, dropped));
  const UInt<> after = before + zext(up.as_uint(), before.width());

  const Bool too_small = (exact.exponent < 1) | ~exact.significand.bit(width - 1);
  const Bool too_large = (after >> format.fraction_bits) >= format.special_exponent();
  return mux(too_small, zero(format, exact.sign),
             mux(too_large, infinity(format, exact.sign), cat(exact.sign, trunc(after, format.width() - 1))));
}

/// `x >> amount`; the lowest bit is 1 also when a bit that fell out was.
inline UInt<> shift_right_sticky(const UInt<>& x, const UInt<>& amount) {
  const int width = static_cast<int>(x.width());
  UInt<> shifted = x;
  Bool lost = false;
  for (int i = 0; i < static_cast<int>(amount.width()); ++i) {
    const int distance = i < 30 ? std::min(1 << i, width) : width;
    lost = lost | (amount.bit(i) & reduce_or(shifted.bits(distance - 1, 0)));
    shifted = mux(amount.bit(i), shifted >> distance, shifted);
  }
  return shifted | zext(lost.as_uint(), width);
}

}  // namespace burin::efx
