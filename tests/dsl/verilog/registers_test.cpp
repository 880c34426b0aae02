// SPDX-License-Identifier: Apache-2.0
//! @file registers_test.cpp
//! @brief Registers with every kind of clock and reset do in Icarus what semantics.md says.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <random>

#include "../../support/circuit.h"
#include "tools.h"

namespace burin::test {
namespace {

using namespace ir;

struct Kind {
  std::string name;
  Edge edge = Edge::rising;
  ResetKind reset = ResetKind::none;
  ResetLevel level = ResetLevel::active_high;
  bool has_reset_value = true;
  bool has_power_up = false;
};

std::vector<Kind> kinds() {
  std::vector<Kind> result;
  for (const Edge edge : {Edge::rising, Edge::falling}) {
    for (const bool power_up : {false, true}) {
      const std::string suffix = fmt::format("_{}{}", edge == Edge::rising ? "r" : "f", power_up ? "p" : "");
      result.push_back({"free" + suffix, edge, ResetKind::none, ResetLevel::active_high, false, power_up});
      for (const ResetKind reset : {ResetKind::synchronous, ResetKind::asynchronous}) {
        for (const ResetLevel level : {ResetLevel::active_high, ResetLevel::active_low}) {
          for (const bool value : {false, true}) {
            result.push_back(
                {fmt::format("{}{}{}{}", reset == ResetKind::synchronous ? "sync" : "async",
                             level == ResetLevel::active_high ? "_high" : "_low", value ? "" : "_keep", suffix),
                 edge, reset, level, value, power_up});
          }
        }
      }
    }
  }
  return result;
}

/// r <= en ? r + d : r, and a second register of the same object that takes d always.
Circuit circuit_of(const Kind& kind) {
  Circuit c(kind.name);
  const NodeId clk = c.input("clk", 1);
  const NodeId en = c.input("en", 1);
  const NodeId d = c.input("d", 8);
  ClockId clock = kNone;
  if (kind.reset == ResetKind::none) {
    clock = c.clock("clk", clk, kind.edge);
  } else {
    clock = c.clock("clk", clk, c.input("reset", 1), kind.reset, kind.level);
    c.module().clocks[clock].edge = kind.edge;
  }
  const auto reg = [&](const std::string& name, uint64_t reset, uint64_t power_up) {
    const NodeId read = c.reg(name, 8, clock, kind.has_reset_value ? std::optional(Bits(8, reset)) : std::nullopt,
                              kind.has_power_up ? std::optional(Bits(8, power_up)) : std::nullopt);
    c.module().signals[c.signal(read)].object = "pair." + name;
    return read;
  };
  const NodeId sum = reg("sum", 0x11, 0x21);
  const NodeId last = reg("last", 0x12, 0x22);
  c.drive(sum, c.make(Op::mux, {en, c.make(Op::add, {sum, d}), sum}));
  c.drive(last, d);
  c.output("o_sum", sum);
  c.output("o_last", last);
  return c;
}

/// Random inputs, and what must come out; a value that nobody defined yet is not looked at.
std::string bench_of(const Kind& kind) {
  std::mt19937 random(5);
  const bool has_reset = kind.reset != ResetKind::none;
  const bool low = kind.level == ResetLevel::active_low;
  const int idle = kind.edge == Edge::rising ? 0 : 1;
  std::string text =
      fmt::format("module tb_{};\n  reg clk = 1'b{};\n  reg en = 0;\n  reg [7:0] d = 0;\n", kind.name, idle);
  // The reset is active from time zero on, and there is no clock edge before the first look.
  if (has_reset) text += fmt::format("  reg reset = 1'b{};\n", low ? 0 : 1);
  text += fmt::format(
      "  wire [7:0] o_sum, o_last;\n  {} dut(.clk(clk), .en(en), .d(d), {}.o_sum(o_sum), .o_last(o_last));\n  initial "
      "begin\n    #1;\n",
      kind.name, has_reset ? ".reset(reset), " : "");
  uint8_t sum = 0x21;
  uint8_t last = 0x22;
  bool sum_known = kind.has_power_up;
  bool last_known = kind.has_power_up;
  bool active = has_reset;
  const bool asynchronous = kind.reset == ResetKind::asynchronous;
  int step = 0;
  const auto reset_now = [&] {
    sum = 0x11;
    last = 0x12;
    sum_known = last_known = true;
  };
  const auto check = [&] {
    if (asynchronous && active && kind.has_reset_value) reset_now();
    for (const auto& [name, value, known] :
         {std::tuple("o_sum", sum, sum_known), std::tuple("o_last", last, last_known)}) {
      if (!known) continue;
      text += fmt::format("    if ({0} !== 8'h{1:02x}) $display(\"{2} step {3}: {0} is %h, not {1:02x}\", {0});\n",
                          name, value, kind.name, step);
    }
    ++step;
  };
  check();
  for (int cycle = 0; cycle < 40; ++cycle) {
    const bool en = random() % 2 == 0;
    const auto d = static_cast<uint8_t>(random());
    text += fmt::format("    en = {}; d = 8'h{:02x};\n", en ? 1 : 0, d);
    if (has_reset && random() % 4 == 0) {
      active = !active;
      text += fmt::format("    reset = {};\n", active != low ? 1 : 0);
    }
    text += "    #1;\n";
    check();
    text += fmt::format("    clk = {}; #1;\n", 1 - idle);
    if (active && kind.has_reset_value) {
      reset_now();
    } else {
      if (en) sum = static_cast<uint8_t>(sum + d);
      last = d;
      last_known = true;
    }
    check();
    text += fmt::format("    clk = {}; #1;\n", idle);
    check();
  }
  return text + "  end\nendmodule\n";
}

}  // namespace

TEST_CASE("every kind of register") {
  VerilogFolder folder;
  std::vector<std::string> argv{"iverilog", "-g2005", "-o", "run.vvp"};
  std::vector<std::string> files;
  for (const Kind& kind : kinds()) {
    folder.add(circuit_of(kind).design());
    write_file(folder.path() / ("tb_" + kind.name + ".v"), bench_of(kind));
    argv.insert(argv.end(), {"-s", "tb_" + kind.name});
    files.push_back(kind.name + ".v");
    files.push_back("tb_" + kind.name + ".v");
  }
  folder.check_clean();
  if (!has_tool("iverilog")) return;
  argv.insert(argv.end(), files.begin(), files.end());
  const ProcessResult compiled = folder.run(argv);
  REQUIRE_MESSAGE(compiled.ok(), failure_text(compiled));
  const ProcessResult result = folder.run({"vvp", "-n", "run.vvp"});
  CHECK(result.ok());
  CHECK(result.output == "");
}

}  // namespace burin::test
