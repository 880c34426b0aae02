// SPDX-License-Identifier: Apache-2.0
//! @file proofs.h
//! @brief EFX's arithmetic in a format of 8 bits beside a specification without an algorithm, to be proven equal.
#pragma once

#include <doctest/doctest.h>

#include "designs/efx/add.h"
#include "designs/efx/divide.h"
#include "designs/efx/multiply.h"
#include "designs/efx/proofs/specification.h"
#include "proofs/harness.h"

namespace burin::test {

inline const efx::Format kSmallFormat{3, 4};

struct ArithmeticProof {
  struct Config {
    Param<int, "stages of the pipeline", range(0, 8)> stages = 0;
    bool broken = false;  ///< The last bit is lost.
  };
  /// What comes out of the pipeline went into it after the reset.
  static Bool filled(int stages) { return stages == 0 ? Bool(true) : ~initially(stages); }
};

/// Sums and differences through a pipeline, with its cuts.
struct AddProof {
  using Config = ArithmeticProof::Config;
  Config config;
  In<efx::Operands> operands{efx::operands(kSmallFormat)};

  void logic() {
    const auto add = [](const efx::Operands& o) { return efx::add(kSmallFormat, o.x, o.y); };
    const efx::SumAndDifference result = pipelined(config.stages, add, operands).value();
    const efx::Operands of = past(operands, config.stages);
    const UInt<> kept = config.broken ? UInt<>(Bits(8, 0xfe)) : UInt<>(Bits(8, 0xff));
    const Specification is(kSmallFormat);
    IF (ArithmeticProof::filled(config.stages)) {
      assert_(is.is_sum(result.sum & kept, of.x, of.y), "it is the sum");
      assert_(is.is_difference(result.difference & kept, of.x, of.y), "it is the difference");
    }
  }
};

struct MultiplyProof {
  using Config = ArithmeticProof::Config;
  Config config;
  In<efx::Factors> factors{efx::Factors{.x = bits(8), .y = bits(8), .integer_high = {}}};

  void logic() {
    const auto multiply = [](const efx::Factors& x) { return efx::multiply(kSmallFormat, x); };
    const UInt<> result = pipelined(config.stages, multiply, factors).value();
    const efx::Factors of = past(factors, config.stages);
    const UInt<> product = config.broken ? result & ~UInt<8>(1) : result;
    IF (ArithmeticProof::filled(config.stages)) {
      IF (of.integer_high) {
        assert_(product == (of.x * of.y).bits(15, 8), "it is the upper half of the product");
      }
      ELSE { assert_(Specification(kSmallFormat).is_product(product, of.x, of.y), "it is the product"); }
    }
  }
};

/// The recurrence in one cycle.
struct DivideProof {
  using Config = ArithmeticProof::Config;
  Config config;
  In<efx::Division> division{efx::Division{.x = bits(8), .y = bits(8), .root = {}}};

  void logic() {
    const efx::DivisionSteps steps{kSmallFormat, kSmallFormat.significand_bits() + 2};
    efx::Recurrence state = steps.start(division);
    for (int i = 0; i < steps.bits; ++i) state = steps.step(state);
    const UInt<> result = config.broken ? steps.finish(state) & ~UInt<8>(1) : steps.finish(state);
    const Specification is(kSmallFormat);
    IF (division.root) {
      assert_(is.is_root(result, division.x), "it is the root");
    }
    ELSE { assert_(is.is_quotient(result, division.x, division.y), "it is the quotient"); }
  }
};

/// Holds for all operands through a pipeline of so many stages; broken arithmetic does not.
template <typename M>
void check_arithmetic(int stages) {
  const auto cycles = static_cast<uint32_t>(stages);
  check_proven<M>({.stages = stages}, cycles + 1);
  const cli::ProofReport report = cli::prove<M>(
      {.stages = stages, .broken = true}, quick_proof(flows::ProofMode::bmc, cycles + 2));  // reset is one of them
  CHECK_FALSE(report.ok());
}

}  // namespace burin::test
