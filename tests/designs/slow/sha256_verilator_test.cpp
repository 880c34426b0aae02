// SPDX-License-Identifier: Apache-2.0
//! @file sha256_verilator_test.cpp
//! @brief The generated Verilog of the SHA-256 designs in Verilator, on the benches of the quick tests and longer ones.
#include <doctest/doctest.h>

#include <numeric>

#include "../sha256_suite.h"

namespace burin {
namespace {

using sim::EngineKind;

constexpr auto kEngine = EngineKind::verilator;

TEST_CASE("verilator: core") {
  struct Case {
    int rounds;
    uint64_t cycles;
  };
  for (const Case& c : {Case{1, 65}, {2, 33}, {4, 17}}) {
    test::core_agrees_with_openssl(kEngine, c.rounds, 500, test::test_seed());
    test::core_takes_a_block_every(kEngine, c.rounds, c.cycles);
    test::core_offers_a_digest_once(kEngine, c.rounds);
    test::core_forgets_at_reset(kEngine, c.rounds);
  }
}

TEST_CASE("verilator: pipeline") {
  sim::Bench<sha256::Pipeline> bench({}, kEngine);
  CHECK_NOTHROW(sha256::self_test(bench));
  test::pipeline_agrees_with_openssl(kEngine, 5000, test::test_seed());
  test::pipeline_forgets_at_reset(kEngine);
}

TEST_CASE("verilator: hasher") {
  const test::Cavp cavp = test::load_cavp();
  std::vector<size_t> lengths(301);
  std::iota(lengths.begin(), lengths.end(), 0);
  for (const int rounds : {1, 2, 4}) {
    test::hasher_digests(kEngine, rounds, cavp.short_messages, test::test_seed());
    test::hasher_digests(kEngine, rounds, cavp.long_messages, test::test_seed());
    test::hasher_agrees_with_openssl(kEngine, rounds, lengths, test::test_seed());
    test::hasher_forgets_at_reset(kEngine, rounds);
  }
}

TEST_CASE("verilator: all 100,000 hashes of NIST's Monte Carlo test") {
  test::hasher_passes_monte_carlo(kEngine, 1, test::load_cavp().checkpoints.size());
}

TEST_CASE("verilator: a stream of 3 MB") {
  const uint64_t seed = test::test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  std::mt19937_64 random(seed);
  const std::string content = test::random_bytes(random, 3'000'000);
  std::istringstream input(content);
  sim::Bench<sha256::Hasher> bench({}, kEngine);
  CHECK(sha256::hash_file(bench, input) == test::openssl_digest(content));
}

}  // namespace
}  // namespace burin
