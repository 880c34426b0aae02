// SPDX-License-Identifier: Apache-2.0
//! @file check_port_names_test.cpp
//! @brief Names of ports: keywords (circt#2326, SpinalHDL#1704), identifiers, clashes.
#include <doctest/doctest.h>

#include <iterator>

#include "build.h"
#include "burin/passes/reserved_names.h"

namespace burin::passes {
namespace {

using namespace ir;
using test::Build;
using test::contains;
using test::findings;

TEST_CASE("keywords of each language are known, once and in order") {
  struct Row {
    std::string_view word;
    bool verilog, system_verilog, vhdl;
  };
  constexpr Row rows[] = {
#define BURIN_RESERVED(word, verilog, system_verilog, vhdl) Row{word, verilog, system_verilog, vhdl},
#include "burin/passes/reserved_names.def"
#undef BURIN_RESERVED
  };
  size_t verilog = 0;
  size_t system_verilog = 0;
  size_t vhdl = 0;
  for (size_t i = 0; i < std::size(rows); ++i) {
    if (i > 0) CHECK(rows[i - 1].word < rows[i].word);
    CHECK((rows[i].verilog || rows[i].system_verilog || rows[i].vhdl));
    // SystemVerilog keeps every keyword of Verilog.
    CHECK((!rows[i].verilog || rows[i].system_verilog));
    CHECK_FALSE(languages_that_reserve(rows[i].word).empty());
    verilog += rows[i].verilog ? 1 : 0;
    system_verilog += rows[i].system_verilog ? 1 : 0;
    vhdl += rows[i].vhdl ? 1 : 0;
  }
  CHECK(verilog == 124);
  CHECK(system_verilog == 248);
  CHECK(vhdl == 115);
}

TEST_CASE("a message names the languages in which the name is a keyword") {
  CHECK(languages_that_reserve("reg") == "Verilog-2005 and SystemVerilog-2017");
  CHECK(languages_that_reserve("logic") == "SystemVerilog-2017");
  CHECK(languages_that_reserve("signal") == "VHDL-2008");
  CHECK(languages_that_reserve("Signal") == "VHDL-2008");
  CHECK(languages_that_reserve("begin") == "Verilog-2005, SystemVerilog-2017 and VHDL-2008");
  CHECK(languages_that_reserve("Reg").empty());
  CHECK(languages_that_reserve("enable").empty());
  CHECK(is_verilog_keyword("bit"));
  CHECK_FALSE(is_verilog_keyword("signal"));
}

TEST_CASE("a port with a keyword as name is an error that says which language") {
  Build t("Top");
  t.output("enable", t.input("process", 1));
  const auto found = findings(t.design(), check_port_names);
  REQUIRE(found.size() == 1);
  CHECK(found[0].id == DiagnosticId::reserved_name);
  CHECK(found[0].message == "port name `process` is a keyword of VHDL-2008");
  CHECK(contains(found[0].remedy, "process_port"));
  CHECK(test::place(t.design(), found[0].location) == "Top.cpp:1");
}

TEST_CASE("names of wires and registers are not the business of this check") {
  Build t;
  t.wire("reg", 1);
  CHECK(findings(t.design(), check_port_names).empty());
}

TEST_CASE("names that are no identifiers are errors") {
  for (const char* const name : {"", "7up", "$x", "a b", "a.b", "a-b", "\xc3\xa4", "a[0]"}) {
    CAPTURE(name);
    Build t;
    t.input(name, 1);
    const auto found = findings(t.design(), check_port_names);
    REQUIRE(found.size() == 1);
    CHECK(found[0].id == DiagnosticId::illegal_name);
  }
  Build t;
  t.input("_a$9", 1);
  CHECK(findings(t.design(), check_port_names).empty());
}

TEST_CASE("two ports that flatten to one name are reported with both objects") {
  Build t("Top");
  t.module().signals[t.signal(t.input("a_b", 1))].object = "a.b";
  t.module().signals[t.signal(t.input("a_b", 1))].object = "a_b";
  const auto found = findings(t.design(), check_port_names);
  REQUIRE(found.size() == 1);
  CHECK(found[0].id == DiagnosticId::name_clash);
  CHECK(found[0].message == "ports `a.b` and `a_b` are both called `a_b` in the generated module");
  CHECK(test::place(t.design(), found[0].location) == "Top.cpp:2");
  CHECK(test::has_note_at(t.design(), found[0], "Top.cpp:1"));
}

TEST_CASE("ports of a black box may have any name that Verilog-2005 allows") {
  Build box("Box");
  box.input("bit", 1);
  box.input("signal", 1);
  box.input("reg", 1);
  box.module().black_box = BlackBox{"box", {}, ""};
  const auto found = findings(box.design(), check_port_names);
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].message, "`reg`"));
}

}  // namespace
}  // namespace burin::passes
