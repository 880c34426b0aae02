// SPDX-License-Identifier: Apache-2.0
//! @file cases.h
//! @brief Opcodes, states and enables: a function made once for each value of what decides most in it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "function.h"

namespace burin::sim::native {

/// A function as a choice between several, by the value of a node.
struct CaseSplit {
  struct Case {
    uint64_t value = 0;
    FunctionSpec spec;
    uint64_t cost = 0;
  };
  NodeRef key = kNone;
  std::vector<Case> cases;  ///< In ascending order of their values.
  FunctionSpec otherwise;   ///< For all other values.
  uint64_t otherwise_cost = 0;
};

/// The choice that saves most; none where no choice saves enough. Adds the nodes of the cases to the graph.
/// @param budget operations that all cases together may have.
std::optional<CaseSplit> find_split(Graph& graph, const FunctionSpec& spec, Workspace& workspace, uint64_t budget);

}  // namespace burin::sim::native
