// SPDX-License-Identifier: Apache-2.0
//! @file B0208.cpp
//! @brief B0208: an assignment that cannot take effect.
#include "gallery.h"

namespace gallery::b0208 {

using namespace burin;

// [program]
struct Select {
  In<UInt<8>> a, b;
  Out<UInt<8>> y;

  void logic() {
    y = a;  // <- B0208
    y = b + a;
  }
};
// [/program]

const Register kProgram("B0208", [] { return elaborate<Select>().warnings; });

}  // namespace gallery::b0208
