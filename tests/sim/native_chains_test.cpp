// SPDX-License-Identifier: Apache-2.0
//! @file native_chains_test.cpp
//! @brief Shift registers, which the native engine keeps as windows that move: inside and outside see what they should.
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

struct Shape {
  uint32_t length = 16;
  bool enable = false;    // it stands still while `enable` is 0
  bool load = false;      // it is filled from inputs while `load` is 1
  bool feedback = false;  // what enters is computed from a few of its words
  bool backwards = false;
  uint32_t beside = 0;  // registers of a shorter one that moves under the same conditions; a sum enters it
  bool second = false;  // another one as long as the first, under the same conditions
  enum class Reset : uint8_t { none, synchronous, asynchronous } reset = Reset::none;
};

// The words in the order in which they move: each takes over the next one.
void build(Circuit& circuit, const Shape& shape) {
  const NodeId clk = circuit.input("clk", 1);
  const NodeId rst = circuit.input("rst", 1);
  const NodeId enable = circuit.input("enable", 1);
  const NodeId load = circuit.input("load", 1);
  const NodeId in = circuit.input("in", 32);
  const bool resets = shape.reset != Shape::Reset::none;
  const ir::ClockId clock = resets
                                ? circuit.clock("clk", clk, rst,
                                                shape.reset == Shape::Reset::synchronous ? ir::ResetKind::synchronous
                                                                                         : ir::ResetKind::asynchronous)
                                : circuit.clock("clk", clk);
  const auto registers = [&](const char* name, uint32_t count) {
    std::vector<NodeId> words;
    for (uint32_t i = 0; i < count; ++i) {
      std::optional<Bits> reset;
      if (resets) reset = Bits(32, 1000 + i);
      words.push_back(circuit.reg(fmt::format("{}{}", name, i), 32, clock, reset, Bits(32, i * 3)));
    }
    if (shape.backwards) std::reverse(words.begin(), words.end());
    return words;
  };
  const auto drive = [&](const std::vector<NodeId>& words, NodeId enters) {
    for (uint32_t i = 0; i < words.size(); ++i) {
      NodeId next = i + 1 < words.size() ? words[i + 1] : enters;
      if (shape.enable) next = circuit.make(Op::mux, {enable, next, words[i]});
      if (shape.load) {
        const NodeId own = circuit.make(Op::add, {in, circuit.constant(32, i)});
        next = circuit.make(Op::mux, {load, own, next});
      }
      circuit.drive(words[i], next);
    }
  };
  const std::vector<NodeId> words = registers("w", shape.length);
  const NodeId feedback = circuit.make(Op::add, {circuit.make(Op::bit_xor, {words[0], in}), words[shape.length / 2]});
  drive(words, shape.feedback ? feedback : in);
  NodeId sum = circuit.make(Op::add, {words[0], words[shape.length - 1]});
  if (shape.beside != 0) {
    const std::vector<NodeId> beside = registers("b", shape.beside);
    NodeId enters = words[1];
    for (const NodeId word : beside) enters = circuit.make(Op::add, {enters, word});
    drive(beside, enters);
    sum = circuit.make(Op::bit_xor, {sum, circuit.make(Op::sub, {beside[0], beside[shape.beside - 1]})});
  }
  if (shape.second) {
    const std::vector<NodeId> second = registers("s", shape.length);
    drive(second, circuit.make(Op::add, {in, second[0]}));
    sum = circuit.make(Op::bit_xor, {sum, second[0]});
  }
  circuit.output("first", words[0]);
  circuit.output("sum", sum);
}

