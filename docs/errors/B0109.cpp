// SPDX-License-Identifier: Apache-2.0
//! @file B0109.cpp
//! @brief B0109: vectors of different lengths.
#include "gallery.h"

namespace gallery::b0109 {

using namespace burin;

// [program]
struct Collect {
  In<UInt<8>> a, b, c;
  Out<Vec<UInt<8>>> bytes{Vec<UInt<8>>(4, UInt<8>())};

  void logic() {
    bytes = Vec<UInt<8>>{a, b, c};  // <- B0109
  }
};
// [/program]

const Register kProgram("B0109", [] { return elaborate<Collect>().warnings; });

}  // namespace gallery::b0109
