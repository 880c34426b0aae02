// SPDX-License-Identifier: Apache-2.0
//! @file check_clock_crossing_test.cpp
//! @brief Clock crossings: found through everything that values pass (chisel#1085), without false alarms.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "build.h"

namespace burin::passes {
namespace {

using namespace ir;
using test::Build;
using test::contains;

std::vector<Diagnostic> crossings(Design& design) { return test::findings(design, check_clock_crossings); }

/// A top module with clocks "a" and "b" and a register of each.
struct TwoClocks : Build {
  TwoClocks() : Build("Top") { start(); }
  explicit TwoClocks(Design& design) : Build(design, "Top") { start(); }
  void start() {
    a = add_clock("a");
    b = add_clock("b");
    qa = reg("qa", 8, a);
    drive(qa, qa);
    qb = reg("qb", 8, b);
    drive(qb, qb);
  }
  std::vector<Diagnostic> found() { return crossings(design()); }
  ClockId a = 0, b = 0;
  NodeId qa = 0, qb = 0;
};

// ------------------------------------------------------------------------------------------- in one module

TEST_CASE("a register that takes a value of another clock is reported with both places") {
  TwoClocks t;
  t.drive(t.qb, t.not_(t.qa));
  const auto found = t.found();
  REQUIRE(found.size() == 1);
  CHECK(found[0].id == DiagnosticId::clock_crossing);
  CHECK(found[0].message == "register `qb` of clock `b` takes a value of clock `a` from register `qa`");
  CHECK(test::place(t.design(), found[0].location) == "Top.cpp:4");
  CHECK(test::has_note_at(t.design(), found[0], "Top.cpp:3"));
  CHECK(contains(found[0].remedy, "synchronise"));
}

TEST_CASE("values of one clock, constants and clocks cross nothing") {
  TwoClocks t;
  t.drive(t.qa, t.add(t.qa, t.constant(8, 1)));
  t.drive(t.qb, t.xor_(t.qb, t.constant(8, 3)));
  const NodeId gate = t.wire("gate", 1);
  t.drive(gate, t.module().read(t.module().find_signal("a")));
  t.output("clock_out", gate);
  CHECK(t.found().empty());
}

TEST_CASE("an enable, an address, data, a mask and a check of another clock are reported") {
  TwoClocks t;
  const NodeId enable = t.delay("enable", t.constant(1, 1), t.a);
  t.drive(t.qb, t.mux(enable, t.constant(8, 7), t.qb));
  const MemoryId memory = t.memory("m", 8, 256);
  t.write_port(memory, t.b, t.qa, t.qb, t.constant(1, 1));
  t.write_port(memory, t.b, t.qb, t.qa, t.constant(1, 1));
  t.write_port(memory, t.b, t.qb, t.qb, enable);
  t.sync_read_port(memory, "read", t.b, t.qa);
  t.process(ProcessKind::assert_, "check", t.b, t.constant(1, 1), enable, "");
  const auto found = t.found();
  CHECK(found.size() == 6);
  for (const Diagnostic& diagnostic : found) CHECK(contains(diagnostic.message, "takes a value of clock `a`"));
}

TEST_CASE("data of a synchronous read port belong to the read clock, whoever writes") {
  TwoClocks t;
  const MemoryId memory = t.memory("m", 8, 256);
  t.write_port(memory, t.a, t.qa, t.qa, t.constant(1, 1));
  t.drive(t.qb, t.sync_read_port(memory, "read", t.b, t.qb));
  CHECK(t.found().empty());
}

TEST_CASE("data of an asynchronous read port belong to the writing clocks") {
  TwoClocks t;
  const MemoryId memory = t.memory("m", 8, 256);
  t.write_port(memory, t.a, t.qa, t.qa, t.constant(1, 1));
  t.drive(t.qb, t.read_port(memory, "read", t.qb));
  const auto found = t.found();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "from data read from memory `m`"));
}

