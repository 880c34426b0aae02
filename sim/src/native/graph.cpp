// SPDX-License-Identifier: Apache-2.0
//! @file graph.cpp
//! @brief Pure operations over state, simplified while they are made.
//!
//! 1. Operations on constants are computed.
//! 2. Operations with a neutral or deciding operand become that operand or a constant.
//! 3. Slices go through concatenations, slices and extensions; neighbouring parts of one value grow together.
//! 4. Words that move all their bits by a constant become shifts and rotations, which one instruction does.
//! 5. Equal nodes become one node.
#include "graph.h"

#include <algorithm>
#include <compare>

#include "burin/passes/evaluate.h"

namespace burin::sim::native {
namespace {

constexpr size_t kFirstTable = 1024;

uint32_t mixed(uint32_t hash, uint32_t value) {
  hash ^= value + 0x9e3779b9U + (hash << 6) + (hash >> 2);
  return hash * 0x85ebca6bU;
}

bool is_commutative(GraphOp op) {
  return op == GraphOp::bit_and || op == GraphOp::bit_or || op == GraphOp::bit_xor || op == GraphOp::add ||
         op == GraphOp::eq || op == GraphOp::ne;
}

}  // namespace

void Graph::grow_table() {
  std::vector<NodeRef> old = std::move(table_);
  table_.assign(old.empty() ? kFirstTable : old.size() * 2, kNone);
  const size_t mask = table_.size() - 1;
  for (const NodeRef id : old) {
    if (id == kNone) continue;
    const GraphNode& node = nodes_[id];
    uint32_t hash = mixed(mixed(static_cast<uint32_t>(node.op) * 256 + node.lanes, node.width), node.immediate);
    for (const NodeRef operand : operands(id)) hash = mixed(hash, operand);
    size_t slot = (hash ^ (hash >> 15)) & mask;
    while (table_[slot] != kNone) slot = (slot + 1) & mask;
    table_[slot] = id;
  }
}

NodeRef Graph::intern(GraphOp op, uint8_t lanes, uint32_t width, uint32_t immediate,
                      std::span<const NodeRef> operands) {
  if (nodes_.size() * 2 >= table_.size()) grow_table();
  uint32_t hash = mixed(mixed(static_cast<uint32_t>(op) * 256 + lanes, width), immediate);
  for (const NodeRef operand : operands) hash = mixed(hash, operand);
  const size_t mask = table_.size() - 1;
  size_t slot = (hash ^ (hash >> 15)) & mask;
  for (; table_[slot] != kNone; slot = (slot + 1) & mask) {
    const GraphNode& node = nodes_[table_[slot]];
    if (node.op == op && node.lanes == lanes && node.width == width && node.immediate == immediate &&
        node.count == operands.size() && std::equal(operands.begin(), operands.end(), pool_.begin() + node.first)) {
      return table_[slot];
    }
  }
  GraphNode node;
  node.op = op;
  node.lanes = lanes;
  node.width = width;
  node.immediate = immediate;
  node.first = static_cast<uint32_t>(pool_.size());
  node.count = static_cast<uint32_t>(operands.size());
  // The operands may lie in the pool, which moves when it grows.
  for (size_t i = 0; i < operands.size(); ++i) {
    const NodeRef operand = operands[i];
    if (pool_.size() == pool_.capacity()) {
      const std::vector<NodeRef> rest(operands.begin() + static_cast<std::ptrdiff_t>(i), operands.end());
      pool_.insert(pool_.end(), rest.begin(), rest.end());
      break;
    }
    pool_.push_back(operand);
  }
  const auto id = static_cast<NodeRef>(nodes_.size());
  nodes_.push_back(node);
  table_[slot] = id;
  return id;
}

NodeRef Graph::constant(const Bits& value) {
  const auto found = constant_ids_.find(value);
  if (found != constant_ids_.end()) return found->second;
  constants_.push_back(value);
  const NodeRef id = intern(GraphOp::constant, 1, value.width(), static_cast<uint32_t>(constants_.size() - 1), {});
  constant_ids_.emplace(value, id);
  return id;
}

NodeRef Graph::state(ir::SignalId signal, uint32_t width) {
  return width == 0 ? constant(Bits()) : intern(GraphOp::state, 1, width, signal, {});
}

NodeRef Graph::memory_read(ir::MemoryId memory, uint32_t width, NodeRef address) {
  if (width == 0) return constant(Bits());
  return intern(GraphOp::memory_read, 1, width, memory, {&address, 1});
}

NodeRef Graph::vector(GraphOp op, std::span<const NodeRef> operands, uint8_t lanes, uint32_t immediate) {
  return intern(op, lanes, 32, immediate, operands);
}

NodeRef Graph::vector_state(std::span<const ir::SignalId> signals) {
  vectors_.emplace_back(signals.begin(), signals.end());
  return intern(GraphOp::vector_state, static_cast<uint8_t>(signals.size()), 32,
                static_cast<uint32_t>(vectors_.size() - 1), {});
}

NodeRef Graph::vector_constant(std::span<const uint32_t> numbers) {
  vectors_.emplace_back(numbers.begin(), numbers.end());
  return intern(GraphOp::vector_constant, static_cast<uint8_t>(numbers.size()), 32,
                static_cast<uint32_t>(vectors_.size() - 1), {});
}

// ------------------------------------------------------------------------------------------------ simplification

NodeRef Graph::folded(GraphOp op, std::span<const NodeRef> operands, uint32_t width, uint32_t immediate) {
  std::vector<Bits> values;
  values.reserve(operands.size());
  for (const NodeRef operand : operands) values.push_back(constant_value(operand));
  return constant(passes::evaluate(static_cast<ir::Op>(op), values, width, immediate));
}

NodeRef Graph::make(GraphOp op, std::span<const NodeRef> operands, uint32_t width, uint32_t immediate) {
  if (width == 0) return constant(Bits());
  if (op == GraphOp::rotate_right) return intern(op, 1, width, immediate, operands);
  if (std::all_of(operands.begin(), operands.end(), [this](NodeRef id) { return is_constant(id); })) {
    return folded(op, operands, width, immediate);
  }
  return simplified(op, operands, width, immediate);
}

NodeRef Graph::simplified(GraphOp op, std::span<const NodeRef> operands, uint32_t width, uint32_t immediate) {
  const NodeRef a = operands[0];
  const NodeRef b = operands.size() > 1 ? operands[1] : kNone;
  switch (op) {
    case GraphOp::slice:
      return simplified_slice(a, immediate, width);
    case GraphOp::cat:
      return simplified_cat(operands, width);
    case GraphOp::mux:
      return simplified_mux(a, b, operands[2]);
    case GraphOp::bit_and:
    case GraphOp::bit_or:
    case GraphOp::bit_xor:
      return simplified_bitwise(op, a, b);
    case GraphOp::bit_not:
      if (nodes_[a].op == GraphOp::bit_not) return operand(a, 0);
      if (nodes_[a].op == GraphOp::eq) return make(GraphOp::ne, {operand(a, 0), operand(a, 1)}, 1);
      if (nodes_[a].op == GraphOp::ne) return make(GraphOp::eq, {operand(a, 0), operand(a, 1)}, 1);
      break;
    case GraphOp::zext: {
      const GraphNode from = nodes_[a];
      if (from.width == width) return a;
      if (from.op == GraphOp::zext) return make(op, {operand(a, 0)}, width);
      if (from.op == GraphOp::slice) {  // all that is left of the value above some bit: a shift
        const NodeRef value = operand(a, 0);
        if (nodes_[value].width == width && from.immediate + from.width == width) {
          return make(GraphOp::shr_u, {value, constant(32, from.immediate)}, width);
        }
      }
      break;
    }
    case GraphOp::sext:
      if (nodes_[a].width == width) return a;
      break;
    case GraphOp::add:
    case GraphOp::sub:
      if (is_zero(b)) return a;
      if (op == GraphOp::add && is_zero(a)) return b;
      break;
    case GraphOp::mul_u:
    case GraphOp::mul_s:
      if (is_zero(a) || is_zero(b)) return constant(Bits(width));
      break;
    case GraphOp::eq:
    case GraphOp::ne:
      if (a == b) return constant(1, op == GraphOp::eq ? 1 : 0);
      if (nodes_[a].width == 1) {
        if (is_constant(a)) return make(op, {b, a}, 1);
        if (is_constant(b)) return is_zero(b) == (op == GraphOp::eq) ? not_(a) : a;
      }
      break;
    case GraphOp::shl:
    case GraphOp::shr_u:
    case GraphOp::shr_s:
      if (is_zero(b)) return a;
      break;
    case GraphOp::select:
      if (is_constant(a)) {
        const Bits& index = constant_value(a);
        const Bits count(64, operands.size() - 1);
        if (std::is_gteq(Bits::compare_unsigned(index, count))) return constant(Bits(width));
        return operands[1 + index.word(0)];
      }
      break;
    case GraphOp::reduce_and:
    case GraphOp::reduce_or:
    case GraphOp::reduce_xor:
      if (nodes_[a].width == 1) return a;
      if (op == GraphOp::reduce_or) return make(GraphOp::ne, {a, constant(Bits(nodes_[a].width))}, 1);
      if (op == GraphOp::reduce_and) return make(GraphOp::eq, {a, constant(Bits::ones(nodes_[a].width))}, 1);
      break;
    default:
      break;
  }
  if (is_commutative(op) && (is_constant(a) || (a > b && !is_constant(b)))) {
    const NodeRef swapped[2] = {b, a};
    return intern(op, 1, width, immediate, swapped);
  }
  return intern(op, 1, width, immediate, operands);
}

NodeRef Graph::simplified_bitwise(GraphOp op, NodeRef a, NodeRef b) {
  const uint32_t width = nodes_[a].width;
  if (is_constant(a)) std::swap(a, b);
  if (a == b) return op == GraphOp::bit_xor ? constant(Bits(width)) : a;
  if (is_zero(b)) return op == GraphOp::bit_and ? b : a;
  if (is_ones(b)) {
    if (op == GraphOp::bit_and) return a;
    if (op == GraphOp::bit_or) return b;
    return not_(a);
  }
  // a b ^ a c = a (b ^ c), and the same for or: the majority of three takes one operation less.
  if (op != GraphOp::bit_and && nodes_[a].op == GraphOp::bit_and && nodes_[b].op == GraphOp::bit_and) {
    for (uint32_t i = 0; i < 4; ++i) {
      const NodeRef shared = operand(a, i / 2);
      if (shared == operand(b, i % 2))
        return and_(shared, simplified_bitwise(op, operand(a, 1 - i / 2), operand(b, 1 - i % 2)));
    }
  }
  if (a > b && !is_constant(b)) std::swap(a, b);
  const NodeRef both[2] = {a, b};
  return intern(op, 1, width, 0, both);
}

NodeRef Graph::simplified_mux(NodeRef select, NodeRef one, NodeRef zero) {
  if (is_constant(select)) return is_zero(select) ? zero : one;
  if (one == zero) return one;
  if (nodes_[select].op == GraphOp::bit_not) return simplified_mux(operand(select, 0), zero, one);
  if (nodes_[one].op == GraphOp::mux && operand(one, 0) == select) one = operand(one, 1);
  if (nodes_[zero].op == GraphOp::mux && operand(zero, 0) == select) zero = operand(zero, 2);
  if (one == zero) return one;
  if (nodes_[one].width == 1) {
    if (is_ones(one)) return or_(select, zero);
    if (is_zero(zero)) return and_(select, one);
    if (is_zero(one)) return and_(not_(select), zero);
    if (is_ones(zero)) return or_(not_(select), one);
  }
  const NodeRef all[3] = {select, one, zero};
  return intern(GraphOp::mux, 1, nodes_[one].width, 0, all);
}

NodeRef Graph::simplified_slice(NodeRef value, uint32_t low, uint32_t width) {
  for (;;) {
    const GraphNode node = nodes_[value];
    if (low == 0 && width == node.width) return value;
    if (is_constant(value)) return constant(constant_value(value).slice(low, width));
    if (node.op == GraphOp::slice) {
      low += node.immediate;
      value = operand(value, 0);
      continue;
    }
    if (node.op == GraphOp::zext) {
      const uint32_t inner = nodes_[operand(value, 0)].width;
      if (low >= inner) return constant(Bits(width));
      if (low + width <= inner) {
        value = operand(value, 0);
        continue;
      }
    }
    if (node.op == GraphOp::cat) {
      uint32_t top = node.width;
      NodeRef part = kNone;
      for (const NodeRef candidate : operands(value)) {
        top -= nodes_[candidate].width;
        if (low < top) continue;
        if (low + width <= top + nodes_[candidate].width) part = candidate;
        break;
      }
      if (part != kNone) {
        low -= top;
        value = part;
        continue;
      }
    }
    return intern(GraphOp::slice, 1, width, low, {&value, 1});
  }
}

NodeRef Graph::simplified_cat(std::span<const NodeRef> given, uint32_t width) {
  std::vector<NodeRef> parts;  // the most significant first
  parts.reserve(given.size());
  const auto origin = [this](NodeRef part, uint32_t& low) {
    const bool is_slice = nodes_[part].op == GraphOp::slice;
    low = is_slice ? nodes_[part].immediate : 0;
    return is_slice ? operand(part, 0) : part;
  };
  const std::vector<NodeRef> copy(given.begin(), given.end());  // making nodes may move the pool
  const auto add = [&](NodeRef part) {
    if (nodes_[part].width == 0) return;
    if (!parts.empty()) {
      const NodeRef above = parts.back();
      if (is_constant(above) && is_constant(part)) {
        parts.back() = constant(Bits::concat(constant_value(above), constant_value(part)));
        return;
      }
      uint32_t above_low = 0;
      uint32_t part_low = 0;
      const NodeRef source = origin(above, above_low);
      if (source == origin(part, part_low) && above_low == part_low + nodes_[part].width &&
          nodes_[above].op == GraphOp::slice) {
        parts.back() = simplified_slice(source, part_low, nodes_[above].width + nodes_[part].width);
        return;
      }
    }
    parts.push_back(part);
  };
  for (const NodeRef part : copy) {
    if (nodes_[part].op == GraphOp::cat) {
      const std::vector<NodeRef> inner(operands(part).begin(), operands(part).end());
      for (const NodeRef piece : inner) add(piece);
    } else {
      add(part);
    }
  }
  if (parts.size() == 1) return parts[0];
  if (parts.size() == 2) {
    uint32_t high_low = 0;
    uint32_t low_low = 0;
    const NodeRef high = origin(parts[0], high_low);
    const NodeRef low = origin(parts[1], low_low);
    const uint32_t low_width = nodes_[parts[1]].width;
    if (high == low && high_low == 0 && nodes_[high].width == width && low_low + low_width == width &&
        low_low == nodes_[parts[0]].width && width <= 64) {
      return make(GraphOp::rotate_right, {high}, width, low_low);
    }
    if (is_zero(parts[0])) return make(GraphOp::zext, {parts[1]}, width);
    if (is_zero(parts[1]) && high_low == 0 && nodes_[high].width == width) {
      return make(GraphOp::shl, {high, constant(32, low_width)}, width);
    }
  }
  return intern(GraphOp::cat, 1, width, 0, parts);
}

}  // namespace burin::sim::native
