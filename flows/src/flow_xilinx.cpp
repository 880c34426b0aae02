// SPDX-License-Identifier: Apache-2.0
//! @file flow_xilinx.cpp
//! @brief UltraScale+ by Yosys alone: cells, the share of an Alveo U280 that they are, and logic depth.
#include <fmt/format.h>

#include <array>

#include "embedded.h"
#include "family.h"
#include "flow_parts.h"
#include "netlist.h"

namespace burin::flows {
namespace {

/// How many LUTs a cell takes as memory or shift register: AMD UG974, UltraScale libraries guide.
struct LutMemory {
  std::string_view cell;
  uint32_t luts;
};
constexpr std::array kLutMemories = {LutMemory{"RAM32X1S", 1},  LutMemory{"RAM64X1S", 1},    LutMemory{"RAM128X1S", 2},
                                     LutMemory{"RAM256X1S", 4}, LutMemory{"RAM512X1S", 8},   LutMemory{"RAM32X1D", 2},
                                     LutMemory{"RAM64X1D", 2},  LutMemory{"RAM128X1D", 4},   LutMemory{"RAM256X1D", 8},
                                     LutMemory{"RAM32M16", 8},  LutMemory{"RAM64M8", 8},     LutMemory{"RAM32M", 4},
                                     LutMemory{"RAM64M", 4},    LutMemory{"RAM32X16DR8", 8}, LutMemory{"RAM64X8SW", 8},
                                     LutMemory{"SRL16E", 1},    LutMemory{"SRLC32E", 1},     LutMemory{"SRLC16E", 1}};

/// What the XCU280 of an Alveo U280 has: AMD DS963.
struct Resource {
  std::string_view metric;
  double available;
};
constexpr std::array kU280 = {Resource{"LUT", 1303680}, Resource{"FF", 2607360}, Resource{"BRAM36", 2016},
                              Resource{"URAM", 960}, Resource{"DSP", 9024}};

constexpr std::string_view kNote = "synthesis alone: no open tool places, routes or times this family";

uint64_t count_exactly(const Synthesis& synthesis, std::string_view type) {
  const auto found = synthesis.cells.find(std::string(type));
  return found == synthesis.cells.end() ? 0 : found->second;
}

/// Cells that a path runs through, in levels; registers, memories and pads end it.
int level(const NetlistCell& cell) {
  const std::string_view type = cell.type;
  if (type.starts_with("LUT") || type.starts_with("CARRY") || type.starts_with("MUXF") || type == "INV") return 1;
  return -1;
}

void add_results(const FlowContext& context, const FamilyRecipe& recipe, const Synthesis& synthesis,
                 std::vector<Result>& results) {
  const Tool& yosys = recipe.synthesis.yosys;
  uint64_t lut_memory = 0;
  for (const LutMemory& memory : kLutMemories) lut_memory += memory.luts * count_exactly(synthesis, memory.cell);
  const double half_brams = static_cast<double>(synthesis.count({"RAMB18E2"}));
  const std::array<std::pair<std::string_view, double>, 5> used = {
      {{"LUT", static_cast<double>(synthesis.count({"LUT"}) + lut_memory)},
       {"FF", static_cast<double>(synthesis.count({"FD"}))},
       {"BRAM36", static_cast<double>(synthesis.count({"RAMB36E2"})) + half_brams / 2},
       {"URAM", static_cast<double>(synthesis.count({"URAM288"}))},
       {"DSP", static_cast<double>(synthesis.count({"DSP48E2"}))}}};
  const auto add = [&](std::string metric, double value, std::string unit) {
    Result result = make_result(context, yosys, std::move(metric), Evidence::synthesis_estimate);
    result.value = value;
    result.unit = std::move(unit);
    result.note = kNote;
    results.push_back(std::move(result));
  };
  for (const auto& [metric, value] : used) add(std::string(metric), value, "");
  add("LUT as memory", static_cast<double>(lut_memory), "");
  add("CARRY4", static_cast<double>(synthesis.count({"CARRY4"})), "");
  for (size_t i = 0; i < used.size(); ++i) {
    add(fmt::format("{} of U280", used[i].first), 100 * used[i].second / kU280[i].available, "%");
  }
  read_step(yosys, "a netlist", synthesis.folder, false, [&](const std::filesystem::path& folder) {
    add("logic depth", logic_depth(read_netlist(folder / "netlist.json", context.input.top), level), "levels");
  });
}

}  // namespace

FamilyRecipe xilinx_recipe(const Target& target) {
  FamilyRecipe recipe;
  recipe.synthesis.yosys = find_yosys();
  recipe.synthesis.commands = fmt::format("synth_xilinx -flatten -family {} -top TOP\n", target.device);
  recipe.flip_flops = {"FD"};
  recipe.add_results = add_results;
  return recipe;
}

SimulationNetlist xilinx_simulation(const std::string& top, std::string netlist, const std::filesystem::path& data) {
  SimulationNetlist result;
  result.top = top;
  result.sources.push_back({top + "_netlist.v", std::move(netlist)});
  result.sources.push_back({"xilinx_cells_sim.v", with_includes(data / "xilinx" / "cells_sim.v")});
  return result;
}

}  // namespace burin::flows
