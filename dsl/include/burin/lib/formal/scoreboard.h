// SPDX-License-Identifier: Apache-2.0
//! @file scoreboard.h
//! @brief Checks that a block hands on what it is given: nothing lost, doubled, made up, changed or out of order.
#pragma once

#include "burin/lib/stream/stage.h"

namespace burin {

/// @see Scoreboard
template <typename T>
struct ScoreboardConfig {
  Param<int, "most values that are in the block at once", range(1, 1 << 20)> capacity = 16;
  bool clears = false;  ///< There is an input `clear`, in whose cycles what is inside, and comes, is forgotten.
  PayloadShape<T> shape = {};
};

/// Watches what enters a block and what leaves it, in simulation and in proofs:
///
/// ```
/// Instance<Scoreboard<T>> order{{.capacity = 4}};
/// …
/// order->enters = in.fire();    order->entering = in.payload;
/// order->leaves = out.fire();   order->leaving = out.payload;
/// ```
/// It picks values at will, one at a time, and follows each to its exit by counting those ahead of it. A proof tries
/// every choice, so what holds for the one that is followed holds for all. A value may leave in the cycle in which it
/// enters. For a block that changes values, `entering` is what it should make of them.
template <typename T>
struct Scoreboard {
  using Config = ScoreboardConfig<T>;
  Config config;

  In<Bool> enters;
  In<T> entering{config.shape.value};
  In<Bool> leaves;
  In<T> leaving{config.shape.value};
  Optional<In<Bool>> clear{config.clears};
  Out<UInt<>> held{bits(bits_for(config.capacity))};  ///< Values that entered and have not left.

  AnySeq<Bool> follow;
  Reg<Bool> following{false};
  Reg<UInt<>> ahead{bits(bits_for(config.capacity))};  // values that leave before the one that is followed
  Reg<T> expected{config.shape.value};
  Reg<UInt<>> count{bits(bits_for(config.capacity)), 0};

  static Bool same(const T& a, const T& b) { return pack(a) == pack(b); }

  void logic() {
    held = count;
    IF (enters & ~leaves) { count = count + 1; }
    ELIF (leaves & ~enters) { count = count - 1; }

    const Bool passes = enters & leaves & (count == 0);
    IF (following) {
      IF (leaves & (ahead == 0)) { following = false; }
      ELIF (leaves) { ahead = ahead - 1; }
    }
    ELIF (enters & ~passes & follow) {
      following = true;
      expected = entering;
      ahead = mux(leaves, count - 1, count);
    }

    if (clear) {
      IF (*clear) {
        count = 0;
        following = false;
      }
    }

    IF (leaves) { assert_(enters | (count != 0), "nothing leaves that did not enter"); }
    IF (enters) { assert_(leaves | (count != config.capacity), "no more is inside than fits"); }
    IF (passes) { assert_(same(leaving, entering), "a value that passes through is not changed"); }
    IF (leaves & following & (ahead == 0)) {
      assert_(same(leaving, expected), "values leave as they entered and in their order");
    }
  }
};

}  // namespace burin
