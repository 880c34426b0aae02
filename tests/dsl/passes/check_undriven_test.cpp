// SPDX-License-Identifier: Apache-2.0
//! @file check_undriven_test.cpp
//! @brief Undriven signals and unconnected ports.
#include <doctest/doctest.h>

#include "build.h"

namespace burin::passes {
namespace {

using namespace ir;
using test::Build;
using test::contains;
using test::findings;

NodeId undriven_output(Build& t, const std::string& name, uint32_t width) {
  const NodeId read = t.output(name, t.constant(width, 0));
  t.drive(read, kNone);
  return read;
}

TEST_CASE("undriven outputs, wires and registers are reported with their place") {
  Build t("Top");
  const ClockId clock = t.add_clock("clk");
  undriven_output(t, "sum", 8);
  t.module().signals[t.signal(t.wire("state_a", 4))].object = "state.a";
  t.reg("count", 3, clock);
  const auto found = findings(t.design(), check_undriven);
  REQUIRE(found.size() == 3);
  CHECK(found[0].id == DiagnosticId::undriven);
  CHECK(found[0].message == "output `sum` (8 bits) is never driven");
  CHECK(test::place(t.design(), found[0].location) == "Top.cpp:2");
  CHECK(found[1].message == "wire `state.a` (4 bits) is never driven");
  CHECK(contains(found[1].remedy, "state.a = "));
  CHECK(contains(found[2].message, "register `count`"));
  CHECK(found[2].path == "Top");
}

TEST_CASE("inputs and signals of no bits need no driver") {
  Build t;
  t.input("x", 8);
  undriven_output(t, "nothing", 0);
  t.wire("no_wire", 0);
  CHECK(findings(t.design(), check_undriven).empty());
}

TEST_CASE("a pad needs a driver and an enable unless an instance has it") {
  Build child("Child");
  const NodeId pin = child.inout("pin", 1);
  child.drive_pad(pin, child.constant(1, 0), child.input("low", 1));
  Build t(child.design(), "Top");
  const NodeId passed = t.inout("passed", 1);
  t.instance("u", child, {{"pin", passed}, {"low", t.input("low", 1)}});
  CHECK(findings(t.design(), check_undriven).empty());

  t.inout("idle", 1);
  const NodeId always = t.inout("always", 1);
  t.drive(always, t.constant(1, 1));
  const auto found = findings(t.design(), check_undriven);
  REQUIRE(found.size() == 2);
  CHECK(contains(found[0].message, "pad `idle`"));
  CHECK(contains(found[1].message, "pad `always` has a driver but no enable"));
}

TEST_CASE("unconnected inputs and pads of instances are reported in the parent") {
  Build child("Child");
  child.output("y", child.input("x", 8));
  child.inout("pin", 1);
  child.drive_pad(child.module().read(child.module().find_signal("pin")), child.constant(1, 0), child.constant(1, 0));
  Build t(child.design(), "Top");
  t.instance("u", child, {});
  const auto found = findings(t.design(), check_undriven);
  REQUIRE(found.size() == 2);
  CHECK(found[0].message == "input `x` (8 bits) of instance `u` is never driven");
  CHECK(found[0].remedy == "`u->x = ...;`");
  CHECK(test::place(t.design(), found[0].location) == "Top.cpp:1001");
  CHECK(test::has_note_at(t.design(), found[0], "Child.cpp:1"));
  CHECK(contains(found[1].message, "pad `pin`"));
}

TEST_CASE("a finding in a module that is instantiated often is one finding, with the path of the first instance") {
  Build child("Child");
  undriven_output(child, "y", 1);
  Build middle(child.design(), "Middle");
  middle.instance("a", child, {});
  middle.instance("b", child, {});
  Build t(child.design(), "Top");
  t.instance("m", middle, {});
  t.instance("n", middle, {});
  const auto found = findings(t.design(), check_undriven);
  REQUIRE(found.size() == 1);
  CHECK(found[0].path == "Top.m.a");
}

TEST_CASE("a black box drives its own outputs") {
  Build box("Box");
  undriven_output(box, "y", 1);
  box.module().black_box = BlackBox{"box", {}, ""};
  Build t(box.design(), "Top");
  t.output("y", t.instance("u", box, {})[0]);
  CHECK(findings(t.design(), check_undriven).empty());
}

}  // namespace
}  // namespace burin::passes
