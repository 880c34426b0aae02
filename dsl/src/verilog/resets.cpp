// SPDX-License-Identifier: Apache-2.0
//! @file resets.cpp
//! @brief Whether asynchronous resets of a design need names of their own.
//!
//! Children before parents: a node is an asynchronous reset when a register with a reset value is reset by it, or
//! when it is connected to an input of a child that is one. All other uses of such a node are ordinary ones, those as
//! a synchronous reset and by checks included. Nets are not followed through wires: there Verilator stops as well.
#include "resets.h"

#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace burin::verilog {

using namespace ir;

namespace {

using Ports = std::unordered_set<SignalId>;

bool has_asynchronous_clock(const Module& module) {
  for (const Clock& clock : module.clocks) {
    if (clock.reset_kind == ResetKind::asynchronous) return true;
  }
  return false;
}

/// The nodes that are asynchronous resets, with the number of times they are used as such.
std::unordered_map<NodeId, size_t> find_resets(const Module& module, const std::vector<Ports>& ports_of) {
  std::unordered_map<NodeId, size_t> resets;
  std::vector<bool> is_used(module.clocks.size(), false);
  for (const Register& state : module.registers) {
    if (state.reset_value) is_used[state.clock] = true;
  }
  for (ClockId id = 0; id < module.clocks.size(); ++id) {
    const Clock& clock = module.clocks[id];
    if (clock.reset_kind != ResetKind::asynchronous) continue;
    // An unused clock is no use at all, but it refers to the node.
    size_t& count = resets[clock.reset];
    ++count;
    if (!is_used[id] && count == 1) resets[clock.reset] = 1;
  }
  for (const Process& process : module.processes) {
    const Clock& clock = module.clocks[process.clock];
    // A check looks at the reset: count a use that is none of a reset.
    if (clock.reset_kind == ResetKind::asynchronous) resets[clock.reset] = 0;
  }
  for (const Instance& instance : module.instances) {
    for (const Instance::Input& input : instance.inputs) {
      if (input.value != kNone && ports_of[instance.module].contains(input.port)) ++resets[input.value];
    }
  }
  return resets;
}

}  // namespace

bool mixes_resets(const Design& design) {
  bool any = false;
  for (const auto& module : design.modules) any = any || has_asynchronous_clock(*module);
  if (!any) return false;
  std::vector<Ports> ports_of(design.modules.size());
  for (ModuleId id = 0; id < design.modules.size(); ++id) {
    Module& module = *design.modules[id];
    const auto resets = find_resets(module, ports_of);
    if (resets.empty()) continue;
    std::unordered_map<NodeId, size_t> uses;
    const auto count = [&](NodeId node) {
      if (resets.contains(node)) ++uses[node];
    };
    for (NodeId node = 0; node < module.node_count(); ++node) {
      for (const NodeId operand : module.operands(node)) count(operand);
    }
    module.for_each_root(count);
    for (const auto& [node, as_reset] : resets) {
      if (uses[node] > as_reset) return true;
      if (module.node(node).op == Op::read) ports_of[id].insert(module.node(node).immediate);
    }
  }
  return false;
}

}  // namespace burin::verilog
