// SPDX-License-Identifier: Apache-2.0
//! @file sha256_suite.h
//! @brief What the SHA-256 designs must do, whatever engine runs them.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "cavp.h"
#include "designs/sha256/self_test.h"
#include "reference.h"
#include "support.h"
#include "watched.h"

namespace burin::test {

using sim::Bench;
using sim::EngineKind;

/// A block for `Core::message`.
inline Bits core_block(std::string_view bytes, bool first, bool last) {
  const std::vector<uint8_t> data(bytes.begin(), bytes.end());
  return Bits::concat(Bits::from_bytes_big_endian(data), Bits(2, (first ? 2U : 0U) | (last ? 1U : 0U)));
}

/// A state as the packed bits of `State`.
inline Bits state_bits(const std::array<uint32_t, 8>& state) {
  std::vector<Bits> words;
  for (const uint32_t word : state) words.emplace_back(32, word);
  return sim::join(words);
}

// ------------------------------------------------------------------------------------------------------- core

/// Messages of several blocks through a core, with stalls on both sides.
inline void core_agrees_with_openssl(EngineKind kind, int rounds_per_cycle, size_t messages, uint64_t seed) {
  INFO("BURIN_TEST_SEED=", seed, " rounds_per_cycle=", rounds_per_cycle);
  std::mt19937_64 random(seed);
  std::vector<Bits> blocks;
  std::vector<std::string> digests;
  for (size_t i = 0; i < messages; ++i) {
    const std::string message = random_bytes(random, random() % 300);
    for (const Bits& block : sha256::core_blocks(message)) blocks.push_back(block);
    digests.push_back(openssl_digest(message));
  }
  Bench<WatchedCore> bench({.rounds_per_cycle = rounds_per_cycle}, kind);
  bench.reset();
  // A sender that is slower than the core, then a receiver that is.
  for (const auto& [sender, receiver] : {std::pair(990, 300), std::pair(300, 990)}) {
    const auto outputs = bench.transfer(bench->message, blocks, bench->digest, digests.size(),
                                        sim::Stalls(random(), sender), sim::Stalls(random(), receiver));
    for (size_t i = 0; i < digests.size(); ++i) CHECK(outputs[i].to_hex() == digests[i]);
  }
  CHECK(bench.engine().failures() == 0);
}

/// A block every 64 / rounds + 1 cycles, its digest as many cycles after it was taken.
inline void core_takes_a_block_every(EngineKind kind, int rounds_per_cycle, uint64_t cycles) {
  constexpr size_t kBlocks = 6;
  const std::string bytes(64, 'b');
  std::vector<Bits> blocks;
  for (size_t i = 0; i < kBlocks; ++i)
    blocks.push_back(core_block(bytes, i % 3 == 0, i % 3 == 2));  // two messages of three
  Bench<WatchedCore> bench({.rounds_per_cycle = rounds_per_cycle}, kind);
  bench.reset();
  const Recording recording = record(bench, bench->message, blocks, bench->digest, 2, 1000);
  REQUIRE(recording.sent.size() == kBlocks);
  REQUIRE(recording.received.size() == 2);
  for (size_t i = 0; i < kBlocks; ++i) CHECK(recording.sent[i] == i * cycles);
  CHECK(recording.received[0] == recording.sent[2] + cycles);
  CHECK(recording.received[1] == recording.sent[5] + cycles);
  // The first block of the second message was taken in the cycle in which the first digest was.
  CHECK(recording.sent[3] == recording.received[0]);
  CHECK(recording.outputs[0] == recording.outputs[1]);
  CHECK(bench.engine().failures() == 0);
}

/// A digest is offered without waiting for `ready`, holds the next message back until it is taken, and comes once.
inline void core_offers_a_digest_once(EngineKind kind, int rounds_per_cycle) {
  const std::vector<sha256::KnownAnswer> answers{sha256::known_answers()[0], sha256::known_answers()[2]};
  std::vector<Bits> blocks;
  for (const auto& answer : answers) blocks.push_back(sha256::core_blocks(answer.message).front());
  Bench<WatchedCore> bench({.rounds_per_cycle = rounds_per_cycle}, kind);
  bench.reset();
  const Recording waiting =
      record(bench, bench->message, blocks, bench->digest, 1, 150, [](uint64_t) { return false; });
  CHECK(waiting.sent == std::vector<uint64_t>{0});
  CHECK(bench.get_u64(bench->digest.valid) == 1);
  CHECK(bench.get_u64(bench->message.ready) == 0);

  const Recording taken = record(bench, bench->message, {blocks[1]}, bench->digest, 2, 150);
  CHECK(taken.sent == std::vector<uint64_t>{0});
  REQUIRE(taken.outputs.size() == 2);
  CHECK(taken.received[0] == 0);
  for (size_t i = 0; i < 2; ++i) CHECK(taken.outputs[i].to_hex() == answers[i].digest);

  const Recording after = record(bench, bench->message, {}, bench->digest, 1, 150);
  CHECK(after.outputs.empty());
  CHECK(bench.engine().failures() == 0);
}

/// A reset in any cycle of a block leaves nothing behind.
inline void core_forgets_at_reset(EngineKind kind, int rounds_per_cycle) {
  Bench<WatchedCore> bench({.rounds_per_cycle = rounds_per_cycle}, kind);
  const auto answer = sha256::known_answers().front();
  const Bits block = sha256::core_blocks(answer.message).front();
  bench.reset();
  for (uint64_t cycles = 1; cycles < 70; ++cycles) {
    bench.set(bench->digest.ready, false);
    record(bench, bench->message, {core_block(std::string(64, 'x'), true, true)}, bench->digest, 0, 1);
    bench.step(cycles);
    bench.reset();
    CHECK(bench.get_u64(bench->digest.valid) == 0);
    CHECK(bench.get_u64(bench->message.ready) == 1);
    const Recording recording = record(bench, bench->message, {block}, bench->digest, 1, 100);
    REQUIRE(recording.outputs.size() == 1);
    CHECK(recording.outputs[0].to_hex() == answer.digest);
  }
  CHECK(bench.engine().failures() == 0);
}

// --------------------------------------------------------------------------------------------------- pipeline

/// Random blocks in random states, with bubbles: each result is there 65 cycles later, and only then.
inline void pipeline_agrees_with_openssl(EngineKind kind, size_t cycles, uint64_t seed) {
  constexpr size_t kLatency = 65;
  INFO("BURIN_TEST_SEED=", seed);
  std::mt19937_64 random(seed);
  Bench<sha256::Pipeline> bench({}, kind);
  std::vector<std::optional<Bits>> expected;  // by cycle
  bench.set(bench->valid, false);
  bench.reset();
  for (size_t cycle = 0; cycle < cycles; ++cycle) {
    const bool valid = cycle + kLatency < cycles && random() % 4 != 0;
    expected.emplace_back();
    bench.set(bench->valid, valid);
    // What stands at the inputs of a bubble is of no consequence: it changes in every cycle.
    const std::string block = random_bytes(random, 64);
    std::array<uint32_t, 8> chain{};
    for (uint32_t& word : chain) word = static_cast<uint32_t>(random());
    bench.set(bench->data, core_block(block, false, false).slice(2, 512));
    bench.set_packed(bench->chain, state_bits(chain));
    if (valid) expected.back() = state_bits(openssl_compress(chain, block));
    bench.settle();
    const std::optional<Bits> due = cycle < kLatency ? std::nullopt : expected[cycle - kLatency];
    REQUIRE(bench.get_u64(bench->digest_valid) == (due ? 1 : 0));
    if (due) REQUIRE(bench.get_packed(bench->digest) == *due);
    bench.step();
  }
}

/// After a reset nothing comes out of what was in flight.
inline void pipeline_forgets_at_reset(EngineKind kind) {
  Bench<sha256::Pipeline> bench({}, kind);
  bench.reset();
  bench.set(bench->valid, true);
  bench.step(40);
  bench.set(bench->valid, false);
  bench.reset();
  for (int cycle = 0; cycle < 80; ++cycle) {
    REQUIRE(bench.get_u64(bench->digest_valid) == 0);
    bench.step();
  }
  bench.set(bench->valid, true);
  bench.step();
  bench.set(bench->valid, false);
  bench.step(64);
  CHECK(bench.get_u64(bench->digest_valid) == 1);
}

// ----------------------------------------------------------------------------------------------------- hasher

/// All messages in one go, nobody waiting, then with stalls on both sides.
inline void hasher_digests(EngineKind kind, int rounds_per_cycle, const std::vector<Cavp::Message>& messages,
                           uint64_t seed) {
  INFO("BURIN_TEST_SEED=", seed);
  std::mt19937_64 random(seed);
  std::vector<Bits> bytes;
  for (const Cavp::Message& message : messages) {
    for (const Bits& byte : sha256::message_bytes(message.message)) bytes.push_back(byte);
  }
  Bench<WatchedHasher> bench({.rounds_per_cycle = rounds_per_cycle}, kind);
  bench.reset();
  for (const uint32_t stalls : {0U, 200U}) {
    const auto digests = bench.transfer(bench->bytes, bytes, bench->digest, messages.size(),
                                        sim::Stalls(random(), stalls), sim::Stalls(random(), stalls * 4));
    for (size_t i = 0; i < messages.size(); ++i) {
      INFO("message of ", messages[i].message.size(), " bytes");
      CHECK(digests[i].to_hex() == messages[i].digest);
    }
  }
  CHECK(bench.engine().failures() == 0);
}

/// Messages of all `lengths` in random order against OpenSSL.
inline void hasher_agrees_with_openssl(EngineKind kind, int rounds_per_cycle, std::vector<size_t> lengths,
                                       uint64_t seed) {
  std::mt19937_64 random(seed);
  std::shuffle(lengths.begin(), lengths.end(), random);
  std::vector<Cavp::Message> messages;
  for (const size_t length : lengths) {
    std::string message = random_bytes(random, length);
    std::string digest = openssl_digest(message);
    messages.push_back({std::move(message), std::move(digest)});
  }
  hasher_digests(kind, rounds_per_cycle, messages, seed);
}

/// The first `checkpoints` of NIST's Monte Carlo test: 1,000 hashes each.
inline void hasher_passes_monte_carlo(EngineKind kind, int rounds_per_cycle, size_t checkpoints) {
  const Cavp cavp = load_cavp();
  REQUIRE(checkpoints <= cavp.checkpoints.size());
  Bench<sha256::Hasher> bench({.rounds_per_cycle = rounds_per_cycle}, kind);
  std::string seed = cavp.seed;
  for (size_t i = 0; i < checkpoints; ++i) {
    std::array<std::string, 3> digests = {seed, seed, seed};
    for (int hash = 0; hash < 1000; ++hash) {
      std::istringstream message(bytes_of_hex(digests[0] + digests[1] + digests[2]));
      digests = {digests[1], digests[2], sha256::hash_file(bench, message)};
    }
    seed = digests[2];
    REQUIRE(seed == cavp.checkpoints[i]);
  }
}

/// A reset in the middle of a message, whatever the front end and the core are at.
inline void hasher_forgets_at_reset(EngineKind kind, int rounds_per_cycle) {
  Bench<WatchedHasher> bench({.rounds_per_cycle = rounds_per_cycle}, kind);
  const std::string message = sha256::counting_message(3);
  const std::string digest = openssl_digest(message);
  bench.reset();
  for (uint64_t cycles = 1; cycles < 330; cycles += 7) {
    // 119 bytes and their padding take 192 cycles to go in; then the digest waits.
    record(bench, bench->bytes, sha256::message_bytes(sha256::counting_message(119)), bench->digest, 1, cycles,
           [](uint64_t) { return false; });
    bench.reset();
    CHECK(bench.get_u64(bench->digest.valid) == 0);
    CHECK(bench.get_u64(bench->bytes.ready) == 1);
    const Recording recording = record(bench, bench->bytes, sha256::message_bytes(message), bench->digest, 1, 400);
    REQUIRE(recording.outputs.size() == 1);
    CHECK(recording.outputs[0].to_hex() == digest);
  }
  CHECK(bench.engine().failures() == 0);
}

}  // namespace burin::test
