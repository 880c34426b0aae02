// SPDX-License-Identifier: Apache-2.0
//! @file clock_inputs.cpp
//! @brief Which inputs are clocks, and what a clock's idle edge can change.
//!
//! 1. In the flat design clocks have been traced to where they come from: take those that are inputs.
//! 2. Mark the clock inputs, then every node and signal that depends on a marked one without state between. A pass in
//!    the order of the nodes finds them all but for signals that are driven further down; repeat until none is new,
//!    which takes as many passes as the clock goes down in the hierarchy.
//! 3. State with a falling edge, or with a clock or asynchronous reset that is marked but no input, can change on a
//!    falling edge of an input.
#include "clock_inputs.h"

namespace burin::sim {

using ir::kNone;
using ir::NodeId;
using ir::SignalId;
using ir::SignalKind;

ClockInputs clock_inputs(const ir::Module& flat) {
  ClockInputs result;
  const auto input_of = [&](NodeId node) {
    if (node == kNone || flat.node(node).op != ir::Op::read) return kNone;
    const SignalId signal = flat.node(node).immediate;
    return flat.signals[signal].kind == SignalKind::input ? signal : kNone;
  };
  std::vector<bool> signals(flat.signals.size(), false);
  for (const ir::Clock& clock : flat.clocks) {
    const SignalId input = input_of(clock.clock);
    if (input == kNone) {
      result.all_inputs = result.rising_only = false;
      continue;
    }
    if (!signals[input]) result.names.push_back(flat.signals[input].name);
    signals[input] = true;
    if (clock.edge == ir::Edge::falling) result.rising_only = false;
  }

  const auto nodes = static_cast<NodeId>(flat.node_count());
  std::vector<bool> marked(nodes, false);
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (NodeId id = 0; id < nodes; ++id) {
      if (marked[id]) continue;
      bool follows = flat.node(id).op == ir::Op::read && signals[flat.node(id).immediate];
      for (const NodeId operand : flat.operands(id)) follows = follows || marked[operand];
      marked[id] = follows;
    }
    const auto mark = [&](SignalId signal) {
      if (signals[signal]) return;
      signals[signal] = is_new = true;
    };
    for (SignalId id = 0; id < signals.size(); ++id) {
      const ir::Signal& signal = flat.signals[id];
      if (signal.kind == SignalKind::reg) continue;
      if (signal.driver != kNone && marked[signal.driver]) mark(id);
      if (signal.output_enable != kNone && marked[signal.output_enable]) mark(id);
    }
    for (const ir::Memory& memory : flat.memories) {
      for (const ir::ReadPort& port : memory.reads) {
        if (!port.synchronous && port.address != kNone && marked[port.address]) mark(port.data);
      }
    }
  }
  for (const ir::Clock& clock : flat.clocks) {
    if (clock.reset_kind == ir::ResetKind::asynchronous && clock.reset != kNone && marked[clock.reset])
      result.rising_only = false;
  }
  for (SignalId id = 0; id < signals.size(); ++id) {
    if (signals[id]) result.followers.insert(flat.signals[id].name);
  }
  return result;
}

std::unordered_map<std::string, std::string> origins(const ir::Module& flat) {
  std::vector<SignalId> origin(flat.signals.size(), kNone);
  const auto handed_on = [&](SignalId id) {
    const ir::Signal& signal = flat.signals[id];
    const bool can = signal.kind == SignalKind::wire || signal.kind == SignalKind::output;
    if (!can || signal.driver == kNone || flat.node(signal.driver).op != ir::Op::read) return kNone;
    return flat.node(signal.driver).immediate;
  };
  std::vector<SignalId> way;
  for (SignalId id = 0; id < origin.size(); ++id) {
    way.clear();
    SignalId at = id;
    while (origin[at] == kNone) {
      way.push_back(at);
      origin[at] = at;  // the end, unless it is handed on; also ends a ring
      const SignalId next = handed_on(at);
      if (next == kNone || flat.signals[next].width != flat.signals[at].width) break;
      at = next;
    }
    for (const SignalId passed : way) origin[passed] = origin[at];
  }
  std::unordered_map<std::string, std::string> result;
  for (SignalId id = 0; id < origin.size(); ++id) {
    if (origin[id] != id) result.emplace(flat.signals[id].name, flat.signals[origin[id]].name);
  }
  return result;
}

}  // namespace burin::sim
