// SPDX-License-Identifier: Apache-2.0
//! @file B0502.cpp
//! @brief B0502: a statement between IF and ELSE.
#include "gallery.h"

namespace gallery::b0502 {

using namespace burin;

// [program]
struct Saturate {
  In<UInt<9>> sum;
  Out<UInt<8>> clipped;
  Out<Bool> overflow;

  void logic() {
    IF (sum.bit(8)) { clipped = 255; }
    overflow = sum.bit(8);
    ELSE { clipped = sum.bits(7, 0); }  // <- B0502
  }
};
// [/program]

const Register kProgram("B0502", [] { return elaborate<Saturate>().warnings; });

}  // namespace gallery::b0502
