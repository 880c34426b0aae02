// SPDX-License-Identifier: Apache-2.0
//! @file conditions_test.cpp
//! @brief `IF` chains and `SWITCH`: which assignment takes effect, and nothing else does.
#include <doctest/doctest.h>

#include "support/simulated.h"

namespace burin {
namespace {

using test::Simulated;

struct Nested {
  In<Bool> a, b, c;
  Out<UInt<4>> code;
  void logic() {
    IF (a) {
      IF (b) {
        code = 1;
      }
      ELIF (c) {
        code = 2;
      }
      ELSE { code = 3; }
    }
    ELIF (b) {
      code = 4;
      IF (c) {
        code = 5;
      }
    }
    ELSE {
      IF (c) {
        code = 6;
      }
      ELSE { code = 7; }
    }
  }
};

TEST_CASE("nested IF chains take one branch each") {
  for (const bool optimise : {false, true}) {
    ElaborateOptions options;
    options.optimise = optimise;
    Simulated<Nested> s({}, options);
    for (uint64_t i = 0; i < 8; ++i) {
      const bool a = (i & 1) != 0;
      const bool b = (i & 2) != 0;
      const bool c = (i & 4) != 0;
      s.set("a", a);
      s.set("b", b);
      s.set("c", c);
      s.settle();
      const uint64_t expected = a ? (b ? 1 : c ? 2 : 3) : b ? (c ? 5 : 4) : (c ? 6 : 7);
      CHECK(s.get("code") == expected);
    }
  }
}

struct LastWins {
  In<Bool> a, b;
  In<UInt<8>> x;
  Out<UInt<8>> y, z, early;
  Wire<UInt<8>> w;
  void logic() {
    early = w;  // read before any assignment: the final value of the cycle
    w = x;
    IF (a) {
      w = 10;
    }
    IF (b) {
      w = w_plus();
    }
    y = 1;
    IF (a) {
      y = 2;
    }
    y.bits(7, 4) = 9;
    z = w;
  }
  UInt<8> w_plus() const { return x + 1; }
};

TEST_CASE("of several assignments the last one in force wins, bit by bit") {
  Simulated<LastWins> s;
  s.set("x", 100);
  for (uint64_t i = 0; i < 4; ++i) {
    s.set("a", i & 1);
    s.set("b", i >> 1);
    s.settle();
    const uint64_t w = (i >> 1) != 0 ? 101 : (i & 1) != 0 ? 10 : 100;
    CHECK(s.get("z") == w);
    CHECK(s.get("early") == w);
    CHECK(s.get("y") == (0x90 | ((i & 1) != 0 ? 2 : 1)));
  }
}

enum class Colour { red, green, blue };
enum class Four { zero, one, two, three };
enum class Gap { low = 1, high = 6 };

struct Switches {
  In<UInt<3>> x;
  In<SInt<3>> s;
  In<Enum<Colour>> colour;
  In<Enum<Four>> four;
  In<Enum<Gap>> gap;
  In<Bool> flag;
  Out<UInt<4>> ints, patterns, of_signed, of_colour, of_four, of_gap, of_bool, first_wins, of_dont_care;
  Out<Bool> written;

