// SPDX-License-Identifier: Apache-2.0
//! @file B0501.cpp
//! @brief B0501: a look inside an instance.
#include "gallery.h"

namespace gallery::b0501 {

using namespace burin;

// [program]
struct Meter {
  In<UInt<8>> level;
  Reg<UInt<8>> peak{0};
  Out<Bool> clipping;

  void logic() {
    IF (level > peak) { peak = level; }
    clipping = peak == 255;
  }
};

struct Panel {
  In<UInt<8>> level;
  Instance<Meter> meter;
  Out<UInt<8>> peak;
  Out<Bool> clipping;

  void logic() {
    meter->level = level;
    clipping = meter->clipping;
    peak = meter->peak;  // <- B0501
  }
};
// [/program]

const Register kProgram("B0501", [] { return elaborate<Panel>().warnings; });

}  // namespace gallery::b0501
