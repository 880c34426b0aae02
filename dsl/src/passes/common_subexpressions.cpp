// SPDX-License-Identifier: Apache-2.0
//! @file common_subexpressions.cpp
//! @brief Equal operations become one node.
//!
//! For each module:
//! 1. Rebuild the nodes in ascending order. Nodes whose operands have become equal are one node because the arena
//!    holds each operation once.
//! 2. Operations whose operands may be exchanged are looked up by their operands in ascending order. The first one
//!    that was written stays as it was written: sorting its operands would let an unrelated statement, which moves
//!    ids, change its text.
//! 3. What has become equal may make its users simpler, x ^ x for one: they go through the rules of constant folding
//!    and mux simplification again.
#include <algorithm>

#include "burin/passes/rebuild.h"
#include "burin/passes/transforms.h"
#include "rules.h"

namespace burin::passes {
namespace {

using namespace ir;

bool is_commutative(Op op) {
  switch (op) {
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
    case Op::add:
    case Op::mul_u:
    case Op::mul_s:
    case Op::eq:
    case Op::ne:
      return true;
    default:
      return false;
  }
}

/// Nodes by operation and unordered pair of operands: open addressing, never more than half full.
class PairTable {
 public:
  explicit PairTable(size_t count) {
    size_t size = 16;
    while (size < count * 2) size *= 2;
    slots_.assign(size, {});
  }

  /// The node stored for the key, `kNone` for none; the caller fills it in.
  NodeId& at(Op op, NodeId a, NodeId b) {
    const Slot key{std::min(a, b), std::max(a, b), op, kNone};
    constexpr uint64_t kMultiplier = 0x9e3779b97f4a7c15U;
    uint64_t hash = ((uint64_t{key.low} << 32 | key.high) ^ static_cast<uint64_t>(op)) * kMultiplier;
    hash ^= hash >> 32;
    const size_t mask = slots_.size() - 1;
    for (size_t i = (hash * kMultiplier >> 32) & mask;; i = (i + 1) & mask) {
      Slot& slot = slots_[i];
      if (slot.low == kNone) slot = key;
      if (slot.low == key.low && slot.high == key.high && slot.op == op) return slot.node;
    }
  }

 private:
  struct Slot {
    NodeId low = kNone;  // kNone = free
    NodeId high = kNone;
    Op op = Op::constant;
    NodeId node = kNone;
  };
  std::vector<Slot> slots_;
};

}  // namespace

void share_subexpressions(Design& design) {
  for (const auto& module : design.modules) {
    const std::vector<bool> statement = find_statements(*module);
    Rebuilder rebuild(*module);
    size_t count = 0;
    for (NodeId id = 0; id < module->node_count(); ++id) {
      if (rebuild.is_live(id) && is_commutative(module->node(id).op)) ++count;
    }
    PairTable table(count);
    rebuild.run([&](NodeId id, std::span<const NodeId> operands) {
      const Op op = rebuild.source().node(id).op;
      if (op == Op::constant || op == Op::read) return rebuild.copy(id, operands);
      const Operation operation = operation_of(rebuild.source(), id, operands);
      if (!is_commutative(op)) return simplify_mux(rebuild.target(), operation, statement[id]);
      NodeId& node = table.at(op, operands[0], operands[1]);
      if (node == kNone) node = fold(rebuild.target(), operation);
      return node;
    });
  }
}

}  // namespace burin::passes
