// SPDX-License-Identifier: Apache-2.0
//! @file cases.cpp
//! @brief Finds what decides most in a function, and what the function is for each of its values.
//!
//! 1. A synchronous reset comes first.
//! 2. Candidates are fields that are compared with constants or choose between values (opcodes, states), and conditions
//!    of choices (enables). Each counts the choices that it takes part in.
//! 3. For the few that count most the function is made anew for each value: the field is that constant, comparisons
//!    with it are known, and what only other values need is gone. In the rest, it is none of the values.
//! 4. The candidate whose cases have least to do is taken, if that is clearly less than without.
//! A jump to a case costs little when the processor predicts it, and frees what follows from waiting for the choices.
#include "cases.h"

#include <algorithm>
#include <unordered_map>

#include "regions.h"
#include "rewrite.h"

namespace burin::sim::native {
namespace {

constexpr size_t kLargest = 20'000;      // nodes of a function that is looked at
constexpr size_t kTrials = 8;            // candidates that are tried
constexpr size_t kMostCases = 40;        // values of a field
constexpr uint64_t kLargestValue = 255;  // of a field: the length of a table of jumps
constexpr uint32_t kFewestChoices = 2;   // that a candidate takes part in
constexpr int kDeepestCondition = 6;     // operations between a comparison and a choice

class Splitter {
 public:
  Splitter(Graph& graph, const FunctionSpec& spec, Workspace& workspace)
      : graph_(graph), spec_(spec), workspace_(workspace) {}

  std::optional<CaseSplit> run(uint64_t budget) {
    if (!collect_cone(graph_, spec_, workspace_, kLargest, cone_)) return {};
    const uint64_t whole = cost_of(cone_);
    if (whole > budget) return {};
    find_candidates();
    // A reset of which any choice depends comes first: what remains is that much simpler for all other cases.
    for (const auto& [reset, level] : spec_.resets) {
      const auto found = candidates_.find(reset);
      if (found == candidates_.end()) continue;
      found->second.values = {1};
      CaseSplit split = make(reset, found->second);
      if (split.cases[0].cost + split.otherwise_cost <= budget) return split;
    }
    std::optional<CaseSplit> best;
    double least = 0.95 * static_cast<double>(whole) - 2;
    for (const auto& [key, candidate] : most_promising(whole)) {
      CaseSplit split = make(key, *candidate);
      uint64_t sum = split.otherwise_cost;
      uint64_t most = split.otherwise_cost;
      for (const CaseSplit::Case& one : split.cases) {
        sum += one.cost;
        most = std::max(most, one.cost);
      }
      // Nobody knows how often each case occurs: the one with most to do may well be the common one.
      const double average = static_cast<double>(sum) / static_cast<double>(split.cases.size() + 1);
      const double expected = 0.3 * average + 0.7 * static_cast<double>(most);
      if (sum > budget || expected >= least) continue;
      least = expected;
      best = std::move(split);
    }
    return best;
  }

 private:
  struct Candidate {
    uint32_t choices = 0;
    bool is_flag = false;
    std::vector<uint64_t> values;
  };

  [[nodiscard]] uint64_t cost_of(const std::vector<NodeRef>& cone) const {
    uint64_t sum = 0;
    for (const NodeRef node : cone) sum += operation_cost(graph_, node);
    return sum;
  }

  // ---------------------------------------------------------------------------------------------------- candidates

  void find_candidates() {
    for (const NodeRef node : cone_) {
      const GraphNode& value = graph_.node(node);
      if (value.op == GraphOp::mux) {
        condition(graph_.operand(node, 0), 1, 0);
      } else if (value.op == GraphOp::select) {
        const NodeRef index = graph_.operand(node, 0);
        if (graph_.width(index) > 64 || graph_.is_constant(index)) continue;
        Candidate& candidate = candidates_[index];
        candidate.choices += value.count - 1;
        for (uint32_t i = 0; i + 1 < value.count && i <= kMostCases; ++i) candidate.values.push_back(i);
      }
    }
    for (const MemoryWrite& write : spec_.writes) condition(write.enable, 2, 0);
  }

