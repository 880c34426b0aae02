// SPDX-License-Identifier: Apache-2.0
//! @file diagnostics_values_test.cpp
//! @brief Mistakes with widths, constants, slices, indices, patterns and shapes (B01nn), all of a design in one report.
#include <doctest/doctest.h>

#include "support/expect_diagnostic.h"

namespace burin {
namespace {

struct Widths {
  In<UInt<>> a{bits(8)};
  In<UInt<>> b{bits(4)};
  In<SInt<>> s{bits(8)};
  In<SInt<>> t{bits(3)};
  In<Bool> c;
  Out<UInt<>> y{bits(8)};
  Out<SInt<>> z{bits(8)};
  Out<UInt<8>> fixed;
  Out<Bool> flag;
  Reg<UInt<>> r{bits(8), UInt<4>(3)};                   // expect: B0101 "4 bits"
  Reg<UInt<8>> p{{.power_up = Bits(9, 1)}};             // expect: B0101 "power-up"
  Memory<UInt<>> m{4, bits(8), {.contents = std::vector<Bits>(4, Bits(8))}};
  void logic() {
    y = a + b;                                          // expect: B0101 "`a` and `b`, the operands of +"
    y = b;                                              // expect: B0101 "`b` of 4 bits is assigned to `y` of 8 bits"
    z = s - t;                                          // expect: B0101 "operands of -"
    z = mux(c, s, t);                                   // expect: B0101 "mux"
    fixed = b;                                          // expect: B0101 "`b`"
    const UInt<8> copied = b;                           // expect: B0101 "`b`"
    fixed = copied;
    fixed.bits(3, 0) = a;                               // expect: B0101 "a part of `fixed`"
    flag = a < b;                                       // expect: B0101 "operands of <"
    flag = s == t;                                      // expect: B0101 "operands of =="
    flag = b.as_bool();                                 // expect: B0101
    m.write(b.bits(1, 0), b);                           // expect: B0101 "4 bits"
    fixed = m.read(b.bits(1, 0)) ^ r ^ p;
    const auto pair = unpack(a, Vec<UInt<>>(2, UInt<>(bits(5))));  // expect: B0101 "8 bits"
    fixed = zext(pair[0] & pair[1], 8);
    fixed = a | Bits(7, 1);                             // expect: B0101 "8 bits and 7 bits"
  }
};

TEST_CASE("B0101 width-mismatch") {
  const std::string report = test::expect_diagnostics<Widths>({}, {.severities = {{.code = "B0208", .source_prefix = "", .severity = Severity::ignored}}});
  CHECK(report.find("zext(b, 8), or trunc(a, 4)") != std::string::npos);
  CHECK(report.find("sext(t, 8)") != std::string::npos);
}

struct Literals {
  In<UInt<8>> a;
  In<SInt<8>> s;
  In<Bool> c;
  Out<UInt<8>> y;
  Out<SInt<8>> z;
  Out<Bool> flag;
  Out<UInt<0>> none;
  Reg<UInt<4>> r{16};                                   // expect: B0103 "16 does not fit in 4 bits of UInt"
  Rom<UInt<4>> rom{std::array{1, 2, 99}};               // expect: B0103 "99"
  void logic() {
    y = a + 256;                                        // expect: B0103 "256 does not fit in 8 bits of UInt"
    y = a - -1;                                         // expect: B0103 "-1 is negative, a UInt is not"
    y = 256 + a;                                        // expect: B0103 "256"
    y = 300;                                            // expect: B0103 "300"
    z = s + 128;                                        // expect: B0103 "128 does not fit in 8 bits of SInt"
    z = s - -129;                                       // expect: B0103 "-129"
    z = mux(c, s, 255);                                 // expect: B0103 "255"
    flag = a < 256;                                     // expect: B0103 "256"
    flag = c == 2;                                      // expect: B0103 "2 does not fit in 1 bit of Bool"
    const UInt<8> k = 1000;                             // expect: B0103 "1000"
    y = k & zext<8>(rom.read(a));
    none = 1;                                           // expect: B0103
    r = r + 1;
    y.bits(3, 0) = 77;                                  // expect: B0103 "77"
    SWITCH (a) {
      CASE (256) { y = 0; }                             // expect: B0103 "256"
    }
  }
};

TEST_CASE("B0103 literal-does-not-fit, at the boundaries too") {
  test::expect_diagnostics<Literals>({}, {.severities = {{.code = "B0208", .source_prefix = "", .severity = Severity::ignored}}});
}

struct Amounts {
  In<UInt<8>> a;
  In<SInt<8>> s;
  In<UInt<70>> wide;
  Out<UInt<8>> y, w;
  Out<SInt<8>> z;
  void logic() {
    y = a << 9;                                         // expect: B0104 "shifted by 9"
    y = a >> -1;                                        // expect: B0104 "shifted by -1"
    y = a << 8;                                         // legal
    z = s >> 9;                                         // expect: B0104
    z = s >> 8;                                         // legal
    w = a << wide;                                      // expect: B0104 "70 bits"
    y = rotate_left(a, 9);                              // expect: B0104 "rotated by 9"
    y = rotate_right(a, -2);                            // expect: B0104 "-2"
  }
};

TEST_CASE("B0104 bad-shift-amount") {
  test::expect_diagnostics<Amounts>({}, {.severities = {{.code = "B0208", .source_prefix = "", .severity = Severity::ignored}}});
}

struct Slices {
  In<UInt<8>> a;
  In<UInt<2>> i;
  Out<UInt<8>> y;
  Out<Bool> flag;
  Out<Vec<UInt<4>, 3>> v;
  Wire<UInt<0>> none;
  In<UInt<4>> k;
  List<Wire<Bool>> list{2};
  void logic() {
    y = zext(a.bits(8, 0), 9).bits(7, 0);               // expect: B0105
    y = zext(a.bits(3, 5), 8);                          // expect: B0105
    y = zext(a.bits(2, -1), 8);                         // expect: B0105
    y.bits(9, 8) = 0;                                   // expect: B0105
    flag = a.bit(8);                                    // expect: B0107
    flag = a.bit(-1);                                   // expect: B0107
    y.bit(8) = true;                                    // expect: B0107
    y = zext(a.window(6, 3), 8);                        // expect: B0107 "3 bits from bit 6 up"
    for (auto& element : v) element = 0;
    v[3] = 1;                                           // expect: B0107 "element 3 of a vector of 3"
    v[-1] = 1;                                          // expect: B0107 "element -1"
    none = 0;
    flag = none.bit(0);                                 // expect: B0107
    y = zext(a, 4);                                     // expect: B0106
    y = trunc(a, 9);                                    // expect: B0106
    list[0] = k.bit(0);
    list[1] = i.bit(0) & list[0];
    y = zext(UInt<1>(list[1].as_uint()), 8);
  }
};

TEST_CASE("B0105 bad-slice, B0106 bad-resize, B0107 index-out-of-range") {
  const ElaborateOptions options{.severities = {{.code = "B0208", .source_prefix = "", .severity = Severity::ignored},
                                                {.code = "B0101", .source_prefix = "", .severity = Severity::ignored}}};
  test::expect_diagnostics<Slices>({}, options);
}

enum class Kind { a, b, c };
enum class OtherKind { x, y };

struct Patterns {
  In<UInt<4>> x;
  In<Enum<Kind>> kind;
  Out<UInt<4>> y, z, w;
  Out<Bool> flag;
  void logic() {
    y = 0;
    SWITCH (x) {
      CASE ("10?") { y = 1; }                           // expect: B0108
      CASE ("1x01") { y = 2; }                          // expect: B0108
      CASE (Kind::a) { y = 3; }                         // expect: B0108 "enumerator"
    }
    flag = match(x, "11111");                           // expect: B0108
    z = 0;
    SWITCH (kind) {
      CASE (1) { z = 1; }                               // expect: B0108 "no enumerator"
      CASE (OtherKind::x) { z = 2; }                    // expect: B0108 "another enumeration"
    }
    w = 0;
    SWITCH (x) {
      CASE ("1???") { w = 1; }
      CASE (9) { w = 2; }                               // expect: B0503 "earlier CASE"
      CASE (3, 3) { w = 3; }                            // expect: B0503
      DEFAULT { w = 4; }
      CASE (4) { w = 5; }                               // expect: B0503 "behind DEFAULT"
    }
  }
};

TEST_CASE("B0108 bad-pattern, B0503 duplicate-case") { test::expect_diagnostics<Patterns>(); }

struct Pair {
  UInt<> a, b;
};

struct Shapes {
  In<Vec<UInt<4>>> x{Vec<UInt<4>>(3, UInt<4>())};
  In<UInt<2>> i;
  Out<Vec<UInt<4>>> y{Vec<UInt<4>>(4, UInt<4>())};
  Out<UInt<4>> z, w;
  Out<UInt<>> no_width;                                 // expect: B0110
  Reg<Pair> pair;                                       // expect: B0110
  Memory<UInt<>> memory{4};                             // expect: B0110 "memory"
  In<UInt<>> negative{bits(-1)};                        // expect: B0111
  Wire<UInt<>> huge{bits(int64_t{1} << 25)};            // expect: B0111
  void logic() {
    y = x;                                              // expect: B0109
    const Vec<UInt<4>, 2> two = {1, 2, 3};              // expect: B0109 "2 elements is given 3"
    z = two[0];
    const Vec<UInt<>> uneven = {UInt<4>(1), UInt<5>(2)};
    w = uneven[i];                                      // expect: B0109 "element 1"
    z = one_hot_mux(i, {UInt<4>(1), UInt<4>(2), UInt<4>(3)});  // expect: B0109 "one_hot_mux"
    huge = 0;
    no_width = 0;
    pair.a = 0;
    static_cast<void>(memory.read(i));
  }
};

TEST_CASE("B0109 shape-mismatch, B0110 shape-missing, B0111 bad-width") {
  const ElaborateOptions options{.severities = {{.code = "B0205", .source_prefix = "", .severity = Severity::ignored},
                                                {.code = "B0208", .source_prefix = "", .severity = Severity::ignored}}};
  test::expect_diagnostics<Shapes>({}, options);
}

struct Empty {
  In<UInt<8>> a;
  Out<UInt<8>> y, z;
  Out<Bool> flag;
  void logic() {
    UInt<8> never_set;
    y = a + never_set;                                  // expect: B0112 "never set"
    z = never_set;                                      // expect: B0112
    Bool condition;
    flag = false;
    IF (condition) { flag = true; }                     // expect: B0112
    const UInt<> shape(bits(8));
    y = a ^ shape;                                      // expect: B0112 "shape"
  }
};

TEST_CASE("B0112 empty-value") {
  test::expect_diagnostics<Empty>({}, {.severities = {{.code = "B0208", .source_prefix = "", .severity = Severity::ignored}}});
}

struct Concatenations {
  Out<UInt<4>> y;
  void logic() {
    const UInt<> five = 5;
    y = cat(UInt<2>(1), five);                          // expect: B0101
    const UInt<> sum = five + 1;  // takes the width that the numbers need
    y = zext(sum, 4);
  }
};

TEST_CASE("a C++ integer has no width in a concatenation") {
  test::expect_diagnostics<Concatenations>({}, {.severities = {{.code = "B0208", .source_prefix = "", .severity = Severity::ignored}}});
}

}  // namespace
}  // namespace burin
