// SPDX-License-Identifier: Apache-2.0
//! @file rewrite.h
//! @brief Functions whose values are replaced by others.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "function.h"

namespace burin::sim::native {

/// Calls `visit` for each value that a function stores, writes, says or decides by; `kNone` among them.
template <typename Visit>
void for_each_root(const FunctionSpec& spec, Visit&& visit) {
  for (const Update& update : spec.updates) visit(update.next);
  for (const VectorUpdate& update : spec.vectors) visit(update.next);
  for (const auto& [offset, value] : spec.outputs) visit(value);
  for (const MemoryWrite& write : spec.writes) {
    for (const NodeRef node : {write.enable, write.address, write.data, write.mask}) visit(node);
  }
  for (const ProcessCode& process : spec.processes) {
    visit(process.fires);
    for (const NodeRef argument : process.arguments) visit(argument);
  }
}

/// The nodes of a function but for constants, in ascending order. False when there are more than `most`.
bool collect_cone(const Graph& graph, const FunctionSpec& spec, Workspace& workspace, size_t most,
                  std::vector<NodeRef>& cone);

/// New nodes for old ones; those that are not in it stay.
using Replacements = std::unordered_map<NodeRef, NodeRef>;

/// `node` with what replaces its operands; itself where nothing does.
NodeRef with_replacements(Graph& graph, NodeRef node, const Replacements& now);

/// The function with other values; without writes and processes that never happen.
FunctionSpec with_replacements(const Graph& graph, const FunctionSpec& spec, const Replacements& now);

}  // namespace burin::sim::native
