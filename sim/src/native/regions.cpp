// SPDX-License-Identifier: Apache-2.0
//! @file regions.cpp
//! @brief Choices become branches, and what only one side needs is computed on that side only.
//!
//! 1. Registers whose next value is a choice are grouped by the condition of the choice; a group is a branch, and the
//!    same again in its arms. A register that keeps its value in an arm does not appear there. Writes of memories and
//!    checks are branches on their enables.
//! 2. The operations are walked from the last to the first. Each stands in the innermost region that holds all of its
//!    uses. Every choice is tried as a branch, so that what only one arm needs falls into that arm.
//! 3. Branches over too little are not worth a misprediction: such choices become conditional moves. Then 2 again.
#include "regions.h"

#include <algorithm>

namespace burin::sim::native {
namespace {

constexpr uint32_t kDeepest = 24;      // branches inside each other
constexpr uint32_t kWorthBranch = 8;   // operations under a branch that computes a value
constexpr uint32_t kWorthUpdates = 6;  // operations and stores under a branch around updates

class Divider {
 public:
  Divider(const Graph& graph, const FunctionSpec& spec, Workspace& workspace)
      : graph_(graph), spec_(spec), workspace_(workspace) {}

  Regions run() {
    r_.regions.emplace_back();
    add_effects();
    collect_cone();
    const size_t effect_regions = r_.regions.size();
    const size_t effect_branches = r_.branches.size();
    place();
    decide(effect_branches);
    r_.regions.resize(effect_regions);
    r_.branches.resize(effect_branches);
    drop_branches();
    place();
    return std::move(r_);
  }

 private:
  struct Pending {
    uint32_t effect;
    NodeRef value;
  };

  uint32_t add_region(uint32_t branch, uint32_t depth) {
    Region region;
    region.branch = branch;
    region.depth = depth;
    r_.regions.push_back(std::move(region));
    return static_cast<uint32_t>(r_.regions.size() - 1);
  }

  uint32_t add_branch(uint32_t parent, NodeRef select) {
    const auto id = static_cast<uint32_t>(r_.branches.size());
    Branch branch;
    branch.parent = parent;
    branch.select = select;
    const uint32_t depth = r_.regions[parent].depth + 1;
    branch.arms[0] = add_region(id, depth);
    branch.arms[1] = add_region(id, depth);
    r_.branches.push_back(std::move(branch));
    return id;
  }

  uint32_t add_effect(EffectKind kind, size_t index, NodeRef value) {
    r_.effects.push_back({kind, static_cast<uint32_t>(index), value});
    return static_cast<uint32_t>(r_.effects.size() - 1);
  }

  [[nodiscard]] bool is_chain(const Effect& effect) const {
    return effect.kind == EffectKind::vector && spec_.vectors[effect.index].chain != kNone;
  }

  [[nodiscard]] bool keeps(const Effect& effect, NodeRef value) const {
    const GraphNode& node = graph_.node(value);
    if (effect.kind == EffectKind::update) {
      return node.op == GraphOp::state && node.immediate == spec_.updates[effect.index].target;
    }
    if (node.op == GraphOp::chain_keep) return true;
    if (effect.kind == EffectKind::vector && node.op == GraphOp::vector_state) {
      const auto signals = graph_.vector_signals(value);
      const auto& targets = spec_.vectors[effect.index].targets;
      return std::equal(signals.begin(), signals.end(), targets.begin(), targets.end());
    }
    return false;
  }

  // An effect under its enable, not grouped with others.
  uint32_t guarded(EffectKind kind, size_t index, NodeRef enable) {
    const uint32_t effect = add_effect(kind, index, kNone);
    if (graph_.is_constant(enable)) return effect_item(effect);
    const uint32_t branch = add_branch(0, enable);
    r_.branches[branch].must_stay = true;
    r_.regions[r_.branches[branch].arms[0]].effects.push_back(effect);
    return branch_item(branch);
  }

  void add_effects() {
    for (size_t i = 0; i < spec_.processes.size(); ++i) {
      const NodeRef fires = spec_.processes[i].fires;
      if (graph_.is_constant(fires) && graph_.constant_value(fires).is_zero()) continue;
      r_.reports.push_back(guarded(EffectKind::report, i, fires));
    }
    std::unordered_map<ir::MemoryId, uint32_t> ports;
    for (const MemoryWrite& write : spec_.writes) ++ports[write.memory];
    std::vector<std::pair<uint32_t, std::vector<Pending>>> work(1);
    for (size_t i = 0; i < spec_.updates.size(); ++i) {
      work[0].second.push_back({add_effect(EffectKind::update, i, kNone), spec_.updates[i].next});
    }
    for (size_t i = 0; i < spec_.vectors.size(); ++i) {
      work[0].second.push_back({add_effect(EffectKind::vector, i, kNone), spec_.vectors[i].next});
    }
    for (size_t i = 0; i < spec_.outputs.size(); ++i) {
      const uint32_t effect = add_effect(EffectKind::output, i, spec_.outputs[i].second);
      r_.regions[0].effects.push_back(effect);
    }
    for (size_t i = 0; i < spec_.writes.size(); ++i) {
      const MemoryWrite& write = spec_.writes[i];
      if (graph_.is_constant(write.enable) && graph_.constant_value(write.enable).is_zero()) continue;
      if (ports[write.memory] > 1) {
        r_.late.push_back(guarded(EffectKind::memory, i, write.enable));
      } else {
        work[0].second.push_back({add_effect(EffectKind::memory, i, kNone), kNone});
      }
    }
    while (!work.empty()) {
      const auto [region, list] = std::move(work.back());
      work.pop_back();
      divide(region, list, work);
    }
  }

