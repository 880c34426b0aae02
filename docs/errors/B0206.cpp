// SPDX-License-Identifier: Apache-2.0
//! @file B0206.cpp
//! @brief B0206: a module that writes to its own input.
#include "gallery.h"

namespace gallery::b0206 {

using namespace burin;

// [program]
struct Request {
  Bool valid;
  UInt<8> address;
};

struct Filter {
  In<Request> request;
  In<Bool> blocked;
  Out<Request> passed;

  void logic() {
    IF (blocked) { request.valid = false; }  // <- B0206
    passed = request;
  }
};
// [/program]

const Register kProgram("B0206", [] { return elaborate<Filter>().warnings; });

}  // namespace gallery::b0206
