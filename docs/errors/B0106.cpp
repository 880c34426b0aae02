// SPDX-License-Identifier: Apache-2.0
//! @file B0106.cpp
//! @brief B0106: an extension that would drop bits.
#include "gallery.h"

namespace gallery::b0106 {

using namespace burin;

// [program]
struct BusAdapter {
  struct Config {
    Param<int, "bits of the bus", one_of(8, 16, 32, 64)> width = 16;
  };
  Config config;
  In<UInt<32>> word;
  Out<UInt<>> data{bits(config.width)};

  void logic() {
    data = zext(word, config.width);  // <- B0106
  }
};
// [/program]

const Register kProgram("B0106", [] { return elaborate<BusAdapter>().warnings; });

}  // namespace gallery::b0106
