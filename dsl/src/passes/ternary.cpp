// SPDX-License-Identifier: Apache-2.0
//! @file ternary.cpp
//! @brief Values of which some bits are known, some free and some undefined, and operations on them.
//!
//! Bitwise operations and muxes work on whole words. A sum is known below the first bit that is not known in an
//! operand, free from there, and undefined from the first undefined bit. Other arithmetic and comparisons are known
//! when their operands are, undefined when a bit of them is, else free.
#include "burin/passes/ternary.h"

#include <algorithm>
#include <bit>
#include <compare>

#include "burin/base/diagnostics.h"
#include "burin/passes/evaluate.h"

namespace burin::passes {
namespace {

using namespace ir;

constexpr uint32_t kWordBits = 64;

/// The bits of word `index` that a value of `width` bits has.
uint64_t word_mask(uint32_t width, size_t index) {
  const auto above = static_cast<uint64_t>(width) - index * kWordBits;
  return above >= kWordBits ? ~uint64_t{0} : (uint64_t{1} << above) - 1;
}

void set_plane(std::span<uint64_t> plane, const Bits& bits) {
  for (size_t i = 0; i < plane.size(); ++i) plane[i] = bits.word(static_cast<uint32_t>(i));
}

Bits as_bits(uint32_t width, std::span<const uint64_t> plane) { return Bits::from_words(width, plane); }

/// Applies `function`, which moves bits, to each plane; bits that enter are 0 in the plane of zeros too.
template <typename Function>
void move_planes(const Ternary& from, const Ternary& to, Function&& function) {
  set_plane(to.ones, function(as_bits(from.width, from.ones)));
  set_plane(to.zeros, function(as_bits(from.width, from.zeros)));
  set_plane(to.undefined, function(as_bits(from.width, from.undefined)));
}

/// Copies the planes of `from` to bit `low` and up of `to`, whose bits there are clear.
void insert(const Ternary& from, const Ternary& to, uint32_t low) {
  const auto place = [low](std::span<const uint64_t> source, std::span<uint64_t> target) {
    const uint32_t shift = low % kWordBits;
    for (size_t i = 0; i < source.size(); ++i) {
      const size_t at = low / kWordBits + i;
      target[at] |= source[i] << shift;
      if (shift != 0 && at + 1 < target.size()) target[at + 1] |= source[i] >> (kWordBits - shift);
    }
  };
  place(from.ones, to.ones);
  place(from.zeros, to.zeros);
  place(from.undefined, to.undefined);
}

/// The first bit of `width` for which `word(index)` has a one; `width` when there is none.
template <typename Word>
uint32_t first_bit(uint32_t width, size_t words, Word&& word) {
  for (size_t i = 0; i < words; ++i) {
    const uint64_t bits = word(i) & word_mask(width, i);
    if (bits != 0) return static_cast<uint32_t>(i * kWordBits) + static_cast<uint32_t>(std::countr_zero(bits));
  }
  return width;
}

uint32_t first_not_known(const Ternary& value) {
  return first_bit(value.width, value.ones.size(), [&](size_t i) { return ~(value.ones[i] | value.zeros[i]); });
}

uint32_t first_undefined(const Ternary& value) {
  return first_bit(value.width, value.ones.size(), [&](size_t i) { return value.undefined[i]; });
}

bool is_zero(const Ternary& value) {
  return first_bit(value.width, value.zeros.size(), [&](size_t i) { return ~value.zeros[i]; }) == value.width;
}

/// Known, undefined or free as a whole.
void all_or_nothing(Op op, std::span<const Ternary> operands, uint32_t immediate, const Ternary& result) {
  const auto is_known = [](const Ternary& value) { return value.is_known(); };
  const auto is_undefined = [](const Ternary& value) { return value.any_undefined(); };
  if (std::all_of(operands.begin(), operands.end(), is_known)) {
    std::vector<Bits> values;
    for (const Ternary& operand : operands) values.push_back(operand.value());
    result.set_constant(evaluate(op, values, result.width, immediate));
  } else if (std::any_of(operands.begin(), operands.end(), is_undefined)) {
    result.set_undefined();
  } else {
    result.set_free();
  }
}

void bitwise(Op op, const Ternary& a, const Ternary& b, const Ternary& result) {
  for (size_t i = 0; i < result.ones.size(); ++i) {
    const uint64_t a1 = a.ones[i];
    const uint64_t a0 = a.zeros[i];
    const uint64_t ax = a.undefined[i];
    const uint64_t b1 = b.ones[i];
    const uint64_t b0 = b.zeros[i];
    const uint64_t bx = b.undefined[i];
    if (op == Op::bit_and) {
      result.ones[i] = a1 & b1;
      result.zeros[i] = a0 | b0;
      result.undefined[i] = (ax & bx) | (ax & b1) | (a1 & bx);
    } else if (op == Op::bit_or) {
      result.ones[i] = a1 | b1;
      result.zeros[i] = a0 & b0;
      result.undefined[i] = (ax & bx) | (ax & b0) | (a0 & bx);
    } else {
      result.ones[i] = (a1 & b0) | (a0 & b1);
      result.zeros[i] = (a1 & b1) | (a0 & b0);
      result.undefined[i] = ax | bx;
    }
  }
}

/// Sums and products: a bit depends on the operands' bits up to it.
void carry_chain(Op op, std::span<const Ternary> operands, const Ternary& result) {
  const Ternary& a = operands[0];
  const Ternary& b = operands[1];
  if ((op == Op::mul_u || op == Op::mul_s) && (is_zero(a) || is_zero(b))) {
    result.set_constant(Bits(result.width));
    return;
  }
  const auto limit = [&result](uint32_t first, const Ternary& of) { return first == of.width ? result.width : first; };
  const uint32_t known = std::min(limit(first_not_known(a), a), limit(first_not_known(b), b));
  const uint32_t defined = std::min(limit(first_undefined(a), a), limit(first_undefined(b), b));
  const std::vector<Bits> values = {a.value(), b.value()};
  const Bits value = evaluate(op, values, result.width, 0);
  const Bits known_mask = Bits::ones(known).resize(result.width);
  set_plane(result.ones, bits_ops::bit_and(value, known_mask));
  set_plane(result.zeros, bits_ops::bit_and(bits_ops::bit_not(value), known_mask));
  set_plane(result.undefined, bits_ops::bit_not(Bits::ones(defined).resize(result.width)));
}

void equality(Op op, const Ternary& a, const Ternary& b, const Ternary& result) {
  for (size_t i = 0; i < a.ones.size(); ++i) {
    if (((a.ones[i] & b.zeros[i]) | (a.zeros[i] & b.ones[i])) == 0) continue;
    result.set_constant(Bits(1, op == Op::ne ? 1 : 0));
    return;
  }
  const Ternary operands[] = {a, b};
  all_or_nothing(op, operands, 0, result);
}

void shift(Op op, const Ternary& value, const Ternary& amount, const Ternary& result) {
  if (is_zero(value)) {
    result.set_constant(Bits(result.width));
  } else if (amount.any_undefined()) {
    result.set_undefined();
  } else if (!amount.is_known()) {
    result.set_free();
  } else {
    const Bits by = amount.value();
    const auto moved = [&](const Bits& plane) {
      if (op == Op::shl) return bits_ops::shift_left(plane, by);
      return op == Op::shr_u ? bits_ops::shift_right_unsigned(plane, by) : bits_ops::shift_right_signed(plane, by);
    };
    move_planes(value, result, moved);
    if (op == Op::shr_s) return;
    const Bits entered = bits_ops::bit_not(moved(Bits::ones(result.width)));
    for (size_t i = 0; i < result.zeros.size(); ++i) result.zeros[i] |= entered.word(static_cast<uint32_t>(i));
  }
}

/// What all `choices` agree on, when nothing is known about which of them it is.
void common(std::span<const Ternary> choices, const Ternary& result) {
  result.copy(choices[0]);
  for (const Ternary& choice : choices.subspan(1)) {
    for (size_t i = 0; i < result.ones.size(); ++i) {
      result.ones[i] &= choice.ones[i];
      result.zeros[i] &= choice.zeros[i];
      result.undefined[i] &= choice.undefined[i];
    }
  }
}

/// The rest of what is not known becomes undefined: the choice itself is.
void undefined_choice(const Ternary& result) {
  for (size_t i = 0; i < result.ones.size(); ++i) {
    result.undefined[i] = ~(result.ones[i] | result.zeros[i]) & word_mask(result.width, i);
  }
}

void choose(std::span<const Ternary> operands, const Ternary& result) {
  const Ternary& condition = operands[0];
  if (condition.is_known()) {
    result.copy(operands[condition.ones[0] != 0 ? 1 : 2]);
    return;
  }
  common(operands.subspan(1), result);
  if (condition.any_undefined()) undefined_choice(result);
}

void select(std::span<const Ternary> operands, const Ternary& result) {
  const Ternary& index = operands[0];
  const auto elements = operands.subspan(1);
  if (index.is_known()) {
    const Bits value = index.value();
    if (std::is_gteq(Bits::compare_unsigned(value, Bits(kWordBits, elements.size())))) {
      result.set_constant(Bits(result.width));
    } else {
      result.copy(elements[value.to_uint64()]);
    }
    return;
  }
  common(elements, result);
  const bool complete = index.width < kWordBits && elements.size() >= (uint64_t{1} << index.width);
  if (!complete) {
    std::fill(result.ones.begin(), result.ones.end(), 0);
    std::fill(result.undefined.begin(), result.undefined.end(), 0);
  }
  if (index.any_undefined()) undefined_choice(result);
}

void reduce(Op op, const Ternary& value, const Ternary& result) {
  if (op == Op::reduce_xor) {
    all_or_nothing(op, std::span(&value, 1), 0, result);
    return;
  }
  const auto deciding = op == Op::reduce_and ? value.zeros : value.ones;
  if (std::any_of(deciding.begin(), deciding.end(), [](uint64_t word) { return word != 0; })) {
    result.set_constant(Bits(1, op == Op::reduce_and ? 0 : 1));
    return;
  }
  const uint32_t free_bit = first_bit(value.width, value.ones.size(),
                                      [&](size_t i) { return ~(value.ones[i] | value.zeros[i] | value.undefined[i]); });
  if (free_bit < value.width) {
    result.set_free();
  } else {
    all_or_nothing(op, std::span(&value, 1), 0, result);
  }
}

}  // namespace

void Ternary::set_free() const {
  std::fill(ones.begin(), ones.end(), 0);
  std::fill(zeros.begin(), zeros.end(), 0);
  std::fill(undefined.begin(), undefined.end(), 0);
}

void Ternary::set_undefined() const {
  set_free();
  for (size_t i = 0; i < undefined.size(); ++i) undefined[i] = word_mask(width, i);
}

void Ternary::set_constant(const Bits& value) const {
  for (size_t i = 0; i < ones.size(); ++i) {
    ones[i] = value.word(static_cast<uint32_t>(i));
    zeros[i] = ~ones[i] & word_mask(width, i);
    undefined[i] = 0;
  }
}

void Ternary::copy(const Ternary& other) const {
  std::copy(other.ones.begin(), other.ones.end(), ones.begin());
  std::copy(other.zeros.begin(), other.zeros.end(), zeros.begin());
  std::copy(other.undefined.begin(), other.undefined.end(), undefined.begin());
}

bool Ternary::any_undefined() const {
  return std::any_of(undefined.begin(), undefined.end(), [](uint64_t word) { return word != 0; });
}

bool Ternary::is_known() const { return first_not_known(*this) == width; }

uint32_t TernaryTable::add(uint32_t width) {
  first_.push_back(words_.size());
  widths_.push_back(width);
  words_.resize(words_.size() + size_t{3} * ((width + kWordBits - 1) / kWordBits), 0);
  return static_cast<uint32_t>(widths_.size() - 1);
}

Ternary TernaryTable::at(uint32_t index) {
  const uint32_t width = widths_[index];
  const size_t count = (width + kWordBits - 1) / kWordBits;
  uint64_t* const words = words_.data() + first_[index];
  return {width, {words, count}, {words + count, count}, {words + 2 * count, count}};
}

void evaluate_ternary(Op op, std::span<const Ternary> operands, uint32_t immediate, const Ternary& result) {
  switch (op) {
    case Op::bit_not:
      std::copy(operands[0].zeros.begin(), operands[0].zeros.end(), result.ones.begin());
      std::copy(operands[0].ones.begin(), operands[0].ones.end(), result.zeros.begin());
      std::copy(operands[0].undefined.begin(), operands[0].undefined.end(), result.undefined.begin());
      return;
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
      bitwise(op, operands[0], operands[1], result);
      return;
    case Op::add:
    case Op::sub:
    case Op::mul_u:
    case Op::mul_s:
      carry_chain(op, operands, result);
      return;
    case Op::eq:
    case Op::ne:
      equality(op, operands[0], operands[1], result);
      return;
    case Op::div_u:
    case Op::div_s:
    case Op::rem_u:
    case Op::rem_s:
    case Op::lt_u:
    case Op::le_u:
    case Op::lt_s:
    case Op::le_s:
      all_or_nothing(op, operands, immediate, result);
      return;
    case Op::shl:
    case Op::shr_u:
    case Op::shr_s:
      shift(op, operands[0], operands[1], result);
      return;
    case Op::cat: {
      result.set_free();
      uint32_t low = 0;
      for (size_t i = operands.size(); i-- > 0;) {
        insert(operands[i], result, low);
        low += operands[i].width;
      }
      return;
    }
    case Op::slice:
      move_planes(operands[0], result, [&](const Bits& plane) { return plane.slice(immediate, result.width); });
      return;
    case Op::zext: {
      move_planes(operands[0], result, [&](const Bits& plane) { return plane.resize(result.width); });
      const Bits entered = bits_ops::bit_not(Bits::ones(operands[0].width).resize(result.width));
      for (size_t i = 0; i < result.zeros.size(); ++i) result.zeros[i] |= entered.word(static_cast<uint32_t>(i));
      return;
    }
    case Op::sext:
      if (operands[0].width == 0) {
        result.set_constant(Bits(result.width));
      } else {
        move_planes(operands[0], result, [&](const Bits& plane) { return plane.resize_signed(result.width); });
      }
      return;
    case Op::mux:
      choose(operands, result);
      return;
    case Op::select:
      select(operands, result);
      return;
    case Op::reduce_and:
    case Op::reduce_or:
    case Op::reduce_xor:
      reduce(op, operands[0], result);
      return;
    case Op::crossing:
      result.copy(operands[0]);
      return;
    case Op::dont_care:
      result.set_constant(Bits(result.width));
      return;
    case Op::constant:
    case Op::read:
      break;
  }
  throw InternalError("a constant or a read was evaluated as an operation");
}

}  // namespace burin::passes
