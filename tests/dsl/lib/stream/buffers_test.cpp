// SPDX-License-Identifier: Apache-2.0
//! @file buffers_test.cpp
//! @brief Blocks through which every value goes, in order: against a queue, on all engines, with resets on the way.
#include <doctest/doctest.h>

#include "burin/lib/streams.h"
#include "designs/support.h"
#include "dsl/lib/engines.h"
#include "traffic.h"

namespace burin {
namespace {

using Word = UInt<12>;

/// One stream for each block, so that one build of Verilator serves all of them.
struct Buffers {
  static constexpr int kCount = 19;

  List<StreamIn<Word>> in{kCount};
  List<StreamOut<Word>> out{kCount};
  In<Bool> is_open;

  void logic() {
    const auto through = [&](int i, const auto& stage) { in[i] >> stage >> checked() >> out[i]; };
    through(0, register_slice(Slice::forward, true));
    through(1, register_slice(Slice::backward, true));
    through(2, register_slice(Slice::full, true));
    through(3, register_slice(Slice::half, true));
    through(4, fifo(1, {.checks = true}));
    through(5, fifo(2, {.memory = FifoMemory::distributed, .checks = true}));
    through(6, fifo(5, {.checks = true}));
    through(7, fifo(16, {.checks = true}));
    through(8, fifo(5, {.fall_through = true, .checks = true}));
    through(9, fifo(6, {.memory = FifoMemory::block, .checks = true}));
    through(10, fifo(8, {.fall_through = true, .memory = FifoMemory::block, .checks = true}));
    through(11, fifo(1, {.fall_through = true, .memory = FifoMemory::block, .checks = true}));
    through(12, throttle(1));
    through(13, throttle(3));
    through(14, gate(is_open));
    through(15, credit_link(8, 2));
    through(16, credit_link(1, 0));
    through(17, map([](const Word& x) { return x + 1; }));
    in[18] >> skid_buffer() >> fifo(4) >> register_slice() >> fifo(3, {.fall_through = true}) >> throttle(2) >> out[18];
  }
};

/// What a run showed, to compare engines.
uint64_t run(sim::EngineKind kind, uint64_t seed, int cycles) {
  sim::Bench<Buffers> bench({}, kind);
  bench.reset();
  test::Traffic traffic(bench, seed);
  std::vector<std::deque<Bits>> inside(Buffers::kCount);
  std::vector<uint64_t> arrived(Buffers::kCount);
  for (size_t i = 0; i < inside.size(); ++i) {
    traffic.send(
        bench->in[i], [&] { return traffic.random_bits(12); },
        [&, i](const Bits& value) {
          inside[i].push_back(i == 17 ? Bits(12, (value.to_uint64() + 1) & 0xfff) : value);
        });
    traffic.receive(bench->out[i], [&, i](const Bits& value) {
      INFO("block ", i);
      REQUIRE(!inside[i].empty());
      REQUIRE(value == inside[i].front());
      inside[i].pop_front();
      ++arrived[i];
    });
  }
  for (int cycle = 0; cycle < cycles; ++cycle) {
    if (traffic.random()() % 200 == 0) {
      traffic.reset();
      for (auto& queue : inside) queue.clear();
    }
    bench.set(bench->is_open, traffic.random()() % 3 != 0);
    const test::Phase phase = test::phase_of(cycle);
    traffic.cycle(phase.sends, phase.receives);
  }
  for (int cycle = 0; cycle < 100; ++cycle) {  // nothing is stuck
    bench.set(bench->is_open, true);
    traffic.cycle(0, 8);
  }
  for (size_t i = 0; i < inside.size(); ++i) {
    INFO("block ", i);
    CHECK(inside[i].empty());
    CHECK(arrived[i] > static_cast<uint64_t>(cycles) / 10);
  }
  CHECK(bench.engine().failures() == 0);
  return traffic.digest();
}

TEST_CASE("buffers: nothing is lost, doubled or reordered, and offers stand, with stalls and resets on all engines") {
  test::check_on_all_engines(run, 1500, 20000);
}

TEST_CASE("buffers: the Verilog is taken by Yosys, Icarus and Verilator without a word") {
  test::check_clean_verilog<Buffers>();
}

// ---------------------------------------------------------------------------------------------------- latency and rate

/// Cycles from input to output of the first value, and cycles for 32 values, with nobody stalling.
struct Speed {
  uint64_t latency;
  uint64_t cycles_for_32;
};

template <typename M>
Speed speed_of(const typename M::Config& config) {
  sim::Bench<M> bench(config);
  bench.reset();
  std::vector<Bits> values;
  for (uint64_t i = 0; i < 33; ++i) values.emplace_back(12, i * 77 & 0xfff);
  const test::Recording recording = test::record(bench, bench->in, values, bench->out, values.size(), 1000);
  CHECK(recording.outputs == values);
  return {recording.received[0] - recording.sent[0], recording.received[32] - recording.received[0]};
}

TEST_CASE("buffers: latency and rate are what the documentation says") {
  const auto speed = [](const Speed& s) { return std::pair(s.latency, s.cycles_for_32); };
  using Pair = std::pair<uint64_t, uint64_t>;
  CHECK(speed(speed_of<StreamForwardRegister<Word>>({})) == Pair{1, 32});
  CHECK(speed(speed_of<StreamBackwardRegister<Word>>({})) == Pair{0, 32});
  CHECK(speed(speed_of<StreamFullRegister<Word>>({})) == Pair{1, 32});
  CHECK(speed(speed_of<StreamHalfRegister<Word>>({})) == Pair{1, 64});
  CHECK(speed(speed_of<StreamFifo<Word>>({.depth = 4})) == Pair{1, 32});
  CHECK(speed(speed_of<StreamFifo<Word>>({.depth = 1})) == Pair{1, 64});
  CHECK(speed(speed_of<StreamFifo<Word>>({.depth = 64})) == Pair{1, 32});
  CHECK(speed(speed_of<StreamFifo<Word>>({.depth = 4, .fall_through = true})) == Pair{0, 32});
  CHECK(speed(speed_of<StreamThrottle<Word>>({.interval = 1})) == Pair{0, 32});
  CHECK(speed(speed_of<StreamThrottle<Word>>({.interval = 5})) == Pair{0, 160});
  for (const int registers : {0, 1, 2, 5}) {
    INFO("registers ", registers);
    const auto latency = static_cast<uint64_t>(registers) + 1;
    const int enough = 2 * registers + 2;
    CHECK(speed(speed_of<StreamCreditLink<Word>>({.depth = enough, .registers = registers})) == Pair{latency, 32});
    const Speed slower = speed_of<StreamCreditLink<Word>>({.depth = enough - 1, .registers = registers});
    CHECK(slower.latency == latency);
    CHECK(slower.cycles_for_32 > 32);
  }
}

// ---------------------------------------------------------------------------------------------------------------- fifo

TEST_CASE("fifo: count, almost full and ready follow a queue in every cycle") {
  const uint64_t seed = test::test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  std::mt19937_64 random(seed);
  for (const int depth : {1, 2, 3, 8, 13}) {
    for (const bool fall_through : {false, true}) {
      for (const FifoMemory memory : {FifoMemory::distributed, FifoMemory::block}) {
        for (const int from : {0, std::min(2, depth)}) {
          sim::Bench<StreamFifo<Word>> bench({.depth = depth,
                                              .fall_through = fall_through,
                                              .almost_full_from = from,
                                              .memory = memory,
                                              .checks = true});
          INFO("depth ", depth, " fall_through ", fall_through, " from ", from);
          bench.reset();
          std::deque<uint64_t> queue;
          size_t fullest = 0;
          bool offering = false;
          uint64_t value = 0;
          for (int cycle = 0; cycle < 600; ++cycle) {
            const test::Phase phase = test::phase_of(cycle);
            if (!offering) {
              offering = random() % 8 < phase.sends;
              value = random() & 0xfff;
            }
            bench.set(bench->in.valid, offering);
            bench.set(bench->in.payload, value);
            bench.set(bench->out.ready, random() % 8 < phase.receives);
            bench.settle();
            const bool passes = fall_through && queue.empty() && offering;
            REQUIRE(bench.get_u64(bench->count) == queue.size());
            REQUIRE(bench.get_u64(bench->almost_full) ==
                    (queue.size() >= static_cast<size_t>(from == 0 ? depth : from) ? 1 : 0));
            REQUIRE(bench.get_u64(bench->in.ready) == (queue.size() < static_cast<size_t>(depth) ? 1 : 0));
            REQUIRE(bench.get_u64(bench->out.valid) == (!queue.empty() || passes ? 1 : 0));
            if (!queue.empty() || passes)
              REQUIRE(bench.get_u64(bench->out.payload) == (queue.empty() ? value : queue.front()));
            if (random() % 150 == 0) {
              bench.reset();
              queue.clear();
              offering = false;
              continue;
            }
            const bool in = offering && bench.get_u64(bench->in.ready) == 1;
            const bool out = bench.get_u64(bench->out.valid) == 1 && bench.get_u64(bench->out.ready) == 1;
            bench.step();
            if (in) queue.push_back(value);
            if (out) queue.pop_front();
            if (in) offering = false;
            fullest = std::max(fullest, queue.size());
          }
          CHECK(fullest == static_cast<size_t>(depth));
          CHECK(bench.engine().failures() == 0);
        }
      }
    }
  }
}

TEST_CASE("buffers: payloads of dynamic width and bundles") {
  struct Mixed {
    UInt<> number;
    Bool flag;
  };
  const StreamFifoConfig<Mixed> config{.depth = 3, .shape = Mixed{.number = UInt<>(bits(5)), .flag = {}}};
  sim::Bench<StreamFifo<Mixed>> bench(config);
  bench.reset();
  std::vector<Bits> values;
  for (uint64_t i = 0; i < 40; ++i) values.emplace_back(6, i * 11 & 0x3f);
  CHECK(bench.transfer(bench->in, values, bench->out, values.size(), sim::Stalls(3, 300), sim::Stalls(4, 600)) ==
        values);
}

}  // namespace
}  // namespace burin
