// SPDX-License-Identifier: Apache-2.0
//! @file regressions_test.cpp
//! @brief Circuits on which engines once differed, made minimal, on all engines at once.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "fuzz/harness/compare.h"
#include "fuzz/harness/verilator_batch.h"
#include "support/circuit.h"
#include "support/random_machine.h"

namespace burin::fuzz {
namespace {

using ir::NodeId;
using ir::Op;

Case case_of(const test::Circuit& circuit) {
  Case made;
  made.design = copy(circuit.design());
  std::mt19937 random(1);
  for (int i = 0; i < 12; ++i) {
    Step step;
    for (const ir::SignalId id : circuit.module().ports()) {
      const ir::Signal& port = circuit.module().signals[id];
      if (port.kind == ir::SignalKind::input) step.sets.emplace_back(port.name, test::random_value(random, port.width));
    }
    made.stimulus.steps.push_back(std::move(step));
  }
  return made;
}

/// A wide value that nobody cares about was held where one word fits.
Case wide_dont_care() {
  test::Circuit circuit;
  const NodeId choice = circuit.input("choice", 1);
  const NodeId other = circuit.input("other", 100);
  const NodeId nothing = circuit.module().make(Op::dont_care, std::span<const NodeId>(), kNoLocation, 100);
  circuit.output("part", circuit.slice(nothing, 50, 7));
  circuit.output("chosen", circuit.make(Op::mux, {choice, nothing, other}));
  circuit.output("sum", circuit.make(Op::add, {nothing, other}));
  return case_of(circuit);
}

/// Verilator refuses signed products above 512 bits.
Case wide_signed_product() {
  test::Circuit circuit;
  const NodeId a = circuit.input("a", 300);
  const NodeId b = circuit.input("b", 400);
  circuit.output("product", circuit.make(Op::mul_s, {a, b}));
  return case_of(circuit);
}

/// Verilator's divisions above 512 bits wrote beyond their arrays.
Case wide_divisions() {
  test::Circuit circuit;
  const NodeId a = circuit.input("a", 1024);
  const NodeId b = circuit.input("b", 1024);
  const NodeId few = circuit.module().zext(circuit.input("few", 70), 1024);
  for (const Op op : {Op::div_u, Op::div_s, Op::rem_u, Op::rem_s}) {
    circuit.output(fmt::format("a_b_{}", ir::info(op).text), circuit.make(op, {a, b}));
    circuit.output(fmt::format("a_few_{}", ir::info(op).text), circuit.make(op, {a, few}));
  }
  return case_of(circuit);
}

/// One input that resets at both levels: it must not move before time zero.
Case reset_of_both_levels() {
  test::Circuit circuit;
  const NodeId clk = circuit.input("clk", 1);
  const NodeId rst = circuit.input("rst", 1);
  const auto high = circuit.clock("high", clk, rst, ir::ResetKind::asynchronous);
  const auto low = circuit.clock("low", clk, rst, ir::ResetKind::asynchronous, ir::ResetLevel::active_low);
  const NodeId d = circuit.input("d", 8);
  for (const auto clock : {high, low}) {
    const NodeId q = circuit.reg(fmt::format("q{}", clock), 8, clock, Bits(8, 0x55), Bits(8, 0xaa));
    circuit.drive(q, d);
    circuit.output(fmt::format("out{}", clock), q);
  }
  return case_of(circuit);
}

/// A clock behind a gate that is always open fires with the clock, but is another one: a read under write by the other
/// gives the old word, whatever the port's policy.
Case write_from_beside_the_gate() {
  test::Circuit circuit;
  const NodeId clk = circuit.input("clk", 1);
  const NodeId address = circuit.input("address", 1);
  const NodeId data = circuit.input("data", 5);
  const ir::ClockId writer = circuit.clock("writer", clk);
  const ir::ClockId reader = circuit.clock("reader", circuit.make(Op::bit_and, {clk, circuit.constant(1, 1)}));
  const ir::MemoryId memory = circuit.memory("memory", 5, 2, {Bits(5, 3), Bits(5, 4)});
  circuit.write_port(memory, writer, address, data, circuit.constant(1, 1));
  const NodeId read = circuit.sync_read_port(memory, "read", reader, address, ir::ReadUnderWrite::new_data);
  circuit.output("out", read);
  return case_of(circuit);
}

TEST_CASE("circuits on which engines once differed") {
  const std::vector<Case> cases = {wide_dont_care(), wide_signed_product(), wide_divisions(), reset_of_both_levels()};
  const auto in_verilator = run_in_verilator(cases, {});
  for (size_t i = 0; i < cases.size(); ++i) {
    INFO("case ", i);
    const Run expected = run(cases[i], oracle());
    REQUIRE(expected.error == "");
    const auto check = [&](const std::string& engine, const Run& got, bool strict) {
      const auto different = first_difference(expected, got, strict);
      INFO(engine, ": ", (different ? different->text : std::string()));
      CHECK(!different);
    };
    for (const Candidate& candidate : find_candidates(candidate_names())) {
      check(candidate.name, run(cases[i], candidate), candidate.strict);
    }
    check("verilator", in_verilator[i].run, false);
  }
}

TEST_CASE("the native engine keeps a clock apart from the same clock behind a gate that is always open") {
  const Case gate = write_from_beside_the_gate();
  const Run expected = run(gate, oracle());
  REQUIRE(expected.error == "");
  for (const Candidate& candidate : find_candidates(candidate_names())) {
    if (!candidate.name.starts_with("native")) continue;
    const auto different = first_difference(expected, run(gate, candidate), candidate.strict);
    INFO(candidate.name, ": ", (different ? different->text : std::string()));
    CHECK(!different);
  }
}

}  // namespace
}  // namespace burin::fuzz
