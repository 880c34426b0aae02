// SPDX-License-Identifier: Apache-2.0
//! @file B0912.cpp
//! @brief B0912: a number that a fixed-point type does not have.
#include "burin/lib/fixed_point.h"
#include "gallery.h"

namespace gallery::b0912 {

using namespace burin;

// [program]
struct Mixer {
  In<Fixed<1, 7>> left, right;
  Out<Fixed<3, 14>> mixed;

  void logic() {
    const auto quieter = right * 0.7;  // <- B0912
    mixed = convert<Fixed<3, 14>>(left + quieter);
  }
};
// [/program]

const Register kProgram("B0912", [] { return elaborate<Mixer>().warnings; });

}  // namespace gallery::b0912