TEST_CASE("a ROM belongs to the clock of its address") {
  TwoClocks t;
  const MemoryId memory = t.memory("m", 8, 2, {Bits(8, 1), Bits(8, 2)});
  t.module().memories[memory].read_only = true;
  t.drive(t.qb, t.read_port(memory, "read", t.slice(t.qb, 0, 1)));
  CHECK(t.found().empty());
  t.drive(t.qb, t.read_port(memory, "other", t.slice(t.qa, 0, 1)));
  CHECK(t.found().size() == 1);
}

TEST_CASE("a word that joins values of two clocks and is sliced again crosses nothing") {
  TwoClocks t;
  const NodeId both = t.wire("both", 16);
  t.drive(both, t.cat({t.qa, t.qb}));
  t.drive(t.qb, t.not_(t.slice(both, 0, 8)));
  t.drive(t.qa, t.slice(t.not_(both), 8, 8));
  CHECK(t.found().empty());
  t.drive(t.qa, t.slice(both, 7, 8));
  const auto found = t.found();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "register `qa` of clock `a` takes a value of clock `b` from register `qb`"));
}

TEST_CASE("both edges of a clock are one domain") {
  Build t("Top");
  const ClockId rising = t.add_clock("clk");
  const ClockId falling = t.clock("clk_n", t.module().read(0), Edge::falling);
  const ClockId inverted = t.clock("inverted", t.not_(t.module().read(0)));
  const NodeId x = t.delay("x", t.constant(8, 1), rising);
  const NodeId y = t.delay("y", x, falling);
  t.delay("z", y, inverted);
  CHECK(crossings(t.design()).empty());
}

TEST_CASE("a wire with another name for a clock is the same clock") {
  Build t("Top");
  const ClockId clk = t.add_clock("clk");
  const NodeId alias = t.wire("alias", 1);
  t.drive(alias, t.module().read(0));
  const ClockId same = t.clock("same", alias);
  t.delay("y", t.delay("x", t.constant(8, 1), clk), same);
  CHECK(crossings(t.design()).empty());
}

TEST_CASE("a gated clock is the clock that it gates") {
  Build t("Top");
  const ClockId clk = t.add_clock("clk");
  const NodeId clock = t.module().read(0);
  const ClockId low = t.clock("low", clock, Edge::falling);
  const NodeId open = t.delay("open", t.input("enable", 1), low);
  const ClockId gated = t.clock("gated", t.and_(clock, open));
  t.delay("y", t.delay("x", t.constant(8, 1), clk), gated);
  t.delay("z", t.delay("w", t.constant(8, 1), gated), clk);
  CHECK(crossings(t.design()).empty());
}

TEST_CASE("a divided clock and a chosen clock are domains of their own") {
  Build t("Top");
  const ClockId a = t.add_clock("a");
  const ClockId b = t.add_clock("b");
  const NodeId half = t.reg("half", 1, a);
  t.drive(half, t.not_(half));
  const ClockId slow = t.clock("slow", half);
  const ClockId chosen = t.clock("chosen", t.mux(half, t.module().read(0), t.module().read(1)));
  const NodeId x = t.delay("x", t.constant(8, 1), a);
  t.delay("y", x, slow);
  t.delay("z", x, chosen);
  t.delay("ok", t.delay("before", t.constant(8, 1), slow), slow);
  const auto found = crossings(t.design());
  REQUIRE(found.size() == 2);
  CHECK(contains(found[0].message, "register `y` of clock `slow`"));
  CHECK(contains(found[1].message, "register `z` of clock `chosen`"));
  CHECK(b == 1);
}

TEST_CASE("a waived crossing is silent, and only that one") {
  TwoClocks t;
  t.drive(t.qb, t.waive(t.qa, "quasi-static"));
  CHECK(t.found().empty());
  t.drive(t.qb, t.xor_(t.waive(t.qa, "quasi-static"), t.qa));
  CHECK(t.found().size() == 1);
}

