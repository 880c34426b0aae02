// SPDX-License-Identifier: Apache-2.0
//! @file native_vectors_test.cpp
//! @brief Designs that the native engine updates with vectors: on every tier they do what the interpreter does.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <random>

#include "burin/sim/interpreter.h"
#include "burin/sim/native_engine.h"
#include "support/circuit.h"

namespace burin::sim {
namespace {

using ir::NodeId;
using ir::Op;
using test::Circuit;

NodeId rotated(Circuit& circuit, NodeId value, uint32_t amount) {
  return circuit.make(Op::cat, {circuit.slice(value, 0, amount), circuit.slice(value, amount, 32 - amount)});
}

// What a stage does to its word: a few operations of the kinds that vectors have.
NodeId mixed(Circuit& circuit, NodeId a, NodeId b, uint32_t number) {
  const NodeId sum = circuit.make(Op::add, {rotated(circuit, a, 7), circuit.constant(32, number)});
  const NodeId masked = circuit.make(Op::bit_and, {circuit.make(Op::bit_not, {b}), a});
  const NodeId moved = circuit.make(Op::shr_u, {b, circuit.constant(5, 3)});
  return circuit.make(Op::bit_xor, {circuit.make(Op::sub, {sum, masked}), moved});
}

struct Shape {
  uint32_t stages = 0;
  bool enable = false;  // all stages stand still while it is 0
  bool reset = false;
  bool kept = false;  // the second word of a stage is handed on as it is
};

// Stages of two words; the first stage takes inputs.
void build_pipeline(Circuit& circuit, const Shape& shape) {
  const NodeId clk = circuit.input("clk", 1);
  const NodeId rst = circuit.input("rst", 1);
  const NodeId enable = circuit.input("enable", 1);
  const ir::ClockId clock = circuit.clock("clk", clk, rst, ir::ResetKind::synchronous);
  std::vector<NodeId> a;
  std::vector<NodeId> b;
  for (uint32_t i = 0; i < shape.stages; ++i) {
    std::optional<Bits> reset;
    if (shape.reset) reset = Bits(32, 0x1000 + i);
    a.push_back(circuit.reg(fmt::format("a{}", i), 32, clock, reset, Bits(32, 77 * i)));
    b.push_back(circuit.reg(fmt::format("b{}", i), 32, clock, {}, Bits(32, i << 20)));
  }
  NodeId from_a = circuit.input("in_a", 32);
  NodeId from_b = circuit.input("in_b", 32);
  for (uint32_t i = 0; i < shape.stages; ++i) {
    NodeId next_a = mixed(circuit, from_a, from_b, 0x9e3779b9U * (i + 1));
    NodeId next_b = shape.kept ? from_b : circuit.make(Op::add, {from_a, from_b});
    if (shape.enable) {
      next_a = circuit.make(Op::mux, {enable, next_a, a[i]});
      next_b = circuit.make(Op::mux, {enable, next_b, b[i]});
    }
    circuit.drive(a[i], next_a);
    circuit.drive(b[i], next_b);
    from_a = a[i];
    from_b = b[i];
  }
  circuit.output("out_a", from_a);
  circuit.output("out_b", from_b);
}

// Words side by side that only know themselves and a common input.
void build_lanes(Circuit& circuit, uint32_t count) {
  const ir::ClockId clock = circuit.clock_input("clk");
  const NodeId in = circuit.input("in_a", 32);
  for (uint32_t i = 0; i < count; ++i) {
    const NodeId lane = circuit.reg(fmt::format("lane{}", i), 32, clock, {}, Bits(32, i));
    circuit.drive(lane, mixed(circuit, lane, in, i == 3 ? 0 : 17 * i));
    circuit.output(fmt::format("out{}", i), lane);
  }
}

// A ring: every word takes over its neighbour, the first one the last.
void build_ring(Circuit& circuit, uint32_t count) {
  const ir::ClockId clock = circuit.clock_input("clk");
  const NodeId in = circuit.input("in_a", 32);
  std::vector<NodeId> words;
  for (uint32_t i = 0; i < count; ++i) {
    words.push_back(circuit.reg(fmt::format("w{}", i), 32, clock, {}, Bits(32, i * i)));
  }
  for (uint32_t i = 0; i < count; ++i) {
    const NodeId next = words[(i + 1) % count];
    circuit.drive(words[i], i + 1 == count ? circuit.make(Op::add, {next, in}) : next);
  }
  circuit.output("out", words[0]);
}

// Runs the same stimulus everywhere; compares all registers after each action.
void compare(Circuit& circuit, uint32_t seed) {
  std::vector<std::unique_ptr<Engine>> engines;
  Interpreter expected(circuit.design());
  for (const NativeFeatures features : {NativeFeatures::best, NativeFeatures::avx2, NativeFeatures::plain}) {
    NativeOptions options;
    options.features = features;
    engines.push_back(std::make_unique<NativeEngine>(circuit.design(), options));
  }
  std::mt19937 random(seed);
  for (int round = 0; round < 40; ++round) {
    const uint32_t a = random();
    const uint32_t b = random();
    const bool enable = random() % 3 != 0;
    const bool reset = random() % 10 == 0;
    const uint32_t cycles = random() % 4 == 0 ? 5 : 1;
    const auto act = [&](Engine& engine) {
      engine.set_u64("in_a", a);
      if (engine.has_port("in_b")) engine.set_u64("in_b", b);
      if (engine.has_port("enable")) engine.set_u64("enable", enable ? 1 : 0);
      if (engine.has_port("rst")) engine.set_u64("rst", reset ? 1 : 0);
      engine.step("clk", cycles);
    };
    act(expected);
    for (auto& engine : engines) {
      act(*engine);
      for (const ir::Signal& signal : expected.module().signals) {
        INFO("round ", round, ", signal ", signal.name);
        REQUIRE(expected.get_internal(signal.name) == engine->get_internal(signal.name));
      }
    }
  }
}

TEST_CASE("pipelines of any length, moving and standing, with constants that differ by stage") {
  for (const uint32_t stages : {2U, 7U, 8U, 9U, 15U, 16U, 17U, 24U, 31U, 33U, 63U, 64U, 65U}) {
    for (uint32_t kind = 0; kind < 8; ++kind) {
      INFO(stages, " stages, kind ", kind);
      Shape shape;
      shape.stages = stages;
      shape.enable = (kind & 1) != 0;
      shape.reset = (kind & 2) != 0;
      shape.kept = (kind & 4) != 0;
      Circuit circuit;
      build_pipeline(circuit, shape);
      compare(circuit, stages * 8 + kind);
    }
  }
}

TEST_CASE("lanes that read themselves and a common input") {
  for (const uint32_t count : {7U, 8U, 12U, 16U, 40U}) {
    INFO(count, " lanes");
    Circuit circuit;
    build_lanes(circuit, count);
    compare(circuit, count);
  }
}

TEST_CASE("a ring of registers") {
  for (const uint32_t count : {5U, 9U, 16U, 17U, 50U}) {
    INFO(count, " words");
    Circuit circuit;
    build_ring(circuit, count);
    compare(circuit, count);
  }
}

}  // namespace
}  // namespace burin::sim
