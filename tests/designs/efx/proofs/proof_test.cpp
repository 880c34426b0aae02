// SPDX-License-Identifier: Apache-2.0
//! @file proof_test.cpp
//! @brief EFX's arithmetic in a format of 8 bits, proven against a specification without an algorithm; and broken
//! arithmetic is found out.
#include <doctest/doctest.h>

#include "designs/efx/add.h"
#include "designs/efx/divide.h"
#include "designs/efx/multiply.h"
#include "designs/efx/proofs/specification.h"
#include "proofs/harness.h"

namespace burin::test {
namespace {

const efx::Format kFormat{3, 4};

struct Proof {
  struct Config {
    Param<int, "stages of the pipelines", range(0, 8)> stages = 2;
    bool broken = false;  ///< Round by one bit less.
  };
};

/// Sums and differences through a pipeline, with its cuts.
struct AddProof {
  using Config = Proof::Config;
  Config config;
  In<efx::Operands> operands{efx::operands(kFormat)};

  void logic() {
    const auto add = [](const efx::Operands& o) { return efx::add(kFormat, o.x, o.y); };
    const efx::SumAndDifference result = pipelined(config.stages, add, operands).value();
    const efx::Operands of = past(operands, config.stages);
    const UInt<> sum = config.broken ? result.sum & ~UInt<8>(1) : result.sum;
    const Specification is(kFormat);
    IF (~initially(config.stages)) {
      assert_(is.is_sum(sum, of.x, of.y), "it is the sum");
      assert_(is.is_difference(result.difference, of.x, of.y), "it is the difference");
    }
  }
};

struct MultiplyProof {
  using Config = Proof::Config;
  Config config;
  In<efx::Factors> factors{efx::Factors{.x = bits(8), .y = bits(8), .integer_high = {}}};

  void logic() {
    const auto multiply = [](const efx::Factors& x) { return efx::multiply(kFormat, x); };
    const UInt<> result = pipelined(config.stages, multiply, factors).value();
    const efx::Factors of = past(factors, config.stages);
    const UInt<> product = config.broken ? result & ~UInt<8>(1) : result;
    IF (~initially(config.stages)) {
      IF (of.integer_high) {
        assert_(product == (of.x * of.y).bits(15, 8), "it is the upper half of the product");
      }
      ELSE { assert_(Specification(kFormat).is_product(product, of.x, of.y), "it is the product"); }
    }
  }
};

/// The recurrence in one cycle.
struct DivideProof {
  using Config = Proof::Config;
  Config config;
  In<efx::Division> division{efx::Division{.x = bits(8), .y = bits(8), .root = {}}};

  void logic() {
    const efx::DivisionSteps steps{kFormat, kFormat.significand_bits() + 2};
    efx::Recurrence state = steps.start(division);
    for (int i = 0; i < steps.bits; ++i) state = steps.step(state);
    const UInt<> result = config.broken ? steps.finish(state) & ~UInt<8>(1) : steps.finish(state);
    const Specification is(kFormat);
    IF (division.root) {
      assert_(is.is_root(result, division.x), "it is the root");
    }
    ELSE { assert_(is.is_quotient(result, division.x, division.y), "it is the quotient"); }
  }
};

template <typename M>
void check_proof_and_refutation(int stages) {
  check_proven<M>({.stages = stages}, static_cast<uint32_t>(stages) + 2);
  const cli::ProofReport report = cli::prove<M>({.stages = stages, .broken = true},
                                                quick_proof(flows::ProofMode::bmc, static_cast<uint32_t>(stages) + 2));
  CHECK_FALSE(report.ok());
}

TEST_CASE("8 bits: sums and differences are proven") { check_proof_and_refutation<AddProof>(2); }

TEST_CASE("8 bits: products are proven") { check_proof_and_refutation<MultiplyProof>(5); }

TEST_CASE("8 bits: quotients and roots are proven") { check_proof_and_refutation<DivideProof>(0); }

}  // namespace
}  // namespace burin::test
