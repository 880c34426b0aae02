// SPDX-License-Identifier: Apache-2.0
//! @file B0603.cpp
//! @brief B0603: a read that relies on what is undefined.
#include "gallery.h"

namespace gallery::b0603 {

using namespace burin;

// [program]
struct Buffer {
  In<Bool> push;
  In<UInt<4>> head, tail;
  In<UInt<8>> data;
  Out<UInt<8>> first;
  Memory<UInt<8>> words{16, {.contents = {Bits(8, 0)}}};

  void logic() {
    IF (push) { words.write(tail, data); }
    first = words.read_sync(head, {.policy = ReadUnderWrite::undefined});  // <- B0603
  }
};
// [/program]

const Register kProgram("B0603", [] { return elaborate<Buffer>().warnings; });

}  // namespace gallery::b0603
