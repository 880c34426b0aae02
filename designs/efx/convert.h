// SPDX-License-Identifier: Apache-2.0
//! @file convert.h
//! @brief Type_Converter: numbers to integers and back, and halves.
#pragma once

#include "burin/lib/pipeline.h"
#include "burin/lib/streams.h"
#include "designs/efx/round.h"

namespace burin::efx {

enum class ConversionKind {
  rint,      ///< The nearest integer, of two equally near the even one.
  truncate,  ///< The integer part.
  floor,     ///< The largest integer not above the number.
  from_integer,
  half,  ///< x / 2. The half of -0 is +0, as in FALCON's reference implementation.
};

/// What Type_Converter is given: a number, or a two's complement integer of as many bits.
struct Conversion {
  UInt<> x;
  Enum<ConversionKind> kind;
};

/// `x` with its lowest bit on top.
inline UInt<> reversed(const UInt<>& x) {
  std::vector<Bool> bits;
  for (uint32_t i = 0; i < x.width(); ++i) bits.push_back(x.bit(i));
  UInt<> result = bits[0].as_uint();
  for (uint32_t i = 1; i < x.width(); ++i) result = cat(result, bits[i]);
  return result;
}

/// The conversion that `conversion` names.
/// * Numbers that have no integer of that width, infinity and NaN give the smallest integer, as on x86.
/// * The floor of -0 is -1, as in FALCON's reference implementation, which decides by the sign first.
inline UInt<> convert(const Format& format, const Conversion& conversion) {
  const int width = format.width();
  const Number x = number(format, conversion.x);
  const Bool from_integer = conversion.kind == ConversionKind::from_integer;
  const Bool half = conversion.kind == ConversionKind::half;

  // One shifter serves both ways. The significand of a number stands on top of a word of integer, guard and sticky bit
  // and goes down until its point is behind the integer. The magnitude of an integer goes up until its highest 1 is on
  // top: down, of the word reversed.
  const Bool negative = conversion.x.bit(width - 1);
  const UInt<> integer = (conversion.x ^ repeat(negative, width)) + zext(negative.as_uint(), width);
  const UInt<> zeros = leading_zeros(integer);
  const int top = format.bias() + width - 2;  // the exponent of numbers whose point is there already
  const SInt<> down = top - x.exponent;
  const UInt<> word = cat(x.significand, repeat(Bool(false), width - format.fraction_bits));
  const UInt<> shifted = shift_right_sticky(mux(from_integer, zext(reversed(integer), width + 1), word),
                                            mux(from_integer, zext(zeros, down.width()), down.as_uint()));

  // From a number to an integer. A magnitude that goes up by one, then changes its sign: -(m + 1) is ~m + 0.
  const UInt<> magnitude = shifted.bits(width, 2);
  const Bool guard = shifted.bit(1);
  const Bool sticky = shifted.bit(0);
  const Bool rint_up = (conversion.kind == ConversionKind::rint) & guard & (sticky | magnitude.bit(0));
  const Bool floor_up = (conversion.kind == ConversionKind::floor) & negative & (guard | sticky | x.is_zero);
  const UInt<> signed_magnitude =
      (zext(magnitude, width) ^ repeat(negative, width)) + zext(((rint_up | floor_up) ^ negative).as_uint(), width);
  const UInt<> smallest = cat(Bool(true), repeat(Bool(false), width - 1));
  const UInt<> to_integer = mux(x.is_special | (down < 0), smallest, signed_magnitude);

  // To a number.
  const Unrounded whole{.sign = negative,
                        .exponent = (format.bias() + width - 1) - zext(zeros, down.width()).as_sint(),
                        .significand = reversed(trunc(shifted, width))};
  const Unrounded halved{.sign = negative & ~x.is_zero, .exponent = x.exponent - 1, .significand = word.bits(width, 1)};
  const UInt<> rounded = round(format, mux(half, halved, whole));
  const UInt<> to_number = mux(half & x.is_special, not_a_number(format), rounded);

  return mux(from_integer | half, to_number, to_integer);
}

/// A conversion in each cycle. Latency: `stages` cycles.
struct Converter {
  struct Config {
    Param<int, "bits of the exponent", range(2, 15)> exponent_bits = 11;
    Param<int, "bits of the fraction", range(2, 112)> fraction_bits = 52;
    Param<int, "registers from the operand to the result", range(0, 16)> stages = 2;
  };
  Config config;

  [[nodiscard]] Format format() const { return {config.exponent_bits, config.fraction_bits}; }

  StreamIn<Conversion> in = StreamIn<Conversion>::of({.x = bits(format().width()), .kind = {}});
  StreamOut<UInt<>> out = StreamOut<UInt<>>::of(bits(format().width()));

  void logic() {
    in >> pipelined(config.stages, [f = format()](const Conversion& c) { return convert(f, c); }) >> out;
  }
};

}  // namespace burin::efx
