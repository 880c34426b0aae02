// SPDX-License-Identifier: Apache-2.0
//! @file B0205.cpp
//! @brief B0205: an input that does nothing.
#include "gallery.h"

namespace gallery::b0205 {

using namespace burin;

// [program]
struct Adder {
  In<UInt<8>> a, b;
  In<Bool> carry_in;  // <- B0205
  Out<UInt<9>> sum;

  void logic() { sum = add_carry(a, b); }
};
// [/program]

const Register kProgram("B0205", [] { return elaborate<Adder>().warnings; });

}  // namespace gallery::b0205
