// SPDX-License-Identifier: Apache-2.0
//! @file split_nets.h
//! @brief Splits wires whose words depend on themselves while their bits do not.
#pragma once

#include "burin/ir/ir.h"

namespace burin::passes {

/// After it no word of `module` depends on itself: a wire of a false loop becomes one wire for each part that has to
/// be computed by itself, "carry_7_4"; the wire itself stays and joins the parts. Nodes and signals are only added,
/// so the ids that callers hold stay valid. Which bit depends on which is stated in docs/semantics.md. Returns
/// whether anything changed.
/// @throws UserError that names the signals when a bit depends on itself.
bool split_nets(ir::Module& module);

}  // namespace burin::passes
