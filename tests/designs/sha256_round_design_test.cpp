// SPDX-License-Identifier: Apache-2.0
//! @file sha256_round_design_test.cpp
//! @brief The design whose lines are counted computes what it should: FIPS 180-4's example "abc".
#include <doctest/doctest.h>

#include "bench/sha256_round.h"
#include "burin/sim/bench.h"

using namespace burin;

TEST_CASE("the round design hashes a block in 64 cycles") {
  sim::Bench<sha256::RoundDesign> bench;
  bench.reset();
  for (size_t i = 0; i < 16; ++i) bench.set(bench->words[i], i == 0 ? 0x61626380 : i == 15 ? 24 : 0);
  bench.set(bench->start, true);
  bench.step();
  bench.set(bench->start, false);
  CHECK(bench.get_u64(bench->done) == 0);
  bench.step(64);
  CHECK(bench.get_u64(bench->done) == 1);
  CHECK(bench.get_packed(bench->digest).to_hex() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
