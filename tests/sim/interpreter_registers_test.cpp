// SPDX-License-Identifier: Apache-2.0
//! @file interpreter_registers_test.cpp
//! @brief Registers: edges, resets of all kinds, power-up values (docs/semantics.md, section 5).
#include <doctest/doctest.h>

#include "burin/base/diagnostics.h"
#include "burin/sim/interpreter.h"
#include "support/circuit.h"

namespace burin::sim {
namespace {

using ir::Edge;
using ir::Op;
using ir::ResetKind;
using ir::ResetLevel;
using test::Circuit;

InterpreterOptions powered_up(PowerUp::Kind kind, uint64_t seed = 1) {
  InterpreterOptions options;
  options.power_up.kind = kind;
  options.power_up.seed = seed;
  return options;
}

// q follows d on one clock.
struct Flop : Circuit {
  ir::NodeId d = input("d", 8);
  explicit Flop(Edge edge = Edge::rising) {
    const ir::NodeId q = reg("q", 8, clock_input("clk", edge));
    drive(q, d);
    output("out", q);
  }
};

// The same with a reset of some kind and 0x55 as its value.
struct ResetFlop : Circuit {
  explicit ResetFlop(ResetKind kind, ResetLevel level = ResetLevel::active_high) {
    const ir::NodeId clk = input("clk", 1);
    const ir::NodeId rst = input("rst", 1);
    const ir::NodeId d = input("d", 8);
    const ir::ClockId domain = clock("clk", clk, rst, kind, level);
    const ir::NodeId q = reg("q", 8, domain, Bits(8, 0x55), Bits(8, 0x11));
    const ir::NodeId plain = reg("plain", 8, domain);
    drive(q, d);
    drive(plain, d);
    output("out", q);
    output("plain_out", plain);
  }
};

TEST_CASE("a register takes its next value at the rising edge and at no other time") {
  Flop flop;
  Interpreter engine(flop.design());
  engine.set_u64("d", 7);
  engine.evaluate();
  CHECK(engine.get_u64("out") == 0);
  engine.set_u64("clk", 1);
  engine.evaluate();
  CHECK(engine.get_u64("out") == 7);
  engine.set_u64("d", 9);
  engine.evaluate();
  CHECK(engine.get_u64("out") == 7);
  engine.set_u64("clk", 0);
  engine.evaluate();
  CHECK(engine.get_u64("out") == 7);
  engine.step("clk");
  CHECK(engine.get_u64("out") == 9);
}

TEST_CASE("a register on the falling edge ignores the rising one") {
  Flop flop(Edge::falling);
  Interpreter engine(flop.design());
  engine.set_u64("d", 7);
  engine.set_u64("clk", 1);
  engine.evaluate();
  CHECK(engine.get_u64("out") == 0);
  engine.set_u64("clk", 0);
  engine.evaluate();
  CHECK(engine.get_u64("out") == 7);
}

TEST_CASE("an input that changes together with the clock is seen by its edge") {
  Flop flop;
  Interpreter engine(flop.design());
  engine.set_u64("clk", 1);
  engine.set_u64("d", 3);
  engine.evaluate();
  CHECK(engine.get_u64("out") == 3);
}

TEST_CASE("registers that exchange their values all sample before any changes") {
  Circuit circuit;
  const ir::ClockId clk = circuit.clock_input("clk");
  const ir::NodeId a = circuit.reg("a", 4, clk, {}, Bits(4, 1));
  const ir::NodeId b = circuit.reg("b", 4, clk, {}, Bits(4, 2));
  circuit.drive(a, b);
  circuit.drive(b, a);
  circuit.output("out", circuit.make(Op::cat, {a, b}));
  Interpreter engine(circuit.design());
  CHECK(engine.get_u64("out") == 0x12);
  engine.step("clk");
  CHECK(engine.get_u64("out") == 0x21);
  engine.step("clk", 2);
  CHECK(engine.get_u64("out") == 0x21);
}

TEST_CASE("a register wider than a machine word counts across its words") {
  Circuit circuit;
  Bits start = Bits::ones(100);
  start.set_bit(99, false);
  const ir::NodeId q = circuit.reg("q", 100, circuit.clock_input("clk"), {}, start);
  circuit.drive(q, circuit.make(Op::add, {q, circuit.constant(100, 1)}));
  circuit.output("out", q);
  Interpreter engine(circuit.design());
  engine.step("clk");
  Bits expected(100);
  expected.set_bit(99, true);
  CHECK(engine.get("out") == expected);
}

TEST_CASE("a register of zero width is legal and empty") {
  Circuit circuit;
  const ir::NodeId q = circuit.reg("q", 0, circuit.clock_input("clk"), Bits());
  circuit.drive(q, q);
  circuit.output("out", q);
  circuit.output("same", circuit.make(Op::eq, {q, circuit.input("in", 0)}));
  Interpreter engine(circuit.design());
  engine.set("in", Bits());
  engine.step("clk");
  CHECK(engine.get("out") == Bits());
  CHECK(engine.get_u64("same") == 1);
}

TEST_CASE("a synchronous reset waits for the clock edge and goes before the next value") {
  for (const ResetLevel level : {ResetLevel::active_high, ResetLevel::active_low}) {
    ResetFlop flop(ResetKind::synchronous, level);
    const uint64_t active = level == ResetLevel::active_high ? 1 : 0;
    Interpreter engine(flop.design());
    engine.set_u64("rst", active);
    engine.set_u64("d", 9);
    engine.evaluate();
    CHECK(engine.get_u64("out") == 0x11);
    engine.step("clk");
    CHECK(engine.get_u64("out") == 0x55);
    engine.set_u64("rst", 1 - active);
    engine.evaluate();
    CHECK(engine.get_u64("out") == 0x55);
    engine.step("clk");
    CHECK(engine.get_u64("out") == 9);
  }
}

TEST_CASE("a register without a reset value takes its next value during reset") {
  for (const ResetKind kind : {ResetKind::synchronous, ResetKind::asynchronous}) {
    ResetFlop flop(kind);
    Interpreter engine(flop.design());
    engine.set_u64("rst", 1);
    engine.set_u64("d", 9);
    engine.step("clk");
    CHECK(engine.get_u64("out") == 0x55);
    CHECK(engine.get_u64("plain_out") == 9);
  }
}

TEST_CASE("an asynchronous reset acts without a clock edge and holds as long as it is active") {
  ResetFlop flop(ResetKind::asynchronous);
  Interpreter engine(flop.design());
  CHECK(engine.get_u64("out") == 0x11);
  engine.set_u64("d", 9);
  engine.step("clk");
  CHECK(engine.get_u64("out") == 9);
  engine.set_u64("rst", 1);
  engine.evaluate();
  CHECK(engine.get_u64("out") == 0x55);
  engine.step("clk", 2);
  CHECK(engine.get_u64("out") == 0x55);
  engine.set_u64("rst", 0);
  engine.evaluate();
  CHECK(engine.get_u64("out") == 0x55);
  engine.step("clk");
  CHECK(engine.get_u64("out") == 9);
}

TEST_CASE("an asynchronous reset that is high from time zero resets without any edge") {
  Circuit circuit;
  const ir::NodeId clk = circuit.input("clk", 1);
  const ir::ClockId domain = circuit.clock("clk", clk, circuit.constant(1, 1), ResetKind::asynchronous);
  const ir::NodeId q = circuit.reg("q", 8, domain, Bits(8, 0x55), Bits(8, 0x11));
  circuit.drive(q, circuit.constant(8, 0));
  circuit.output("out", q);
  Interpreter engine(circuit.design());
  CHECK(engine.get_u64("out") == 0x55);
}

TEST_CASE("an active-low asynchronous reset is active at time zero, when all inputs are 0") {
  ResetFlop flop(ResetKind::asynchronous, ResetLevel::active_low);
  Interpreter engine(flop.design());
  CHECK(engine.get_u64("out") == 0x55);
  CHECK(engine.get_u64("plain_out") == 0);
  engine.set_u64("rst", 1);
  engine.set_u64("d", 4);
  engine.step("clk");
  CHECK(engine.get_u64("out") == 4);
}

TEST_CASE("an asynchronous reset that comes together with a clock edge wins") {
  ResetFlop flop(ResetKind::asynchronous);
  Interpreter engine(flop.design());
  engine.set_u64("d", 9);
  engine.set_u64("rst", 1);
  engine.set_u64("clk", 1);
  engine.evaluate();
  CHECK(engine.get_u64("out") == 0x55);
}

TEST_CASE("an asynchronous reset may come from a register, also from one that it resets itself") {
  Circuit circuit;
  const ir::NodeId clk = circuit.input("clk", 1);
  const ir::NodeId full = circuit.wire("full", 1);
  const ir::ClockId domain = circuit.clock("clk", clk, full, ResetKind::asynchronous);
  const ir::NodeId count = circuit.reg("count", 3, domain, Bits(3, 0));
  circuit.drive(full, circuit.make(Op::eq, {count, circuit.constant(3, 5)}));
  circuit.drive(count, circuit.make(Op::add, {count, circuit.constant(3, 1)}));
  circuit.output("out", count);
  Interpreter engine(circuit.design());
  engine.step("clk", 4);
  CHECK(engine.get_u64("out") == 4);
  engine.step("clk");
  CHECK(engine.get_u64("out") == 0);
}

TEST_CASE("asynchronous resets that set each other off settle within one evaluation") {
  Circuit circuit;
  const ir::NodeId clk = circuit.input("clk", 1);
  const ir::NodeId again = circuit.wire("again", 1);
  const ir::ClockId domain = circuit.clock("first", clk, again, ResetKind::asynchronous);
  const ir::NodeId a = circuit.reg("a", 1, domain, Bits(1, 1));
  const ir::ClockId other = circuit.clock("second", clk, a, ResetKind::asynchronous);
  const ir::NodeId b = circuit.reg("b", 1, other, Bits(1, 1));
  const ir::NodeId one = circuit.constant(1, 1);
  circuit.drive(again, circuit.make(Op::bit_xor, {b, one}));
  circuit.drive(a, circuit.constant(1, 0));
  circuit.drive(b, circuit.constant(1, 0));
  circuit.output("out", b);
  Interpreter engine(circuit.design());  // b = 0 resets a to 1, which resets b to 1
  CHECK(engine.get_internal("a") == Bits(1, 1));
  CHECK(engine.get_u64("out") == 1);
}

TEST_CASE("a stated power-up value holds whatever the option says and is not the reset value") {
  for (const PowerUp::Kind kind : {PowerUp::Kind::zeros, PowerUp::Kind::ones, PowerUp::Kind::random}) {
    ResetFlop flop(ResetKind::synchronous);
    Interpreter engine(flop.design(), powered_up(kind));
    CHECK(engine.get_u64("out") == 0x11);
  }
}

TEST_CASE("a register without a power-up value starts as the option says") {
  Circuit circuit;
  const ir::ClockId clk = circuit.clock_input("clk");
  for (const auto& [name, width] : {std::pair{"narrow", 13U}, {"wide", 130U}}) {
    const ir::NodeId q = circuit.reg(name, width, clk);
    circuit.drive(q, q);
    circuit.output(std::string(name) + "_out", q);
  }
  Interpreter zeros(circuit.design(), powered_up(PowerUp::Kind::zeros));
  CHECK(zeros.get("narrow_out") == Bits(13));
  CHECK(zeros.get("wide_out") == Bits(130));
  Interpreter ones(circuit.design(), powered_up(PowerUp::Kind::ones));
  CHECK(ones.get("narrow_out") == Bits::ones(13));
  CHECK(ones.get("wide_out") == Bits::ones(130));

  Interpreter first(circuit.design(), powered_up(PowerUp::Kind::random, 1));
  Interpreter again(circuit.design(), powered_up(PowerUp::Kind::random, 1));
  Interpreter other(circuit.design(), powered_up(PowerUp::Kind::random, 2));
  CHECK(first.get("wide_out") == again.get("wide_out"));
  CHECK(first.get("narrow_out") == again.get("narrow_out"));
  CHECK(first.get("wide_out") != other.get("wide_out"));
  CHECK_FALSE(first.get("wide_out").slice(64, 64).is_zero());
  CHECK(first.get("wide_out").slice(0, 64) != first.get("wide_out").slice(64, 64));
}

TEST_CASE("a random power-up value depends on the seed and the register's name only") {
  Circuit small;
  const ir::NodeId alone = small.reg("q", 40, small.clock_input("clk"));
  small.drive(alone, alone);
  Circuit large;
  const ir::ClockId clk = large.clock_input("clk");
  const ir::NodeId before = large.reg("before", 40, clk);
  const ir::NodeId same = large.reg("q", 40, clk);
  large.drive(before, same);
  large.drive(same, before);
  Interpreter a(small.design(), powered_up(PowerUp::Kind::random, 7));
  Interpreter b(large.design(), powered_up(PowerUp::Kind::random, 7));
  CHECK(a.get_internal("q") == b.get_internal("q"));
  CHECK(b.get_internal("q") != b.get_internal("before"));
}

TEST_CASE("restart brings the power-up state and inputs of 0 back") {
  ResetFlop flop(ResetKind::synchronous);
  Interpreter engine(flop.design(), powered_up(PowerUp::Kind::random, 3));
  const Bits plain = engine.get("plain_out");
  engine.set_u64("d", 9);
  engine.step("clk");
  engine.set_u64("clk", 1);
  CHECK(engine.get_u64("out") == 9);
  engine.restart();
  CHECK(engine.get_u64("out") == 0x11);
  CHECK(engine.get("plain_out") == plain);
  CHECK(engine.get_u64("d") == 0);
  engine.set_u64("clk", 1);
  engine.evaluate();
  CHECK(engine.get_u64("out") == 0);  // the clock was low again, so this was an edge
}

TEST_CASE("a register can be read and overwritten inside the design, and keeps the value until its next edge") {
  Flop flop;
  Interpreter engine(flop.design());
  REQUIRE(engine.can_access_internals());
  engine.set_internal("q", Bits(8, 0x42));
  engine.evaluate();
  CHECK(engine.get_internal("q") == Bits(8, 0x42));
  CHECK(engine.get_u64("out") == 0x42);
  engine.step("clk");
  CHECK(engine.get_u64("out") == 0);
  CHECK_THROWS_AS(engine.set_internal("q", Bits(9, 0x100)), UserError);
  CHECK_THROWS_AS(engine.set_internal("out", Bits(8)), UserError);
  CHECK_THROWS_AS(static_cast<void>(engine.get_internal("missing")), UserError);
}

}  // namespace
}  // namespace burin::sim
