// SPDX-License-Identifier: Apache-2.0
//! @file crossed.h
//! @brief A block between two clocks that have nothing to do with each other: nothing lost, doubled or out of order.
#pragma once

#include "burin/lib/crossings.h"

#include "proofs/harness.h"

namespace burin::test {
/// A block between two clocks, of which a proof lets either have an edge whenever it likes. Both sides are reset until
/// both have had an edge, and for two edges more of both.
template <typename Block>
struct Crossed {
  struct Config {
    typename Block::Config block = {};
    int capacity = 1;  ///< Most values in the block.
  };
  Config config;

  Clock left{ClockOptions{.reset = ResetKind::none}};
  Clock right{ClockOptions{.reset = ResetKind::none}};
  StreamIn<Word> in = StreamIn<Word>::of({}, {.clock = left});
  StreamOut<Word> out = StreamOut<Word>::of({}, {.clock = right});

  Reg<UInt<2>> left_cycles{{.clock = left, .power_up = Bits(2)}};
  Reg<UInt<2>> right_cycles{{.clock = right, .power_up = Bits(2)}};
  DerivedClock from;
  DerivedClock to;
  Instance<Block> block{config.block};

  // Each side counts its values, modulo what is more than fits in. The value whose number is `one`, whichever that be,
  // is looked at when it enters and when it leaves.
  AnyConst<UInt<>> one{bits(bits_for(config.capacity))};
  Reg<UInt<>> entered{bits(bits_for(config.capacity)), 0, {.clock = from}};
  Reg<UInt<>> left_again{bits(bits_for(config.capacity)), 0, {.clock = to}};
  Reg<Word> expected{{.clock = from}};

  void logic() {
    const char* both = "a reset of both sides";
    const UInt<2> left_seen = waive_crossing(left_cycles, both);
    const UInt<2> right_seen = waive_crossing(right_cycles, both);
    IF ((left_cycles == 0) | ((right_seen != 0) & (left_cycles != 3))) {
      left_cycles = left_cycles + 1;
    }
    IF ((right_cycles == 0) | ((left_seen != 0) & (right_cycles != 3))) {
      right_cycles = right_cycles + 1;
    }
    const Bool resets = (left_seen != 3) | (right_seen != 3);
    from.clock = left.signal();
    from.reset = resets;
    to.clock = right.signal();
    to.reset = resets;

    block->from = from;
    block->to = to;
    connect(in, block->in);
    connect(block->out, out);
    write_side();
    read_side();
  }

  void write_side() {
    const WithClock in_force(from);
    assume_stream(in);
    const UInt<> held = entered - waive_crossing(left_again, "a check");
    IF (in.fire()) {
      entered = entered + 1;
      IF (entered == waive_crossing(one, "a constant")) {
        expected = in.payload;
      }
      assert_(held != config.capacity, "no more is inside than fits");
    }
  }

  void read_side() {
    const WithClock in_force(to);
    assert_stream(out);
    IF (out.fire()) {
      left_again = left_again + 1;
      assert_(waive_crossing(entered, "a check") != left_again, "nothing leaves that did not enter");
      IF (left_again == waive_crossing(one, "a constant")) {
        assert_(out.payload == waive_crossing(expected, "a check"), "values leave as they entered and in their order");
      }
    }
  }
};

}  // namespace burin::test
