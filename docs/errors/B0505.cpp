// SPDX-License-Identifier: Apache-2.0
//! @file B0505.cpp
//! @brief B0505: hardware outside a module.
#include "gallery.h"

namespace gallery::b0505 {

using namespace burin;

// [program]
UInt<> with_parity(const UInt<8>& x) {
  return cat(reduce_xor(x), x);  // <- B0505
}

std::string table() {
  std::string words;
  for (int i = 0; i < 16; ++i) words += std::to_string(with_parity(UInt<8>(i)).width()) + " ";
  return words;
}
// [/program]

const Register kProgram("B0505", table);

}  // namespace gallery::b0505
