// SPDX-License-Identifier: Apache-2.0
//! @file chains.cpp
//! @brief Shift registers: to shift, a window moves by a word, and what enters is stored behind it.
//!
//! 1. An array whose registers take over their neighbours under some condition, and of which others read only a few,
//!    is a window.
//! 2. Windows that move, stand and are filled under the same conditions move together: they share a pointer, and are
//!    the segments of one chain.
//! 3. So do shorter runs of registers, of which all may be read: moving the window costs nothing more.
//! 4. What the chain becomes is a choice between `chain_push`, `chain_keep` and `chain_fill` as a whole.
#include "chains.h"

#include <algorithm>
#include <unordered_map>

namespace burin::sim::native {
namespace {

constexpr size_t kFewest = 8;        // registers of a window that has a pointer of its own
constexpr size_t kFewestBeside = 3;  // of one that moves with another

constexpr size_t kLongestShape = 200;  // conditions and what they decide between; what is deeper is filled anew

using Signals = std::vector<ir::SignalId>;

class ChainMaker {
 public:
  ChainMaker(const ir::Module& module, Netlist& netlist, const std::vector<bool>& taken)
      : netlist_(netlist), graph_(netlist.graph), taken_(taken), done_(module.signals.size(), false) {
    updates_.resize(module.signals.size());
    for (uint32_t clock = 0; clock < netlist_.clocks.size(); ++clock) {
      for (const Update& update : netlist_.clocks[clock].updates) updates_[update.target] = {clock, update.next};
    }
    uses_.resize(module.signals.size(), 0);
    for (NodeRef id = 0; id < graph_.size(); ++id) {
      if (graph_.node(id).op == GraphOp::mux) continue;
      for (const NodeRef operand : graph_.operands(id)) {
        if (graph_.node(operand).op == GraphOp::state) ++uses_[graph_.node(operand).immediate];
      }
    }
  }

  std::vector<bool> run(const std::vector<Signals>& arrays) {
    std::vector<bool> is_chain(arrays.size(), false);
    for (size_t i = 0; i < arrays.size(); ++i) {
      Signals signals = arrays[i];
      std::erase_if(signals, [&](ir::SignalId id) { return updates_[id].clock == kNone; });  // inputs at its ends
      const auto read = static_cast<size_t>(
          std::count_if(signals.begin(), signals.end(), [&](ir::SignalId id) { return uses_[id] != 0; }));
      if (signals.size() < kFewest || read > std::max<size_t>(4, signals.size() / 3)) continue;
      is_chain[i] = add_window(signals);
      if (!is_chain[i]) {
        std::reverse(signals.begin(), signals.end());
        is_chain[i] = add_window(signals);
      }
    }
    for (Window& window : windows_) {
      add_companions(window);
      build(window);
    }
    for (ClockDomain& clock : netlist_.clocks) {
      std::erase_if(clock.updates, [&](const Update& update) { return done_[update.target]; });
    }
    return is_chain;
  }

 private:
  struct Own {
    uint32_t clock = kNone;
    NodeRef next = kNone;
  };
  /// Segments that move together.
  struct Window {
    uint32_t clock = kNone;
    std::vector<Signals> segments;
    std::vector<NodeRef> shape;  // of each segment: the conditions, and what happens under them
  };
  enum class Kind : uint8_t { keep, push, fill, choice };

  [[nodiscard]] bool is_state_of(NodeRef node, ir::SignalId id) const {
    return graph_.node(node).op == GraphOp::state && graph_.node(node).immediate == id;
  }

