// SPDX-License-Identifier: Apache-2.0
//! @file rewrite.cpp
//! @brief Functions whose values are replaced by others.
#include "rewrite.h"

#include <algorithm>

namespace burin::sim::native {
namespace {

bool is_zero(const Graph& graph, NodeRef node) {
  return graph.is_constant(node) && graph.constant_value(node).is_zero();
}

}  // namespace

bool collect_cone(const Graph& graph, const FunctionSpec& spec, Workspace& workspace, size_t most,
                  std::vector<NodeRef>& cone) {
  cone.clear();
  std::vector<uint32_t>& marks = workspace.marks;
  if (marks.size() < graph.size()) marks.resize(graph.size(), 0);
  const uint32_t epoch = ++workspace.mark_epoch;
  const auto reach = [&](NodeRef node) {
    if (node == kNone || graph.is_constant(node) || marks[node] == epoch) return;
    marks[node] = epoch;
    cone.push_back(node);
  };
  for_each_root(spec, reach);
  for (size_t i = 0; i < cone.size(); ++i) {  // the cone is its own list of work
    if (cone.size() > most) return false;
    for (const NodeRef operand : graph.operands(cone[i])) reach(operand);
  }
  std::sort(cone.begin(), cone.end());
  return true;
}

NodeRef with_replacements(Graph& graph, NodeRef node, const Replacements& now) {
  const GraphNode model = graph.node(node);
  std::vector<NodeRef> operands;
  operands.reserve(model.count);
  bool is_same = true;
  for (const NodeRef operand : graph.operands(node)) {
    const auto found = now.find(operand);
    operands.push_back(found == now.end() ? operand : found->second);
    is_same &= operands.back() == operand;
  }
  if (is_same) return node;
  if (model.op == GraphOp::memory_read) return graph.memory_read(model.immediate, model.width, operands[0]);
  if (model.lanes == 1) return graph.make(model.op, operands, model.width, model.immediate);
  if (model.op == GraphOp::mux && graph.is_constant(operands[0])) return operands[is_zero(graph, operands[0]) ? 2 : 1];
  return graph.vector(model.op, operands, model.lanes, model.immediate);
}

FunctionSpec with_replacements(const Graph& graph, const FunctionSpec& spec, const Replacements& now) {
  const auto at = [&](NodeRef node) {
    const auto found = now.find(node);
    return found == now.end() ? node : found->second;
  };
  FunctionSpec result = spec;
  for (Update& update : result.updates) update.next = at(update.next);
  for (VectorUpdate& update : result.vectors) update.next = at(update.next);
  for (auto& [offset, output] : result.outputs) output = at(output);
  for (MemoryWrite& write : result.writes) {
    for (NodeRef* node : {&write.enable, &write.address, &write.data, &write.mask}) *node = at(*node);
    if (write.mask != kNone && graph.is_constant(write.mask) && graph.constant_value(write.mask).is_ones()) {
      write.mask = kNone;
    }
  }
  std::erase_if(result.writes, [&](const MemoryWrite& write) {
    return is_zero(graph, write.enable) || (write.mask != kNone && is_zero(graph, write.mask));
  });
  for (ProcessCode& process : result.processes) {
    process.fires = at(process.fires);
    for (NodeRef& argument : process.arguments) argument = at(argument);
  }
  std::erase_if(result.processes, [&](const ProcessCode& process) { return is_zero(graph, process.fires); });
  return result;
}

}  // namespace burin::sim::native
