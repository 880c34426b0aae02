// SPDX-License-Identifier: Apache-2.0
//! @file designs.h
//! @brief A hand-written design for the flows, and a comparison of its netlist with its source.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>

#include "burin/flows/flow.h"
#include "burin/sim/verilator_engine.h"

namespace burin::flows {

/// Counters, a reset in each style and a memory that becomes a block RAM.
inline FlowInput counter_input() {
  FlowInput input;
  input.design = "counter";
  input.top = "counter";
  input.command = "test";
  input.sources = {{"counter.v", R"(
module counter(
  input clk, input rst, input enable, input [3:0] step, output reg [7:0] count,
  input write, input [7:0] address, input [9:0] data, output reg [9:0] read,
  input arst, output reg [3:0] gray
);
  reg [9:0] store [0:255];
  always @(posedge clk)
    if (rst) count <= 8'd3;
    else if (enable) count <= count + {4'd0, step};
  always @(posedge clk) begin
    if (write) store[address] <= data;
    read <= store[address];
  end
  always @(posedge clk or posedge arst)
    if (arst) gray <= 4'd0;
    else gray <= {count[3], count[3:1] ^ count[2:0]};
endmodule
)"}};
  return input;
}

/// The same with a memory of 16 words, for targets that make it of registers.
inline FlowInput small_counter_input() {
  FlowInput input = counter_input();
  std::string& text = input.sources[0].text;
  const auto replace = [&](std::string_view what, std::string_view by) {
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
      text.replace(at, what.size(), by);
    }
  };
  replace("[0:255]", "[0:15]");
  replace("store[address]", "store[address[3:0]]");
  return input;
}

/// The result of `flow` with this metric.
inline const Result& metric(const FlowResult& flow, std::string_view name) {
  for (const Result& result : flow.results) {
    if (result.metric == name) return result;
  }
  FAIL("no metric ", std::string(name));
  return flow.results.front();
}

/// Runs the counter's source and `netlist` side by side on the same random inputs.
inline void check_same_behaviour(const SimulationNetlist& netlist, const FlowInput& input = counter_input()) {
  using namespace burin::sim;
  VerilatorOptions options;
  options.compiler_flags = {"-O1"};
  options.cache = std::filesystem::path(BURIN_BINARY_DIR) / "test-cache" / "verilator";
  VerilatorDesign source;
  source.top = "counter";
  source.ports = {
      {"clk", PortDirection::input, 1},     {"rst", PortDirection::input, 1},    {"enable", PortDirection::input, 1},
      {"step", PortDirection::input, 4},    {"count", PortDirection::output, 8}, {"write", PortDirection::input, 1},
      {"address", PortDirection::input, 8}, {"data", PortDirection::input, 10},  {"read", PortDirection::output, 10},
      {"arst", PortDirection::input, 1},    {"gray", PortDirection::output, 4}};
  VerilatorDesign gates = source;
  for (const FlowSource& file : input.sources) source.sources.push_back({file.name, file.text});
  gates.netlist = true;
  gates.defines = netlist.defines;
  for (const FlowSource& file : netlist.sources) gates.sources.push_back({file.name, file.text});
  const auto rtl = make_verilator_engine(source, options);
  const auto net = make_verilator_engine(gates, options);
  CHECK(net->name() == "netlist");

  std::mt19937_64 random(7);
  for (int cycle = 0; cycle < 4000; ++cycle) {
    // Every word is written once before anything is read, as neither side promises what is there.
    const bool filling = cycle < 256;
    for (const PortInfo& port : source.ports) {
      if (port.direction != PortDirection::input || port.name == "clk") continue;
      uint64_t value = random() & ((uint64_t{1} << port.width) - 1);
      if (port.name == "rst" || port.name == "arst") value = cycle < 2 || random() % 64 == 0 ? 1 : 0;
      if (filling && port.name == "write") value = 1;
      if (filling && port.name == "address") value = static_cast<uint64_t>(cycle);
      rtl->set_u64(port.name, value);
      net->set_u64(port.name, value);
    }
    rtl->step("clk");
    net->step("clk");
    for (const char* output : {"count", "read", "gray"}) {
      if (filling && std::string_view(output) == "read") continue;
      const uint64_t expected = rtl->get_u64(output);
      const uint64_t actual = net->get_u64(output);
      if (expected != actual) {
        FAIL("cycle ", cycle, ": ", output, " is ", actual, " in the netlist and ", expected, " in the source");
      }
    }
  }
}

}  // namespace burin::flows
