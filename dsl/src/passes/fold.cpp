// SPDX-License-Identifier: Apache-2.0
//! @file fold.cpp
//! @brief The rules of constant folding.
//!
//! 1. A result of no bits is the constant of no bits.
//! 2. An operation whose operands are all constants is its value.
//! 3. Otherwise an identity of the operation may apply: neutral and absorbing constants, equal operands,
//!    complements, a constant condition, index or shift amount.
//! 4. Otherwise the node is made as it is.
#include <algorithm>
#include <compare>

#include "burin/base/diagnostics.h"
#include "burin/passes/evaluate.h"
#include "rules.h"

namespace burin::passes {
namespace {

using namespace ir;

Bits signed_minimum(uint32_t width) {
  Bits value(width);
  if (width > 0) value.set_bit(width - 1, true);
  return value;
}

Bits signed_maximum(uint32_t width) { return bits_ops::bit_not(signed_minimum(width)); }

/// The rules of one operation; each function gives the simpler node, or `kNone`.
class Folder {
 public:
  Folder(Module& target, const Operation& operation) : target_(target), operation_(operation) {}

  NodeId run() {
    switch (operation_.op) {
      case Op::bit_not:
        return fold_not();
      case Op::bit_and:
      case Op::bit_or:
      case Op::bit_xor:
        return fold_bitwise();
      case Op::add:
      case Op::sub:
        return fold_sum();
      case Op::mul_u:
      case Op::mul_s:
        return fold_product();
      case Op::div_u:
      case Op::div_s:
      case Op::rem_u:
      case Op::rem_s:
        return fold_division();
      case Op::eq:
      case Op::ne:
        return fold_equality();
      case Op::lt_u:
      case Op::le_u:
      case Op::lt_s:
      case Op::le_s:
        return fold_order();
      case Op::shl:
      case Op::shr_u:
      case Op::shr_s:
        return fold_shift();
      case Op::cat:
        return fold_cat();
      case Op::slice:
        return operation_.width == target_.width(a()) ? a() : kNone;
      case Op::zext:
      case Op::sext:
        return fold_extension();
      case Op::mux:
        if (b() == c()) return b();
        return is_constant(a()) ? (value(a()).is_zero() ? c() : b()) : kNone;
      case Op::select:
        return fold_select();
      case Op::reduce_and:
      case Op::reduce_or:
      case Op::reduce_xor:
        return target_.width(a()) == 1 ? a() : kNone;
      case Op::dont_care:
        return target_.constant(Bits(operation_.width), operation_.location);
      case Op::constant:
      case Op::read:
      case Op::crossing:
        break;
    }
    return kNone;
  }

 private:
  [[nodiscard]] NodeId a() const { return operation_.operands[0]; }
  [[nodiscard]] NodeId b() const { return operation_.operands[1]; }
  [[nodiscard]] NodeId c() const { return operation_.operands[2]; }
  [[nodiscard]] bool is_constant(NodeId node) const { return target_.is_constant(node); }
  [[nodiscard]] const Bits& value(NodeId node) const { return target_.constant_value(node); }
  [[nodiscard]] bool is_zero(NodeId node) const { return is_constant(node) && value(node).is_zero(); }
  [[nodiscard]] bool is_ones(NodeId node) const { return is_constant(node) && value(node).is_ones(); }
  [[nodiscard]] bool equals(NodeId node, const Bits& bits) const { return is_constant(node) && value(node) == bits; }
  NodeId zero() { return target_.constant(Bits(operation_.width), operation_.location); }
  NodeId ones() { return target_.constant(Bits::ones(operation_.width), operation_.location); }
  NodeId bit(bool set) { return target_.constant(Bits(1, set ? 1 : 0), operation_.location); }
  NodeId complement(NodeId node) { return target_.make(Op::bit_not, {node}, operation_.location); }

  [[nodiscard]] bool are_complements(NodeId left, NodeId right) const {
    return complement_of(target_, left) == right || complement_of(target_, right) == left;
  }

  NodeId fold_not() {
    if (const auto inner = complement_of(target_, a())) return *inner;
    const Op inner_op = target_.node(a()).op;
    if (inner_op != Op::eq && inner_op != Op::ne) return kNone;
    return target_.make(inner_op == Op::eq ? Op::ne : Op::eq, target_.operands(a()), operation_.location);
  }

  NodeId fold_bitwise() {
    const bool is_xor = operation_.op == Op::bit_xor;
    if (a() == b()) return is_xor ? zero() : a();
    if (are_complements(a(), b())) return operation_.op == Op::bit_and ? zero() : ones();
    for (const auto& [constant, other] : {std::pair(a(), b()), std::pair(b(), a())}) {
      if (is_zero(constant)) return operation_.op == Op::bit_and ? zero() : other;
      if (!is_ones(constant)) continue;
      if (is_xor) return fold(target_, Op::bit_not, {other}, operation_.location, operation_.width);
      return operation_.op == Op::bit_and ? other : ones();
    }
    return kNone;
  }

  NodeId fold_sum() {
    if (is_zero(b())) return a();
    if (operation_.op == Op::add) return is_zero(a()) ? b() : kNone;
    return a() == b() ? zero() : kNone;
  }

  NodeId fold_product() {
    if (is_zero(a()) || is_zero(b())) return zero();
    const bool is_signed = operation_.op == Op::mul_s;
    for (const auto& [constant, other] : {std::pair(a(), b()), std::pair(b(), a())}) {
      // A signed one-bit 1 is -1.
      const uint32_t width = target_.width(constant);
      if (!equals(constant, Bits(width, 1)) || (is_signed && width == 1)) continue;
      return fold(target_, is_signed ? Op::sext : Op::zext, {other}, operation_.location, operation_.width);
    }
    return kNone;
  }

