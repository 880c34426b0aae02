// SPDX-License-Identifier: Apache-2.0
//! @file rebuild.cpp
//! @brief Copies the live nodes of a module into a new arena through a rewrite function.
//!
//! 1. Number the clock edges of memory ports; mark the nodes to keep.
//! 2. Lend the module's signals to the new module, without copying them.
//! 3. In ascending order, which puts operands before users, let the caller make each live node again.
//! 4. Give the signals back, replace every root by what it has become, exchange the arenas.
#include "burin/passes/rebuild.h"

#include "burin/base/diagnostics.h"
#include "burin/passes/liveness.h"
#include "burin/passes/memory_edges.h"

namespace burin::passes {

using namespace ir;

namespace {

/// What is referred to, once it is written down what simplified clocks would no longer tell.
std::vector<bool> prepare(Module& module) {
  number_edges(module);
  return find_referenced(module);
}

}  // namespace

Rebuilder::Rebuilder(Module& module) : Rebuilder(module, prepare(module), {}) {}

Rebuilder::Rebuilder(Module& module, std::vector<bool> live, std::vector<SignalId> signal_map)
    : module_(module),
      target_(module.design(), module.name),
      live_(std::move(live)),
      signal_map_(std::move(signal_map)),
      map_(module.node_count(), kNone) {
  lend_signals();
}

Rebuilder::~Rebuilder() {
  if (lent_) return_signals();
}

void Rebuilder::lend_signals() {
  target_.signals.swap(module_.signals);
  target_.crossing_reasons.swap(module_.crossing_reasons);
  lent_ = true;
}

void Rebuilder::return_signals() {
  target_.signals.swap(module_.signals);
  target_.crossing_reasons.swap(module_.crossing_reasons);
  lent_ = false;
}

NodeId Rebuilder::copy(NodeId id, std::span<const NodeId> operands) {
  const Node& node = module_.node(id);
  const LocationId location = module_.location_of(id);
  if (node.op == Op::constant) return target_.constant(module_.constant_value(id), location);
  if (node.op == Op::read) {
    const SignalId signal = signal_map_.empty() ? node.immediate : signal_map_[node.immediate];
    return target_.read(signal, location);
  }
  return target_.make(node.op, operands, location, node.width, node.immediate);
}

void Rebuilder::finish() {
  return_signals();
  module_.for_each_root([this](NodeId& root) {
    internal_check(map_[root] != kNone, "a root refers to a node that was taken to be dead");
    root = map_[root];
  });
  names_.apply(target_);
  module_.swap_nodes(target_);
}

}  // namespace burin::passes
