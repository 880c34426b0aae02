// SPDX-License-Identifier: Apache-2.0
//! @file flow_asic.cpp
//! @brief Standard cells: Yosys and ABC with buffers, sizes and a clock to aim at; OpenSTA for timing and power.
//!
//! 1. Read the library, take out the cells that synthesis must not use.
//! 2. Synthesise; the area is the sum of the cells' areas.
//! 3. Find the clocks: the input ports that lead to the clock pins of registers.
//! 4. The shortest period of each clock, the slowest paths, and power, by the timing engine.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "burin/base/content_hash.h"
#include "burin/base/diagnostics.h"
#include "burin/base/files.h"
#include "burin/flows/flow.h"
#include "equivalence.h"
#include "flow_parts.h"
#include "gate_activity.h"
#include "liberty.h"
#include "netlist.h"
#include "opensta.h"

namespace burin::flows {
namespace {

namespace fs = std::filesystem;

/// ABC aims at this period when nobody names one: as fast as the cells can.
constexpr double kFastest = 500;  // ps

/// `buffer -p` also buffers what registers drive, which are inputs to ABC.
constexpr std::string_view kAbcScript =
    "+strash;dch;map,-B,0.9;topo;stime,-c;buffer,-c,-N,16,-p;upsize,-c,{D};dnsize,-c,{D};stime,-p";

struct AsicRecipe {
  Liberty liberty;
  Tool sta;
  SynthesisRecipe synthesis;
  double aim_ps = kFastest;
};

AsicRecipe asic_recipe(const FlowContext& context) {
  AsicRecipe recipe;
  recipe.synthesis.yosys = find_yosys();
  recipe.sta = find_opensta();
  recipe.liberty = read_liberty(find_liberty(context.target));
  if (context.options.frequency > 0) recipe.aim_ps = 1e6 / context.options.frequency;
  const LibertyCell* driver = recipe.liberty.smallest("a");
  if (driver == nullptr) driver = recipe.liberty.smallest("!a");
  std::string constraints;
  if (driver != nullptr) constraints += fmt::format("set_driving_cell {}\n", driver->name);
  constraints += "set_load 3.898\n";  // fF, about a gate's input
  recipe.synthesis.files = {{"cells.lib", recipe.liberty.usable_text()}, {"cells.constr", constraints}};
  // Without `tribuf`, high impedance counts as a value that does not matter, and a driver becomes a wire.
  recipe.synthesis.commands = fmt::format(
      "tribuf\nsynth -top TOP -flatten\nopt -purge\ndfflibmap -liberty cells.lib\nopt\n"
      "abc -D {:.0f} -liberty cells.lib -constr cells.constr -script {}\nopt_clean -purge\n",
      recipe.aim_ps, kAbcScript);
  recipe.synthesis.liberty = "cells.lib";
  return recipe;
}

std::string asic_hash(const FlowContext& context, const Liberty& liberty) {
  ContentHash hash;
  hash.add(input_hash(context.input)).add(liberty.text);
  return hash.hex();
}

/// Refuses a netlist with cells that the library does not have.
void check_mapped(const FlowContext& context, const AsicRecipe& recipe, const Synthesis& synthesis) {
  for (const auto& [type, count] : synthesis.cells) {
    if (recipe.liberty.cells.contains(type)) continue;
    std::string what = fmt::format("'{}'", type);
    if (type.find("TBUF") != std::string::npos) what = "a tri-state driver";
    if (type.find("DLATCH") != std::string::npos) what = "a latch";
    if (type.find("DFF") != std::string::npos) what = fmt::format("a register of kind {}", type);
    throw UserError(fmt::format("design '{}' needs {}, for which {} has no cell that may be used", context.input.design,
                                what, recipe.liberty.file.string()));
  }
}

/// Input ports that are clocks of registers, and the number of registers that none of them reaches.
struct Clocks {
  std::vector<std::string> ports;
  uint64_t unclocked = 0;
};

Clocks find_clocks(const FlowContext& context, const Liberty& liberty, const Netlist& netlist) {
  constexpr uint32_t kNone = UINT32_MAX;
  std::vector<uint32_t> driver(netlist.nets, kNone);
  std::vector<std::string> input_of(netlist.nets);
  for (const NetlistName& input : netlist.inputs) {
    for (const uint32_t net : input.nets) input_of[net] = input.nets.size() == 1 ? input.name : "";
  }
  for (uint32_t i = 0; i < netlist.cells.size(); ++i) {
    for (const NetlistPort& port : netlist.cells[i].ports) {
      if (!port.is_output) continue;
      for (const uint32_t net : port.nets) driver[net] = i;
    }
  }
  const std::set<std::string> known(context.input.clocks.begin(), context.input.clocks.end());
  std::set<std::string> found;
  std::vector<int> reaches(netlist.nets, -1);  // -1: not looked at, 0: no clock, 1: a clock
  const auto leads_to_clock = [&](uint32_t first) {
    bool any = false;
    std::vector<uint32_t> nets = {first};
    std::set<uint32_t> seen;
    while (!nets.empty()) {
      const uint32_t net = nets.back();
      nets.pop_back();
      if (!seen.insert(net).second) continue;
      if (!input_of[net].empty() &&
          (net == first || seen.size() == 1 || known.empty() || known.contains(input_of[net]))) {
        found.insert(input_of[net]);
        any = true;
        continue;
      }
      if (driver[net] == kNone) continue;
      const NetlistCell& cell = netlist.cells[driver[net]];
      const auto type = liberty.cells.find(cell.type);
      if (type == liberty.cells.end() || type->second.flip_flop || type->second.latch) continue;
      std::vector<uint32_t> inputs;
      for (const NetlistPort& port : cell.ports) {
        if (!port.is_output) inputs.insert(inputs.end(), port.nets.begin(), port.nets.end());
      }
      // Behind a gate of several inputs only a port that is known to be a clock is one.
      if (inputs.size() == 1 || !known.empty()) nets.insert(nets.end(), inputs.begin(), inputs.end());
    }
    return any;
  };
  Clocks clocks;
  for (const NetlistCell& cell : netlist.cells) {
    const auto type = liberty.cells.find(cell.type);
    if (type == liberty.cells.end() || !type->second.flip_flop) continue;
    bool clocked = false;
    for (const NetlistPort& port : cell.ports) {
      const std::vector<std::string>& pins = type->second.clock;
      if (std::find(pins.begin(), pins.end(), port.name) == pins.end()) continue;
      for (const uint32_t net : port.nets) {
        if (reaches[net] < 0) reaches[net] = leads_to_clock(net) ? 1 : 0;
        clocked = clocked || reaches[net] == 1;
      }
    }
    clocks.unclocked += clocked ? 0 : 1;
  }
  clocks.ports.assign(found.begin(), found.end());
  return clocks;
}

/// Verilog of the cells' functions, by Yosys from the Liberty file.
std::string cell_models(const FlowContext& context, const AsicRecipe& recipe) {
  const std::string commands = "read_liberty -ignore_miss_func cells.lib\nproc\nwrite_verilog -noattr cells.v\n";
  const Tool& yosys = recipe.synthesis.yosys;
  ContentHash key;
  key.add(yosys.name).add(yosys.version).add(commands).add(recipe.synthesis.files[0].text);
  const fs::path folder = cached_step(context, "models", "models of the cells", key.hex(), [&](const fs::path& made) {
    write_file(made / "cells.lib", recipe.synthesis.files[0].text);
    write_file(made / "models.ys", commands);
    run_tool(context, yosys, {"-Q", "-T", "-s", "models.ys"}, made, "yosys.log", {}, {});
    if (!fs::exists(made / "cells.v")) {
      throw UserError(fmt::format("{} {} ended without writing cells.v", yosys.name, yosys.version));
    }
  });
  return read_file(folder / "cells.v");
}

}  // namespace

FlowIdentity identify_asic_flow(const FlowContext& context) {
  const AsicRecipe recipe = asic_recipe(context);
  return {asic_hash(context, recipe.liberty),
          {{recipe.synthesis.yosys.name, recipe.synthesis.yosys.version}, {recipe.sta.name, recipe.sta.version}}};
}

FlowResult run_asic_flow(const FlowContext& context) {
  const AsicRecipe recipe = asic_recipe(context);
  const Tool& yosys = recipe.synthesis.yosys;
  const Synthesis synthesis = synthesize(context, recipe.synthesis);
  check_mapped(context, recipe, synthesis);

  FlowResult flow;
  const std::string hash = asic_hash(context, recipe.liberty);
  const std::string aim = fmt::format("a period of {:g} ns", recipe.aim_ps / 1000);
  const auto add = [&](const Tool& tool, std::string metric, Evidence evidence, std::optional<double> value,
                       std::string unit) -> Result& {
    Result result = make_result(context, tool, std::move(metric), evidence);
    result.value = value;
    result.unit = std::move(unit);
    result.input_hash = hash;
    result.constraint = aim;
    add_version(result, yosys);
    if (evidence == Evidence::static_timing) add_version(result, recipe.sta);
    return flow.results.emplace_back(std::move(result));
  };

  double area = 0;
  uint64_t cells = 0;
  uint64_t registers = 0;
  for (const auto& [type, count] : synthesis.cells) {
    const LibertyCell& cell = recipe.liberty.cells.at(type);
    area += cell.area * static_cast<double>(count);
    cells += count;
    if (cell.flip_flop) registers += count;
  }
  add(yosys, "area", Evidence::synthesis_estimate, area, "µm²");
  if (const LibertyCell* nand = recipe.liberty.smallest("!(a&b)"); nand != nullptr && nand->area > 0) {
    add(yosys, "gates", Evidence::synthesis_estimate, area / nand->area / 1000, "kGE").note =
        fmt::format("1 GE is {} with {:g} µm²", nand->name, nand->area);
  }
  add(yosys, "cells", Evidence::synthesis_estimate, static_cast<double>(cells), "");
  add(yosys, "FF", Evidence::synthesis_estimate, static_cast<double>(registers), "");

  Netlist netlist;
  read_step(yosys, "a netlist", synthesis.folder, false,
            [&](const fs::path& folder) { netlist = read_netlist(folder / "netlist.json", context.input.top); });
  const Clocks clocks = find_clocks(context, recipe.liberty, netlist);
  TimingRequest request{.netlist = fs::absolute(synthesis.folder / "netlist.v"),
                        .liberty = fs::absolute(synthesis.folder / "cells.lib"),
                        .clocks = clocks.ports,
                        .period = {}};
  if (context.options.frequency > 0) request.period = 1000 / context.options.frequency;
  const Timing timing = analyse_timing(context, recipe.sta, request);
  flow.paths = timing.paths;

  std::string note = "register to register, wires without delay, a clock without skew";
  if (clocks.unclocked != 0) {
    note += fmt::format("; {} of {} registers have no input port as their clock and are not timed", clocks.unclocked,
                        registers);
  }
  if (clocks.ports.empty()) {
    Result& period = add(recipe.sta, "period", Evidence::static_timing, {}, "ns");
    period.note = registers == 0 ? "no period: the design is combinational and has no clock"
                                 : "no period: no input port is the clock of a register";
    if (timing.delay)
      add(recipe.sta, "delay", Evidence::static_timing, timing.delay, "ns").note = "from inputs to outputs";
  }
  for (const std::string& clock : clocks.ports) {
    const std::string suffix = clocks.ports.size() == 1 ? "" : " " + clock;
    const auto found = timing.periods.find(clock);
    if (found == timing.periods.end()) {
      add(recipe.sta, "period" + suffix, Evidence::static_timing, {}, "ns").note =
          "no period: no path leads from one register to another";
      continue;
    }
    add(recipe.sta, "period" + suffix, Evidence::static_timing, found->second, "ns").note = note;
    add(recipe.sta, "fmax" + suffix, Evidence::static_timing, 1000 / found->second, "MHz").note = note;
  }
  GateActivity activity;
  if (!clocks.ports.empty()) {
    const auto add_power = [&](const std::string& metric, const Power& power, const std::string& origin) {
      Result& result = add(recipe.sta, metric, Evidence::static_timing, power.total * 1000, "mW");
      result.constraint += fmt::format(", power at {:.4g} ns", timing.power_period);
      result.note = fmt::format("{}; of it {:.3g} mW inside cells, {:.3g} mW on nets, {:.3g} mW leakage", origin,
                                power.internal * 1000, power.switching * 1000, power.leakage * 1000);
    };
    if (timing.power) {
      add_power("power", *timing.power,
                fmt::format("every signal changes {:g} times a cycle", context.options.toggle_rate));
    }
    if (context.options.trace.cycles > 1) {
      if (clocks.ports.size() == 1) {
        context.progress("activity of the gates");
        activity = gate_activity(netlist, recipe.liberty, context.options.trace);
        request.activity = activity_commands(netlist, recipe.liberty, activity);
        request.period = timing.power_period;
        const Timing simulated = analyse_timing(context, recipe.sta, request);
        if (simulated.power) {
          add_power("power of the test", *simulated.power,
                    fmt::format("activity of each pin from {} cycles of the design's test, without glitches; {} of {} "
                                "registers have their values from it",
                                activity.cycles, activity.known_registers, registers));
        }
      } else {
        context.progress("power with the activity of the test is stated for designs with one clock only");
      }
    }
  }

  flow.netlist.top = context.input.top;
  flow.netlist.sources = {{context.input.top + "_netlist.v", read_file(synthesis.folder / "netlist.v")},
                          {"cells.v", cell_models(context, recipe)}};
  if (context.options.equivalence.count() != 0) flow.equivalence = check_equivalence(context, flow.netlist);
  flow.stages = context.stages->take();
  OutputFiles files = synthesis_files(synthesis);
  for (const char* file : {"timing.tcl", "timing.log", "paths.txt"}) files.emplace_back(file, timing.folder / file);
  write_output(context, files, flow);
  if (activity.cycles != 0 && !context.options.output.empty()) {
    write_file(context.options.output / "activity.saif", saif_text(context.input.top, netlist, activity));
  }
  return flow;
}

}  // namespace burin::flows