  void condition(NodeRef node, uint32_t choices, int depth) {
    if (graph_.is_constant(node) || depth > kDeepestCondition) return;
    const GraphNode& value = graph_.node(node);
    if (value.op == GraphOp::bit_not) {
      condition(graph_.operand(node, 0), choices, depth);
      return;
    }
    Candidate& flag = candidates_[node];
    flag.is_flag = true;
    flag.choices += choices;
    switch (value.op) {
      case GraphOp::bit_and:
      case GraphOp::bit_or:
      case GraphOp::bit_xor:
        for (const NodeRef operand : graph_.operands(node)) condition(operand, choices, depth + 1);
        return;
      case GraphOp::eq:
      case GraphOp::ne: {
        NodeRef field = graph_.operand(node, 0);
        NodeRef number = graph_.operand(node, 1);
        if (graph_.is_constant(field)) std::swap(field, number);
        if (!graph_.is_constant(number) || graph_.width(field) > 64 || graph_.width(field) == 1) return;
        const uint64_t constant = graph_.constant_value(number).word(0);
        Candidate& candidate = candidates_[field];
        candidate.choices += choices;
        candidate.values.push_back(constant);
        return;
      }
      default:
        return;
    }
  }

  std::vector<std::pair<NodeRef, Candidate*>> most_promising(uint64_t whole) {
    std::vector<std::pair<NodeRef, Candidate*>> list;
    for (auto& [key, candidate] : candidates_) {
      if (candidate.choices < kFewestChoices || candidate.choices * 64 < whole) continue;
      std::vector<uint64_t>& values = candidate.values;
      if (!candidate.is_flag) {
        std::sort(values.begin(), values.end());
        values.erase(std::unique(values.begin(), values.end()), values.end());
        if (values.empty() || values.size() > kMostCases || values.back() > kLargestValue) continue;
      } else {
        values = {1};
      }
      list.emplace_back(key, &candidate);
    }
    std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
      return a.second->choices != b.second->choices ? a.second->choices > b.second->choices : a.first < b.first;
    });
    if (list.size() > kTrials) list.resize(kTrials);
    return list;
  }

  // ---------------------------------------------------------------------------------------------------------- cases

  CaseSplit make(NodeRef key, const Candidate& candidate) {
    CaseSplit split;
    split.key = key;
    for (const uint64_t value : candidate.values) {
      CaseSplit::Case one;
      one.value = value;
      one.spec = with(key, value, {});
      one.cost = cost_of(one.spec);
      split.cases.push_back(std::move(one));
    }
    if (candidate.is_flag) {
      split.otherwise = with(key, 0, {});
    } else {
      split.otherwise = with(key, {}, candidate.values);
    }
    split.otherwise_cost = cost_of(split.otherwise);
    return split;
  }

  uint64_t cost_of(const FunctionSpec& spec) {
    collect_cone(graph_, spec, workspace_, kLargest, other_);
    return cost_of(other_);
  }

  // The function where `key` has the value, or where it has none of the others.
  FunctionSpec with(NodeRef key, std::optional<uint64_t> value, const std::vector<uint64_t>& others) {
    now_.clear();
    now_.reserve(cone_.size());
    for (const NodeRef node : cone_) now_.emplace(node, rebuilt(node, key, value, others));
    return with_replacements(graph_, spec_, now_);
  }

  NodeRef rebuilt(NodeRef node, NodeRef key, std::optional<uint64_t> value, const std::vector<uint64_t>& others) {
    const GraphNode model = graph_.node(node);
    if (value) {
      const uint32_t width = graph_.width(key);
      if (node == key) return graph_.constant(width, *value);
      const GraphNode& field = graph_.node(key);
      // Other parts of the same word that the field covers.
      if (field.op == GraphOp::slice && model.op == GraphOp::slice &&
          graph_.operand(node, 0) == graph_.operand(key, 0) && model.immediate >= field.immediate &&
          model.immediate + model.width <= field.immediate + width && model.width <= 64) {
        return graph_.constant(Bits(width, *value).slice(model.immediate - field.immediate, model.width));
      }
    } else if (model.op == GraphOp::eq || model.op == GraphOp::ne) {
      NodeRef field = graph_.operand(node, 0);
      NodeRef number = graph_.operand(node, 1);
      if (graph_.is_constant(field)) std::swap(field, number);
      if (field == key && graph_.is_constant(number) &&
          std::binary_search(others.begin(), others.end(), graph_.constant_value(number).word(0))) {
        return graph_.constant(1, model.op == GraphOp::ne ? 1 : 0);
      }
    }
    return with_replacements(graph_, node, now_);
  }

  Graph& graph_;
  const FunctionSpec& spec_;
  Workspace& workspace_;
  std::vector<NodeRef> cone_;
  std::vector<NodeRef> other_;
  std::unordered_map<NodeRef, Candidate> candidates_;
  Replacements now_;
};

}  // namespace

std::optional<CaseSplit> find_split(Graph& graph, const FunctionSpec& spec, Workspace& workspace, uint64_t budget) {
  return Splitter(graph, spec, workspace).run(budget);
}

}  // namespace burin::sim::native