TEST_CASE("a synchroniser takes a register of another clock, not logic") {
  TwoClocks t;
  const NodeId bit = t.delay("bit", t.constant(1, 0), t.a);
  t.synchroniser("direct", t.slice(t.qa, 3, 1), t.b);
  t.synchroniser("inverted", t.not_(bit), t.b);
  const NodeId wire = t.wire("wire", 1);
  t.drive(wire, bit);
  t.synchroniser("wired", wire, t.b);
  CHECK(t.found().empty());

  t.synchroniser("glitchy", t.and_(bit, t.slice(t.qa, 0, 1)), t.b);
  const auto found = t.found();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "synchroniser register `glitchy` of clock `b` takes logic on a value of clock `a`"));
  CHECK(contains(found[0].remedy, "register"));
}

TEST_CASE("logic of its own clock may stand before a synchroniser") {
  TwoClocks t;
  t.synchroniser("s", t.slice(t.add(t.qb, t.qb), 0, 1), t.b);
  CHECK(t.found().empty());
}

TEST_CASE("an asynchronous input must pass a synchroniser, for every clock") {
  TwoClocks t;
  const NodeId pin = t.asynchronous_input("pin", 1);
  t.synchroniser("s", pin, t.a);
  CHECK(t.found().empty());
  t.delay("plain", pin, t.a);
  const auto found = t.found();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "register `plain` of clock `a` takes an asynchronous value from input `pin`"));
}

TEST_CASE("an asynchronous input is foreign where there is only one clock") {
  Build t("Top");
  const ClockId clk = t.add_clock("clk");
  t.delay("plain", t.asynchronous_input("pin", 1), clk);
  CHECK(crossings(t.design()).size() == 1);
}

TEST_CASE("inputs of the top module belong to its first clock unless they say otherwise") {
  TwoClocks t;
  const NodeId x = t.input("x", 8);
  const NodeId y = t.input("y", 8);
  t.set_timing(y, PortTiming::Kind::clock, t.b);
  t.drive(t.qa, x);
  t.drive(t.qb, y);
  CHECK(t.found().empty());
  t.drive(t.qa, y);
  t.drive(t.qb, x);
  CHECK(t.found().size() == 2);
}

TEST_CASE("an output that is declared to belong to a clock must") {
  TwoClocks t;
  const NodeId out = t.output("result", t.qa);
  t.set_timing(out, PortTiming::Kind::clock, t.a);
  CHECK(t.found().empty());
  t.set_timing(out, PortTiming::Kind::clock, t.b);
  const auto found = t.found();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "output `result` of clock `b` takes a value of clock `a`"));
}

// ------------------------------------------------------------------------------------------------- resets

TEST_CASE("a synchronous reset belongs to its clock") {
  Build t("Top");
  const ClockId a = t.add_clock_and_reset("a");
  const ClockId b = t.add_clock_and_reset("b");
  t.delay("x", t.constant(8, 1), a, Bits(8));
  t.delay("y", t.constant(8, 1), b, Bits(8));
  CHECK(crossings(t.design()).empty());
  t.module().clocks[b].reset = t.module().clocks[a].reset;
  const auto found = crossings(t.design());
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "the reset of clock `b`"));
}

TEST_CASE("an asynchronous reset input may reset several clocks, a register of another clock may not") {
  Build t("Top");
  const ClockId a = t.add_clock_and_reset("a", ResetKind::asynchronous);
  const ClockId b = t.add_clock_and_reset("b", ResetKind::asynchronous);
  t.module().clocks[b].reset = t.module().clocks[a].reset;
  t.delay("x", t.constant(8, 1), a, Bits(8));
  t.delay("y", t.constant(8, 1), b, Bits(8));
  CHECK(crossings(t.design()).empty());
  t.module().clocks[b].reset = t.delay("r", t.constant(1, 0), a, Bits(1, 1));
  const auto found = crossings(t.design());
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "the reset of clock `b` ends with a value of clock `a`"));
}

