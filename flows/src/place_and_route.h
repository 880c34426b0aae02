// SPDX-License-Identifier: Apache-2.0
//! @file place_and_route.h
//! @brief nextpnr: from a netlist to clock frequencies and used resources, for each seed.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "pins.h"
#include "step.h"
#include "synthesis.h"

namespace burin::flows {

/// How a family places and routes.
struct PlacementRecipe {
  Tool nextpnr;
  std::vector<std::string> arguments;  ///< Device, package and the like.
  double frequency = 100;              ///< MHz to aim at when the user names none.
  PinRecipe pins = {};
  /// Options with which the tool writes what a bitstream is made of, and that file; empty: it cannot.
  std::vector<std::string> bitstream_arguments = {};
  std::string routed = {};
};

/// One placed and routed seed.
struct Placement {
  uint64_t seed = 0;
  std::filesystem::path folder;          ///< Holds report.json and nextpnr.log.
  std::map<std::string, double> fmax;    ///< MHz by clock, with the design's name of the clock.
  std::map<std::string, uint64_t> used;  ///< Resources by the tool's name of them.
};

/// Runs, or recalls, all seeds of the options; several at once.
std::vector<Placement> place_and_route(const FlowContext& context, const PlacementRecipe& recipe,
                                       const PinnedNetlist& netlist);

/// The design's name of a clock net: "clk" of "$glbnet$clk$TRELLIS_IO_IN" or "clk$SB_IO_IN_$glb_clk".
std::string clock_name(std::string_view net);

/// The sentence about what does not fit, from the utilisation in a log of nextpnr; "" when all fits.
std::string overflow_text(std::string_view log);

}  // namespace burin::flows
