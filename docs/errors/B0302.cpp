// SPDX-License-Identifier: Apache-2.0
//! @file B0302.cpp
//! @brief B0302: a flag without reset.
#include "gallery.h"

namespace gallery::b0302 {

using namespace burin;

// [program]
struct Handshake {
  In<Bool> request;
  Reg<Bool> pending;  // <- B0302
  Reg<UInt<4>> served{0};
  Out<UInt<4>> count;

  void logic() {
    IF (request) { pending = true; }
    IF (pending) {
      served = served + 1;
      pending = false;
    }
    count = served;
  }
};
// [/program]

const Register kProgram("B0302", [] { return elaborate<Handshake>().warnings; });

}  // namespace gallery::b0302
