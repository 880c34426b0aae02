// SPDX-License-Identifier: Apache-2.0
//! @file interpreter_random_test.cpp
//! @brief Random circuits: the interpreter on machine words, on exact numbers, and the constant folder agree.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <random>

#include "burin/passes/evaluate.h"
#include "burin/sim/interpreter.h"
#include "support/circuit.h"

namespace burin::sim {
namespace {

using ir::NodeId;
using ir::Op;

class RandomCircuit : public test::Circuit {
 public:
  explicit RandomCircuit(uint32_t seed) : random_(seed) {
    for (uint32_t i = 0; i < 6; ++i) nodes_.push_back(input(fmt::format("in{}", i), width()));
    for (uint32_t i = 0; i < 60; ++i) {
      const NodeId node = operation();
      nodes_.push_back(node);
      output(fmt::format("out{}", i), node);
    }
  }

  Bits value(uint32_t width) {
    switch (random_() % 5) {
      case 0:
        return Bits(width);
      case 1:
        return Bits::ones(width);
      case 2: {
        Bits top(width);
        if (width != 0) top.set_bit(width - 1, true);
        return top;
      }
      case 3:
        return Bits(width, random_() % 70);
      default:
        break;
    }
    std::vector<uint64_t> words;
    for (uint32_t i = 0; i < width; i += 32) words.push_back(uint64_t{random_()} << 32 | random_());
    return Bits::from_words(width, words);
  }

 private:
  uint32_t width() {
    static constexpr uint32_t kWidths[] = {0, 1, 1, 2, 5, 8, 31, 32, 33, 63, 64, 65, 100, 130};
    return kWidths[random_() % std::size(kWidths)];
  }
  uint32_t width_of(NodeId node) { return module().width(node); }
  NodeId any() { return nodes_[random_() % nodes_.size()]; }
  // Some node, brought to a width.
  NodeId any(uint32_t width) {
    const NodeId node = any();
    if (width_of(node) > width) return slice(node, random_() % (width_of(node) - width + 1), width);
    return random_() % 2 != 0 ? module().zext(node, width) : module().sext(node, width);
  }

  NodeId operation() {
    const auto op = static_cast<Op>(2 + random_() % (static_cast<uint32_t>(Op::dont_care) - 2));
    const NodeId a = any();
    const uint32_t w = width_of(a);
    switch (op) {
      case Op::bit_not:
      case Op::reduce_and:
      case Op::reduce_or:
      case Op::reduce_xor:
        return make(op, {a});
      case Op::mul_u:
      case Op::mul_s:
        return width_of(a) > 140 ? a : make(op, {a, any(width())});
      case Op::shl:
      case Op::shr_u:
      case Op::shr_s:
        return make(op, {a, any(random_() % 2 != 0 ? 7 : width())});
      case Op::cat:
        return w > 200 ? a : make(op, {a, any(width()), any(width())});
      case Op::slice:
        return any(w / 2);
      case Op::zext:
        return module().zext(a, w + width() / 2);
      case Op::sext:
        return module().sext(a, w + width() / 2);
      case Op::mux:
        return make(op, {any(1), a, any(w)});
      case Op::select:
        return make(op, {any(random_() % 2 != 0 ? 2 : width()), a, any(w), any(w)});
      case Op::crossing:
        return a;
      default:
        return make(op, {a, any(w)});
    }
  }

  std::mt19937 random_;
  std::vector<NodeId> nodes_;
};

// The values of all nodes by the arithmetic of the passes.
std::vector<Bits> folded(const ir::Module& module, const std::vector<Bits>& inputs) {
  std::vector<Bits> values;
  for (NodeId id = 0; id < module.node_count(); ++id) {
    const ir::Node& node = module.node(id);
    if (node.op == Op::constant) {
      values.push_back(module.constant_value(id));
    } else if (node.op == Op::read) {
      const ir::Signal& signal = module.signals[node.immediate];
      values.push_back(signal.kind == ir::SignalKind::input ? inputs[node.immediate] : values[signal.driver]);
    } else {
      std::vector<Bits> operands;
      for (const NodeId operand : module.operands(id)) operands.push_back(values[operand]);
      values.push_back(passes::evaluate(node.op, operands, node.width, node.immediate));
    }
  }
  return values;
}

TEST_CASE("machine words, exact numbers and the constant folder give one result on random circuits") {
  for (uint32_t seed = 1; seed <= 150; ++seed) {
    INFO("seed ", seed);
    RandomCircuit circuit(seed);
    InterpreterOptions exact;
    exact.exact_only = true;
    Interpreter words(circuit.design());
    Interpreter numbers(circuit.design(), exact);
    const ir::Module& module = circuit.module();
    for (int round = 0; round < 4; ++round) {
      std::vector<Bits> inputs(module.signals.size());
      for (ir::SignalId id = 0; id < module.signals.size(); ++id) {
        if (module.signals[id].kind != ir::SignalKind::input) continue;
        inputs[id] = circuit.value(module.signals[id].width);
        words.set(module.signals[id].name, inputs[id]);
        numbers.set(module.signals[id].name, inputs[id]);
      }
      words.evaluate();
      numbers.evaluate();
      const std::vector<Bits> values = folded(module, inputs);
      for (const ir::Signal& signal : module.signals) {
        if (signal.kind != ir::SignalKind::output) continue;
        INFO(signal.name, ", operation ", ir::info(module.node(signal.driver).op).text, ", width ", signal.width);
        REQUIRE(words.get(signal.name) == numbers.get(signal.name));
        REQUIRE(words.get(signal.name) == values[signal.driver]);
      }
    }
  }
}

}  // namespace
}  // namespace burin::sim
