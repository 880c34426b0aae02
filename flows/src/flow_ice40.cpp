// SPDX-License-Identifier: Apache-2.0
//! @file flow_ice40.cpp
//! @brief iCE40 by the distribution's Yosys and nextpnr-ice40.
#include "embedded.h"
#include "family.h"

namespace burin::flows {

FamilyRecipe ice40_recipe(const Target& target, bool with_placement) {
  FamilyRecipe recipe;
  recipe.synthesis.yosys = find_yosys();
  recipe.synthesis.kind = YosysKind::program;
  // The HX family has no multipliers.
  recipe.synthesis.commands =
      target.device.starts_with("up") ? "synth_ice40 -dsp -device u -top TOP\n" : "synth_ice40 -top TOP\n";
  if (with_placement) recipe.placement.nextpnr = find_nextpnr_ice40();
  recipe.placement.arguments = {"--" + target.device, "--package", target.package};
  recipe.placement.frequency = 100;
  recipe.placement.pins = {.style = PinStyle::pcf,
                           .file = "pins.pcf",
                           .arguments = {"--pcf", "pins.pcf", "--pcf-allow-unconstrained"},
                           .clocks = {},
                           .others = {}};
  recipe.placement.bitstream_arguments = {"--asc", "routed.asc"};
  recipe.placement.routed = "routed.asc";
  recipe.packer = "icepack";
  recipe.cells = {{"LUT4", {"SB_LUT4"}},
                  {"FF", {"SB_DFF"}},
                  {"carry", {"SB_CARRY"}},
                  {"BRAM", {"SB_RAM40_4K"}},
                  {"DSP", {"SB_MAC16"}}};
  recipe.flip_flops = {"SB_DFF"};
  recipe.placed = {{"LC", "ICESTORM_LC"}};
  return recipe;
}

SimulationNetlist ice40_simulation(const std::string& top, std::string netlist, const std::filesystem::path& data) {
  SimulationNetlist result;
  result.top = top;
  result.sources.push_back({top + "_netlist.v", std::move(netlist)});
  result.sources.push_back(
      {"ice40_cells_sim.v", without_modules(with_includes(data / "ice40" / "cells_sim.v"), embedded_ice40_models())});
  result.sources.push_back({"ice40_models.v", std::string(embedded_ice40_models())});
  // Default values of ports, which the models use otherwise, are not Verilog-2005; the netlist connects them all.
  result.defines = {"NO_ICE40_DEFAULT_ASSIGNMENTS"};
  return result;
}

}  // namespace burin::flows
