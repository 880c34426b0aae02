// SPDX-License-Identifier: Apache-2.0
//! @file interpreter_execute.cpp
//! @brief One instruction of the interpreter: on machine words where all values fit, on exact integers elsewhere.
#include <bit>

#include "burin/base/diagnostics.h"
#include "interpreter_machine.h"

namespace burin::sim {
namespace {

using ir::Op;

// `width` ones; width is 1 to 64.
uint64_t mask_of(uint32_t width) { return ~uint64_t{0} >> (64 - width); }

// The two's complement reading of the low `width` bits.
int64_t signed_value(uint64_t value, uint32_t width) {
  if (width == 0) return 0;
  const uint64_t sign = uint64_t{1} << (width - 1);
  return static_cast<int64_t>((value ^ sign) - sign);
}

uint64_t signed_quotient(int64_t a, int64_t b) {
  if (b == 0) return ~uint64_t{0};
  if (b == -1) return 0 - static_cast<uint64_t>(a);  // also the minimum, whose quotient does not fit
  return static_cast<uint64_t>(a / b);
}

uint64_t signed_remainder(int64_t a, int64_t b) {
  if (b == 0) return static_cast<uint64_t>(a);
  if (b == -1) return 0;
  return static_cast<uint64_t>(a % b);
}

}  // namespace

void Machine::execute(const Instruction& instruction) {
  switch (instruction.mode) {
    case Mode::narrow:
      break;
    case Mode::wide:
      execute_wide(instruction);
      return;
    case Mode::memory:
      execute_memory(instruction);
      return;
    case Mode::pad:
      execute_pad(instruction);
      return;
  }

  uint64_t* const values = program_.values.narrow_data();
  const Place* const operands = program_.operands.data() + instruction.first;
  const auto value = [values, operands](uint32_t index) { return values[operands[index].slot.index()]; };
  const auto number = [&](uint32_t index) { return signed_value(value(index), operands[index].width); };
  const uint64_t mask = mask_of(instruction.width);
  uint64_t result = 0;
  switch (instruction.op) {
    case Op::bit_not:
      result = ~value(0);
      break;
    case Op::bit_and:
      result = value(0) & value(1);
      break;
    case Op::bit_or:
      result = value(0) | value(1);
      break;
    case Op::bit_xor:
      result = value(0) ^ value(1);
      break;
    case Op::add:
      result = value(0) + value(1);
      break;
    case Op::sub:
      result = value(0) - value(1);
      break;
    case Op::mul_u:
      result = value(0) * value(1);
      break;
    case Op::mul_s:
      result = static_cast<uint64_t>(number(0)) * static_cast<uint64_t>(number(1));
      break;
    case Op::div_u:
      result = value(1) == 0 ? ~uint64_t{0} : value(0) / value(1);
      break;
    case Op::div_s:
      result = signed_quotient(number(0), number(1));
      break;
    case Op::rem_u:
      result = value(1) == 0 ? value(0) : value(0) % value(1);
      break;
    case Op::rem_s:
      result = signed_remainder(number(0), number(1));
      break;
    case Op::eq:
      result = value(0) == value(1);
      break;
    case Op::ne:
      result = value(0) != value(1);
      break;
    case Op::lt_u:
      result = value(0) < value(1);
      break;
    case Op::le_u:
      result = value(0) <= value(1);
      break;
    case Op::lt_s:
      result = number(0) < number(1);
      break;
    case Op::le_s:
      result = number(0) <= number(1);
      break;
    case Op::shl:
      result = value(1) < instruction.width ? value(0) << value(1) : 0;
      break;
    case Op::shr_u:
      result = value(1) < instruction.width ? value(0) >> value(1) : 0;
      break;
    case Op::shr_s:
      result = static_cast<uint64_t>(number(0) >> std::min<uint64_t>(value(1), 63));
      break;
    case Op::cat:
      for (uint32_t i = 0; i < instruction.count; ++i) {
        const uint32_t width = operands[i].width;
        result = width == 64 ? value(i) : (result << width) | value(i);
      }
      break;
    case Op::slice:
      result = value(0) >> instruction.immediate;
      break;
    case Op::zext:
      result = value(0);
      break;
    case Op::sext:
      result = static_cast<uint64_t>(number(0));
      break;
    case Op::mux:
      result = value(0) != 0 ? value(1) : value(2);
      break;
    case Op::select:
      result = value(0) < instruction.count - 1 ? value(static_cast<uint32_t>(value(0)) + 1) : 0;
      break;
    case Op::reduce_and:
      result = operands[0].width == 0 || value(0) == mask_of(operands[0].width);
      break;
    case Op::reduce_or:
      result = value(0) != 0;
      break;
    case Op::reduce_xor:
      result = static_cast<uint64_t>(std::popcount(value(0))) & 1;
      break;
    case Op::constant:
    case Op::read:
    case Op::crossing:
    case Op::dont_care:
      throw InternalError("the interpreter met an operation that needs no instruction");
  }
  values[instruction.result.index()] = result & mask;
}

void Machine::execute_wide(const Instruction& instruction) {
  const Place* const operands = program_.operands.data() + instruction.first;
  Values& values = program_.values;
  if (instruction.op == Op::mux) {  // this and the next spare copies of long operands
    values.copy(instruction.result, operands[values.is_zero(operands[0].slot) ? 2 : 1].slot);
    return;
  }
  if (instruction.op == Op::slice && !instruction.result.wide()) {
    const uint64_t bits = values.wide(operands[0].slot).word_at(instruction.immediate);
    values.narrow(instruction.result) = bits & mask_of(instruction.width);
    return;
  }
  words_.resize(instruction.count);
  for (uint32_t i = 0; i < instruction.count; ++i) {
    words_[i].value = values.integer(operands[i].slot);
    words_[i].width = operands[i].width;
  }
  values.set(instruction.result, exact::compute(instruction.op, words_, instruction.width, instruction.immediate));
}

void Machine::execute_memory(const Instruction& instruction) {
  const Slot address = program_.operands[instruction.first].slot;
  const MemoryState& memory = memories_[instruction.immediate];
  Values& values = program_.values;
  if (!address.wide() && !memory.is_wide()) {
    values.narrow(instruction.result) = memory.narrow(values.narrow(address));
    return;
  }
  const Natural index = values.integer(address);
  values.set(instruction.result, index < memory.depth() ? memory.word(index.low_word()) : Natural());
}

// The pin has one output enable for all of its bits.
void Machine::execute_pad(const Instruction& instruction) {
  const Place* const operands = program_.operands.data() + instruction.first;
  const bool driven = instruction.count == 2 || (instruction.count == 3 && is_on(operands[2].slot));
  program_.values.copy(instruction.result, operands[driven ? 1 : 0].slot);
}

}  // namespace burin::sim
