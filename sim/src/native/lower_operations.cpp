// SPDX-License-Identifier: Apache-2.0
//! @file lower_operations.cpp
//! @brief Linear code for each operation of the graph.
//!
//! Words are as in lower.cpp. Sums of wide values carry from word to word, comparisons of wide values borrow. A choice
//! between constants is a read of a table, one between registers that stand side by side a read of the state, others a
//! tree of choices by the bits of the index. Products and quotients of more than 64 bits, and shifts of wide values by
//! amounts not known now, are calls of C++ functions with operands and result in the buffer.
#include <algorithm>
#include <bit>
#include <compare>

#include "burin/base/diagnostics.h"
#include "lower.h"

namespace burin::sim::native {
namespace {

uint64_t ones(uint32_t width) { return width == 0 ? 0 : ~uint64_t{0} >> (64 - width); }
uint32_t size_of(uint32_t width) { return width <= 32 ? 32 : 64; }
uint32_t top_bits(uint32_t width) { return width == 0 ? 0 : (width - 1) % 64 + 1; }

}  // namespace

void Lowering::compute(NodeRef node) {
  switch (graph_.node(node).op) {
    case GraphOp::chain_pointer:
      compute_pointer(node);
      return;
    case GraphOp::chain_keep:
    case GraphOp::chain_push:
    case GraphOp::chain_fill:
      set_words(node, {});  // `store_chain` does it
      return;
    default:
      break;
  }
  if (graph_.node(node).lanes > 1) {
    compute_vector(node);
    return;
  }
  switch (graph_.node(node).op) {
    case GraphOp::state:
      compute_state(node);
      return;
    case GraphOp::memory_read:
      compute_memory_read(node);
      return;
    case GraphOp::bit_not:
    case GraphOp::bit_and:
    case GraphOp::bit_or:
    case GraphOp::bit_xor:
      compute_bitwise(node);
      return;
    case GraphOp::add:
    case GraphOp::sub:
      compute_sum(node);
      return;
    case GraphOp::mul_u:
    case GraphOp::mul_s:
      compute_product(node);
      return;
    case GraphOp::div_u:
    case GraphOp::div_s:
    case GraphOp::rem_u:
    case GraphOp::rem_s:
      compute_quotient(node);
      return;
    case GraphOp::eq:
    case GraphOp::ne:
    case GraphOp::lt_u:
    case GraphOp::le_u:
    case GraphOp::lt_s:
    case GraphOp::le_s:
      compute_comparison(node);
      return;
    case GraphOp::shl:
    case GraphOp::shr_u:
    case GraphOp::shr_s:
      compute_shift(node);
      return;
    case GraphOp::rotate_right: {
      const uint32_t width = graph_.width(node);
      const uint32_t amount = graph_.node(node).immediate;
      const Word a = word(graph_.operand(node, 0), 0);
      if (width == 32 || width == 64) {
        set_word(node, emit_shift(LirOp::ror, a, amount, width, width));
      } else {
        set_word(node, or_(shr(a, amount), shl(a, width - amount, width)));
      }
      return;
    }
    case GraphOp::cat:
      compute_cat(node);
      return;
    case GraphOp::slice:
      compute_slice(node);
      return;
    case GraphOp::zext:
    case GraphOp::sext:
      compute_extension(node);
      return;
    case GraphOp::mux: {
      const Condition select = condition(graph_.operand(node, 0));
      std::vector<Word> result;
      for (uint32_t i = 0; i < words_of(node); ++i) {
        result.push_back(mux(select, word(graph_.operand(node, 1), i), word(graph_.operand(node, 2), i)));
      }
      set_words(node, result);
      return;
    }
    case GraphOp::select:
      compute_select(node);
      return;
    case GraphOp::reduce_xor:
      compute_parity(node);
      return;
    default:
      throw InternalError("the native engine met an operation that it does not know");
  }
}

void Lowering::compute_pointer(NodeRef node) {
  Lir lir;
  lir.op = LirOp::load;
  lir.bytes = 4;
  lir.bits = 32;
  lir.imm = static_cast<int64_t>(layout_.chains[graph_.node(node).immediate].pointer);
  lir.dest = new_reg();
  code_.code.push_back(lir);
  set_word(node, {lir.dest, 0, 31});
}

void Lowering::compute_state(NodeRef node) {
  const GraphNode& value = graph_.node(node);
  const uint32_t chain = layout_.chain_of[value.immediate];
  if (chain != kNone) {
    Lir lir;
    lir.op = LirOp::load_indexed;
    lir.bytes = 4;
    lir.bits = 32;
    lir.imm = layout_.offsets[value.immediate];
    lir.place = chain;
    lir.a = in_register(word(layout_.chains[chain].node, 0));
    lir.dest = new_reg();
    code_.code.push_back(lir);
    set_word(node, {lir.dest, 0, static_cast<uint8_t>(value.width)});
    return;
  }
  result_.clear();
  for (uint32_t i = 0; i < words_of(node); ++i) {
    Lir lir;
    lir.op = LirOp::load;
    lir.bytes = value.width <= 32 ? 4 : 8;
    lir.bits = value.width <= 32 ? 32 : 64;
    lir.imm = layout_.offsets[value.immediate] + int64_t{i} * 8;
    lir.dest = new_reg();
    code_.code.push_back(lir);
    result_.push_back({lir.dest, 0, static_cast<uint8_t>(std::min(64U, value.width - i * 64))});
  }
  set_words(node, result_);
}

void Lowering::compute_vector(NodeRef node) {
  const GraphNode& value = graph_.node(node);
  Lir lir;
  lir.bits = 32;
  lir.bytes = value.lanes;
  const auto operand = [&](uint32_t index) { return words_.words(graph_.operand(node, index))[0].reg; };
  if (value.count > 0 && value.op != GraphOp::broadcast && value.op != GraphOp::mux) {
    lir.a = operand(0);
    if (value.count > 1) lir.b = operand(1);
  }
  switch (value.op) {
    case GraphOp::vector_state:
      lir.op = LirOp::vector_load;
      lir.imm = layout_.offsets[graph_.vector_signals(node)[0]];
      break;
    case GraphOp::vector_constant: {
      lir.op = LirOp::vector_constant;
      LirTable table;
      table.bytes = uint32_t{value.lanes} * 4;
      for (const uint32_t number : graph_.vector_numbers(node)) table.elements.push_back(number);
      lir.aux = code_.tables.size();
      code_.tables.push_back(std::move(table));
      break;
    }
    case GraphOp::broadcast:
      lir.op = LirOp::vector_broadcast;
      lir.a = in_register(word(graph_.operand(node, 0), 0));
      break;
    case GraphOp::bit_and:
      lir.op = LirOp::vector_and;
      for (uint32_t i = 0; i < 2; ++i) {
        const NodeRef inverted = graph_.operand(node, i);
        if (graph_.node(inverted).op != GraphOp::bit_not) continue;
        lir.op = LirOp::vector_and_not;
        lir.a = words_.words(graph_.operand(inverted, 0))[0].reg;
        lir.b = operand(1 - i);
        break;
      }
      break;
    case GraphOp::bit_or:
      lir.op = LirOp::vector_or;
      break;
    case GraphOp::bit_xor:
      lir.op = LirOp::vector_xor;
      break;
    case GraphOp::mux: {  // not as a branch: under a mask of all ones or none
      const Word select = word(graph_.operand(node, 0), 0);
      const Word mask = select.is_number() ? number(select.number != 0 ? 0xffffffffU : 0)
                                           : emit(LirOp::sub, number(0), select, 32, 32);
      Lir all = lir;
      all.op = LirOp::vector_broadcast;
      all.a = in_register(mask);
      all.b = kNoReg;
      all.dest = new_reg();
      Lir one = lir;
      one.op = LirOp::vector_and;
      one.a = all.dest;
      one.b = operand(1);
      one.dest = new_reg();
      Lir zero = lir;
      zero.op = LirOp::vector_and_not;
      zero.a = all.dest;
      zero.b = operand(2);
      zero.dest = new_reg();
      for (const Lir& part : {all, one, zero}) code_.code.push_back(part);
      lir.op = LirOp::vector_or;
      lir.a = one.dest;
      lir.b = zero.dest;
      break;
    }
    case GraphOp::bit_not: {
      LirTable table;
      table.bytes = uint32_t{value.lanes} * 4;
      table.elements.assign(value.lanes, 0xffffffffU);
      Lir all;
      all.op = LirOp::vector_constant;
      all.bytes = value.lanes;
      all.aux = code_.tables.size();
      all.dest = new_reg();
      code_.tables.push_back(std::move(table));
      code_.code.push_back(all);
      lir.op = LirOp::vector_xor;
      lir.b = all.dest;
      break;
    }
    case GraphOp::add:
      lir.op = LirOp::vector_add;
      break;
    case GraphOp::sub:
      lir.op = LirOp::vector_sub;
      break;
    case GraphOp::shl:
      lir.op = LirOp::vector_shl;
      lir.imm = value.immediate;
      break;
    case GraphOp::shr_u:
      lir.op = LirOp::vector_shr;
      lir.imm = value.immediate;
      break;
    case GraphOp::shr_s:
      lir.op = LirOp::vector_sar;
      lir.imm = value.immediate;
      break;
    case GraphOp::rotate_right:
      lir.op = LirOp::vector_ror;
      lir.imm = value.immediate;
      break;
    default:
      throw InternalError("the native engine met a vector operation that it does not know");
  }
  lir.dest = new_reg();
  code_.code.push_back(lir);
  set_word(node, {lir.dest, 0, 32});
}

// An index that is `count` where the address is beyond: there stands a word of zeros.
Word Lowering::clamped_index(NodeRef address, uint64_t count) {
  Word index = word(address, 0);
  Word upper = number(0);
  for (uint32_t i = 1; i < words_of(address); ++i) upper = or_(upper, word(address, i));
  if (index.is_number()) {
    if (index.number > count) index = number(count);
  } else if (index.bits >= 64 || (uint64_t{1} << index.bits) > count) {
    index = mux(compare(Cond::lt_u, index, number(count), index.bits <= 32 ? 32 : 64), index, number(count));
  }
  if (upper.is_number()) return upper.number == 0 ? index : number(count);
  return mux({Cond::eq, 64, upper, number(0)}, index, number(count));
}

void Lowering::compute_memory_read(NodeRef node) {
  const GraphNode& value = graph_.node(node);
  const ir::Memory& memory = module_.memories[value.immediate];
  const MemoryPlace& place = layout_.memories[value.immediate];
  Word index = clamped_index(graph_.operand(node, 0), memory.depth);
  const uint32_t words = words_of(node);
  uint8_t scale = 1;
  if (words > 1) {
    index =
        index.is_number() ? number(index.number * place.stride) : emit(LirOp::mul, index, number(place.stride), 64, 64);
  } else {
    scale = static_cast<uint8_t>(place.stride);
  }
  result_.clear();
  for (uint32_t i = 0; i < words; ++i) {
    const auto bits = static_cast<uint8_t>(std::min(64U, value.width - i * 64));
    Lir lir;
    lir.op = LirOp::load_indexed;
    lir.bytes = static_cast<uint8_t>(words > 1 ? 8 : place.stride);
    lir.bits = lir.bytes <= 4 ? 32 : 64;
    lir.scale = scale;
    lir.imm = static_cast<int64_t>(place.offset + i * 8);
    if (memory.writes.empty()) lir.place = kNeverWritten;
    lir.a = in_register(index);
    lir.dest = new_reg();
    code_.code.push_back(lir);
    result_.push_back({lir.dest, 0, bits});
  }
  set_words(node, result_);
}

void Lowering::compute_bitwise(NodeRef node) {
  const GraphNode& value = graph_.node(node);
  const NodeRef a = graph_.operand(node, 0);
  const NodeRef b = value.count > 1 ? graph_.operand(node, 1) : kNone;
  std::vector<Word> result;
  for (uint32_t i = 0; i < words_of(node); ++i) {
    const uint32_t bits = std::min(64U, value.width - i * 64);
    switch (value.op) {
      case GraphOp::bit_not:
        result.push_back(xor_(word(a, i), number(ones(bits))));
        break;
      case GraphOp::bit_and: {
        const NodeRef pair[2] = {a, b};
        bool done = false;
        for (uint32_t k = 0; k < 2 && !done && bits > 1; ++k) {
          if (graph_.node(pair[k]).op != GraphOp::bit_not) continue;
          const Word inverted = word(graph_.operand(pair[k], 0), i);
          const Word other = word(pair[1 - k], i);
          if (inverted.is_number() || other.is_number()) continue;
          result.push_back(emit(LirOp::and_not, inverted, other, other.bits <= 32 ? 32 : 64, other.bits));
          done = true;
        }
        if (!done) result.push_back(and_(word(a, i), word(b, i)));
        break;
      }
      case GraphOp::bit_or:
        result.push_back(or_(word(a, i), word(b, i)));
        break;
      default:
        result.push_back(xor_(word(a, i), word(b, i)));
        break;
    }
  }
  set_words(node, result);
}

void Lowering::compute_sum(NodeRef node) {
  const GraphNode& value = graph_.node(node);
  const NodeRef a = graph_.operand(node, 0);
  const NodeRef b = graph_.operand(node, 1);
  const bool is_add = value.op == GraphOp::add;
  if (value.width <= 64) {
    set_word(node, is_add ? add(word(a, 0), word(b, 0), value.width) : sub(word(a, 0), word(b, 0), value.width));
    return;
  }
  std::vector<Word> result;
  Word carry = number(0);
  const uint32_t count = words_of(node);
  for (uint32_t i = 0; i < count; ++i) {
    const Word wa = word(a, i);
    const Word wb = word(b, i);
    const bool last = i + 1 == count;
    const uint32_t bits = last ? top_bits(value.width) : 64;
    if (is_add) {
      const Word sum = add(wa, wb, 64);
      const Word total = add(sum, carry, 64);
      if (!last) {
        const Word first =
            sum.is_number() && wa.is_number() ? number(sum.number < wa.number ? 1 : 0) : set({Cond::lt_u, 64, sum, wa});
        const Word second = total.is_number() && sum.is_number() ? number(total.number < sum.number ? 1 : 0)
                                                                 : set({Cond::lt_u, 64, total, sum});
        carry = or_(first, second);
      }
      result.push_back(cut(total, bits));
    } else {
      const Word difference = sub(wa, wb, 64);
      const Word total = sub(difference, carry, 64);
      if (!last) {
        const Word first =
            wa.is_number() && wb.is_number() ? number(wa.number < wb.number ? 1 : 0) : set({Cond::lt_u, 64, wa, wb});
        const Word second = difference.is_number() && carry.is_number()
                                ? number(difference.number < carry.number ? 1 : 0)
                                : set({Cond::lt_u, 64, difference, carry});
        carry = or_(first, second);
      }
      result.push_back(cut(total, bits));
    }
  }
  set_words(node, result);
}

void Lowering::compute_product(NodeRef node) {
  const GraphNode& value = graph_.node(node);
  const NodeRef a = graph_.operand(node, 0);
  const NodeRef b = graph_.operand(node, 1);
  if (value.width > 64) return compute_by_helper(node);
  const uint32_t size = size_of(value.width);
  Word wa = word(a, 0);
  Word wb = word(b, 0);
  if (value.op == GraphOp::mul_s) {
    wa = sign_extended(wa, graph_.width(a), size);
    wb = sign_extended(wb, graph_.width(b), size);
  }
  const uint32_t bits = value.op == GraphOp::mul_u ? std::min<uint32_t>(size, wa.bits + wb.bits) : size;
  set_word(node, cut(emit(LirOp::mul, wa, wb, size, bits), value.width));
}

void Lowering::compute_quotient(NodeRef node) {
  const GraphNode& value = graph_.node(node);
  if (value.width > 64) return compute_by_helper(node);
  const uint32_t size = size_of(value.width);
  Word a = word(graph_.operand(node, 0), 0);
  Word b = word(graph_.operand(node, 1), 0);
  LirOp op = LirOp::div_u;
  if (value.op == GraphOp::rem_u) op = LirOp::rem_u;
  if (value.op == GraphOp::div_s || value.op == GraphOp::rem_s) {
    op = value.op == GraphOp::div_s ? LirOp::div_s : LirOp::rem_s;
    a = sign_extended(a, value.width, size);
    b = sign_extended(b, value.width, size);
  }
  const Word divisor{in_register(b), 0, static_cast<uint8_t>(size)};
  set_word(node, cut(emit(op, a, divisor, size, size), value.width));
}

Word Lowering::borrow(NodeRef a, NodeRef b, bool is_signed) {
  Word result = number(0);
  const uint32_t count = words_of(a);
  for (uint32_t i = 0; i < count; ++i) {
    Word wa = word(a, i);
    Word wb = word(b, i);
    if (is_signed && i + 1 == count) {  // the order of signed numbers is that of unsigned ones with inverted top bits
      const Word flip = number(uint64_t{1} << (top_bits(graph_.width(a)) - 1));
      wa = xor_(wa, flip);
      wb = xor_(wb, flip);
    }
    const Word difference = sub(wa, wb, 64);
    const Word first =
        wa.is_number() && wb.is_number() ? number(wa.number < wb.number ? 1 : 0) : set({Cond::lt_u, 64, wa, wb});
    const Word second = difference.is_number() && result.is_number() ? number(difference.number < result.number ? 1 : 0)
                                                                     : set({Cond::lt_u, 64, difference, result});
    result = or_(first, second);
  }
  return result;
}

Condition Lowering::less(NodeRef a, NodeRef b, bool is_signed, bool or_equal) {
  const uint32_t width = graph_.width(a);
  if (width > 64) {
    // a <= b is not b < a.
    return {or_equal ? Cond::eq : Cond::ne, 32, or_equal ? borrow(b, a, is_signed) : borrow(a, b, is_signed),
            number(0)};
  }
  const uint32_t size = size_of(width);
  if (!is_signed) return compare(or_equal ? Cond::le_u : Cond::lt_u, word(a, 0), word(b, 0), size);
  const auto shifted = [&](const Word& value) {
    return value.is_number() ? number(value.number << (size - width) & ones(size))
                             : emit_shift(LirOp::shl, value, size - width, size, size);
  };
  return compare(or_equal ? Cond::le_s : Cond::lt_s, shifted(word(a, 0)), shifted(word(b, 0)), size);
}

Condition Lowering::equal(NodeRef a, NodeRef b) {
  Word difference = number(0);
  for (uint32_t i = 0; i < words_of(a); ++i) difference = or_(difference, xor_(word(a, i), word(b, i)));
  return {Cond::eq, 64, difference, number(0)};
}

void Lowering::compute_comparison(NodeRef node) {
  const GraphOp op = graph_.node(node).op;
  const NodeRef a = graph_.operand(node, 0);
  const NodeRef b = graph_.operand(node, 1);
  Condition result;
  switch (op) {
    case GraphOp::eq:
    case GraphOp::ne:
      result = words_of(a) > 1 ? equal(a, b) : compare(Cond::eq, word(a, 0), word(b, 0), size_of(graph_.width(a)));
      if (op == GraphOp::ne) result.cond = Cond::ne;
      break;
    case GraphOp::lt_u:
      result = less(a, b, false, false);
      break;
    case GraphOp::le_u:
      result = less(a, b, false, true);
      break;
    case GraphOp::lt_s:
      result = less(a, b, true, false);
      break;
    default:
      result = less(a, b, true, true);
      break;
  }
  set_word(node, set(result));
}

void Lowering::compute_shift(NodeRef node) {
  const GraphNode& value = graph_.node(node);
  const NodeRef from = graph_.operand(node, 0);
  const NodeRef by = graph_.operand(node, 1);
  const uint32_t width = value.width;
  if (graph_.is_constant(by)) {
    const Bits& bits = graph_.constant_value(by);
    const bool beyond = std::is_gteq(Bits::compare_unsigned(bits, Bits(64, width)));
    const auto amount = beyond ? width : static_cast<uint32_t>(bits.word(0));
    std::vector<Word> result(words_of(node), number(0));
    if (value.op == GraphOp::shr_s && width <= 64) {
      const uint32_t size = size_of(width);
      const Word extended = sign_extended(word(from, 0), width, size);
      result[0] = cut(emit_shift(LirOp::sar, extended, std::min(amount, size - 1), size, size), width);
    } else if (value.op == GraphOp::shr_s) {
      return compute_by_helper(node);
    } else if (value.op == GraphOp::shl) {
      for (uint32_t i = 0; i < result.size(); ++i) {
        const uint32_t words = amount / 64;
        const uint32_t rest = amount % 64;
        const uint32_t bits_here = std::min(64U, width - i * 64);
        if (i < words) continue;
        result[i] = shl(word(from, i - words), rest, bits_here);
        if (rest != 0 && i > words)
          result[i] = or_(result[i], cut(shr(word(from, i - words - 1), 64 - rest), bits_here));
      }
    } else {
      const uint32_t words = amount / 64;
      const uint32_t rest = amount % 64;
      for (uint32_t i = 0; i < result.size(); ++i) {
        result[i] = shr(word(from, i + words), rest);
        if (rest != 0) result[i] = or_(result[i], shl(word(from, i + words + 1), 64 - rest, 64));
      }
    }
    set_words(node, result);
    return;
  }
  if (width > 64) return compute_by_helper(node);
  const uint32_t size = size_of(width);
  Word amount = word(by, 0);
  Word upper = number(0);
  for (uint32_t i = 1; i < words_of(by); ++i) upper = or_(upper, word(by, i));
  const bool may_be_beyond = amount.bits > 31 || (uint64_t{1} << amount.bits) > size;
  const uint32_t amount_size = amount.bits <= 32 ? 32 : 64;
  if (value.op == GraphOp::shr_s) {
    if (may_be_beyond)
      amount = mux(compare(Cond::lt_u, amount, number(size - 1), amount_size), amount, number(size - 1));
    if (!upper.is_number()) amount = mux({Cond::eq, 64, upper, number(0)}, amount, number(size - 1));
    const Word extended = sign_extended(word(from, 0), width, size);
    const Word by_register{in_register(amount), 0, amount.bits};
    set_word(node, cut(emit(LirOp::sar, extended, by_register, size, size), width));
    return;
  }
  const bool left = value.op == GraphOp::shl;
  const Word source = word(from, 0);
  const Word by_register{in_register(amount), 0, amount.bits};
  Word result = emit(left ? LirOp::shl : LirOp::shr, source, by_register, size, left ? size : source.bits);
  if (left) result = cut(result, width);
  if (may_be_beyond) result = mux(compare(Cond::lt_u, amount, number(size), amount_size), result, number(0));
  if (!upper.is_number()) result = mux({Cond::eq, 64, upper, number(0)}, result, number(0));
  set_word(node, result);
}

void Lowering::compute_cat(NodeRef node) {
  std::vector<Word> result(words_of(node), number(0));
  const auto parts = graph_.operands(node);
  uint32_t position = 0;
  for (size_t k = parts.size(); k-- > 0;) {
    const uint32_t width = graph_.width(parts[k]);
    for (uint32_t i = 0; i < word_count(width); ++i) {
      const Word from = word(parts[k], i);
      const uint32_t bit = position + i * 64;
      const uint32_t index = bit / 64;
      const uint32_t shift = bit % 64;
      const uint32_t room = std::min(64U, graph_.width(node) - index * 64);
      result[index] = or_(result[index], shl(from, shift, room));
      if (shift != 0 && from.bits + shift > 64) result[index + 1] = or_(result[index + 1], shr(from, 64 - shift));
    }
    position += width;
  }
  set_words(node, result);
}

void Lowering::compute_slice(NodeRef node) {
  const GraphNode& value = graph_.node(node);
  const NodeRef from = graph_.operand(node, 0);
  const uint32_t words = value.immediate / 64;
  const uint32_t rest = value.immediate % 64;
  std::vector<Word> result;
  for (uint32_t i = 0; i < words_of(node); ++i) {
    const uint32_t bits = std::min(64U, value.width - i * 64);
    Word part = shr(word(from, i + words), rest);
    if (rest != 0 && rest + bits > 64) part = or_(part, shl(word(from, i + words + 1), 64 - rest, 64));
    result.push_back(cut(part, bits));
  }
  set_words(node, result);
}

void Lowering::compute_extension(NodeRef node) {
  const GraphNode& value = graph_.node(node);
  const NodeRef from = graph_.operand(node, 0);
  const uint32_t width = graph_.width(from);
  std::vector<Word> result;
  if (value.op == GraphOp::zext) {
    for (uint32_t i = 0; i < words_of(node); ++i) result.push_back(word(from, i));
  } else if (value.width <= 64) {
    result.push_back(cut(sign_extended(word(from, 0), width, size_of(value.width)), value.width));
  } else {
    const uint32_t full = word_count(width);
    for (uint32_t i = 0; i + 1 < full; ++i) result.push_back(word(from, i));
    const Word top = sign_extended(word(from, full - 1), top_bits(width), 64);
    const Word sign = top.is_number() ? number(static_cast<uint64_t>(static_cast<int64_t>(top.number) >> 63))
                      : top.bits < 64 ? number(0)
                                      : emit_shift(LirOp::sar, top, 63, 64, 64);
    for (uint32_t i = full - 1; i < words_of(node); ++i) {
      result.push_back(cut(i == full - 1 ? top : sign, std::min(64U, value.width - i * 64)));
    }
  }
  set_words(node, result);
}

bool Lowering::select_from_table(NodeRef node) {
  const GraphNode& value = graph_.node(node);
  const auto elements = graph_.operands(node).subspan(1);
  if (value.width > 64 || elements.size() < 4) return false;
  if (!std::all_of(elements.begin(), elements.end(), [this](NodeRef e) { return graph_.is_constant(e); })) return false;
  LirTable table;
  table.bytes = value.width <= 8 ? 1 : value.width <= 32 ? 4 : 8;
  for (const NodeRef element : elements) table.elements.push_back(graph_.constant_value(element).word(0));
  table.elements.push_back(0);
  Lir lir;
  lir.op = LirOp::table;
  lir.bytes = static_cast<uint8_t>(table.bytes);
  lir.bits = lir.bytes <= 4 ? 32 : 64;
  lir.scale = lir.bytes;
  lir.a = in_register(clamped_index(graph_.operand(node, 0), elements.size()));
  lir.aux = code_.tables.size();
  lir.dest = new_reg();
  code_.tables.push_back(std::move(table));
  code_.code.push_back(lir);
  set_word(node, {lir.dest, 0, static_cast<uint8_t>(value.width)});
  return true;
}

bool Lowering::select_from_state(NodeRef node) {
  const GraphNode& value = graph_.node(node);
  const auto elements = graph_.operands(node).subspan(1);
  if (value.width > 64 || elements.size() < 4) return false;
  const uint32_t stride = slot_bytes(value.width);
  for (size_t i = 0; i < elements.size(); ++i) {
    const GraphNode& element = graph_.node(elements[i]);
    if (element.op != GraphOp::state || layout_.chain_of[element.immediate] != kNone) return false;
    if (layout_.offsets[element.immediate] != layout_.offsets[graph_.node(elements[0]).immediate] + i * stride) {
      return false;
    }
  }
  const Word raw = word(graph_.operand(node, 0), 0);
  const bool may_be_beyond =
      words_of(graph_.operand(node, 0)) > 1 || raw.bits >= 32 || (uint64_t{1} << raw.bits) > elements.size();
  // What stands behind the last element is something else: read the last one and drop it.
  const Word index = clamped_index(graph_.operand(node, 0), elements.size() - 1);
  Lir lir;
  lir.op = LirOp::load_indexed;
  lir.bytes = static_cast<uint8_t>(stride);
  lir.bits = stride == 4 ? 32 : 64;
  lir.scale = lir.bytes;
  lir.imm = layout_.offsets[graph_.node(elements[0]).immediate];
  lir.a = in_register(index);
  lir.dest = new_reg();
  code_.code.push_back(lir);
  Word result{lir.dest, 0, static_cast<uint8_t>(value.width)};
  if (may_be_beyond) {
    Word upper = number(0);
    const NodeRef by = graph_.operand(node, 0);
    for (uint32_t i = 1; i < words_of(by); ++i) upper = or_(upper, word(by, i));
    result = mux(compare(Cond::lt_u, raw, number(elements.size()), raw.bits <= 32 ? 32 : 64), result, number(0));
    if (!upper.is_number()) result = mux({Cond::eq, 64, upper, number(0)}, result, number(0));
  }
  set_word(node, result);
  return true;
}

void Lowering::compute_select(NodeRef node) {
  if (select_from_table(node) || select_from_state(node)) return;
  const NodeRef index = graph_.operand(node, 0);
  const auto elements = graph_.operands(node).subspan(1);
  const uint32_t width = graph_.width(index);
  std::vector<Word> result;
  for (uint32_t w = 0; w < words_of(node); ++w) {
    std::vector<Word> level;
    level.reserve(elements.size());
    for (const NodeRef element : elements) level.push_back(word(element, w));
    uint32_t bit = 0;
    for (; bit < width && level.size() > 1; ++bit) {
      const Word from = word(index, bit / 64);
      const bool known = from.is_number() || from.bits <= bit % 64;
      const bool is_one = from.is_number() && (from.number >> (bit % 64) & 1) != 0;
      const Condition odd = bit % 64 < 31 ? Condition{Cond::any_bit, 32, from, number(uint64_t{1} << (bit % 64))}
                                          : Condition{Cond::bit_set, 64, from, number(bit % 64)};
      size_t count = 0;
      for (size_t i = 0; i < level.size(); i += 2) {
        const Word even_value = level[i];
        const Word odd_value = i + 1 < level.size() ? level[i + 1] : number(0);
        level[count++] = known ? (is_one ? odd_value : even_value) : mux(odd, odd_value, even_value);
      }
      level.resize(count);
    }
    Word value = level[0];
    if (bit < width) {  // higher bits of the index: beyond
      Word upper = shr(word(index, bit / 64), bit % 64);
      for (uint32_t i = bit / 64 + 1; i < words_of(index); ++i) upper = or_(upper, word(index, i));
      if (upper.is_number()) {
        if (upper.number != 0) value = number(0);
      } else {
        value = mux({Cond::eq, 64, upper, number(0)}, value, number(0));
      }
    }
    result.push_back(value);
  }
  set_words(node, result);
}

void Lowering::compute_parity(NodeRef node) {
  const NodeRef from = graph_.operand(node, 0);
  Word all = number(0);
  for (uint32_t i = 0; i < words_of(from); ++i) all = xor_(all, word(from, i));
  for (uint32_t half = std::bit_ceil(uint32_t{all.bits}) / 2; half > 0; half /= 2) {
    all = cut(xor_(all, shr(all, half)), half);
  }
  set_word(node, cut(all, 1));
}

void Lowering::compute_by_helper(NodeRef node) {
  const GraphNode& value = graph_.node(node);
  CallRecord record;
  record.op = static_cast<uint8_t>(value.op);
  record.width = value.width;
  for (const NodeRef operand : graph_.operands(node)) {
    record.operands.push_back({to_scratch(operand), graph_.width(operand)});
  }
  record.result = scratch_;
  scratch_ += uint64_t{words_of(node)} * 8;
  code_.scratch_end = std::max(code_.scratch_end, scratch_);
  Lir call;
  call.op = LirOp::call;
  call.aux = code_.calls.size();
  code_.code.push_back(call);
  result_.clear();
  for (uint32_t i = 0; i < words_of(node); ++i) {
    Lir lir;
    lir.op = LirOp::load;
    lir.imm = static_cast<int64_t>(record.result + i * 8);
    lir.dest = new_reg();
    code_.code.push_back(lir);
    result_.push_back({lir.dest, 0, static_cast<uint8_t>(std::min(64U, value.width - i * 64))});
  }
  code_.calls.push_back(std::move(record));
  set_words(node, result_);
}

}  // namespace burin::sim::native
