// SPDX-License-Identifier: Apache-2.0
//! @file proof_test.cpp
//! @brief EFX's sums and products in a format of 8 bits are proven; tests/designs/efx/slow has the rest.
#include <doctest/doctest.h>

#include "designs/efx/proofs/proofs.h"

namespace burin::test {
namespace {

TEST_CASE("8 bits: sums and differences are proven") { check_arithmetic<AddProof>(0); }

TEST_CASE("8 bits: products are proven") { check_arithmetic<MultiplyProof>(0); }

}  // namespace
}  // namespace burin::test
