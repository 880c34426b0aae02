// SPDX-License-Identifier: Apache-2.0
//! @file sha256_hasher_test.cpp
//! @brief Whole messages through the front end and a core, under the interpreter.
#include <doctest/doctest.h>

#include <numeric>

#include "sha256_suite.h"

namespace burin {
namespace {

using sim::EngineKind;

constexpr auto kEngine = EngineKind::interpreter;

std::vector<size_t> lengths(size_t first, size_t last, size_t step) {
  std::vector<size_t> all;
  for (size_t length = first; length <= last; length += step) all.push_back(length);
  return all;
}

TEST_CASE("hasher: self-test") {
  for (const int rounds : {1, 2, 4}) {
    sim::Bench<sha256::Hasher> bench({.rounds_per_cycle = rounds}, kEngine);
    CHECK_NOTHROW(sha256::self_test(bench));
  }
}

TEST_CASE("hasher: the same bench on the interpreter and in Verilator, to the cycle") {
  std::vector<uint64_t> cycles;
  for (const EngineKind kind : {EngineKind::interpreter, EngineKind::verilator}) {
    sim::Bench<sha256::Hasher> bench({}, kind);
    CHECK_NOTHROW(sha256::self_test(bench));
    cycles.push_back(bench.cycles());
  }
  CHECK(cycles[0] == cycles[1]);
}

TEST_CASE("hasher: NIST's short messages") {
  const test::Cavp cavp = test::load_cavp();
  REQUIRE(cavp.short_messages.size() == 65);
  for (const int rounds : {1, 2, 4}) test::hasher_digests(kEngine, rounds, cavp.short_messages, test::test_seed());
}

TEST_CASE("hasher: a selection of NIST's long messages") {
  const test::Cavp cavp = test::load_cavp();
  REQUIRE(cavp.long_messages.size() == 20);
  test::hasher_digests(kEngine, 1, cavp.long_messages, test::test_seed());
}

TEST_CASE("hasher: the first 1,000 hashes of NIST's Monte Carlo test") {
  test::hasher_passes_monte_carlo(kEngine, 4, 1);
}

TEST_CASE("hasher: random messages of 0 to 300 bytes") {
  test::hasher_agrees_with_openssl(kEngine, 1, lengths(0, 300, 3), test::test_seed());
  test::hasher_agrees_with_openssl(kEngine, 2, lengths(1, 300, 3), test::test_seed());
  test::hasher_agrees_with_openssl(kEngine, 4, lengths(2, 300, 3), test::test_seed());
}

TEST_CASE("hasher: a reset in the middle of a message") {
  for (const int rounds : {1, 4}) test::hasher_forgets_at_reset(kEngine, rounds);
}

TEST_CASE("hasher: cycles from the first byte to the digest") {
  struct Case {
    int rounds;
    size_t length;
    uint64_t cycles;
  };
  // One block goes in within 64 cycles, is handed over in the next, and takes 64 / rounds more. Each further block
  // adds 65 cycles with one round a clock, 64 with more. The empty message takes a cycle more than one of a byte.
  for (const Case& c : {Case{1, 0, 130},
                        {1, 1, 129},
                        {1, 55, 129},
                        {1, 56, 194},
                        {1, 119, 194},
                        {1, 120, 259},
                        {1, 640, 779},
                        {2, 0, 98},
                        {2, 55, 97},
                        {2, 640, 737},
                        {4, 0, 82},
                        {4, 55, 81},
                        {4, 640, 721}}) {
    INFO(c.rounds, " rounds a clock, ", c.length, " bytes");
    sim::Bench<test::WatchedHasher> bench({.rounds_per_cycle = c.rounds}, kEngine);
    bench.reset();
    const std::string message = sha256::counting_message(c.length);
    const test::Recording recording =
        test::record(bench, bench->bytes, sha256::message_bytes(message), bench->digest, 1, 2000);
    REQUIRE(recording.outputs.size() == 1);
    CHECK(recording.outputs[0].to_hex() == test::openssl_digest(message));
    CHECK(recording.received[0] == c.cycles);
  }
}

TEST_CASE("hasher: a digest that nobody takes holds the messages behind it back") {
  std::vector<Bits> bytes;
  for (int i = 0; i < 4; ++i) {
    for (const Bits& byte : sha256::message_bytes("abc")) bytes.push_back(byte);
  }
  sim::Bench<test::WatchedHasher> bench({}, kEngine);
  bench.reset();
  const test::Recording waiting =
      test::record(bench, bench->bytes, bytes, bench->digest, 4, 1000, [](uint64_t) { return false; });
  CHECK(waiting.sent.size() == 6);  // the first digest waits, the second message waits as a block: no third one begins
  CHECK(bench.get_u64(bench->digest.valid) == 1);
  CHECK(bench.get_u64(bench->bytes.ready) == 0);

  bytes.erase(bytes.begin(), bytes.begin() + 6);
  const test::Recording taken = test::record(bench, bench->bytes, bytes, bench->digest, 4, 1000);
  REQUIRE(taken.outputs.size() == 4);
  CHECK(taken.received[0] == 0);
  CHECK(taken.sent[0] == 0);  // the digest is taken, the block moves up, a byte goes in: all in one cycle
  for (const Bits& digest : taken.outputs) CHECK(digest.to_hex() == test::openssl_digest("abc"));
  CHECK(test::record(bench, bench->bytes, {}, bench->digest, 1, 500).outputs.empty());
  CHECK(bench.engine().failures() == 0);
}

TEST_CASE("file: a stream is hashed without being held, and its progress told") {
  const uint64_t seed = test::test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  std::mt19937_64 random(seed);
  sim::Bench<sha256::Hasher> bench({.rounds_per_cycle = 4}, kEngine);
  for (const size_t length : {0, 1, 4095, 4096, 4097, 9000}) {
    const std::string content = test::random_bytes(random, length);
    std::istringstream input(content);
    std::vector<uint64_t> progress;
    const uint64_t before = bench.cycles();
    CHECK(sha256::hash_file(bench, input, [&](uint64_t bytes) { progress.push_back(bytes); }) ==
          test::openssl_digest(content));
    CHECK(bench.cycles() - before > length);
    REQUIRE(!progress.empty());
    CHECK(progress.size() == length / 4096 + 1);
    CHECK(progress.back() == length);
  }
}

TEST_CASE("file: an input that breaks off is an error") {
  struct Broken : std::streambuf {
    int_type underflow() override { throw std::runtime_error("the disk is gone"); }
  };
  Broken buffer;
  std::istream input(&buffer);
  sim::Bench<sha256::Hasher> bench({}, kEngine);
  CHECK_THROWS_WITH_AS(sha256::hash_file(bench, input), "the input cannot be read to its end", UserError);
}

TEST_CASE("file: Ctrl-C stops the work") {
  std::istringstream input(std::string(10'000, 'x'));
  sim::Bench<sha256::Hasher> bench({}, kEngine);
  request_interrupt();
  CHECK_THROWS_AS(sha256::hash_file(bench, input), Interrupted);
  clear_interrupt();
}

}  // namespace
}  // namespace burin
