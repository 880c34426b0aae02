// SPDX-License-Identifier: Apache-2.0
//! @file interpreter_hierarchy_test.cpp
//! @brief Instances, pads, black boxes, false loops, and the engine's names (docs/semantics.md, sections 8 and 9).
#include <doctest/doctest.h>

#include "burin/base/diagnostics.h"
#include "burin/sim/interpreter.h"
#include "support/circuit.h"

namespace burin::sim {
namespace {

using ir::Op;
using test::Circuit;

TEST_CASE("instances of instances compute what their bodies would") {
  ir::Design design;
  Circuit adder(design, "adder");
  adder.output("sum", adder.make(Op::add, {adder.input("a", 8), adder.input("b", 8)}));
  Circuit stage(design, "stage");
  {
    const ir::NodeId clk = stage.input("clk", 1);
    const ir::NodeId in = stage.input("in", 8);
    const ir::NodeId q = stage.reg("q", 8, stage.clock("clk", clk));
    stage.drive(q, stage.instance("adder", adder, {{"a", in}, {"b", stage.constant(8, 3)}}).at(0));
    stage.output("out", q);
  }
  Circuit top(design, "top");
  const ir::NodeId clk = top.input("clk", 1);
  const ir::NodeId first = top.instance("first", stage, {{"clk", clk}, {"in", top.input("in", 8)}}).at(0);
  top.output("out", top.instance("second", stage, {{"clk", clk}, {"in", first}}).at(0));

  Interpreter engine(design);
  engine.set_u64("in", 10);
  engine.step("clk", 2);
  CHECK(engine.get_u64("out") == 16);
  CHECK(engine.get_internal("first.q") == Bits(8, 13));
  CHECK(engine.get_internal("second.adder.sum") == Bits(8, 16));
  engine.set_internal("first.q", Bits(8, 100));
  engine.evaluate();
  CHECK(engine.get_internal("second.adder.sum") == Bits(8, 103));
  CHECK(engine.module().instances.empty());
}

TEST_CASE("a clock that a child divides reaches its sibling") {
  ir::Design design;
  Circuit divider(design, "divider");
  {
    const ir::NodeId half = divider.reg("half", 1, divider.clock_input("clk"));
    divider.drive(half, divider.make(Op::bit_not, {half}));
    divider.output("slow", half);
  }
  Circuit counter(design, "counter");
  {
    const ir::NodeId q = counter.reg("q", 8, counter.clock_input("clk"));
    counter.drive(q, counter.make(Op::add, {q, counter.constant(8, 1)}));
    counter.output("count", q);
  }
  Circuit top(design, "top");
  const ir::NodeId clk = top.input("clk", 1);
  const ir::NodeId slow = top.instance("divider", divider, {{"clk", clk}}).at(0);
  top.output("fast_count", top.instance("fast", counter, {{"clk", clk}}).at(0));
  top.output("slow_count", top.instance("slow", counter, {{"clk", slow}}).at(0));
  Interpreter engine(design);
  engine.step("clk", 10);
  CHECK(engine.get_u64("fast_count") == 10);
  CHECK(engine.get_u64("slow_count") == 5);
}

TEST_CASE("a pad reads the design where it drives, else the outside, else 0") {
  Circuit circuit;
  const ir::NodeId pad = circuit.inout("pad", 4);
  circuit.drive_pad(pad, circuit.input("value", 4), circuit.input("enable", 1));
  circuit.output("seen", pad);
  Interpreter engine(circuit.design());
  CHECK(engine.get_u64("seen") == 0);
  engine.set_u64("pad", 5);
  engine.set_u64("value", 10);
  engine.evaluate();
  CHECK(engine.get_u64("seen") == 5);
  CHECK(engine.get_u64("pad") == 5);
  CHECK(engine.get_output_enable(engine.port("pad")) == Bits(4));
  engine.set_u64("enable", 1);
  engine.evaluate();
  CHECK(engine.get_u64("seen") == 10);
  CHECK(engine.get_u64("pad") == 10);
  CHECK(engine.get_output_enable(engine.port("pad")) == Bits::ones(4));
}

TEST_CASE("a pad that the design only reads gives the outside's value, also a wide one that nothing reads") {
  Circuit circuit;
  circuit.inout("pad", 70);
  Interpreter engine(circuit.design());
  engine.set("pad", Bits::ones(70));
  engine.evaluate();
  CHECK(engine.get("pad") == Bits::ones(70));
}

TEST_CASE("open drain: a pad driven with 0 where its own enable says so") {
  Circuit circuit;
  const ir::NodeId pad = circuit.inout("sda", 1);
  circuit.drive_pad(pad, circuit.constant(1, 0), circuit.input("pull", 1));
  Interpreter engine(circuit.design());
  engine.set_u64("sda", 1);
  engine.evaluate();
  CHECK(engine.get_u64("sda") == 1);
  engine.set_u64("pull", 1);
  engine.evaluate();
  CHECK(engine.get_u64("sda") == 0);
}

TEST_CASE("pads passed down to instances are one net; its enabled drivers are or-ed") {
  ir::Design design;
  Circuit cell(design, "cell");
  {
    const ir::NodeId pin = cell.inout("pin", 4);
    cell.drive_pad(pin, cell.input("value", 4), cell.input("enable", 1));
    cell.output("seen", pin);
  }
  Circuit ring(design, "ring");
  {
    const ir::NodeId pin = ring.inout("pin", 4);
    ring.output("seen",
                ring.instance("cell", cell,
                              {{"pin", pin}, {"value", ring.input("value", 4)}, {"enable", ring.input("enable", 1)}})
                    .at(0));
  }
  Circuit top(design, "top");
  const ir::NodeId pad = top.inout("pad", 4);
  std::vector<ir::NodeId> seen;
  for (const std::string name : {"a", "b"}) {
    const ir::NodeId value = top.input(name + "_value", 4);
    const ir::NodeId enable = top.input(name + "_enable", 1);
    top.output(name + "_seen", top.instance(name, ring, {{"pin", pad}, {"value", value}, {"enable", enable}}).at(0));
  }
  Interpreter engine(design);
  engine.set_u64("pad", 0xf);
  engine.set_u64("a_value", 0x3);
  engine.set_u64("b_value", 0x6);
  const auto check = [&engine](uint64_t expected) {
    engine.evaluate();
    CHECK(engine.get_u64("pad") == expected);
    CHECK(engine.get_u64("a_seen") == expected);
    CHECK(engine.get_u64("b_seen") == expected);
  };
  check(0xf);
  engine.set_u64("a_enable", 1);
  check(0x3);
  engine.set_u64("b_enable", 1);
  check(0x7);
  engine.set_u64("a_enable", 0);
  check(0x6);
}

TEST_CASE("an inout of an instance that is connected to nothing reads what it drives, else 0") {
  ir::Design design;
  Circuit cell(design, "cell");
  const ir::NodeId pin = cell.inout("pin", 4);
  cell.drive_pad(pin, cell.constant(4, 9), cell.input("enable", 1));
  cell.output("seen", pin);
  Circuit top(design, "top");
  top.output("seen", top.instance("cell", cell, {{"enable", top.input("enable", 1)}}).at(0));
  Interpreter engine(design);
  CHECK(engine.get_u64("seen") == 0);
  engine.set_u64("enable", 1);
  engine.evaluate();
  CHECK(engine.get_u64("seen") == 9);
}

TEST_CASE("outputs of a black box read 0 until a test bench sets them") {
  ir::Design design;
  Circuit pll(design, "pll");
  pll.module().black_box = ir::BlackBox{"SB_PLL40", {}, ""};
  pll.input("ref", 1);
  pll.output("locked", pll.constant(1, 0));
  pll.module().signals.back().driver = ir::kNone;
  Circuit middle(design, "middle");
  middle.output("locked", middle.instance("pll", pll, {{"ref", middle.input("ref", 1)}}).at(0));
  Circuit top(design, "top");
  top.output("ready", top.instance("middle", middle, {{"ref", top.input("ref", 1)}}).at(0));
  Interpreter engine(design);
  CHECK(engine.get_u64("ready") == 0);
  engine.set_internal("middle.pll_locked", Bits(1, 1));
  engine.evaluate();
  CHECK(engine.get_u64("ready") == 1);
  engine.restart();
  CHECK(engine.get_u64("ready") == 0);
}

TEST_CASE("a design that is a black box cannot be run") {
  Circuit circuit;
  circuit.module().black_box = ir::BlackBox{"x", {}, ""};
  CHECK_THROWS_AS(Interpreter(circuit.design()), UserError);
}

TEST_CASE("a ripple of bits through one wire is no loop") {
  for (const uint32_t width : {4U, 64U, 90U}) {
    Circuit circuit;
    const ir::NodeId a = circuit.input("a", width);
    const ir::NodeId carry = circuit.wire("carry", width + 1);
    const ir::NodeId below = circuit.slice(carry, 0, width);
    // carry[i + 1] = a[i] | carry[i], carry[0] = 0: all ones from the lowest 1 upwards.
    circuit.drive(carry, circuit.make(Op::cat, {circuit.make(Op::bit_or, {a, below}), circuit.constant(1, 0)}));
    circuit.output("out", circuit.slice(carry, 1, width));
    Interpreter engine(circuit.design());
    Bits input(width);
    Bits expected(width);
    input.set_bit(width - 2, true);
    expected.set_bit(width - 2, true);
    expected.set_bit(width - 1, true);
    engine.set("a", input);
    engine.evaluate();
    CHECK(engine.get("out") == expected);
    engine.set("a", Bits(width, 2));
    engine.evaluate();
    expected = Bits::ones(width);
    expected.set_bit(0, false);
    CHECK(engine.get("out") == expected);
  }
}

TEST_CASE("fields of one wire that feed each other through two instances are no loop") {
  ir::Design design;
  Circuit inverter(design, "inverter");
  inverter.output("out", inverter.make(Op::bit_not, {inverter.input("in", 4)}));
  Circuit top(design, "top");
  const ir::NodeId bus = top.wire("bus", 12);
  const ir::NodeId first = top.instance("first", inverter, {{"in", top.slice(bus, 0, 4)}}).at(0);
  const ir::NodeId second = top.instance("second", inverter, {{"in", top.slice(bus, 4, 4)}}).at(0);
  top.drive(bus, top.make(Op::cat, {second, first, top.input("in", 4)}));
  top.output("out", bus);
  Interpreter engine(design);
  engine.set_u64("in", 0x5);
  engine.evaluate();
  CHECK(engine.get_u64("out") == 0x5a5);
}

TEST_CASE("a bit that depends on itself is refused and its signals are named") {
  ir::Design design;
  Circuit inverter(design, "inverter");
  inverter.output("out", inverter.make(Op::bit_not, {inverter.input("in", 1)}));
  Circuit top(design, "top");
  const ir::NodeId ring = top.wire("ring", 1);
  top.drive(ring, top.instance("cell", inverter, {{"in", ring}}).at(0));
  top.output("out", ring);
  try {
    Interpreter engine(design);
    FAIL("the loop was accepted");
  } catch (const UserError& error) {
    const std::string text = error.what();
    CHECK(text.find("'ring'") != std::string::npos);
    CHECK(text.find("'cell.in'") != std::string::npos);
    CHECK(text.find('\n') == std::string::npos);
  }
}

TEST_CASE("a loop through an asynchronous read port is a loop") {
  Circuit circuit;
  const ir::NodeId address = circuit.wire("address", 2);
  const ir::MemoryId memory = circuit.memory("m", 2, 4);
  circuit.drive(address, circuit.read_port(memory, "data", address));
  CHECK_THROWS_AS(Interpreter(circuit.design()), UserError);
}

TEST_CASE("the interpreter leaves the design as it was") {
  ir::Design design;
  Circuit child(design, "child");
  child.output("out", child.make(Op::bit_not, {child.input("in", 4)}));
  Circuit top(design, "top");
  top.output("out", top.instance("c", child, {{"in", top.input("in", 4)}}).at(0));
  const size_t nodes = top.module().node_count();
  const size_t signals = top.module().signals.size();
  Interpreter engine(design);
  CHECK(design.modules.size() == 2);
  CHECK(top.module().node_count() == nodes);
  CHECK(top.module().signals.size() == signals);
  CHECK(top.module().instances.size() == 1);
}

TEST_CASE("ports are listed in the order of declaration, with direction and width") {
  Circuit circuit;
  circuit.input("a", 3);
  circuit.output("b", circuit.constant(70, 1));
  circuit.inout("c", 1);
  circuit.input("z", 0);
  Interpreter engine(circuit.design());
  REQUIRE(engine.ports().size() == 4);
  CHECK(engine.ports()[0].name == "a");
  CHECK(engine.ports()[1].direction == PortDirection::output);
  CHECK(engine.ports()[1].width == 70);
  CHECK(engine.ports()[2].direction == PortDirection::inout);
  CHECK(engine.ports()[3].width == 0);
  CHECK(engine.name() == "interpreter");
  CHECK(engine.get("b") == Bits(70, 1));
}

TEST_CASE("an output shows the last evaluation, an input the value last set") {
  Circuit circuit;
  circuit.output("out", circuit.input("in", 8));
  Interpreter engine(circuit.design());
  engine.set_u64("in", 7);
  CHECK(engine.get_u64("in") == 7);
  CHECK(engine.get_u64("out") == 0);
  engine.evaluate();
  CHECK(engine.get_u64("out") == 7);
}

TEST_CASE("an undriven wire reads 0") {
  Circuit circuit;
  circuit.output("out", circuit.make(Op::bit_not, {circuit.wire("loose", 8)}));
  Interpreter engine(circuit.design());
  CHECK(engine.get_u64("out") == 0xff);
}

}  // namespace
}  // namespace burin::sim
