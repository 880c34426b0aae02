// SPDX-License-Identifier: Apache-2.0
//! @file refused.cpp
//! @brief What the compiler refuses: each marked line is an error. docs/generate_errors.py compiles this file.
#include "burin/burin.h"

namespace refused {

using namespace burin;

// [Widths and signs]
struct Widths {
  In<UInt<8>> a;
  In<UInt<12>> b;
  In<SInt<8>> s;
  In<SInt<4>> offset;
  Out<UInt<8>> y;
  Out<UInt<12>> wide;
  Out<SInt<8>> t;
  Out<UInt<4>> low;

  void logic() {
    wide = a;             // <- B0101
    y = a + b;            // <- B0101
    y = a + s;            // <- B0102
    t = a;                // <- B0102
    low = zext<4>(a);     // <- B0106
    wide = trunc<12>(a);  // <- B0106
    y = a << offset;      // <- refused
    wide = cat(low, 5);   // <- refused
  }
};
// [/Widths and signs]

// [Conditions and truth values]
enum class Mode { idle, run };

struct Conditions {
  In<Bool> a, b;
  In<UInt<8>> x;
  In<Enum<Mode>> mode;
  Out<Bool> y;
  Out<UInt<8>> z;

  void logic(bool debug) {
    if (a) y = b;          // <- refused
    y = a && b;            // <- refused
    y = a || b;            // <- refused
    y = !a;                // <- refused
    IF (x) { z = 1; }      // <- refused
    IF (mode) { z = 2; }   // <- refused
    IF (debug) { z = 3; }  // <- refused
    y = x;                 // <- refused
    z = x + a;             // <- refused
    z = mux(a, 1, 0);      // <- refused
  }
};
// [/Conditions and truth values]

// [Enumerations]
enum class Colour { red, green };

struct Enumerations {
  In<Enum<Mode>> mode;
  In<UInt<1>> code;
  In<UInt<2>> level;
  In<Enum<Colour>> colour;
  Out<Bool> y;
  Reg<Enum<Mode>> next;

  void logic() {
    next = code;         // <- refused
    y = mode == level;   // <- refused
    y = mode == colour;  // <- refused
  }
};
// [/Enumerations]

// [What can be driven]
struct Inner {
  In<UInt<8>> x;
  Out<UInt<8>> y;
  Wire<UInt<8>> z;
};

struct Driven {
  In<UInt<8>> x;
  Out<UInt<8>> y;
  const Inner* inner = nullptr;

  void logic() {
    x = 3;         // <- B0206
    y + x = 3;     // <- B0206
    inner->y = 5;  // <- B0206
    inner->z = 5;  // <- B0206
  }
};
// [/What can be driven]

// [Modules]
class Hidden {  // a module with a constructor
 public:
  Hidden() {}
  In<Bool> a;
  void logic() {}
};

struct Silent {  // a module that does nothing
  In<Bool> a;
};

void elaborate_modules() {
  elaborate<Hidden>();  // <- refused
  elaborate<Silent>();  // <- refused
}
// [/Modules]

}  // namespace refused
