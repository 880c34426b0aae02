// SPDX-License-Identifier: Apache-2.0
//! @file B0506.cpp
//! @brief B0506: a value kept from one elaboration to the next.
#include "gallery.h"

namespace gallery::b0506 {

using namespace burin;

// [program]
struct Offset {
  In<UInt<8>> x;
  Out<UInt<8>> y;

  void logic() {
    static const UInt<8> offset = ~x;
    y = x + offset;  // <- B0506
  }
};
// [/program]

const Register kProgram("B0506", [] {
  elaborate<Offset>();
  return elaborate<Offset>().warnings;
});

}  // namespace gallery::b0506
