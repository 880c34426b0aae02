// SPDX-License-Identifier: Apache-2.0
//! @file B0802.cpp
//! @brief B0802: a register inside a pipelined function.
#include "burin/lib/pipeline.h"
#include "gallery.h"

namespace gallery::b0802 {

using namespace burin;

// [program]
struct RunningSum {
  In<UInt<8>> a;
  Out<UInt<8>> y{PortOptions{.guarded = true}};

  void logic() {
    const auto add_up = [](const UInt<8>& x) {
      Reg<UInt<8>> sum{"sum", 0};
      sum = sum + x;  // <- B0802
      return x + sum;
    };
    y = pipelined(2, add_up, a).value();
  }
};
// [/program]

const Register kProgram("B0802", [] { return elaborate<RunningSum>().warnings; });

}  // namespace gallery::b0802