// All engines do the same; what is compared when and how the state is reached from outside is left to chance, too.
void compare(Circuit& circuit, uint32_t seed) {
  Interpreter expected(circuit.design());
  std::vector<std::unique_ptr<NativeEngine>> engines;
  for (const NativeFeatures features : {NativeFeatures::best, NativeFeatures::avx2, NativeFeatures::plain}) {
    NativeOptions options;
    options.features = features;
    engines.push_back(std::make_unique<NativeEngine>(circuit.design(), options));
  }
  std::mt19937 random(seed);
  std::vector<std::unique_ptr<Snapshot>> snapshots;
  std::unique_ptr<Snapshot> expected_snapshot;
  for (int round = 0; round < 400; ++round) {
    INFO("round ", round);
    const uint32_t in = random();
    const bool enable = random() % 4 != 0;
    const bool load = random() % 50 == 0;
    const bool reset = random() % 90 == 0;
    const uint32_t cycles = random() % 8 == 0 ? random() % 40 : 1;
    const uint32_t choice = random() % 40;
    const std::string word = fmt::format("w{}", random() % 8);
    const auto act = [&](Engine& engine) {
      engine.set_u64("in", in);
      engine.set_u64("enable", enable ? 1 : 0);
      engine.set_u64("load", load ? 1 : 0);
      engine.set_u64("rst", reset ? 1 : 0);
      engine.step("clk", cycles);
      if (choice == 0) engine.set_internal(word, Bits(32, in / 3));
      if (choice == 1) engine.restart();
    };
    act(expected);
    for (auto& engine : engines) act(*engine);
    if (choice == 2) {
      expected_snapshot = expected.snapshot();
      snapshots.clear();
      for (auto& engine : engines) snapshots.push_back(engine->snapshot());
    }
    if (choice == 3 && expected_snapshot) {
      expected.restore(*expected_snapshot);
      for (size_t i = 0; i < engines.size(); ++i) engines[i]->restore(*snapshots[i]);
    }
    const bool looks_inside = random() % 10 == 0;
    for (auto& engine : engines) {
      for (const char* port : {"first", "sum"}) REQUIRE(engine->get_u64(port) == expected.get_u64(port));
      if (!looks_inside) continue;
      for (const ir::Signal& signal : expected.module().signals) {
        INFO("signal ", signal.name);
        REQUIRE(expected.get_internal(signal.name) == engine->get_internal(signal.name));
      }
    }
  }
}

TEST_CASE("shift registers of any length, standing, loaded, with feedback and resets") {
  for (const uint32_t length : {8U, 9U, 16U, 33U, 64U, 200U}) {
    for (uint32_t kind = 0; kind < 16; ++kind) {
      for (const auto reset : {Shape::Reset::none, Shape::Reset::synchronous, Shape::Reset::asynchronous}) {
        if (length > 33 && kind % 5 != 0) continue;
        INFO(length, " words, kind ", kind, ", reset ", static_cast<int>(reset));
        Circuit circuit;
        build(circuit, {.length = length,
                        .enable = (kind & 1) != 0,
                        .load = (kind & 2) != 0,
                        .feedback = (kind & 4) != 0,
                        .backwards = (kind & 8) != 0,
                        .reset = reset});
        compare(circuit, length * 64 + kind);
      }
    }
  }
}

TEST_CASE("shift registers that move together") {
  for (uint32_t kind = 0; kind < 32; ++kind) {
    for (const uint32_t beside : {0U, 2U, 3U, 5U}) {
      const bool second = (kind & 16) != 0;
      if (beside == 0 && !second) continue;
      const Shape shape = {.length = 9 + kind,
                           .enable = (kind & 1) != 0,
                           .load = (kind & 2) != 0,
                           .feedback = (kind & 4) != 0,
                           .backwards = (kind & 8) != 0,
                           .beside = beside,
                           .second = second,
                           .reset = static_cast<Shape::Reset>(kind % 3)};
      INFO(shape.length, " words, kind ", kind, ", beside ", beside);
      Circuit circuit;
      build(circuit, shape);
      compare(circuit, kind * 8 + beside);
    }
  }
}

TEST_CASE("watched shift registers stay where they are said to be") {
  Circuit circuit;
  build(circuit, {.length = 12, .enable = true, .feedback = true});
  Interpreter expected(circuit.design());
  NativeEngine engine(circuit.design());
  std::vector<std::string> paths;
  for (uint32_t i = 0; i < 12; ++i) paths.push_back(fmt::format("w{}", i));
  const std::vector<Storage> places = engine.watch(paths);
  for (uint32_t cycle = 0; cycle < 300; ++cycle) {
    for (Engine* one : {static_cast<Engine*>(&expected), static_cast<Engine*>(&engine)}) {
      one->set_u64("in", cycle * 77);
      one->set_u64("enable", cycle % 3 != 0 ? 1 : 0);
      one->step("clk");
    }
    for (size_t i = 0; i < paths.size(); ++i) {
      REQUIRE(places[i].size == 4);
      REQUIRE(*static_cast<const uint32_t*>(places[i].data) == expected.get_internal(paths[i]).to_uint64());
    }
  }
}

}  // namespace
}  // namespace burin::sim
