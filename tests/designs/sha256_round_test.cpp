// SPDX-License-Identifier: Apache-2.0
//! @file sha256_round_test.cpp
//! @brief The functions of round.h by themselves, each in a module of its own.
#include <doctest/doctest.h>

#include "designs/sha256/round.h"
#include "reference.h"
#include "sha256_suite.h"
#include "support.h"

namespace burin {
namespace {

using Words = std::array<uint32_t, 8>;
using Window = std::array<uint32_t, 16>;

struct RoundUnit {
  In<sha256::State> before;
  In<sha256::Word> k;
  In<sha256::Word> w;
  Out<sha256::State> after;
  void logic() { after = sha256::round(before, k, w); }
};

struct ScheduleUnit {
  In<UInt<512>> data;
  In<sha256::Schedule> before;
  Out<sha256::Schedule> words;
  Out<sha256::Schedule> after;
  void logic() {
    words = sha256::words_of(data);
    after = sha256::next(before);
  }
};

struct StateUnit {
  In<sha256::State> x;
  In<sha256::State> y;
  Out<sha256::State> sum;
  Out<sha256::State> initial;
  void logic() {
    sum = sha256::add(x, y);
    initial = sha256::initial_state();
  }
};

/// Element 0 is the least significant one of a packed vector.
Bits window_bits(const Window& words) {
  std::vector<Bits> parts;
  for (size_t i = words.size(); i-- > 0;) parts.emplace_back(32, words[i]);
  return sim::join(parts);
}

Window window_of(const Bits& bits) {
  Window words{};
  for (uint32_t i = 0; i < 16; ++i) words[i] = static_cast<uint32_t>(bits.slice(32 * i, 32).to_uint64());
  return words;
}

Words words_of(const Bits& bits) {
  Words words{};
  for (uint32_t i = 0; i < 8; ++i) words[i] = static_cast<uint32_t>(bits.slice(32 * (7 - i), 32).to_uint64());
  return words;
}

Words run_round(sim::Bench<RoundUnit>& bench, const Words& state, uint32_t k, uint32_t w) {
  bench.set_packed(bench->before, test::state_bits(state));
  bench.set(bench->k, k);
  bench.set(bench->w, w);
  bench.settle();
  return words_of(bench.get_packed(bench->after));
}

TEST_CASE("the first and the last round of NIST's example, the message abc") {
  // "SHA256.pdf" of NIST's Cryptographic Standards and Guidelines: examples with intermediate values.
  sim::Bench<RoundUnit> bench;
  CHECK(run_round(bench, sha256::kInitialState, 0x428a2f98, 0x61626380) ==
        Words{0x5d6aebcd, 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xfa2a4622, 0x510e527f, 0x9b05688c, 0x1f83d9ab});
  CHECK(run_round(bench,
                  {0xd39a2165, 0x04d24d6c, 0xb85e2ce9, 0xb6ae8fff, 0xfb121210, 0x948d25b6, 0x961f4894, 0xb21bad3d},
                  0xc67178f2, 0x12b1edeb) ==
        Words{0x506e3058, 0xd39a2165, 0x04d24d6c, 0xb85e2ce9, 0x5ef50f24, 0xfb121210, 0x948d25b6, 0x961f4894});
}

TEST_CASE("64 rounds and their sum with the state before are the compression of a block") {
  const uint64_t seed = test::test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  std::mt19937_64 random(seed);
  sim::Bench<RoundUnit> rounds;
  sim::Bench<ScheduleUnit> schedule;
  sim::Bench<StateUnit> states;
  for (int i = 0; i < 20; ++i) {
    const std::string block = test::random_bytes(random, 64);
    Words chain{};
    for (uint32_t& word : chain) word = static_cast<uint32_t>(random());

    schedule.set(schedule->data, test::core_block(block, false, false).slice(2, 512));
    schedule.settle();
    Window w = window_of(schedule.get_packed(schedule->words));
    Words state = chain;
    for (const uint32_t k : sha256::kRoundConstants) {
      state = run_round(rounds, state, k, w[0]);
      schedule.set_packed(schedule->before, window_bits(w));
      schedule.settle();
      w = window_of(schedule.get_packed(schedule->after));
    }
    states.set_packed(states->x, test::state_bits(chain));
    states.set_packed(states->y, test::state_bits(state));
    states.settle();
    CHECK(words_of(states.get_packed(states->sum)) == test::openssl_compress(chain, block));
  }
}

TEST_CASE("the schedule moves on by a word and appends one") {
  sim::Bench<ScheduleUnit> bench;
  Window w{};
  for (uint32_t i = 0; i < 16; ++i) w[i] = 0x01010101 * i;
  bench.set_packed(bench->before, window_bits(w));
  bench.settle();
  const Window moved = window_of(bench.get_packed(bench->after));
  for (uint32_t i = 0; i < 15; ++i) CHECK(moved[i] == w[i + 1]);
  // Only sigma1 depends on word 14, only sigma0 on word 1: one bit of each at a time shows where it goes.
  const auto last_of = [&](size_t index, uint32_t word) {
    Window one{};
    one[index] = word;
    bench.set_packed(bench->before, window_bits(one));
    bench.settle();
    return window_of(bench.get_packed(bench->after))[15];
  };
  CHECK(last_of(1, 0x80000000) == (1U << (31 - 7) | 1U << (31 - 18) | 1U << (31 - 3)));
  CHECK(last_of(14, 0x80000000) == (1U << (31 - 17) | 1U << (31 - 19) | 1U << (31 - 10)));
  CHECK(last_of(1, 1) == (1U << (32 - 7) | 1U << (32 - 18)));
  CHECK(last_of(14, 1) == (1U << (32 - 17) | 1U << (32 - 19)));
  CHECK(last_of(0, 5) == 5);
  CHECK(last_of(9, 5) == 5);
  for (const size_t unused : {2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 15}) CHECK(last_of(unused, 0xffffffff) == 0);
}

TEST_CASE("the first byte of a block is the top byte of its first word") {
  sim::Bench<ScheduleUnit> bench;
  bench.set(bench->data, test::core_block(sha256::counting_message(64), false, false).slice(2, 512));
  bench.settle();
  const Window words = window_of(bench.get_packed(bench->words));
  for (uint32_t i = 0; i < 16; ++i) CHECK(words[i] == 0x00010203 + i * 0x04040404);
}

TEST_CASE("sums of states are word by word and the initial state is H(0)") {
  sim::Bench<StateUnit> bench;
  bench.set_packed(bench->x, test::state_bits({0xffffffff, 1, 2, 3, 4, 5, 6, 0x80000000}));
  bench.set_packed(bench->y, test::state_bits({1, 10, 20, 30, 40, 50, 60, 0x80000000}));
  bench.settle();
  CHECK(words_of(bench.get_packed(bench->sum)) == Words{0, 11, 22, 33, 44, 55, 66, 0});
  CHECK(words_of(bench.get_packed(bench->initial)) == sha256::kInitialState);
}

}  // namespace
}  // namespace burin
