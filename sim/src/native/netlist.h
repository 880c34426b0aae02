// SPDX-License-Identifier: Apache-2.0
//! @file netlist.h
//! @brief A flat module as the native engine sees it: state, and the graph of what it becomes.
#pragma once

#include <cstdint>
#include <vector>

#include "burin/ir/ir.h"
#include "graph.h"

namespace burin::sim::native {

/// State and its value after an edge of its clock; synchronous and asynchronous resets included.
struct Update {
  ir::SignalId target = ir::kNone;
  NodeRef next = kNone;
};

/// Registers that lie side by side and take the lanes of one vector.
struct VectorUpdate {
  std::vector<ir::SignalId> targets;
  NodeRef next = kNone;
  uint32_t chain = kNone;  ///< They are this chain, and `next` is one of the operations on chains.
};

/// Shift registers that are windows over memory and move together: to shift, the windows move by a word and what enters
/// is stored behind each. Each register takes the one that follows it in its segment.
struct Chain {
  std::vector<ir::SignalId> signals;  ///< Of 32 bits each, segment after segment.
  std::vector<uint32_t> lengths;      ///< Registers of each segment.
  NodeRef pointer = kNone;
};

struct MemoryWrite {
  ir::MemoryId memory = 0;
  uint32_t clock = 0;
  NodeRef address = kNone;
  NodeRef data = kNone;
  NodeRef enable = kNone;
  NodeRef mask = kNone;  ///< A bit for each bit of the word; `kNone`: all.
};

/// A check or print: `fires` is 1 at an edge at which it has something to say, or at which a cover counts.
struct ProcessCode {
  uint32_t process = 0;
  NodeRef fires = kNone;
  std::vector<NodeRef> arguments;
};

struct ClockDomain {
  NodeRef clock = kNone;
  bool rising = true;
  bool asynchronous = false;  ///< It has an asynchronous reset.
  NodeRef reset = kNone;      ///< Node of the reset signal; `kNone` when there is none.
  bool reset_level = true;
  std::vector<Update> updates;
  std::vector<VectorUpdate> vectors;        ///< Updates that `vectorise` took from `updates`.
  std::vector<ir::SignalId> reset_targets;  ///< Of an asynchronous reset.
  std::vector<uint32_t> writes;             ///< In `Netlist::writes`.
  std::vector<uint32_t> processes;          ///< In `Netlist::processes`.
};

/// An inout: the design drives it where `enable` is 1.
struct Pad {
  ir::SignalId signal = ir::kNone;
  NodeRef enable = kNone;  ///< `kNone`: the design never drives it.
  bool is_direct = false;  ///< `enable` is state, or wires that only pass state on.
};

struct Netlist {
  Graph graph;
  std::vector<NodeRef> values;  ///< Of each signal: the node that computes it, `state` nodes where it has its own.
  std::vector<bool> has_state;  ///< Of each signal: it needs a place in the state.
  std::vector<bool> is_direct;  ///< Of each signal: it is state, or a wire that only passes state on.
  std::vector<ClockDomain> clocks;
  std::vector<MemoryWrite> writes;
  std::vector<ProcessCode> processes;
  std::vector<Pad> pads;
  std::vector<Chain> chains;
};

/// Translates a flat module without loops.
Netlist make_netlist(const ir::Module& module);

}  // namespace burin::sim::native
