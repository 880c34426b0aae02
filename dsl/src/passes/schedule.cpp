// SPDX-License-Identifier: Apache-2.0
//! @file schedule.cpp
//! @brief In which order the nodes of a module can be computed.
//!
//! 1. Take every root, in the order of `for_each_root`, as the start of a search.
//! 2. Find strongly connected components by Tarjan's algorithm, with a stack of its own instead of recursion. It
//!    emits a component after all that it depends on, which is the order wanted.
//! 3. A component of several nodes, or of one that depends on itself, is a loop.
#include "burin/passes/schedule.h"

#include <algorithm>
#include <set>

namespace burin::passes {
namespace {

constexpr uint32_t kUnseen = 0;
constexpr size_t kShown = 8;  // signals that a message names

struct Frame {
  ir::NodeId node;
  uint32_t next_dependency;
};

class Search {
 public:
  explicit Search(const ir::Module& module)
      : module_(module),
        number_(module.node_count(), kUnseen),
        low_(module.node_count(), 0),
        open_(module.node_count(), false) {}

  void start(ir::NodeId root) {
    if (number_[root] != kUnseen) return;
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const ir::NodeId next = dependency(module_, frame.node, frame.next_dependency);
      if (next == ir::kNone) {
        leave();
      } else {
        ++frame.next_dependency;
        if (number_[next] == kUnseen) {
          enter(next);
        } else if (open_[next]) {
          low_[frame.node] = std::min(low_[frame.node], number_[next]);
        }
      }
    }
  }

  Schedule take() { return std::move(result_); }

 private:
  void enter(ir::NodeId node) {
    number_[node] = low_[node] = ++last_number_;
    open_[node] = true;
    component_.push_back(node);
    frames_.push_back({node, 0});
  }

  void leave() {
    const ir::NodeId node = frames_.back().node;
    frames_.pop_back();
    if (!frames_.empty()) {
      const ir::NodeId parent = frames_.back().node;
      low_[parent] = std::min(low_[parent], low_[node]);
    }
    if (low_[node] != number_[node]) return;

    const auto begin = std::find(component_.rbegin(), component_.rend(), node).base() - 1;
    std::vector<ir::NodeId> members(begin, component_.end());
    component_.erase(begin, component_.end());
    for (const ir::NodeId member : members) open_[member] = false;
    result_.order.insert(result_.order.end(), members.begin(), members.end());
    if (members.size() > 1 || depends_on_itself(node)) {
      std::sort(members.begin(), members.end());
      result_.loops.push_back(std::move(members));
    }
  }

  [[nodiscard]] bool depends_on_itself(ir::NodeId node) const {
    if (module_.node(node).op != ir::Op::read) return false;
    for (uint32_t i = 0;; ++i) {
      const ir::NodeId next = dependency(module_, node, i);
      if (next == ir::kNone || next == node) return next == node;
    }
  }

  const ir::Module& module_;
  std::vector<uint32_t> number_;  // order of discovery from 1; 0 = not yet seen
  std::vector<uint32_t> low_;     // the smallest number reachable within the component
  std::vector<bool> open_;        // the node's component is not complete
  std::vector<ir::NodeId> component_;
  std::vector<Frame> frames_;
  uint32_t last_number_ = 0;
  Schedule result_;
};

}  // namespace

ir::NodeId dependency(const ir::Module& module, ir::NodeId node, uint32_t index) {
  const ir::Node& value = module.node(node);
  if (value.op != ir::Op::read) return index < value.count ? module.operand(node, index) : ir::kNone;

  const ir::Signal& signal = module.signals[value.immediate];
  switch (signal.kind) {
    case ir::SignalKind::output:
    case ir::SignalKind::wire:
      return index == 0 ? signal.driver : ir::kNone;
    case ir::SignalKind::inout:
      if (index == 0 && signal.driver != ir::kNone) return signal.driver;
      return index == (signal.driver == ir::kNone ? 0 : 1) ? signal.output_enable : ir::kNone;
    case ir::SignalKind::memory_read: {
      const ir::ReadPort& port = module.memories[signal.detail].reads[signal.detail_port];
      return index == 0 && !port.synchronous ? port.address : ir::kNone;
    }
    case ir::SignalKind::input:
    case ir::SignalKind::reg:
    case ir::SignalKind::instance_output:
      break;
  }
  return ir::kNone;
}

Schedule schedule(const ir::Module& module) {
  Search search(module);
  // for_each_root offers its references for change; here they are only read.
  const_cast<ir::Module&>(module).for_each_root([&search](const ir::NodeId& root) { search.start(root); });
  return search.take();
}

std::string loop_signals(const ir::Module& module, const std::vector<ir::NodeId>& loop) {
  std::set<ir::SignalId> signals;
  for (const ir::NodeId node : loop) {
    if (module.node(node).op == ir::Op::read) signals.insert(module.node(node).immediate);
  }
  std::string text;
  size_t shown = 0;
  for (const ir::SignalId signal : signals) {
    if (shown == kShown) return text + " and " + std::to_string(signals.size() - kShown) + " more";
    if (shown++ != 0) text += ", ";
    text += "'" + module.signals[signal].name + "'";
  }
  return text;
}

}  // namespace burin::passes
