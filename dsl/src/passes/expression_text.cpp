// SPDX-License-Identifier: Apache-2.0
//! @file expression_text.cpp
//! @brief Nodes as text that a person reads. By recursion that ends after a few levels.
#include "expression_text.h"

#include <fmt/format.h>

namespace burin::passes {

using namespace ir;

namespace {

constexpr int kDeepest = 6;

class Writer {
 public:
  explicit Writer(const Module& module) : module_(module) {}

  [[nodiscard]] std::string text(NodeId id, int depth, bool is_operand) const {
    const Node& node = module_.node(id);
    if (node.op == Op::constant) return constant(id, kNone);
    if (!module_.name_of(id).empty()) return std::string(module_.name_of(id));
    if (node.op == Op::read) {
      const Signal& signal = module_.signals[node.immediate];
      return signal.object.empty() ? signal.name : signal.object;
    }
    if (depth == kDeepest) return "(...)";
    const std::string text = operation(id, depth + 1);
    const bool is_word = !is_infix(node.op) && node.op != Op::mux && node.op != Op::reduce_or;
    return is_operand && !is_word ? "(" + text + ")" : text;
  }

 private:
  static bool is_infix(Op op) {
    switch (op) {
      case Op::bit_and:
      case Op::bit_or:
      case Op::bit_xor:
      case Op::add:
      case Op::sub:
      case Op::mul_u:
      case Op::mul_s:
      case Op::eq:
      case Op::ne:
      case Op::lt_u:
      case Op::lt_s:
      case Op::le_u:
      case Op::le_s:
      case Op::shl:
      case Op::shr_u:
      case Op::shr_s:
        return true;
      default:
        return false;
    }
  }

  [[nodiscard]] std::string part(NodeId id, uint32_t index, int depth) const {
    return text(module_.operand(id, index), depth, true);
  }

  /// A number, or the enumerator that it is of the value it meets.
  [[nodiscard]] std::string constant(NodeId id, NodeId meets) const {
    const Bits& value = module_.constant_value(id);
    if (meets != kNone && module_.node(meets).op == Op::read) {
      const TypeId type = module_.signals[module_.node(meets).immediate].type;
      if (type != kNone) {
        for (const Type::Enumerator& one : module_.design().type(type).enumerators) {
          if (value == Bits(value.width(), one.value)) return one.name;
        }
      }
    }
    return value.width() <= 64 ? std::to_string(value.to_uint64()) : "0x" + value.to_hex();
  }

  [[nodiscard]] std::string infix(NodeId id, std::string_view sign, int depth) const {
    std::string sides[2];
    for (uint32_t i = 0; i < 2; ++i) {
      const NodeId operand = module_.operand(id, i);
      sides[i] = module_.is_constant(operand) ? constant(operand, module_.operand(id, 1 - i)) : part(id, i, depth);
    }
    return fmt::format("{} {} {}", sides[0], sign, sides[1]);
  }

  [[nodiscard]] std::string operation(NodeId id, int depth) const {
    const Node& node = module_.node(id);
    switch (node.op) {
      case Op::bit_not:
        return (node.width == 1 ? "!" : "~") + part(id, 0, depth);
      case Op::bit_and:
        return infix(id, "&", depth);
      case Op::bit_or:
        return infix(id, "|", depth);
      case Op::bit_xor:
        return infix(id, "^", depth);
      case Op::add:
        return infix(id, "+", depth);
      case Op::sub:
        return infix(id, "-", depth);
      case Op::mul_u:
      case Op::mul_s:
        return infix(id, "*", depth);
      case Op::eq:
        return infix(id, "==", depth);
      case Op::ne:
        return infix(id, "!=", depth);
      case Op::lt_u:
      case Op::lt_s:
        return infix(id, "<", depth);
      case Op::le_u:
      case Op::le_s:
        return infix(id, "<=", depth);
      case Op::shl:
        return infix(id, "<<", depth);
      case Op::shr_u:
      case Op::shr_s:
        return infix(id, ">>", depth);
      case Op::reduce_or:
        return part(id, 0, depth) + " != 0";
      case Op::slice:
        if (node.width == 1) return fmt::format("{}[{}]", part(id, 0, depth), node.immediate);
        return fmt::format("{}[{}:{}]", part(id, 0, depth), node.immediate + node.width - 1, node.immediate);
      case Op::zext:
      case Op::sext:
      case Op::crossing:
        return part(id, 0, depth);
      case Op::mux:
        return fmt::format("{} ? {} : {}", part(id, 0, depth), part(id, 1, depth), part(id, 2, depth));
      default:
        break;
    }
    std::string operands;
    for (uint32_t i = 0; i < node.count; ++i)
      operands += (i == 0 ? "" : ", ") + text(module_.operand(id, i), depth, false);
    return fmt::format("{}({})", info(node.op).text, operands);
  }

  const Module& module_;
};

}  // namespace

std::string expression_text(const Module& module, NodeId node) { return Writer(module).text(node, 0, false); }
std::string operand_text(const Module& module, NodeId node) { return Writer(module).text(node, 0, true); }

}  // namespace burin::passes
