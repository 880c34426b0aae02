// SPDX-License-Identifier: Apache-2.0
//! @file B0910.cpp
//! @brief B0910: an encoding of what is no enumerator.
#include "gallery.h"

namespace gallery::b0910 {

using namespace burin;

// [program]
struct Divider {
  Reg<UInt<4>> count{0, {.encoding = Encoding::gray}};  // <- B0910
  Out<Bool> tick;

  void logic() {
    count = count + 1;
    tick = count == 0;
  }
};
// [/program]

const Register kProgram("B0910", [] { return elaborate<Divider>().warnings; });

}  // namespace gallery::b0910
