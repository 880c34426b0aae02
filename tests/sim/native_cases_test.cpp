// SPDX-License-Identifier: Apache-2.0
//! @file native_cases_test.cpp
//! @brief Decoders and state machines, of which the native engine makes a body for each case: same state, same events.
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

// A machine whose instruction decides what its registers become, drawn at random: fields compared with constants alone
// and together, choices by a field, enables, a memory with masks, checks that speak in some cases only.
class Machine {
 public:
  explicit Machine(uint32_t seed) : random_(seed) {
    clk_ = c_.input("clk", 1);
    rst_ = c_.input("rst", 1);
    instruction_ = c_.input("instruction", 32);
    clock_ = c_.clock("clk", clk_, rst_, ir::ResetKind::synchronous);
    for (uint32_t i = 0; i < 6; ++i) {
      const uint32_t width = i == 0 ? 3 : 8 * (1 + random_() % 10);
      std::optional<Bits> reset;
      if (random_() % 3 != 0) reset = Bits(width, i);
      registers_.push_back(c_.reg(fmt::format("r{}", i), width, clock_, reset, Bits(width, 5 * i)));
    }
    opcode_ = c_.slice(instruction_, 2, 5);
    function_ = c_.slice(instruction_, 12, 3);
    const ir::MemoryId memory = c_.memory("memory", 32, 24);
    const NodeId address = c_.slice(instruction_, 20, 5);
    word_ = c_.read_port(memory, "word", address);
    c_.write_port(memory, clock_, address, value(32, 2), condition(), c_.slice(instruction_, 7, 4));
    for (const NodeId reg : registers_) c_.drive(reg, choice(c_.module().width(reg), reg));
    for (uint32_t i = 0; i < 3; ++i) {
      ir::Process& check =
          c_.process(ir::ProcessKind::assert_, fmt::format("check{}", i), clock_, condition(), condition(), "saw {}");
      check.arguments.push_back(registers_[i]);
      check.argument_types.push_back(ir::kNone);
    }
    for (size_t i = 0; i < registers_.size(); ++i) c_.output(fmt::format("o{}", i), registers_[i]);
    c_.output("parity", c_.make(Op::reduce_xor, {registers_[1]}));
  }

  [[nodiscard]] ir::Design& design() { return c_.design(); }

 private:
  NodeId fitted(NodeId node, uint32_t width) {
    const uint32_t own = c_.module().width(node);
    if (own == width) return node;
    if (own > width) return c_.slice(node, 0, width);
    return c_.make(Op::cat, {c_.constant(width - own, 0), node});
  }

  NodeId value(uint32_t width, int depth) {
    switch (random_() % (depth > 0 ? 7 : 3)) {
      case 0:
        return fitted(instruction_, width);
      case 1:
        return fitted(registers_[random_() % registers_.size()], width);
      case 2:
        return fitted(word_ == ir::kNone ? instruction_ : word_, width);
      case 3:
        return c_.make(Op::add, {value(width, depth - 1), value(width, depth - 1)});
      case 4:
        return c_.make(Op::bit_xor, {value(width, depth - 1), value(width, depth - 1)});
      case 5: {
        std::vector<NodeId> operands = {function_};
        for (uint32_t i = 0, count = 2 + random_() % 7; i < count; ++i) operands.push_back(value(width, depth - 1));
        return c_.module().make(Op::select, operands);
      }
      default:
        return c_.make(Op::mux, {condition(), value(width, depth - 1), value(width, depth - 1)});
    }
  }

  NodeId condition() {
    const NodeId opcode = c_.make(Op::eq, {opcode_, c_.constant(5, random_() % 6)});
    switch (random_() % 6) {
      case 0:
        return c_.make(Op::bit_and, {opcode, c_.make(Op::ne, {function_, c_.constant(3, random_() % 8)})});
      case 1:
        return c_.make(Op::bit_or, {opcode, c_.make(Op::eq, {opcode_, c_.constant(5, 6 + random_() % 6)})});
      case 2:
        return c_.make(Op::eq, {registers_[0], c_.constant(3, random_() % 8)});
      case 3:
        return c_.slice(instruction_, 12 + random_() % 3, 1);
      default:
        return opcode;
    }
  }

  NodeId choice(uint32_t width, NodeId keep) {
    NodeId result = random_() % 2 == 0 ? keep : value(width, 2);
    for (uint32_t i = 0, count = 2 + random_() % 8; i < count; ++i) {
      result = c_.make(Op::mux, {condition(), value(width, 2), result});
    }
    return result;
  }

  std::mt19937 random_;
  Circuit c_;
  NodeId clk_ = 0;
  NodeId rst_ = 0;
  NodeId instruction_ = 0;
  NodeId opcode_ = 0;
  NodeId function_ = 0;
  NodeId word_ = ir::kNone;
  ir::ClockId clock_ = 0;
  std::vector<NodeId> registers_;
};

TEST_CASE("machines that decode do what the interpreter does, and say the same") {
  for (uint32_t seed = 1; seed <= 60; ++seed) {
    INFO("seed ", seed);
    Machine machine(seed);
    Interpreter expected(machine.design());
    std::vector<std::unique_ptr<Engine>> engines;
    for (const NativeFeatures features : {NativeFeatures::best, NativeFeatures::avx2, NativeFeatures::plain}) {
      NativeOptions options;
      options.features = features;
      engines.push_back(std::make_unique<NativeEngine>(machine.design(), options));
    }
    std::mt19937 random(seed);
    for (int cycle = 0; cycle < 200; ++cycle) {
      INFO("cycle ", cycle);
      const uint32_t opcode = random() % 14;
      const uint32_t instruction = (random() & ~0x7cU) | opcode << 2;
      const bool reset = random() % 40 == 0;
      const uint32_t cycles = random() % 10 == 0 ? 3 : 1;
      const auto act = [&](Engine& engine) {
        engine.set_u64("instruction", instruction);
        engine.set_u64("rst", reset ? 1 : 0);
        engine.step("clk", cycles);
      };
      act(expected);
      for (auto& engine : engines) {
        act(*engine);
        for (const PortInfo& port : expected.ports()) {
          INFO("port ", port.name);
          REQUIRE(engine->get(port.name) == expected.get(port.name));
        }
        for (uint64_t address = 0; address < 24; ++address) {
          REQUIRE(engine->peek_memory("memory", address) == expected.peek_memory("memory", address));
        }
        REQUIRE(engine->events().size() == expected.events().size());
      }
    }
    for (auto& engine : engines) {
      for (size_t i = 0; i < expected.events().size(); ++i) {
        REQUIRE(engine->events()[i].text == expected.events()[i].text);
      }
    }
  }
}

}  // namespace
}  // namespace burin::sim
