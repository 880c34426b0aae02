// SPDX-License-Identifier: Apache-2.0
//! @file check_unused_input_test.cpp
//! @brief Inputs that influence nothing.
#include <doctest/doctest.h>

#include "build.h"

namespace burin::passes {
namespace {

using namespace ir;
using test::Build;
using test::contains;
using test::findings;

TEST_CASE("an input that is never read is reported, with its place") {
  Build t("Top");
  t.output("y", t.input("x", 8));
  t.input("spare", 4);
  const auto found = findings(t.design(), check_unused_inputs);
  REQUIRE(found.size() == 1);
  CHECK(found[0].id == DiagnosticId::unused_input);
  CHECK(found[0].message == "input `spare` is never read");
  CHECK(test::place(t.design(), found[0].location) == "Top.cpp:3");
}

TEST_CASE("an input that only feeds dead logic is unused, and the place of the read is shown") {
  Build t("Top");
  const ClockId clock = t.add_clock("clk");
  const NodeId x = t.input("x", 8);
  const LocationId here = t.design().locations.intern("Top.cpp", 77, 5);
  const NodeId counter = t.reg("counter", 8, clock);
  t.drive(counter, t.module().make(Op::add, {counter, x}, here));
  t.output("y", t.constant(1, 0));
  const auto found = findings(t.design(), check_unused_inputs);
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "read only by logic that reaches no output"));
}

TEST_CASE("clocks, resets, declared unused inputs and inputs of no bits are left out") {
  Build t;
  t.add_clock_and_reset("clk");
  const NodeId spare = t.input("spare", 8);
  t.module().signals[t.signal(spare)].may_be_unused = true;
  t.input("nothing", 0);
  CHECK(findings(t.design(), check_unused_inputs).empty());
}

TEST_CASE("inputs that reach outputs through state, memories, instances and checks are used") {
  Build child("Child");
  const NodeId unread = child.input("unread", 1);
  child.module().signals[child.signal(unread)].may_be_unused = true;
  Build t(child.design(), "Top");
  const ClockId clock = t.add_clock("clk");
  t.output("q_out", t.delay("q", t.input("through_register", 8), clock));
  const MemoryId memory = t.memory("m", 8, 16);
  t.write_port(memory, clock, t.input("address", 4), t.input("data", 8), t.input("enable", 1), t.input("mask", 2));
  t.output("m_out", t.sync_read_port(memory, "r", clock, t.input("read_address", 4)));
  t.instance("u", child, {{"unread", t.input("through_instance", 1)}});
  t.process(ProcessKind::assert_, "p", clock, t.constant(1, 1), t.input("through_check", 1), "");
  CHECK(findings(t.design(), check_unused_inputs).empty());
}

TEST_CASE("a memory that is only written uses nothing") {
  Build t;
  const ClockId clock = t.add_clock("clk");
  t.write_port(t.memory("m", 8, 16), clock, t.input("address", 4), t.input("data", 8), t.input("enable", 1),
               t.input("mask", 2));
  CHECK(findings(t.design(), check_unused_inputs).size() == 4);
}

}  // namespace
}  // namespace burin::passes
