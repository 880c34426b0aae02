// SPDX-License-Identifier: Apache-2.0
//! @file B0108.cpp
//! @brief B0108: a pattern of the wrong length.
#include "gallery.h"

namespace gallery::b0108 {

using namespace burin;

// [program]
struct Priority {
  In<UInt<4>> requests;
  Out<UInt<2>> winner;

  void logic() {
    winner = 0;
    SWITCH (requests) {
      CASE ("1???") { winner = 3; }
      CASE ("01??") { winner = 2; }
      CASE ("01?") { winner = 1; }  // <- B0108
    }
  }
};
// [/program]

const Register kProgram("B0108", [] { return elaborate<Priority>().warnings; });

}  // namespace gallery::b0108
