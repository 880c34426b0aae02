// SPDX-License-Identifier: Apache-2.0
//! @file flow_ice40.cpp
//! @brief The flow for iCE40 with the real tools, on designs small enough to wait for.
#include <doctest/doctest.h>

#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include "burin/flows/flow.h"
#include "flows/designs.h"
#include "support/fake_tool.h"

using namespace burin::flows;
using burin::test::Scratch;
using burin::test::user_error;

namespace {

FlowOptions options_with(const std::filesystem::path& cache) {
  FlowOptions options;
  options.target = "ice40-hx8k";
  options.cache = cache;
  return options;
}

}  // namespace

TEST_CASE("ice40: a counter becomes area, fmax over three seeds and a netlist that counts the same") {
  const Scratch scratch;
  FlowOptions options = options_with(scratch.path() / "cache");
  options.output = scratch.path() / "out";
  std::vector<std::string> said;
  options.progress = [&](std::string_view text) { said.emplace_back(text); };
  const FlowResult flow = run_flow(counter_input(), options);

  CHECK(*metric(flow, "FF").value >= 12);  // more where the memory needs help to read old data
  CHECK(metric(flow, "FF").evidence == Evidence::synthesis_estimate);
  CHECK(*metric(flow, "LUT4").value > 4);
  CHECK(metric(flow, "BRAM").value == 1);
  CHECK(*metric(flow, "LC").value >= 12);
  CHECK(metric(flow, "LC").evidence == Evidence::placed_and_routed);
  const Result& fmax = metric(flow, "fmax");
  CHECK(fmax.unit == "MHz");
  CHECK(fmax.seeds == std::vector<uint64_t>{1, 2, 3});
  REQUIRE(fmax.samples.size() == 3);
  CHECK(*fmax.minimum() > 50);
  CHECK(*fmax.maximum() < 1000);
  CHECK(*fmax.minimum() <= *fmax.value);
  CHECK(*fmax.value <= *fmax.maximum());
  CHECK(fmax.tool_versions.contains("yosys"));
  CHECK(fmax.tool_versions.contains("nextpnr-ice40"));
  CHECK(fmax.command == "test");
  CHECK(fmax.input_hash.size() == 64);
  CHECK(fmax.note.empty());
  CHECK(!said.empty());

  CHECK(from_json(burin::read_file(options.output / "results.json")) == flow.results);
  CHECK(burin::read_file(options.output / "results.md") == to_markdown(flow.results));
  for (const char* file : {"netlist.v", "netlist.json", "yosys.log", "seed1_report.json", "seed3_nextpnr.log"}) {
    CHECK_MESSAGE(std::filesystem::exists(options.output / file), file);
  }

  // The same again comes from the cache; another seed runs only itself.
  said.clear();
  CHECK(run_flow(counter_input(), options).results == flow.results);
  CHECK(said.empty());
  options.seeds = {2, 7};
  const FlowResult again = run_flow(counter_input(), options);
  CHECK(metric(again, "fmax").samples.at(0) == fmax.samples.at(1));
  for (const std::string& line : said) CHECK_MESSAGE(line.starts_with("seed 7: "), line);
  for (const auto& entry : std::filesystem::directory_iterator(options.cache)) {
    const std::string name = entry.path().filename().string();
    CHECK(!name.starts_with("running-"));
    CHECK(!name.ends_with(".lock"));
  }

  check_same_behaviour(flow.netlist);
}

TEST_CASE("ice40: without a clock there is no fmax, and the result says why") {
  const Scratch scratch;
  FlowInput input;
  input.design = "gates";
  input.top = "gates";
  input.sources = {{"gates.v", "module gates(input a, input b, output y);\n  assign y = a & b;\nendmodule\n"}};
  FlowOptions options = options_with(scratch.path());
  options.seeds = {1};
  const FlowResult flow = run_flow(input, options);
  CHECK(!metric(flow, "fmax").value.has_value());
  CHECK(metric(flow, "fmax").note == "no fmax: the design is combinational and has no clock");
  CHECK(metric(flow, "LUT4").value == 1);
}

TEST_CASE("ice40: ports beyond the package's pins are left out of timing, not out of the design") {
  const Scratch scratch;
  FlowInput input;
  input.design = "wide";
  input.top = "wide";
  input.sources = {{"wide.v",
                    "module wide(input clk, input [299:0] a, output reg y, output reg [2:0] z);\n"
                    "  reg [1:0] s;\n"
                    "  always @(posedge clk) begin s <= {^a[149:0], ^a[299:150]}; y <= ^s; z <= {s, y}; end\n"
                    "endmodule\n"}};
  FlowOptions options = options_with(scratch.path());
  options.seeds = {1};
  const FlowResult flow = run_flow(input, options);
  CHECK(metric(flow, "fmax").value.has_value());
  CHECK(metric(flow, "fmax").note ==
        "300 of the 305 port bits have no pin (ct256 has 206): paths through them are not timed");
  CHECK(*metric(flow, "LUT4").value > 75);
  CHECK(flow.netlist.sources.at(0).text.find("input [299:0] a;") != std::string::npos);
}

TEST_CASE("ice40: Verilog that Yosys refuses") {
  const Scratch scratch;
  FlowInput input = counter_input();
  input.sources[0].text += "module extra(input a) endmodule\n";
  const std::string message = user_error([&] { (void)run_flow(input, options_with(scratch.path())); });
  INFO(message);
  CHECK(message.starts_with("yosys 0."));
  CHECK(message.find("ended with status 1: ") != std::string::npos);
  CHECK(message.find("counter.v:") != std::string::npos);
  CHECK(message.find("on design 'counter' (log: ") != std::string::npos);
  CHECK(message.find('\n') == std::string::npos);
}
