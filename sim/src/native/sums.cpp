// SPDX-License-Identifier: Apache-2.0
//! @file sums.cpp
//! @brief Sums whose latest operand is added last.
//!
//! A processor works on several clocks of the design at once, as far as their values do not wait for each other. What
//! is late is what registers with long computations hold; a counter or a shift register is far ahead.
//! 1. Each value gets a time: of a register, how long its next value takes; of an operation, its operands' latest and
//!    its own.
//! 2. A tree of additions that nothing else looks into is taken apart; of its operands the two earliest are added, and
//!    so on.
#include "sums.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <unordered_map>

#include "rewrite.h"

namespace burin::sim::native {
namespace {

constexpr size_t kLargest = 20'000;  // nodes of a function that is looked at
constexpr size_t kFewest = 3;        // operands of a sum with a choice

uint32_t time_of(GraphOp op) {
  switch (op) {
    case GraphOp::memory_read:
      return 5;
    case GraphOp::mul_u:
    case GraphOp::mul_s:
      return 4;
    case GraphOp::div_u:
    case GraphOp::div_s:
    case GraphOp::rem_u:
    case GraphOp::rem_s:
      return 20;
    case GraphOp::mux:  // mostly a branch that the processor foresees
    case GraphOp::slice:
    case GraphOp::zext:
      return 0;
    default:
      return 1;
  }
}

class SumOrder {
 public:
  SumOrder(Graph& graph, const Layout& layout, const FunctionSpec& spec, Workspace& workspace)
      : graph_(graph), layout_(layout), spec_(spec), workspace_(workspace) {}

  FunctionSpec run() {
    if (!collect_cone(graph_, spec_, workspace_, kLargest, cone_)) return spec_;
    count_uses();
    if (sums_ == 0) return spec_;
    for (const NodeRef node : cone_) times_[node] = time(node);  // registers at 0
    std::unordered_map<ir::SignalId, uint32_t> late;
    for (const Update& update : spec_.updates) late.emplace(update.target, time_at(update.next));
    for (const VectorUpdate& update : spec_.vectors) find_times_in(update, late);
    late_ = std::move(late);
    for (const NodeRef node : cone_) times_[node] = time(node);
    for (const NodeRef node : cone_) {
      now_[node] = is_sum(node) && !is_inside(node) ? ordered(node) : with_replacements(graph_, node, now_);
    }
    return with_replacements(graph_, spec_, now_);
  }

 private:
  struct Operand {
    uint32_t time = 0;
    uint32_t order = 0;  // as written, where times are equal
    NodeRef node = kNone;
    bool operator>(const Operand& other) const { return time != other.time ? time > other.time : order > other.order; }
  };

  [[nodiscard]] bool is_sum(NodeRef id) const {
    const GraphNode& node = graph_.node(id);
    return node.op == GraphOp::add && node.lanes == 1 && node.width <= 64;
  }
  // A sum of which only another sum knows.
  [[nodiscard]] bool is_inside(NodeRef id) const {
    const auto found = inside_.find(id);
    return found != inside_.end() && found->second;
  }

  void count_uses() {
    std::unordered_map<NodeRef, uint32_t> uses;
    std::unordered_map<NodeRef, NodeRef> user;
    for_each_root(spec_, [&](NodeRef node) {
      if (node != kNone) uses[node] += 2;
    });
    for (const NodeRef node : cone_) {
      for (const NodeRef operand : graph_.operands(node)) {
        ++uses[operand];
        user[operand] = node;
      }
    }
    for (const NodeRef node : cone_) {
      if (!is_sum(node)) continue;
      const auto found = user.find(node);
      const bool is_inside = uses[node] == 1 && is_sum(found->second);
      inside_.emplace(node, is_inside);
      if (is_inside) ++sums_;
    }
  }

  [[nodiscard]] uint32_t time_at(NodeRef node) const {
    const auto found = times_.find(node);
    return found == times_.end() ? 0 : found->second;
  }
  [[nodiscard]] uint32_t time(NodeRef id) const {
    const GraphNode& node = graph_.node(id);
    if (node.op == GraphOp::state) {
      const auto found = late_.find(node.immediate);
      return found == late_.end() ? 0 : found->second;
    }
    uint32_t latest = 0;
    for (const NodeRef operand : graph_.operands(id).subspan(node.op == GraphOp::mux ? 1 : 0)) {
      latest = std::max(latest, time_at(operand));
    }
    return latest + time_of(node.op);
  }

  // What enters a shift register is as late as it is; the other registers only move.
  void find_times_in(const VectorUpdate& update, std::unordered_map<ir::SignalId, uint32_t>& late) const {
    if (update.chain == kNone) return;
    std::vector<NodeRef> nodes = {update.next};
    for (size_t i = 0; i < nodes.size(); ++i) {
      const NodeRef node = nodes[i];
      if (graph_.node(node).op == GraphOp::mux) {
        nodes.push_back(graph_.operand(node, 1));
        nodes.push_back(graph_.operand(node, 2));
      } else if (graph_.node(node).op == GraphOp::chain_push) {
        size_t end = 0;
        for (uint32_t segment = 0; segment < graph_.node(node).count; ++segment) {
          end += layout_.chains[update.chain].segments[segment].length;
          uint32_t& time = late[update.targets[end - 1]];
          time = std::max(time, time_at(graph_.operand(node, segment)));
        }
      }
    }
  }

  NodeRef ordered(NodeRef root) {
    std::vector<NodeRef> stack = {root};
    std::priority_queue<Operand, std::vector<Operand>, std::greater<>> queue;
    uint32_t order = 0;
    while (!stack.empty()) {
      const NodeRef node = stack.back();
      stack.pop_back();
      if (node == root || is_inside(node)) {
        for (uint32_t i = graph_.node(node).count; i-- > 0;) stack.push_back(graph_.operand(node, i));
        continue;
      }
      const auto found = now_.find(node);
      queue.push({time_at(node), order++, found == now_.end() ? node : found->second});
    }
    if (queue.size() < kFewest) return with_replacements(graph_, root, now_);
    const uint32_t width = graph_.width(root);
    while (queue.size() > 1) {
      const Operand one = queue.top();
      queue.pop();
      const Operand other = queue.top();
      queue.pop();
      const NodeRef sum = graph_.make(GraphOp::add, {one.node, other.node}, width);
      queue.push({std::max(one.time, other.time) + 1, order++, sum});
    }
    return queue.top().node;
  }

  Graph& graph_;
  const Layout& layout_;
  const FunctionSpec& spec_;
  Workspace& workspace_;
  std::vector<NodeRef> cone_;
  std::unordered_map<NodeRef, bool> inside_;
  size_t sums_ = 0;
  std::unordered_map<NodeRef, uint32_t> times_;
  std::unordered_map<ir::SignalId, uint32_t> late_;  // of registers
  Replacements now_;
};

}  // namespace

FunctionSpec order_sums(Graph& graph, const Layout& layout, const FunctionSpec& spec, Workspace& workspace) {
  return SumOrder(graph, layout, spec, workspace).run();
}

}  // namespace burin::sim::native
