// SPDX-License-Identifier: Apache-2.0
//! @file semantics_test.cpp
//! @brief Every case of operators.json that names an operation of the IR, run by the interpreter.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <set>

#include "burin/sim/interpreter.h"
#include "support/circuit.h"
#include "support/semantics_nodes.h"

namespace burin::sim {
namespace {

using test::make;
using test::op_of;

Bits run(ir::Op op, const test::SemanticsCase& item, bool as_constants, bool exact_only) {
  test::Circuit circuit;
  std::vector<ir::NodeId> operands;
  for (size_t i = 0; i < item.operands.size(); ++i) {
    operands.push_back(as_constants ? circuit.module().constant(item.operands[i])
                                    : circuit.input(fmt::format("in{}", i), item.operands[i].width()));
  }
  circuit.output("result", make(circuit.module(), op, operands, item.parameters));
  InterpreterOptions options;
  options.exact_only = exact_only;
  Interpreter engine(circuit.design(), options);
  if (!as_constants) {
    for (size_t i = 0; i < item.operands.size(); ++i) engine.set(fmt::format("in{}", i), item.operands[i]);
    engine.evaluate();
  }
  return engine.get("result");
}

TEST_CASE("every operation of the IR gives the results that operators.json states") {
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
      CHECK(run(*op, item, false, false) == item.result);
      CHECK(run(*op, item, false, true) == item.result);
      CHECK(run(*op, item, true, false) == item.result);
    }
  }
  CHECK(cases > 400);
}

TEST_CASE("operators.json states every operation of the IR") {
  const test::Semantics semantics = test::load_semantics();
  std::set<std::string> stated = {"constant", "read"};  // they name a number and a signal and compute nothing
  std::set<std::string> names;
  for (const test::SemanticsOperator& entry : semantics.operators) {
    if (entry.ir) stated.insert(*entry.ir);
    CHECK_MESSAGE(names.insert(entry.name).second, entry.name, " stands twice");
    CHECK_MESSAGE(!entry.cases.empty(), entry.name, " has no case");
  }
#define BURIN_OP(name, text, arity, summary) CHECK_MESSAGE(stated.erase(#name) == 1, #name, " is not stated");
#include "burin/ir/ops.def"
#undef BURIN_OP
  CHECK(stated.empty());
}

TEST_CASE("every operator has cases of zero width, and the arithmetic ones cases beyond 64 bits") {
  for (const test::SemanticsOperator& entry : test::load_semantics().operators) {
    bool zero_width = false;
    bool wide = false;
    for (const test::SemanticsCase& item : entry.cases) {
      for (const Bits& operand : item.operands) {
        zero_width |= operand.width() == 0;
        wide |= operand.width() > 64;
      }
      zero_width |= item.result.width() == 0;
    }
    INFO(entry.name);
    const bool fixed_shape = entry.name == "pack_bundle" || entry.name == "unpack_bundle";
    CHECK((zero_width || fixed_shape || entry.name == "bit"));
    if (entry.group == "Arithmetic" || entry.group == "Comparisons" || entry.group == "Shifts and rotates") CHECK(wide);
  }
}

TEST_CASE("operators.json holds what exact integers give, and docs/semantics.md what operators.json states") {
  const std::string root = BURIN_SOURCE_DIR;
  CHECK(std::system(("python3 '" + root + "/dsl/semantics/cases.py' --check").c_str()) == 0);
  CHECK(std::system(("python3 '" + root + "/docs/generate_semantics.py' --check").c_str()) == 0);
}

TEST_CASE("shift amounts and indices may be wider than the language allows") {
  test::Circuit circuit;
  const ir::NodeId value = circuit.input("value", 8);
  const ir::NodeId amount = circuit.input("amount", 100);
  circuit.output("left", circuit.make(ir::Op::shl, {value, amount}));
  circuit.output("right", circuit.make(ir::Op::shr_s, {value, amount}));
  circuit.output("element", circuit.make(ir::Op::select, {amount, value, value}));
  Interpreter engine(circuit.design());
  engine.set_u64("value", 0x81);
  Bits huge(100);
  huge.set_bit(99, true);
  for (const Bits& index : {huge, Bits(100, 1), Bits(100, 8)}) {
    engine.set("amount", index);
    engine.evaluate();
    const bool one = index == Bits(100, 1);
    CHECK(engine.get_u64("left") == (one ? 0x02 : 0x00));
    CHECK(engine.get_u64("right") == (one ? 0xc0 : 0xff));
    CHECK(engine.get_u64("element") == (one ? 0x81 : 0x00));
  }
}

}  // namespace
}  // namespace burin::sim
