// SPDX-License-Identifier: Apache-2.0
//! @file B0203.cpp
//! @brief B0203: an output without a value on some path.
#include "gallery.h"

namespace gallery::b0203 {

using namespace burin;

// [program]
struct Arbiter {
  In<Bool> urgent, normal;
  Out<UInt<2>> grant;

  void logic() {
    IF (urgent) { grant = 1; }  // <- B0203
    ELIF (normal) { grant = 2; }
  }
};
// [/program]

const Register kProgram("B0203", [] { return elaborate<Arbiter>().warnings; });

}  // namespace gallery::b0203
