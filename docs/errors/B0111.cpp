// SPDX-License-Identifier: Apache-2.0
//! @file B0111.cpp
//! @brief B0111: a width below zero.
#include "gallery.h"

namespace gallery::b0111 {

using namespace burin;

// [program]
struct Padding {
  struct Config {
    Param<int, "bits of a word", range(8, 64)> word = 8;
    Param<int, "bits of the tag in it", range(1, 16)> tag = 12;
  };
  Config config;
  In<UInt<>> tag{bits(config.tag)};
  Out<UInt<>> padding{bits(config.word - config.tag)};  // <- B0111
  Out<Bool> is_set;

  void logic() {
    padding = 0;
    is_set = tag != 0;
  }
};
// [/program]

const Register kProgram("B0111", [] { return elaborate<Padding>().warnings; });

}  // namespace gallery::b0111
