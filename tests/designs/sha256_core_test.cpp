// SPDX-License-Identifier: Apache-2.0
//! @file sha256_core_test.cpp
//! @brief The core with 1, 2 and 4 rounds a clock, and the pipeline, under the interpreter.
#include <doctest/doctest.h>

#include "burin/sim/interpreter.h"
#include "sha256_suite.h"

namespace burin {
namespace {

using sim::EngineKind;

constexpr auto kEngine = EngineKind::interpreter;

TEST_CASE("core: self-test") {
  for (const int rounds : {1, 2, 4}) {
    sim::Bench<sha256::Core> bench({.rounds_per_cycle = rounds}, kEngine);
    CHECK_NOTHROW(sha256::self_test(bench));
  }
}

TEST_CASE("core: random messages with stalls on both sides") {
  for (const int rounds : {1, 2, 4}) test::core_agrees_with_openssl(kEngine, rounds, 40, test::test_seed());
}

TEST_CASE("core: a block every 65, 33 or 17 cycles") {
  test::core_takes_a_block_every(kEngine, 1, 65);
  test::core_takes_a_block_every(kEngine, 2, 33);
  test::core_takes_a_block_every(kEngine, 4, 17);
}

TEST_CASE("core: a digest is offered at once, waits until it is taken, and comes once") {
  for (const int rounds : {1, 2, 4}) test::core_offers_a_digest_once(kEngine, rounds);
}

TEST_CASE("core: a reset in any cycle of a block") {
  for (const int rounds : {1, 2, 4}) test::core_forgets_at_reset(kEngine, rounds);
}

TEST_CASE("core: state without a reset may start with any value") {
  sim::BenchOptions options;
  options.power_up = {.kind = sim::PowerUp::Kind::random, .seed = test::test_seed()};
  INFO("BURIN_TEST_SEED=", options.power_up.seed);
  sim::Bench<sha256::Core> bench({}, kEngine, options);
  CHECK_NOTHROW(sha256::self_test(bench));
}

TEST_CASE("core: other numbers of rounds a clock are refused") {
  CHECK_THROWS_WITH_AS(sim::Bench<sha256::Core>({.rounds_per_cycle = 3}, kEngine), doctest::Contains("1, 2 or 4"),
                       UserError);
}

TEST_CASE("core: the self-test finds a single wrong bit in a round constant") {
  const auto break_a_constant = [](ir::Design& design) {
    Bits& word = design.top_module().memories.at(0).contents.at(63);
    word.set_bit(0, !word.bit(0));
    return std::make_unique<sim::Interpreter>(design);
  };
  sim::Bench<sha256::Core> bench(sha256::Core::Config{}, break_a_constant);
  CHECK_THROWS_WITH_AS(sha256::self_test(bench),
                       doctest::Contains("self-test of Core: the digest of the message of 3 bytes is"), UserError);
}

TEST_CASE("pipeline: self-test") {
  sim::Bench<sha256::Pipeline> bench({}, kEngine);
  CHECK_NOTHROW(sha256::self_test(bench));
}

TEST_CASE("pipeline: a block every clock, with bubbles, 65 cycles each") {
  test::pipeline_agrees_with_openssl(kEngine, 400, test::test_seed());
}

TEST_CASE("pipeline: a reset empties it") { test::pipeline_forgets_at_reset(kEngine); }

}  // namespace
}  // namespace burin
