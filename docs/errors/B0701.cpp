// SPDX-License-Identifier: Apache-2.0
//! @file B0701.cpp
//! @brief B0701: a value outside the range of a parameter.
#include "gallery.h"

namespace gallery::b0701 {

using namespace burin;

// [program]
struct Uart {
  struct Config {
    Param<int, "clock cycles a bit", range(4, 65535)> cycles_per_bit = 868;
  };
  Config config;
  In<Bool> receive;
  Out<Bool> sample;

  void logic() { sample = receive; }
};

struct Board {
  In<Bool> pin;
  Instance<Uart> uart{{.cycles_per_bit = 2}};  // <- B0701
  Out<Bool> led;

  void logic() {
    uart->receive = pin;
    led = uart->sample;
  }
};
// [/program]

const Register kProgram("B0701", [] { return elaborate<Board>().warnings; });

}  // namespace gallery::b0701