  void logic() {
    SWITCH (x) {
      CASE (0) {
        ints = 1;
      }
      CASE (1, 5) {
        ints = 2;
      }
      CASE (7) {
        ints = 3;
      }
      DEFAULT { ints = 9; }
    }
    SWITCH (x) {
      CASE ("1??") {
        patterns = 1;
      }
      CASE ("01_?") {
        patterns = 2;
      }
      CASE ("001", "000") {
        patterns = 3;
      }
      DEFAULT { patterns = 8; }
    }
    SWITCH (s) {
      CASE (-1) {
        of_signed = 1;
      }
      CASE (-4, 3) {
        of_signed = 2;
      }
      DEFAULT { of_signed = 3; }
    }
    SWITCH (colour) {
      CASE (Colour::red) {
        of_colour = 1;
      }
      CASE (Colour::green) {
        of_colour = 2;
      }
      CASE (Colour::blue) {
        of_colour = 3;
      }
    }
    SWITCH (four) {
      CASE (Four::three) {
        of_four = 3;
      }
      CASE (Four::two) {
        of_four = 2;
      }
      CASE (Four::one, Four::zero) {
        of_four = 1;
      }
    }
    SWITCH (gap) {
      CASE (Gap::low) {
        of_gap = 1;
      }
      CASE (Gap::high) {
        of_gap = 2;
      }
    }
    SWITCH (flag) {
      CASE (true) {
        of_bool = 1;
      }
      CASE (false) {
        of_bool = 0;
      }
    }
    first_wins = 0;
    SWITCH (x) {
      CASE ("11?") {
        first_wins = 1;
      }
      CASE ("1??") {
        first_wins = 2;
      }
      CASE (0) {
      }
    }
    of_dont_care = 15;
    SWITCH (x) {
      CASE (Bits(3, 4)) {
        of_dont_care = 4;
      }
    }
    written = false;
    SWITCH (colour) {
      CASE (Colour::red) {
      }
      CASE (Colour::green) {
      }
      CASE (Colour::blue) {
        written = true;
      }
    }
  }
};

TEST_CASE("SWITCH takes the first CASE that matches") {
  Simulated<Switches> sim;
  const uint64_t ints[] = {1, 2, 9, 9, 9, 2, 9, 3};
  const uint64_t patterns[] = {3, 3, 2, 2, 1, 1, 1, 1};
  const uint64_t of_signed[] = {3, 3, 3, 2, 2, 3, 3, 1};
  for (uint64_t i = 0; i < 8; ++i) {
    sim.set("x", i);
    sim.set("s", i);
    sim.settle();
    CHECK(sim.get("ints") == ints[i]);
    CHECK(sim.get("patterns") == patterns[i]);
    CHECK(sim.get("of_signed") == of_signed[i]);
    CHECK(sim.get("first_wins") == (i >= 6 ? 1 : i >= 4 ? 2 : 0));
    CHECK(sim.get("of_dont_care") == (i == 4 ? 4 : 15));
  }
}

TEST_CASE("a SWITCH on an Enum that names all enumerators is complete; other codes behave as in the last CASE") {
  Simulated<Switches> sim;
  const uint64_t of_colour[] = {1, 2, 3, 3};
  const uint64_t of_four[] = {1, 1, 2, 3};
  for (uint64_t i = 0; i < 4; ++i) {
    CHECK(sim.with("colour", i, "of_colour") == of_colour[i]);
    CHECK(sim.get("written") == (i >= 2));
    CHECK(sim.with("four", i, "of_four") == of_four[i]);
  }
  for (uint64_t i = 0; i < 8; ++i) CHECK(sim.with("gap", i, "of_gap") == (i == 1 ? 1 : 2));
  CHECK(sim.with("flag", 1, "of_bool") == 1);
  CHECK(sim.with("flag", 0, "of_bool") == 0);
}

/// The definition of an enumeration in a class template is not instantiated before something looks into it.
template <int Width>
struct Holder {
  enum class State { idle, shift, hold, pause };
  static_assert(Enum<State>::kWidth == 2);
  In<UInt<Width>> x;
  Out<Enum<State>> state;
  void logic() { state = mux(x == 0, State::pause, Enum<State>(State::hold)); }
};

TEST_CASE("an enumeration in a class template has all its enumerators where Enum names it first") {
  Simulated<Holder<5>> sim;
  CHECK(sim.with("x", 0, "state") == 3);
  CHECK(sim.with("x", 1, "state") == 2);
}

/// What is not an assignment stands under the same conditions: here a memory port, a check and a message.
struct CompleteEffects {
  In<Enum<Colour>> colour;
  In<UInt<1>> address;
  Out<UInt<8>> data;
  Memory<UInt<8>> memory{2, {.contents = {Bits(8, 0), Bits(8, 0)}}};
  void logic() {
    data = memory.read(address);
    SWITCH (colour) {
      CASE (Colour::red) {
        memory.write(address, 1);
      }
      CASE (Colour::green) {
        memory.write(address, 2);
      }
      CASE (Colour::blue) {
        IF (address == 0) {
          memory.write(address, 3);
        }
        print("blue");
      }
    }
  }
};

TEST_CASE("the last CASE of a complete SWITCH takes other codes for writes and prints as well") {
  for (const bool optimise : {false, true}) {
    ElaborateOptions options;
    options.optimise = optimise;
    Simulated<CompleteEffects> sim({}, options);
    for (uint64_t code = 0; code < 4; ++code) {
      sim.set("colour", code);
      sim.step();
      CHECK(sim.get("data") == (code < 2 ? code + 1 : 3));
    }
    CHECK(sim.engine().events().size() == 2);
  }
}

struct DefaultTakesOtherCodes {
  In<Enum<Colour>> colour;
  Out<UInt<4>> y;
  Memory<UInt<8>> memory{1, {.contents = {Bits(8, 0)}}};
  Out<UInt<8>> data;
  void logic() {
    data = memory.read(0);
    SWITCH (colour) {
      CASE (Colour::red) {
        y = 0;
      }
      CASE (Colour::green) {
        y = 1;
      }
      CASE (Colour::blue) {
        y = 2;
        memory.write(0, 7);
      }
      DEFAULT { y = 15; }
    }
  }
};

TEST_CASE("DEFAULT takes the codes of no enumerator") {
  Simulated<DefaultTakesOtherCodes> sim;
  CHECK(sim.with("colour", 2, "y") == 2);
  CHECK(sim.with("colour", 3, "y") == 15);
  sim.step();
  CHECK(sim.get("data") == 0);
  sim.set("colour", 2);
  sim.step();
  CHECK(sim.get("data") == 7);
}

struct CppControl {
  struct Config {
    Param<bool, "add an offset"> offset = false;
    Param<int, "number of taps", range(0, 8)> taps = 3;
  };
  Config config;
  In<UInt<8>> x;
  Out<UInt<8>> y;
  Out<UInt<8>> first_set;
  void logic() {
    UInt<8> sum = 0;
    for (int i = 0; i < config.taps; ++i) sum = sum + x;  // C++ variables are bound anew: a chain of adders
    if (config.offset) sum = sum + 100;
    y = sum;
    first_set = 255;
    for (int i = 7; i >= 0; --i) {
      IF (x.bit(i)) {
        first_set = i;
      }  // hardware conditions in a C++ loop
    }
  }
};

TEST_CASE("C++ control flow builds hardware") {
  Simulated<CppControl> s;
  CHECK(s.with("x", 5, "y") == 15);
  Simulated<CppControl> with_offset({.offset = true, .taps = 2});
  CHECK(with_offset.with("x", 5, "y") == 110);
  Simulated<CppControl> none({.taps = 0});
  CHECK(none.with("x", 5, "y") == 0);
  for (uint64_t x = 0; x < 256; ++x) {
    uint64_t lowest = 255;
    for (uint64_t i = 8; i-- > 0;) {
      if (((x >> i) & 1) != 0) lowest = i;
    }
    CHECK(s.with("x", x, "first_set") == lowest);
  }
}

struct Braceless {
  In<Bool> a;
  Out<UInt<2>> y, z;
  void logic() {
    IF (a) y = 1;
    ELSE y = 2;
    z = 0;
    for (int i = 0; i < 1; ++i)
      IF (a) z = 3;
    IF (a) {
    }
    ELSE { z = 1; }
  }
};

TEST_CASE("braces may be left out as in C++") {
  Simulated<Braceless> s;
  CHECK(s.with("a", 1, "y") == 1);
  CHECK(s.get("z") == 3);
  CHECK(s.with("a", 0, "y") == 2);
  CHECK(s.get("z") == 1);
}

/// A helper that assigns under conditions of its own, called under conditions.
struct Helpers {
  In<Bool> a, b;
  Reg<UInt<4>> count{0};
  Out<UInt<4>> value;
  void bump() {
    IF (b) {
      count = count + 2;
    }
    ELSE { count = count + 1; }
  }
  void logic() {
    IF (a) {
      bump();
    }
    value = count;
  }
};

TEST_CASE("functions called in a branch are under its condition") {
  Simulated<Helpers> s;
  s.reset();
  s.set("a", 1);
  s.step(2);
  CHECK(s.get("value") == 2);
  s.set("b", 1);
  s.step();
  CHECK(s.get("value") == 4);
  s.set("a", 0);
  s.step(3);
  CHECK(s.get("value") == 4);
}

/// Values made in a branch may be used behind it: a value is a wire, it has no condition.
struct ValuesOutlive {
  In<Bool> a;
  In<UInt<4>> x;
  Out<UInt<4>> y;
  void logic() {
    std::optional<UInt<4>> made;
    IF (a) {
      made.emplace(x + 1);
    }
    y = *made;
  }
};

TEST_CASE("a value made in a branch is the same value behind it") {
  Simulated<ValuesOutlive> s;
  s.set("a", 0);
  CHECK(s.with("x", 3, "y") == 4);
}

/// What a branch declares is its own: a helper with wires and instances means the same in a branch as outside.
struct Increment {
  In<UInt<4>> x;
  Out<UInt<4>> y;
  void logic() { y = x + 1; }
};
struct OwnOfBranch {
  In<UInt<4>> x;
  In<UInt<2>> s;
  Out<UInt<4>> y, outside;
  Out<UInt<4>> seen;
  static UInt<4> by_wire(const UInt<4>& a) {
    Wire<UInt<4>> t{"t"};
    t = a + 1;
    IF (a == 3) {
      t = 0;
    }
    t.bit(3) = false;
    return t;
  }
  static UInt<4> by_instance(const UInt<4>& a) {
    Instance<Increment> increment;
    increment->x = a;
    return increment->y;
  }
  static UInt<4> by_register(const UInt<4>& a) {  // keeps its value: a register remembers
    Reg<UInt<4>> r{"r", 9};
    r = a;
    return r;
  }
  void logic() {
    y = 0;
    seen = 0;
    std::optional<UInt<4>> made;
    SWITCH (s) {
      CASE (0) {
        y = by_wire(x);
      }
      CASE (1) {
        IF (x != 5) {
          y = by_instance(x);
        }
        ELSE {
          made.emplace(by_wire(x));
          y = *made;
        }
      }
      CASE (2) {
        seen = by_register(x);
      }
    }
    outside = *made;
  }
};

TEST_CASE("wires and instances that a branch declares are driven without its condition") {
  for (const bool optimise : {false, true}) {
    ElaborateOptions options;
    options.optimise = optimise;
    Simulated<OwnOfBranch> s({}, options);
    s.reset();
    for (uint64_t x = 0; x < 16; ++x) {
      const uint64_t by_wire = x == 3 ? 0 : (x + 1) & 7;
      s.set("s", 0);
      CHECK(s.with("x", x, "y") == by_wire);
      CHECK(s.get("outside") == by_wire);
      s.set("s", 1);
      CHECK(s.with("x", x, "y") == (x == 5 ? by_wire : (x + 1) & 15));
    }
    s.set("x", 4);
    s.step();
    s.set("s", 2);
    CHECK(s.with("x", 7, "seen") == 9);
    s.step();
    CHECK(s.get("seen") == 7);
    s.set("s", 3);
    s.set("x", 2);
    s.step();
    s.set("s", 2);
    s.settle();
    CHECK(s.get("seen") == 7);
  }
}

TEST_CASE("a deep nest and a long chain are handled without recursion") {
  struct Deep {
    In<UInt<16>> x;
    Out<UInt<16>> y, z;
    void nest(int level) {
      if (level == 0) return;
      IF (x.bit(level % 16)) {
        y = level;
        nest(level - 1);
      }
    }
    void logic() {
      y = 0;
      nest(300);
      z = 0;
      SWITCH (x) {
        CASE (0) {
          z = 1;
        }
        for (int i = 1; i < 3000; ++i) {
          CASE (i) {
            z = i + 1;
          }
        }
      }
    }
  };
  Simulated<Deep> s;
  CHECK(s.with("x", 0xffff, "y") == 1);
  CHECK(s.with("x", 0, "y") == 0);
  CHECK(s.with("x", 2999, "z") == 3000);
  CHECK(s.with("x", 3000, "z") == 0);
}

}  // namespace
}  // namespace burin
