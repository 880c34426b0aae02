// SPDX-License-Identifier: Apache-2.0
//! @file B0111.cpp
//! @brief B0111: a width below zero.
#include "gallery.h"

namespace gallery::b0111 {

using namespace burin;

// [program]
struct Header {
  struct Config {
    Param<int, "bits of a word", range(8, 64)> word = 8;
  };
  Config config;
  In<UInt<16>> tag;
  Out<UInt<>> padding;

  void logic() {
    padding = zext(UInt<1>(0), config.word - 16);  // <- B0111
  }
};
// [/program]

const Register kProgram("B0111", [] { return elaborate<Header>().warnings; });

}  // namespace gallery::b0111