  // What happens to a segment whose registers become `lanes`.
  [[nodiscard]] Kind kind_of(const Signals& signals, const std::vector<NodeRef>& lanes) const {
    size_t kept = 0;
    size_t moved = 0;
    size_t choices = 0;
    for (size_t i = 0; i < lanes.size(); ++i) {
      if (is_state_of(lanes[i], signals[i])) ++kept;
      if (i + 1 < lanes.size() && is_state_of(lanes[i], signals[i + 1])) ++moved;
      const GraphNode& node = graph_.node(lanes[i]);
      if (node.op == GraphOp::mux && graph_.node(lanes[0]).op == GraphOp::mux &&
          graph_.operand(lanes[i], 0) == graph_.operand(lanes[0], 0)) {
        ++choices;
      }
    }
    if (kept == lanes.size()) return Kind::keep;
    if (moved + 1 == lanes.size()) return Kind::push;
    return choices == lanes.size() ? Kind::choice : Kind::fill;
  }

  [[nodiscard]] std::vector<NodeRef> arm(const std::vector<NodeRef>& lanes, uint32_t which) const {
    std::vector<NodeRef> column;
    column.reserve(lanes.size());
    for (const NodeRef id : lanes) column.push_back(graph_.operand(id, which));
    return column;
  }

  [[nodiscard]] std::vector<NodeRef> lanes_of(const Signals& signals) const {
    std::vector<NodeRef> lanes;
    lanes.reserve(signals.size());
    for (const ir::SignalId id : signals) lanes.push_back(updates_[id].next);
    return lanes;
  }

  // Conditions and what happens under them, in order: equal for segments that can move together.
  void find_shape(const Signals& signals, const std::vector<NodeRef>& lanes, std::vector<NodeRef>& shape) const {
    const Kind kind = shape.size() < kLongestShape ? kind_of(signals, lanes) : Kind::fill;
    shape.push_back(static_cast<NodeRef>(kind));
    if (kind != Kind::choice) return;
    shape.push_back(graph_.operand(lanes[0], 0));
    find_shape(signals, arm(lanes, 1), shape);
    find_shape(signals, arm(lanes, 2), shape);
  }

  static bool shifts(const std::vector<NodeRef>& shape) {
    for (size_t i = 0; i < shape.size(); ++i) {
      if (shape[i] == static_cast<NodeRef>(Kind::push)) return true;
      if (shape[i] == static_cast<NodeRef>(Kind::choice)) ++i;  // its condition
    }
    return false;
  }

  bool add_window(const Signals& signals) {
    const uint32_t clock = updates_[signals[0]].clock;
    for (const ir::SignalId id : signals) {
      if (updates_[id].clock != clock) return false;
    }
    std::vector<NodeRef> shape;
    find_shape(signals, lanes_of(signals), shape);
    if (!shifts(shape)) return false;
    for (const ir::SignalId id : signals) done_[id] = true;
    for (Window& window : windows_) {
      if (window.clock == clock && window.shape == shape) {
        window.segments.push_back(signals);
        return true;
      }
    }
    windows_.push_back({clock, {signals}, std::move(shape)});
    return true;
  }

  // Whether `node`, the next value of `id`, fits to the shape from `at` on, and which register `id` takes over when the
  // window moves: `ir::kNone` where that is no register, or not always the same.
  struct Follows {
    bool fits = true;
    bool is_known = false;
    ir::SignalId source = ir::kNone;
  };
  void match(const std::vector<NodeRef>& shape, size_t& at, ir::SignalId id, NodeRef node, Follows& follows) const {
    switch (static_cast<Kind>(shape[at++])) {
      case Kind::keep:
        follows.fits &= is_state_of(node, id);
        return;
      case Kind::fill:
        return;
      case Kind::push: {
        const GraphNode& value = graph_.node(node);
        const ir::SignalId source = value.op == GraphOp::state ? value.immediate : ir::kNone;
        if (follows.is_known && follows.source != source) follows.source = ir::kNone;
        if (!follows.is_known) follows.source = source;
        follows.is_known = true;
        return;
      }
      case Kind::choice: {
        const NodeRef condition = shape[at++];
        const bool is_choice = graph_.node(node).op == GraphOp::mux && graph_.operand(node, 0) == condition;
        follows.fits &= is_choice;
        match(shape, at, id, is_choice ? graph_.operand(node, 1) : node, follows);
        match(shape, at, id, is_choice ? graph_.operand(node, 2) : node, follows);
        return;
      }
    }
  }

