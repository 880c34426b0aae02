// SPDX-License-Identifier: Apache-2.0
//! @file equivalence.h
//! @brief Whether a netlist does what its source does, for all inputs, by Yosys within a time limit.
#pragma once

#include "burin/flows/flow.h"
#include "step.h"

namespace burin::flows {

/// Compares the netlist with the source, register by register and output by output, by induction. Only what is proven
/// or refuted is kept in the cache; what a longer limit could decide is tried again.
/// @throws UserError when a design without state is proven to differ.
Equivalence check_equivalence(const FlowContext& context, const SimulationNetlist& netlist);

}  // namespace burin::flows
