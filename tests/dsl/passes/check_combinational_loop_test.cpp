// SPDX-License-Identifier: Apache-2.0
//! @file check_combinational_loop_test.cpp
//! @brief Combinational loops: found per bit and across instances, without false alarms.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "build.h"

namespace burin::passes {
namespace {

using namespace ir;
using test::Build;
using test::contains;

std::vector<Diagnostic> loops(Build& t) { return test::findings(t.design(), check_combinational_loops); }

// -------------------------------------------------------------------------------------------------- loops

TEST_CASE("a wire connected to itself is a loop (circt#7435)") {
  Build t("Top");
  const NodeId w = t.wire("w", 8);
  t.drive(w, w);
  t.output("o", w);
  const auto found = loops(t);
  REQUIRE(found.size() == 1);
  CHECK(found[0].id == DiagnosticId::combinational_loop);
  CHECK(found[0].message == "wire `w` depends on itself without a register between: `w` -> `w`");
  CHECK(test::place(t.design(), found[0].location) == "Top.cpp:1");
  REQUIRE(found[0].notes.size() == 1);
}

TEST_CASE("an output that reads itself is a loop (circt#2546)") {
  Build t("Top");
  const NodeId b = t.output("b", t.constant(1, 0));
  t.drive(b, t.not_(b));
  CHECK(loops(t).size() == 1);
}

TEST_CASE("a loop lists its signals in the direction of the values, each with its place") {
  Build t("Top");
  const NodeId a = t.wire("a", 4);
  const NodeId b = t.wire("b", 4);
  const NodeId c = t.wire("c", 4);
  const NodeId x = t.input("x", 4);
  t.drive(a, t.xor_(c, x));
  t.drive(b, t.not_(a));
  t.drive(c, t.and_(b, x));
  const auto found = loops(t);
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "`a` -> `b` -> `c` -> `a`"));
  REQUIRE(found[0].notes.size() == 3);
  CHECK(found[0].notes[0].text == "wire `b` depends on `a`");
  for (const char* const where : {"Top.cpp:1", "Top.cpp:2", "Top.cpp:3"}) {
    CHECK(test::has_note_at(t.design(), found[0], where));
  }
}

TEST_CASE("only the bits that loop are named") {
  Build t("Top");
  const NodeId w = t.wire("w", 8);
  const NodeId x = t.input("x", 8);
  t.drive(w, t.cat({t.slice(x, 5, 3), t.slice(w, 4, 1), t.slice(w, 3, 1), t.slice(x, 0, 3)}));
  const auto found = loops(t);
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "bits 3 to 4 of wire `w` depend on themselves"));
}

TEST_CASE("a sum that feeds itself is a loop in every bit, found once") {
  Build t;
  const NodeId w = t.wire("w", 16);
  t.drive(w, t.add(w, t.input("x", 16)));
  const auto found = loops(t);
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "wire `w` depends on itself"));
}

TEST_CASE("separate loops are separate findings") {
  Build t;
  for (int i = 0; i < 3; ++i) {
    const NodeId w = t.wire(fmt::format("w{}", i), 8);
    t.drive(w, t.not_(w));
  }
  CHECK(loops(t).size() == 3);
}

TEST_CASE("a loop through the address of an asynchronous read port is found") {
  Build t("Top");
  const NodeId address = t.wire("address", 4);
  const MemoryId memory = t.memory("m", 4, 16);
  const NodeId data = t.read_port(memory, "data", address);
  t.drive(address, data);
  const auto found = loops(t);
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].notes[0].text, "data read from memory `m`"));
}

