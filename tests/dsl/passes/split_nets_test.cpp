// SPDX-License-Identifier: Apache-2.0
//! @file split_nets_test.cpp
//! @brief Order of nodes, loops of words and their splitting. That splitting keeps the meaning is tested with the
//! interpreter.
#include "burin/passes/split_nets.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "burin/base/diagnostics.h"
#include "burin/passes/schedule.h"
#include "support/circuit.h"

namespace burin::passes {
namespace {

using ir::kNone;
using ir::NodeId;
using ir::Op;
using test::Circuit;

TEST_CASE("a schedule has every node after what it depends on, through wires too") {
  Circuit circuit;
  const NodeId late = circuit.wire("late", 4);
  const NodeId sum = circuit.make(Op::add, {late, circuit.input("a", 4)});
  circuit.output("out", sum);
  circuit.drive(late, circuit.make(Op::bit_not, {circuit.input("b", 4)}));
  const Schedule result = schedule(circuit.module());
  CHECK(result.loops.empty());
  const auto position = [&result](NodeId node) {
    return std::find(result.order.begin(), result.order.end(), node) - result.order.begin();
  };
  for (const NodeId node : result.order) {
    for (uint32_t i = 0; dependency(circuit.module(), node, i) != kNone; ++i) {
      CHECK(position(dependency(circuit.module(), node, i)) < position(node));
    }
  }
  CHECK(position(circuit.module().signals[circuit.signal(late)].driver) < position(late));
}

TEST_CASE("registers, synchronous read ports and outputs of instances end a path") {
  Circuit circuit;
  const ir::ClockId clk = circuit.clock_input("clk");
  const NodeId q = circuit.reg("q", 2, clk);
  const ir::MemoryId memory = circuit.memory("m", 2, 4);
  const NodeId data = circuit.sync_read_port(memory, "data", clk, q);
  circuit.drive(q, circuit.make(Op::add, {q, data}));
  CHECK(schedule(circuit.module()).loops.empty());
  CHECK_FALSE(split_nets(circuit.module()));
}

TEST_CASE("a wire that drives itself is a loop") {
  Circuit circuit;
  const NodeId w = circuit.wire("w", 1);
  circuit.drive(w, w);
  CHECK(schedule(circuit.module()).loops.size() == 1);
  CHECK_THROWS_AS(split_nets(circuit.module()), UserError);
}

TEST_CASE("the message names the signals of the loop and no others, in one line") {
  Circuit circuit;
  const NodeId a = circuit.wire("alpha", 4);
  const NodeId b = circuit.wire("beta", 4);
  const NodeId c = circuit.wire("gamma", 4);
  circuit.drive(a, circuit.make(Op::bit_not, {b}));
  circuit.drive(b, circuit.make(Op::bit_not, {a}));
  circuit.drive(c, circuit.make(Op::bit_not, {a}));
  try {
    split_nets(circuit.module());
    FAIL("the loop was accepted");
  } catch (const UserError& error) {
    CHECK(std::string(error.what()) == "combinational loop through 'alpha', 'beta': put a register into it");
  }
}

TEST_CASE("a wire is cut where its parts depend on each other and nowhere else") {
  Circuit circuit;
  const NodeId bus = circuit.wire("bus", 12);
  const NodeId inverted = circuit.make(Op::bit_not, {circuit.slice(bus, 0, 4)});
  circuit.drive(bus, circuit.make(Op::cat, {circuit.input("high", 4), inverted, circuit.input("low", 4)}));
  circuit.output("out", bus);
  const size_t nodes = circuit.module().node_count();
  REQUIRE(schedule(circuit.module()).loops.size() == 1);
  CHECK(split_nets(circuit.module()));
  CHECK(schedule(circuit.module()).loops.empty());
  std::vector<std::string> made;
  for (const ir::Signal& signal : circuit.module().signals) {
    if (!signal.generated_name) continue;
    made.push_back(signal.name);
    CHECK(signal.driver != kNone);
  }
  CHECK(made == std::vector<std::string>{"bus_3_0", "bus_7_4", "bus_11_8"});
  CHECK(circuit.module().node_count() > nodes);
  CHECK(circuit.module().signals[circuit.signal(bus)].width == 12);
  CHECK_FALSE(split_nets(circuit.module()));
}

TEST_CASE("names of parts do not clash with signals that are there") {
  Circuit circuit;
  const NodeId taken = circuit.wire("w_0_0", 1);
  circuit.drive(taken, circuit.constant(1, 0));
  const NodeId w = circuit.wire("w", 2);
  circuit.drive(w, circuit.make(Op::cat, {circuit.slice(w, 0, 1), circuit.input("a", 1)}));
  REQUIRE(split_nets(circuit.module()));
  CHECK(circuit.module().find_signal("w_0_0_") != kNone);
  CHECK(circuit.module().find_signal("w_1_1") != kNone);
}

TEST_CASE("long chains of wires and wide ripples take no deep recursion and no long time") {
  const auto start = std::chrono::steady_clock::now();
  {
    Circuit chain;
    NodeId value = chain.input("a", 1);
    std::vector<NodeId> wires;
    for (uint32_t i = 0; i < 200'000; ++i) wires.push_back(chain.wire(fmt::format("w{}", i), 1));
    for (const NodeId wire : wires) {
      chain.drive(wire, chain.make(Op::bit_not, {value}));
      value = wire;
    }
    chain.output("out", value);
    CHECK_FALSE(split_nets(chain.module()));
  }
  {
    Circuit ripple;
    constexpr uint32_t kWidth = 4096;
    const NodeId w = ripple.wire("w", kWidth);
    const NodeId moved = ripple.make(Op::cat, {ripple.slice(w, 0, kWidth - 1), ripple.input("in", 1)});
    ripple.drive(w, ripple.make(Op::bit_xor, {moved, ripple.input("a", kWidth)}));
    ripple.output("out", w);
    CHECK(split_nets(ripple.module()));
    CHECK(schedule(ripple.module()).loops.empty());
  }
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
}

}  // namespace
}  // namespace burin::passes