  NodeId fold_division() {
    if (!is_constant(b())) return kNone;
    const bool is_quotient = operation_.op == Op::div_u || operation_.op == Op::div_s;
    if (is_zero(b())) return is_quotient ? ones() : a();
    const bool is_signed = operation_.op == Op::div_s || operation_.op == Op::rem_s;
    if (!equals(b(), Bits(operation_.width, 1)) || (is_signed && operation_.width == 1)) return kNone;
    return is_quotient ? a() : zero();
  }

  NodeId fold_equality() {
    const bool is_eq = operation_.op == Op::eq;
    if (a() == b()) return bit(is_eq);
    if (are_complements(a(), b())) return bit(!is_eq);
    if (target_.width(a()) != 1) return kNone;
    for (const auto& [constant, other] : {std::pair(a(), b()), std::pair(b(), a())}) {
      if (!is_constant(constant)) continue;
      const bool same = value(constant).is_ones() == is_eq;
      return same ? other : fold(target_, Op::bit_not, {other}, operation_.location, 1);
    }
    return kNone;
  }

  NodeId fold_order() {
    const bool is_strict = operation_.op == Op::lt_u || operation_.op == Op::lt_s;
    const bool is_signed = operation_.op == Op::lt_s || operation_.op == Op::le_s;
    if (a() == b()) return bit(!is_strict);
    const uint32_t width = target_.width(a());
    const Bits least = is_signed ? signed_minimum(width) : Bits(width);
    const Bits greatest = is_signed ? signed_maximum(width) : Bits::ones(width);
    if (is_strict) return equals(b(), least) || equals(a(), greatest) ? bit(false) : kNone;
    return equals(a(), least) || equals(b(), greatest) ? bit(true) : kNone;
  }

  NodeId fold_shift() {
    if (is_zero(a()) || is_zero(b())) return a();
    if (!is_constant(b()) || std::is_lt(Bits::compare_unsigned(value(b()), Bits(32, operation_.width)))) return kNone;
    if (operation_.op != Op::shr_s) return zero();
    const NodeId sign = target_.slice(a(), operation_.width - 1, 1, operation_.location);
    return fold(target_, Op::sext, {sign}, operation_.location, operation_.width);
  }

  NodeId fold_cat() {
    const auto is_empty = [this](NodeId operand) { return target_.width(operand) == 0; };
    const auto& operands = operation_.operands;
    if (operands.size() == 1) return operands[0];
    if (std::none_of(operands.begin(), operands.end(), is_empty)) return kNone;
    std::vector<NodeId> kept;
    std::remove_copy_if(operands.begin(), operands.end(), std::back_inserter(kept), is_empty);
    return kept.size() == 1 ? kept[0] : target_.make(Op::cat, kept, operation_.location);
  }

  NodeId fold_extension() {
    const uint32_t from = target_.width(a());
    if (from == operation_.width) return a();
    if (from == 0) return zero();
    const Node& inner = target_.node(a());
    const bool grew =
        (inner.op == Op::zext || inner.op == Op::sext) && inner.width > target_.width(target_.operand(a(), 0));
    // After an extension with zeros the top bit is zero, so that a further one of either kind adds zeros.
    if (!grew || (inner.op == Op::sext && operation_.op == Op::zext)) return kNone;
    return target_.make(inner.op, {target_.operand(a(), 0)}, operation_.location, operation_.width);
  }

  NodeId fold_select() {
    const size_t count = operation_.operands.size() - 1;
    if (is_constant(a())) {
      const Bits& index = value(a());
      if (std::is_gteq(Bits::compare_unsigned(index, Bits(64, count)))) return zero();
      return operation_.operands[1 + index.to_uint64()];
    }
    const uint32_t index_width = target_.width(a());
    const bool complete = index_width < 64 && count >= (uint64_t{1} << index_width);
    const auto elements = operation_.operands.subspan(1);
    const bool all_equal = std::all_of(elements.begin(), elements.end(), [&](NodeId x) { return x == elements[0]; });
    return complete && all_equal ? elements[0] : kNone;
  }

  Module& target_;
  const Operation& operation_;
};

}  // namespace

Operation operation_of(const Module& source, NodeId id, std::span<const NodeId> operands) {
  const Node& node = source.node(id);
  return {node.op, operands, node.width, node.immediate, source.location_of(id)};
}

std::optional<NodeId> complement_of(const Module& module, NodeId node) {
  if (module.node(node).op != Op::bit_not) return std::nullopt;
  return module.operand(node, 0);
}

NodeId fold(Module& target, const Operation& operation) {
  if (operation.width == 0) return target.constant(Bits(), operation.location);
  const auto& operands = operation.operands;
  const auto is_constant = [&target](NodeId operand) { return target.is_constant(operand); };
  if (!operands.empty() && std::all_of(operands.begin(), operands.end(), is_constant)) {
    std::vector<Bits> values;
    values.reserve(operands.size());
    for (const NodeId operand : operands) values.push_back(target.constant_value(operand));
    return target.constant(evaluate(operation.op, values, operation.width, operation.immediate), operation.location);
  }
  const NodeId simpler = Folder(target, operation).run();
  if (simpler != kNone) return simpler;
  return target.make(operation.op, operands, operation.location, operation.width, operation.immediate);
}

NodeId fold(Module& target, Op op, std::initializer_list<NodeId> operands, LocationId location, uint32_t width,
            uint32_t immediate) {
  return fold(target, {op, std::span<const NodeId>(operands.begin(), operands.size()), width, immediate, location});
}

}  // namespace burin::passes
