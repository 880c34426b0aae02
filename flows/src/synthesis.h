// SPDX-License-Identifier: Apache-2.0
//! @file synthesis.h
//! @brief Yosys: from Verilog to a netlist of the device's cells.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pins.h"
#include "step.h"

namespace burin::flows {

/// How a family synthesises.
struct SynthesisRecipe {
  Tool yosys;
  YosysKind kind = YosysKind::program;
  std::string commands;                ///< Yosys' commands, one a line, "TOP" for the top module's name.
  std::vector<FlowSource> files = {};  ///< What they read, by plain names.
  /// Cells of a Liberty file among `files`; "" for none. The netlist in JSON then has the names of that in Verilog.
  std::string liberty = {};
};

/// What synthesis made.
struct Synthesis {
  std::filesystem::path folder;           ///< Holds netlist.json, netlist.v, stat.json and yosys.log.
  std::map<std::string, uint64_t> cells;  ///< Number of cells by type.

  /// Cells whose type begins with one of the prefixes.
  [[nodiscard]] uint64_t count(const std::vector<std::string_view>& prefixes) const;
};

/// Runs, or recalls, synthesis.
Synthesis synthesize(const FlowContext& context, const SynthesisRecipe& recipe);

/// The hash of what the design is: its sources, the name of its top and its constraints.
std::string input_hash(const FlowInput& input);

/// A netlist for place and route, in which no more port bits than pins remain.
struct PinnedNetlist {
  std::string json;
  uint64_t port_bits = 0;           ///< Of the design.
  uint64_t dropped_bits = 0;        ///< Of ports without pins.
  std::vector<PinPort> ports = {};  ///< Those that remain.
};

/// Takes the widest ports out of the netlist of module `top` until the others fit on `pins` pins.
/// @throws UserError when `json` is not a netlist as Yosys writes it.
PinnedNetlist fit_pins(std::string json, std::string_view top, uint32_t pins);

}  // namespace burin::flows
