// SPDX-License-Identifier: Apache-2.0
//! @file memory_edges.cpp
//! @brief Which ports of a memory have the same clock edge: what a read port of new data has to know.
//!
//! Clocks are the same when their nodes come from one node, past wires, and their edges are equal. That is a matter of
//! the text: once a gate is known to be open, or two inputs of an instance are connected to one net, the clocks of two
//! ports may become one node; the numbers still tell them apart.
#include "burin/passes/memory_edges.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace burin::passes {
namespace {

using namespace ir;

using ClockEdge = std::pair<NodeId, Edge>;

ClockEdge edge_of(const Module& module, ClockId id) {
  if (id == kNone || module.clocks[id].clock == kNone) return {kNone, Edge::rising};  // checks report it
  const Clock& clock = module.clocks[id];
  return {origin(module, clock.clock), clock.edge};
}

}  // namespace

NodeId origin(const Module& module, NodeId node) {
  for (size_t steps = 0; steps <= module.signals.size(); ++steps) {
    const Node& value = module.node(node);
    if (value.op != Op::read) return node;
    const Signal& signal = module.signals[value.immediate];
    const bool hands_on = signal.kind == SignalKind::wire || signal.kind == SignalKind::output;
    if (!hands_on || signal.driver == kNone) return node;
    node = signal.driver;
  }
  return node;  // a ring of wires, which the search for loops reports
}

void number_edges(const Module& module, Memory& memory) {
  const auto reads_new_data = [](const ReadPort& port) {
    return port.synchronous && port.policy == ReadUnderWrite::new_data && port.edge == kNone;
  };
  if (std::none_of(memory.reads.begin(), memory.reads.end(), reads_new_data)) return;

  std::vector<ClockEdge> edges;
  std::vector<std::pair<uint32_t*, uint32_t>> numbers;  // where each goes
  const auto number = [&](ClockId clock, uint32_t& place) {
    const ClockEdge edge = edge_of(module, clock);
    const auto found = std::find(edges.begin(), edges.end(), edge);
    numbers.emplace_back(&place, static_cast<uint32_t>(found - edges.begin()));
    if (found == edges.end()) edges.push_back(edge);
  };
  for (ReadPort& port : memory.reads) {
    if (port.synchronous) number(port.clock, port.edge);
  }
  for (WritePort& port : memory.writes) number(port.clock, port.edge);
  if (edges.size() < 2) return;
  for (const auto& [place, edge] : numbers) *place = edge;
}

void number_edges(Module& module) {
  for (Memory& memory : module.memories) number_edges(module, memory);
}

bool sees_write(const Module& module, const ReadPort& read, const WritePort& write) {
  if (!read.synchronous || read.policy != ReadUnderWrite::new_data) return false;
  if (read.edge != kNone && write.edge != kNone) return read.edge == write.edge;
  return edge_of(module, read.clock) == edge_of(module, write.clock);
}

}  // namespace burin::passes
