// SPDX-License-Identifier: Apache-2.0
//! @file native_semantics_test.cpp
//! @brief Every case of operators.json that names an operation of the IR, run by the native engine on every tier, with
//! each combination of constant and variable operands.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "burin/sim/native_engine.h"
#include "support/circuit.h"
#include "support/semantics_nodes.h"

namespace burin::sim {
namespace {

using test::make;
using test::op_of;

// Bit i of `constants`: operand i is a constant, otherwise an input.
Bits run(ir::Op op, const test::SemanticsCase& item, uint32_t constants, NativeFeatures features) {
  test::Circuit circuit;
  std::vector<ir::NodeId> operands;
  const auto is_constant = [constants](size_t i) { return i < 32 && (constants >> i & 1) != 0; };
  for (size_t i = 0; i < item.operands.size(); ++i) {
    operands.push_back(is_constant(i) ? circuit.module().constant(item.operands[i])
                                      : circuit.input(fmt::format("in{}", i), item.operands[i].width()));
  }
  circuit.output("result", make(circuit.module(), op, operands, item.parameters));
  NativeOptions options;
  options.features = features;
  NativeEngine engine(circuit.design(), options);
  for (size_t i = 0; i < item.operands.size(); ++i) {
    if (!is_constant(i)) engine.set(fmt::format("in{}", i), item.operands[i]);
  }
  engine.evaluate();
  return engine.get("result");
}

TEST_CASE("the native engine gives the results that operators.json states, on every tier") {
  const test::Semantics semantics = test::load_semantics();
  size_t cases = 0;
  for (const test::SemanticsOperator& entry : semantics.operators) {
    if (!entry.ir) continue;
    INFO("operator ", entry.name);
    const std::optional<ir::Op> op = op_of(*entry.ir);
    REQUIRE(op);
    for (const test::SemanticsCase& item : entry.cases) {
      INFO(item.text);
      ++cases;
      for (uint32_t constants = 0; constants < 4; ++constants) {
        CHECK(run(*op, item, constants, NativeFeatures::best) == item.result);
        CHECK(run(*op, item, constants, NativeFeatures::plain) == item.result);
      }
    }
  }
  CHECK(cases > 400);
}

TEST_CASE("the features in use are at most those that were asked for") {
  test::Circuit circuit;
  circuit.output("out", circuit.input("in", 8));
  NativeOptions options;
  options.features = NativeFeatures::plain;
  CHECK(NativeEngine(circuit.design(), options).features() == "x86-64");
  options.features = NativeFeatures::avx2;
  CHECK(NativeEngine(circuit.design(), options).features() != "AVX-512");
}

}  // namespace
}  // namespace burin::sim
