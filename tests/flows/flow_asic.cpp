// SPDX-License-Identifier: Apache-2.0
//! @file flow_asic.cpp
//! @brief The flow to standard cells with the real tools, on designs of a few cells.
#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "burin/flows/flow.h"
#include "burin/flows/tools.h"
#include "flows/designs.h"
#include "liberty.h"
#include "support/fake_tool.h"

using namespace burin::flows;
using burin::test::FakeTool;
using burin::test::Scratch;
using burin::test::user_error;

namespace {

bool tools_exist() {
  const std::string reason = user_error([] {
    (void)find_opensta();
    (void)find_liberty(find_target("asic"));
  });
  if (reason == "no error") return true;
  MESSAGE("skipped: ", reason);
  return false;
}

FlowInput verilog(const std::string& name, const std::string& text) {
  FlowInput input;
  input.design = name;
  input.top = name;
  input.command = "test";
  input.sources = {{name + ".v", text}};
  return input;
}

FlowOptions options_in(const Scratch& scratch) {
  FlowOptions options;
  options.target = "asic";
  options.cache = scratch.path() / "cache";
  return options;
}

const std::string kTimer =
    "module timer(input clk, input rst, input en, output reg [7:0] q, output wrap);\n"
    "  always @(posedge clk) if (rst) q <= 8'd0; else if (en) q <= q + 8'd1;\n"
    "  assign wrap = &q & en;\nendmodule\n";

}  // namespace

TEST_CASE("asic: area is the sum of the cells, the period is exact, power follows activity") {
  if (!tools_exist()) return;
  const Scratch scratch;
  FlowOptions options = options_in(scratch);
  options.output = scratch.path() / "out";
  const FlowResult flow = run_flow(verilog("timer", kTimer), options);

  const Liberty liberty = read_liberty(find_liberty(find_target("asic")));
  const nlohmann::json stat = nlohmann::json::parse(burin::read_file(options.output / "stat.json"));
  double area = 0;
  for (const auto& [type, count] : stat.at("modules").at("\\timer").at("num_cells_by_type").items()) {
    area += count.get<double>() * liberty.cells.at(type).area;
  }
  CHECK(metric(flow, "area").value == area);
  CHECK(metric(flow, "area").unit == "µm²");
  CHECK(metric(flow, "area").target == "asic-osu018");
  CHECK(*metric(flow, "gates").value == doctest::Approx(area / liberty.cells.at("NAND2X1").area / 1000));
  CHECK(metric(flow, "FF").value == 8);
  const Result& period = metric(flow, "period");
  CHECK(period.evidence == Evidence::static_timing);
  CHECK(period.unit == "ns");
  CHECK(*period.value > 0.3);
  CHECK(*period.value < 3);
  CHECK(period.constraint == "a period of 0.5 ns");
  CHECK(period.tool_versions.contains("opensta"));
  CHECK(*metric(flow, "fmax").value == doctest::Approx(1000 / *period.value));
  REQUIRE(!flow.paths.empty());
  CHECK(flow.paths.front().ends_with(", slack 0.000 ns"));
  CHECK(burin::read_file(options.output / "paths.txt").find("Endpoint:") != std::string::npos);
  REQUIRE(flow.stages.size() == 3);
  CHECK(flow.stages[0].stage == "synthesis");
  CHECK(!flow.stages[0].recalled);

  // Twice the period, half the power; nothing but the timing engine runs again.
  FlowOptions busy = options;
  busy.toggle_rate = 0.4;
  const FlowResult more = run_flow(verilog("timer", kTimer), busy);
  CHECK(*metric(more, "power").value > *metric(flow, "power").value);
  CHECK(metric(more, "period").value == period.value);
  CHECK(more.stages[0].recalled);
  CHECK(!more.stages[1].recalled);

  // A simulation in which nothing but the clock moves takes less power than one in which it counts.
  FlowOptions simulated = options;
  simulated.trace.cycles = 64;
  for (const char* name : {"rst", "en"}) {
    simulated.trace.signals.push_back({.name = name, .width = 1, .words = std::vector<uint64_t>(64, 0)});
  }
  simulated.trace.signals[0].words[0] = 1;
  const double idle = *metric(run_flow(verilog("timer", kTimer), simulated), "power of the test").value;
  simulated.trace.signals[1].words.assign(64, 1);
  const FlowResult counting = run_flow(verilog("timer", kTimer), simulated);
  CHECK(*metric(counting, "power of the test").value > 1.05 * idle);
  CHECK(burin::read_file(options.output / "activity.saif").find("(en (T0 0) (T1 64) (TX 0) (TC 0)") !=
        std::string::npos);
}

TEST_CASE("asic: a shift register's period is one register and no gate") {
  if (!tools_exist()) return;
  const Scratch scratch;
  const FlowInput input = verilog("shift",
                                  "module shift(input clk, input d, output q);\n  reg [3:0] s;\n"
                                  "  always @(posedge clk) s <= {s[2:0], d};\n  assign q = s[3];\nendmodule\n");
  const FlowResult flow = run_flow(input, options_in(scratch));
  CHECK(metric(flow, "cells").value == 4);
  // The library's own clock-to-output delay and setup time.
  CHECK(*metric(flow, "period").value > 0.1);
  CHECK(*metric(flow, "period").value < 0.4);
}

