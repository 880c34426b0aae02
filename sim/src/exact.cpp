// SPDX-License-Identifier: Apache-2.0
//! @file exact.cpp
//! @brief The operations of the IR on numbers of any size: docs/semantics.md, line by line.
//!
//! An operation reads its operands as the numbers they stand for, computes with numbers, and takes the result modulo
//! 2^width. Nothing here is clever, on purpose.
#include "exact.h"

#include "burin/base/diagnostics.h"

namespace burin::sim::exact {
namespace {

using ir::Op;

Natural all_ones(uint32_t width) { return Natural::power_of_two(width) - Natural(1); }

bool is_negative(const Word& word) { return word.width != 0 && word.value.bit(word.width - 1); }

Natural magnitude(const Word& word) { return is_negative(word) ? negative(word.value, word.width) : word.value; }

// The value with its sign, modulo 2^width.
Natural with_sign(const Natural& value, bool is_negative, uint32_t width) {
  return is_negative ? negative(value, width) : value.modulo_power(width);
}

// The numbers keep their order when 2^(width - 1) is added, and then none is negative.
Natural biased(const Word& word) {
  if (word.width == 0) return {};
  const Natural bias = Natural::power_of_two(word.width - 1);
  return (word.value + bias).modulo_power(word.width);
}

// An amount of the width or more does the same as the width.
uint32_t shift_amount(const Natural& amount, uint32_t width) {
  return amount < Natural(width) ? static_cast<uint32_t>(amount.low_word()) : width;
}

Natural extended(const Word& word, uint32_t width) {
  if (!is_negative(word)) return word.value;
  return word.value + (all_ones(width) - all_ones(word.width));
}

Natural shifted_right_signed(const Word& word, uint32_t amount) {
  if (!is_negative(word)) return word.value >> amount;
  return (word.value >> amount) + (all_ones(word.width) - all_ones(word.width - amount));
}

Natural quotient_signed(const Word& a, const Word& b, uint32_t width) {
  if (b.value.is_zero()) return all_ones(width);
  const Natural quotient = divide(magnitude(a), magnitude(b)).first;
  return with_sign(quotient, is_negative(a) != is_negative(b), width);
}

Natural remainder_signed(const Word& a, const Word& b, uint32_t width) {
  if (b.value.is_zero()) return a.value;
  return with_sign(divide(magnitude(a), magnitude(b)).second, is_negative(a), width);
}

Natural concatenated(std::span<const Word> parts) {
  Natural result;
  for (const Word& part : parts) result = (result << part.width) | part.value;
  return result;
}

Natural selected(std::span<const Word> operands) {
  const Natural& index = operands.front().value;
  const auto elements = operands.subspan(1);
  return index < Natural(elements.size()) ? elements[index.low_word()].value : Natural();
}

Natural truth(bool holds) { return holds ? Natural(1) : Natural(); }

}  // namespace

Natural from_bits(const Bits& bits) { return Natural::from_words(bits.words()); }

Bits to_bits(const Natural& value, uint32_t width) { return Bits::from_words(width, value.words()); }

Natural negative(const Natural& value, uint32_t width) {
  return (Natural::power_of_two(width) - value.modulo_power(width)).modulo_power(width);
}

Natural compute(Op op, std::span<const Word> operands, uint32_t width, uint32_t immediate) {
  const auto value = [operands](size_t index) -> const Natural& { return operands[index].value; };
  switch (op) {
    case Op::bit_not:
      return all_ones(width) - value(0);
    case Op::bit_and:
      return value(0) & value(1);
    case Op::bit_or:
      return value(0) | value(1);
    case Op::bit_xor:
      return value(0) ^ value(1);
    case Op::add:
      return (value(0) + value(1)).modulo_power(width);
    case Op::sub:
      return (value(0) + negative(value(1), width)).modulo_power(width);
    case Op::mul_u:
      return value(0) * value(1);
    case Op::mul_s:
      return with_sign(magnitude(operands[0]) * magnitude(operands[1]),
                       is_negative(operands[0]) != is_negative(operands[1]), width);
    case Op::div_u:
      return value(1).is_zero() ? all_ones(width) : divide(value(0), value(1)).first;
    case Op::div_s:
      return quotient_signed(operands[0], operands[1], width);
    case Op::rem_u:
      return value(1).is_zero() ? value(0) : divide(value(0), value(1)).second;
    case Op::rem_s:
      return remainder_signed(operands[0], operands[1], width);
    case Op::eq:
      return truth(value(0) == value(1));
    case Op::ne:
      return truth(value(0) != value(1));
    case Op::lt_u:
      return truth(value(0) < value(1));
    case Op::le_u:
      return truth(value(0) <= value(1));
    case Op::lt_s:
      return truth(biased(operands[0]) < biased(operands[1]));
    case Op::le_s:
      return truth(biased(operands[0]) <= biased(operands[1]));
    case Op::shl:
      return (value(0) << shift_amount(value(1), width)).modulo_power(width);
    case Op::shr_u:
      return value(0) >> shift_amount(value(1), width);
    case Op::shr_s:
      return shifted_right_signed(operands[0], shift_amount(value(1), width));
    case Op::cat:
      return concatenated(operands);
    case Op::slice:
      return value(0).part(immediate, width);
    case Op::zext:
      return value(0);
    case Op::sext:
      return extended(operands[0], width);
    case Op::mux:
      return value(0).is_zero() ? value(2) : value(1);
    case Op::select:
      return selected(operands);
    case Op::reduce_and:
      return truth(value(0) == all_ones(operands[0].width));
    case Op::reduce_or:
      return truth(!value(0).is_zero());
    case Op::reduce_xor:
      return truth(value(0).ones() % 2 != 0);
    case Op::crossing:
      return value(0);
    case Op::dont_care:
      return {};
    case Op::constant:
    case Op::read:
      break;
  }
  throw InternalError("the interpreter was asked to compute a node that is no operation");
}

}  // namespace burin::sim::exact
