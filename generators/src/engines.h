// SPDX-License-Identifier: Apache-2.0
//! @file engines.h
//! @brief The ways in which the command line can run a design.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "burin/cli/design.h"
#include "burin/flows/flow.h"
#include "burin/sim/engine.h"

namespace burin::cli {

/// Target of netlists when none is named: its tools are packages of Debian.
inline constexpr std::string_view kDefaultTarget = "ice40-hx8k";

using MakeEngine = std::function<std::unique_ptr<sim::Engine>(ir::Design&)>;

/// "native", "interpreter", "verilator" and "netlist".
[[nodiscard]] const std::vector<std::string>& engine_names();

/// The power-up state called `kind`: "zeros", "ones" or "random". @throws UserError for another.
[[nodiscard]] sim::PowerUp power_up(std::string_view kind, uint64_t seed);
[[nodiscard]] const std::vector<std::string>& power_up_names();

/// A design as a flow takes it: its Verilog in memory.
[[nodiscard]] flows::FlowInput flow_input(const ir::Design& design, std::string name, std::string command);

/// Runs a netlist in Verilator under the ports of `design`.
[[nodiscard]] std::unique_ptr<sim::Engine> run_netlist(const ir::Design& design,
                                                       const flows::SimulationNetlist& netlist,
                                                       const sim::PowerUp& power_up, const Progress& progress);

/// Version of the Verilator that engines use, "5.006"; "" when it does not say.
[[nodiscard]] std::string verilator_version();

/// How to make an engine.
struct EngineRequest {
  std::string engine;  ///< One of `engine_names()`. @see target
  std::string target;  ///< Of a netlist.
  sim::PowerUp power_up;
  bool internals = false;  ///< Signals inside are going to be looked at.
  std::string design;      ///< Its name, for messages.
  std::string command;     ///< What the user typed.
  Progress progress;
};

/// Makes engines as `request` says. @throws UserError for an engine or target that does not exist.
[[nodiscard]] MakeEngine engine_maker(const EngineRequest& request);

}  // namespace burin::cli
