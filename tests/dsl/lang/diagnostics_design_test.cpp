// SPDX-License-Identifier: Apache-2.0
//! @file diagnostics_design_test.cpp
//! @brief Mistakes with drivers, clocks, names, structure, memories and configurations (B02nn to B07nn).
#include <doctest/doctest.h>

#include "designs/examples/counter.h"
#include "designs/examples/fifo.h"
#include "designs/examples/uart_transmitter.h"
#include "support/expect_diagnostic.h"

namespace burin {
namespace {

const ElaborateOptions kUnusedIsFine{.severities = {{.code = "B0205", .source_prefix = "", .severity = Severity::ignored}}};

// ------------------------------------------------------------------------------------------- drivers

struct Pair {
  UInt<4> a;
  Bool b;
};

struct Sink {
  In<UInt<8>> x;
  In<Pair> pair;
  Out<UInt<8>> y;
  Wire<UInt<8>> inner;
  void logic() {
    inner = x + zext<8>(pair.a);
    y = inner + zext<8>(pair.b.as_uint());
  }
};

struct Undriven {
  In<UInt<4>> x;
  In<Bool> c;
  Out<UInt<8>> never;                                   // expect: B0201 "never"
  Out<UInt<8>> partly;                                  // expect: B0201 "partly"
  Out<Pair> pair;                                       // expect: B0201 "pair.b"
  Wire<UInt<4>> wire;                                   // expect: B0201 "wire"
  Out<UInt<4>> y;
  Out<UInt<8>> z;
  Instance<Sink> sink;                                  // expect: B0201 "sink"
  void logic() {
    partly.bits(3, 0) = x;
    pair.a = x;
    y = wire;
    sink->x = 3;
    sink->pair->a = 1;
    z = sink->y;
    static_cast<void>(c);
  }
};

TEST_CASE("B0201 undriven, as a whole, in part, a field, an input of an instance") {
  test::expect_diagnostics<Undriven>({}, kUnusedIsFine);
}

struct Latches {
  In<Bool> c, d;
  In<UInt<2>> s;
  Out<UInt<4>> y, z, w, v, ok, u;
  void logic() {
    IF (c) { y = 1; }                                   // expect: B0203 "`y` has no value under some conditions"
    z.bits(1, 0) = 0;
    IF (c) { z = 3; }                                   // expect: B0203 "bits 3 to 2 of `z`"
    IF (c) { w = 1; }
    ELIF (d) { w = 2; }                                 // expect: B0203 "`w`"
    SWITCH (s) {
      CASE (0) { v = 1; }
      CASE (1) { v = 2; }                               // expect: B0203 "`v`"
      CASE (3) {}
    }
    SWITCH (s) {
      CASE (0, 1) { ok = 1; }
      CASE (2) { ok = 2; }
      CASE (3) { ok = 3; }
    }
    IF (c) {
      u = 1;
      IF (d) { u = 2; }
    }
    ELSE {
      IF (d) { u = 3; }                                 // expect: B0203 "`u`"
    }
  }
};

TEST_CASE("B0203 latch") {
  const std::string report = test::report_of<Latches>();
  // The place is one of the assignments that exist; which one, the comments say where there is a choice.
  for (const char* name : {"`y`", "`z`", "`w`", "`v`", "`u`"}) CHECK(report.find(name) != std::string::npos);
  CHECK(report.find("`ok`") == std::string::npos);
}

struct Windows {
  In<Bool> c;
  In<UInt<3>> i;
  Out<UInt<8>> y, covered, chosen, gap, other;
  void logic() {
    y.bits(3, 0) = 1;                                   // pieces that cover the whole, then a window: no latch
    y.bits(7, 4) = 2;
    y.window(i, 2) = 3;
    y.bits(6, 1).window(i, 3).bit(1) = c;
    IF (c) { covered.bits(5, 0) = 1; }                  // one branch begins above, the other below
    ELSE { covered = 0; }
    covered.bits(7, 6) = 0;
    covered.bit(i) = true;
    IF (c) { covered.bits(5, 0) = 7; }
    chosen.bit(i) = true;                               // a window fills nothing
    chosen.bits(7, 1) = 0;                              // expect: B0203 "`chosen` has no value under some conditions"
    gap.bits(7, 5) = 0;
    gap.bits(3, 0) = 0;
    gap.window(i, 2) = 0;                               // expect: B0203 "`gap` has no value under some conditions"
    IF (c) { other.bits(7, 4) = 1; }
    ELSE { other.bits(3, 0) = 1; }
    other.bits(2, 0) = 0;
    other.bits(7, 4) = 0;
    other.bit(i) = c;                                   // expect: B0203 "`other` has no value under some conditions"
  }
};

TEST_CASE("B0203 latch, bit by bit where a window is assigned") { test::expect_diagnostics<Windows>(); }

struct Simple {
  In<Bool> c;
  Out<UInt<4>> y;
  Instance<Sink> sink;
  Out<UInt<8>> z;
  void logic() {
    IF (c) { y = 1; }                                   // expect: B0203 "`y` has no value under some conditions"
    sink->pair = Pair{1, true};
    IF (c) { sink->x = 1; }                             // expect: B0203 "sink.x"
    z = sink->y;
  }
};

TEST_CASE("B0203 latch, also at the input of an instance") { test::expect_diagnostics<Simple>(); }

struct Loops {
  In<Bool> c;
  In<UInt<4>> x;
  Out<UInt<4>> y, fine;
  Wire<UInt<4>> a, b;                                   // expect: B0204
  Wire<UInt<4>> ripple;
  void logic() {
    a = b + 1;
    b = mux(c, a, x);
    y = a;
    ripple.bit(0) = x.bit(0);
    for (int i = 1; i < 4; ++i) ripple.bit(i) = ripple.bit(i - 1) ^ x.bit(i);  // bits that follow each other: no loop
    fine = ripple;
  }
};

TEST_CASE("B0204 combinational-loop, per bit") {
  const std::string report = test::report_of<Loops>();
  CHECK(report.find("B0204") != std::string::npos);
  CHECK(report.find("ripple") == std::string::npos);
}

struct NotDrivable {
  In<UInt<8>> x;
  In<Pair> pair;
  In<Vec<UInt<4>, 2>> vec;
  Out<UInt<8>> y;
  Pad<UInt<4>> pin;
  Instance<Sink> sink;
  void logic() {
    pair.a = 3;                                         // expect: B0206 "its own input `pair.a`"
    vec[0] = 3;                                         // expect: B0206 "`vec[0]`"
    x.bits(3, 0) = 1;                                   // expect: B0206 "`x`"
    Vec<UInt<4>, 2> values = {vec[0], vec[1]};
    values[x.bits<0, 0>()] = 1;                         // expect: B0206 "expression"
    sink->x = x;
    sink->pair = pair;
    y = sink->y + zext<8>(values[0]);
  }
};

TEST_CASE("B0206 not-drivable") {
  ElaborateOptions options = kUnusedIsFine;
  options.severities.push_back({.code = "B0201", .source_prefix = "", .severity = Severity::ignored});
  test::expect_diagnostics<NotDrivable>({}, options);
}

struct Rebound {
  In<Bool> c;
  In<UInt<8>> x;
  Out<UInt<8>> y, z, w, v;
  void logic() {
    UInt<8> sum = x + 1;
    UInt<8> literal = 0;
    UInt<8> unset;
    Pair pair{1, true};
    std::vector<UInt<8>> many(2, x);
    IF (c) {
      sum = x + 2;                                      // expect: B0207
      literal = 5;                                      // expect: B0207
      unset = x;                                        // expect: B0207
      pair.a = 3;                                       // expect: B0207
      many[1] = 9;                                      // expect: B0207
      UInt<8> inner = 1;
      inner = inner + x;  // declared here: fine
      for (int i = 0; i < 3; ++i) inner = inner + 1;
      y = inner;
    }
    ELSE { y = sum; }
    z = literal + unset;
    w = zext<8>(pair.a) + many[1];
    sum = sum + 1;  // outside: fine
    v = sum;
  }
};

TEST_CASE("B0207 rebound-in-condition") { test::expect_diagnostics<Rebound>(); }

struct Overwritten {
  In<Bool> c;
  In<UInt<8>> x;
  Out<UInt<8>> y, z, w;
  Out<Vec<UInt<4>, 3>> v;
  Out<Pair> pair, other;
  void logic() {
    y = 1;                                              // expect: B0208 "`y`"
    y = x;
    z = 0;  // a default of which parts are assigned later
    z.bit(3) = true;
    z.bits(7, 6) = 1;
    for (auto& element : v) element = 0;
    v[1] = 5;
    pair = Pair{0, false};
    pair.b = c;
    other = Pair{1, true};                              // expect: B0208 "`other.a`"
    other.a = 2;
    other.b = false;
    w = 1;
    IF (c) { w = 2; }
  }
};

TEST_CASE("B0208 overwritten, where nothing of the assignment is left") {
  const std::string report = test::report_of<Overwritten>();
  CHECK(report.find("`y`") != std::string::npos);
  CHECK(report.find("`other") != std::string::npos);
  for (const char* name : {"`z`", "`v", "`pair", "`w`"}) CHECK_MESSAGE(report.find(name) == std::string::npos, report);
}

struct TwoPads {
  In<Bool> a;
  Pad<Bool> pin;
  void logic() {
    pin.open_drain(a);
    pin.open_drain(~a);                                 // expect: B0202 "`pin`"
  }
};

TEST_CASE("B0202 multiply-driven") { test::expect_diagnostics<TwoPads>(); }

// ------------------------------------------------------------------------------------ clocks and resets

struct NoResetHere {
  Clock fast{{.reset = ResetKind::none}};
  Reg<Bool> r{false, {.clock = fast}};                  // expect: B0304 "`fast` has no reset"
  Out<Bool> y{{.clock = fast}};
  Out<Bool> level{{.asynchronous = true}};
  void logic() {
    r = ~r;
    y = r;
    level = fast.reset_signal();                        // expect: B0304 "`fast` has no reset"
  }
};

TEST_CASE("B0304 reset-without-domain") { test::expect_diagnostics<NoResetHere>(); }

struct Crossing {
  Clock other;
  In<Bool> x;
  Reg<Bool> here{false};
  Reg<Bool> there{false, {.clock = other}};             // expect: B0301 "there"
  Out<Bool> y{{.clock = other}};
  Out<Bool> z{{.clock = other}};
  void logic() {
    here = x;
    there = here;
    y = there;
    z = waive_crossing(here, "  ");                     // expect: B0305 "reason"
  }
};

TEST_CASE("B0301 clock-crossing, B0305 empty-reason") {
  const std::string report = test::report_of<Crossing>();
  CHECK(report.find("B0301") != std::string::npos);
  CHECK(report.find("B0305") != std::string::npos);
  CHECK(report.find("`here`") != std::string::npos);
}

struct Other {
  Clock c;
  Out<Bool> y{{.clock = c}};
  Reg<Bool> r{false, {.clock = c}};
  void logic() {
    r = ~r;
    y = r;
  }
};

struct WrongClock {
  Clock falling{{.edge = Edge::falling}};
  Instance<Other> other;
  Out<Bool> y{{.clock = falling}};
  void logic() {
    other->c = falling;                                 // expect: B0504 "`falling`"
    y = other->y;
  }
};

TEST_CASE("B0504 for clocks that differ in kind") {
  ElaborateOptions options = kUnusedIsFine;
  options.severities.push_back({.code = "B0201", .source_prefix = "", .severity = Severity::ignored});
  test::expect_diagnostics<WrongClock>({}, options);
}

// ---------------------------------------------------------------------------------------------- names

struct Names {
  In<Bool> reg;                                         // expect: B0401 "`reg`"
  Out<Bool> begin;                                      // expect: B0401 "`begin`"
  In<Pair> x;
  In<UInt<4>> x_a;                                      // expect: B0402 "x_a"
  Out<UInt<4>> sum;
  void logic() {
    begin = reg ^ x.b;
    sum = x.a + x_a;
  }
};

TEST_CASE("B0401 reserved-name, B0402 name-clash") { test::expect_diagnostics<Names>(); }

// ------------------------------------------------------------------------------------------ structure

struct Foreign {
  In<UInt<8>> x;
  Out<UInt<8>> y, z, w;
  static inline const UInt<8>* leaked = nullptr;
  struct Inner {
    In<UInt<8>> a;
    Out<UInt<8>> b;
    Wire<UInt<8>> hidden;
    void logic() {
      hidden = a + *leaked;                             // expect: B0501 "Foreign"
      b = hidden;
    }
  };
  UInt<8> value;
  void logic() {
    value = x + 1;
    leaked = &value;
    Instance<Inner> inner;
    inner->a = x;
    y = inner->b;
    z = inner->hidden;                                  // expect: B0501 "hidden"
    w = inner->a;                                       // expect: B0501 "input"
  }
};

TEST_CASE("B0501 foreign-value") { test::expect_diagnostics<Foreign>({}, kUnusedIsFine); }

struct Misplaced {
  In<Bool> a, b;
  In<UInt<2>> s;
  Out<UInt<4>> y, z;
  void logic() {
    y = 0;
    z = 0;
    ELSE { y = 1; }                                     // expect: B0502 "ELSE does not follow an IF"
    IF (a) { y = 2; }
    z = 1;
    ELIF (b) { y = 3; }                                 // expect: B0502 "ELIF does not follow an IF"
    IF (a) { y = 4; }
    ELSE { y = 5; }
    ELSE { y = 6; }                                     // expect: B0502 "ELSE"
    CASE (1) { y = 7; }                                 // expect: B0502 "CASE stands outside"
    DEFAULT { y = 8; }                                  // expect: B0502 "DEFAULT stands outside"
    SWITCH (s) {
      z = 2;                                            // expect: B0502 "outside its CASEs"
      CASE (0) { z = 3; }
      z = 4;                                            // expect: B0502 "outside its CASEs"
      CASE (1) {
        CASE (2) { z = 5; }                             // expect: B0502 "CASE"
      }
      IF (a) { z = 6; }                                 // expect: B0502 "outside its CASEs"
    }
  }
};

TEST_CASE("B0502 misplaced-else") {
  ElaborateOptions options = kUnusedIsFine;
  options.severities.push_back({.code = "B0208", .source_prefix = "", .severity = Severity::ignored});
  test::expect_diagnostics<Misplaced>({}, options);
}

template <Role R>
struct Link {
  Port<R, UInt<8>> data;
  Port<R, Bool> last;
  Port<flip(R), Bool> grant;
};
template <Role R>
struct OtherLink {
  Port<R, UInt<8>> data;
  Port<R, Pair> last;
  Port<R, Bool> extra;
};
struct A {
  Link<Role::out> link;
  void logic() {
    link.data = 1;
    link.last = link.grant;
  }
};
struct B {
  OtherLink<Role::out> link;
  void logic() {
    link.data = 1;
    link.last = Pair{1, true};
    link.extra = true;
  }
};
struct Connections {
  Instance<A> a;
  Instance<B> b;
  void logic() {
    connect(a->link, b->link);                          // expect: B0504 "`data`: both sides drive it" B0504 "`last`" B0504 "`grant`" B0504 "`extra`"
  }
};

TEST_CASE("B0504 unmatched-connection, member by member") {
  ElaborateOptions options = kUnusedIsFine;
  options.severities.push_back({.code = "B0201", .source_prefix = "", .severity = Severity::ignored});
  test::expect_diagnostics<Connections>({}, options);
}

UInt<> outside_any_module() { return cat(UInt<4>(1), UInt<4>(2)); }

TEST_CASE("B0505 outside-module") {
  CHECK_THROWS_WITH_AS(outside_any_module(), doctest::Contains("B0505"), UserError);
  CHECK_THROWS_WITH_AS(Reg<Bool>("r", false), doctest::Contains("diagnostics_design_test.cpp"), UserError);
  CHECK_THROWS_WITH_AS(Instance<A>(), doctest::Contains("B0505"), UserError);
  CHECK_THROWS_WITH_AS(UInt<4>(16), doctest::Contains("B0103"), UserError);
}

struct Stale {
  In<UInt<8>> x;
  Out<UInt<8>> y;
  void logic() {
    static const UInt<8> kept = ~x;
    y = x + kept;
  }
};

TEST_CASE("B0506 stale-value") {
  elaborate<Stale>();
  CHECK_THROWS_WITH_AS(elaborate<Stale>(), doctest::Contains("B0506"), UserError);
}

// ------------------------------------------------------------------------------------------- memories

struct Memories {
  In<UInt<3>> a;
  In<UInt<8>> d;
  Out<UInt<8>> y, z, w, v, u;
  Memory<UInt<8>> too_many{2, {.contents = std::vector<Bits>(3, Bits(8))}};   // expect: B0601
  Memory<UInt<8>> too_wide{2, {.contents = std::vector<Bits>(2, Bits(9))}};   // expect: B0601 "9 bits"
  Memory<UInt<8>> odd{2, {.contents = std::vector<Bits>(2, Bits(8)), .granule = 3}};     // expect: B0602 "3 bits"
  Memory<UInt<8>> plain{2, {.contents = std::vector<Bits>(2, Bits(8))}};
  Memory<UInt<8>> bytes{2, {.contents = std::vector<Bits>(2, Bits(8)), .granule = 4}};
  Memory<UInt<8>> none{0};                                                   // expect: B0605 "0 words"
  Memory<UInt<8>> style{2, {.contents = std::vector<Bits>(2, Bits(8)), .style = "fast"}};   // expect: B0605fast\""
  Memory<UInt<8>> file{2, {.contents = contents_of_file("no/such/file.hex", 8)}};   // expect: B0604 "no/such/file.hex"
  Rom<UInt<8>> rom{std::array{1, 2, 3}};
  void logic() {
    plain.write_masked(a.bits(0, 0), d, UInt<>(Bits(1, 1)));  // expect: B0602
    bytes.write_masked(a.bits(0, 0), d, UInt<>(Bits(3, 1)));  // expect: B0602 "3 bits"
    y = too_many.read(2);                                     // expect: B0107 "address 2"
    z = rom.read(3);                                          // expect: B0107 "address 3"
    w = odd.read(a) ^ too_wide.read(a) ^ plain.read(a) ^ bytes.read(a);
    u = none.read(a) ^ style.read(a) ^ file.read(a);
    v = plain.read_sync(a, {.policy = ReadUnderWrite::undefined});
  }
};

TEST_CASE("B0601 memory-contents, B0602 memory-mask, B0604 memory-file, B0605 memory-shape") {
  ElaborateOptions options = kUnusedIsFine;
  for (const char* code : {"B0302", "B0603", "B0201"}) options.severities.push_back({.code = code, .source_prefix = "", .severity = Severity::ignored});
  test::expect_diagnostics<Memories>({}, options);
}

// ------------------------------------------------------------------------------------- configurations

struct Inner {
  struct Config {
    Param<int, "number of taps", range(1, 8)> taps = 4;
    Param<int, "rounds", one_of(1, 2, 4)> rounds = 1;
  };
  Config config;
  Out<UInt<8>> y;
  void logic() { y = config.taps + config.rounds; }
};

struct Configured {
  Instance<Inner> a{{.taps = 9}};                       // expect: B0701 "9 is no value for \"number of taps\""
  Out<UInt<8>> y, z;
  void logic() {
    y = a->y;
    Instance<Inner> b({.rounds = 3});                   // expect: B0701 "3 is no value"
    z = b->y;
  }
};

TEST_CASE("B0701 parameter-out-of-range") {
  const std::string report = test::report_of<Configured>();
  CHECK(report.find("9 is no value for \"number of taps\"") != std::string::npos);
  CHECK(report.find("3 is no value for \"rounds\"") != std::string::npos);
  CHECK(report.find("1, 2 or 4") != std::string::npos);
  CHECK_THROWS_WITH_AS(Inner::Config({.taps = 0}), doctest::Contains("B0701"), UserError);
}

// -------------------------------------------------------------------------------------------- wholes

/// Many mistakes of many kinds are one report.
struct Everything {
  In<UInt<8>> a;
  In<UInt<4>> b;
  Out<UInt<8>> y;
  Out<UInt<8>> missing;                                 // expect: B0201 "missing"
  Out<Bool> flag;
  void logic() {
    y = a + UInt<>(b);                                  // expect: B0101
    y = a << 12;                                        // expect: B0104
    flag = a == 999;                                    // expect: B0103
    ELSE { y = 3; }                                     // expect: B0502
    UInt<8> variable = a;
    IF (flag) { variable = a + 1; }                     // expect: B0207
  }
};

TEST_CASE("all mistakes of a design are reported at once") {
  const std::string report =
      test::expect_diagnostics<Everything>({}, {.severities = {{.code = "B0208", .source_prefix = "", .severity = Severity::ignored}}});
  CHECK(report.find("6 errors") != std::string::npos);
}

TEST_CASE("the examples raise no alarm") {
  CHECK(elaborate<examples::Counter>().warnings.empty());
  CHECK(elaborate<examples::UartTransmitter>().warnings.empty());
  struct AroundFifo {
    StreamIn<UInt<8>> from;
    StreamOut<UInt<8>> to;
    Instance<examples::Fifo<UInt<8>>> fifo;
    void logic() {
      connect(from, fifo->in);
      connect(to, fifo->out);
    }
  };
  CHECK(elaborate<AroundFifo>().warnings.empty());
}

TEST_CASE("severities can be changed by code") {
  const ElaborateOptions strict{.severities = {{.code = "B0205", .source_prefix = "", .severity = Severity::error}}};
  struct Unused {
    In<Bool> a;
    Out<Bool> y;
    void logic() { y = true; }
  };
  CHECK(test::report_of<Unused>().find("warning[B0205") != std::string::npos);
  CHECK_THROWS_AS(elaborate<Unused>({}, strict), DesignError);
}

}  // namespace
}  // namespace burin
