// SPDX-License-Identifier: Apache-2.0
//! @file opensta.h
//! @brief Static timing and power of a netlist of cells by OpenSTA.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "step.h"

namespace burin::flows {

/// What OpenSTA is asked.
struct TimingRequest {
  std::filesystem::path netlist;    ///< Verilog.
  std::filesystem::path liberty;    ///< Not compressed.
  std::vector<std::string> clocks;  ///< Input ports; none: the delay from inputs to outputs is asked for.
  std::optional<double> period;     ///< ns at which power is stated; none: the shortest possible.
  std::string activity = {};        ///< Lines for Tcl's `pin`: the activity of each pin; "" for none.
};

/// Power in W.
struct Power {
  double internal = 0;
  double switching = 0;
  double leakage = 0;
  double total = 0;
};

/// What it answers.
struct Timing {
  std::filesystem::path folder;           ///< Holds timing.tcl, timing.log and paths.txt.
  std::map<std::string, double> periods;  ///< Shortest period in ns by clock; none for a clock without a path.
  double power_period = 0;                ///< ns at which power is stated.
  std::optional<Power> power;             ///< With the activity asked for, or the same rate of changes everywhere.
  std::optional<double> delay;            ///< ns from any input to any output, without clocks.
  std::vector<std::string> paths;         ///< The slowest paths.
};

/// Runs, or recalls, OpenSTA.
Timing analyse_timing(const FlowContext& context, const Tool& sta, const TimingRequest& request);

}  // namespace burin::flows
