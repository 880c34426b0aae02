// SPDX-License-Identifier: Apache-2.0
//! @file specification.h
//! @brief What the operations of EFX are, said without an algorithm: the result is the number whose neighbours are not
//! nearer to the exact result.
#pragma once

#include <functional>

#include "designs/efx/format.h"

namespace burin::test {

/// A format small enough for its numbers to be integers of a few bits, in units of the smallest number's last place.
class Specification {
 public:
  explicit Specification(const efx::Format& format) : format_(format) {}

  [[nodiscard]] Bool sign(const UInt<>& code) const { return code.bit(format_.width() - 1); }
  [[nodiscard]] UInt<> magnitude(const UInt<>& code) const { return trunc(code, format_.width() - 1); }
  [[nodiscard]] Bool is_special(const UInt<>& code) const { return magnitude(code) >= infinity(); }
  [[nodiscard]] Bool is_zero(const UInt<>& code) const { return magnitude(code) < smallest(); }
  [[nodiscard]] UInt<> nan() const { return UInt<>(Bits(width(), infinity() | (smallest() >> 1))); }

  /// |x| in units; infinity counts as the number that would follow the largest.
  [[nodiscard]] UInt<> units(const UInt<>& magnitude) const {
    const UInt<> exponent = magnitude >> format_.fraction_bits;
    const UInt<> significand = wide(trunc(magnitude, format_.fraction_bits)) | smallest();
    return mux(exponent == 0, 0, significand << (exponent - 1));
  }
  [[nodiscard]] SInt<> signed_units(const UInt<>& code) const {
    const SInt<> value = units(magnitude(code)).as_sint();
    return mux(sign(code), -value, value);
  }
  /// Units in one.
  [[nodiscard]] uint64_t one() const { return uint64_t{1} << (format_.fraction_bits + format_.bias() - 1); }

  /// Whether `code` has the sign and the nearest magnitude, the even one of two equally near, 0 below the normal
  /// numbers. `place(u)` is where u / 2 units lie on the scale on which the exact magnitude is `exact`.
  [[nodiscard]] Bool is_nearest(const UInt<>& code, const Bool& negative, const UInt<>& exact,
                                const std::function<UInt<>(const UInt<>&)>& place) const {
    const UInt<> c = magnitude(code);
    const UInt<> own = units(c);
    const UInt<> below = place(own + units(c - 1));  // half-way to the neighbours
    const UInt<> above = place(own + units(c + 1));
    const Bool is_even = ~c.bit(0);
    const Bool not_less = (c == smallest()) | (exact > below) | ((exact == below) & is_even);
    const Bool not_more = (c == infinity()) | (exact < above) | ((exact == above) & is_even);
    const Bool is_normal = (c >= smallest()) & (c <= infinity());
    const Bool flushed = exact < place(wide(UInt<>(Bits(width(), smallest()))) << 1);
    return (sign(code) == negative) & mux(flushed, c == 0, is_normal & not_less & not_more);
  }

  [[nodiscard]] Bool is_sum(const UInt<>& code, const UInt<>& x, const UInt<>& y) const {
    const SInt<> sum = signed_units(x) + signed_units(y);
    const UInt<> exact = mux(sum < 0, -sum, sum).as_uint();
    const Bool both_minus_zero = is_zero(x) & is_zero(y) & sign(x) & sign(y);
    const Bool right = mux(sum == 0, (magnitude(code) == 0) & (sign(code) == both_minus_zero),
                           is_nearest(code, sum < 0, exact << 1, [](const UInt<>& u) { return u; }));
    return mux(is_special(x) | is_special(y), code == nan(), right);
  }
  [[nodiscard]] Bool is_difference(const UInt<>& code, const UInt<>& x, const UInt<>& y) const {
    return is_sum(code, x, cat(~sign(y), magnitude(y)));
  }
  [[nodiscard]] Bool is_product(const UInt<>& code, const UInt<>& x, const UInt<>& y) const {
    const UInt<> exact = trunc(units(magnitude(x)) * units(magnitude(y)), kWide);
    const Bool right = is_nearest(code, sign(x) ^ sign(y), exact << 1,
                                  [this](const UInt<>& u) { return trunc(u * UInt<32>(one()), kWide); });
    return mux(is_special(x) | is_special(y), code == nan(), right);
  }
  [[nodiscard]] Bool is_quotient(const UInt<>& code, const UInt<>& x, const UInt<>& y) const {
    const UInt<> divisor = units(magnitude(y));
    const UInt<> exact = trunc(units(magnitude(x)) * UInt<32>(one()), kWide);
    const Bool near =
        is_nearest(code, sign(x) ^ sign(y), exact << 1, [&](const UInt<>& u) { return trunc(u * divisor, kWide); });
    const Bool infinite = (magnitude(code) == infinity()) & (sign(code) == (sign(x) ^ sign(y)));
    const Bool right = mux(is_zero(x), code == 0, mux(is_zero(y), infinite, near));
    return mux(is_special(x) | is_special(y) | (is_zero(x) & is_zero(y)), code == nan(), right);
  }
  [[nodiscard]] Bool is_root(const UInt<>& code, const UInt<>& x) const {
    const UInt<> exact = trunc(units(magnitude(x)) * UInt<32>(one()), kWide);
    const Bool near = is_nearest(code, Bool(false), exact << 2, [](const UInt<>& u) { return trunc(u * u, kWide); });
    const Bool right = mux(is_zero(x), (magnitude(code) == 0) & (sign(code) == sign(x)), near);
    return mux(is_special(x) | (sign(x) & ~is_zero(x)), code == nan(), right);
  }

 private:
  static constexpr int kWide = 32;  // holds all products

  [[nodiscard]] uint32_t width() const { return static_cast<uint32_t>(format_.width()); }
  [[nodiscard]] uint64_t smallest() const { return uint64_t{1} << format_.fraction_bits; }
  [[nodiscard]] uint64_t infinity() const { return static_cast<uint64_t>(format_.special_exponent()) * smallest(); }
  static UInt<> wide(const UInt<>& x) { return zext(x, kWide); }

  efx::Format format_;
};

}  // namespace burin::test
