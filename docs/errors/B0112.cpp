// SPDX-License-Identifier: Apache-2.0
//! @file B0112.cpp
//! @brief B0112: a sum that begins with nothing.
#include "gallery.h"

namespace gallery::b0112 {

using namespace burin;

// [program]
struct Sum {
  In<Vec<UInt<16>, 4>> terms;
  Out<UInt<16>> total;

  void logic() {
    UInt<16> sum;
    for (const auto& term : terms) {
      sum = sum + term;  // <- B0112
    }
    total = sum;
  }
};
// [/program]

const Register kProgram("B0112", [] { return elaborate<Sum>().warnings; });

}  // namespace gallery::b0112
