// SPDX-License-Identifier: Apache-2.0
//! @file divide.h
//! @brief FP_DIV: quotients and square roots, a few bits a cycle, by one recurrence.
//!
//! Restoring division subtracts the divisor where that leaves no less than zero; each subtraction that is made is a 1
//! in the quotient. The square root is the same with a divisor that grows with it. Let Q be the root found so far, w
//! the weight of the next bit and R = (a - Q²) / w what is left. Then (Q + w)² = Q² + w · (2Q + w), so the next bit is
//! 1 if 2Q + w can be subtracted from R. M. D. Ercegovac and T. Lang, Digital Arithmetic, 2004, sections 5.2 and 6.2.
#pragma once

#include "burin/lib/pipeline.h"
#include "burin/lib/streams.h"
#include "designs/efx/round.h"

namespace burin::efx {

/// What FP_DIV is given.
struct Division {
  UInt<> x;
  UInt<> y;
  Bool root;  ///< The square root of x is wanted; y does not count.
};

/// A division or root under way. The numbers have their points at the same place, behind the quotient's top bit.
struct Recurrence {
  Bool root;
  UInt<> divisor;
  UInt<> remainder;  ///< What is left, divided by the weight of the next bit.
  UInt<> quotient;
  UInt<> weight;  ///< One bit: that of the quotient which is next. 0: all are there.
  // What the result is made of besides the quotient.
  Bool sign;
  SInt<> exponent;
  Bool is_infinite;
  Bool is_nan;
};

/// Cycles in which a quotient or root is found: the bits of a significand, one more for quotients below 1, and one to
/// round by.
inline int division_cycles(const Format& format, int bits_per_cycle) {
  return (format.significand_bits() + 2 + bits_per_cycle - 1) / bits_per_cycle;
}

/// A division in so many steps.
struct DivisionSteps {
  Format format;
  int bits;  ///< Of the quotient, one a step.

  /// The shape of a division under way.
  [[nodiscard]] Recurrence shape() const {
    using burin::bits;
    return {.root = {},
            .divisor = bits(this->bits + 2),
            .remainder = bits(this->bits + 2),
            .quotient = bits(this->bits),
            .weight = bits(this->bits),
            .sign = {},
            .exponent = bits(format.signed_exponent_bits()),
            .is_infinite = {},
            .is_nan = {}};
  }

  /// A division before its first step.
  [[nodiscard]] Recurrence start(const Division& division) const {
    const Number x = number(format, division.x);
    const Number y = number(format, division.y);
    const auto aligned = [&](const UInt<>& significand) {
      return cat(UInt<2>(0), significand, repeat(Bool(false), bits - format.significand_bits()));
    };
    // The root of m · 2^e is √m · 2^(e / 2), or √(2m) · 2^((e - 1) / 2). The bias is odd, so the field is even where e
    // is odd.
    const Bool e_is_odd = ~x.exponent.bit(0);
    const UInt<> dividend = aligned(x.significand);
    return {.root = division.root,
            .divisor = aligned(y.significand),
            .remainder = mux(division.root & e_is_odd, dividend << 1, dividend),
            .quotient = zext(UInt<1>(0), bits),
            .weight = cat(Bool(true), repeat(Bool(false), bits - 1)),
            .sign = mux(division.root, x.sign, (x.sign ^ y.sign) & ~x.is_zero),
            .exponent = mux(division.root, (x.exponent + format.bias()) >> 1, x.exponent - y.exponent + format.bias()),
            .is_infinite = ~division.root & y.is_zero,
            .is_nan = x.is_special | mux(division.root, x.sign & ~x.is_zero, y.is_special | (x.is_zero & y.is_zero))};
  }

  /// The next bit of the quotient.
  [[nodiscard]] Recurrence step(const Recurrence& now) const {
    const UInt<> growing = zext(cat(now.quotient, Bool(false)) | zext(now.weight, bits + 1), bits + 2);
    const UInt<> difference = sub_borrow(now.remainder, mux(now.root, growing, now.divisor));
    const Bool fits = ~difference.bit(bits + 2);
    Recurrence next = now;
    next.remainder = mux(fits, trunc(difference, bits + 2), now.remainder) << 1;
    next.quotient = mux(fits, now.quotient | now.weight, now.quotient);
    next.weight = now.weight >> 1;
    return next;
  }

  /// The rounded result. The quotient of two significands lies in (1/2, 2), a root in [1, 2).
  [[nodiscard]] UInt<> finish(const Recurrence& end) const {
    const UInt<> quotient = cat(end.quotient, end.remainder != 0);
    const Bool below_one = ~end.quotient.bit(bits - 1);
    const UInt<> rounded = round(format, {.sign = end.sign,
                                          .exponent = mux(below_one, end.exponent - 1, end.exponent),
                                          .significand = mux(below_one, quotient << 1, quotient)});
    return mux(end.is_nan, not_a_number(format), mux(end.is_infinite, infinity(format, end.sign), rounded));
  }
};

/// One division or root at a time: with 3 bits a cycle and binary64, one every 19 cycles. Latency: these and `stages`.
struct Divider {
  struct Config {
    Param<int, "bits of the exponent", range(2, 15)> exponent_bits = 11;
    Param<int, "bits of the fraction", range(2, 112)> fraction_bits = 52;
    Param<int, "bits of the quotient in a cycle", range(1, 8)> bits_per_cycle = 3;
    Param<int, "registers behind the recurrence, where the result is rounded", range(0, 4)> stages = 1;
  };
  Config config;

  [[nodiscard]] Format format() const { return {config.exponent_bits, config.fraction_bits}; }
  /// Cycles from one division to the next.
  [[nodiscard]] int interval() const { return division_cycles(format(), config.bits_per_cycle); }
  [[nodiscard]] DivisionSteps steps() const { return {format(), interval() * config.bits_per_cycle}; }

  StreamIn<Division> in =
      StreamIn<Division>::of({.x = bits(format().width()), .y = bits(format().width()), .root = {}});
  StreamOut<UInt<>> out = StreamOut<UInt<>>::of(bits(format().width()));

  Reg<Recurrence> state{steps().shape()};
  Reg<Bool> busy{false};
  StreamWire<Recurrence> divided = StreamWire<Recurrence>::of(steps().shape());

  void logic() {
    const DivisionSteps division = steps();
    const Bool at_end = state.weight == 0;
    divided.valid = busy & at_end;
    divided.payload = state;
    in.ready = ~busy | (at_end & divided.ready);

    // The first bits are found in the cycle in which the operands come.
    Recurrence next = mux(in.ready, division.start(in.payload), state);
    for (int i = 0; i < config.bits_per_cycle; ++i) next = division.step(next);
    IF (in.ready) { busy = in.valid; }
    IF (in.ready | ~at_end) { state = next; }

    divided >> pipelined(config.stages, [division](const Recurrence& r) { return division.finish(r); }) >> out;
  }
};

}  // namespace burin::efx
