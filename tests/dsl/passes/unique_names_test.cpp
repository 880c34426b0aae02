// SPDX-License-Identifier: Apache-2.0
//! @file unique_names_test.cpp
//! @brief Names of modules: from type and parameters, stable under edits elsewhere.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <set>

#include "build.h"
#include "burin/passes/reserved_names.h"
#include "burin/passes/transforms.h"

namespace burin::passes {
namespace {

using namespace ir;
using test::Build;

Module& add(Design& design, const std::string& type, const std::vector<std::pair<std::string, std::string>>& parameters,
            uint32_t width = 8, uint64_t content = 0) {
  Build t(design, "unnamed");
  t.module().base_name = type;
  t.module().parameters = parameters;
  t.output("out", t.xor_(t.input("in", width), t.constant(width, content)));
  return t.module();
}

std::string name_of(const std::string& type, const std::vector<std::pair<std::string, std::string>>& parameters) {
  Design design;
  const Module& module = add(design, type, parameters);
  make_module_names_unique(design);
  CHECK(is_verilog_identifier(module.name));
  return module.name;
}

TEST_CASE("a module is called after its type and its parameters") {
  CHECK(name_of("Counter", {}) == "Counter");
  CHECK(name_of("Counter", {{"width", "8"}}) == "Counter_width8");
  CHECK(name_of("Fifo", {{"width", "8"}, {"depth", "16"}}) == "Fifo_width8_depth16");
  CHECK(name_of("Filter", {{"offset", "-3"}}) == "Filter_offsetm3");
  CHECK(name_of("Core", {{"mode", "fast"}}) == "Core_mode_fast");
  CHECK(name_of("Core", {{"cache.ways", "2"}}) == "Core_cache_ways2");
  CHECK(name_of("Fifo<UInt<8>, 16>", {}) == "Fifo_UInt_8_16");
}

TEST_CASE("keywords and names that begin with a digit are avoided") {
  CHECK(name_of("table", {}) == "table_");
  CHECK(name_of("7segment", {}) == "m7segment");
  CHECK(name_of("::", {}) == "m");
}

TEST_CASE("a long list of parameters is cut to its hash, which tells lists apart") {
  std::vector<std::pair<std::string, std::string>> parameters;
  for (int i = 0; i < 30; ++i) parameters.emplace_back(fmt::format("parameter{}", i), std::to_string(i));
  const std::string one = name_of("Big", parameters);
  parameters[29].second = "77";
  const std::string two = name_of("Big", parameters);
  CHECK(one.size() < 32);
  CHECK(one != two);
  CHECK(name_of(std::string(300, 'a'), {}).size() < 80);
}

TEST_CASE("modules that would share a name are told apart by their ports, without regard to order") {
  const auto names = [](bool exchanged, bool with_third) {
    Design design;
    if (with_third) add(design, "Other", {});
    Module& first = add(design, "Fifo", {{"depth", "4"}}, exchanged ? 16 : 8);
    Module& second = add(design, "Fifo", {{"depth", "4"}}, exchanged ? 8 : 16);
    add(design, "Top", {});
    make_module_names_unique(design);
    CHECK(first.name != second.name);
    CHECK(first.name.starts_with("Fifo_depth4_"));
    return exchanged ? std::pair(second.name, first.name) : std::pair(first.name, second.name);
  };
  CHECK(names(false, false) == names(true, false));
  CHECK(names(false, false) == names(false, true));
}

TEST_CASE("a change of content does not rename modules that their ports tell apart") {
  const auto name = [](uint64_t content) {
    Design design;
    const Module& first = add(design, "Fifo", {}, 8, content);
    add(design, "Fifo", {}, 16);
    add(design, "Top", {});
    make_module_names_unique(design);
    return first.name;
  };
  CHECK(name(1) == name(2));
}

TEST_CASE("modules with equal ports are told apart by content") {
  Design design;
  const Module& first = add(design, "Fifo", {}, 8, 1);
  const Module& second = add(design, "Fifo", {}, 8, 2);
  add(design, "Top", {});
  make_module_names_unique(design);
  CHECK(first.name != second.name);
}

TEST_CASE("even equal modules get names of their own") {
  Design design;
  add(design, "Fifo", {});
  add(design, "Fifo", {});
  add(design, "Fifo", {});
  add(design, "Top", {});
  make_module_names_unique(design);
  std::set<std::string> names;
  for (const auto& module : design.modules) names.insert(module->name);
  CHECK(names.size() == 4);
}

TEST_CASE("the top module keeps its plain name") {
  Design design;
  const Module& below = add(design, "Core", {}, 16);
  const Module& top = add(design, "Core", {}, 8);
  make_module_names_unique(design);
  CHECK(top.name == "Core");
  CHECK(below.name.starts_with("Core_"));
}

TEST_CASE("names differ in more than case") {
  Design design;
  const Module& first = add(design, "Fifo", {}, 8);
  const Module& second = add(design, "FIFO", {}, 16);
  add(design, "Top", {});
  make_module_names_unique(design);
  CHECK(first.name.size() > 5);
  CHECK(second.name.size() > 5);
}

TEST_CASE("a module does not take the name of a black box") {
  Design design;
  Module& box = add(design, "Pll", {});
  box.black_box = BlackBox{"pll_core", {}, ""};
  const Module& own = add(design, "pll_core", {});
  add(design, "Top", {});
  make_module_names_unique(design);
  CHECK(box.name == "pll_core");
  CHECK(own.name.starts_with("pll_core_"));
}

TEST_CASE("black boxes of one Verilog module with different parameters have names of their own") {
  Design design;
  Module& first = add(design, "Ram", {{"depth", "16"}});
  first.black_box = BlackBox{"ram", {{"DEPTH", "16"}}, ""};
  Module& second = add(design, "Ram", {{"depth", "32"}});
  second.black_box = BlackBox{"ram", {{"DEPTH", "32"}}, ""};
  add(design, "Top", {});
  make_module_names_unique(design);
  CHECK(first.name == "Ram_depth16");
  CHECK(second.name == "Ram_depth32");
  CHECK(first.black_box->verilog_name == "ram");
}

}  // namespace
}  // namespace burin::passes
