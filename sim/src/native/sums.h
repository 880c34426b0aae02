// SPDX-License-Identifier: Apache-2.0
//! @file sums.h
//! @brief Sums whose latest operand is added last.
#pragma once

#include "function.h"

namespace burin::sim::native {

/// The function with its sums of several operands in the order in which the operands are there. Adds nodes to the
/// graph.
FunctionSpec order_sums(Graph& graph, const Layout& layout, const FunctionSpec& spec, Workspace& workspace);

}  // namespace burin::sim::native
