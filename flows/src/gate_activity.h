// SPDX-License-Identifier: Apache-2.0
//! @file gate_activity.h
//! @brief How often each net of a netlist of cells changes when the design does what it did in a simulation.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "burin/flows/flow.h"
#include "liberty.h"
#include "netlist.h"

namespace burin::flows {

/// Activity by net.
struct GateActivity {
  uint64_t cycles = 0;
  std::vector<uint64_t> changes;  ///< From one cycle to the next.
  std::vector<uint64_t> ones;     ///< Cycles in which the net is 1.
  uint64_t known_registers = 0;   ///< Registers whose values the trace has.
};

/// Computes every gate in every cycle of the trace, without delays. Registers that the trace does not have, by the name
/// of a net that they drive, take what their own inputs say, from 0 on. Clocks are left out: tools know theirs.
/// @throws UserError when gates form a loop.
GateActivity gate_activity(const Netlist& netlist, const Liberty& liberty, const SimulationTrace& trace);

/// A line "pin NAME CHANGES DUTY" for each pin of a cell that is not on a clock: changes in a cycle, and the share of
/// cycles at 1.
std::string activity_commands(const Netlist& netlist, const Liberty& liberty, const GateActivity& activity);

/// The same for other tools: SAIF 2.0 of all nets with a name. A cycle is one unit of time.
std::string saif_text(std::string_view top, const Netlist& netlist, const GateActivity& activity);

}  // namespace burin::flows
