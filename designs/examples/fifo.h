// SPDX-License-Identifier: Apache-2.0
//! @file fifo.h
//! @brief A first-in first-out buffer around a memory.
#pragma once

#include "burin/burin.h"

namespace burin::examples {

/// Holds up to `depth` values of type `T`; what goes in comes out in order, at the earliest one cycle later.
template <typename T>
struct Fifo {
  struct Config {
    Param<int, "values it can hold", range(2, 1 << 20)> depth = 16;
  };
  Config config;

  StreamIn<T> in;
  StreamOut<T> out;

  Memory<T> memory{static_cast<uint64_t>(config.depth)};
  Reg<UInt<>> head{bits(index_bits(config.depth)), 0};
  Reg<UInt<>> tail{bits(index_bits(config.depth)), 0};
  Reg<UInt<>> count{bits(bits_for(config.depth)), 0};

  UInt<> next(const UInt<>& index) const { return mux(index == config.depth - 1, 0, index + 1); }

  void logic() {
    in.ready = count != config.depth;
    out.valid = count != 0;
    out.payload = memory.read(head);

    IF (in.fire()) {
      memory.write(tail, in.payload);
      tail = next(tail);
    }
    IF (out.fire()) { head = next(head); }

    IF (in.fire() & ~out.fire()) { count = count + 1; }
    ELIF (out.fire() & ~in.fire()) { count = count - 1; }

    assert_(count <= config.depth, "it holds no more than fits");
    IF (past(out.valid & ~out.ready)) {
      assert_(out.valid, "a value waits until it is taken");
      assert_(stable(out.payload), "a value that waits does not change");
    }
    cover(count == config.depth, "it is full");
  }
};

}  // namespace burin::examples
