// SPDX-License-Identifier: Apache-2.0
//! @file B0110.cpp
//! @brief B0110: a dynamic width that nobody states.
#include "gallery.h"

namespace gallery::b0110 {

using namespace burin;

// [program]
struct Ticker {
  In<Bool> tick;
  Reg<UInt<8>> ticks{0};
  Out<UInt<>> count;  // <- B0110

  void logic() {
    IF (tick) { ticks = ticks + 1; }
    count = ticks;
  }
};
// [/program]

const Register kProgram("B0110", [] { return elaborate<Ticker>().warnings; });

}  // namespace gallery::b0110
