// SPDX-License-Identifier: Apache-2.0
//! @file random_test.cpp
//! @brief 100,000 random operations an operator in binary64. tests/designs/efx/slow runs ten million.
#include <doctest/doctest.h>

#include "designs/efx/random_suite.h"
#include "designs/support.h"

namespace burin::test {
namespace {

constexpr size_t kCount = 100'000;

TEST_CASE("binary64: sums and differences, one pair a cycle, after two cycles") {
  const uint64_t seed = test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  random_sums(kCount, seed);
}

TEST_CASE("binary64: products of numbers and integers in any order, one a cycle, after five cycles") {
  const uint64_t seed = test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  random_products(kCount, seed);
  random_products(kCount / 20, seed, efx::Multiplier::parts);
}

TEST_CASE("binary64: quotients and roots in any order, one every 19 or 14 cycles") {
  const uint64_t seed = test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  random_quotients(kCount, seed, 3, 19);
  random_quotients(kCount / 20, seed, 4, 14);
}

TEST_CASE("binary64: conversions of all kinds in any order, one a cycle, after two cycles") {
  const uint64_t seed = test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  random_conversions(kCount, seed);
}

}  // namespace
}  // namespace burin::test
