// SPDX-License-Identifier: Apache-2.0
//! @file B0305.cpp
//! @brief B0305: a waiver without a reason.
#include "gallery.h"

namespace gallery::b0305 {

using namespace burin;

// [program]
struct Settings {
  Clock bus, core;
  In<UInt<8>> gain_setting{{.clock = bus}};
  Reg<UInt<8>> gain{0, {.clock = core}};
  Out<UInt<8>> gain_now{{.clock = core}};

  void logic() {
    gain = waive_crossing(gain_setting, "");  // <- B0305
    gain_now = gain;
  }
};
// [/program]

const Register kProgram("B0305", [] { return elaborate<Settings>().warnings; });

}  // namespace gallery::b0305
