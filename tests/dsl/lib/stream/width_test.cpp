// SPDX-License-Identifier: Apache-2.0
//! @file width_test.cpp
//! @brief Packets on more and fewer lanes: the bytes of every packet come through, and only the last beat has gaps.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "burin/lib/streams.h"
#include "designs/support.h"
#include "dsl/lib/engines.h"
#include "traffic.h"

namespace burin {
namespace {

using Byte = UInt<8>;

struct Widths {
  StreamIn<Beat<Byte>> bytes;
  StreamOut<Lanes<Byte, 4>> words;
  StreamIn<Lanes<Byte, 6>> wide;
  StreamOut<Lanes<Byte, 2>> slim;
  StreamIn<Lanes<Byte, 2>> pairs;
  StreamOut<Lanes<Byte, 6>> triples;
  StreamIn<Lanes<Byte, 3>> same;
  StreamOut<Lanes<Byte, 3>> still;
  StreamIn<Beat<Byte>> there;
  StreamOut<Lanes<Byte, 1>> and_back;

  void logic() {
    bytes >> widen(4) >> checked() >> words;
    wide >> narrow(3) >> checked() >> slim;
    pairs >> widen(3) >> checked() >> triples;
    same >> widen(1) >> narrow(1) >> checked() >> still;
    there >> widen(3) >> narrow(3) >> checked() >> and_back;
  }
};

using Packet = std::vector<uint64_t>;

/// Random packets as beats of `lanes` lanes, and the packets behind them.
class Packets {
 public:
  Packets(std::mt19937_64& random, uint32_t lanes, bool has_keep) : random_(random), lanes_(lanes), keep_(has_keep) {}

  Bits next() {
    if (at_ == packet_.size()) {
      packet_.assign(1 + random_() % (3 * lanes_ + 2), 0);
      for (uint64_t& byte : packet_) byte = random_() & 0xff;
      at_ = 0;
    }
    // As packed: data above keep above last; lane 0 at the bottom of the data.
    const size_t count = std::min<size_t>(lanes_, packet_.size() - at_);
    const uint32_t below = keep_ ? lanes_ + 1 : 1;
    Bits beat(lanes_ * 8 + below);
    for (uint32_t lane = 0; lane < lanes_; ++lane) {
      const uint64_t byte = lane < count ? packet_[at_ + lane] : random_() & 0xff;
      for (uint32_t bit = 0; bit < 8; ++bit) beat.set_bit(below + lane * 8 + bit, (byte >> bit & 1) != 0);
      if (keep_) beat.set_bit(1 + lane, lane < count);
    }
    at_ += count;
    beat.set_bit(0, at_ == packet_.size());
    return beat;
  }

 private:
  std::mt19937_64& random_;
  uint32_t lanes_;
  bool keep_;
  Packet packet_;
  size_t at_ = 0;
};

/// The values of a beat; requires that empty lanes are above the others and in a last beat.
Packet values_of(const Bits& beat, uint32_t lanes, bool has_keep) {
  Packet values;
  const uint32_t below = has_keep ? lanes + 1 : 1;
  for (uint32_t lane = 0; lane < lanes; ++lane) {
    if (has_keep && !beat.bit(1 + lane)) {
      REQUIRE(beat.bit(0));
      continue;
    }
    REQUIRE(values.size() == lane);
    values.push_back(beat.slice(below + lane * 8, 8).to_uint64());
  }
  return values;
}

uint64_t run(sim::EngineKind kind, uint64_t seed, int cycles) {
  sim::Bench<Widths> bench({}, kind);
  bench.reset();
  test::Traffic traffic(bench, seed);
  // Values and ends of packets on their way: 256 stands for an end.
  std::vector<std::deque<uint64_t>> inside(5);
  std::vector<uint64_t> packets(5);
  std::vector<Packets> sources;
  sources.reserve(5);
  const auto way = [&](size_t i, const auto& in, uint32_t in_lanes, bool in_keep, const auto& out, uint32_t out_lanes) {
    sources.emplace_back(traffic.random(), in_lanes, in_keep);
    traffic.send(
        in, [&, i] { return sources[i].next(); },
        [&, i, in_lanes, in_keep](const Bits& beat) {
          for (const uint64_t value : values_of(beat, in_lanes, in_keep)) inside[i].push_back(value);
          if (beat.bit(0)) inside[i].push_back(256);
        });
    traffic.receive(out, [&, i, out_lanes](const Bits& beat) {
      Packet values = values_of(beat, out_lanes, true);
      if (beat.bit(0)) {
        values.push_back(256);
        ++packets[i];
      }
      for (const uint64_t value : values) {
        INFO("way ", i);
        REQUIRE(!inside[i].empty());
        REQUIRE(value == inside[i].front());
        inside[i].pop_front();
      }
    });
  };
  way(0, bench->bytes, 1, false, bench->words, 4);
  way(1, bench->wide, 6, true, bench->slim, 2);
  way(2, bench->pairs, 2, true, bench->triples, 6);
  way(3, bench->same, 3, true, bench->still, 3);
  way(4, bench->there, 1, false, bench->and_back, 1);

  // A wide beat leaves in parts before it is taken: the model must know it when the first part comes.
  traffic.tell_when_offered(1);
  for (int cycle = 0; cycle < cycles; ++cycle) {
    if (traffic.random()() % 250 == 0) {
      traffic.reset();
      sources.clear();
      for (const auto& [lanes, keep] :
           {std::pair{1U, false}, std::pair{6U, true}, std::pair{2U, true}, std::pair{3U, true}, std::pair{1U, false}})
        sources.emplace_back(traffic.random(), lanes, keep);
      for (auto& queue : inside) queue.clear();
    }
    const test::Phase phase = test::phase_of(cycle);
    traffic.cycle(phase.sends, phase.receives);
  }
  for (size_t i = 0; i < packets.size(); ++i) {
    INFO("way ", i);
    CHECK(packets[i] > static_cast<uint64_t>(cycles) / 40);
  }
  CHECK(bench.engine().failures() == 0);
  return traffic.digest();
}

TEST_CASE("widths: packets come through with partial last beats, on all engines") {
  test::check_on_all_engines(run, 1500, 20000);
}

TEST_CASE("widths: the Verilog is taken by Yosys, Icarus and Verilator without a word") {
  test::check_clean_verilog<Widths>();
}

TEST_CASE("widths: a beat with a gap in the middle of a packet is an assertion failure with checks on") {
  sim::Bench<StreamNarrow<Byte>> bench({.lanes = 1, .factor = 2, .checks = true});
  bench.reset();
  bench.set(bench->in.valid, true);
  bench.set(bench->in.payload.last, false);
  bench.set(bench->in.payload.keep, 3);
  bench.step();
  CHECK(bench.engine().failures() == 0);
  bench.set(bench->out.ready, true);
  bench.step(2);
  bench.set(bench->in.payload.keep, 1);
  bench.step();
  CHECK(bench.engine().failures() == 1);
}

}  // namespace
}  // namespace burin
