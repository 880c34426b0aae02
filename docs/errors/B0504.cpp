// SPDX-License-Identifier: Apache-2.0
//! @file B0504.cpp
//! @brief B0504: a bulk connection without a partner.
#include "gallery.h"

namespace gallery::b0504 {

using namespace burin;

// [program]
template <Role R>
struct Bus {
  Port<R, UInt<16>> address;
  Port<R, UInt<8>> data;
};

template <Role R>
struct WideBus {
  Port<R, UInt<16>> address;
  Port<R, UInt<8>> data;
  Port<R, Bool> write;
};

struct Bridge {
  WideBus<Role::in> from;
  Bus<Role::out> to;

  void logic() {
    connect(from, to);  // <- B0504
  }
};
// [/program]

const Register kProgram("B0504", [] { return elaborate<Bridge>().warnings; });

}  // namespace gallery::b0504
