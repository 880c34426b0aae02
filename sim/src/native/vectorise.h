// SPDX-License-Identifier: Apache-2.0
//! @file vectorise.h
//! @brief Finds registers that do the same on different data and updates them with vector instructions.
#pragma once

#include <vector>

#include "layout.h"
#include "netlist.h"

namespace burin::sim::native {

/// Moves updates of `netlist` that vectors can do from `updates` to `vectors` of their clocks. The arrays must be laid
/// out by `make_layout`.
/// @param widest lanes of the widest vector: 8 or 16.
std::vector<LaneArray> vectorise(const ir::Module& module, Netlist& netlist, uint32_t widest);

}  // namespace burin::sim::native
