// SPDX-License-Identifier: Apache-2.0
//! @file B0207.cpp
//! @brief B0207: a C++ variable rebound under a condition.
#include "gallery.h"

namespace gallery::b0207 {

using namespace burin;

// [program]
struct UpCounter {
  In<Bool> up;
  Reg<UInt<8>> count{0};
  Out<UInt<8>> value;

  void logic() {
    UInt<8> next = count;
    IF (up) {
      next = count + 1;  // <- B0207
    }
    count = next;
    value = count;
  }
};
// [/program]

const Register kProgram("B0207", [] { return elaborate<UpCounter>().warnings; });

}  // namespace gallery::b0207
