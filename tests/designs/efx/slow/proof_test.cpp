// SPDX-License-Identifier: Apache-2.0
//! @file proof_test.cpp
//! @brief EFX's quotients and roots in a format of 8 bits are proven, and sums and products through their pipelines.
#include <doctest/doctest.h>

#include "designs/efx/proofs/proofs.h"

namespace burin::test {
namespace {

TEST_CASE("8 bits: quotients and roots are proven") { check_arithmetic<DivideProof>(0); }

TEST_CASE("8 bits: sums and differences are proven through two stages") { check_arithmetic<AddProof>(2); }

TEST_CASE("8 bits: products are proven through five stages") { check_arithmetic<MultiplyProof>(5); }

}  // namespace
}  // namespace burin::test
