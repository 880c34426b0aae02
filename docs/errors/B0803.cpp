// SPDX-License-Identifier: Apache-2.0
//! @file B0803.cpp
//! @brief B0803: more marks than registers.
#include "burin/lib/pipeline.h"
#include "gallery.h"

namespace gallery::b0803 {

using namespace burin;

// [program]
struct ThreeSums {
  In<UInt<8>> a, b;
  Out<UInt<8>> y{PortOptions{.guarded = true}};

  void logic() {
    const auto sums = [](const UInt<8>& x, const UInt<8>& z) {
      const UInt<8> first = stage(x + z);
      const UInt<8> second = stage(first + z);
      return second + z;
    };
    y = pipelined(2, sums, a, b).value();  // <- B0803
  }
};
// [/program]

const Register kProgram("B0803", [] { return elaborate<ThreeSums>().warnings; });

}  // namespace gallery::b0803
