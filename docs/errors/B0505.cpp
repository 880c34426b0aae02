// SPDX-License-Identifier: Apache-2.0
//! @file B0505.cpp
//! @brief B0505: hardware outside a module.
#include "gallery.h"

namespace gallery::b0505 {

using namespace burin;

// [program]
UInt<> parity_of(const UInt<8>& x) {
  return cat(reduce_xor(x), x);  // <- B0505
}
// [/program]

const Register kProgram("B0505", [] {
  return parity_of(UInt<8>(7)).is_empty() ? std::string("empty") : std::string();
});

}  // namespace gallery::b0505
