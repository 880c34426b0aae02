// A design: its members are its parts, `logic` connects them.
#pragma once

#include <burin/burin.h>

namespace designs {

using namespace burin;

/// Gives `tick` in every cycle in which `enable` is 1 for the `period`-th time.
struct @TYPE@ {
  struct Config {
    Param<int, "enabled cycles from one tick to the next", range(2, 1 << 20)> period = 8;
  };
  Config config;

  In<Bool> enable;
  Out<Bool> tick;

  Reg<UInt<>> count{bits(bits_for(config.period - 1)), 0};

  void logic() {
    const Bool at_end = count == config.period - 1;
    tick = enable & at_end;
    IF (enable) { count = mux(at_end, 0, count + 1); }
  }
};

}  // namespace designs
