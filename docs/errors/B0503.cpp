// SPDX-License-Identifier: Apache-2.0
//! @file B0503.cpp
//! @brief B0503: a CASE that an earlier one covers.
#include "gallery.h"

namespace gallery::b0503 {

using namespace burin;

// [program]
struct Alu {
  In<UInt<4>> opcode;
  In<UInt<8>> a, b;
  Out<UInt<8>> y;

  void logic() {
    SWITCH (opcode) {
      CASE ("0???") { y = a + b; }
      CASE ("10??") { y = a - b; }
      CASE ("011?") { y = a & b; }  // <- B0503
      DEFAULT { y = a; }
    }
  }
};
// [/program]

const Register kProgram("B0503", [] { return elaborate<Alu>().warnings; });

}  // namespace gallery::b0503
