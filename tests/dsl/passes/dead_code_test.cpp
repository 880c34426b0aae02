// SPDX-License-Identifier: Apache-2.0
//! @file dead_code_test.cpp
//! @brief What dead-code elimination removes, and what it must leave.
#include <doctest/doctest.h>

#include "build.h"
#include "burin/ir/text.h"
#include "burin/passes/transforms.h"

namespace burin::passes {
namespace {

using namespace ir;
using test::Build;

TEST_CASE("logic, wires and registers that feed nothing vanish") {
  Build t;
  const ClockId clock = t.add_clock_and_reset("clk");
  const NodeId x = t.input("x", 8);
  const NodeId dead = t.wire("dead", 8);
  t.drive(dead, t.not_(x));
  t.delay("dead_reg", dead, clock, Bits(8));
  const NodeId own = t.reg("feeds_itself", 8, clock);
  t.drive(own, t.add(own, x));
  const NodeId live = t.delay("live", t.xor_(x, t.constant(8, 3)), clock, Bits(8));
  t.output("out", live);
  remove_dead_code(t.design());
  CHECK(t.module().find_signal("dead") == kNone);
  CHECK(t.module().find_signal("dead_reg") == kNone);
  CHECK(t.module().find_signal("feeds_itself") == kNone);
  REQUIRE(t.module().registers.size() == 1);
  const SignalId kept = t.module().find_signal("live");
  CHECK(t.module().registers[0].signal == kept);
  CHECK(t.module().signals[kept].detail == 0);
  CHECK(test::count_of(t.module(), Op::add) == 0);
  CHECK_NOTHROW(parse(print(t.design())));
}

TEST_CASE("nothing else changes when a register goes") {
  const auto text = [](bool with_dead) {
    Build t;
    const ClockId clock = t.add_clock_and_reset("clk");
    const NodeId x = t.input("x", 8);
    if (with_dead) t.delay("dead", t.not_(x), clock, Bits(8));
    t.output("out", t.delay("live", t.add(x, t.constant(8, 1)), clock, Bits(8)));
    remove_dead_code(t.design());
    return print(t.design());
  };
  CHECK(text(true) == text(false));
}

TEST_CASE("ports, clocks, processes and instances with unread outputs stay") {
  Build child("Child");
  child.output("a", child.not_(child.input("x", 8)));
  child.output("b", child.constant(4, 3));
  Build t(child.design(), "Top");
  const ClockId clock = t.add_clock("clk");
  t.input("unused", 8);
  const NodeId x = t.input("x", 8);
  const NodeId counter = t.reg("counter", 8, clock);
  t.drive(counter, t.add(counter, t.constant(8, 1)));
  t.process(ProcessKind::assert_, "check", clock, t.constant(1, 1), t.make(Op::ne, {counter, t.constant(8, 9)}), "");
  t.instance("u", child, {{"x", t.not_(x)}});
  remove_dead_code(t.design());
  CHECK(t.module().find_signal("unused") != kNone);
  CHECK(t.module().find_signal("counter") != kNone);
  CHECK(t.module().processes.size() == 1);
  REQUIRE(t.module().instances.size() == 1);
  CHECK(t.module().instances[0].outputs.size() == 2);
  CHECK(t.module().find_signal("u_b") != kNone);
  CHECK(test::count_of(t.module(), Op::bit_not) == 1);
}

TEST_CASE("a memory that nobody reads goes with its write ports, an unread port of another goes alone") {
  Build t;
  const ClockId clock = t.add_clock("clk");
  const NodeId address = t.input("address", 4);
  const NodeId data = t.input("data", 8);
  const NodeId enable = t.input("enable", 1);
  const MemoryId dead = t.memory("dead", 8, 16);
  t.sync_read_port(dead, "dead_data", clock, address);
  t.write_port(dead, clock, t.not_(address), data, enable);
  const MemoryId live = t.memory("live", 8, 16);
  t.read_port(live, "unread", t.add(address, address));
  t.output("out", t.sync_read_port(live, "read", clock, address));
  t.write_port(live, clock, address, data, enable);
  remove_dead_code(t.design());
  REQUIRE(t.module().memories.size() == 1);
  const Memory& memory = t.module().memories[0];
  CHECK(memory.name == "live");
  REQUIRE(memory.reads.size() == 1);
  CHECK(memory.writes.size() == 1);
  const Signal& read = t.module().signals[memory.reads[0].data];
  CHECK(read.name == "read");
  CHECK(read.detail == 0);
  CHECK(read.detail_port == 0);
  CHECK(test::count_of(t.module(), Op::bit_not) == 0);
  CHECK(test::count_of(t.module(), Op::add) == 0);
  CHECK_NOTHROW(parse(print(t.design())));
}

TEST_CASE("a signal with the attribute keep stays with what it depends on") {
  Build t;
  const NodeId x = t.input("x", 8);
  const NodeId kept = t.wire("kept", 8);
  t.drive(kept, t.not_(x));
  t.module().signals[t.signal(kept)].attributes.emplace_back("keep", "1");
  remove_dead_code(t.design());
  CHECK(t.module().find_signal("kept") != kNone);
  CHECK(test::count_of(t.module(), Op::bit_not) == 1);
}

TEST_CASE("parents follow when a child's ports move up") {
  Build child("Child");
  const NodeId dead = child.wire("dead", 8);
  const NodeId x = child.input("x", 8);
  child.drive(dead, child.not_(x));
  child.output("y", child.add(x, x));
  Build t(child.design(), "Top");
  t.output("out", t.instance("u", child, {{"x", t.input("x", 8)}})[0]);
  remove_dead_code(t.design());
  const Module& small = t.design().module(0);
  const Instance& instance = t.module().instances[0];
  CHECK(small.signals[instance.inputs[0].port].name == "x");
  CHECK(small.signals[instance.outputs[0].port].name == "y");
  CHECK(t.module().signals[instance.outputs[0].signal].detail_port == instance.outputs[0].port);
}

TEST_CASE("a chain of 200,000 dead registers goes without recursion") {
  Build t;
  const ClockId clock = t.add_clock("clk");
  NodeId value = t.input("x", 1);
  for (int i = 0; i < 200000; ++i) {
    Signal signal;
    signal.name = std::to_string(i);
    signal.width = 1;
    Register state;
    state.clock = clock;
    const SignalId id = t.module().add_register(signal, state);
    t.module().signals[id].driver = value;
    value = t.not_(t.module().read(id));
  }
  remove_dead_code(t.design());
  CHECK(t.module().registers.empty());
  CHECK(t.module().node_count() <= 2);
}

}  // namespace
}  // namespace burin::passes
