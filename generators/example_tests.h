// SPDX-License-Identifier: Apache-2.0
//! @file example_tests.h
//! @brief Tests of the example designs that `simulate` and `flow` run, on any engine.
#pragma once

#include <string>
#include <vector>

#include "burin/cli/design.h"
#include "burin/sim/bus/apb.h"
#include "designs/examples/counter.h"
#include "designs/examples/fifo.h"
#include "designs/examples/fir_filter.h"
#include "designs/examples/timer.h"
#include "designs/examples/uart_receiver.h"
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

/// Sends a single sample and sees one coefficient after the other leave.
inline void self_test(sim::Bench<FirFilter>& bench) {
  using Sample = FirFilter::Sample;
  bench.set(bench->in.valid, false);
  bench.reset();
  bench.set(bench->in.valid, true);
  for (size_t i = 0; i < FirFilter::kCoefficients.size() + 2; ++i) {
    bench.set(bench->in.payload, i == 0 ? Sample::bits_of(0.5) : Sample::bits_of(0));
    bench.settle();
    if (i >= 2) {
      // Half a coefficient, a 15th fraction bit of it rounded to the even neighbour.
      const auto coefficient = Sample::bits_of(FirFilter::kCoefficients[i - 2]).to_uint64();
      const uint64_t half = coefficient / 2 + (coefficient % 4 == 3 ? 1 : 0);
      cli::expect_equal(bench.get_u64(bench->out.payload), half, "coefficient " + std::to_string(i - 2));
    }
    bench.step();
  }
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

/// Puts frames on the line, cycle by cycle.
inline void self_test(sim::Bench<UartReceiver>& bench) {
  const int cycles_per_bit = bench->config.cycles_per_bit;
  bench.set(bench->rx, true);
  bench.set(bench->byte.ready, true);
  bench.reset();
  bench.step(20);
  for (const uint32_t byte : {0x00U, 0xffU, 0x5aU}) {
    uint64_t received = 0;
    uint64_t count = 0;
    const uint32_t frame = 0x200U | byte << 1;  // stop bit, byte, start bit
    for (int cycle = 0; cycle < 11 * cycles_per_bit; ++cycle) {
      const int bit = cycle / cycles_per_bit;
      bench.set(bench->rx, bit > 9 || (frame >> bit & 1) != 0);
      bench.settle();
      if (bench.get_u64(bench->byte.valid) == 1) {
        received = bench.get_u64(bench->byte.payload);
        ++count;
      }
      bench.step();
    }
    cli::expect_equal(count, 1, "bytes received from a frame");
    cli::expect_equal(received, byte, "the byte of a frame");
  }
}

/// Lets it run to its limit once, and again and again.
inline void self_test(sim::Bench<Timer>& bench) {
  sim::ApbDriver bus(bench, bench->bus, {.seed = 1, .stalls_per_mille = 200});
  bench.reset();
  cli::expect_equal(bus.read(0x04).data, 999, "the limit after a reset");
  bus.write(0x04, 20);
  bus.write(0x00, 0x01);  // enable, once
  bench.step(40);
  cli::expect_equal(bench.get_u64(bench->interrupt), 1, "the interrupt behind the limit");
  cli::expect_equal(bus.read(0x00).data, 0, "the control register when the timer has stopped");
  cli::expect_equal(bus.read(0x08).data, 21, "the cycles counted");
  cli::expect_equal(bus.read(0x0c).data, 0, "their high word");
  bus.write(0x10, 1);
  cli::expect_equal(bench.get_u64(bench->interrupt), 0, "the interrupt that was cleared");
  bus.write(0x00, 0x11);  // enable, repeat
  for (int round = 0; round < 3; ++round) {
    bench.step(40);
    cli::expect_equal(bus.read(0x10).data, 1, "the alarm");
    bus.write(0x10, 1);
  }
  cli::expect(bus.read(0x20).error, "a read of an address without a register is answered without an error");
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
