// SPDX-License-Identifier: Apache-2.0
//! @file chains.h
//! @brief Shift registers as windows that move over memory.
#pragma once

#include <vector>

#include "netlist.h"

namespace burin::sim::native {

/// Finds shift registers, adds them to the netlist's chains, and replaces the updates of their registers.
/// @param arrays lists of registers, each of which may take over its neighbour.
/// @param taken signals that are in one of them, or in an array of another kind.
/// @return for each of `arrays`: it has become part of a chain.
std::vector<bool> make_chains(const ir::Module& module, Netlist& netlist,
                              const std::vector<std::vector<ir::SignalId>>& arrays, const std::vector<bool>& taken);

}  // namespace burin::sim::native
