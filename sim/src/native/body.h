// SPDX-License-Identifier: Apache-2.0
//! @file body.h
//! @brief All of a function, or one of its cases, as linear code: which order, and what under which branch.
#pragma once

#include "function.h"

namespace burin::sim::native {

/// Appends the code of `spec` by way of `lowering`. What `workspace.words` has already is not computed again.
void write_body(const Graph& graph, const ir::Module& module, const Layout& layout, const FunctionSpec& spec,
                Workspace& workspace, Lowering& lowering);

}  // namespace burin::sim::native
