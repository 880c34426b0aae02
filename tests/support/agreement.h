// SPDX-License-Identifier: Apache-2.0
//! @file agreement.h
//! @brief Runs designs on the reference interpreter and their Verilog in Icarus with the same random inputs.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <random>
#include <string>
#include <vector>

#include "burin/burin.h"
#include "burin/sim/interpreter.h"
#include "dsl/verilog/tools.h"

namespace burin::test {

/// Collects designs, whose modules must have different names; `check()` compares them all.
///
/// Inputs called `clk` or `…_clk` are clocks, those called `…rst` or `…rst_n` resets, active in the first cycles and
/// now and then later. Outputs are compared after each change, resets over, since Icarus powers up with unknown bits.
class Agreement {
 public:
  template <typename M>
  void add(const typename detail::ConfigOf<M>::type& config = {}, int cycles = 60, const ElaborateOptions& options = {},
           const Where& where = Where::current()) {
    const Elaboration<M> made = elaborate<M>(config, options, where);
    INFO("design ", made.design->top_module().name);
    CHECK(made.warnings == "");
    folder_.add(*made.design);
    add_bench(*made.design, cycles);
  }

  /// Requires that Yosys, Icarus and Verilator take all files without a word, and that Icarus sees what the
  /// interpreter saw.
  void check() {
    folder_.check_clean();
    if (!has_tool("iverilog")) return;
    // Verilog 2005 allows no `wire` driven by nothing, and neither is there any in these benches.
    folder_.add({"benches.v", benches_});
    std::vector<std::string> argv{"iverilog", "-g2005", "-o", "benches.vvp", "-y", ".", "benches.v"};
    for (size_t i = 0; i < count_; ++i) argv.insert(argv.end(), {"-s", fmt::format("bench_{}", i)});
    const ProcessResult built = folder_.run(argv);
    REQUIRE_MESSAGE(built.ok(), failure_text(built));
    const ProcessResult run = folder_.run({"vvp", "-n", "benches.vvp"});
    REQUIRE_MESSAGE(run.ok(), failure_text(run));
    size_t finished = 0;
    for (size_t at = run.output.find("FINISHED"); at != std::string::npos; at = run.output.find("FINISHED", at + 1))
      ++finished;
    CHECK(finished == count_);
    const size_t differs = run.output.find("DIFFERS");
    CHECK_MESSAGE(differs == std::string::npos, run.output.substr(differs, 400));
  }

 private:
  static std::string literal(const Bits& value) { return fmt::format("{}'h{}", value.width(), value.to_hex()); }

  Bits random_bits(uint32_t width) {
    const uint64_t kind = random_() % 6;
    Bits value = kind == 1 ? Bits::ones(width) : Bits(width);
    for (uint32_t i = 0; i < width && kind > 3; ++i) value.set_bit(i, (random_() & 1) != 0);
    if (kind == 2 && width > 0) value.set_bit(width - 1, true);
    if (kind == 3 && width > 0) value.set_bit(0, true);
    return value;
  }

  void add_bench(ir::Design& design, int cycles) {
    sim::Interpreter engine(design, {});
    const std::string name = design.top_module().name;
    std::string pins;
    std::string declarations;
    std::vector<sim::PortId> clocks;
    std::vector<sim::PortId> resets;
    std::vector<sim::PortId> inputs;
    std::vector<sim::PortId> outputs;
    const auto ports = engine.ports();
    for (sim::PortId id = 0; id < ports.size(); ++id) {
      const sim::PortInfo& port = ports[id];
      if (port.width == 0) continue;
      const bool is_input = port.direction == sim::PortDirection::input;
      const bool is_bit = port.width == 1;
      declarations += fmt::format("  {} [{}:0] {};\n", is_input ? "reg" : "wire", port.width - 1, port.name);
      pins += fmt::format("{}.{}({})", pins.empty() ? "" : ", ", port.name, port.name);
      if (port.direction == sim::PortDirection::output) {
        outputs.push_back(id);
      } else if (is_bit && is_input && (port.name == "clk" || port.name.ends_with("_clk"))) {
        clocks.push_back(id);
      } else if (is_bit && is_input && (port.name.ends_with("rst") || port.name.ends_with("rst_n"))) {
        resets.push_back(id);
      } else if (is_input) {
        inputs.push_back(id);
      }
    }
    std::string body;
    const auto set = [&](sim::PortId id, const Bits& value) {
      engine.set(id, value);
      body += fmt::format("    {} = {};\n", ports[id].name, literal(value));
    };
    const auto settle = [&](int cycle) {
      engine.evaluate();
      body += "    #1;\n";
      if (cycle < 3 && !(clocks.empty() && resets.empty())) return;
      for (const sim::PortId id : outputs) {
        const std::string wanted = literal(engine.get(id));
        body += fmt::format("    if ({0} !== {1}) $display(\"DIFFERS {2}.{0} in cycle {3}: %h, not {1}\", {0});\n",
                            ports[id].name, wanted, name, cycle);
      }
    };
    for (const auto* group : {&clocks, &resets, &inputs}) {
      for (const sim::PortId id : *group) set(id, Bits(ports[id].width));
    }
    body += "    #1;\n";
    for (int cycle = 0; cycle < cycles; ++cycle) {
      const bool resetting = cycle < 3 || random_() % 17 == 0;
      for (const sim::PortId id : resets) set(id, Bits(1, resetting != ports[id].name.ends_with("_n") ? 1 : 0));
      for (const sim::PortId id : inputs) set(id, random_bits(ports[id].width));
      settle(cycle);
      std::vector<sim::PortId> firing;
      for (const sim::PortId id : clocks) {
        if (clocks.size() == 1 || cycle < 3 || random_() % 2 == 0) firing.push_back(id);
      }
      for (const uint64_t level : {1, 0}) {
        for (const sim::PortId id : firing) set(id, Bits(1, level));
        settle(cycle);
      }
    }
    benches_ += fmt::format(
        "module bench_{};\n{}  {} dut ({});\n  initial begin\n{}    $display(\"FINISHED\");\n  end\nendmodule\n",
        count_++, declarations, name, pins, body);
  }

  VerilogFolder folder_;
  std::string benches_;
  size_t count_ = 0;
  std::mt19937_64 random_{1};
};

}  // namespace burin::test
