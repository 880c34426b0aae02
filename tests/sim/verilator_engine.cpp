// SPDX-License-Identifier: Apache-2.0
//! @file verilator_engine.cpp
//! @brief The Verilator engine on one hand-written design: ports, clocks, pads, power-up, insides, messages.
#include "burin/sim/verilator_engine.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "burin/sim/bench.h"
#include "restless.h"
#include "support/fake_tool.h"

using burin::Bits;
using namespace burin::sim;
using burin::test::user_error;

namespace {

constexpr const char* kVerilog = R"(
module sampler(
  input clk, input rst_n, input enable, input [7:0] step, output reg [7:0] count,
  input [99:0] wide, output [99:0] mixed, input [39:0] word, output reg [39:0] last,
  inout [3:0] pad, input pad_enable, output [3:0] pad_seen,
  output [15:0] unset, input read_clk, input [2:0] address, output reg [11:0] data
);
  reg [15:0] noreset;
  reg [11:0] store [0:7];
  assign unset = noreset;
  assign mixed = ~wide ^ {92'd0, count};
  assign pad = pad_enable ? count[3:0] : 4'bzzzz;
  assign pad_seen = pad;
  always @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      count <= 8'd200;
    end else if (enable) begin
      count <= count + step;
      if (count == 8'd4) $display("plain text %0d", count);
      if (count == 8'd5) $display("rtl/sampler.cpp:12: assertion small failed: count is %0d", count);
      if (count == 8'd6) $display("rtl/sampler.cpp:13: cover seven hit");
      if (count == 8'd7) begin
        $display("assertion seven failed");
`line 77 "rtl/other.cpp" 0
        $stop;
      end
`line 30 "sampler.v" 0
      if (count == 8'd8) $finish;
      if (count == 8'd9) assert (count != 8'd9);
    end
  always @(posedge clk) begin
    last <= word;
    store[step[2:0]] <= {4'h0, step};
  end
  always @(negedge read_clk) data <= store[address];
endmodule
)";

VerilatorDesign sampler() {
  VerilatorDesign design;
  design.top = "sampler";
  design.ports = {{"clk", PortDirection::input, 1},        {"rst_n", PortDirection::input, 1},
                  {"enable", PortDirection::input, 1},     {"step", PortDirection::input, 8},
                  {"count", PortDirection::output, 8},     {"wide", PortDirection::input, 100},
                  {"mixed", PortDirection::output, 100},   {"word", PortDirection::input, 40},
                  {"last", PortDirection::output, 40},     {"pad", PortDirection::inout, 4},
                  {"pad_enable", PortDirection::input, 1}, {"pad_seen", PortDirection::output, 4},
                  {"unset", PortDirection::output, 16},    {"read_clk", PortDirection::input, 1},
                  {"address", PortDirection::input, 3},    {"data", PortDirection::output, 12},
                  {"nothing", PortDirection::input, 0}};
  design.sources = {{"sampler.v", kVerilog}};
  return design;
}

/// Options of most tests: little optimisation, since compiling is what takes the time here.
VerilatorOptions quick_options() {
  VerilatorOptions options;
  options.compiler_flags = {"-O1"};
  options.cache = std::filesystem::path(BURIN_BINARY_DIR) / "test-cache" / "verilator";
  options.active_low_resets = {"rst_n"};
  options.power_up.kind = PowerUp::Kind::random;
  return options;
}

std::unique_ptr<Engine> running() {
  auto engine = make_verilator_engine(sampler(), quick_options());
  engine->set_u64("rst_n", 1);
  engine->set_u64("enable", 1);
  engine->set_u64("step", 1);
  engine->evaluate();
  return engine;
}

}  // namespace

TEST_CASE("verilator: registers, wide ports and an asynchronous reset that is active from the start") {
  auto engine = make_verilator_engine(sampler(), quick_options());
  CHECK(engine->name() == "verilator");
  CHECK(engine->get_u64("count") == 200);  // no clock yet
  engine->set_u64("rst_n", 1);
  engine->set_u64("enable", 1);
  engine->set_u64("step", 3);
  engine->set("word", Bits(40, 0xab'cdef'0123));
  const Bits wide = Bits::parse(100, "0x8_0000_1234_5678_9abc_def0_1234");
  engine->set("wide", wide);
  ClockDriver clock(*engine, "clk");
  clock.step(4);
  CHECK(clock.cycles() == 4);
  CHECK(engine->get_u64("count") == 212);
  CHECK(engine->get_u64("last") == 0xab'cdef'0123);
  CHECK(engine->get("wide") == wide);
  CHECK(engine->get("mixed") == burin::bits_ops::bit_xor(burin::bits_ops::bit_not(wide), Bits(100, 212)));

  // By hand, an input set together with the clock takes part in its edge.
  engine->set_u64("step", 10);
  engine->set_u64("clk", 1);
  engine->evaluate();
  CHECK(engine->get_u64("count") == 222);
  engine->set_u64("clk", 0);
  engine->evaluate();
  CHECK(engine->get_u64("count") == 222);

  engine->set_u64("rst_n", 0);
  engine->evaluate();
  CHECK(engine->get_u64("count") == 200);
  engine->restart();
  CHECK(engine->get_u64("step") == 0);
  CHECK(engine->get_u64("count") == 200);
}

TEST_CASE("verilator: two clocks, one by its falling edge, and a memory between them") {
  auto engine = running();
  engine->set_u64("step", 0x35);
  engine->step("clk");
  ClockDriver read(*engine, "read_clk");
  engine->set_u64("address", 5);
  read.set_level(true);
  CHECK(engine->get_u64("data") != 0x35);
  read.set_level(false);
  CHECK(engine->get_u64("data") == 0x35);
  CHECK(read.cycles() == 1);
}

TEST_CASE("verilator: an inout follows the outside until the design drives it") {
  auto engine = running();
  engine->set_u64("pad", 0b1010);
  engine->evaluate();
  CHECK(engine->get_u64("pad") == 0b1010);
  CHECK(engine->get_u64("pad_seen") == 0b1010);
  engine->set_u64("pad_enable", 1);
  engine->evaluate();
  CHECK(engine->get_u64("pad") == (200 & 15));
  CHECK(engine->get_u64("pad_seen") == (200 & 15));
  engine->set_u64("pad_enable", 0);
  engine->evaluate();
  CHECK(engine->get_u64("pad") == 0b1010);
}

TEST_CASE("verilator: power-up values are zeros, ones or random by seed") {
  const auto value = [](PowerUp power_up) {
    VerilatorOptions options = quick_options();
    options.power_up = power_up;
    auto engine = make_verilator_engine(sampler(), options);
    const uint64_t first = engine->get_u64("unset");
    engine->restart();
    CHECK(engine->get_u64("unset") == first);
    return first;
  };
  CHECK(value({PowerUp::Kind::zeros}) == 0);
  CHECK(value({PowerUp::Kind::ones}) == 0xffff);
  const uint64_t one = value({PowerUp::Kind::random, 1});
  CHECK(value({PowerUp::Kind::random, 1}) == one);
  CHECK(value({PowerUp::Kind::random, 2}) != one);
}

TEST_CASE("verilator: checks, prints and $finish become events and the process lives on") {
  auto engine = running();
  engine->step("clk", 56);  // 200 + 56 wraps to 0
  engine->step("clk", 10);
  const std::vector<Event>& events = engine->events();
  REQUIRE(events.size() == 6);
  CHECK(events[0].kind == EventKind::print);
  CHECK(events[0].text == "plain text 4");
  CHECK(events[1].kind == EventKind::assertion);
  CHECK(events[1].text == "count is 5");
  CHECK(events[1].location == "rtl/sampler.cpp:12");
  CHECK(events[1].name == "small");
  CHECK(events[2].kind == EventKind::cover);
  CHECK(events[2].name == "seven");
  CHECK(events[3].kind == EventKind::assertion);
  CHECK(events[3].name == "seven");
  CHECK(events[3].location == "rtl/other.cpp:77");
  CHECK(events[4].kind == EventKind::finish);
  CHECK(events[5].kind == EventKind::assertion);
  CHECK(events[5].location == "sampler.v:31");
  CHECK(engine->failures() == 3);
  CHECK(engine->finished());
  CHECK(engine->get_u64("count") == 10);

  std::vector<std::string> heard;
  engine->clear_events();
  engine->set_event_handler([&](const Event& event) { heard.push_back(event.text); });
  engine->set_u64("step", 250);
  engine->step("clk");  // 10 + 250 wraps to 4
  engine->set_u64("step", 1);
  engine->step("clk");
  CHECK(heard == std::vector<std::string>{"plain text 4"});
  CHECK(engine->events().empty());
}

TEST_CASE("verilator: signals and memories inside") {
  VerilatorOptions options = quick_options();
  options.internals = true;
  auto engine = make_verilator_engine(sampler(), options);
  REQUIRE(engine->can_access_internals());
  engine->set_internal("noreset", Bits(16, 0x1234));
  engine->evaluate();
  CHECK(engine->get_u64("unset") == 0x1234);
  CHECK(engine->get_internal("noreset") == Bits(16, 0x1234));
  engine->poke_memory("store", 6, Bits(12, 0xabc));
  CHECK(engine->peek_memory("store", 6) == Bits(12, 0xabc));
  engine->set_u64("address", 6);
  engine->step("read_clk");
  CHECK(engine->get_u64("data") == 0xabc);
  CHECK(user_error([&] { (void)engine->get_internal("store"); }) ==
        "'store' is a memory: give an address and use peek_memory or poke_memory");
  CHECK(user_error([&] { (void)engine->peek_memory("store", 8); }) == "address 8 is beyond memory 'store' of 8 words");
  CHECK(user_error([&] { engine->set_internal("noreset", Bits(17, 0x10000)); }) ==
        "value 0x10000 does not fit in 'noreset' of 16 bits");
  CHECK(user_error([&] { (void)engine->get_internal("core.x"); }).find("nothing called 'core.x'") != std::string::npos);
}

TEST_CASE("verilator: a design that does not settle ends the run with one line") {
  burin::test::Circuit circuit = burin::test::restless();
  const auto engine = make_engine(circuit.design(), EngineKind::verilator);
  engine->step("clk", 3);
  CHECK(engine->get_u64("count_out") == 3);
  engine->set_u64("start", 1);
  const std::string message = user_error([&] { engine->step("clk"); });
  CHECK(
      message.starts_with("engine 'verilator' cannot settle the design: clocks set each other off without end, or a "
                          "combinational loop oscillates ("));
}

TEST_CASE("verilator: unknown ports and values that do not fit are refused in one line") {
  auto engine = running();
  CHECK(
      user_error([&] { engine->set_u64("enabel", 1); }).starts_with("the design has no port 'enabel'; its ports: clk"));
  CHECK(user_error([&] { (void)engine->get("sum"); }).starts_with("the design has no port 'sum'"));
  CHECK(user_error([&] { engine->set_u64("step", 256); }) ==
        "value 0x0000000000000100 does not fit in port 'step' of 8 bits");
  CHECK(user_error([&] { engine->set("wide", Bits::ones(101)); }).find("does not fit in port 'wide'") !=
        std::string::npos);
  CHECK(user_error([&] { engine->set_u64("wide", 1); }) ==
        "port 'wide' is 100 bits wide: set it with set(), not set_u64()");
  CHECK(user_error([&] { (void)engine->get_u64("mixed"); }) ==
        "port 'mixed' is 100 bits wide: read it with get(), not get_u64()");
  CHECK(user_error([&] { engine->set_u64("count", 1); }) ==
        "port 'count' is an output of the design and cannot be set");
  CHECK(user_error([&] { (void)ClockDriver(*engine, "step"); }) ==
        "port 'step' is not an input of 1 bit and cannot be a clock");
  CHECK(user_error([&] { (void)engine->get(PortId{99}); }) == "the design has no port number 99; it has 17 ports");
  CHECK(user_error([&] { (void)engine->get_internal("noreset"); }).find("cannot reach 'noreset'") != std::string::npos);
  engine->set("step", Bits(16, 0x7f));  // wider, but it fits
  CHECK(engine->get_u64("step") == 0x7f);
  CHECK(engine->get("nothing") == Bits());
}
