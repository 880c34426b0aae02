// SPDX-License-Identifier: Apache-2.0
//! @file check_uninitialised_control_test.cpp
//! @brief Undefined values in the first cycle after reset: where they matter, and where a guard hides them.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "build.h"

namespace burin::passes {
namespace {

using namespace ir;
using test::Build;
using test::contains;

std::vector<Diagnostic> undefined(Design& design) { return test::findings(design, check_uninitialised_control); }

/// A top module with a clock, a register without reset "data" and a register with reset "state".
struct Circuit : Build {
  Circuit() : Build("Top") { start(); }
  explicit Circuit(Design& design) : Build(design, "Top") { start(); }
  void start() {
    clk = add_clock_and_reset("clk");
    data = reg("data", 8, clk);
    drive(data, input("x", 8));
    valid = reg("valid", 1, clk, Bits(1, 0));
    drive(valid, input("x_valid", 1));
    state = reg("state", 8, clk, Bits(8, 0));
    drive(state, state);
  }
  std::vector<Diagnostic> found() { return undefined(design()); }
  ClockId clk = 0;
  NodeId data = 0, valid = 0, state = 0;
};

TEST_CASE("a register without reset that feeds one with reset is reported at its declaration") {
  Circuit t;
  t.drive(t.state, t.add(t.data, t.state));
  const auto found = t.found();
  REQUIRE(found.size() == 1);
  CHECK(found[0].id == DiagnosticId::uninitialised_control);
  CHECK(found[0].message ==
        "register `data` without reset reaches register `state` with reset in the first cycle after reset");
  CHECK(test::place(t.design(), found[0].location) == "Top.cpp:3");
  CHECK(test::has_note_at(t.design(), found[0], "Top.cpp:7"));
  CHECK(contains(found[0].remedy, "`data`"));
}

TEST_CASE("a register without reset at an output is reported, a guarded output is not") {
  Circuit t;
  const NodeId out = t.output("payload", t.data);
  const auto found = t.found();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "reaches output `payload`"));
  t.module().signals[t.signal(out)].attributes.emplace_back("burin_guarded", "1");
  CHECK(t.found().empty());
}

TEST_CASE("data under a valid bit with reset are hidden by it") {
  Circuit t;
  t.output("masked", t.mux(t.valid, t.data, t.constant(8, 0)));
  t.output("gated", t.and_(t.data, t.module().sext(t.valid, 8)));
  t.drive(t.state, t.mux(t.valid, t.add(t.state, t.data), t.state));
  CHECK(t.found().empty());
}

TEST_CASE("a valid bit that is 1 after reset hides nothing") {
  Circuit t;
  t.module().registers[1].reset_value = Bits(1, 1);
  t.output("masked", t.mux(t.valid, t.data, t.constant(8, 0)));
  CHECK(t.found().size() == 1);
}

TEST_CASE("an input that selects hides the undefined arm, unless both arms are undefined") {
  Circuit t;
  const NodeId enable = t.input("enable", 1);
  t.drive(t.state, t.mux(enable, t.data, t.state));
  t.output("masked", t.and_(t.module().sext(enable, 8), t.data));
  CHECK(t.found().empty());
  const NodeId other = t.delay("other", t.data, t.clk);
  t.drive(t.state, t.mux(enable, t.data, other));
  CHECK(t.found().size() == 1);
}

TEST_CASE("an undefined condition is reported where its arms differ") {
  Circuit t;
  const NodeId flag = t.reg("flag", 1, t.clk);
  t.drive(flag, t.input("f", 1));
  t.drive(t.state, t.mux(flag, t.constant(8, 3), t.constant(8, 3)));
  CHECK(t.found().empty());
  t.drive(t.state, t.mux(flag, t.constant(8, 3), t.constant(8, 4)));
  const auto found = t.found();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "register `flag`"));
}

