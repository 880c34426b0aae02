// SPDX-License-Identifier: Apache-2.0
//! @file B0107.cpp
//! @brief B0107: an index one past the end.
#include "gallery.h"

namespace gallery::b0107 {

using namespace burin;

// [program]
struct LastTap {
  In<Vec<UInt<16>, 4>> taps;
  Out<UInt<16>> last;

  void logic() {
    last = taps[4];  // <- B0107
  }
};
// [/program]

const Register kProgram("B0107", [] { return elaborate<LastTap>().warnings; });

}  // namespace gallery::b0107
