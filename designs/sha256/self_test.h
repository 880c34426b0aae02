// SPDX-License-Identifier: Apache-2.0
//! @file self_test.h
//! @brief Known answers for each of the designs, to be run on RTL and netlists alike.
#pragma once

#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "designs/sha256/file.h"
#include "designs/sha256/pipeline.h"

namespace burin::sha256 {

/// The bytes 0, 1, 2, … of a test message; 256 is followed by 0.
inline std::string counting_message(size_t length) {
  std::string message(length, '\0');
  for (size_t i = 0; i < length; ++i) message[i] = static_cast<char>(i);
  return message;
}

/// `message` with its padding, 64 bytes a block, the first byte on top: made by software.
inline std::vector<Bits> padded_blocks(std::string_view message) {
  std::vector<uint8_t> bytes(message.begin(), message.end());
  bytes.push_back(0x80);
  while (bytes.size() % 64 != 56) bytes.push_back(0);
  for (int shift = 56; shift >= 0; shift -= 8) bytes.push_back(static_cast<uint8_t>(message.size() * 8 >> shift));
  std::vector<Bits> blocks;
  for (auto block = bytes.begin(); block != bytes.end(); block += 64) {
    blocks.push_back(Bits::from_bytes_big_endian({block, block + 64}));
  }
  return blocks;
}

/// `message` as transfers into `Core::message`, packed.
inline std::vector<Bits> core_blocks(std::string_view message) {
  std::vector<Bits> blocks = padded_blocks(message);
  for (size_t i = 0; i < blocks.size(); ++i) {
    const uint64_t first = i == 0 ? 2 : 0;
    const uint64_t last = i + 1 == blocks.size() ? 1 : 0;
    blocks[i] = Bits::concat(blocks[i], Bits(2, first | last));
  }
  return blocks;
}

/// `message` as transfers into `Hasher::bytes`, packed; its end comes with the last byte.
inline std::vector<Bits> message_bytes(std::string_view message) {
  if (message.empty()) return {Bits(10, 0b01)};
  std::vector<Bits> bytes;
  for (const char byte : message) bytes.emplace_back(10, static_cast<uint64_t>(static_cast<uint8_t>(byte)) << 2 | 0b10);
  bytes.back().set_bit(0, true);
  return bytes;
}

/// A message and its digest as `sha256sum` prints it.
struct KnownAnswer {
  std::string message;
  std::string_view digest;
};

/// "abc", the empty message and those around which the padding changes its form.
inline std::vector<KnownAnswer> known_answers() {
  return {
      {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {counting_message(55), "463eb28e72f82e0a96c0a4cc53690c571281131f672aa229e0d45ae59b598b59"},
      {counting_message(56), "da2ae4d6b36748f2a318f23e7ab1dfdf45acdc9d049bd80e59de82a60895f562"},
      {counting_message(63), "29af2686fd53374a36b0846694cc342177e428d1647515f078784d69cdb9e488"},
      {counting_message(64), "fdeab9acf3710362bd2658cdc9a29e8f9c757fcf9811603a8c447cd1d9151108"},
      {counting_message(65), "4bfd2c8b6f1eec7a2afeb48b934ee4b2694182027e6d0fc075074f2fabb31781"},
      {counting_message(119), "da18797ed7c3a777f0847f429724a2d8cd5138e6ed2895c3fa1a6d39d18f7ec6"},
      {counting_message(120), "f52b23db1fbb6ded89ef42a23ce0c8922c45f25c50b568a93bf1c075420bbb7c"},
  };
}

/// @throws UserError when `digest` is not that of `answer`.
inline void check_digest(std::string_view design, const KnownAnswer& answer, const std::string& digest) {
  if (digest == answer.digest) return;
  throw UserError("self-test of " + std::string(design) + ": the digest of the message of " +
                  std::to_string(answer.message.size()) + " bytes is " + digest + ", not " +
                  std::string(answer.digest));
}

/// Hashes the known answers one by one, then all of them in one go with stalls on both sides.
/// @throws UserError when a digest is wrong or does not come.
inline void self_test(sim::Bench<Hasher>& bench) {
  const std::vector<KnownAnswer> answers = known_answers();
  std::vector<Bits> bytes;
  for (const KnownAnswer& answer : answers) {
    std::istringstream input(answer.message);
    check_digest("Hasher", answer, hash_file(bench, input));
    for (const Bits& byte : message_bytes(answer.message)) bytes.push_back(byte);
  }
  const std::vector<Bits> digests =
      bench.transfer(bench->bytes, bytes, bench->digest, answers.size(), sim::Stalls(1, 200), sim::Stalls(2, 900));
  for (size_t i = 0; i < answers.size(); ++i) check_digest("Hasher", answers[i], digests[i].to_hex());
}

/// Compresses the blocks of the known answers, with stalls on both sides.
/// @throws UserError when a digest is wrong or does not come.
inline void self_test(sim::Bench<Core>& bench) {
  const std::vector<KnownAnswer> answers = known_answers();
  std::vector<Bits> blocks;
  for (const KnownAnswer& answer : answers) {
    for (const Bits& block : core_blocks(answer.message)) blocks.push_back(block);
  }
  bench.set(bench->message.valid, false);
  bench.set(bench->digest.ready, false);
  bench.reset();
  const std::vector<Bits> digests =
      bench.transfer(bench->message, blocks, bench->digest, answers.size(), sim::Stalls(1, 500), sim::Stalls(2, 500));
  for (size_t i = 0; i < answers.size(); ++i) check_digest("Core", answers[i], digests[i].to_hex());
}

/// Compresses the one-block messages among the known answers, a block a clock.
/// @throws UserError when a digest is wrong or does not come in its cycle.
inline void self_test(sim::Bench<Pipeline>& bench) {
  constexpr size_t kLatency = 65;
  std::vector<KnownAnswer> answers;
  for (KnownAnswer& answer : known_answers()) {
    if (padded_blocks(answer.message).size() == 1) answers.push_back(std::move(answer));
  }
  std::vector<Bits> initial;
  for (const uint32_t word : kInitialState) initial.emplace_back(32, word);
  bench.set_packed(bench->chain, sim::join(initial));
  bench.set(bench->valid, false);
  bench.reset();
  for (size_t cycle = 0; cycle < answers.size() + kLatency; ++cycle) {
    const bool sent = cycle < answers.size();
    bench.set(bench->valid, sent);
    if (sent) bench.set(bench->data, padded_blocks(answers[cycle].message).front());
    bench.settle();
    if (bench.get_u64(bench->digest_valid) != (cycle < kLatency ? 0U : 1U)) {
      throw UserError("self-test of Pipeline: digest_valid is wrong in cycle " + std::to_string(cycle));
    }
    if (cycle >= kLatency)
      check_digest("Pipeline", answers[cycle - kLatency], bench.get_packed(bench->digest).to_hex());
    bench.step();
  }
}

}  // namespace burin::sha256
