// SPDX-License-Identifier: Apache-2.0
//! @file target.cpp
//! @brief The table of targets.
#include "burin/flows/target.h"

#include <fmt/format.h>

#include "burin/base/diagnostics.h"

namespace burin::flows {
namespace {

constexpr std::string_view kLiberty = "asic-liberty:";

}  // namespace

const std::vector<Target>& targets() {
  static const std::vector<Target> table = {
      {"asic-gf180", "GlobalFoundries 180 nm, 7-track cells, 5 V typical; from PDK_ROOT", Family::asic, "gf180", "", 0},
      {"asic-ihp", "IHP SG13G2 130 nm cells, 1.2 V typical; from PDK_ROOT", Family::asic, "ihp", "", 0},
      {"asic-osu018", "OSU 180 nm cells, 1.8 V typical; Debian's qflow-tech-osu018", Family::asic, "osu018", "", 0},
      {"asic-osu035", "OSU 350 nm cells, 3.3 V typical; Debian's qflow-tech-osu035", Family::asic, "osu035", "", 0},
      {"asic-sky130", "SkyWater 130 nm, high-density cells, 1.8 V typical; from PDK_ROOT", Family::asic, "sky130", "",
       0},
      {"ecp5-25k", "Lattice ECP5 LFE5U-25F, speed grade 6, 381-ball package; open tools", Family::ecp5, "25k",
       "CABGA381", 197},
      {"ecp5-45k", "Lattice ECP5 LFE5U-45F, speed grade 6, 381-ball package; open tools", Family::ecp5, "45k",
       "CABGA381", 203},
      {"ecp5-85k", "Lattice ECP5 LFE5U-85F, speed grade 6, 381-ball package; open tools", Family::ecp5, "85k",
       "CABGA381", 205},
      {"gowin-gw1n9", "Gowin GW1N-9C, 256-ball package; open tools", Family::gowin, "GW1N-9C", "GW1N-LV9PG256C6/I5",
       197},
      {"ice40-hx8k", "Lattice iCE40 HX8K, 256-ball package; open tools", Family::ice40, "hx8k", "ct256", 206},
      {"ice40-up5k", "Lattice iCE40 UltraPlus UP5K, 48-pin package; open tools", Family::ice40, "up5k", "sg48", 39},
      {"xcup", "AMD Xilinx UltraScale+, synthesis alone: area and logic depth, no timing", Family::xilinx, "xcup", "",
       0},
  };
  return table;
}

bool is_liberty_target(std::string_view name) { return name.starts_with(kLiberty); }

Target find_target(std::string_view name) {
  if (name == "asic") name = "asic-osu018";
  if (is_liberty_target(name)) {
    const std::string_view file = name.substr(kLiberty.size());
    if (file.empty()) throw UserError("asic-liberty: names no file; write asic-liberty:FILE");
    return {std::string(name), fmt::format("Cells of {}", file), Family::asic, std::string(file), "", 0};
  }
  std::string known;
  for (const Target& target : targets()) {
    if (target.name == name) return target;
    if (!known.empty()) known += ", ";
    known += target.name;
  }
  throw UserError(fmt::format("there is no target '{}'; the targets are: {}, asic-liberty:FILE", name, known));
}

}  // namespace burin::flows
