// SPDX-License-Identifier: Apache-2.0
//! @file pipeline_test.cpp
//! @brief Passes by name, dumps, and what the standard pipeline does to a whole design.
#include "burin/passes/pipeline.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <random>
#include <set>

#include "build.h"
#include "burin/ir/text.h"
#include "random_design.h"

namespace burin::passes {
namespace {

using namespace ir;
using test::Build;

TEST_CASE("passes have names and summaries of their own") {
  std::set<std::string_view> names;
  for (const Pass& pass : all_passes()) {
    CHECK(names.insert(pass.name).second);
    CHECK(pass.summary.ends_with("."));
  }
  CHECK(names.size() >= 8);
}

TEST_CASE("an unknown pass is an error that lists the passes") {
  Build t;
  t.output("out", t.and_(t.input("x", 8), t.constant(8, 0)));
  const std::string before = print(t.design());
  OptimiseOptions options;
  options.dump_after = {"const-folding"};
  try {
    optimise(t.design(), options);
    FAIL("no error");
  } catch (const UserError& error) {
    const std::string what = error.what();
    CHECK(test::contains(what, "\"const-folding\""));
    for (const Pass& pass : all_passes()) CHECK(test::contains(what, std::string(pass.name)));
    CHECK(what.find('\n') == std::string::npos);
  }
  CHECK(print(t.design()) == before);
}

TEST_CASE("a dump shows the design as it is after the pass") {
  Build t;
  t.output("out", t.and_(t.input("x", 8), t.constant(8, 0)));
  const std::string before = print(t.design());
  OptimiseOptions options;
  options.dump_after = {"elaboration", "constant-folding"};
  std::vector<std::pair<std::string, std::string>> dumps;
  options.dump = [&dumps](std::string_view pass, const Design& design) { dumps.emplace_back(pass, print(design)); };
  optimise(t.design(), options);
  REQUIRE(dumps.size() == 2);
  CHECK(dumps[0].first == "elaboration");
  CHECK(dumps[0].second == before);
  CHECK(dumps[1].first == "constant-folding");
  CHECK_FALSE(test::contains(dumps[1].second, " and "));
}

TEST_CASE("a pass that runs twice is dumped twice") {
  Build t;
  t.output("out", t.input("x", 8));
  int dumps = 0;
  Pipeline()
      .add("dead-code")
      .add("constant-folding")
      .add("dead-code")
      .dump_after("dead-code", [&dumps](std::string_view, const Design&) { ++dumps; })
      .run(t.design());
  CHECK(dumps == 2);
}

TEST_CASE("a dump after a pass that is not in the pipeline is an error") {
  Pipeline pipeline;
  pipeline.add("dead-code");
  CHECK_THROWS_AS(pipeline.dump_after("constant-folding", {}), UserError);
}

TEST_CASE("the standard pipeline folds, shares, removes and names") {
  Design design;
  std::vector<Build> children;
  for (int i = 0; i < 2; ++i) {
    children.emplace_back(design, fmt::format("child{}", i));
    Build& child = children.back();
    child.module().base_name = "Adder";
    child.module().parameters = {{"width", "8"}};
    const NodeId x = child.input("x", 8);
    child.output("y", child.add(child.add(x, child.constant(8, 0)), child.mux(child.constant(1, 1), x, child.not_(x))));
  }
  Build top(design, "Top");
  const NodeId x = top.input("x", 8);
  for (int i = 0; i < 2; ++i) {
    top.output(fmt::format("o{}", i), top.instance(fmt::format("u{}", i), children[i], {{"x", x}})[0]);
  }
  optimise(design);
  REQUIRE(design.modules.size() == 2);
  CHECK(design.module(0).name == "Adder_width8");
  CHECK(design.module(0).node_count() == 2);
}

TEST_CASE("check runs all checks and changes nothing") {
  Build t;
  const ClockId clock = t.add_clock("clk");
  t.input("signal", 8);
  const NodeId loop = t.wire("loop", 8);
  t.drive(loop, t.not_(loop));
  t.output("out", loop);
  t.wire("undriven", 8);
  t.drive(t.reg("q", 8, clock, Bits(8)), loop);
  test::locate(t.design());
  const std::string before = print(t.design());
  Diagnostics diagnostics(t.design().locations);
  check(t.design(), diagnostics);
  CHECK(diagnostics.contains(DiagnosticId::reserved_name));
  CHECK(diagnostics.contains(DiagnosticId::combinational_loop));
  CHECK(diagnostics.contains(DiagnosticId::undriven));
  CHECK(diagnostics.contains(DiagnosticId::unused_input));
  CHECK(diagnostics.contains(DiagnosticId::reset_without_domain));
  CHECK(print(t.design()) == before);
}

TEST_CASE("checks report broken designs and do not break") {
  size_t findings = 0;
  for (uint64_t seed = 1; seed <= 150; ++seed) {
    CAPTURE(seed);
    const auto design = test::random_design(seed, 40);
    std::mt19937_64 random(seed);
    for (const auto& module : design->modules) {
      // Second clocks, drivers that are missing or close loops, ports that are not connected.
      module->clocks.push_back(module->clocks[0]);
      module->clocks.back().clock = random() % 3 == 0 ? kNone : module->read(random() % module->signals.size());
      if (module->width(module->clocks[0].clock) != 1) continue;
      for (Signal& signal : module->signals) {
        if (signal.driver == kNone || random() % 8 != 0) continue;
        signal.driver = kNone;
        for (NodeId id = module->node_count(); random() % 2 == 0 && id-- > 0;) {
          if (module->width(id) == signal.width && random() % 4 == 0) {
            signal.driver = id;
            break;
          }
        }
      }
      for (Register& state : module->registers) {
        if (random() % 3 == 0) state.clock = random() % 3 == 0 ? kNone : 1;
        if (random() % 2 == 0) state.reset_value.reset();
        state.synchroniser = random() % 4 == 0;
      }
      for (Instance& instance : module->instances) {
        if (random() % 2 == 0) instance.inputs.erase(instance.inputs.begin() + random() % instance.inputs.size());
      }
      for (Signal& signal : module->signals) {
        if (signal.kind == SignalKind::input && random() % 6 == 0) {
          signal.timing.kind = static_cast<PortTiming::Kind>(random() % 5);
          signal.timing.clock = random() % 3 == 0 ? kNone : random() % 2;
        }
      }
    }
    Diagnostics diagnostics(design->locations);
    CHECK_NOTHROW(check(*design, diagnostics));
    findings += diagnostics.all().size();
    CHECK_FALSE(diagnostics.render_all().empty());
  }
  CHECK(findings > 1000);
}

TEST_CASE("a sound design of 200,000 nodes passes all checks and passes") {
  Build t;
  const ClockId clock = t.add_clock_and_reset("clk");
  NodeId value = t.input("x", 32);
  const NodeId key = t.input("key", 32);
  for (uint32_t i = 0; t.module().node_count() < 200000; ++i) {
    value = t.add(t.xor_(value, key), t.mux(t.make(Op::lt_u, {value, key}), value, t.constant(32, i)));
    value = t.cat({t.slice(value, 0, 7), t.slice(value, 7, 25)});
    if (i % 64 == 0) value = t.delay(fmt::format("r{}", i), value, clock, Bits(32, i));
  }
  t.output("result", value);
  Diagnostics diagnostics(t.design().locations);
  check(t.design(), diagnostics);
  CHECK(diagnostics.render_all() == "0 errors, 0 warnings\n");
  optimise(t.design());
  CHECK(t.module().node_count() > 100000);
}

}  // namespace
}  // namespace burin::passes
