// SPDX-License-Identifier: Apache-2.0
//! @file B0105.cpp
//! @brief B0105: exchanged bounds of a slice.
#include "gallery.h"

namespace gallery::b0105 {

using namespace burin;

// [program]
struct Decoder {
  In<UInt<32>> instruction;
  Out<UInt<7>> opcode;

  void logic() {
    opcode = instruction.bits(0, 6);  // <- B0105
  }
};
// [/program]

const Register kProgram("B0105", [] { return elaborate<Decoder>().warnings; });

}  // namespace gallery::b0105
