// SPDX-License-Identifier: Apache-2.0
//! @file B0103.cpp
//! @brief B0103: a constant that is too large.
#include "gallery.h"

namespace gallery::b0103 {

using namespace burin;

// [program]
struct Timeout {
  In<UInt<8>> count;
  Out<Bool> expired;

  void logic() {
    expired = count == 300;  // <- B0103
  }
};
// [/program]

const Register kProgram("B0103", [] { return elaborate<Timeout>().warnings; });

}  // namespace gallery::b0103
