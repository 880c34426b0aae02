// SPDX-License-Identifier: Apache-2.0
//! @file bit_graph.cpp
//! @brief Which bits of a module depend on which within one cycle.
//!
//! 1. Bits of the chosen vertices are numbered one vertex after the other. Each vertex has one helper bit more: where
//!    all bits of a result depend on all bits of something, they depend on the helper and the helper on these, which
//!    takes w + v edges instead of w * v.
//! 2. In a sum, bit i depends on bit i of the operands and on bit i - 1 of the sum itself, which reaches just the
//!    lower bits; likewise for products and variable shifts. No path exists that the true dependencies do not have.
//! 3. Edges are not stored: they follow from the operation.
#include "burin/passes/bit_graph.h"

#include <algorithm>
#include <compare>
#include <unordered_set>

#include "strong_components.h"

namespace burin::passes {
namespace {

using namespace ir;

constexpr uint32_t kLongCat = 16;  // operands from which on binary search pays

/// Whether bit `bit` of `node` decides the result of an and, or or, whatever the other operand is.
bool decides(const Module& module, Op op, NodeId node, uint32_t bit) {
  return module.is_constant(node) && module.constant_value(node).bit(bit) == (op == Op::bit_or);
}

/// The value of a constant as a small number; `limit` where it is at least that.
uint32_t clamped(const Bits& value, uint32_t limit) {
  return std::is_gteq(Bits::compare_unsigned(value, Bits(32, limit))) ? limit
                                                                      : static_cast<uint32_t>(value.to_uint64());
}

}  // namespace

BitGraph::BitGraph(const Analysis& analysis, ModuleId module, std::span<const Vertex> vertices)
    : BitGraph(analysis, module, vertices, Options()) {}

BitGraph::BitGraph(const Analysis& analysis, ModuleId module, std::span<const Vertex> vertices, Options options)
    : analysis_(analysis),
      module_(analysis.design().module(module)),
      words_(analysis.graph(module)),
      options_(std::move(options)),
      vertices_(vertices.begin(), vertices.end()) {
  local_.reserve(vertices_.size());
  first_.reserve(vertices_.size());
  for (uint32_t i = 0; i < vertices_.size(); ++i) {
    local_.emplace(vertices_[i], i);
    first_.push_back(static_cast<uint32_t>(owner_.size()));
    owner_.insert(owner_.end(), width(vertices_[i]) + 1, i);
  }
}

uint32_t BitGraph::width(Vertex vertex) const {
  return words_.is_signal(vertex) ? module_.signals[words_.signal_of(vertex)].width : module_.width(vertex);
}

BitGraph::Place BitGraph::place(uint32_t number) const {
  const uint32_t local = owner_[number];
  return {vertices_[local], number - first_[local]};
}

void BitGraph::add(Vertex vertex, uint32_t bit, std::vector<uint32_t>& out) const {
  const auto found = local_.find(vertex);
  if (found != local_.end()) out.push_back(first_[found->second] + bit);
}

void BitGraph::add_all(Vertex vertex, std::vector<uint32_t>& out) const {
  const auto found = local_.find(vertex);
  if (found == local_.end()) return;
  const uint32_t first = first_[found->second];
  for (uint32_t bit = 0; bit < width(vertex); ++bit) out.push_back(first + bit);
}

void BitGraph::dependencies(uint32_t number, std::vector<uint32_t>& out) const {
  const Place at = place(number);
  if (words_.is_signal(at.vertex)) {
    of_signal(at.vertex, at.bit, out);
  } else {
    of_node(at.vertex, at.bit, out);
  }
}

void BitGraph::of_node(Vertex vertex, uint32_t bit, std::vector<uint32_t>& out) const {
  const Node& node = module_.node(vertex);
  const auto operands = module_.operands(vertex);
  const bool is_helper = bit == node.width;
  switch (node.op) {
    case Op::constant:
    case Op::dont_care:
      return;
    case Op::read:
      if (!is_helper) add(words_.of_signal(node.immediate), bit, out);
      return;
    case Op::crossing:
      if (options_.cut_crossings) return;
      [[fallthrough]];
    case Op::bit_not:
    case Op::bit_xor:
      if (is_helper) return;
      for (const NodeId operand : operands) add(operand, bit, out);
      return;
    case Op::bit_and:
    case Op::bit_or:
      if (is_helper || decides(module_, node.op, operands[0], bit) || decides(module_, node.op, operands[1], bit)) {
        return;
      }
      for (const NodeId operand : operands) add(operand, bit, out);
      return;
    case Op::add:
    case Op::sub:
    case Op::mul_u:
    case Op::mul_s:
      if (is_helper) return;
      for (const NodeId operand : operands) {
        if (bit < module_.width(operand)) add(operand, bit, out);
      }
      if (bit > 0) add(vertex, bit - 1, out);
      return;
    case Op::shl:
    case Op::shr_u:
    case Op::shr_s:
      of_shift(vertex, bit, out);
      return;
    case Op::cat:
      if (!is_helper) of_cat(vertex, bit, out);
      return;
    case Op::slice:
      if (!is_helper) add(operands[0], node.immediate + bit, out);
      return;
    case Op::zext:
      if (!is_helper && bit < module_.width(operands[0])) add(operands[0], bit, out);
      return;
    case Op::sext: {
      const uint32_t width = module_.width(operands[0]);
      if (!is_helper && width > 0) add(operands[0], std::min(bit, width - 1), out);
      return;
    }
    case Op::mux:
      if (is_helper) return;
      if (module_.is_constant(operands[0])) {
        add(module_.constant_value(operands[0]).is_zero() ? operands[2] : operands[1], bit, out);
        return;
      }
      add(operands[0], 0, out);
      add(operands[1], bit, out);
      add(operands[2], bit, out);
      return;
    case Op::select:
      if (module_.is_constant(operands[0])) {
        const auto count = static_cast<uint32_t>(operands.size() - 1);
        const uint32_t index = clamped(module_.constant_value(operands[0]), count);
        if (!is_helper && index < count) add(operands[1 + index], bit, out);
      } else if (is_helper) {
        add_all(operands[0], out);
      } else {
        add(vertex, node.width, out);
        for (const NodeId element : operands.subspan(1)) add(element, bit, out);
      }
      return;
    case Op::div_u:
    case Op::div_s:
    case Op::rem_u:
    case Op::rem_s:
    case Op::eq:
    case Op::ne:
    case Op::lt_u:
    case Op::le_u:
    case Op::lt_s:
    case Op::le_s:
    case Op::reduce_and:
    case Op::reduce_or:
    case Op::reduce_xor:
      if (is_helper) {
        for (const NodeId operand : operands) add_all(operand, out);
      } else {
        add(vertex, node.width, out);
      }
      return;
  }
}

void BitGraph::of_shift(Vertex vertex, uint32_t bit, std::vector<uint32_t>& out) const {
  const Node& node = module_.node(vertex);
  const NodeId value = module_.operand(vertex, 0);
  const NodeId amount = module_.operand(vertex, 1);
  const uint32_t width = node.width;
  if (module_.is_constant(amount)) {
    if (bit == width) return;
    const uint32_t by = clamped(module_.constant_value(amount), width);
    if (node.op == Op::shl) {
      if (bit >= by) add(value, bit - by, out);
    } else if (bit < width - by) {
      add(value, bit + by, out);
    } else if (node.op == Op::shr_s) {
      add(value, width - 1, out);
    }
    return;
  }
  if (bit == width) {
    add_all(amount, out);
    return;
  }
  add(vertex, width, out);
  add(value, bit, out);
  if (node.op == Op::shl) {
    if (bit > 0) add(vertex, bit - 1, out);
  } else if (bit + 1 < width) {
    add(vertex, bit + 1, out);
  }
}

void BitGraph::of_cat(Vertex vertex, uint32_t bit, std::vector<uint32_t>& out) const {
  const auto operands = module_.operands(vertex);
  if (operands.size() < kLongCat) {
    uint32_t low = 0;
    for (size_t i = operands.size(); i-- > 0;) {
      const uint32_t width = module_.width(operands[i]);
      if (bit < low + width) {
        add(operands[i], bit - low, out);
        return;
      }
      low += width;
    }
    return;
  }
  // The end of each operand, from the least significant one.
  std::vector<uint32_t>& ends = cat_ends_[vertex];
  if (ends.empty()) {
    uint32_t end = 0;
    for (size_t i = operands.size(); i-- > 0;) ends.push_back(end += module_.width(operands[i]));
  }
  const auto found = static_cast<size_t>(std::upper_bound(ends.begin(), ends.end(), bit) - ends.begin());
  add(operands[operands.size() - 1 - found], bit - (found == 0 ? 0 : ends[found - 1]), out);
}

void BitGraph::of_signal(Vertex vertex, uint32_t bit, std::vector<uint32_t>& out) const {
  const SignalId id = words_.signal_of(vertex);
  const Signal& signal = module_.signals[id];
  const bool is_helper = bit == signal.width;
  switch (signal.kind) {
    case SignalKind::wire:
    case SignalKind::output:
      if (!is_helper && signal.driver != kNone) add(signal.driver, bit, out);
      return;
    case SignalKind::inout: {
      // Through the pads of children all bits depend on all: pads are narrow and rarely in a path.
      if (!is_helper) {
        add(vertex, signal.width, out);
        if (signal.driver != kNone) add(signal.driver, bit, out);
        return;
      }
      std::vector<Vertex> words;
      words_.dependencies(vertex, words);
      for (const Vertex word : words) {
        if (word != signal.driver) add_all(word, out);
      }
      return;
    }
    case SignalKind::memory_read: {
      const ReadPort& port = module_.memories[signal.detail].reads[signal.detail_port];
      if (port.synchronous || port.address == kNone) return;
      if (is_helper) {
        add_all(port.address, out);
      } else {
        add(vertex, signal.width, out);
      }
      return;
    }
    case SignalKind::instance_output:
      if (!is_helper) of_instance_output(signal, bit, out);
      return;
    case SignalKind::input:
    case SignalKind::reg:
      return;
  }
}

void BitGraph::of_instance_output(const Signal& signal, uint32_t bit, std::vector<uint32_t>& out) const {
  const Instance& instance = module_.instances[signal.detail];
  const BitPaths& paths = analysis_.bit_paths(instance.module, signal.detail_port);
  if (bit >= paths.size()) return;
  for (const BitRun& run : paths[bit]) {
    if (options_.counts && !options_.counts(signal, run.port)) continue;
    const Instance::Input* const input = find_input(instance, run.port);
    if (input == nullptr) continue;
    const Vertex vertex = input->value != kNone ? input->value : words_.of_signal(input->signal);
    for (uint32_t i = 0; i < run.count; ++i) add(vertex, run.low + i, out);
  }
}

// ------------------------------------------------------------------------------------------------- labels

BitLabels::BitLabels(const BitGraph& graph) : graph_(graph) {
  ComponentOrder components = strong_components(
      graph.size(), [&graph](uint32_t number, std::vector<uint32_t>& out) { graph.dependencies(number, out); });
  order_ = std::move(components.order);
  for (const auto& range : components.cyclic) cycles_.push_back({range.begin, range.end});
}

std::vector<uint64_t> BitLabels::propagate(const std::function<uint64_t(uint32_t)>& seed) const {
  std::vector<uint64_t> labels(graph_.size());
  for (uint32_t number = 0; number < labels.size(); ++number) labels[number] = seed(number);
  std::vector<uint32_t> needed;
  const auto gather = [&](uint32_t number) {
    needed.clear();
    graph_.dependencies(number, needed);
    for (const uint32_t other : needed) labels[number] |= labels[other];
  };
  auto cycle = cycles_.begin();
  for (uint32_t i = 0; i < order_.size(); ++i) {
    if (cycle == cycles_.end() || i != cycle->begin) {
      gather(order_[i]);
      continue;
    }
    uint64_t all = 0;
    for (uint32_t k = cycle->begin; k < cycle->end; ++k) {
      gather(order_[k]);
      all |= labels[order_[k]];
    }
    for (uint32_t k = cycle->begin; k < cycle->end; ++k) labels[order_[k]] = all;
    i = cycle->end - 1;
    ++cycle;
  }
  return labels;
}

std::vector<Vertex> find_cone(const WordGraph& graph, std::span<const Vertex> roots, bool cut_crossings) {
  const Module& module = graph.module();
  std::vector<Vertex> cone;
  std::unordered_set<Vertex> seen;
  const auto visit = [&](Vertex vertex) {
    if (seen.insert(vertex).second) cone.push_back(vertex);
  };
  for (const Vertex root : roots) visit(root);
  std::vector<Vertex> needed;
  for (size_t next = 0; next < cone.size();) {
    const Vertex vertex = cone[next++];  // the cone grows meanwhile
    if (cut_crossings && !graph.is_signal(vertex) && module.node(vertex).op == Op::crossing) continue;
    needed.clear();
    graph.dependencies(vertex, needed);
    for (const Vertex other : needed) visit(other);
  }
  return cone;
}

}  // namespace burin::passes