TEST_CASE("a loop through the condition of a mux, an index, a shift amount or a comparison is found") {
  const auto has_loop = [](auto make) {
    Build t;
    const NodeId w = t.wire("w", 4);
    t.drive(w, make(t, w, t.input("x", 4)));
    return loops(t).size() == 1;
  };
  CHECK(has_loop([](Build& t, NodeId w, NodeId x) { return t.mux(t.slice(w, 0, 1), x, t.not_(x)); }));
  CHECK(has_loop([](Build& t, NodeId w, NodeId x) { return t.make(Op::select, {w, x, t.not_(x)}); }));
  CHECK(has_loop([](Build& t, NodeId w, NodeId x) { return t.make(Op::shr_u, {x, w}); }));
  CHECK(has_loop([](Build& t, NodeId w, NodeId x) { return t.module().zext(t.make(Op::lt_s, {w, x}), 4); }));
  CHECK(has_loop([](Build& t, NodeId w, NodeId x) { return t.make(Op::rem_u, {x, w}); }));
  CHECK(has_loop([](Build& t, NodeId w, NodeId) { return t.module().sext(t.make(Op::reduce_and, {w}), 4); }));
  CHECK(has_loop([](Build& t, NodeId w, NodeId x) { return t.waive(t.or_(w, x), "no excuse for loops"); }));
}

// -------------------------------------------------------------------------------------------- false alarms

TEST_CASE("loops through registers and synchronous read ports are none") {
  Build t;
  const ClockId clock = t.add_clock("clk");
  const NodeId q = t.reg("q", 8, clock);
  t.drive(q, t.add(q, t.constant(8, 1)));
  const NodeId address = t.wire("address", 4);
  t.drive(address, t.sync_read_port(t.memory("m", 4, 16), "data", clock, address));
  CHECK(loops(t).empty());
}

TEST_CASE("a ripple of bits through one wire is no loop (firrtl#600)") {
  Build t;
  const NodeId w = t.wire("w", 8);
  const NodeId x = t.input("x", 8);
  t.drive(w, t.xor_(x, t.cat({t.slice(w, 0, 7), t.constant(1, 0)})));
  t.output("o", w);
  CHECK(loops(t).empty());
}

TEST_CASE("a carry chain through two wires is no loop") {
  Build t;
  const NodeId carry = t.wire("carry", 9);
  const NodeId a = t.input("a", 8);
  const NodeId b = t.input("b", 8);
  const NodeId in = t.slice(carry, 0, 8);
  const NodeId out = t.or_(t.and_(a, b), t.and_(in, t.or_(a, b)));
  t.drive(carry, t.cat({out, t.constant(1, 0)}));
  t.output("sum", t.xor_(t.xor_(a, b), in));
  CHECK(loops(t).empty());
}

TEST_CASE("bits exchanged between halves of a word are no loop") {
  Build t;
  const NodeId w = t.wire("w", 8);
  // The high half depends on the low half, the low half on an input.
  t.drive(w, t.cat({t.not_(t.slice(w, 0, 4)), t.input("x", 4)}));
  CHECK(loops(t).empty());
}

TEST_CASE("bit-precise operations make no false loops") {
  const auto is_silent = [](auto make) {
    Build t;
    const NodeId w = t.wire("w", 8);
    t.drive(w, make(t, w, t.input("x", 8)));
    const auto found = loops(t);
    for (const Diagnostic& diagnostic : found) MESSAGE(diagnostic.message);
    return found.empty();
  };
  // Masked by a constant.
  CHECK(is_silent([](Build& t, NodeId w, NodeId x) {
    return t.or_(t.and_(t.make(Op::shl, {w, t.constant(4, 4)}), t.constant(8, 0xf0)), t.and_(x, t.constant(8, 0x0f)));
  }));
  CHECK(is_silent([](Build& t, NodeId w, NodeId x) { return t.or_(t.and_(w, t.constant(8, 0)), x); }));
  CHECK(is_silent([](Build& t, NodeId w, NodeId) { return t.or_(w, t.constant(8, 0xff)); }));
  // A constant condition or index.
  CHECK(is_silent([](Build& t, NodeId w, NodeId x) { return t.mux(t.constant(1, 1), x, w); }));
  CHECK(is_silent([](Build& t, NodeId w, NodeId x) { return t.make(Op::select, {t.constant(2, 1), w, x}); }));
  CHECK(is_silent([](Build& t, NodeId w, NodeId x) { return t.make(Op::select, {t.constant(2, 3), w, x}); }));
  // Shifts move bits away from themselves, sums only upwards.
  CHECK(is_silent([](Build& t, NodeId w, NodeId) { return t.make(Op::shr_u, {w, t.constant(4, 1)}); }));
  CHECK(is_silent([](Build& t, NodeId w, NodeId) { return t.make(Op::shl, {w, t.constant(40, 1)}); }));
  CHECK(is_silent([](Build& t, NodeId w, NodeId x) {
    return t.cat({t.slice(t.add(t.module().zext(t.slice(w, 0, 3), 4), t.slice(x, 0, 4)), 0, 4), t.slice(x, 0, 4)});
  }));
  CHECK(is_silent([](Build& t, NodeId w, NodeId x) {
    return t.cat({t.slice(t.make(Op::mul_u, {t.slice(w, 0, 4), t.slice(x, 0, 4)}), 0, 4), t.slice(x, 0, 4)});
  }));
  CHECK(is_silent([](Build& t, NodeId w, NodeId x) {
    return t.cat({t.module().sext(t.slice(w, 1, 1), 6), t.slice(x, 0, 2)});
  }));
}

