// SPDX-License-Identifier: Apache-2.0
//! @file native_code_test.cpp
//! @brief The linear code that the native engine makes: not only right, but as short as it is meant to be.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "../../sim/src/native/function.h"
#include "../../sim/src/native/vectorise.h"
#include "burin/passes/flatten.h"
#include "support/circuit.h"

namespace burin::sim {
namespace {

using ir::NodeId;
using ir::Op;
using test::Circuit;

// The code for an edge of the first clock.
std::string code_of(Circuit& circuit, uint32_t lanes = 0) {
  const std::unique_ptr<ir::Module> module = passes::flatten(circuit.design());
  native::Netlist netlist = native::make_netlist(*module);
  std::vector<native::LaneArray> arrays;
  if (lanes != 0) arrays = native::vectorise(*module, netlist, lanes);
  const native::Layout layout = native::make_layout(*module, netlist, arrays);
  native::FunctionSpec spec;
  spec.updates = netlist.clocks[0].updates;
  spec.vectors = netlist.clocks[0].vectors;
  for (const uint32_t id : netlist.clocks[0].writes) spec.writes.push_back(netlist.writes[id]);
  native::Workspace workspace;
  return native::to_text(native::make_function(netlist.graph, *module, layout, spec, layout.free, workspace).lir);
}

size_t count(const std::string& text, std::string_view word) {
  size_t result = 0;
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++result;
  return result;
}

TEST_CASE("a rotation is one operation, and 32 bits need no mask") {
  Circuit circuit;
  const ir::ClockId clock = circuit.clock_input("clk");
  const NodeId q = circuit.reg("q", 32, clock);
  const NodeId turned = circuit.make(Op::cat, {circuit.slice(q, 0, 5), circuit.slice(q, 5, 27)});
  circuit.drive(q, circuit.make(Op::add, {turned, q}));
  const std::string code = code_of(circuit);
  INFO(code);
  CHECK(count(code, "\n") == 4);
  CHECK(count(code, "ror32") == 1);
  CHECK(count(code, "add32") == 1);
}

TEST_CASE("8 bits that may overflow are masked once") {
  Circuit circuit;
  const ir::ClockId clock = circuit.clock_input("clk");
  const NodeId q = circuit.reg("q", 8, clock);
  const NodeId low = circuit.slice(q, 0, 4);
  circuit.drive(q, circuit.make(Op::bit_xor,
                                {circuit.make(Op::add, {q, circuit.constant(8, 3)}), circuit.module().zext(low, 8)}));
  const std::string code = code_of(circuit);
  INFO(code);
  CHECK(count(code, "#255") == 1);
  CHECK(count(code, "#15") == 1);
}

TEST_CASE("registers under one enable share a branch and are not stored when they keep their values") {
  Circuit circuit;
  const NodeId enable = circuit.input("enable", 1);
  const ir::ClockId clock = circuit.clock_input("clk");
  for (int i = 0; i < 4; ++i) {
    const NodeId q = circuit.reg(fmt::format("q{}", i), 32, clock);
    const NodeId next = circuit.make(Op::add, {q, circuit.constant(32, 5)});
    circuit.drive(q, circuit.make(Op::mux, {enable, next, q}));
  }
  const std::string code = code_of(circuit);
  INFO(code);
  CHECK(count(code, "branch") == 1);
  CHECK(count(code, "jump") == 0);
  CHECK(count(code, "store") == 4);
}

TEST_CASE("a small choice is a conditional move") {
  Circuit circuit;
  const NodeId enable = circuit.input("enable", 1);
  const ir::ClockId clock = circuit.clock_input("clk");
  const NodeId q = circuit.reg("q", 32, clock);
  circuit.drive(q, circuit.make(Op::mux, {enable, circuit.make(Op::add, {q, circuit.constant(32, 5)}), q}));
  const std::string code = code_of(circuit);
  INFO(code);
  CHECK(count(code, "branch") == 0);
  CHECK(count(code, "mux") == 1);
}

TEST_CASE("a shift register moves in place, the last register first") {
  Circuit circuit;
  const ir::ClockId clock = circuit.clock_input("clk");
  NodeId from = circuit.input("in", 64);
  for (int i = 0; i < 20; ++i) {
    const NodeId q = circuit.reg(fmt::format("q{}", i), 64, clock);
    circuit.drive(q, from);
    from = q;
  }
  const std::string code = code_of(circuit);
  INFO(code);
  // Each load is followed by its store: no value has to wait.
  CHECK(count(code, "load") == 20);
  CHECK(count(code, "store") == 20);
  for (size_t at = code.find("load"); at != std::string::npos; at = code.find("load", at + 1)) {
    const size_t line = code.find('\n', at);
    CHECK(code.substr(line + 1, 7) == "  store");
  }
}

TEST_CASE("a shift register of words moves its window and stores what enters") {
  Circuit circuit;
  const ir::ClockId clock = circuit.clock_input("clk");
  NodeId from = circuit.input("in", 32);
  for (int i = 0; i < 20; ++i) {
    const NodeId q = circuit.reg(fmt::format("q{}", i), 32, clock);
    circuit.drive(q, from);
    from = q;
  }
  const std::string code = code_of(circuit, 8);
  INFO(code);
  CHECK(count(code, "store_at") == 1);
  CHECK(count(code, "store") == 2);  // and the pointer
  CHECK(count(code, "wrap") == 1);
}

TEST_CASE("what moves together shares a pointer") {
  Circuit circuit;
  const ir::ClockId clock = circuit.clock_input("clk");
  const NodeId in = circuit.input("in", 32);
  const NodeId enable = circuit.input("enable", 1);
  for (const auto& [name, length] : {std::pair{"long", 20}, std::pair{"other", 12}, std::pair{"short", 4}}) {
    std::vector<NodeId> words;
    for (int i = 0; i < length; ++i) words.push_back(circuit.reg(fmt::format("{}{}", name, i), 32, clock));
    NodeId from = circuit.make(Op::add, {in, words[static_cast<size_t>(length - 1)]});
    for (const NodeId word : words) {
      circuit.drive(word, circuit.make(Op::mux, {enable, from, word}));
      from = word;
    }
  }
  const std::string code = code_of(circuit, 8);
  INFO(code);
  CHECK(count(code, "store_at") == 3);
  CHECK(count(code, "store32") + count(code, "store64") == 1);  // the pointer
  CHECK(count(code, "wrap") == 1);
}

TEST_CASE("of a sum, what is late is added last") {
  Circuit circuit;
  const ir::ClockId clock = circuit.clock_input("clk");
  const NodeId late = circuit.reg("late", 32, clock);
  NodeId sum = circuit.slice(circuit.make(Op::mul_u, {late, late}), 0, 32);
  for (int i = 0; i < 3; ++i) sum = circuit.make(Op::add, {sum, circuit.input(fmt::format("early{}", i), 32)});
  circuit.drive(late, sum);
  const std::string code = code_of(circuit);
  INFO(code);
  // The three inputs are added before the product is there.
  const size_t product = code.find("mul");
  const size_t last = code.rfind("add");
  REQUIRE(product != std::string::npos);
  CHECK(count(code, "add") == 3);
  CHECK(count(code.substr(0, last), "add") == 2);
  CHECK(product < last);
}

TEST_CASE("each opcode has a body, which computes nothing for the others") {
  constexpr uint32_t kOpcodes = 8;
  Circuit circuit;
  const NodeId opcode = circuit.input("opcode", 4);
  const NodeId in = circuit.input("in", 32);
  const ir::ClockId clock = circuit.clock_input("clk");
  for (int i = 0; i < 4; ++i) {
    const NodeId q = circuit.reg(fmt::format("q{}", i), 32, clock);
    NodeId next = q;
    for (uint32_t k = 0; k < kOpcodes; ++k) {
      const NodeId result = circuit.make(Op::bit_xor, {circuit.make(Op::add, {q, circuit.constant(32, 100 + k)}), in});
      const NodeId is = circuit.make(Op::eq, {opcode, circuit.constant(4, k)});
      next = circuit.make(Op::mux, {is, result, next});
    }
    circuit.drive(q, next);
  }
  const std::string code = code_of(circuit);
  INFO(code);
  CHECK(count(code, "dispatch") == 1);
  CHECK(count(code, "mux") == 0);
  CHECK(count(code, "add") == 4 * kOpcodes);  // each stands in one body
}

TEST_CASE("registers that swap their values need one that waits") {
  Circuit circuit;
  const ir::ClockId clock = circuit.clock_input("clk");
  const NodeId a = circuit.reg("a", 16, clock);
  const NodeId b = circuit.reg("b", 16, clock);
  circuit.drive(a, b);
  circuit.drive(b, a);
  const std::string code = code_of(circuit);
  INFO(code);
  CHECK(count(code, "load") == 2);
  CHECK(count(code, "store") == 2);
  CHECK(code.rfind("load") < code.find("store"));
}

TEST_CASE("a pipeline is vector operations") {
  Circuit circuit;
  const ir::ClockId clock = circuit.clock_input("clk");
  NodeId from = circuit.input("in", 32);
  for (uint32_t i = 0; i < 33; ++i) {
    const NodeId q = circuit.reg(fmt::format("q{}", i), 32, clock);
    const NodeId number = circuit.constant(32, 1000 * i + 1);
    circuit.drive(q, circuit.make(Op::bit_xor, {circuit.make(Op::add, {from, number}),
                                                circuit.make(Op::sub, {circuit.constant(32, 7 * i), from})}));
    from = q;
  }
  const std::string code = code_of(circuit, 8);
  INFO(code);
  CHECK(count(code, "vstore") >= 4);
  CHECK(count(code, "vstore") <= 5);
  CHECK(count(code, "  store") <= 1);
}

}  // namespace
}  // namespace burin::sim
