// SPDX-License-Identifier: Apache-2.0
//! @file name_keeping.cpp
//! @brief Names and places survive rebuilding: the better one of two is kept.
//!
//! 1. Each old node reports what it has become. A node that had no place takes the old one's.
//! 2. A named node proposes its name. It is its own name when the operation is still the same, otherwise it is
//!    inherited from a node that was simplified away.
//! 3. Per new node an own name wins over an inherited one; among equals the first stays, which is the one written
//!    first, so that statements further down in the source cannot change it.
//! 4. Names are given when all proposals are known.
#include "burin/passes/rebuild.h"

namespace burin::passes {

using namespace ir;

void NameKeeper::keep(const Module& source, NodeId old, Module& target, NodeId now) {
  const Node& node = target.node(now);
  const LocationId location = source.location_of(old);
  if (location != kNoLocation && target.location_of(now) == kNoLocation && node.op != Op::constant &&
      node.op != Op::read) {
    // Making an existing node again gives it the place that it lacks.
    target.make(node.op, target.operands(now), location, node.width, node.immediate);
  }
  const std::string_view name = source.name_of(old);
  if (name.empty()) return;
  const bool own = node.op == source.node(old).op;
  if (!own && (node.op == Op::constant || node.op == Op::read)) return;
  const auto [entry, is_new] = names_.try_emplace(now, Candidate{name, own});
  if (!is_new && own && !entry->second.own) entry->second = {name, own};
}

void NameKeeper::apply(Module& target) const {
  for (const auto& [node, candidate] : names_) target.set_name(node, candidate.name);
}

}  // namespace burin::passes