  // Registers that are in no array and move with the window.
  void add_companions(Window& window) {
    std::unordered_map<ir::SignalId, ir::SignalId> source_of;
    std::unordered_map<ir::SignalId, uint32_t> takers;
    Signals members;
    for (const Update& update : netlist_.clocks[window.clock].updates) {
      const ir::SignalId id = update.target;
      if (taken_[id] || done_[id] || graph_.width(update.next) != 32) continue;
      Follows follows;
      size_t at = 0;
      match(window.shape, at, id, update.next, follows);
      if (!follows.fits) continue;
      members.push_back(id);
      source_of.emplace(id, follows.source);
      if (follows.source != id) ++takers[follows.source];
    }
    for (const ir::SignalId id : members) {
      if (takers.contains(id)) continue;  // not the last one
      Signals run;
      for (ir::SignalId at = id; source_of.contains(at) && !done_[at]; at = source_of.at(at)) run.push_back(at);
      if (run.size() < kFewestBeside) continue;
      std::vector<NodeRef> shape;
      find_shape(run, lanes_of(run), shape);
      if (shape != window.shape) continue;
      for (const ir::SignalId member : run) done_[member] = true;
      window.segments.push_back(std::move(run));
    }
  }

  void build(const Window& window) {
    Chain chain;
    std::vector<NodeRef> lanes;
    for (const Signals& segment : window.segments) {
      chain.signals.insert(chain.signals.end(), segment.begin(), segment.end());
      chain.lengths.push_back(static_cast<uint32_t>(segment.size()));
    }
    VectorUpdate update;
    update.chain = static_cast<uint32_t>(netlist_.chains.size());
    update.targets = chain.signals;
    size_t at = 0;
    update.next = value_of(window, at, lanes_of(chain.signals), update.chain, chain.lengths);
    chain.pointer = graph_.chain_pointer(update.chain);
    netlist_.clocks[window.clock].vectors.push_back(std::move(update));
    netlist_.chains.push_back(std::move(chain));
  }

  NodeRef value_of(const Window& window, size_t& at, const std::vector<NodeRef>& lanes, uint32_t chain,
                   const std::vector<uint32_t>& lengths) {
    constexpr uint8_t kLanes = 2;  // more than one
    switch (static_cast<Kind>(window.shape[at++])) {
      case Kind::keep:
        return graph_.vector(GraphOp::chain_keep, {}, kLanes, chain);
      case Kind::fill:
        return graph_.vector(GraphOp::chain_fill, lanes, kLanes, chain);
      case Kind::push: {
        std::vector<NodeRef> enter;
        enter.reserve(lengths.size());
        size_t end = 0;
        for (const uint32_t length : lengths) enter.push_back(lanes[(end += length) - 1]);
        return graph_.vector(GraphOp::chain_push, enter, kLanes, chain);
      }
      case Kind::choice:
        break;
    }
    const NodeRef condition = window.shape[at++];
    const NodeRef one = value_of(window, at, arm(lanes, 1), chain, lengths);
    const NodeRef zero = value_of(window, at, arm(lanes, 2), chain, lengths);
    return graph_.vector(GraphOp::mux, std::vector<NodeRef>{condition, one, zero}, kLanes);
  }

  Netlist& netlist_;
  Graph& graph_;
  const std::vector<bool>& taken_;
  std::vector<bool> done_;
  std::vector<Own> updates_;
  std::vector<uint32_t> uses_;
  std::vector<Window> windows_;
};

}  // namespace

std::vector<bool> make_chains(const ir::Module& module, Netlist& netlist, const std::vector<Signals>& arrays,
                              const std::vector<bool>& taken) {
  return ChainMaker(module, netlist, taken).run(arrays);
}

}  // namespace burin::sim::native
