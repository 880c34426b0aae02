// SPDX-License-Identifier: Apache-2.0
//! @file flatten_test.cpp
//! @brief Flattening: names, clocks, memories, checks, pads. That it keeps the meaning is tested with the interpreter.
#include "burin/passes/flatten.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>

#include "burin/base/diagnostics.h"
#include "burin/passes/schedule.h"
#include "support/circuit.h"

namespace burin::passes {
namespace {

using ir::kNone;
using ir::NodeId;
using ir::Op;
using ir::SignalKind;
using test::Circuit;

// A register with its own clock and reset ports.
struct Cell : Circuit {
  explicit Cell(ir::Design& design, ir::ResetKind kind = ir::ResetKind::synchronous) : Circuit(design, "cell") {
    const NodeId clk = input("clk", 1);
    const NodeId in = input("in", 8);
    const NodeId q = reg("q", 8, clock("clk", clk, input("rst", 1), kind), Bits(8, 3));
    module().set_name(module().make(Op::bit_not, {in}), "inverted");
    drive(q, module().make(Op::bit_not, {in}));
    output("out", q);
  }
};

const ir::Signal& signal(const ir::Module& module, std::string_view name) {
  const ir::SignalId id = module.find_signal(name);
  REQUIRE(id != kNone);
  return module.signals[id];
}

TEST_CASE("a flat module has no instances and names everything by its path") {
  ir::Design design;
  Cell cell(design);
  Circuit middle(design, "middle");
  {
    const NodeId clk = middle.input("clk", 1);
    const NodeId rst = middle.input("rst", 1);
    middle.output("out",
                  middle.instance("cell", cell, {{"clk", clk}, {"rst", rst}, {"in", middle.input("in", 8)}}).at(0));
  }
  Circuit top(design, "top");
  const NodeId clk = top.input("clk", 1);
  const NodeId rst = top.input("rst", 1);
  top.output("out", top.instance("m", middle, {{"clk", clk}, {"rst", rst}, {"in", top.input("in", 8)}}).at(0));

  const auto flat = flatten(design);
  CHECK(flat->instances.empty());
  CHECK(flat->name == "top");
  CHECK(signal(*flat, "clk").kind == SignalKind::input);
  CHECK(signal(*flat, "out").kind == SignalKind::output);
  CHECK(signal(*flat, "m.in").kind == SignalKind::wire);
  CHECK(signal(*flat, "m.cell.out").kind == SignalKind::wire);
  CHECK(signal(*flat, "m.cell.q").kind == SignalKind::reg);
  CHECK(signal(*flat, "m.cell.in").object == "m.cell.in");
  CHECK(flat->registers.size() == 1);
  CHECK(flat->registers[0].reset_value == Bits(8, 3));
  CHECK(flat->name_of(signal(*flat, "m.cell.q").driver) == "m.cell.inverted");
  CHECK(flat->ports().size() == 4);
  for (const ir::Signal& each : flat->signals) {
    if (each.kind == SignalKind::wire || each.kind == SignalKind::output) CHECK(each.driver != kNone);
  }
}

TEST_CASE("clocks that are one net with one edge and reset become one, others stay apart") {
  ir::Design design;
  Cell cell(design);
  Circuit top(design, "top");
  const NodeId clk = top.input("clk", 1);
  const NodeId rst = top.input("rst", 1);
  const NodeId other_rst = top.input("other_rst", 1);
  const NodeId gated = top.make(Op::bit_and, {clk, top.input("enable", 1)});
  const NodeId in = top.input("in", 8);
  top.instance("a", cell, {{"clk", clk}, {"rst", rst}, {"in", in}});
  top.instance("b", cell, {{"clk", clk}, {"rst", rst}, {"in", in}});
  top.instance("c", cell, {{"clk", clk}, {"rst", other_rst}, {"in", in}});
  top.instance("d", cell, {{"clk", gated}, {"rst", rst}, {"in", in}});
  const ir::ClockId own = top.clock("clk", clk, rst, ir::ResetKind::synchronous);
  top.drive(top.reg("q", 1, own), top.constant(1, 0));

  const auto flat = flatten(design);
  CHECK(flat->clocks.size() == 3);
  const auto clock_of = [&flat](std::string_view name) { return flat->register_of(flat->find_signal(name)).clock; };
  CHECK(clock_of("a.q") == clock_of("q"));
  CHECK(clock_of("b.q") == clock_of("q"));
  CHECK(clock_of("c.q") != clock_of("q"));
  CHECK(clock_of("d.q") != clock_of("q"));
  CHECK(clock_of("d.q") != clock_of("c.q"));
  CHECK(flat->clocks[clock_of("q")].name == "clk");
  CHECK(flat->node(flat->clocks[clock_of("a.q")].clock).immediate == flat->find_signal("clk"));
}

TEST_CASE("the unused reset of a clock without reset does not keep clocks apart") {
  ir::Design design;
  Circuit child(design, "child");
  child.drive(child.reg("q", 1, child.clock_input("clk")), child.constant(1, 0));
  Circuit top(design, "top");
  const NodeId clk = top.input("clk", 1);
  const ir::ClockId own = top.clock("clk", clk);
  top.module().clocks[own].reset_level = ir::ResetLevel::active_low;
  top.drive(top.reg("q", 1, own), top.constant(1, 0));
  top.instance("child", child, {{"clk", clk}});
  CHECK(flatten(design)->clocks.size() == 1);
}

TEST_CASE("memories, checks and crossings keep their references") {
  ir::Design design;
  Circuit child(design, "child");
  {
    const ir::ClockId clk = child.clock_input("clk");
    const NodeId address = child.input("address", 2);
    const ir::MemoryId memory = child.memory("table", 8, 4, {Bits(8, 1)});
    child.write_port(memory, clk, address, child.constant(8, 7), child.constant(1, 1));
    const NodeId data = child.sync_read_port(memory, "data", clk, address);
    child.module().crossing_reasons = {"quasi-static"};
    child.output("out", child.module().make(Op::crossing, {data}, kNoLocation, 0, 0));
    child.process(ir::ProcessKind::assert_, "check", clk, kNone, child.module().make(Op::reduce_or, {address}), "text");
  }
  Circuit top(design, "top");
  top.module().crossing_reasons = {"first of the parent"};
  const NodeId clk = top.input("clk", 1);
  const NodeId address = top.input("address", 2);
  for (const std::string name : {"a", "b"}) {
    top.output(name + "_out", top.instance(name, child, {{"clk", clk}, {"address", address}}).at(0));
  }
  const auto flat = flatten(design);
  REQUIRE(flat->memories.size() == 2);
  REQUIRE(flat->processes.size() == 2);
  for (uint32_t i = 0; i < 2; ++i) {
    const std::string path = i == 0 ? "a." : "b.";
    const ir::Memory& memory = flat->memories[i];
    CHECK(memory.name == path + "table");
    CHECK(memory.contents.size() == 1);
    CHECK(flat->signals[memory.reads[0].data].name == path + "data");
    CHECK(flat->signals[memory.reads[0].data].detail == i);
    CHECK(flat->node(memory.reads[0].address).immediate == flat->find_signal(path + "address"));
    CHECK(flat->processes[i].name == path + "check");
    const NodeId crossing = signal(*flat, path + "out").driver;
    REQUIRE(flat->node(crossing).op == Op::crossing);
    CHECK(flat->crossing_reasons[flat->node(crossing).immediate] == "quasi-static");
  }
  CHECK(flat->clocks.size() == 1);
}

TEST_CASE("black boxes stay as instances, named by their path") {
  ir::Design design;
  Circuit box(design, "box");
  box.module().black_box = ir::BlackBox{"PLL", {{"DIV", "3"}}, ""};
  box.input("ref", 1);
  box.inout("pin", 1);
  box.output("out", box.constant(1, 0));
  Circuit middle(design, "middle");
  const NodeId pin = middle.inout("pin", 1);
  middle.output("out", middle.instance("pll", box, {{"ref", middle.input("ref", 1)}, {"pin", pin}}).at(0));
  Circuit top(design, "top");
  const NodeId top_pin = top.inout("pin", 1);
  top.output("out", top.instance("m", middle, {{"ref", top.input("ref", 1)}, {"pin", top_pin}}).at(0));

  const auto flat = flatten(design);
  REQUIRE(flat->instances.size() == 1);
  const ir::Instance& instance = flat->instances[0];
  CHECK(instance.name == "m.pll");
  CHECK(instance.module == box.id());
  CHECK(instance.inputs[1].signal == flat->find_signal("pin"));
  CHECK(flat->signals[instance.outputs[0].signal].kind == SignalKind::instance_output);
  CHECK(flat->signals[instance.outputs[0].signal].detail == 0);
  CHECK(signal(*flat, "m.pin").kind == SignalKind::wire);
  CHECK_THROWS_AS(flatten(design, box.id()), UserError);
}

TEST_CASE("instances are placed in the order of their declaration, depth first") {
  ir::Design design;
  Circuit leaf(design, "leaf");
  leaf.drive(leaf.wire("w", 1), leaf.constant(1, 0));
  Circuit middle(design, "middle");
  middle.instance("a", leaf, {});
  middle.instance("b", leaf, {});
  Circuit top(design, "top");
  top.instance("x", middle, {});
  top.instance("y", middle, {});
  const auto flat = flatten(design);
  std::vector<std::string> names;
  for (const ir::Signal& each : flat->signals) names.push_back(each.name);
  CHECK(names == std::vector<std::string>{"x.a.w", "x.b.w", "y.a.w", "y.b.w"});
}

TEST_CASE("flattening and ordering take time in proportion to the size") {
  ir::Design design;
  Circuit leaf(design, "leaf");
  {
    NodeId value = leaf.input("in", 32);
    for (uint32_t i = 0; i < 200; ++i) value = leaf.make(Op::add, {value, leaf.constant(32, i)});
    leaf.output("out", value);
  }
  Circuit top(design, "top");
  NodeId value = top.input("in", 32);
  for (uint32_t i = 0; i < 1000; ++i) value = top.instance(fmt::format("i{}", i), leaf, {{"in", value}}).at(0);
  top.output("out", value);
  const auto start = std::chrono::steady_clock::now();
  const auto flat = flatten(design);
  const Schedule order = schedule(*flat);
  CHECK(flat->node_count() > 200'000);
  CHECK(order.order.size() > 200'000);
  CHECK(order.loops.empty());
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
}

}  // namespace
}  // namespace burin::passes
