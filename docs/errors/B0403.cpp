// SPDX-License-Identifier: Apache-2.0
//! @file B0403.cpp
//! @brief B0403: a name that Verilog does not know.
#include "gallery.h"

namespace gallery::b0403 {

using namespace burin;

// [program]
struct Scale {
  In<UInt<8>> größe;  // <- B0403
  Out<UInt<8>> half;

  void logic() { half = größe >> 1; }
};
// [/program]

const Register kProgram("B0403", [] { return elaborate<Scale>().warnings; });

}  // namespace gallery::b0403
