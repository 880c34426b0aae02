// SPDX-License-Identifier: Apache-2.0
//! @file function.cpp
//! @brief A function as a tree of cases with a body at each end.
//!
//! 1. Load where the windows of shift registers begin: they move while the function runs. Order the sums.
//! 2. Ask `find_split` what decides most. Where nothing does, write the body.
//! 3. Else compute that, jump by its value, and do 2 for each case. What was computed before a jump is known in all
//! cases;
//!    what a case computes is forgotten behind it.
#include "function.h"

#include <algorithm>

#include "body.h"
#include "cases.h"
#include "sums.h"

namespace burin::sim::native {
namespace {

// A function and its cases, and theirs.
class Cases {
 public:
  Cases(Graph& graph, const ir::Module& module, const Layout& layout, uint64_t scratch, Workspace& workspace)
      : graph_(graph),
        module_(module),
        layout_(layout),
        workspace_(workspace),
        lowering_(graph, module, layout, workspace.words, result_.lir, scratch) {
    workspace_.words.start(graph_.size());
  }

  FunctionCode run(const FunctionSpec& spec) {
    for (const ChainPlace& chain : layout_.chains) lowering_.compute(chain.node);  // before they move
    if (spec.result == kNone) {
      const FunctionSpec ordered = order_sums(graph_, layout_, spec, workspace_);
      workspace_.words.grow(graph_.size());
      emit(ordered, 0, kBudget);
    } else {
      compute(spec.result);
      lowering_.give(spec.result);
    }
    for (const auto& [process, offsets] : lowering_.arguments()) result_.arguments.push_back({process, offsets});
    remove_dead_code(result_.lir);
    return std::move(result_);
  }

 private:
  static constexpr uint32_t kDeepest = 6;     // cases inside each other
  static constexpr size_t kFewCases = 3;      // are tested one by one
  static constexpr uint64_t kBudget = 20000;  // operations of all bodies of a function with cases

  void emit(const FunctionSpec& spec, uint32_t depth, uint64_t budget) {
    std::optional<CaseSplit> split;
    if (depth < kDeepest) split = find_split(graph_, spec, workspace_, budget);
    workspace_.words.grow(graph_.size());
    if (!split) {
      write_body(graph_, module_, layout_, spec, workspace_, lowering_);
      return;
    }
    compute(split->key);
    const bool is_flag = graph_.width(split->key) == 1 && split->cases.size() == 1 && split->cases[0].value == 1;
    const uint32_t end = lowering_.new_label();
    const NodeWords::Mark mark = workspace_.words.mark();
    uint64_t sum = split->otherwise_cost;
    for (const CaseSplit::Case& one : split->cases) sum += one.cost;
    const uint64_t spare = (budget - sum) / (split->cases.size() + 1);
    const auto body = [&](const FunctionSpec& one, uint64_t cost, bool value) {
      // A design is rarely in reset.
      const bool is_reset =
          std::find(spec.resets.begin(), spec.resets.end(), std::pair{split->key, value}) != spec.resets.end();
      if (is_flag) lowering_.suppose(split->key, value);
      emit(one, is_reset ? kDeepest : depth + 1, cost + spare);
      workspace_.words.release(mark);
    };
    if (is_flag && split->cases[0].cost < split->otherwise_cost) {  // the longer one follows
      const uint32_t next = lowering_.new_label();
      Condition condition = lowering_.is_value(split->key, 1);
      condition.cond = inverse(condition.cond);
      lowering_.branch_unless(condition, next);
      body(split->otherwise, split->otherwise_cost, false);
      lowering_.jump(end);
      lowering_.label(next);
      body(split->cases[0].spec, split->cases[0].cost, true);
    } else if (split->cases.size() <= kFewCases) {
      for (const CaseSplit::Case& one : split->cases) {
        const uint32_t next = lowering_.new_label();
        lowering_.branch_unless(lowering_.is_value(split->key, one.value), next);
        body(one.spec, one.cost, one.value != 0);
        lowering_.jump(end);
        lowering_.label(next);
      }
      body(split->otherwise, split->otherwise_cost, false);
    } else {
      std::vector<std::pair<uint64_t, uint32_t>> labels;
      for (const CaseSplit::Case& one : split->cases) labels.emplace_back(one.value, lowering_.new_label());
      const uint32_t otherwise = lowering_.new_label();
      lowering_.dispatch(split->key, labels, otherwise);
      for (size_t i = 0; i < labels.size(); ++i) {
        lowering_.label(labels[i].second);
        body(split->cases[i].spec, split->cases[i].cost, true);
        lowering_.jump(end);
      }
      lowering_.label(otherwise);
      body(split->otherwise, split->otherwise_cost, false);
    }
    lowering_.label(end);
  }

  // A value and all that it needs, without branches.
  void compute(NodeRef first) {
    std::vector<std::pair<NodeRef, uint32_t>> stack = {{first, 0}};
    while (!stack.empty()) {
      auto& [node, next] = stack.back();
      if (lowering_.has(node)) {
        stack.pop_back();
      } else if (next < graph_.node(node).count) {
        const NodeRef operand = graph_.operand(node, next++);
        stack.emplace_back(operand, 0);
      } else {
        lowering_.compute(node);
        stack.pop_back();
      }
    }
  }

  Graph& graph_;
  const ir::Module& module_;
  const Layout& layout_;
  Workspace& workspace_;
  FunctionCode result_;
  Lowering lowering_;
};

}  // namespace

FunctionCode make_function(Graph& graph, const ir::Module& module, const Layout& layout, const FunctionSpec& spec,
                           uint64_t scratch, Workspace& workspace) {
  return Cases(graph, module, layout, scratch, workspace).run(spec);
}

}  // namespace burin::sim::native