  void divide(uint32_t region, const std::vector<Pending>& list,
              std::vector<std::pair<uint32_t, std::vector<Pending>>>& work) {
    std::unordered_map<NodeRef, size_t> group_of;
    std::vector<std::pair<NodeRef, std::vector<Pending>>> groups;
    const bool deep = r_.regions[region].depth >= kDeepest;
    for (const Pending& pending : list) {
      const Effect effect = r_.effects[pending.effect];
      NodeRef select = kNone;
      if (effect.kind == EffectKind::memory) {
        const NodeRef enable = spec_.writes[effect.index].enable;
        // In an arm of its own enable it stands directly.
        if (!graph_.is_constant(enable) && !guarded_.contains(pending.effect)) select = enable;
      } else {
        if (keeps(effect, pending.value)) continue;
        const bool may_divide = !deep || is_chain(effect);
        if (graph_.node(pending.value).op == GraphOp::mux && may_divide) select = graph_.operand(pending.value, 0);
      }
      if (select == kNone) {  // a copy: the same register may stand in both arms of a branch
        r_.regions[region].effects.push_back(add_effect(effect.kind, effect.index, pending.value));
        continue;
      }
      const auto [found, is_new] = group_of.try_emplace(select, groups.size());
      if (is_new) groups.push_back({select, {}});
      groups[found->second].second.push_back(pending);
    }
    for (const auto& [select, members] : groups) {
      const uint32_t branch = add_branch(region, select);
      r_.regions[region].branches.push_back(branch);
      std::vector<Pending> arms[2];
      for (const Pending& pending : members) {
        r_.branches[branch].entries.emplace_back(pending.effect, pending.value);
        if (r_.effects[pending.effect].kind == EffectKind::memory) {
          r_.branches[branch].must_stay = true;
          guarded_.insert({pending.effect, true});
          arms[0].push_back(pending);
          continue;
        }
        if (is_chain(r_.effects[pending.effect])) r_.branches[branch].must_stay = true;  // no value can be chosen
        arms[0].push_back({pending.effect, graph_.operand(pending.value, 1)});
        arms[1].push_back({pending.effect, graph_.operand(pending.value, 2)});
      }
      for (int arm = 0; arm < 2; ++arm) {
        if (!arms[arm].empty()) work.emplace_back(r_.branches[branch].arms[arm], std::move(arms[arm]));
      }
    }
  }

  // Calls `use(region, node)` for each use of a node by something that is no node.
  template <typename Use>
  void for_each_root(Use&& use) {
    for (uint32_t region = 0; region < r_.regions.size(); ++region) {
      for (const uint32_t id : r_.regions[region].effects) effect_uses(id, region, use);
    }
    for (const uint32_t item : r_.reports) root_item(item, use);
    for (const uint32_t item : r_.late) root_item(item, use);
    for (const Branch& branch : r_.branches) {
      if (branch.join == kNone && !branch.dropped) use(branch.parent, branch.select);
    }
  }
  template <typename Use>
  void root_item(uint32_t item, Use& use) {
    if (!is_branch_item(item)) effect_uses(item / 2, 0, use);
  }
  template <typename Use>
  void effect_uses(uint32_t id, uint32_t region, Use& use) {
    const Effect& effect = r_.effects[id];
    switch (effect.kind) {
      case EffectKind::memory: {
        const MemoryWrite& write = spec_.writes[effect.index];
        use(region, write.address);
        use(region, write.data);
        if (write.mask != kNone) use(region, write.mask);
        return;
      }
      case EffectKind::report:
        for (const NodeRef argument : spec_.processes[effect.index].arguments) {
          use(region, argument);
        }
        return;
      default:
        use(region, effect.value);
    }
  }

  void collect_cone() {
    ++workspace_.epoch;
    if (workspace_.stamps.size() < graph_.size()) {
      workspace_.stamps.resize(graph_.size(), 0);
      workspace_.info.resize(graph_.size());
    }
    std::vector<NodeRef> stack;
    const auto reach = [&](NodeRef node) {
      if (graph_.is_constant(node) || workspace_.stamps[node] == workspace_.epoch) return;
      workspace_.stamps[node] = workspace_.epoch;
      workspace_.info[node] = {};
      stack.push_back(node);
    };
    for_each_root([&](uint32_t, NodeRef node) { reach(node); });
    // A choice that a branch stands for is needed again when the branch is dropped.
    for (const Branch& branch : r_.branches) {
      for (const auto& [effect, value] : branch.entries) {
        if (value != kNone) reach(value);
      }
    }
    while (!stack.empty()) {
      const NodeRef node = stack.back();
      stack.pop_back();
      r_.cone.push_back(node);
      for (const NodeRef operand : graph_.operands(node)) reach(operand);
    }
    std::sort(r_.cone.begin(), r_.cone.end());
  }

