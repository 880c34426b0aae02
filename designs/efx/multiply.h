// SPDX-License-Identifier: Apache-2.0
//! @file multiply.h
//! @brief FP_MUL: products of numbers, and the upper half of products of integers, by one multiplier.
#pragma once

#include "burin/lib/pipeline.h"
#include "burin/lib/streams.h"
#include "designs/efx/round.h"

namespace burin::efx {

/// What FP_MUL is given.
struct Factors {
  UInt<> x;
  UInt<> y;
  Bool integer_high;  ///< Unsigned integers: the upper half of their product is wanted.
};

/// How a multiplier is made.
enum class Multiplier {
  operation,  ///< One product, which FPGAs map to DSP blocks; a pipeline cannot cut it.
  parts,      ///< Partial products and carry-save adders, between which a pipeline can be cut.
};

/// x · y, rounded, or the upper half of the product of two integers.
inline UInt<> multiply(const Format& format, const Factors& factors, Multiplier multiplier = Multiplier::operation) {
  const Number x = number(format, factors.x);
  const Number y = number(format, factors.y);
  const int width = format.width();
  const UInt<> a = mux(factors.integer_high, factors.x, zext(x.significand, width));
  const UInt<> b = mux(factors.integer_high, factors.y, zext(y.significand, width));
  const UInt<> product = multiplier == Multiplier::parts ? product_in_parts(a, b) : a * b;

  // The product of two significands lies in [1, 4).
  const UInt<> significand = trunc(product, 2 * format.significand_bits());
  const Bool from_two = significand.bit(significand.width() - 1);
  const SInt<> exponent = x.exponent + y.exponent - format.bias();
  const UInt<> rounded = round(format, {.sign = x.sign ^ y.sign,
                                        .exponent = mux(from_two, exponent + 1, exponent),
                                        .significand = mux(from_two, significand, significand << 1)});

  const UInt<> number_or_nan = mux(x.is_special | y.is_special, not_a_number(format), rounded);
  return mux(factors.integer_high, product.bits(2 * width - 1, width), number_or_nan);
}

/// Multiplies a pair of factors in each cycle. Latency: `stages` cycles.
struct MultiplyUnit {
  struct Config {
    Param<int, "bits of the exponent", range(2, 15)> exponent_bits = 11;
    Param<int, "bits of the fraction", range(2, 112)> fraction_bits = 52;
    Param<int, "registers from the operands to the result", range(0, 16)> stages = 5;
    Param<Multiplier, "how the multiplier is made"> multiplier = Multiplier::operation;
  };
  Config config;

  [[nodiscard]] Format format() const { return {config.exponent_bits, config.fraction_bits}; }

  StreamIn<Factors> in =
      StreamIn<Factors>::of({.x = bits(format().width()), .y = bits(format().width()), .integer_high = {}});
  StreamOut<UInt<>> out = StreamOut<UInt<>>::of(bits(format().width()));

  void logic() {
    const auto product = [f = format(), m = config.multiplier.value()](const Factors& x) { return multiply(f, x, m); };
    in >> pipelined(config.stages, product) >> out;
  }
};

}  // namespace burin::efx
