// SPDX-License-Identifier: Apache-2.0
//! @file mux_simplification.cpp
//! @brief Muxes whose condition or arms tell more than the mux itself.
//!
//! For each mux(c, x, y), in ascending order of ids, so that the operands are simplified already:
//! 1. c = not d: mux(d, y, x).
//! 2. Arms that are muxes of the same condition are replaced by the arm that c chooses.
//! 3. A one-bit arm that is c itself is the constant that c has there.
//! 4. One-bit constant arms: mux(c, 1, 0) = c, mux(c, 0, 1) = not c.
//! 5. In an expression, one constant arm of one bit: mux(c, x, 0) = c & x, mux(c, 1, y) = c | y. Not where a new
//!    complement would be needed, nor in a statement or beside another mux: there the if reads better.
//! 6. Everything else is left to constant folding.
#include "burin/passes/transforms.h"

#include "burin/passes/rebuild.h"
#include "rules.h"

namespace burin::passes {
namespace {

using namespace ir;

bool is_mux(const Module& module, NodeId node) { return module.node(node).op == Op::mux; }

/// The arm that remains of `arm` when the condition `condition` is known to be `taken`.
NodeId arm_under(const Module& module, NodeId arm, NodeId condition, bool taken) {
  while (is_mux(module, arm) && module.operand(arm, 0) == condition) arm = module.operand(arm, taken ? 1 : 2);
  return arm;
}

bool is_bit(const Module& module, NodeId node, bool set) {
  return module.is_constant(node) && module.constant_value(node) == Bits(1, set ? 1 : 0);
}

}  // namespace

NodeId simplify_mux(Module& target, const Operation& operation, bool statement) {
  if (operation.op != Op::mux || operation.width == 0 || target.is_constant(operation.operands[0])) {
    return fold(target, operation);
  }
  NodeId condition = operation.operands[0];
  NodeId on_true = operation.operands[1];
  NodeId on_false = operation.operands[2];
  if (const auto inner = complement_of(target, condition)) {
    condition = *inner;
    std::swap(on_true, on_false);
  }
  on_true = arm_under(target, on_true, condition, true);
  on_false = arm_under(target, on_false, condition, false);

  const LocationId location = operation.location;
  if (operation.width == 1) {
    if (on_true == condition) on_true = target.constant(Bits(1, 1), location);
    if (on_false == condition) on_false = target.constant(Bits(1, 0), location);
    const bool true_is_1 = is_bit(target, on_true, true);
    const bool false_is_0 = is_bit(target, on_false, false);
    if (true_is_1 && false_is_0) return condition;
    if (is_bit(target, on_true, false) && is_bit(target, on_false, true)) {
      return fold(target, Op::bit_not, {condition}, location, 1);
    }
    if (!statement && false_is_0 && !is_mux(target, on_true)) {
      return fold(target, Op::bit_and, {condition, on_true}, location, 1);
    }
    if (!statement && true_is_1 && !is_mux(target, on_false)) {
      return fold(target, Op::bit_or, {condition, on_false}, location, 1);
    }
  }
  return fold(target, Op::mux, {condition, on_true, on_false}, location, operation.width);
}

std::vector<bool> find_statements(const Module& module) {
  std::vector<bool> statement(module.node_count(), false);
  for (const Signal& signal : module.signals) {
    if (signal.driver != kNone) statement[signal.driver] = true;
  }
  for (auto id = static_cast<NodeId>(module.node_count()); id-- > 0;) {
    if (!statement[id]) continue;
    if (!is_mux(module, id)) {
      statement[id] = false;
      continue;
    }
    statement[module.operand(id, 1)] = true;
    statement[module.operand(id, 2)] = true;
  }
  return statement;
}

void simplify_muxes(Design& design) {
  for (const auto& module : design.modules) {
    const std::vector<bool> statement = find_statements(*module);
    Rebuilder rebuild(*module);
    rebuild.run([&](NodeId id, std::span<const NodeId> operands) {
      const Op op = rebuild.source().node(id).op;
      if (op == Op::constant || op == Op::read) return rebuild.copy(id, operands);
      return simplify_mux(rebuild.target(), operation_of(rebuild.source(), id, operands), statement[id]);
    });
  }
}

}  // namespace burin::passes