TEST_CASE("an arithmetic shift right by a constant repeats the top bit, which then loops") {
  Build t;
  const NodeId w = t.wire("w", 8);
  t.drive(w, t.make(Op::shr_s, {w, t.constant(4, 1)}));
  const auto found = loops(t);
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "bit 7 of wire `w`"));
}

// ----------------------------------------------------------------------------------------------- hierarchy

/// y = ~x, and an output that depends on no input.
Build inverter(Design& design) {
  Build t(design, "Inverter");
  t.output("y", t.not_(t.input("x", 8)));
  t.output("constant", t.constant(8, 1));
  return t;
}

TEST_CASE("an instance whose output feeds its own input is a loop") {
  Design design;
  Build child = inverter(design);
  Build t(design, "Top");
  const NodeId w = t.wire("w", 8);
  t.drive(w, t.instance("u", child, {{"x", w}})[0]);
  const auto found = loops(t);
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].notes[0].text + found[0].notes[1].text, "through instance `u` of Inverter"));
  CHECK(test::has_note_at(design, found[0], "Top.cpp:2"));
}

TEST_CASE("two instances that feed each other are a loop (circt#5442)") {
  Design design;
  Build child = inverter(design);
  Build t(design, "Top");
  const NodeId w = t.wire("w", 8);
  const NodeId a = t.instance("a", child, {{"x", w}})[0];
  const NodeId b = t.instance("b", child, {{"x", a}})[0];
  t.drive(w, b);
  const auto found = loops(t);
  REQUIRE(found.size() == 1);
  const std::string& message = found[0].message;
  CHECK(contains(message, "`a_y`"));
  CHECK(contains(message, "`b_y`"));
}

TEST_CASE("an output that does not depend on the input closes no loop") {
  Design design;
  Build child = inverter(design);
  Build t(design, "Top");
  const NodeId w = t.wire("w", 8);
  t.drive(w, t.instance("u", child, {{"x", w}})[1]);
  CHECK(loops(t).empty());
}

TEST_CASE("paths through an instance are followed bit by bit") {
  Design design;
  Build child(design, "Swap");  // y = {~x[3:0], x[7:4]}
  const NodeId x = child.input("x", 8);
  child.output("y", child.cat({child.not_(child.slice(x, 0, 4)), child.slice(x, 4, 4)}));
  Build t(design, "Top");
  // Only the low half of x comes from y, from its low half, which depends on the high half of x.
  const NodeId w = t.wire("w", 8);
  const NodeId y = t.instance("u", child, {{"x", w}})[0];
  t.drive(w, t.cat({t.input("in", 4), t.slice(y, 0, 4)}));
  CHECK(loops(t).empty());
  // Twice around: the high half as well.
  t.drive(w, t.cat({t.slice(y, 0, 4), t.slice(y, 4, 4)}));
  const auto found = loops(t);
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "wire `w`"));
}

TEST_CASE("a handshake that runs both ways through two instances is no loop") {
  Design design;
  Build child(design, "Stage");  // valid runs down, ready runs up
  child.output("down_valid", child.input("up_valid", 1));
  child.output("up_ready", child.input("down_ready", 1));
  Build t(design, "Top");
  const NodeId ready = t.wire("ready", 1);
  const auto a = t.instance("a", child, {{"up_valid", t.input("valid", 1)}, {"down_ready", ready}});
  const auto b = t.instance("b", child, {{"up_valid", a[0]}, {"down_ready", t.input("down_ready", 1)}});
  t.drive(ready, b[1]);
  t.output("out_valid", b[0]);
  t.output("up_ready", a[1]);
  CHECK(loops(t).empty());
}

