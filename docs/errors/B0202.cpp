// SPDX-License-Identifier: Apache-2.0
//! @file B0202.cpp
//! @brief B0202: a pad with two drivers.
#include "gallery.h"

namespace gallery::b0202 {

using namespace burin;

// [program]
struct I2cPin {
  Pad<Bool> sda;
  In<Bool> acknowledge, send_low;
  Out<Bool> level;

  void logic() {
    sda.open_drain(send_low);
    sda.open_drain(acknowledge);  // <- B0202
    level = sda;
  }
};
// [/program]

const Register kProgram("B0202", [] { return elaborate<I2cPin>().warnings; });

}  // namespace gallery::b0202
