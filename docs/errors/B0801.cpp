// SPDX-License-Identifier: Apache-2.0
//! @file B0801.cpp
//! @brief B0801: a late value meets one that is not.
#include "burin/lib/pipeline.h"
#include "gallery.h"

namespace gallery::b0801 {

using namespace burin;

// [program]
UInt<16> product(const UInt<8>& x, const UInt<8>& y) { return x * y; }
UInt<16> sum(const UInt<16>& x, const UInt<16>& y) { return x + y; }

struct MultiplyAdd {
  In<UInt<8>> a, b;
  In<UInt<16>> c;
  Out<UInt<16>> y{PortOptions{.guarded = true}};

  void logic() {
    const auto late = pipelined(2, product, a, b);
    y = pipelined(1, sum, late, c).value();  // <- B0801
  }
};
// [/program]

const Register kProgram("B0801", [] { return elaborate<MultiplyAdd>().warnings; });

}  // namespace gallery::b0801
