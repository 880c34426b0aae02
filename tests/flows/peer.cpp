// SPDX-License-Identifier: Apache-2.0
//! @file peer.cpp
//! @brief The hand-written SHA-256 that ours is measured against: it hashes right, and takes no more than 66 cycles.
#include <doctest/doctest.h>
#include <openssl/sha.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "burin/base/bits.h"
#include "burin/base/files.h"
#include "burin/sim/verilator_engine.h"

using namespace burin;

namespace {

/// `message` with its padding, 64 bytes a block.
std::vector<Bits> padded_blocks(std::vector<uint8_t> message) {
  const uint64_t bits = message.size() * 8;
  message.push_back(0x80);
  while (message.size() % 64 != 56) message.push_back(0);
  for (int shift = 56; shift >= 0; shift -= 8) message.push_back(static_cast<uint8_t>(bits >> shift));
  std::vector<Bits> blocks;
  for (auto block = message.begin(); block != message.end(); block += 64) {
    blocks.push_back(Bits::from_bytes_big_endian({block, block + 64}));
  }
  return blocks;
}

}  // namespace

TEST_CASE("peer: the plain SHA-256 agrees with OpenSSL, a block every 65 cycles") {
  const auto in = sim::PortDirection::input;
  const auto out = sim::PortDirection::output;
  sim::VerilatorDesign design;
  design.top = "sha256_plain";
  design.ports = {{"clk", in, 1},   {"rst", in, 1},     {"valid", in, 1},         {"ready", out, 1},
                  {"first", in, 1}, {"block", in, 512}, {"digest_valid", out, 1}, {"digest", out, 256}};
  design.sources = {
      {"sha256_plain.v", read_file(std::filesystem::path(BURIN_SOURCE_DIR) / "designs/sha256/peer/sha256_plain.v")}};
  sim::VerilatorOptions options;
  options.compiler_flags = {"-O1"};
  options.cache = std::filesystem::path(BURIN_BINARY_DIR) / "test-cache" / "verilator";
  const auto engine = make_verilator_engine(design, options);
  engine->set_u64("rst", 1);
  engine->step("clk");
  engine->set_u64("rst", 0);
  engine->set_u64("valid", 1);
  for (const size_t length : {0U, 3U, 55U, 56U, 63U, 64U, 65U, 119U, 120U, 200U}) {
    std::vector<uint8_t> message(length);
    for (size_t i = 0; i < length; ++i) message[i] = static_cast<uint8_t>(i * 37 + length);
    bool first = true;
    for (const Bits& block : padded_blocks(message)) {
      engine->set("block", block);
      engine->set_u64("first", first ? 1 : 0);
      engine->evaluate();
      REQUIRE(engine->get_u64("ready") == 1);
      uint64_t cycles = 0;
      do {
        engine->step("clk");
        ++cycles;
        REQUIRE(cycles <= 66);
      } while (engine->get_u64("digest_valid") == 0);
      CHECK(cycles == 65);
      first = false;
    }
    std::array<uint8_t, SHA256_DIGEST_LENGTH> expected{};
    SHA256(message.data(), message.size(), expected.data());
    CHECK(engine->get("digest") == Bits::from_bytes_big_endian({expected.begin(), expected.end()}));
  }
}
