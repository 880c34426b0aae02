// SPDX-License-Identifier: Apache-2.0
//! @file speed_test.cpp
//! @brief Latency and rate of the blocks between clocks, and the reset synchroniser.
#include <doctest/doctest.h>

#include "burin/lib/crossings.h"
#include "burin/sim/streams.h"
#include "dsl/lib/engines.h"
#include "dsl/verilog/tools.h"

namespace burin {
namespace {

using Word = UInt<12>;

/// Edges of the receiving clock after the one that takes the first value until it is on offer, and edges for 64 values.
struct Speed {
  uint64_t latency = 0;
  uint64_t cycles_for_64 = 0;
};

/// Both clocks with the same period; the receiving one is `lag` of 10 ticks later.
template <typename M>
Speed speed_of(const typename M::Config& config, uint64_t lag) {
  sim::Bench<M> bench(config);
  sim::Clocks& clocks = bench.clocks();
  clocks.add("from_clk", {.period = 10, .phase = 0});
  clocks.add("to_clk", {.period = 10, .phase = lag});
  for (const char* port : {"from_rst", "to_rst"}) bench.set(port, Bits(1, 1));
  clocks.step("to_clk", 4);
  for (const char* port : {"from_rst", "to_rst"}) bench.set(port, Bits(1, 0));

  sim::StreamDriver driver(bench, bench->in, {}, "from_clk");
  sim::StreamMonitor monitor(bench, bench->out, {}, "to_clk");
  for (uint64_t i = 0; i < 64; ++i) driver.push(Bits(12, i));
  while (driver.transfers() == 0) clocks.step("from_clk");
  Speed speed;
  const uint64_t start = clocks.cycles("to_clk");
  bench.settle();
  while (bench.get_u64(bench->out.valid) == 0) {
    clocks.step("to_clk");
    bench.settle();
  }
  speed.latency = clocks.cycles("to_clk") - start;
  while (monitor.received().size() < 64) {
    REQUIRE(clocks.cycles("to_clk") < start + 1000);
    clocks.step("to_clk");
  }
  speed.cycles_for_64 = clocks.cycles("to_clk") - start;
  for (uint64_t i = 0; i < 64; ++i) CHECK(monitor.received()[i].to_uint64() == i);
  return speed;
}

TEST_CASE("crossings: latency and rate are those that the documentation states") {
  const Speed fifo = speed_of<AsyncFifo<Word>>({.depth = 8}, 5);
  CHECK(fifo.latency == 3);
  CHECK(fifo.cycles_for_64 == 64 + 3);
  CHECK(speed_of<AsyncFifo<Word>>({.depth = 8}, 1).cycles_for_64 == 64 + 3);
  CHECK(speed_of<AsyncFifo<Word>>({.depth = 4}, 5).cycles_for_64 == 64 * 5 / 4 + 2);
  CHECK(speed_of<AsyncFifo<Word>>({.depth = 2}, 5).cycles_for_64 == 64 * 5 / 2);
  const Speed handshake = speed_of<HandshakeCrossing<Word>>({}, 5);
  CHECK(handshake.latency == 2);
  CHECK(handshake.cycles_for_64 == 64 * 5 - 2);
}

struct Delayed {
  Clock from;
  Clock to;
  In<Bool> pulse{{.clock = from}};
  Out<Bool> seen{{.clock = to}};
  void logic() { seen = cross_pulse(pulse, from, to); }
};

TEST_CASE("a pulse that comes while one is under way is an assertion's failure") {
  sim::Bench<Delayed> bench;
  sim::Clocks& clocks = bench.clocks();
  clocks.add("from_clk", {.period = 10, .phase = 0});
  clocks.add("to_clk", {.period = 10, .phase = 5});
  for (const char* port : {"from_rst", "to_rst"}) bench.set(port, Bits(1, 1));
  clocks.step("to_clk", 4);
  for (const char* port : {"from_rst", "to_rst"}) bench.set(port, Bits(1, 0));
  bench.set(bench->pulse, true);
  clocks.step("from_clk");
  CHECK(bench.engine().failures() == 0);
  clocks.step("from_clk");
  CHECK(bench.engine().failures() == 1);
}

/// Registers of a clock of their own, reset by a button through a synchroniser, and by a register of another clock.
struct Resets {
  Clock pin{{.reset = ResetKind::none}};
  Clock other;
  In<Bool> button{{.asynchronous = true}};
  In<Bool> request{{.clock = other}};

  DerivedClock core{{.reset = ResetKind::asynchronous}};
  DerivedClock late{{.reset = ResetKind::asynchronous, .level = ResetLevel::active_low}};
  Reg<UInt<8>> count{0, {.clock = core}};
  Reg<UInt<8>> late_count{0, {.clock = late}};
  Reg<Bool> asked{true, {.clock = other}};
  Out<UInt<8>> counted{{.clock = core}};
  Out<UInt<8>> late_counted{{.clock = late}};

  void logic() {
    core.clock = pin.signal();
    core.reset = synchronise_reset(button, pin);
    asked = request;
    late.clock = pin.signal();
    late.reset = ~synchronise_reset(asked, pin, 4);
    count = count + 1;
    late_count = late_count + 1;
    counted = count;
    late_counted = late_count;
  }
};

uint64_t reset_run(sim::EngineKind kind) {
  sim::Bench<Resets> bench({}, kind);
  sim::Engine& engine = bench.engine();
  const sim::PortId clock = engine.port("pin_clk");
  const auto edge = [&] {
    for (const uint64_t level : {1, 0}) {
      engine.set_u64(clock, level);
      bench.settle();
    }
  };
  const auto other_edge = [&] {
    for (const uint64_t level : {1, 0}) {
      engine.set_u64(engine.port("other_clk"), level);
      bench.settle();
    }
  };
  bench.set("other_rst", Bits(1, 1));
  other_edge();
  bench.set(bench->button, true);
  bench.settle();
  bench.set(bench->button, false);
  uint64_t digest = 0;
  for (int i = 1; i <= 8; ++i) {  // the reset ends with edge 2; edge 3 counts
    edge();
    CHECK(bench.get_u64(bench->counted) == (i <= 2 ? 0 : i - 2));
    digest = digest * 31 + bench.get_u64(bench->counted);
  }
  bench.set(bench->button, true);
  bench.settle();
  CHECK(bench.get_u64(bench->counted) == 0);  // at once, without an edge
  edge();
  edge();
  edge();
  CHECK(bench.get_u64(bench->counted) == 0);
  CHECK(bench.get_u64(bench->late_counted) == 0);
  bench.set("other_rst", Bits(1, 0));
  bench.set(bench->request, false);
  other_edge();
  for (int i = 1; i <= 8; ++i) {
    edge();
    CHECK(bench.get_u64(bench->late_counted) == (i <= 4 ? 0 : i - 4));
    digest = digest * 31 + bench.get_u64(bench->late_counted);
  }
  return digest;
}

TEST_CASE("a synchronised reset begins at once and ends with its clock, on all engines") {
  const uint64_t expected = reset_run(sim::EngineKind::interpreter);
  CHECK(reset_run(sim::kDefaultEngine) == expected);
  if (test::has_tool("verilator")) CHECK(reset_run(sim::EngineKind::verilator) == expected);
  test::check_clean_verilog<Resets>();
}

}  // namespace
}  // namespace burin
