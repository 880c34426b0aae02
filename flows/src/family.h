// SPDX-License-Identifier: Apache-2.0
//! @file family.h
//! @brief What a family of devices adds to the common flow.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "place_and_route.h"
#include "synthesis.h"

namespace burin::flows {

/// A number of cells after synthesis, reported as a metric.
struct CellMetric {
  std::string metric;                           ///< "FF".
  std::vector<std::string_view> cell_prefixes;  ///< Types that count, by their beginning.
};

/// A resource of the placed design, reported as a metric.
struct PlacedMetric {
  std::string metric;    ///< "LC".
  std::string resource;  ///< nextpnr's name of it.
};

/// The tools and numbers of a family.
struct FamilyRecipe {
  SynthesisRecipe synthesis;
  PlacementRecipe placement;
  std::vector<CellMetric> cells;
  std::vector<std::string_view> flip_flops;  ///< Types of registers, by their beginning.
  std::vector<PlacedMetric> placed;
  std::string packer = {};  ///< The program that makes a bitstream; "" where no open one does.
  /// Adds results that are no plain count of cells.
  std::function<void(const FlowContext&, const FamilyRecipe&, const Synthesis&, std::vector<Result>&)> add_results = {};
};

/// Finds the tools and states the recipe. `with_placement`: false where only synthesis is wanted, so that a
/// missing place-and-route tool does not matter.
FamilyRecipe ice40_recipe(const Target& target, bool with_placement);
FamilyRecipe ecp5_recipe(const Target& target, bool with_placement);
FamilyRecipe gowin_recipe(const Target& target, bool with_placement);
FamilyRecipe xilinx_recipe(const Target& target);

/// The netlist with the models of its cells. `data`: Yosys' folder of models.
SimulationNetlist ice40_simulation(const std::string& top, std::string netlist, const std::filesystem::path& data);
SimulationNetlist ecp5_simulation(const std::string& top, std::string netlist, const std::filesystem::path& data);
SimulationNetlist gowin_simulation(const std::string& top, std::string netlist, const std::filesystem::path& data);
SimulationNetlist xilinx_simulation(const std::string& top, std::string netlist, const std::filesystem::path& data);

/// The text of a Verilog file with the files it includes, found beside it, put in place.
/// @throws UserError when one cannot be read or they include each other.
std::string with_includes(const std::filesystem::path& path);

/// Verilog `text` without the modules that `replacements` defines too.
std::string without_modules(const std::string& text, std::string_view replacements);

/// Whether Verilog `text` defines module `name` with something in it: an assignment, a block, an instance or a
/// primitive.
bool has_contents(const std::string& text, std::string_view name);

}  // namespace burin::flows