TEST_CASE("asic: half periods, two clocks, no clock, and clocks that no port drives") {
  if (!tools_exist()) return;
  const Scratch scratch;
  const FlowOptions options = options_in(scratch);
  SUBCASE("both edges: the period is twice the longest half") {
    const std::string both =
        "module both(input clk, input d, output reg q);\n  reg a;\n  always @(posedge clk) a <= d ^ q;\n"
        "  always @(negedge clk) q <= ~a;\nendmodule\n";
    const std::string one =
        "module both(input clk, input d, output reg q);\n  reg a;\n  always @(posedge clk) a <= d ^ q;\n"
        "  always @(posedge clk) q <= ~a;\nendmodule\n";
    CHECK(*metric(run_flow(verilog("both", both), options), "period").value >
          1.5 * *metric(run_flow(verilog("both", one), options), "period").value);
  }
  SUBCASE("two clocks") {
    const FlowInput input =
        verilog("two",
                "module two(input a, input b, output reg [3:0] x, output reg y);\n"
                "  always @(posedge a) x <= x + 4'd1;\n  always @(posedge b) y <= ~y;\nendmodule\n");
    const FlowResult flow = run_flow(input, options);
    CHECK(*metric(flow, "period a").value > *metric(flow, "period b").value);
  }
  SUBCASE("combinational") {
    const FlowInput input =
        verilog("gates", "module gates(input a, input b, output y);\n  assign y = a ^ b;\nendmodule\n");
    const FlowResult flow = run_flow(input, options);
    CHECK(!metric(flow, "period").value.has_value());
    CHECK(metric(flow, "period").note == "no period: the design is combinational and has no clock");
    CHECK(*metric(flow, "delay").value > 0.01);
  }
  SUBCASE("a clock made inside") {
    const FlowInput input = verilog("half",
                                    "module half(input clk, output reg [1:0] q);\n  reg h;\n"
                                    "  always @(posedge clk) h <= ~h;\n  always @(posedge h) q <= q + 2'd1;\n"
                                    "endmodule\n");
    CHECK(metric(run_flow(input, options), "period").note.find("2 of 3 registers have no input port as their clock") !=
          std::string::npos);
  }
}

TEST_CASE("asic: what the cells cannot do, and tools that fail") {
  if (!tools_exist()) return;
  const Scratch scratch;
  FlowOptions options = options_in(scratch);
  SUBCASE("a tri-state driver") {
    const FlowInput input =
        verilog("tri_state", "module tri_state(input a, input e, inout y);\n  assign y = e ? a : 1'bz;\nendmodule\n");
    CHECK(user_error([&] { (void)run_flow(input, options); }).find("needs a tri-state driver, for which ") !=
          std::string::npos);
  }
  SUBCASE("Liberty without flip-flops") {
    burin::write_file(scratch.path() / "gates.lib",
                      "library (g) {\n  cell (INV) { area : 1; pin (A) { direction : input; }\n"
                      "  pin (Y) { direction : output; function : \"!A\"; } }\n}\n");
    options.target = "asic-liberty:" + (scratch.path() / "gates.lib").string();
    CHECK(user_error([&] { (void)run_flow(verilog("timer", kTimer), options); }).find("has no flip-flop") !=
          std::string::npos);
  }
  const std::string version = "if [ \"$1\" = -version ]; then echo 2.0.17; exit 0; fi\n";
  const auto message = [&] { return user_error([&] { (void)run_flow(verilog("timer", kTimer), options); }); };
  SUBCASE("OpenSTA is too old") {
    const FakeTool sta("sta", "echo 1.9");
    CHECK(message() == "sta 1.9 is too old; install opensta 2.0 or newer (Debian: apt install opensta)");
  }
  SUBCASE("OpenSTA stops half-way") {
    const FakeTool sta("sta", version + "echo 'burin period 3 clk'");
    CHECK(message() == "opensta 2.0.17 wrote a report that cannot be read: it ends too early");
  }
  SUBCASE("OpenSTA goes on after an error") {
    const FakeTool sta("sta", version + "echo 'Error: timing.tcl, 3 no such cell'; echo 'burin power ends'");
    CHECK(message() == "opensta 2.0.17 on design 'timer': Error: timing.tcl, 3 no such cell");
  }
  SUBCASE("OpenSTA says something that is no number") {
    const FakeTool sta("sta", version + "echo 'burin period inf clk'");
    CHECK(message() == "opensta 2.0.17 wrote a report that cannot be read: 'inf' is no number");
  }
  SUBCASE("OpenSTA hangs") {
    (void)run_flow(verilog("timer", kTimer), options);  // so that synthesis is there
    const FakeTool sta("sta", version + "sleep 1000");
    options.timeout = std::chrono::milliseconds(400);
    options.toggle_rate = 0.3;
    CHECK(message().find("opensta 2.0.17 did not end within") != std::string::npos);
  }
}

TEST_CASE("asic: the netlist of cells behaves as its source") {
  if (!tools_exist()) return;
  const Scratch scratch;
  const FlowOptions options = options_in(scratch);
  check_same_behaviour(synthesize_for_simulation(small_counter_input(), options), small_counter_input());
}
