// SPDX-License-Identifier: Apache-2.0
//! @file random_test.cpp
//! @brief Ten million random operations an operator in binary64, or BURIN_EFX_OPERATIONS of them.
#include <doctest/doctest.h>

#include <cstdlib>

#include "designs/efx/random_suite.h"
#include "designs/support.h"

namespace burin::test {
namespace {

size_t count() {
  const char* const given = std::getenv("BURIN_EFX_OPERATIONS");
  return given != nullptr ? std::strtoull(given, nullptr, 0) : 10'000'000;
}

TEST_CASE("binary64: ten million sums, differences, products, quotients, roots and conversions of each kind") {
  const uint64_t seed = test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  MESSAGE(count(), " operations an operator, seed ", seed);
  random_sums(count(), seed);
  random_products(count(), seed);
  random_conversions(count(), seed);
  random_quotients(count(), seed, 3, 19);
}

}  // namespace
}  // namespace burin::test
