// SPDX-License-Identifier: Apache-2.0
//! @file examples_test.cpp
//! @brief The designs in designs/examples against models in C++.
#include <doctest/doctest.h>

#include <deque>

#include "designs/examples/counter.h"
#include "designs/examples/fifo.h"
#include "designs/examples/uart_transmitter.h"
#include "support.h"

namespace burin {
namespace {

using examples::Counter;
using examples::UartTransmitter;
using Fifo = examples::Fifo<UInt<8>>;
using sim::Bench;

// ------------------------------------------------------------------------------------------------------------ counter

TEST_CASE("counter: counts the cycles with enable, modulo 2^width, and resets") {
  const uint64_t seed = test::test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  std::mt19937_64 random(seed);
  for (const int width : {1, 2, 5, 8, 64}) {
    Bench<Counter> bench({.width = width});
    bench.reset();
    const uint64_t mask = width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
    uint64_t expected = 0;
    if (width == 64) {  // far enough to see it wrap
      expected = mask - 100;
      bench.set(bench->value, Bits(64, expected));
      bench.settle();
    }
    for (int cycle = 0; cycle < 500; ++cycle) {
      REQUIRE(bench.get_u64(bench->count) == expected);
      const bool enable = random() % 4 != 0;
      bench.set(bench->enable, enable);
      if (random() % 100 == 0 && width != 64) {
        bench.reset();  // wins over enable
        expected = 0;
      } else {
        bench.step();
        expected = (expected + (enable ? 1 : 0)) & mask;
      }
    }
  }
}

TEST_CASE("counter: a width outside 1 to 64 is refused") {
  CHECK_THROWS_WITH_AS(Bench<Counter>({.width = 65}), doctest::Contains("1 to 64"), UserError);
}

// --------------------------------------------------------------------------------------------------------------- fifo

TEST_CASE("fifo: random traffic against a queue, with resets") {
  const uint64_t seed = test::test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  std::mt19937_64 random(seed);
  for (const int depth : {2, 3, 8, 13}) {
    Bench<Fifo> bench({.depth = depth});
    bench.reset();
    std::deque<uint64_t> queue;
    size_t fullest = 0;
    for (int cycle = 0; cycle < 3000; ++cycle) {
      // Phases in which one side is the faster one take it to both ends.
      const bool filling = cycle / 100 % 2 == 0;
      const uint64_t value = random() & 0xff;
      bench.set(bench->in.valid, random() % 8 < (filling ? 7U : 3U));
      bench.set(bench->in.payload, value);
      bench.set(bench->out.ready, random() % 8 < (filling ? 3U : 7U));
      bench.settle();
      REQUIRE(bench.get_u64(bench->in.ready) == (queue.size() < static_cast<size_t>(depth) ? 1 : 0));
      REQUIRE(bench.get_u64(bench->out.valid) == (queue.empty() ? 0 : 1));
      if (!queue.empty()) REQUIRE(bench.get_u64(bench->out.payload) == queue.front());
      if (random() % 500 == 0) {
        bench.reset();
        queue.clear();
        continue;
      }
      const bool in = bench.get_u64(bench->in.valid) == 1 && bench.get_u64(bench->in.ready) == 1;
      const bool out = bench.get_u64(bench->out.valid) == 1 && bench.get_u64(bench->out.ready) == 1;
      bench.step();
      if (out) queue.pop_front();
      if (in) queue.push_back(value);
      fullest = std::max(fullest, queue.size());
    }
    CHECK(fullest == static_cast<size_t>(depth));
  }
}

TEST_CASE("fifo: a value is there the cycle after, and one a clock passes through") {
  Bench<Fifo> bench({.depth = 4});
  bench.reset();
  std::vector<Bits> values;
  for (uint64_t i = 0; i < 50; ++i) values.emplace_back(8, i * 5 & 0xff);
  const test::Recording recording = test::record(bench, bench->in, values, bench->out, values.size(), 100);
  REQUIRE(recording.outputs == values);
  for (size_t i = 0; i < values.size(); ++i) {
    CHECK(recording.sent[i] == i);
    CHECK(recording.received[i] == i + 1);
  }
}

TEST_CASE("fifo: values of any type") {
  struct Pair {
    Bool flag;
    SInt<5> number;
  };
  Bench<examples::Fifo<Pair>> bench({.depth = 5});
  bench.reset();
  std::vector<Bits> values;
  for (uint64_t i = 0; i < 40; ++i) values.emplace_back(6, i * 11 & 0x3f);
  CHECK(bench.transfer(bench->in, values, bench->out, values.size(), sim::Stalls(3, 300), sim::Stalls(4, 600)) ==
        values);
}

// --------------------------------------------------------------------------------------------------- UART transmitter

/// The line in each cycle of a frame: start bit, eight data bits, stop bit.
std::vector<bool> frame_of(uint64_t byte, int cycles_per_bit) {
  std::vector<bool> line;
  for (int bit = 0; bit < 10; ++bit) {
    const bool level = bit == 0 ? false : bit == 9 ? true : (byte >> (bit - 1) & 1) != 0;
    line.insert(line.end(), static_cast<size_t>(cycles_per_bit), level);
  }
  return line;
}

TEST_CASE("uart transmitter: the line in every cycle, frames back to back and apart") {
  const uint64_t seed = test::test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  std::mt19937_64 random(seed);
  for (const int cycles_per_bit : {2, 3, 16}) {
    Bench<UartTransmitter> bench({.cycles_per_bit = cycles_per_bit});
    bench.reset();
    for (int frame = 0; frame < 20; ++frame) {
      for (uint64_t pause = random() % 2 == 0 ? 0 : random() % 20; pause > 0; --pause) {
        REQUIRE(bench.get_u64(bench->tx) == 1);
        REQUIRE(bench.get_u64(bench->byte.ready) == 1);
        bench.step();
      }
      const uint64_t byte = random() & 0xff;
      bench.set(bench->byte.payload, byte);
      bench.set(bench->byte.valid, true);
      bench.settle();
      REQUIRE(bench.get_u64(bench->byte.ready) == 1);
      REQUIRE(bench.get_u64(bench->tx) == 1);
      bench.step();
      bench.set(bench->byte.valid, random() % 2 == 0);  // an offer during a frame waits
      bench.set(bench->byte.payload, ~byte & 0xff);
      for (const bool level : frame_of(byte, cycles_per_bit)) {
        bench.settle();
        REQUIRE(bench.get_u64(bench->tx) == (level ? 1 : 0));
        REQUIRE(bench.get_u64(bench->byte.ready) == 0);
        bench.step();
      }
      bench.set(bench->byte.valid, false);
      bench.settle();
    }
  }
}

TEST_CASE("uart transmitter: a reset in the middle of a frame lets go of the line") {
  constexpr int kCyclesPerBit = 4;
  Bench<UartTransmitter> bench({.cycles_per_bit = kCyclesPerBit});
  bench.reset();
  for (uint64_t cycles = 1; cycles < 10 * kCyclesPerBit; ++cycles) {
    bench.send(bench->byte, 0x00);
    bench.step(cycles);
    bench.reset();
    REQUIRE(bench.get_u64(bench->tx) == 1);
    bench.send(bench->byte, 0xa5);
    for (const bool level : frame_of(0xa5, kCyclesPerBit)) {
      REQUIRE(bench.get_u64(bench->tx) == (level ? 1 : 0));
      bench.step();
    }
  }
}

}  // namespace
}  // namespace burin
