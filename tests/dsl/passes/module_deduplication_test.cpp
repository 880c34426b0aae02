// SPDX-License-Identifier: Apache-2.0
//! @file module_deduplication_test.cpp
//! @brief Equal modules become one, others do not.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <functional>

#include "build.h"
#include "burin/ir/text.h"
#include "burin/passes/transforms.h"

namespace burin::passes {
namespace {

using namespace ir;
using test::Build;

/// A module of type "Counter" called `name`.
Build counter(Design& design, const std::string& name, uint32_t width, uint64_t reset = 0) {
  Build t(design, name);
  t.module().base_name = "Counter";
  t.module().parameters = {{"width", std::to_string(width)}};
  const ClockId clock = t.add_clock_and_reset("clk");
  const NodeId value = t.reg("value", width, clock, Bits(width, reset));
  t.drive(value, t.add(value, t.constant(width, 1)));
  t.output("count", value);
  return t;
}

NodeId instantiate(Build& top, const Build& child, const std::string& name) {
  const Module& module = top.module();
  return top.instance(name, child,
                      {{"clk", top.module().read(module.find_signal("clk"))},
                       {"clk_rst", top.module().read(module.find_signal("clk_rst"))}})[0];
}

TEST_CASE("modules of equal type, parameters and content become one") {
  Design design;
  Build a = counter(design, "Counter", 8);
  Build b = counter(design, "Counter_1", 8);
  Build top(design, "Top");
  top.add_clock_and_reset("clk");
  top.output("a", instantiate(top, a, "a"));
  top.output("b", instantiate(top, b, "b"));
  deduplicate_modules(design);
  REQUIRE(design.modules.size() == 2);
  CHECK(design.top == 1);
  CHECK(design.top_module().instances[0].module == 0);
  CHECK(design.top_module().instances[1].module == 0);
  CHECK_NOTHROW(parse(print(design)));
}

TEST_CASE("places in the source are not content") {
  Design design;
  counter(design, "a", 8).module().location = design.locations.intern("a.cpp", 1, 1);
  Build b = counter(design, "b", 8);
  b.module().signals[0].location = design.locations.intern("b.cpp", 1, 1);
  deduplicate_modules(design);
  CHECK(design.modules.size() == 1);
}

TEST_CASE("any difference that matters keeps modules apart") {
  const std::vector<std::function<void(Module&)>> changes = {
      [](Module& m) {
        m.parameters = {{"width", "9"}};
      },
      [](Module& m) { m.base_name = "Other"; },
      [](Module& m) { m.signals[0].name = "clock"; },
      [](Module& m) { m.signals[3].object = std::string("other"); },
      [](Module& m) { m.registers[0].reset_value = Bits(8, 1); },
      [](Module& m) { m.registers[0].reset_value.reset(); },
      [](Module& m) { m.registers[0].power_up = Bits(8, 0); },
      [](Module& m) { m.clocks[0].edge = Edge::falling; },
      [](Module& m) { m.clocks[0].reset_level = ResetLevel::active_low; },
      [](Module& m) {
        m.signals[2].driver = m.make(Op::sub, {m.read(2), m.constant(8, 1)});
      },
      [](Module& m) { m.signals[2].attributes.emplace_back("keep", "1"); },
      [](Module& m) { m.attributes.emplace_back("keep", "1"); },
      [](Module& m) { m.set_name(m.signals[2].driver, "next"); },
      [](Module& m) {
        m.black_box = BlackBox{"counter", {}, ""};
      },
      [](Module& m) { m.signals[0].may_be_unused = true; },
  };
  for (size_t i = 0; i < changes.size(); ++i) {
    CAPTURE(i);
    Design design;
    counter(design, "a", 8);
    counter(design, "b", 8);
    changes[i](design.module(1));
    deduplicate_modules(design);
    CHECK(design.modules.size() == 2);
  }
}

TEST_CASE("parents are equal once their children are") {
  Design design;
  std::vector<Build> parents;
  for (int i = 0; i < 3; ++i) {
    Build child = counter(design, fmt::format("c{}", i), 8);
    parents.emplace_back(design, fmt::format("p{}", i));
    Build& parent = parents.back();
    parent.module().base_name = "Parent";
    parent.add_clock_and_reset("clk");
    parent.output("out", instantiate(parent, child, "u"));
  }
  Build top(design, "Top");
  top.add_clock_and_reset("clk");
  for (int i = 0; i < 3; ++i) top.output(fmt::format("o{}", i), instantiate(top, parents[i], fmt::format("u{}", i)));
  deduplicate_modules(design);
  CHECK(design.modules.size() == 3);
  CHECK(design.top == 2);
}

TEST_CASE("10,000 equal children become one") {
  Design design;
  std::vector<Build> children;
  for (int i = 0; i < 10000; ++i) children.push_back(counter(design, fmt::format("c{}", i), 8));
  Build top(design, "Top");
  top.add_clock_and_reset("clk");
  for (int i = 0; i < 10000; ++i) instantiate(top, children[i], fmt::format("u{}", i));
  deduplicate_modules(design);
  CHECK(design.modules.size() == 2);
  CHECK(design.top_module().instances.size() == 10000);
}

}  // namespace
}  // namespace burin::passes