TEST_CASE("a reset synchroniser is no crossing") {
  Build t("Top");
  const ClockId raw = t.add_clock_and_reset("clk", ResetKind::asynchronous);
  const NodeId first = t.delay("first", t.constant(1, 1), raw, Bits(1, 0));
  const NodeId second = t.delay("second", first, raw, Bits(1, 0));
  const ClockId clean = t.clock("clean", t.module().read(0), second, ResetKind::asynchronous, ResetLevel::active_low);
  t.delay("q", t.constant(8, 1), clean, Bits(8));
  CHECK(crossings(t.design()).empty());
}

TEST_CASE("a reset synchroniser takes the reset of another clock, not logic on it") {
  Build t("Top");
  const ClockId a = t.add_clock_and_reset("a");
  t.add_clock_and_reset("b");
  const NodeId request = t.delay("request", t.constant(1, 0), a, Bits(1, 1));
  const NodeId other = t.delay("other", t.constant(1, 0), a, Bits(1, 1));
  const ClockId raw = t.clock("raw", t.module().clocks[1].clock, request, ResetKind::asynchronous);
  const NodeId first = t.delay("first", t.constant(1, 0), raw, Bits(1, 1));
  const NodeId second = t.delay("second", first, raw, Bits(1, 1));
  const ClockId clean =
      t.clock("clean", t.module().clocks[1].clock, second, ResetKind::asynchronous, ResetLevel::active_high);
  t.delay("q", t.constant(8, 1), clean, Bits(8));
  CHECK(crossings(t.design()).size() == 1);  // nothing says that these two registers are for that
  for (Register& state : t.module().registers) {
    const std::string& name = t.module().signals[state.signal].name;
    state.synchroniser = name == "first" || name == "second";
  }
  CHECK(crossings(t.design()).empty());
  t.module().clocks[raw].reset = t.make(Op::bit_or, {request, other});
  const auto found = crossings(t.design());
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "the reset of clock `raw` ends with a value of clock `a`"));
  // One register that is no synchroniser, and the reset is that of a state again.
  t.module().clocks[raw].reset = request;
  t.delay("state", t.constant(8, 1), raw, Bits(8));
  CHECK(crossings(t.design()).size() == 1);
}

TEST_CASE("the reset of registers that have no reset value is not looked at") {
  Build t("Top");
  const ClockId a = t.add_clock_and_reset("a");
  const ClockId b = t.add_clock_and_reset("b");
  t.module().clocks[b].reset = t.module().clocks[a].reset;
  t.delay("y", t.constant(8, 1), b);
  CHECK(crossings(t.design()).empty());
}

// ----------------------------------------------------------------------------------------------- hierarchy

/// A module with one clock: "q" is "d" after a cycle, "pass" is ~"d".
Build delay_line(Design& design, const std::string& clock_name = "clk") {
  Build t(design, "Delay");
  const ClockId clk = t.add_clock(clock_name);
  const NodeId d = t.input("d", 8);
  t.output("q", t.delay("value", d, clk));
  t.output("pass", t.not_(d));
  return t;
}

TEST_CASE("a crossing into an instance is reported where the parent connects it") {
  Design design;
  Build child = delay_line(design);
  TwoClocks t(design);
  t.instance("u", child, {{"clk", t.module().read(t.module().find_signal("b"))}, {"d", t.qa}});
  const auto found = t.found();
  REQUIRE(found.size() == 1);
  CHECK(found[0].message ==
        "input `d` of instance `u` of clock `b` takes a value of clock `a` from register `qa`, for register `value`");
  CHECK(test::place(design, found[0].location) == "Top.cpp:1001");
  CHECK(test::has_note_at(design, found[0], "Delay.cpp:3"));
}

TEST_CASE("a crossing out of an instance is reported where the parent takes the value") {
  Design design;
  Build child = delay_line(design);
  TwoClocks t(design);
  const auto out = t.instance("u", child, {{"clk", t.module().read(t.module().find_signal("b"))}, {"d", t.qb}});
  t.drive(t.qb, out[0]);
  CHECK(t.found().empty());
  t.drive(t.qa, out[0]);
  const auto found = t.found();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message,
                 "register `qa` of clock `a` takes a value of clock `b` from output `q` of instance `u`"));
}

