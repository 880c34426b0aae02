// SPDX-License-Identifier: Apache-2.0
//! @file B0602.cpp
//! @brief B0602: a mask of the wrong length.
#include "gallery.h"

namespace gallery::b0602 {

using namespace burin;

// [program]
struct Ram {
  In<UInt<8>> address;
  In<UInt<32>> data;
  In<UInt<8>> byte_enable;
  Out<UInt<32>> word;
  Memory<UInt<32>> ram{256, {.granule = 8}};

  void logic() {
    ram.write_masked(address, data, byte_enable);  // <- B0602
    word = ram.read(address);
  }
};
// [/program]

const Register kProgram("B0602", [] { return elaborate<Ram>().warnings; });

}  // namespace gallery::b0602
