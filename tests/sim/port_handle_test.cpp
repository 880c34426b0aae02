// SPDX-License-Identifier: Apache-2.0
//! @file port_handle_test.cpp
//! @brief Ports found once give and take the same as those looked up each time, whatever else happens in between.
#include <doctest/doctest.h>

#include <memory>
#include <random>
#include <vector>

#include "burin/sim/engine.h"
#include "burin/sim/interpreter.h"
#include "burin/sim/native_engine.h"
#include "support/circuit.h"

namespace burin::sim {
namespace {

using ir::NodeId;
using ir::Op;
using test::Circuit;

// Outputs of state alone, of state and inputs, of an input alone, and of a memory.
void build(Circuit& circuit, bool with_check) {
  const ir::ClockId clk = circuit.clock_input("clk");
  const NodeId data = circuit.input("data", 32);
  const NodeId seen = circuit.input("seen", 8);
  const NodeId enable = circuit.input("enable", 1);
  const NodeId state = circuit.reg("state", 32, clk, {}, Bits(32, 5));
  circuit.drive(state, circuit.make(Op::mux, {enable, circuit.make(Op::add, {state, data}), state}));
  const ir::MemoryId table = circuit.memory("table", 32, 16);
  const NodeId low = circuit.slice(state, 0, 4);
  circuit.write_port(table, clk, low, data, enable);
  circuit.output("plain", state);
  circuit.output("computed", circuit.make(Op::bit_xor, {state, circuit.constant(32, 0x1234)}));
  circuit.output("mixed", circuit.make(Op::add, {low, circuit.slice(seen, 0, 4)}));
  circuit.output("through", seen);
  circuit.output("word", circuit.read_port(table, "read", low));
  if (with_check) {
    circuit.process(ir::ProcessKind::assert_, "state_is_odd", clk, ir::kNone, circuit.slice(state, 0, 1), "even");
  }
}

TEST_CASE("handles do what ports by number do") {
  for (const bool with_check : {false, true}) {
    for (const NativeFeatures features : {NativeFeatures::best, NativeFeatures::plain}) {
      Circuit circuit;
      build(circuit, with_check);
      Interpreter expected(circuit.design());
      NativeOptions options;
      options.features = features;
      NativeEngine engine(circuit.design(), options);
      const std::vector<std::string> outputs = {"plain", "computed", "mixed", "through", "word"};
      std::vector<PortHandle> in;
      std::vector<PortHandle> out;
      for (const char* name : {"data", "seen", "enable"}) in.emplace_back(engine, name);
      for (const std::string& name : outputs) out.emplace_back(engine, name);
      std::vector<PortHandle> slow;  // an engine without places in memory works the same
      for (const char* name : {"data", "seen", "enable"}) slow.emplace_back(expected, name);

      std::mt19937 random(with_check ? 11 : 12);
      std::unique_ptr<Snapshot> snapshot;
      std::unique_ptr<Snapshot> expected_snapshot;
      for (int round = 0; round < 4000; ++round) {
        INFO("round ", round, with_check ? ", with a check" : "");
        const uint64_t values[] = {random(), random() % 256, random() % 2};
        for (size_t i = 0; i < 3; ++i) {
          if (random() % 3 == 0) continue;
          in[i].set(values[i]);
          slow[i].set(values[i]);
        }
        const uint32_t choice = random() % 32;
        const uint32_t cycles = random() % 9 == 0 ? 3 : 1;
        const auto act = [&](Engine& one) {
          if (choice == 0) one.set_internal("state", Bits(32, values[0] ^ 1));
          if (choice == 1) one.poke_memory("table", values[1] % 16, Bits(32, values[0]));
          if (choice == 2) one.evaluate();
          if (choice == 3) one.restart();
          if (choice >= 4 && choice < 24) one.step("clk", cycles);
        };
        act(expected);
        act(engine);
        if (choice == 24) {
          expected_snapshot = expected.snapshot();
          snapshot = engine.snapshot();
        }
        if (choice == 25 && snapshot) {
          expected.restore(*expected_snapshot);
          engine.restore(*snapshot);
        }
        for (size_t i = 0; i < out.size(); ++i) {
          if (random() % 2 == 0) continue;
          CAPTURE(outputs[i]);
          REQUIRE(out[i].get() == expected.get_u64(outputs[i]));
        }
      }
      CHECK(engine.failures() == expected.failures());
      CHECK((engine.failures() != 0) == with_check);
    }
  }
}

}  // namespace
}  // namespace burin::sim