TEST_CASE("a combinational path through an instance carries the clock of the parent's value") {
  Design design;
  Build child = delay_line(design);
  TwoClocks t(design);
  const NodeId clock_a = t.module().read(t.module().find_signal("a"));
  // The register inside belongs to a, as does the value; the path leads on to b.
  const auto out = t.instance("u", child, {{"clk", clock_a}, {"d", t.qa}});
  t.drive(t.qa, out[1]);
  CHECK(t.found().empty());
  t.drive(t.qb, out[1]);
  CHECK(t.found().size() == 1);
}

TEST_CASE("a module without a clock passes any clock on") {
  Design design;
  Build child(design, "Invert");
  child.output("y", child.not_(child.input("x", 8)));
  TwoClocks t(design);
  t.drive(t.qa, t.instance("u", child, {{"x", t.qa}})[0]);
  t.drive(t.qb, t.instance("v", child, {{"x", t.qb}})[0]);
  CHECK(t.found().empty());
  t.drive(t.qb, t.instance("w", child, {{"x", t.qa}})[0]);
  CHECK(t.found().size() == 1);
}

/// Two clock ports; a register of the first feeds one of the second.
Build bridge(Design& design) {
  Build t(design, "Bridge");
  const ClockId cka = t.add_clock("cka");
  const ClockId ckb = t.add_clock("ckb");
  const NodeId d = t.input("d", 8);
  t.output("q", t.delay("second", t.delay("first", d, cka), ckb));
  return t;
}

TEST_CASE("one clock under two names through the hierarchy is one clock (SpinalHDL#1739)") {
  Design design;
  Build child = bridge(design);
  Build t(design, "Top");
  const ClockId clk = t.add_clock("clk");
  t.add_clock("other");
  const NodeId clock = t.module().read(0);
  const NodeId d = t.delay("d", t.input("x", 8), clk);
  t.output("y", t.delay("q", t.instance("u", child, {{"cka", clock}, {"ckb", clock}, {"d", d}})[0], clk));
  CHECK(crossings(design).empty());
}

TEST_CASE("two clocks at the same ports are a crossing, reported inside the child with its place") {
  Design design;
  Build child = bridge(design);
  TwoClocks t(design);
  t.instance("u", child, {{"cka", t.module().read(0)}, {"ckb", t.module().read(1)}, {"d", t.qa}});
  const auto found = t.found();
  REQUIRE(found.size() == 1);
  CHECK(found[0].message == "register `second` of clock `ckb` takes a value of clock `cka` from register `first`");
  CHECK(found[0].path == "Top.u");
  CHECK(test::place(design, found[0].location) == "Bridge.cpp:5");
  CHECK(test::has_note_at(design, found[0], "Top.cpp:1001"));
}

TEST_CASE("the same crossing in many instances is one finding") {
  Design design;
  Build child = bridge(design);
  TwoClocks t(design);
  for (int i = 0; i < 100; ++i) {
    t.instance(fmt::format("u{}", i), child, {{"cka", t.module().read(0)}, {"ckb", t.module().read(1)}, {"d", t.qa}});
  }
  CHECK(t.found().size() == 1);
}

TEST_CASE("clocks that become one two levels up cross nothing, else the top level decides") {
  for (const bool same : {true, false}) {
    Design design;
    Build leaf = bridge(design);
    Build middle(design, "Middle");
    middle.add_clock("first");
    middle.add_clock("other");
    middle.output(
        "q", middle.instance(
                 "leaf", leaf,
                 {{"cka", middle.module().read(0)}, {"ckb", middle.module().read(1)}, {"d", middle.input("d", 8)}})[0]);
    TwoClocks t(design);
    t.instance("m", middle, {{"first", t.module().read(0)}, {"other", t.module().read(same ? 0 : 1)}, {"d", t.qa}});
    CHECK(t.found().size() == (same ? 0 : 1));
  }
}

