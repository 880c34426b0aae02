// SPDX-License-Identifier: Apache-2.0
//! @file B0605.cpp
//! @brief B0605: a memory without words.
#include "gallery.h"

namespace gallery::b0605 {

using namespace burin;

// [program]
struct Queue {
  struct Config {
    Param<int, "words", range(0, 1024)> depth = 0;
  };
  Config config;
  In<UInt<8>> data;
  Out<UInt<8>> first;
  Memory<UInt<8>> words{config.depth};  // <- B0605

  void logic() {
    words.write(0, data);
    first = words.read(0);
  }
};
// [/program]

const Register kProgram("B0605", [] { return elaborate<Queue>().warnings; });

}  // namespace gallery::b0605
