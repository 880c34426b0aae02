// SPDX-License-Identifier: Apache-2.0
//! @file flow.h
//! @brief From Verilog to area, fmax and a netlist that can be simulated.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "burin/flows/result.h"
#include "burin/flows/target.h"

namespace burin::flows {

/// One Verilog file, by value.
struct FlowSource {
  std::string name;  ///< File name for messages and source attributes, "counter.v".
  std::string text;
};

/// What goes through a flow.
struct FlowInput {
  std::string design;               ///< Name for results.
  std::string top;                  ///< Name of the top module.
  std::vector<FlowSource> sources;  ///< All modules, Verilog-2005.
  std::string command;              ///< What the user typed; goes into the results.
};

/// How it goes through.
struct FlowOptions {
  std::string target;                       ///< Name of a target, see `targets()`.
  std::vector<uint64_t> seeds = {1, 2, 3};  ///< Placement seeds; fmax is stated over all of them.
  double frequency = 0;                     ///< MHz asked of place and route; 0: the target's usual aim.
  bool place_and_route = true;              ///< False: synthesis and its estimates only.
  size_t jobs = 0;                          ///< Seeds at once; 0: one for each core.
  std::chrono::milliseconds timeout{0};     ///< Longest run of one tool; zero: no limit.
  std::filesystem::path cache;              ///< Finished steps; empty: `flows` in `cache_folder()`.
  std::filesystem::path output;             ///< Gets netlists, reports, logs and results; empty: nothing is written.
  std::function<void(std::string_view)> progress;  ///< Told what is being done; may be called from several threads.
};

/// Verilog that simulates as the target does: a netlist and the models of its cells.
struct SimulationNetlist {
  std::string top;
  std::vector<FlowSource> sources;
  std::vector<std::string> defines;  ///< Macros that the models need: "NAME".
};

/// What a flow gives.
struct FlowResult {
  std::vector<Result> results;  ///< Area first, then fmax.
  SimulationNetlist netlist;    ///< With the ports of the design, for a simulation against the same test.
};

/// Takes a design through synthesis and, for each seed, place and route on a target.
///
/// Each tool run is a step whose files are kept in the cache under the hash of all that decides them (input,
/// options, tool versions): what is there is not run again, and an interrupted flow goes on where it was. Two
/// flows that need the same step wait for one of them. A design with more port bits than the package has pins
/// keeps pins for its narrowest ports; the others end in nothing and paths through them are not timed, which a
/// note in the results says.
/// @throws UserError with one line when a tool is missing, too old, crashes, is killed or takes too long, when a
/// tool refuses the design, when the design does not fit the device, or a report cannot be read; Interrupted.
[[nodiscard]] FlowResult run_flow(const FlowInput& input, const FlowOptions& options);

/// The netlist of a flow's synthesis, without place and route: what `run_flow(...).netlist` is.
[[nodiscard]] SimulationNetlist synthesize_for_simulation(const FlowInput& input, const FlowOptions& options);

}  // namespace burin::flows
