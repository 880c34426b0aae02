// SPDX-License-Identifier: Apache-2.0
//! @file B0204.cpp
//! @brief B0204: two grants that wait for each other.
#include "gallery.h"

namespace gallery::b0204 {

using namespace burin;

// [program]
struct Rivals {
  In<Bool> request_a, request_b;
  Out<Bool> grant_a;  // <- B0204
  Out<Bool> grant_b;

  void logic() {
    grant_a = request_a & ~grant_b;
    grant_b = request_b & ~grant_a;
  }
};
// [/program]

const Register kProgram("B0204", [] { return elaborate<Rivals>().warnings; });

}  // namespace gallery::b0204
