// SPDX-License-Identifier: Apache-2.0
//! @file B0104.cpp
//! @brief B0104: a constant shift beyond the width.
#include "gallery.h"

namespace gallery::b0104 {

using namespace burin;

// [program]
struct HighWord {
  In<UInt<32>> word;
  Out<UInt<32>> shifted;

  void logic() {
    shifted = word << 48;  // <- B0104
  }
};
// [/program]

const Register kProgram("B0104", [] { return elaborate<HighWord>().warnings; });

}  // namespace gallery::b0104