TEST_CASE("a clock that an instance passes on is the same clock") {
  Design design;
  Build child(design, "Buffer");
  child.output("out_clk", child.input("in_clk", 1));
  Build t(design, "Top");
  const ClockId clk = t.add_clock("clk");
  t.add_clock("other");
  const ClockId buffered = t.clock("buffered", t.instance("u", child, {{"in_clk", t.module().read(0)}})[0]);
  t.delay("y", t.delay("x", t.constant(8, 1), clk), buffered);
  CHECK(crossings(design).empty());
}

TEST_CASE("a clock that an instance makes belongs to the values of that instance") {
  Design design;
  Build child(design, "Divider");
  const ClockId clk = child.add_clock("clk");
  const NodeId half = child.reg("half", 1, clk);
  child.drive(half, child.not_(half));
  const ClockId slow = child.clock("slow", half);
  const NodeId value = child.reg("value", 8, slow);
  child.drive(value, child.add(value, child.constant(8, 1)));
  child.output("slow_clk", half);
  child.output("count", value);
  Build t(design, "Top");
  const ClockId fast = t.add_clock("clk");
  const auto u = t.instance("u", child, {{"clk", t.module().read(0)}});
  const auto v = t.instance("v", child, {{"clk", t.module().read(0)}});
  const ClockId slow_u = t.clock("slow_u", u[0]);
  t.delay("ok", u[1], slow_u);
  CHECK(crossings(design).empty());
  t.delay("other_instance", v[1], slow_u);
  t.delay("fast", u[1], fast);
  CHECK(crossings(design).size() == 2);
}

TEST_CASE("bits of an output and of an input that belong to different clocks are kept apart") {
  Design design;
  Build child(design, "Mixed");
  const ClockId a = child.add_clock("cka");
  const ClockId b = child.add_clock("ckb");
  const NodeId d = child.input("d", 8);
  const NodeId low = child.delay("low", child.slice(d, 0, 4), a);
  const NodeId high = child.delay("high", child.slice(d, 4, 4), b);
  child.output("q", child.cat({high, low}));
  TwoClocks t(design);
  const NodeId d_value = t.cat({t.slice(t.qb, 0, 4), t.slice(t.qa, 0, 4)});
  const NodeId q =
      t.instance("u", child, {{"cka", t.module().read(0)}, {"ckb", t.module().read(1)}, {"d", d_value}})[0];
  t.drive(t.qa, t.module().zext(t.slice(q, 0, 4), 8));
  t.drive(t.qb, t.module().zext(t.slice(q, 4, 4), 8));
  CHECK(t.found().empty());
  t.drive(t.qb, t.module().zext(t.slice(q, 3, 4), 8));
  CHECK(t.found().size() == 1);
}

TEST_CASE("a synchroniser inside an instance wants the parent's value without logic") {
  Design design;
  Build child(design, "Sync");
  const ClockId clk = child.add_clock("clk");
  child.output("y", child.delay("second", child.synchroniser("first", child.input("x", 1), clk), clk));
  TwoClocks t(design);
  const NodeId clock_b = t.module().read(1);
  const NodeId bit = t.delay("bit", t.constant(1, 0), t.a);
  t.instance("u", child, {{"clk", clock_b}, {"x", bit}});
  t.instance("w", child, {{"clk", clock_b}, {"x", t.asynchronous_input("pin", 1)}});
  CHECK(t.found().empty());
  t.instance("v", child, {{"clk", clock_b}, {"x", t.and_(bit, t.slice(t.qa, 0, 1))}});
  const auto found = t.found();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "takes logic on a value of clock `a`"));
}

TEST_CASE("a crossing waived inside an instance is waived on the way through it") {
  Design design;
  Build child(design, "Quasi");
  child.output("y", child.waive(child.input("x", 8), "static"));
  TwoClocks t(design);
  t.drive(t.qb, t.instance("u", child, {{"x", t.qa}})[0]);
  CHECK(t.found().empty());
}