  uint32_t common(uint32_t a, uint32_t b) const {
    while (a != b) {
      if (r_.regions[a].depth < r_.regions[b].depth) std::swap(a, b);
      a = r_.parent(a);
    }
    return a;
  }

  void place() {
    auto& info = workspace_.info;
    for (const NodeRef node : r_.cone) {
      info[node].region = kNone;
      info[node].join = kNone;
    }
    const auto use = [&](uint32_t region, NodeRef node) {
      if (graph_.is_constant(node)) return;
      uint32_t& place = info[node].region;
      place = place == kNone ? region : common(place, region);
    };
    for_each_root(use);
    for (size_t i = r_.cone.size(); i-- > 0;) {
      const NodeRef node = r_.cone[i];
      const uint32_t region = info[node].region;
      if (region == kNone) continue;
      r_.regions[region].cost += operation_cost(graph_, node);
      const bool is_choice = graph_.node(node).op == GraphOp::mux && !graph_.is_constant(graph_.operand(node, 0));
      if (is_choice && !info[node].plain && r_.regions[region].depth < kDeepest) {
        const uint32_t branch = add_branch(region, graph_.operand(node, 0));
        r_.branches[branch].join = node;
        info[node].join = branch;
      }
      for_each_use(graph_, r_, info[node], node, use);
    }
  }

  void decide(size_t effect_branches) {
    for (size_t id = r_.branches.size(); id-- > 0;) {
      Branch& branch = r_.branches[id];
      const uint32_t inside = r_.regions[branch.arms[0]].cost + r_.regions[branch.arms[1]].cost;
      r_.regions[branch.parent].cost += inside;
      if (id >= effect_branches) {
        if (inside < kWorthBranch) workspace_.info[branch.join].plain = true;
        continue;
      }
      if (branch.must_stay) {
        keep_outer(branch.parent);
        continue;
      }
      if (inside + 2 * branch.entries.size() < kWorthUpdates) branch.dropped = true;
    }
  }

  void keep_outer(uint32_t region) {
    while (region != 0) {
      Branch& branch = r_.branches[r_.regions[region].branch];
      if (branch.must_stay) return;
      branch.must_stay = true;
      region = branch.parent;
    }
  }

  // Effects of a branch that is not worth it stand in the region around it and store the result of the choice.
  void drop_branches() {
    std::vector<bool> gone(r_.regions.size(), false);
    for (Branch& branch : r_.branches) {  // outer ones first
      const bool outer_is_gone = gone[branch.parent];
      if (!outer_is_gone && !branch.dropped) continue;
      branch.dropped = true;
      for (const auto& [effect, value] : branch.entries) {
        if (value != kNone) workspace_.info[value].plain = true;  // what is not worth a branch here is not later either
      }
      for (const uint32_t arm : branch.arms) {
        gone[arm] = true;
        r_.regions[arm].effects.clear();
        r_.regions[arm].branches.clear();
      }
      if (outer_is_gone) continue;
      for (const auto& [effect, value] : branch.entries) {
        r_.regions[branch.parent].effects.push_back(
            add_effect(r_.effects[effect].kind, r_.effects[effect].index, value));
      }
    }
    for (Region& region : r_.regions) {
      region.cost = 0;
      std::erase_if(region.branches, [&](uint32_t id) { return r_.branches[id].dropped; });
    }
  }

  const Graph& graph_;
  const FunctionSpec& spec_;
  Workspace& workspace_;
  Regions r_;
  std::unordered_map<uint32_t, bool> guarded_;  // writes of memories that stand in an arm of their enable
};

}  // namespace

uint32_t operation_cost(const Graph& graph, NodeRef node) {
  const GraphNode& value = graph.node(node);
  if (value.lanes > 1) return 1;
  const uint32_t words = std::max(1U, word_count(value.width));
  switch (value.op) {
    case GraphOp::state:
    case GraphOp::zext:
      return 0;
    case GraphOp::div_u:
    case GraphOp::div_s:
    case GraphOp::rem_u:
    case GraphOp::rem_s:
      return 24 * words;
    case GraphOp::mul_u:
    case GraphOp::mul_s:
      return words == 1 ? 3 : 20 * words;
    case GraphOp::shl:
    case GraphOp::shr_u:
    case GraphOp::shr_s:
      return words == 1 ? 2 : 20 * words;
    case GraphOp::select:
    case GraphOp::cat:
      return (value.count - 1) * words;
    case GraphOp::memory_read:
      return 2 + words;
    default:
      return words;
  }
}

Regions make_regions(const Graph& graph, const FunctionSpec& spec, Workspace& workspace) {
  return Divider(graph, spec, workspace).run();
}

}  // namespace burin::sim::native
