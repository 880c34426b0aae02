// SPDX-License-Identifier: Apache-2.0
//! @file equivalence.cpp
//! @brief Equivalence of source and netlist: proven, open, out of time, refuted.
#include "equivalence.h"

#include <doctest/doctest.h>

#include "support/fake_tool.h"

using namespace burin::flows;
using burin::test::FakeTool;
using burin::test::Scratch;
using burin::test::user_error;

namespace {

struct Comparison {
  Scratch scratch;
  FlowInput input;
  FlowOptions options;
  SimulationNetlist netlist;

  Comparison(const std::string& source, const std::string& gates) {
    input.design = input.top = netlist.top = "m";
    input.sources = {{"m.v", source}};
    netlist.sources = {{"netlist.v", gates},
                       {"cells.v",
                        "module INV(input A, output Y);\n  assign Y = ~A;\nendmodule\n"
                        "module DFF(input D, input C, output reg Q);\n  always @(posedge C) Q <= D;\nendmodule\n"}};
    options.equivalence = std::chrono::seconds(60);
  }
  Equivalence check() {
    const FlowContext context{input, options, find_target("xcup"), scratch.path()};
    return check_equivalence(context, netlist);
  }
};

const std::string kGates = "module m(a, y);\n  input a;\n  output y;\n  INV i (.A(a), .Y(y));\nendmodule\n";

}  // namespace

TEST_CASE("equivalence: gates without state are proven or refuted") {
  Comparison same("module m(input a, output y);\n  assign y = !a;\nendmodule\n", kGates);
  const Equivalence proven = same.check();
  CHECK(proven.verdict == Equivalence::Verdict::proven);
  CHECK(proven.points == 1);
  CHECK(text(proven) == "proven at all 1 points");
  CHECK(same.check().verdict == Equivalence::Verdict::proven);  // from the cache
  Comparison other("module m(input a, output y);\n  assign y = a;\nendmodule\n", kGates);
  for (int twice = 0; twice < 2; ++twice) {
    CHECK(user_error([&] {
            (void)other.check();
          }).starts_with("the netlist of design 'm' for xcup does not do what its source does: yosys 0."));
  }
}

TEST_CASE("equivalence: registers by induction; what does not follow is open") {
  const std::string source =
      "module m(input c, input d, output y);\n  reg q;\n  always @(posedge c) q <= ~d;\n  assign y = q;\nendmodule\n";
  Comparison same(source,
                  "module m(c, d, y);\n  input c, d;\n  output y;\n  wire n, q;\n  INV i (.A(d), .Y(n));\n"
                  "  DFF r (.D(n), .C(c), .Q(q));\n  assign y = q;\nendmodule\n");
  CHECK(same.check().verdict == Equivalence::Verdict::proven);
  Comparison wrong(source,
                   "module m(c, d, y);\n  input c, d;\n  output y;\n  wire q;\n"
                   "  DFF r (.D(d), .C(c), .Q(q));\n  assign y = q;\nendmodule\n");
  const Equivalence open = wrong.check();
  CHECK(open.verdict == Equivalence::Verdict::open);
  CHECK(open.proven < open.points);
}

TEST_CASE("equivalence: the limit ends it, and failures and missing models are told") {
  Comparison same("module m(input a, output y);\n  assign y = !a;\nendmodule\n", kGates);
  const std::string version = "if [ \"$1\" = -V ]; then echo 'Yosys 0.23 (fake)'; exit 0; fi\n";
  {
    const FakeTool yosys("yosys", version + "sleep 1000");
    same.options.equivalence = std::chrono::seconds(1);
    const Equivalence late = same.check();
    CHECK(late.verdict == Equivalence::Verdict::out_of_time);
    CHECK(text(late) == "open: not decided within 1 s");
  }
  {
    const FakeTool yosys("yosys", version + "kill -KILL $$");
    CHECK(user_error([&] { (void)same.check(); }).starts_with("yosys 0.23 was killed by signal 9 (Killed)"));
  }
  same.options.equivalence = std::chrono::seconds(60);
  CHECK(same.check().verdict == Equivalence::Verdict::proven);
  same.netlist.missing = {"SPX9"};
  CHECK(text(same.check()) == "not checked: a cell has no open model");
}
