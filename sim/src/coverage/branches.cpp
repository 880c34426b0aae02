// SPDX-License-Identifier: Apache-2.0
//! @file branches.cpp
//! @brief Makes the choices of a design visible: for each multiplexer a signal that says which side it takes.
//!
//! IF, ELIF, CASE and mux() have become multiplexers, each with the place of the assignment (or call) that its first
//! side comes from. In each module:
//! 1. Find the one user of each node that has a single use.
//! 2. From the last node to the first, find out when a node counts: always, unless its one user does not, or takes the
//!    other side. So a multiplexer inside the branch of another counts only where the outer one takes that branch.
//! 3. Give each multiplexer with a place a wire of two bits: bit 1, it counts and its select is 1; bit 0, it counts and
//!    its select is 0. The mark's attribute says which condition it is. Of several with the same place, select and
//!    condition one is enough: they are the parts of one assignment.
#include "branches.h"

#include <fmt/format.h>

#include <set>
#include <tuple>
#include <vector>

#include "burin/sim/coverage.h"

namespace burin::sim {
namespace {

using ir::kNone;
using ir::NodeId;
using ir::Op;

constexpr uint32_t kMany = 0xfffffffe;

/// What a person calls a condition: a signal, or else the line where it stands.
std::string condition_text(const ir::Module& module, NodeId select) {
  if (const std::string_view name = module.name_of(select); !name.empty()) return std::string(name);
  const bool inverted = module.node(select).op == Op::bit_not;
  const NodeId value = inverted ? module.operand(select, 0) : select;
  if (module.node(value).op == Op::read) {
    const ir::Signal& signal = module.signals[module.node(value).immediate];
    return (inverted ? "~" : "") + (signal.object.empty() ? signal.name : signal.object);
  }
  const Location& place = module.design().locations.at(module.location_of(select));
  return place.file.empty() ? std::string() : fmt::format("condition of line {}", place.line);
}

void mark(ir::Module& module) {
  const auto count = static_cast<NodeId>(module.node_count());
  std::vector<NodeId> user(count, kNone);    // the node that uses it; kMany: several, or something that is no node
  std::vector<uint32_t> position(count, 0);  // which operand of it
  for (NodeId id = 0; id < count; ++id) {
    const auto operands = module.operands(id);
    for (uint32_t i = 0; i < operands.size(); ++i) {
      NodeId& of = user[operands[i]];
      of = of == kNone ? id : kMany;
      position[operands[i]] = i;
    }
  }
  module.for_each_root([&](NodeId& root) { user[root] = kMany; });

  std::vector<NodeId> counts(count, kNone);  // 1 bit; none: always
  std::vector<NodeId> muxes;
  for (NodeId id = count; id-- > 0;) {
    const NodeId by = user[id];
    if (by == kNone) continue;  // used by nothing
    if (module.node(id).op == Op::mux && module.location_of(id) != kNoLocation &&
        !module.is_constant(module.operand(id, 0)))
      muxes.push_back(id);
    if (by == kMany) continue;
    counts[id] = counts[by];
    if (module.node(by).op != Op::mux || position[id] == 0) continue;
    const NodeId select = module.operand(by, 0);
    const NodeId taken = position[id] == 1 ? select : module.make(Op::bit_not, {select});
    counts[id] = counts[by] == kNone ? taken : module.make(Op::bit_and, {counts[by], taken});
  }

  std::set<std::tuple<LocationId, NodeId, NodeId>> seen;
  size_t number = 0;
  std::reverse(muxes.begin(), muxes.end());
  for (const NodeId mux : muxes) {
    const NodeId select = module.operand(mux, 0);
    const LocationId location = module.location_of(mux);
    if (!seen.emplace(location, select, counts[mux]).second) continue;
    const NodeId not_select = module.make(Op::bit_not, {select});
    const bool always = counts[mux] == kNone;
    const NodeId yes = always ? select : module.make(Op::bit_and, {counts[mux], select});
    const NodeId no = always ? not_select : module.make(Op::bit_and, {counts[mux], not_select});
    ir::Signal signal;
    signal.name = fmt::format("burin_branch_{}", number++);
    signal.width = 2;
    signal.driver = module.make(Op::cat, {yes, no});
    signal.location = location;
    signal.generated_name = true;
    signal.attributes.emplace_back(std::string(kBranchMark), condition_text(module, select));
    module.add_signal(std::move(signal));
  }
}

}  // namespace

void mark_branches(ir::Design& design) {
  for (const auto& module : design.modules) {
    bool done = module->black_box.has_value();
    for (const ir::Signal& signal : module->signals) done = done || is_branch_mark(signal);
    if (!done) mark(*module);
  }
}

}  // namespace burin::sim
