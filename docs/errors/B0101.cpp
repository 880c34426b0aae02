// SPDX-License-Identifier: Apache-2.0
//! @file B0101.cpp
//! @brief B0101: operands of different widths.
#include "gallery.h"

namespace gallery::b0101 {

using namespace burin;

// [program]
struct Mixer {
  struct Config {
    Param<int, "bits a sample", range(1, 32)> width = 12;
  };
  Config config;
  In<UInt<>> music{bits(config.width)};
  In<UInt<8>> voice;
  Out<UInt<>> sum{bits(config.width)};

  void logic() {
    sum = music + voice;  // <- B0101
  }
};
// [/program]

const Register kProgram("B0101", [] { return elaborate<Mixer>().warnings; });

}  // namespace gallery::b0101
