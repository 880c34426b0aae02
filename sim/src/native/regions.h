// SPDX-License-Identifier: Apache-2.0
//! @file regions.h
//! @brief The branches of a function, and which operations stand under which of them.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "function.h"

namespace burin::sim::native {

/// What can be written: a signal's place, or a memory, numbered behind the signals.
using Location = uint32_t;

enum class EffectKind : uint8_t { update, vector, output, memory, report };

/// Something that a function does to the buffer.
struct Effect {
  EffectKind kind = EffectKind::update;
  uint32_t index = 0;     ///< In the list of its kind in the function's specification.
  NodeRef value = kNone;  ///< What it stores; of updates, vectors and outputs.
};

struct Region {
  uint32_t branch = kNone;  ///< The branch that this is an arm of; none for the whole function.
  uint32_t depth = 0;
  std::vector<uint32_t> effects;   ///< Effects that stand directly in it.
  std::vector<uint32_t> branches;  ///< Branches in it that have effects.
  uint32_t cost = 0;
};

struct Branch {
  uint32_t parent = 0;  ///< Region.
  NodeRef select = kNone;
  uint32_t arms[2] = {kNone, kNone};  ///< Regions: select is 1, select is 0.
  NodeRef join = kNone;               ///< The choice that it computes; none where it has effects.
  bool must_stay = false;
  bool dropped = false;
  std::vector<std::pair<uint32_t, NodeRef>> entries;  ///< Effects in it, and what each stores when it is no branch.
  std::vector<NodeRef> needs;                         ///< Nodes of the parent region that something in it uses.
  std::vector<Location> writes;
};

/// A node and where it is used. The user is a node (`effect` none), an effect, or the select of a branch.
struct Regions {
  std::vector<Effect> effects;
  std::vector<Region> regions;
  std::vector<Branch> branches;
  std::vector<NodeRef> cone;      ///< Nodes of the function in ascending order.
  std::vector<uint32_t> reports;  ///< Branches or effects of checks, first in the function, in order.
  std::vector<uint32_t> late;     ///< The same for writes of memories with several ports, last in the function.

  [[nodiscard]] uint32_t parent(uint32_t region) const { return branches[regions[region].branch].parent; }
  /// The branch directly in `outer` around `inner`; `kNone` when `inner` is not inside.
  [[nodiscard]] uint32_t branch_around(uint32_t outer, uint32_t inner) const {
    uint32_t branch = kNone;
    while (inner != outer) {
      if (regions[inner].depth <= regions[outer].depth) return kNone;
      branch = regions[inner].branch;
      inner = branches[branch].parent;
    }
    return branch;
  }
};

/// Items that stand in `Regions::reports` and `late`: effects and branches in one numbering.
[[nodiscard]] constexpr uint32_t effect_item(uint32_t effect) { return effect * 2; }
[[nodiscard]] constexpr uint32_t branch_item(uint32_t branch) { return branch * 2 + 1; }
[[nodiscard]] constexpr bool is_branch_item(uint32_t item) { return item % 2 != 0; }

/// What an operation costs, in instructions or so.
[[nodiscard]] uint32_t operation_cost(const Graph& graph, NodeRef node);

/// Divides a function into regions. `info` in the workspace then says for each node of the cone its region, and
/// whether it is computed by a branch.
Regions make_regions(const Graph& graph, const FunctionSpec& spec, Workspace& workspace);

/// Calls `visit(region, operand)` for each use of a node by a node of the cone.
template <typename Visit>
void for_each_use(const Graph& graph, const Regions& regions, const Workspace::Info& info, NodeRef node,
                  Visit&& visit) {
  const auto operands = graph.operands(node);
  for (uint32_t i = 0; i < operands.size(); ++i) {
    const bool in_arm = info.join != kNone && i > 0;
    visit(in_arm ? regions.branches[info.join].arms[i - 1] : info.region, operands[i]);
  }
}

}  // namespace burin::sim::native
