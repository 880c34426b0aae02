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

/// What is written at `writer` and read at `reader` under the policy of new data.
void add_memory(test::Circuit& circuit, NodeId writer, NodeId reader) {
  const NodeId address = circuit.input("address", 1);
  const NodeId data = circuit.input("data", 5);
  const ir::ClockId write_clock = circuit.clock("writer", writer);
  const ir::ClockId read_clock = circuit.clock("reader", reader);
  const ir::MemoryId memory = circuit.memory("memory", 5, 2, {Bits(5, 3), Bits(5, 4)});
  circuit.write_port(memory, write_clock, address, data, circuit.constant(1, 1));
  circuit.output("out", circuit.sync_read_port(memory, "read", read_clock, address, ir::ReadUnderWrite::new_data));
}

/// A clock behind a gate that is always open fires with the clock, but is another one: a read under write gives the old
/// word, whatever the port's policy.
Case open_gate() {
  test::Circuit circuit;
  const NodeId clk = circuit.input("clk", 1);
  add_memory(circuit, clk, circuit.make(Op::bit_and, {clk, circuit.constant(1, 1)}));
  return case_of(circuit);
}

/// Two gates of one clock that are written differently are two clocks, and stay so when they have become one node.
Case equal_gates() {
  test::Circuit circuit;
  const NodeId clk = circuit.input("clk", 1);
  const NodeId enable = circuit.input("enable", 1);
  const NodeId first = circuit.make(Op::bit_and, {clk, enable});
  const NodeId second = circuit.make(Op::bit_and, {enable, clk});
  add_memory(circuit, first, second);
  return case_of(circuit);
}

/// A module with two clocks has two clocks where they are connected to one net, too.
Case two_clocks_on_one_net() {
  test::Circuit child("child");
  const NodeId write_clk = child.input("write_clk", 1);
  const NodeId read_clk = child.input("read_clk", 1);
  add_memory(child, write_clk, read_clk);
  test::Circuit top(child.design(), "top");
  const NodeId clk = top.input("clk", 1);
  top.output("out", top.instance("child", child,
                                 {{"write_clk", clk},
                                  {"read_clk", clk},
                                  {"address", top.input("address", 1)},
                                  {"data", top.input("data", 5)}})[0]);
  return case_of(top);
}

/// A clock that a wire passes on is the same clock.
Case clock_through_a_wire() {
  test::Circuit circuit;
  const NodeId clk = circuit.input("clk", 1);
  const NodeId wire = circuit.wire("wire", 1);
  circuit.drive(wire, clk);
  add_memory(circuit, clk, wire);
  return case_of(circuit);
}

/// Where two clocks write one memory, Verilator gets registers that hold the clocks' levels; they started as ones.
Case two_writers_power_up_as_ones() {
  test::Circuit circuit;
  const ir::ClockId first = circuit.clock_input("clk");
  const ir::ClockId second = circuit.clock_input("clk_b");
  const ir::MemoryId memory = circuit.memory("memory", 5, 2);
  for (const ir::ClockId clock : {first, second}) {
    const std::string name = circuit.module().clocks[clock].name;
    circuit.write_port(memory, clock, circuit.input("address_" + name, 1), circuit.input("data_" + name, 5),
                       circuit.constant(1, 1));
  }
  circuit.output("out", circuit.read_port(memory, "read", circuit.input("address", 1)));
  Case made = case_of(circuit);
  made.stimulus.power_up.kind = sim::PowerUp::Kind::ones;
  return made;
}

TEST_CASE("circuits on which engines once differed") {
  const std::vector<Case> cases = {
      wide_dont_care(), wide_signed_product(), wide_divisions(), reset_of_both_levels(), open_gate(), equal_gates(),
      two_clocks_on_one_net(), clock_through_a_wire(), two_writers_power_up_as_ones(),
      // Verilator's trees of bit operations, and its data flow graphs: docs/tool-workarounds.md.
      make_case(1001005), make_case(1001559), make_case(1002473)};
  const auto in_verilator = run_in_verilator(cases);
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

TEST_CASE("what a read under write gives is a matter of the text") {
  const auto reads = [](const Case& test) {
    Stimulus write;
    for (const uint64_t level : {0, 1}) {
      Step step;
      step.sets = {{"clk", Bits(1, level)}, {"address", Bits(1, 1)}, {"data", Bits(5, 9)}};
      write.steps.push_back(step);
    }
    if (test.design->top_module().find_signal("enable") != ir::kNone) {
      for (Step& step : write.steps) step.sets.emplace_back("enable", Bits(1, 1));
    }
    const Run seen = run({0, test.design, write}, oracle());
    REQUIRE(seen.error == "");
    return seen.steps.back().values.at(0).to_uint64();
  };
  CHECK(reads(open_gate()) == 4);
  CHECK(reads(equal_gates()) == 4);
  CHECK(reads(two_clocks_on_one_net()) == 4);
  CHECK(reads(clock_through_a_wire()) == 9);
}

}  // namespace
}  // namespace burin::fuzz
