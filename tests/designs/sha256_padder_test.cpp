// SPDX-License-Identifier: Apache-2.0
//! @file sha256_padder_test.cpp
//! @brief The message front end by itself.
#include <doctest/doctest.h>

#include "sha256_suite.h"

namespace burin {
namespace {

/// `bytes` with transfers that carry no byte strewn in, and the end perhaps in one of its own.
std::vector<Bits> with_gaps(std::vector<Bits> bytes, std::mt19937_64& random) {
  std::vector<Bits> result;
  for (Bits& byte : bytes) {
    while (random() % 4 == 0) result.emplace_back(10, (random() & 0xff) << 2);
    if (byte.bit(0) && random() % 2 == 0) {
      byte.set_bit(0, false);
      result.push_back(byte);
      byte = Bits(10, (random() & 0xff) << 2 | 1);
    }
    result.push_back(byte);
  }
  return result;
}

TEST_CASE("padder: the blocks of every length up to three blocks, with gaps and stalls") {
  const uint64_t seed = test::test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  std::mt19937_64 random(seed);
  std::vector<Bits> bytes;
  std::vector<Bits> blocks;
  for (size_t length = 0; length <= 130; ++length) {
    const std::string message = test::random_bytes(random, length);
    for (const Bits& byte : with_gaps(sha256::message_bytes(message), random)) bytes.push_back(byte);
    for (const Bits& block : sha256::core_blocks(message)) blocks.push_back(block);
  }
  sim::Bench<test::WatchedPadder> bench;
  bench.reset();
  const auto outputs = bench.transfer(bench->bytes, bytes, bench->blocks, blocks.size(), sim::Stalls(random(), 100),
                                      sim::Stalls(random(), 700));
  for (size_t i = 0; i < blocks.size(); ++i) REQUIRE(outputs[i] == blocks[i]);
  CHECK(bench.engine().failures() == 0);
}

TEST_CASE("padder: 64 cycles a block, and no pause between blocks or messages") {
  std::vector<Bits> bytes;
  size_t count = 0;
  for (const size_t length : {0, 3, 55, 56, 64, 200}) {
    const std::string message = sha256::counting_message(length);
    for (const Bits& byte : sha256::message_bytes(message)) bytes.push_back(byte);
    count += sha256::padded_blocks(message).size();
  }
  sim::Bench<test::WatchedPadder> bench;
  bench.reset();
  const test::Recording recording = test::record(bench, bench->bytes, bytes, bench->blocks, count, 2000);
  REQUIRE(recording.received.size() == count);
  // The empty message begins with a transfer that adds nothing: one cycle more.
  for (size_t i = 0; i < count; ++i) CHECK(recording.received[i] == 1 + 64 * (i + 1));
}

TEST_CASE("padder: a block that nobody takes stops everything") {
  sim::Bench<test::WatchedPadder> bench;
  bench.reset();
  std::vector<Bits> bytes = sha256::message_bytes(sha256::counting_message(100));
  const test::Recording waiting =
      test::record(bench, bench->bytes, bytes, bench->blocks, 1, 300, [](uint64_t) { return false; });
  REQUIRE(waiting.sent.size() == 64);
  CHECK(waiting.sent.back() == 63);
  CHECK(bench.get_u64(bench->blocks.valid) == 1);  // offered without waiting for `ready`
  CHECK(bench.get_u64(bench->bytes.ready) == 0);

  bytes.erase(bytes.begin(), bytes.begin() + 64);
  const test::Recording taken = test::record(bench, bench->bytes, bytes, bench->blocks, 2, 100);
  REQUIRE(taken.received.size() == 2);
  CHECK(taken.received[0] == 0);
  CHECK(taken.sent.front() == 0);  // the next byte goes in as the block is taken
  CHECK(taken.received[1] == 64);
  CHECK(test::record(bench, bench->bytes, {}, bench->blocks, 1, 200).outputs.empty());
  CHECK(bench.engine().failures() == 0);
}

TEST_CASE("padder: the length is 64 bits, most significant byte first") {
  sim::Bench<sha256::Padder> bench;
  bench.reset();
  const uint64_t bytes_before = 0x0123456789abcdef;  // below 2^61
  bench.set(bench->length, bytes_before * 8);
  bench.settle();
  const test::Recording recording =
      test::record(bench, bench->bytes, sha256::message_bytes("x"), bench->blocks, 1, 100);
  REQUIRE(recording.outputs.size() == 1);
  CHECK(recording.outputs[0].slice(2, 64).to_uint64() == (bytes_before + 1) * 8);
  CHECK(bench.get_u64(bench->length) == 0);  // for the next message
}

TEST_CASE("padder: a message of 2^61 bytes breaks an assumption") {
  sim::Bench<sha256::Padder> bench;
  bench.reset();
  bench.set(bench->length, ((uint64_t{1} << 61) - 2) * 8);
  bench.settle();
  bench.send(bench->bytes, Bits(10, 0b10));  // the last byte that fits
  CHECK(bench.engine().failures() == 0);
  bench.send(bench->bytes, Bits(10, 0b10));
  REQUIRE(bench.engine().failures() == 1);
  CHECK(bench.engine().events().back().text.find("a message has fewer than 2^61 bytes") != std::string::npos);
}

}  // namespace
}  // namespace burin
