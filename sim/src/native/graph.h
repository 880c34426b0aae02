// SPDX-License-Identifier: Apache-2.0
//! @file graph.h
//! @brief Pure operations over state: what the native engine computes, without wires and without names.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <unordered_map>
#include <vector>

#include "burin/base/bits.h"
#include "burin/ir/ir.h"

namespace burin::sim::native {

/// A node of a `Graph`. Operands have smaller numbers.
using NodeRef = uint32_t;
inline constexpr uint32_t kNone = 0xffffffff;

/// The operations of the IR, and those that only exist here.
enum class GraphOp : uint8_t {
#define BURIN_OP(name, text, arity, summary) name,
#include "burin/ir/ops.def"
#undef BURIN_OP
  state,         ///< The value that signal `immediate` holds of its own: an input, a register, data of a memory.
  memory_read,   ///< The word of memory `immediate` at the operand; 0 beyond the last one.
  rotate_right,  ///< The operand, rotated to the right by `immediate` bits.
  // Vectors: `lanes` values of 32 bits. All operations above on vectors work lane by lane.
  vector_state,     ///< The states of `lanes` signals, from `vector_signals(immediate)`.
  vector_constant,  ///< The numbers in `vector_numbers(immediate)`.
  broadcast,        ///< The operand in every lane.
  // Shift registers (chains.cpp): what they become, as a whole. `lanes` is 2 for all but the pointer.
  chain_pointer,  ///< Where the window of chain `immediate` begins, in bytes.
  chain_keep,     ///< The chain as it is.
  chain_push,     ///< Each register takes the next one, the last one takes the operand.
  chain_fill,     ///< Each register takes an operand of its own.
};

struct GraphNode {
  GraphOp op = GraphOp::constant;
  uint8_t lanes = 1;
  uint32_t width = 0;  ///< Bits; of a lane for vectors.
  uint32_t first = 0;
  uint32_t count = 0;
  uint32_t immediate = 0;
};

/// A growing arena of hash-consed nodes. `make` simplifies what it is given: constants, neutral operands, slices of
/// concatenations, rotations written as slices.
class Graph {
 public:
  [[nodiscard]] size_t size() const { return nodes_.size(); }
  [[nodiscard]] const GraphNode& node(NodeRef id) const { return nodes_[id]; }
  [[nodiscard]] uint32_t width(NodeRef id) const { return nodes_[id].width; }
  [[nodiscard]] std::span<const NodeRef> operands(NodeRef id) const {
    return {pool_.data() + nodes_[id].first, nodes_[id].count};
  }
  [[nodiscard]] NodeRef operand(NodeRef id, uint32_t index) const { return pool_[nodes_[id].first + index]; }
  [[nodiscard]] bool is_constant(NodeRef id) const { return nodes_[id].op == GraphOp::constant; }
  [[nodiscard]] const Bits& constant_value(NodeRef id) const { return constants_[nodes_[id].immediate]; }
  [[nodiscard]] std::span<const ir::SignalId> vector_signals(NodeRef id) const {
    return vectors_[nodes_[id].immediate];
  }
  [[nodiscard]] std::span<const uint32_t> vector_numbers(NodeRef id) const { return vectors_[nodes_[id].immediate]; }

  NodeRef constant(const Bits& value);
  NodeRef constant(uint32_t width, uint64_t value) { return constant(Bits(width, value)); }
  NodeRef state(ir::SignalId signal, uint32_t width);
  NodeRef memory_read(ir::MemoryId memory, uint32_t width, NodeRef address);
  /// Any operation with operands; `width` is that of the result.
  NodeRef make(GraphOp op, std::span<const NodeRef> operands, uint32_t width, uint32_t immediate = 0);
  NodeRef make(GraphOp op, std::initializer_list<NodeRef> operands, uint32_t width, uint32_t immediate = 0) {
    return make(op, std::span<const NodeRef>(operands.begin(), operands.size()), width, immediate);
  }
  NodeRef slice(NodeRef value, uint32_t low, uint32_t width) { return make(GraphOp::slice, {value}, width, low); }
  NodeRef not_(NodeRef value) { return make(GraphOp::bit_not, {value}, width(value)); }
  NodeRef and_(NodeRef a, NodeRef b) { return make(GraphOp::bit_and, {a, b}, width(a)); }
  NodeRef or_(NodeRef a, NodeRef b) { return make(GraphOp::bit_or, {a, b}, width(a)); }
  NodeRef mux(NodeRef select, NodeRef one, NodeRef zero) { return make(GraphOp::mux, {select, one, zero}, width(one)); }

  /// A vector: not simplified. `immediate` of state and constants is made by the two functions below.
  NodeRef vector(GraphOp op, std::span<const NodeRef> operands, uint8_t lanes, uint32_t immediate = 0);
  NodeRef vector_state(std::span<const ir::SignalId> signals);
  NodeRef vector_constant(std::span<const uint32_t> numbers);
  NodeRef chain_pointer(uint32_t chain) { return intern(GraphOp::chain_pointer, 1, 32, chain, {}); }

 private:
  NodeRef intern(GraphOp op, uint8_t lanes, uint32_t width, uint32_t immediate, std::span<const NodeRef> operands);
  NodeRef simplified(GraphOp op, std::span<const NodeRef> operands, uint32_t width, uint32_t immediate);
  NodeRef folded(GraphOp op, std::span<const NodeRef> operands, uint32_t width, uint32_t immediate);
  NodeRef simplified_slice(NodeRef value, uint32_t low, uint32_t width);
  NodeRef simplified_cat(std::span<const NodeRef> operands, uint32_t width);
  NodeRef simplified_mux(NodeRef select, NodeRef one, NodeRef zero);
  NodeRef simplified_bitwise(GraphOp op, NodeRef a, NodeRef b);
  [[nodiscard]] bool is_zero(NodeRef id) const { return is_constant(id) && constant_value(id).is_zero(); }
  [[nodiscard]] bool is_ones(NodeRef id) const { return is_constant(id) && constant_value(id).is_ones(); }
  void grow_table();

  std::vector<GraphNode> nodes_;
  std::vector<NodeRef> pool_;
  std::vector<NodeRef> table_;  // open addressing over nodes_; kNone = free
  std::vector<Bits> constants_;
  std::unordered_map<Bits, NodeRef> constant_ids_;
  std::vector<std::vector<uint32_t>> vectors_;
};

}  // namespace burin::sim::native
