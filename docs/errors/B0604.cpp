// SPDX-License-Identifier: Apache-2.0
//! @file B0604.cpp
//! @brief B0604: a bad line in a file of contents.
#include "gallery.h"

namespace gallery::b0604 {

using namespace burin;

// [program]
struct Sine {
  In<UInt<2>> phase;
  Out<UInt<8>> value;
  Rom<UInt<8>> table{contents_of_file("docs/errors/B0604.hex", 8)};  // <- B0604

  void logic() { value = table.read(phase); }
};
// [/program]

const Register kProgram("B0604", [] { return elaborate<Sine>().warnings; });

}  // namespace gallery::b0604