TEST_CASE("only undefined bits count") {
  Circuit t;
  const NodeId joined = t.cat({t.data, t.state});
  t.output("low", t.slice(joined, 0, 8));
  t.output("shifted", t.make(Op::shr_u, {t.module().zext(t.data, 16), t.constant(5, 8)}));
  CHECK(t.found().empty());
  t.output("middle", t.slice(joined, 7, 2));
  CHECK(t.found().size() == 1);
}

TEST_CASE("a sum is defined below the first undefined bit") {
  Circuit t;
  const NodeId sum = t.add(t.cat({t.data, t.state}), t.constant(16, 0x1234));
  t.output("low", t.slice(sum, 0, 8));
  CHECK(t.found().empty());
  t.output("high", t.slice(sum, 8, 1));
  CHECK(t.found().size() == 1);
}

TEST_CASE("a power-up value counts as defined") {
  Circuit t;
  t.module().registers[0].power_up = Bits(8, 0);
  t.drive(t.state, t.data);
  CHECK(t.found().empty());
}

TEST_CASE("a comparison with known different bits is defined") {
  Circuit t;
  const NodeId joined = t.cat({t.data, t.state});
  t.output("never", t.make(Op::eq, {joined, t.constant(16, 0x0001)}));
  CHECK(t.found().empty());
  t.output("maybe", t.make(Op::eq, {joined, t.constant(16, 0x0100)}));
  CHECK(t.found().size() == 1);
}

TEST_CASE("the reset itself is inactive in the first cycle after reset") {
  Circuit t;
  const NodeId rst = t.module().clocks[t.clk].reset;
  t.output("x_out", t.mux(rst, t.data, t.state));
  CHECK(t.found().empty());
  t.output("y_out", t.mux(rst, t.state, t.data));
  CHECK(t.found().size() == 1);
}

TEST_CASE("memory data without contents are undefined, with contents they are not") {
  Circuit t;
  const NodeId address = t.input("address", 2);
  const MemoryId empty = t.memory("empty", 8, 4);
  const MemoryId full = t.memory("full", 8, 4, {Bits(8), Bits(8), Bits(8), Bits(8)});
  t.output("full_sync", t.sync_read_port(full, "a", t.clk, address));
  t.output("full_async", t.read_port(full, "b", address));
  CHECK(t.found().empty());
  t.output("empty_sync", t.sync_read_port(empty, "c", t.clk, address));
  const auto found = t.found();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "data read from memory `empty` without contents"));
  CHECK(contains(found[0].remedy, "`empty`"));
}

TEST_CASE("an undefined address makes asynchronous data undefined") {
  Circuit t;
  const MemoryId rom = t.memory("rom", 8, 4, {Bits(8), Bits(8), Bits(8), Bits(8)});
  t.output("y", t.read_port(rom, "r", t.slice(t.data, 0, 2)));
  const auto found = t.found();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "register `data`"));
}

TEST_CASE("one register that reaches many places is one finding that lists them") {
  Circuit t;
  for (int i = 0; i < 20; ++i) {
    const NodeId q = t.reg(fmt::format("q{}", i), 8, t.clk, Bits(8));
    t.drive(q, t.add(t.data, q));
  }
  const auto found = t.found();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "and 19 more registers or outputs"));
  CHECK(found[0].notes.size() == 8);
}

TEST_CASE("registers without reset may feed each other") {
  Circuit t;
  NodeId value = t.data;
  for (int i = 0; i < 4; ++i) value = t.delay(fmt::format("stage{}", i), value, t.clk);
  CHECK(t.found().empty());
}

TEST_CASE("a register that holds by an enable of an input is silent") {
  Circuit t;
  const NodeId load = t.input("load", 1);
  t.drive(t.data, t.mux(load, t.module().read(t.module().find_signal("x")), t.data));
  t.drive(t.state, t.mux(load, t.data, t.state));
  CHECK(t.found().empty());
}

// ----------------------------------------------------------------------------------------------- hierarchy

