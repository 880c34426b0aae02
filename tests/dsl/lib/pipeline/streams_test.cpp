// SPDX-License-Identifier: Apache-2.0
//! @file streams_test.cpp
//! @brief Pipelines in streams and flows: back-pressure, bubbles, enable, flush, resets.
#include <doctest/doctest.h>

#include "burin/lib/pipeline.h"
#include "burin/lib/streams.h"
#include "designs/support.h"
#include "dsl/lib/engines.h"
#include "dsl/lib/stream/traffic.h"

namespace burin {
namespace {

using Word = UInt<12>;

Word scramble(const Word& x) { return ((x + 77) ^ (x << 3)) + trunc<12>(x * 5); }
uint64_t model(uint64_t x) { return (((x + 77) ^ (x << 3)) + x * 5) & 0xfff; }

struct Pipelines {
  static constexpr int kCount = 7;

  List<StreamIn<Word>> in{kCount};
  List<StreamOut<Word>> out{kCount};
  In<Bool> flush;
  FlowIn<Word> flow;
  In<Bool> enable;
  FlowOut<Word> flow_out;

  void logic() {
    const auto through = [&](int i, const auto& stage) { in[i] >> stage >> checked() >> out[i]; };
    through(0, pipelined(1, scramble));
    through(1, pipelined(2, scramble));
    through(2, pipelined(5, scramble));
    through(3, pipelined(PipelineOptions{.depth = 1, .bubbles = Bubbles::collapse}, scramble));
    through(4, pipelined(PipelineOptions{.depth = 4, .bubbles = Bubbles::collapse}, scramble));
    through(5, pipelined(PipelineOptions{.depth = 3, .registered_output = false}, scramble));
    in[6] >> pipelined(PipelineOptions{.depth = 3, .flush = flush}, scramble) >> out[6];
    flow >> pipelined(PipelineOptions{.depth = 4, .enable = enable, .flush = flush}, scramble) >> flow_out;
  }
};

uint64_t run(sim::EngineKind kind, uint64_t seed, int cycles) {
  sim::Bench<Pipelines> bench({}, kind);
  bench.reset();
  test::Traffic traffic(bench, seed);
  std::vector<std::deque<Bits>> inside(Pipelines::kCount);
  std::vector<uint64_t> arrived(Pipelines::kCount + 1);
  for (size_t i = 0; i < inside.size(); ++i) {
    traffic.send(
        bench->in[i], [&] { return traffic.random_bits(12); },
        [&, i](const Bits& value) { inside[i].emplace_back(12, model(value.to_uint64())); });
    traffic.receive(
        bench->out[i],
        [&, i](const Bits& value) {
          INFO("pipeline ", i);
          REQUIRE(!inside[i].empty());
          REQUIRE(value == inside[i].front());
          inside[i].pop_front();
          ++arrived[i];
        },
        i != 6);  // a flush withdraws offers
  }
  std::deque<std::optional<uint64_t>> flow(4);
  for (int cycle = 0; cycle < cycles; ++cycle) {
    if (traffic.random()() % 200 == 0) {
      traffic.reset();
      for (auto& queue : inside) queue.clear();
      flow.assign(4, std::nullopt);
    }
    const bool flush = traffic.random()() % 40 == 0;
    const bool enable = traffic.random()() % 3 != 0;
    const bool valid = traffic.random()() % 2 == 0;
    const uint64_t value = traffic.random()() & 0xfff;
    bench.set(bench->flush, flush);
    bench.set(bench->enable, enable);
    bench.set(bench->flow.valid, valid);
    bench.set(bench->flow.payload, value);
    traffic.before_edge = [&] {
      REQUIRE(bench.get_u64(bench->flow_out.valid) == (flow.front() ? 1 : 0));
      if (flow.front()) {
        REQUIRE(bench.get_u64(bench->flow_out.payload) == *flow.front());
        ++arrived.back();
      }
    };
    const test::Phase phase = test::phase_of(cycle);
    traffic.cycle(phase.sends, phase.receives);
    if (enable) {
      flow.pop_front();
      flow.push_back(valid ? std::optional(model(value)) : std::nullopt);
    }
    if (flush) {
      flow.assign(4, std::nullopt);
      inside[6].clear();
    }
  }
  for (size_t i = 0; i < arrived.size(); ++i) {
    INFO("pipeline ", i);
    CHECK(arrived[i] > static_cast<uint64_t>(cycles) / 10);
  }
  CHECK(bench.engine().failures() == 0);
  return traffic.digest();
}

TEST_CASE("pipelined streams: every value once, in order, with stalls, flushes and resets on all engines") {
  test::check_on_all_engines(run, 1500, 15000);
}

TEST_CASE("pipelined streams: the Verilog is taken by Yosys, Icarus and Verilator without a word") {
  test::check_clean_verilog<Pipelines>();
}

template <Bubbles bubbles>
struct Deep {
  StreamIn<Word> in;
  StreamOut<Word> out;
  void logic() { in >> pipelined(PipelineOptions{.depth = 6, .bubbles = bubbles}, scramble) >> out; }
};

TEST_CASE("pipelined streams: latency is the depth, a value passes in each cycle") {
  sim::Bench<Deep<Bubbles::keep>> bench;
  bench.reset();
  std::vector<Bits> values;
  for (uint64_t i = 0; i < 50; ++i) values.emplace_back(12, i * 77 & 0xfff);
  const test::Recording recording = test::record(bench, bench->in, values, bench->out, values.size(), 200);
  for (size_t i = 0; i < values.size(); ++i) {
    REQUIRE(recording.outputs[i].to_uint64() == model(values[i].to_uint64()));
    CHECK(recording.sent[i] == i);
    CHECK(recording.received[i] == i + 6);
  }
}

/// How many values go in while nobody takes any, when there is a gap behind each.
template <Bubbles bubbles>
uint64_t taken_while_blocked() {
  sim::Bench<Deep<bubbles>> bench;
  bench.reset();
  uint64_t taken = 0;
  for (int cycle = 0; cycle < 40; ++cycle) {
    bench.set(bench->in.valid, cycle % 2 == 0);
    bench.settle();
    if (cycle % 2 == 0) taken += bench.get_u64(bench->in.ready);
    bench.step();
  }
  return taken;
}

TEST_CASE("pipelined streams: bubbles are kept, or collapse while the output waits") {
  CHECK(taken_while_blocked<Bubbles::keep>() == 3);
  CHECK(taken_while_blocked<Bubbles::collapse>() == 6);
}

}  // namespace
}  // namespace burin