TEST_CASE("a port that is declared to belong to a clock is checked at the parent") {
  Design design;
  Build child(design, "Declared");
  child.add_clock("cka");
  const ClockId ckb = child.add_clock("ckb");
  const NodeId x = child.input("x", 8);
  child.set_timing(x, PortTiming::Kind::clock, ckb);
  child.output("y", child.delay("q", x, ckb));
  TwoClocks t(design);
  t.instance("u", child, {{"cka", t.module().read(0)}, {"ckb", t.module().read(1)}, {"x", t.qb}});
  CHECK(t.found().empty());
  t.instance("v", child, {{"cka", t.module().read(0)}, {"ckb", t.module().read(1)}, {"x", t.qa}});
  CHECK(t.found().size() == 1);
}

TEST_CASE("a black box is judged by the timing of its ports") {
  Design design;
  Build box(design, "Box");
  const ClockId wr = box.add_clock("wr");
  const ClockId rd = box.add_clock("rd");
  box.set_timing(box.input("din", 8), PortTiming::Kind::clock, wr);
  const NodeId dout = box.output("dout", box.constant(8, 0));
  box.set_timing(dout, PortTiming::Kind::clock, rd);
  const NodeId lock = box.output("lock", box.constant(1, 0));
  box.set_timing(lock, PortTiming::Kind::asynchronous);
  box.module().black_box = BlackBox{"box", {}, ""};
  TwoClocks t(design);
  const auto out = t.instance("u", box, {{"wr", t.module().read(0)}, {"rd", t.module().read(1)}, {"din", t.qa}});
  t.drive(t.qb, out[0]);
  t.synchroniser("s", out[1], t.a);
  CHECK(t.found().empty());
  t.drive(t.qa, out[0]);
  t.delay("plain", out[1], t.a);
  t.instance("v", box, {{"wr", t.module().read(0)}, {"rd", t.module().read(1)}, {"din", t.qb}});
  CHECK(t.found().size() == 3);
}

TEST_CASE("a black box without clocks is logic") {
  Design design;
  Build box(design, "Lut");
  box.output("y", box.input("x", 8));
  box.module().black_box = BlackBox{"lut", {}, ""};
  TwoClocks t(design);
  t.drive(t.qa, t.instance("u", box, {{"x", t.qa}})[0]);
  CHECK(t.found().empty());
  t.drive(t.qb, t.instance("v", box, {{"x", t.qa}})[0]);
  CHECK(t.found().size() == 1);
}

TEST_CASE("a black box without clocks inside an instance is logic, too") {
  Design design;
  Build box(design, "Lut");
  box.output("y", box.input("x", 8));
  box.module().black_box = BlackBox{"lut", {}, ""};
  Build child(design, "Wrap");
  const ClockId cka = child.add_clock("cka");
  const ClockId ckb = child.add_clock("ckb");
  const NodeId inner = child.instance("lut", box, {{"x", child.input("x", 8)}})[0];
  child.output("y", inner);
  child.delay("a", child.slice(inner, 0, 4), cka);
  child.delay("b", child.slice(inner, 4, 4), ckb);
  TwoClocks t(design);
  const NodeId y = t.instance("u", child, {{"cka", t.module().read(0)}, {"ckb", t.module().read(0)}, {"x", t.qa}})[0];
  t.drive(t.qa, y);
  CHECK(t.found().empty());
  t.drive(t.qb, y);
  t.instance("v", child, {{"cka", t.module().read(1)}, {"ckb", t.module().read(1)}, {"x", t.qa}});
  CHECK(t.found().size() == 3);
}

