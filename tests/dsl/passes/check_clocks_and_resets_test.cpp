// SPDX-License-Identifier: Apache-2.0
//! @file check_clocks_and_resets_test.cpp
//! @brief State without a clock, reset values without a reset.
#include <doctest/doctest.h>

#include "build.h"

namespace burin::passes {
namespace {

using namespace ir;
using test::Build;
using test::contains;
using test::findings;

TEST_CASE("registers, memory ports and processes without a clock are reported") {
  Build t;
  const NodeId x = t.input("x", 8);
  t.drive(t.reg("q", 8, kNone), x);
  const MemoryId memory = t.memory("m", 8, 4);
  t.write_port(memory, kNone, t.slice(x, 0, 2), x, t.slice(x, 0, 1));
  t.sync_read_port(memory, "r", kNone, t.slice(x, 0, 2));
  t.read_port(memory, "asynchronous", t.slice(x, 0, 2));
  t.process(ProcessKind::print, "p", kNone, t.slice(x, 0, 1), kNone, "hello");
  const auto found = findings(t.design(), check_clocks_and_resets);
  REQUIRE(found.size() == 4);
  for (const Diagnostic& diagnostic : found) CHECK(diagnostic.id == DiagnosticId::no_clock);
  CHECK(found[0].message == "register `q` has no clock");
  CHECK(found[1].message == "a read port of memory `m` has no clock");
  CHECK(found[2].message == "a write port of memory `m` has no clock");
  CHECK(found[3].message == "process `p` has no clock");
}

TEST_CASE("a clock without a signal is none") {
  Build t;
  t.module().clocks.emplace_back();
  t.drive(t.reg("q", 8, 0), t.constant(8, 0));
  CHECK(findings(t.design(), check_clocks_and_resets).size() == 1);
}

TEST_CASE("a reset value needs a reset in its clock domain") {
  Build t("Top");
  const ClockId bare = t.add_clock("bare");
  const ClockId whole = t.add_clock_and_reset("whole");
  t.delay("a", t.constant(8, 1), bare, Bits(8));
  t.delay("b", t.constant(8, 1), bare);
  t.delay("c", t.constant(8, 1), whole, Bits(8));
  const auto found = findings(t.design(), check_clocks_and_resets);
  REQUIRE(found.size() == 1);
  CHECK(found[0].id == DiagnosticId::reset_without_domain);
  CHECK(found[0].message == "register `a` has a reset value, but its clock `bare` has no reset");
  CHECK(test::place(t.design(), found[0].location) == "Top.cpp:4");
}

}  // namespace
}  // namespace burin::passes
