// SPDX-License-Identifier: Apache-2.0
//! @file B0304.cpp
//! @brief B0304: a reset value and no reset.
#include "gallery.h"

namespace gallery::b0304 {

using namespace burin;

// [program]
struct Divider {
  Clock pixel{{.reset = ResetKind::none}};
  Reg<Bool> half{false, {.clock = pixel}};  // <- B0304
  Out<Bool> tick{{.clock = pixel}};

  void logic() {
    half = ~half;
    tick = half;
  }
};
// [/program]

const Register kProgram("B0304", [] { return elaborate<Divider>().warnings; });

}  // namespace gallery::b0304
