// SPDX-License-Identifier: Apache-2.0
//! @file widths.cpp
//! @brief The rules on arity, operand widths and immediates of every operation: the one place that states them.
#include "burin/ir/ir.h"

namespace burin::ir {
namespace {

std::string bits_text(uint64_t width) { return std::to_string(width) + (width == 1 ? " bit" : " bits"); }

}  // namespace

std::optional<uint32_t> Module::result_width(Op op, std::span<const NodeId> operands, uint32_t width,
                                             uint32_t immediate, std::string& why) const {
  const auto fail = [&why](std::string reason) -> std::optional<uint32_t> {
    why = std::move(reason);
    return std::nullopt;
  };
  const auto bounded = [&fail](uint64_t total) {
    return total < kNone ? std::optional(static_cast<uint32_t>(total)) : fail("the result has " + bits_text(total));
  };
  const auto width_at = [&](size_t index) { return nodes_[operands[index]].width; };
  const auto same_width = [&](size_t first) -> std::optional<uint32_t> {
    for (size_t i = first + 1; i < operands.size(); ++i) {
      if (width_at(i) != width_at(first)) {
        return fail("operands have " + bits_text(width_at(first)) + " and " + bits_text(width_at(i)));
      }
    }
    return width_at(first);
  };

  const int arity = info(op).arity;
  if (arity >= 0 && operands.size() != static_cast<size_t>(arity)) {
    return fail("needs " + std::to_string(arity) + " operands and has " + std::to_string(operands.size()));
  }
  for (const NodeId operand : operands) {
    if (operand >= nodes_.size()) return fail("operand %" + std::to_string(operand) + " does not exist");
  }
  const bool takes_immediate = op == Op::constant || op == Op::read || op == Op::slice || op == Op::crossing;
  if (immediate != 0 && !takes_immediate) return fail("takes no number besides its operands");

  switch (op) {
    case Op::constant:
      if (immediate >= constants_.size()) return fail("constant " + std::to_string(immediate) + " does not exist");
      return constants_[immediate].width();
    case Op::read:
      if (immediate >= signals.size()) return fail("signal $" + std::to_string(immediate) + " does not exist");
      return signals[immediate].width;
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
    case Op::add:
    case Op::sub:
    case Op::div_u:
    case Op::div_s:
    case Op::rem_u:
    case Op::rem_s:
      return same_width(0);
    case Op::eq:
    case Op::ne:
    case Op::lt_u:
    case Op::le_u:
    case Op::lt_s:
    case Op::le_s:
      return same_width(0) ? std::optional<uint32_t>(1) : std::nullopt;
    case Op::mul_u:
    case Op::mul_s:
      return bounded(static_cast<uint64_t>(width_at(0)) + width_at(1));
    case Op::bit_not:
    case Op::shl:
    case Op::shr_u:
    case Op::shr_s:
      return width_at(0);
    case Op::cat: {
      uint64_t total = 0;
      for (size_t i = 0; i < operands.size(); ++i) total += width_at(i);
      return bounded(total);
    }
    case Op::slice:
      if (static_cast<uint64_t>(immediate) + width > width_at(0)) {
        return fail("takes " + bits_text(width) + " from bit " + std::to_string(immediate) + " of an operand of " +
                    bits_text(width_at(0)));
      }
      return width;
    case Op::zext:
    case Op::sext:
      if (width < width_at(0)) return fail("goes from " + bits_text(width_at(0)) + " to " + bits_text(width));
      return bounded(width);
    case Op::mux:
      if (width_at(0) != 1) return fail("its condition has " + bits_text(width_at(0)));
      return same_width(1);
    case Op::select:
      if (operands.size() < 2) return fail("needs an index and at least one operand to select");
      return same_width(1);
    case Op::reduce_and:
    case Op::reduce_or:
    case Op::reduce_xor:
      return 1;
    case Op::crossing:
      if (immediate >= crossing_reasons.size()) return fail("reason " + std::to_string(immediate) + " does not exist");
      return width_at(0);
    case Op::dont_care:
      return bounded(width);
  }
  return fail("is not an operation of ops.def");
}

}  // namespace burin::ir