TEST_CASE("a word-wise loop inside a child does not make its ports depend on each other") {
  Design design;
  Build child(design, "Ripple");
  const NodeId w = child.wire("w", 8);
  child.drive(w, child.xor_(child.input("x", 8), child.cat({child.slice(w, 0, 7), child.input("first", 1)})));
  child.output("low", child.slice(w, 0, 1));
  child.output("high", child.slice(w, 7, 1));
  Build t(design, "Top");
  const NodeId back = t.wire("back", 1);
  // low depends on x[0] and first only; x[7] may depend on it.
  const auto out = t.instance("u", child, {{"x", t.cat({back, t.input("in", 7)})}, {"first", t.input("first", 1)}});
  t.drive(back, out[0]);
  CHECK(loops(t).empty());
  t.drive(back, out[1]);
  CHECK(loops(t).size() == 1);
}

TEST_CASE("a loop inside a child is reported there, once") {
  Design design;
  Build child(design, "Child");
  const NodeId w = child.wire("w", 1);
  child.drive(w, child.not_(w));
  child.output("y", w);
  Build t(design, "Top");
  t.instance("a", child, {});
  t.instance("b", child, {});
  const auto found = loops(t);
  REQUIRE(found.size() == 1);
  CHECK(found[0].path == "Top.a");
}

TEST_CASE("loops close through three levels of hierarchy") {
  Design design;
  Build leaf = inverter(design);
  Build middle(design, "Middle");
  middle.output("y", middle.instance("leaf", leaf, {{"x", middle.input("x", 8)}})[0]);
  Build t(design, "Top");
  const NodeId w = t.wire("w", 8);
  t.drive(w, t.instance("m", middle, {{"x", t.cat({t.slice(w, 0, 4), t.slice(w, 4, 4)})}})[0]);
  CHECK(loops(t).size() == 1);
}

TEST_CASE("paths through black boxes are unknown and close no loop") {
  Design design;
  Build box(design, "Box");
  box.output("y", box.input("x", 1));
  box.module().black_box = BlackBox{"box", {}, ""};
  Build t(design, "Top");
  const NodeId w = t.wire("w", 1);
  t.drive(w, t.instance("u", box, {{"x", w}})[0]);
  CHECK(loops(t).empty());
}

TEST_CASE("a pad that is driven by what it reads is a loop") {
  Build t;
  const NodeId pin = t.inout("pin", 1);
  t.drive_pad(pin, t.not_(pin), t.input("enable", 1));
  CHECK(loops(t).size() == 1);
}

// ------------------------------------------------------------------------------------------------- scaling

TEST_CASE("a chain of 200,000 wires that closes is found, one that does not is silent") {
  for (const bool closed : {false, true}) {
    Build t;
    std::vector<SignalId> wires;
    for (int i = 0; i < 200000; ++i) {
      Signal signal;
      signal.name = std::to_string(i);
      signal.kind = SignalKind::wire;
      signal.width = 1;
      wires.push_back(t.module().add_signal(std::move(signal)));
    }
    const NodeId x = t.input("x", 1);
    for (size_t i = 0; i < wires.size(); ++i) {
      const NodeId before = i > 0 ? t.module().read(wires[i - 1]) : closed ? t.module().read(wires.back()) : x;
      t.module().signals[wires[i]].driver = t.not_(before);
    }
    CHECK(loops(t).size() == (closed ? 1 : 0));
  }
}

TEST_CASE("a ripple through a wire of 20,000 bits is looked at bit by bit") {
  Build t;
  const uint32_t width = 20000;
  const NodeId w = t.wire("w", width);
  const NodeId x = t.input("x", width);
  t.drive(w, t.add(x, t.cat({t.slice(w, 0, width - 1), t.constant(1, 0)})));
  CHECK(loops(t).empty());
}

}  // namespace
}  // namespace burin::passes
