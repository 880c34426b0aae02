// SPDX-License-Identifier: Apache-2.0
//! @file pins.cpp
//! @brief Pins: assigned, written in each language, kept by place and route, and in a bitstream.
#include "pins.h"

#include <doctest/doctest.h>

#include <set>

#include "burin/flows/flow.h"
#include "support/fake_tool.h"

using namespace burin::flows;
using burin::test::Scratch;
using burin::test::user_error;

namespace {

PinRecipe four_pins() {
  return {.style = PinStyle::cst, .file = "p", .arguments = {}, .clocks = {"C1"}, .others = {"A1", "A2", "A3"}};
}

}  // namespace

TEST_CASE("pins: given ones stay, clocks get theirs, no pin is used twice") {
  const std::vector<PinPort> ports = {{"clk", 1}, {"d", 2}};
  const PinMap pins = assign_pins(four_pins(), ports, {"clk"}, {{"d[1]", "A1"}});
  CHECK(pins == PinMap{{"clk", "C1"}, {"d[0]", "A2"}, {"d[1]", "A1"}});
  // Too few ordinary ones: those of clocks serve as well.
  CHECK(assign_pins(four_pins(), {{"d", 4}}, {}, {}).size() == 4);
  // A tool that chooses gets only what is given.
  CHECK(assign_pins({}, ports, {"clk"}, {{"clk", "B7"}}) == PinMap{{"clk", "B7"}});
  CHECK(user_error([&] {
          (void)assign_pins(four_pins(), {{"d", 5}}, {}, {});
        }) == "there are more port bits than pins");
  CHECK(user_error([&] {
          (void)assign_pins({}, ports, {}, {{"e", "A1"}});
        }) == "pin A1 is for 'e', which no port of the netlist has");
  CHECK(user_error([&] {
          (void)assign_pins({}, ports, {}, {{"clk", "A1"}, {"d[0]", "A1"}});
        }) == "pin A1 is for both 'clk' and 'd[0]'");
}

TEST_CASE("pins: in each language") {
  const PinMap pins = {{"d[1]", "A1"}};
  CHECK(pin_constraints(PinStyle::pcf, pins) == "set_io d[1] A1\n");
  CHECK(pin_constraints(PinStyle::lpf, pins) == "LOCATE COMP \"d[1]\" SITE \"A1\";\n");
  CHECK(pin_constraints(PinStyle::cst, pins) == "IO_LOC \"d[1]\" A1;\n");
  CHECK(pin_constraints(PinStyle::pdc, pins) == "ldc_set_location -site {A1} [get_ports {d[1]}]\n");
  CHECK(pin_constraints(PinStyle::xdc, pins) ==
        "set_property -dict {PACKAGE_PIN A1 IOSTANDARD LVCMOS33} [get_ports {d[1]}]\n");
}

TEST_CASE("pins: iCE40 keeps them, and makes a bitstream") {
  const Scratch scratch;
  FlowInput input;
  input.design = "blink";
  input.top = "blink";
  input.sources = {{"blink.v",
                    "module blink(input clk, output [1:0] led);\n  reg [3:0] n;\n  always @(posedge clk) n <= n + 1;\n"
                    "  assign led = n[3:2];\nendmodule\n"}};
  FlowOptions options;
  options.target = "ice40-up5k";
  options.cache = scratch.path() / "cache";
  options.output = scratch.path() / "out";
  options.seeds = {1};
  options.pins = {{"clk", "35"}, {"led[0]", "39"}, {"led[1]", "40"}};
  options.bitstream = true;
  (void)run_flow(input, options);
  CHECK(burin::read_file(options.output / "pins.pcf") == "set_io clk 35\nset_io led[0] 39\nset_io led[1] 40\n");
  CHECK(burin::read_file(options.output / "seed1_nextpnr.log").find("constrained 'clk' to bel") != std::string::npos);
  const std::string bitstream = burin::read_file(options.output / "bitstream.bit");
  CHECK(bitstream.size() > 100000);
  CHECK(bitstream.find("\x7e\xaa\x99\x7e") != std::string::npos);  // how configuration begins

  options.pins["led[1]"] = "99";
  CHECK(user_error([&] { (void)run_flow(input, options); }).find("99") != std::string::npos);
  options.pins = {{"none", "35"}};
  CHECK(user_error([&] { (void)run_flow(input, options); }) ==
        "pin 35 is for 'none', which no port of the netlist has");
}