/// "q" is "d" after a cycle, without reset; "q_valid" with reset.
Build stage(Design& design) {
  Build t(design, "Stage");
  const ClockId clk = t.add_clock_and_reset("clk");
  t.output("q", t.delay("value", t.input("d", 8), clk));
  t.output("q_valid", t.delay("full", t.input("d_valid", 1), clk, Bits(1)));
  return t;
}

std::vector<NodeId> add_stage(Build& t, const Build& child, const std::string& name, NodeId d, NodeId valid) {
  return t.instance(
      name, child,
      {{"clk", t.module().clocks[0].clock}, {"clk_rst", t.module().clocks[0].reset}, {"d", d}, {"d_valid", valid}});
}

TEST_CASE("an output of an instance is judged where it is used") {
  Design design;
  Build child = stage(design);
  Circuit t(design);
  const auto u = add_stage(t, child, "u", t.state, t.valid);
  t.drive(t.state, t.mux(u[1], u[0], t.state));
  CHECK(t.found().empty());
  t.drive(t.state, u[0]);
  const auto found = t.found();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "register `value` without reset reaches register `state`"));
  CHECK(found[0].path == "Top.u");
}

TEST_CASE("an undefined value that enters an instance is followed to a register with reset there") {
  Design design;
  Build child(design, "Counter");
  const ClockId clk = child.add_clock_and_reset("clk");
  const NodeId count = child.reg("count", 8, clk, Bits(8));
  child.drive(count, child.add(count, child.input("step", 8)));
  child.output("y", count);
  Circuit t(design);
  const auto add_counter = [&](const std::string& name, NodeId step) {
    return t.instance(name, child,
                      {{"clk", t.module().clocks[0].clock}, {"clk_rst", t.module().clocks[0].reset}, {"step", step}});
  };
  add_counter("good", t.state);
  CHECK(t.found().empty());
  add_counter("bad", t.data);
  const auto found = t.found();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "register `data` without reset reaches register `count` with reset"));
}

TEST_CASE("an undefined value that passes through instances reaches the parent's register") {
  Design design;
  Build child(design, "Invert");
  child.output("y", child.not_(child.input("x", 8)));
  Circuit t(design);
  const NodeId once = t.instance("a", child, {{"x", t.data}})[0];
  const NodeId twice = t.instance("b", child, {{"x", once}})[0];
  t.drive(t.state, t.mux(t.valid, twice, t.state));
  CHECK(t.found().empty());
  t.drive(t.state, twice);
  const auto found = t.found();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "register `data`"));
}

TEST_CASE("what a parent knows hides undefined values inside an instance") {
  Design design;
  Build child(design, "Gate");
  child.output("y", child.mux(child.input("select", 1), child.input("x", 8), child.constant(8, 0)));
  Circuit t(design);
  t.output("hidden", t.instance("a", child, {{"select", t.valid}, {"x", t.data}})[0]);
  CHECK(t.found().empty());
  t.output("seen", t.instance("b", child, {{"select", t.not_(t.valid)}, {"x", t.data}})[0]);
  CHECK(t.found().size() == 1);
}

TEST_CASE("a black box gives defined values") {
  Design design;
  Build box(design, "Box");
  box.output("y", box.input("x", 8));
  box.module().black_box = BlackBox{"box", {}, ""};
  Circuit t(design);
  t.drive(t.state, t.instance("u", box, {{"x", t.data}})[0]);
  CHECK(t.found().empty());
}

TEST_CASE("a chain of 200,000 nodes is followed to its source without recursion") {
  Circuit t;
  NodeId value = t.data;
  for (int i = 0; i < 200000; ++i) value = t.xor_(value, t.constant(8, static_cast<uint64_t>(i) % 255 + 1));
  t.drive(t.state, value);
  const auto found = t.found();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "register `data`"));
}

}  // namespace
}  // namespace burin::passes
