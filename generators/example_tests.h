// SPDX-License-Identifier: Apache-2.0
//! @file example_tests.h
//! @brief Tests of the example designs that `simulate` and `flow` run, on any engine.
#pragma once

#include <string>
#include <vector>

#include "burin/cli/design.h"
#include "designs/examples/counter.h"
#include "designs/examples/fifo.h"
#include "designs/examples/uart_transmitter.h"

namespace burin::examples {

/// Counts, pauses and, where that is near, wraps around.
inline void self_test(sim::Bench<Counter>& bench) {
  constexpr int kLongest = 600;  // more than a turn of 8 bits
  const int width = bench->config.width;
  const uint64_t mask = width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
  bench.set(bench->enable, false);
  bench.reset();
  uint64_t expected = 0;
  for (int cycle = 0; cycle < kLongest; ++cycle) {
    cli::expect_equal(bench.get_u64(bench->count), expected, "count in cycle " + std::to_string(cycle));
    const bool enabled = cycle % 7 != 3;
    bench.set(bench->enable, enabled);
    bench.step();
    if (enabled) expected = (expected + 1) & mask;
  }
  bench.reset();
  cli::expect_equal(bench.get_u64(bench->count), 0, "count after a reset");
}

/// Sends bytes and looks at the line in every cycle.
inline void self_test(sim::Bench<UartTransmitter>& bench) {
  const int cycles_per_bit = bench->config.cycles_per_bit;
  bench.set(bench->byte.valid, false);
  bench.reset();
  cli::expect_equal(bench.get_u64(bench->tx), 1, "tx when idle");
  for (const uint32_t byte : {0x00U, 0xffU, 0x5aU}) {
    bench.send(bench->byte, byte);
    const uint32_t frame = 0x200U | byte << 1;  // stop bit, byte, start bit
    for (int bit = 0; bit < 10; ++bit) {
      for (int cycle = 0; cycle < cycles_per_bit; ++cycle) {
        cli::expect_equal(bench.get_u64(bench->tx), frame >> bit & 1, "bit " + std::to_string(bit) + " of the frame");
        bench.step();
      }
    }
  }
}

/// Fills it to the brim, empties it, then moves values through it with stalls on both sides.
inline void self_test(sim::Bench<Fifo<UInt<8>>>& bench) {
  const int depth = bench->config.depth;
  bench.set(bench->in.valid, false);
  bench.set(bench->out.ready, false);
  bench.reset();
  for (int i = 0; i < depth; ++i) bench.send(bench->in, i & 0xff, 1);
  cli::expect_equal(bench.get_u64(bench->in.ready), 0, "in_ready when full");
  for (int i = 0; i < depth; ++i) cli::expect_equal(bench.receive(bench->out, 1), Bits(8, i & 0xff), "a value");
  cli::expect_equal(bench.get_u64(bench->out.valid), 0, "out_valid when empty");

  std::vector<Bits> values;
  for (int i = 0; i < 3 * depth; ++i) values.emplace_back(8, (i * 29 + 5) & 0xff);
  const std::vector<Bits> received =
      bench.transfer(bench->in, values, bench->out, values.size(), sim::Stalls(1, 300), sim::Stalls(2, 500));
  cli::expect(received == values, "the values that come out are not those that went in");
}

}  // namespace burin::examples
