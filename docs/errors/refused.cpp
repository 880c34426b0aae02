// SPDX-License-Identifier: Apache-2.0
//! @file refused.cpp
//! @brief What the compiler refuses: each marked line is an error. docs/generate_errors.py compiles this file.
#include "burin/burin.h"

namespace refused {

using namespace burin;

struct Command {
  Bool valid;
  UInt<8> code;
};

enum class Mode { idle, run };
enum class Colour { red, green };

struct Inner {
  In<UInt<8>> x;
  Out<UInt<8>> y;
  Wire<UInt<8>> z;
};

// Widths and signs
struct Widths {
  In<UInt<8>> a;
  In<UInt<12>> b;
  In<SInt<8>> s;
  In<UInt<4>> shift;
  In<SInt<4>> offset;
  Out<UInt<8>> y;
  Out<UInt<12>> wide;
  Out<SInt<8>> t;

  void logic() {
    wide = a;               // <- B0101
    wide = b + a;           // <- B0101
    y = a + s;              // <- B0102
    t = a;                  // <- B0102
    y = zext<4>(a);         // <- B0106
    wide = trunc<12>(a);    // <- B0106
    y = a << offset;        // <- refused
    wide = cat(shift, 5);   // <- refused
  }
};

// Conditions and truth values
struct Conditions {
  In<Bool> a, b;
  In<UInt<8>> x;
  In<Enum<Mode>> mode;
  Out<Bool> y;
  Out<UInt<8>> z;

  void logic(bool debug) {
    if (a) y = b;           // <- refused
    y = a && b;             // <- refused
    y = a || b;             // <- refused
    y = !a;                 // <- refused
    IF (x) { z = 1; }       // <- refused
    IF (mode) { z = 2; }    // <- refused
    IF (debug) { z = 3; }   // <- refused
    y = x;                  // <- refused
    z = x + a;              // <- refused
    z = mux(a, 1, 0);       // <- refused
  }
};

// Enumerations
struct Enumerations {
  In<Enum<Mode>> mode;
  In<UInt<1>> code;
  In<Enum<Colour>> colour;
  Out<Bool> y;
  Reg<Enum<Mode>> next;

  void logic() {
    next = code;            // <- refused
    y = mode == code;       // <- refused
    y = mode == colour;     // <- refused
  }
};

// What can be driven
struct Driven {
  In<UInt<8>> x;
  Out<UInt<8>> y;
  const Inner* inner = nullptr;

  void logic() {
    x = 3;                  // <- B0206
    y + x = 3;              // <- B0206
    inner->y = 5;           // <- B0206
    inner->z = 5;           // <- B0206
  }
};

// Modules
class Hidden {              // a module with a constructor
 public:
  explicit Hidden(int) {}
  In<Bool> a;
  void logic() {}
};

struct Silent {             // a module that does nothing
  In<Bool> a;
};

void elaborate_modules() {
  elaborate<Hidden>();      // <- refused
  elaborate<Silent>();      // <- refused
}

}  // namespace refused