TEST_CASE("a FIFO with two clocks in the usual form is silent") {
  Design design;
  Build fifo(design, "AsyncFifo");
  const ClockId wr = fifo.add_clock_and_reset("wr");
  const ClockId rd = fifo.add_clock_and_reset("rd");
  const NodeId push = fifo.input("push", 1);
  const NodeId data = fifo.input("data", 8);
  const NodeId pop = fifo.input("pop", 1);
  const auto gray = [&](NodeId value) { return fifo.xor_(value, fifo.make(Op::shr_u, {value, fifo.constant(2, 1)})); };
  const NodeId tail = fifo.reg("tail", 5, wr, Bits(5));
  const NodeId head = fifo.reg("head", 5, rd, Bits(5));
  const NodeId tail_next = fifo.mux(push, fifo.add(tail, fifo.constant(5, 1)), tail);
  const NodeId head_next = fifo.mux(pop, fifo.add(head, fifo.constant(5, 1)), head);
  fifo.drive(tail, tail_next);
  fifo.drive(head, head_next);
  const NodeId tail_gray = fifo.delay("tail_gray", gray(tail_next), wr, Bits(5));
  const NodeId head_gray = fifo.delay("head_gray", gray(head_next), rd, Bits(5));
  const NodeId tail_seen = fifo.delay("tail_seen", fifo.synchroniser("tail_meta", tail_gray, rd), rd);
  const NodeId head_seen = fifo.delay("head_seen", fifo.synchroniser("head_meta", head_gray, wr), wr);
  fifo.output("full", fifo.make(Op::eq, {tail_gray, fifo.not_(head_seen)}));
  fifo.output("empty", fifo.make(Op::eq, {head_gray, tail_seen}));
  const MemoryId memory = fifo.memory("m", 8, 16);
  fifo.write_port(memory, wr, fifo.slice(tail, 0, 4), data, push);
  fifo.output("q", fifo.sync_read_port(memory, "m_q", rd, fifo.slice(head_next, 0, 4)));

  TwoClocks t(design);
  const NodeId reset_a = t.delay("reset_a", t.constant(1, 0), t.a);
  const NodeId reset_b = t.delay("reset_b", t.constant(1, 0), t.b);
  const NodeId push_a = t.delay("push_a", t.constant(1, 0), t.a);
  const NodeId pop_b = t.delay("pop_b", t.constant(1, 0), t.b);
  const auto out = t.instance("fifo", fifo,
                              {{"wr", t.module().read(0)},
                               {"wr_rst", reset_a},
                               {"rd", t.module().read(1)},
                               {"rd_rst", reset_b},
                               {"push", push_a},
                               {"data", t.qa},
                               {"pop", pop_b}});
  t.drive(t.qb, out[2]);
  t.delay("full_seen", out[0], t.a);
  t.delay("empty_seen", out[1], t.b);
  CHECK(t.found().empty());
  // Each port used with the wrong clock is one finding.
  t.delay("wrong_full", out[0], t.b);
  t.delay("wrong_empty", out[1], t.a);
  t.delay("wrong_data", out[2], t.a);
  CHECK(t.found().size() == 3);
}

TEST_CASE("a design with one clock has no crossing, however it is spread over modules") {
  Design design;
  Build child = delay_line(design);
  Build t(design, "Top");
  const ClockId clk = t.add_clock("clk");
  NodeId value = t.input("x", 8);
  for (int i = 0; i < 20; ++i) {
    value = t.delay(fmt::format("q{}", i),
                    t.instance(fmt::format("u{}", i), child, {{"clk", t.module().read(0)}, {"d", value}})[i % 2], clk);
  }
  CHECK(crossings(design).empty());
}

TEST_CASE("100 clocks and 200,000 nodes: the one crossing is found") {
  Build t("Top");
  std::vector<ClockId> clocks;
  std::vector<NodeId> values;
  for (int i = 0; i < 100; ++i) {
    clocks.push_back(t.add_clock(fmt::format("c{}", i)));
    values.push_back(t.delay(fmt::format("q{}", i), t.constant(8, 1), clocks.back()));
  }
  for (int i = 0; t.module().node_count() < 200000; ++i) {
    const int lane = i % 100;
    values[lane] = t.add(values[lane], t.not_(values[lane]));
    if (i % 1000 == lane) values[lane] = t.delay(fmt::format("r{}", i), values[lane], clocks[lane]);
  }
  CHECK(crossings(t.design()).empty());
  t.delay("wrong", values[7], clocks[93]);
  const auto found = crossings(t.design());
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "register `wrong` of clock `c93` takes a value of clock `c7`"));
}

}  // namespace
}  // namespace burin::passes
