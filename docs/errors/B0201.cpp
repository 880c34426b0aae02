// SPDX-License-Identifier: Apache-2.0
//! @file B0201.cpp
//! @brief B0201: an output that is never driven.
#include "gallery.h"

namespace gallery::b0201 {

using namespace burin;

// [program]
struct Sink {
  In<UInt<8>> data;
  In<Bool> valid;
  Out<Bool> ready;  // <- B0201
  Reg<UInt<8>> last{0};
  Out<UInt<8>> latest;

  void logic() {
    IF (valid) { last = data; }
    latest = last;
  }
};
// [/program]

const Register kProgram("B0201", [] { return elaborate<Sink>().warnings; });

}  // namespace gallery::b0201
