// SPDX-License-Identifier: Apache-2.0
//! @file crossings_test.cpp
//! @brief Blocks between two clocks of any ratio, on all engines, with stalls and resets on the way.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <deque>
#include <memory>

#include "burin/lib/crossings.h"
#include "burin/sim/bench.h"
#include "designs/support.h"
#include "dsl/lib/engines.h"
#include "dsl/verilog/tools.h"

namespace burin {
namespace {

using Word = UInt<12>;

/// All blocks in one design, so that one build of Verilator serves all of them.
struct Crossings {
  static constexpr int kCount = 7;

  Clock left;
  Clock right;
  List<StreamIn<Word>> in{kCount, [this](int) { return StreamIn<Word>::of(Word(), {.clock = left}); }};
  List<StreamOut<Word>> out{kCount, [this](int) { return StreamOut<Word>::of(Word(), {.clock = right}); }};
  In<Bool> pulse{{.clock = left}};
  Out<Bool> busy{{.clock = left}};
  Out<Bool> pulse_out{{.clock = right}};

  Instance<PulseCrossing> pulses{};

  void logic() {
    in[0] >> handshake(left, right, true) >> out[0];
    in[1] >> async_fifo(2, left, right, {.checks = true}) >> out[1];
    in[2] >> async_fifo(4, left, right, {.checks = true}) >> out[2];
    in[3] >> async_fifo(16, left, right, {.memory = FifoMemory::distributed, .checks = true}) >> out[3];
    in[4] >> async_fifo(8, left, right, {.memory = FifoMemory::block, .checks = true}) >> out[4];
    in[5] >> async_fifo(64, left, right, {.checks = true}) >> out[5];
    in[6] >> handshake(left, right) >> async_fifo(4, right, left) >> handshake(left, right) >> out[6];

    pulses->from = left;
    pulses->to = right;
    pulses->pulse_in = pulse & ~pulses->busy;
    busy = pulses->busy;
    pulse_out = pulses->pulse_out;
  }
};

/// One word for all that a run shows.
struct Digest {
  uint64_t value = 1;
  void add(uint64_t more) { value = (value ^ more) * 0x100000001b3U + (value >> 31); }
};

/// What the two sides of the bench have in common.
struct Shared {
  sim::BenchCore& bench;
  const Crossings& design;
  std::vector<std::deque<uint64_t>> inside = std::vector<std::deque<uint64_t>>(Crossings::kCount);
  std::vector<uint64_t> arrived = std::vector<uint64_t>(Crossings::kCount);
  uint64_t pulses_sent = 0;
  uint64_t pulses_received = 0;
  unsigned sends = 8;  // in eighths of the cycles
  unsigned receives = 8;
  bool in_reset = false;
  Digest digest = {};
};

struct LeftSide final : sim::ClockAgent {
  LeftSide(Shared& shared, uint64_t seed) : s(shared), random(seed) {}
  void drive() override {
    for (int i = 0; i < Crossings::kCount; ++i) {
      if (!offers[i] && random() % 8 < s.sends) offers[i] = random() & 0xfff;
      s.bench.set(s.design.in[i].valid, offers[i].has_value() && !s.in_reset);
      if (offers[i]) s.bench.set(s.design.in[i].payload, *offers[i]);
    }
    s.bench.set(s.design.pulse, !s.in_reset && random() % 8 < s.sends);
  }
  void sample() override {
    if (s.in_reset) return;
    for (int i = 0; i < Crossings::kCount; ++i) {
      const uint64_t ready = s.bench.get_u64(s.design.in[i].ready);
      s.digest.add(ready);
      if (!offers[i] || ready == 0) continue;
      s.inside[i].push_back(*offers[i]);
      offers[i].reset();
    }
    if (s.bench.get_u64(s.design.pulse) == 1 && s.bench.get_u64(s.design.busy) == 0) ++s.pulses_sent;
  }
  Shared& s;
  std::mt19937_64 random;
  std::vector<std::optional<uint64_t>> offers = std::vector<std::optional<uint64_t>>(Crossings::kCount);
};

struct RightSide final : sim::ClockAgent {
  RightSide(Shared& shared, uint64_t seed) : s(shared), random(seed) {}
  void drive() override {
    for (int i = 0; i < Crossings::kCount; ++i) s.bench.set(s.design.out[i].ready, random() % 8 < s.receives);
  }
  void sample() override {
    if (s.in_reset) return;
    for (int i = 0; i < Crossings::kCount; ++i) {
      const uint64_t valid = s.bench.get_u64(s.design.out[i].valid);
      s.digest.add(valid);
      if (valid == 0 || s.bench.get_u64(s.design.out[i].ready) == 0) continue;
      const uint64_t value = s.bench.get_u64(s.design.out[i].payload);
      INFO("block ", i);
      REQUIRE(!s.inside[i].empty());
      REQUIRE(value == s.inside[i].front());
      s.inside[i].pop_front();
      s.digest.add(value);
      ++s.arrived[i];
    }
    if (s.bench.get_u64(s.design.pulse_out) == 1) ++s.pulses_received;
    REQUIRE(s.pulses_received <= s.pulses_sent);
  }
  Shared& s;
  std::mt19937_64 random;
};

/// What a run showed, to compare engines.
uint64_t run(sim::EngineKind kind, uint64_t seed, uint64_t cycles) {
  sim::Bench<Crossings> bench({}, kind);
  std::mt19937_64 random(seed);
  const uint64_t left_period = 2 + random() % 30;
  const uint64_t right_period = 2 + random() % 30;
  INFO("periods ", left_period, " and ", right_period);
  sim::Clocks& clocks = bench.clocks();
  clocks.add("left_clk", {.period = left_period, .phase = random() % left_period});
  clocks.add("right_clk", {.period = right_period, .phase = random() % right_period});

  Shared shared{bench, *bench.operator->()};
  LeftSide left(shared, random());
  RightSide right(shared, random());
  clocks.attach("left_clk", left);
  clocks.attach("right_clk", right);
  const std::string_view slower = left_period > right_period ? "left_clk" : "right_clk";

  const auto reset = [&] {
    shared.in_reset = true;
    for (const char* port : {"left_rst", "right_rst"}) bench.set(port, Bits(1, 1));
    clocks.step(slower, 4);
    for (auto& queue : shared.inside) queue.clear();
    shared.pulses_sent = shared.pulses_received = 0;
    for (const char* port : {"left_rst", "right_rst"}) bench.set(port, Bits(1, 0));
    shared.in_reset = false;
  };
  reset();
  for (uint64_t cycle = 0; cycle < cycles; cycle += 50) {
    constexpr unsigned kPhases[][2] = {{8, 8}, {7, 3}, {3, 7}, {8, 1}, {1, 8}, {4, 4}};
    const auto& phase = kPhases[random() % 6];
    shared.sends = phase[0];
    shared.receives = phase[1];
    if (random() % 8 == 0) reset();
    clocks.step(slower, 50);
  }
  shared.sends = 0;
  shared.receives = 8;
  for (int i = 0; i < 3; ++i) clocks.step(slower, 100);
  for (size_t i = 0; i < shared.inside.size(); ++i) {
    INFO("block ", i);
    CHECK(shared.inside[i].empty());
    CHECK(shared.arrived[i] > cycles / 40);
  }
  CHECK(shared.pulses_received == shared.pulses_sent);
  CHECK(bench.engine().failures() == 0);
  clocks.detach(left);
  clocks.detach(right);
  return shared.digest.value;
}

TEST_CASE("crossings: nothing is lost, doubled or reordered at any ratio of clocks, on all engines") {
  const uint64_t seed = test::test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  for (uint64_t i = 0; i < 4; ++i) {
    const uint64_t expected = run(sim::EngineKind::interpreter, seed + i, 800);
    CHECK(run(sim::kDefaultEngine, seed + i, 800) == expected);
    if (test::has_tool("verilator")) CHECK(run(sim::EngineKind::verilator, seed + i, 800) == expected);
  }
  for (uint64_t i = 0; i < 20; ++i) run(sim::kDefaultEngine, seed + 100 + i, 3000);
}

TEST_CASE("crossings: no check complains, and Yosys, Icarus and Verilator take the Verilog without a word") {
  test::check_clean_verilog<Crossings>();
}

}  // namespace
}  // namespace burin
