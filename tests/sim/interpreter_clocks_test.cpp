// SPDX-License-Identifier: Apache-2.0
//! @file interpreter_clocks_test.cpp
//! @brief Several clocks, gated and derived ones, and what counts as an edge (docs/semantics.md, section 4).
#include <doctest/doctest.h>

#include "burin/base/diagnostics.h"
#include "burin/sim/interpreter.h"
#include "support/circuit.h"

namespace burin::sim {
namespace {

using ir::Op;
using test::Circuit;

// A register that counts the edges of its clock.
ir::NodeId counter(Circuit& circuit, const std::string& name, ir::ClockId clock) {
  const ir::NodeId q = circuit.reg(name, 8, clock);
  circuit.drive(q, circuit.make(Op::add, {q, circuit.constant(8, 1)}));
  circuit.output(name + "_out", q);
  return q;
}

TEST_CASE("two clocks tick by themselves") {
  Circuit circuit;
  counter(circuit, "a", circuit.clock_input("clk_a"));
  counter(circuit, "b", circuit.clock_input("clk_b"));
  Interpreter engine(circuit.design());
  engine.step("clk_a", 3);
  engine.step("clk_b", 5);
  CHECK(engine.get_u64("a_out") == 3);
  CHECK(engine.get_u64("b_out") == 5);
}

TEST_CASE("edges of two clocks in one evaluation happen at the same time") {
  Circuit circuit;
  const ir::NodeId a = circuit.reg("a", 8, circuit.clock_input("clk_a"), {}, Bits(8, 1));
  const ir::NodeId b = circuit.reg("b", 8, circuit.clock_input("clk_b"), {}, Bits(8, 2));
  circuit.drive(a, b);
  circuit.drive(b, a);
  Interpreter engine(circuit.design());
  engine.set_u64("clk_a", 1);
  engine.set_u64("clk_b", 1);
  engine.evaluate();
  CHECK(engine.get_internal("a") == Bits(8, 2));
  CHECK(engine.get_internal("b") == Bits(8, 1));
}

TEST_CASE("both edges of one clock input can be used") {
  Circuit circuit;
  const ir::NodeId clk = circuit.input("clk", 1);
  counter(circuit, "up", circuit.clock("up", clk));
  counter(circuit, "down", circuit.clock("down", clk, ir::Edge::falling));
  Interpreter engine(circuit.design());
  engine.step("clk", 4);
  engine.set_u64("clk", 1);
  engine.evaluate();
  CHECK(engine.get_u64("up_out") == 5);
  CHECK(engine.get_u64("down_out") == 4);
}

TEST_CASE("no clock fires at time zero, not even one that is 1 then") {
  Circuit circuit;
  const ir::NodeId clk = circuit.input("clk", 1);
  counter(circuit, "inverted", circuit.clock("inverted", circuit.make(Op::bit_not, {clk})));
  counter(circuit, "high", circuit.clock("high", circuit.constant(1, 1)));
  Interpreter engine(circuit.design());
  engine.evaluate();
  CHECK(engine.get_u64("inverted_out") == 0);
  CHECK(engine.get_u64("high_out") == 0);
  engine.step("clk");
  CHECK(engine.get_u64("inverted_out") == 1);
}

TEST_CASE("a change that is taken back before the evaluation is no edge") {
  Circuit circuit;
  counter(circuit, "a", circuit.clock_input("clk"));
  Interpreter engine(circuit.design());
  engine.set_u64("clk", 1);
  engine.set_u64("clk", 0);
  engine.evaluate();
  CHECK(engine.get_u64("a_out") == 0);
}

TEST_CASE("a gated clock fires together with its source and sees the values from before the edge") {
  Circuit circuit;
  const ir::NodeId clk = circuit.input("clk", 1);
  const ir::NodeId enable = circuit.input("enable", 1);
  const ir::NodeId source = counter(circuit, "source", circuit.clock("clk", clk));
  const ir::ClockId gated = circuit.clock("gated", circuit.make(Op::bit_and, {clk, enable}));
  const ir::NodeId copy = circuit.reg("copy", 8, gated);
  circuit.drive(copy, source);
  circuit.output("copy_out", copy);
  Interpreter engine(circuit.design());
  engine.step("clk", 3);
  CHECK(engine.get_u64("copy_out") == 0);
  engine.set_u64("enable", 1);
  engine.step("clk");
  CHECK(engine.get_u64("source_out") == 4);
  CHECK(engine.get_u64("copy_out") == 3);
}

TEST_CASE("a clock made by a register fires after it and sees the new values") {
  Circuit circuit;
  const ir::ClockId clk = circuit.clock_input("clk");
  const ir::NodeId source = counter(circuit, "source", clk);
  const ir::NodeId half = circuit.reg("half", 1, clk);
  circuit.drive(half, circuit.make(Op::bit_not, {half}));
  const ir::ClockId divided = circuit.clock("divided", half);
  const ir::NodeId copy = circuit.reg("copy", 8, divided);
  circuit.drive(copy, source);
  circuit.output("copy_out", copy);
  Interpreter engine(circuit.design());
  engine.step("clk");
  CHECK(engine.get_u64("copy_out") == 1);
  engine.step("clk");
  CHECK(engine.get_u64("copy_out") == 1);
  engine.step("clk");
  CHECK(engine.get_u64("copy_out") == 3);
}

TEST_CASE("a clock that drives itself is reported by name") {
  Circuit circuit;
  const ir::NodeId start = circuit.input("start", 1);
  const ir::NodeId ring = circuit.wire("ring", 1);
  const ir::ClockId clock = circuit.clock("ring_clock", ring);
  const ir::NodeId q = circuit.reg("q", 1, clock);
  circuit.drive(q, circuit.make(Op::bit_not, {q}));
  const ir::ClockId falling = circuit.clock("ring_clock_n", ring, ir::Edge::falling);
  const ir::NodeId p = circuit.reg("p", 1, falling);
  circuit.drive(p, circuit.make(Op::bit_not, {p}));
  // Each edge of the ring changes q or p, and that is the next edge.
  circuit.drive(ring, circuit.make(Op::bit_and, {start, circuit.make(Op::eq, {q, p})}));
  Interpreter engine(circuit.design());
  engine.set_u64("start", 1);
  try {
    engine.evaluate();
    FAIL("the design settled");
  } catch (const UserError& error) {
    CHECK(std::string(error.what()).find("ring_clock") != std::string::npos);
  }
}

TEST_CASE("data that depend on the clock itself are sampled with its new level") {
  Circuit circuit;
  const ir::NodeId clk = circuit.input("clk", 1);
  const ir::NodeId q = circuit.reg("q", 1, circuit.clock("clk", clk));
  circuit.drive(q, clk);
  circuit.output("out", q);
  Interpreter engine(circuit.design());
  engine.step("clk");
  CHECK(engine.get_u64("out") == 1);
}

TEST_CASE("logic that hangs on two clock inputs follows both") {
  Circuit circuit;
  const ir::NodeId a = circuit.input("a", 1);
  const ir::NodeId b = circuit.input("b", 1);
  counter(circuit, "on_a", circuit.clock("a", a));
  counter(circuit, "on_b", circuit.clock("b", b));
  circuit.output("both", circuit.make(Op::bit_and, {a, b}));
  Interpreter engine(circuit.design());
  engine.set_u64("a", 1);
  engine.set_u64("b", 1);
  engine.evaluate();
  CHECK(engine.get_u64("both") == 1);
  engine.set_u64("b", 0);
  engine.evaluate();
  CHECK(engine.get_u64("both") == 0);
}

}  // namespace
}  // namespace burin::sim
