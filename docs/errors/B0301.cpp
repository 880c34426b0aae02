// SPDX-License-Identifier: Apache-2.0
//! @file B0301.cpp
//! @brief B0301: a bit from another clock.
#include "gallery.h"

namespace gallery::b0301 {

using namespace burin;

// [program]
struct Monitor {
  Clock fast, slow;
  Reg<Bool> busy{false, {.clock = fast}};
  Reg<Bool> seen{false, {.clock = slow}};  // <- B0301
  In<Bool> start{{.clock = fast}};
  Out<Bool> led{{.clock = slow}};

  void logic() {
    IF (start) { busy = ~busy; }
    seen = busy;
    led = seen;
  }
};
// [/program]

const Register kProgram("B0301", [] { return elaborate<Monitor>().warnings; });

}  // namespace gallery::b0301
