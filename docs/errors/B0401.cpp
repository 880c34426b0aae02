// SPDX-License-Identifier: Apache-2.0
//! @file B0401.cpp
//! @brief B0401: a port called after a keyword.
#include "gallery.h"

namespace gallery::b0401 {

using namespace burin;

// [program]
struct Shifter {
  In<UInt<8>> input;  // <- B0401
  Out<UInt<8>> doubled;

  void logic() { doubled = input << 1; }
};
// [/program]

const Register kProgram("B0401", [] { return elaborate<Shifter>().warnings; });

}  // namespace gallery::b0401
