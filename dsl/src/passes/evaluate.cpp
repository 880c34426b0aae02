// SPDX-License-Identifier: Apache-2.0
//! @file evaluate.cpp
//! @brief The value of an operation on constants.
#include "burin/passes/evaluate.h"

#include <compare>
#include <vector>

#include "burin/base/diagnostics.h"

namespace burin::passes {
namespace {

using namespace ir;

constexpr uint32_t kWordBits = 64;

Bits flag(bool value) { return Bits(1, value ? 1 : 0); }

/// First operand most significant. One pass over the words: joining two by two would be quadratic.
Bits concatenate(std::span<const Bits> operands, uint32_t width) {
  std::vector<uint64_t> words(width / kWordBits + 2, 0);
  uint32_t low = 0;
  for (size_t i = operands.size(); i-- > 0;) {
    const Bits& value = operands[i];
    const uint32_t shift = low % kWordBits;
    for (uint32_t k = 0; k < value.words().size(); ++k) {
      const uint32_t at = low / kWordBits + k;
      words[at] |= value.word(k) << shift;
      if (shift != 0) words[at + 1] |= value.word(k) >> (kWordBits - shift);
    }
    low += value.width();
  }
  return Bits::from_words(width, words);
}

Bits select_element(std::span<const Bits> operands, uint32_t width) {
  const Bits& index = operands[0];
  if (std::is_gteq(Bits::compare_unsigned(index, Bits(kWordBits, operands.size() - 1)))) return Bits(width);
  return operands[1 + index.to_uint64()];
}

}  // namespace

Bits evaluate(Op op, std::span<const Bits> operands, uint32_t width, uint32_t immediate) {
  const auto a = [&]() -> const Bits& { return operands[0]; };
  const auto b = [&]() -> const Bits& { return operands[1]; };
  switch (op) {
    case Op::bit_not:
      return bits_ops::bit_not(a());
    case Op::bit_and:
      return bits_ops::bit_and(a(), b());
    case Op::bit_or:
      return bits_ops::bit_or(a(), b());
    case Op::bit_xor:
      return bits_ops::bit_xor(a(), b());
    case Op::add:
      return bits_ops::add(a(), b());
    case Op::sub:
      return bits_ops::sub(a(), b());
    case Op::mul_u:
      return bits_ops::mul_unsigned(a(), b());
    case Op::mul_s:
      return bits_ops::mul_signed(a(), b());
    case Op::div_u:
      return bits_ops::div_unsigned(a(), b());
    case Op::div_s:
      return bits_ops::div_signed(a(), b());
    case Op::rem_u:
      return bits_ops::rem_unsigned(a(), b());
    case Op::rem_s:
      return bits_ops::rem_signed(a(), b());
    case Op::eq:
      return flag(a() == b());
    case Op::ne:
      return flag(!(a() == b()));
    case Op::lt_u:
      return flag(std::is_lt(Bits::compare_unsigned(a(), b())));
    case Op::le_u:
      return flag(std::is_lteq(Bits::compare_unsigned(a(), b())));
    case Op::lt_s:
      return flag(std::is_lt(Bits::compare_signed(a(), b())));
    case Op::le_s:
      return flag(std::is_lteq(Bits::compare_signed(a(), b())));
    case Op::shl:
      return bits_ops::shift_left(a(), b());
    case Op::shr_u:
      return bits_ops::shift_right_unsigned(a(), b());
    case Op::shr_s:
      return bits_ops::shift_right_signed(a(), b());
    case Op::cat:
      return concatenate(operands, width);
    case Op::slice:
      return a().slice(immediate, width);
    case Op::zext:
      return a().resize(width);
    case Op::sext:
      return a().resize_signed(width);
    case Op::mux:
      return a().is_zero() ? operands[2] : operands[1];
    case Op::select:
      return select_element(operands, width);
    case Op::reduce_and:
      return flag(bits_ops::reduce_and(a()));
    case Op::reduce_or:
      return flag(bits_ops::reduce_or(a()));
    case Op::reduce_xor:
      return flag(bits_ops::reduce_xor(a()));
    case Op::crossing:
      return a();
    case Op::dont_care:
      return Bits(width);
    case Op::constant:
    case Op::read:
      break;
  }
  throw InternalError("a constant or a read was evaluated as an operation");
}

}  // namespace burin::passes
