// SPDX-License-Identifier: Apache-2.0
//! @file interpreter_processes_test.cpp
//! @brief Assertions, assumptions, covers and prints (docs/semantics.md, section 7).
#include <doctest/doctest.h>

#include "burin/sim/interpreter.h"
#include "support/circuit.h"

namespace burin::sim {
namespace {

using ir::ProcessKind;
using test::Circuit;

// One process of `kind` whose enable, condition and reset are inputs.
struct Checked : Circuit {
  explicit Checked(ProcessKind kind, ir::ResetKind reset = ir::ResetKind::synchronous) {
    const ir::NodeId clk = input("clk", 1);
    const ir::ClockId domain = clock("clk", clk, input("rst", 1), reset);
    ir::Process& made = process(kind, "check_0", domain, input("enable", 1), input("condition", 1), "level is low");
    made.location = design().locations.intern("tank.cpp", 42, 7);
  }
};

TEST_CASE("an assertion that fails reports its message, place and name, and the engine goes on") {
  Checked design(ProcessKind::assert_);
  Interpreter engine(design.design());
  engine.set_u64("enable", 1);
  engine.set_u64("condition", 1);
  engine.step("clk");
  CHECK(engine.events().empty());
  engine.set_u64("condition", 0);
  engine.step("clk", 2);
  REQUIRE(engine.events().size() == 2);
  const Event& event = engine.events().front();
  CHECK(event.kind == EventKind::assertion);
  CHECK(event.text == "level is low");
  CHECK(event.location == "tank.cpp:42");
  CHECK(event.name == "check_0");
  CHECK(engine.failures() == 2);
}

TEST_CASE("an assumption that fails is told from an assertion and counts as a failure") {
  Checked design(ProcessKind::assume);
  Interpreter engine(design.design());
  engine.set_u64("enable", 1);
  engine.step("clk");
  REQUIRE(engine.events().size() == 1);
  CHECK(engine.events().front().kind == EventKind::assumption);
  CHECK(engine.failures() == 1);
}

TEST_CASE("a check is silent while its enable is 0 and while the reset is active") {
  for (const ir::ResetKind kind : {ir::ResetKind::synchronous, ir::ResetKind::asynchronous}) {
    Checked design(ProcessKind::assert_, kind);
    Interpreter engine(design.design());
    engine.step("clk");
    engine.set_u64("enable", 1);
    engine.set_u64("rst", 1);
    engine.step("clk");
    CHECK(engine.failures() == 0);
    engine.set_u64("rst", 0);
    engine.step("clk");
    CHECK(engine.failures() == 1);
  }
}

TEST_CASE("a check speaks at the edge only") {
  Checked design(ProcessKind::assert_);
  Interpreter engine(design.design());
  engine.set_u64("enable", 1);
  engine.evaluate();
  engine.evaluate();
  CHECK(engine.failures() == 0);
  engine.set_u64("clk", 1);
  engine.evaluate();
  engine.set_u64("clk", 0);
  engine.evaluate();
  CHECK(engine.failures() == 1);
}

TEST_CASE("a cover reports its first hit and counts all of them") {
  Checked design(ProcessKind::cover);
  Interpreter engine(design.design());
  engine.set_u64("condition", 1);
  engine.step("clk", 2);
  CHECK(engine.cover_counts().at(0).hits == 0);
  engine.set_u64("enable", 1);
  engine.step("clk", 3);
  engine.set_u64("condition", 0);
  engine.step("clk", 3);
  REQUIRE(engine.cover_counts().size() == 1);
  CHECK(engine.cover_counts().at(0).hits == 3);
  CHECK(engine.cover_counts().at(0).name == "check_0");
  CHECK(engine.cover_counts().at(0).location == "tank.cpp:42");
  REQUIRE(engine.events().size() == 1);
  CHECK(engine.events().front().kind == EventKind::cover);
  CHECK(engine.failures() == 0);
}

TEST_CASE("a print formats its arguments in decimal, hexadecimal and binary, by their types") {
  Circuit circuit;
  const ir::ClockId clk = circuit.clock_input("clk");
  const ir::NodeId value = circuit.input("value", 9);
  const ir::NodeId wide = circuit.input("wide", 68);
  const ir::NodeId none = circuit.input("none", 0);
  ir::Process& print = circuit.process(ProcessKind::print, "print_0", clk, circuit.constant(1, 1), ir::kNone,
                                       "u {} s {} x {:x} b {:b} w {:x} {} {} z {}[{:x}{:b}] {? } {");
  print.arguments = {value, value, value, value, wide, wide, wide, none, none, none};
  ir::Design& design = circuit.design();
  const ir::TypeId s9 = design.signed_type(9);
  const ir::TypeId s68 = design.signed_type(68);
  print.argument_types = {
      design.unsigned_type(9), s9,        s9,       ir::kNone, ir::kNone, design.unsigned_type(68), s68,
      design.signed_type(0),   ir::kNone, ir::kNone};
  Interpreter engine(design);
  engine.set_u64("value", 0x1f0);
  engine.set("wide", Bits::ones(68));
  engine.step("clk");
  REQUIRE(engine.events().size() == 1);
  CHECK(engine.events().front().kind == EventKind::print);
  CHECK(engine.events().front().text ==
        "u 496 s -16 x 1f0 b 111110000 w fffffffffffffffff 295147905179352825855 -1 z 0[] {? } {");
}

TEST_CASE("checks see the values from before the edge") {
  Circuit circuit;
  const ir::ClockId clk = circuit.clock_input("clk");
  const ir::NodeId q = circuit.reg("q", 8, clk);
  circuit.drive(q, circuit.make(ir::Op::add, {q, circuit.constant(8, 1)}));
  ir::Process& print = circuit.process(ProcessKind::print, "p", clk, ir::kNone, ir::kNone, "q={}");
  print.arguments = {q};
  Interpreter engine(circuit.design());
  std::vector<std::string> lines;
  engine.set_event_handler([&lines](const Event& event) { lines.push_back(event.text); });
  engine.step("clk", 3);
  CHECK(lines == std::vector<std::string>{"q=0", "q=1", "q=2"});
  CHECK(engine.events().empty());
}

TEST_CASE("checks of one edge speak in the order of the text, an instance after its parent") {
  ir::Design design;
  Circuit child(design, "child");
  const ir::ClockId child_clock = child.clock_input("clk");
  child.process(ProcessKind::print, "p", child_clock, ir::kNone, ir::kNone, "child");
  Circuit top(design, "top");
  const ir::NodeId clk = top.input("clk", 1);
  top.instance("first", child, {{"clk", clk}});
  top.instance("second", child, {{"clk", clk}});
  const ir::ClockId clock = top.clock("clk", clk);
  top.process(ProcessKind::print, "a", clock, ir::kNone, ir::kNone, "parent a");
  top.process(ProcessKind::print, "b", clock, ir::kNone, ir::kNone, "parent b");
  Interpreter engine(design);
  engine.step("clk");
  std::vector<std::string> names;
  for (const Event& event : engine.events()) names.push_back(event.name);
  CHECK(names == std::vector<std::string>{"a", "b", "first.p", "second.p"});
}

}  // namespace
}  // namespace burin::sim
