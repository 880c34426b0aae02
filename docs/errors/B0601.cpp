// SPDX-License-Identifier: Apache-2.0
//! @file B0601.cpp
//! @brief B0601: contents that are longer than the memory.
#include "gallery.h"

namespace gallery::b0601 {

using namespace burin;

// [program]
struct Palette {
  In<UInt<1>> index;
  Out<UInt<8>> colour;
  Memory<UInt<8>> colours{2, {.contents = {Bits(8, 0), Bits(8, 73), Bits(8, 255)}}};  // <- B0601

  void logic() { colour = colours.read(index); }
};
// [/program]

const Register kProgram("B0601", [] { return elaborate<Palette>().warnings; });

}  // namespace gallery::b0601
