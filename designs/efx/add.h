// SPDX-License-Identifier: Apache-2.0
//! @file add.h
//! @brief FP_ADD: x + y and x - y at once, each rounded by itself.
#pragma once

#include "burin/lib/pipeline.h"
#include "burin/lib/streams.h"
#include "designs/efx/round.h"

namespace burin::efx {

struct SumAndDifference {
  UInt<> sum;
  UInt<> difference;
};

/// x + y and x - y. Of the two, one is the sum of the magnitudes and one their difference: operands are compared and
/// aligned once for both.
inline SumAndDifference add(const Format& format, const UInt<>& x_word, const UInt<>& y_word) {
  const Number x = number(format, x_word);
  const Number y = number(format, y_word);
  const int magnitude_bits = format.width() - 1;
  const Bool swapped = trunc(x_word, magnitude_bits) < trunc(y_word, magnitude_bits);
  const Number large = mux(swapped, y, x);
  const Number small = mux(swapped, x, y);

  // Three bits below the last place are enough: guard, round and sticky. Where the difference of the magnitudes loses
  // more than one leading bit, the operands were at most one place apart and nothing has fallen out.
  const UInt<> distance = trunc((large.exponent - small.exponent).as_uint(), format.exponent_bits);
  const UInt<> a = cat(large.significand, UInt<3>(0));
  const UInt<> b = shift_right_sticky(cat(small.significand, UInt<3>(0)), distance);

  const UInt<> total = add_carry(a, b);
  const Bool carry = total.bit(total.width() - 1);
  const UInt<> outer = round(format, {.sign = x.sign,
                                      .exponent = mux(carry, large.exponent + 1, large.exponent),
                                      .significand = mux(carry, total, total << 1)});

  // An exact zero is positive: IEEE 754-2019, section 6.3.
  const UInt<> rest = a - b;
  const UInt<> zeros = leading_zeros(rest);
  const UInt<> inner = round(format, {.sign = (x.sign ^ swapped) & (rest != 0),
                                      .exponent = large.exponent - resize(zeros, large.exponent.width()).as_sint(),
                                      .significand = rest << zeros});

  const Bool signs_differ = x.sign ^ y.sign;
  const Bool is_special = x.is_special | y.is_special;
  const UInt<> nan = not_a_number(format);
  return {.sum = mux(is_special, nan, mux(signs_differ, inner, outer)),
          .difference = mux(is_special, nan, mux(signs_differ, outer, inner))};
}

/// Adds and subtracts a pair of operands in each cycle. Latency: `stages` cycles.
struct Adder {
  struct Config {
    Param<int, "bits of the exponent", range(2, 15)> exponent_bits = 11;
    Param<int, "bits of the fraction", range(2, 112)> fraction_bits = 52;
    Param<int, "registers from the operands to the results", range(0, 16)> stages = 2;
  };
  Config config;

  [[nodiscard]] Format format() const { return {config.exponent_bits, config.fraction_bits}; }

  StreamIn<Operands> in = StreamIn<Operands>::of(operands(format()));
  StreamOut<SumAndDifference> out =
      StreamOut<SumAndDifference>::of({.sum = bits(format().width()), .difference = bits(format().width())});

  void logic() {
    in >> pipelined(config.stages, [f = format()](const Operands& o) { return add(f, o.x, o.y); }) >> out;
  }
};

}  // namespace burin::efx
