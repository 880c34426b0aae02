// SPDX-License-Identifier: Apache-2.0
//! @file lower.cpp
//! @brief From nodes of the graph to linear code: words and the operations that work word by word.
//!
//! 1. A value is a list of words of 64 bits, least significant first, each with the number of low bits that may be set.
//!    Operations on words whose operands fit in 32 bits use the shorter instructions. A mask is applied where an
//!    operation may set bits beyond the width, and nowhere else.
//! 2. Numbers known now are folded, so that parts of wide values that are constant cost nothing.
//! 3. Conditions stay comparisons until something asks for their value as a word.
//! Operations that need more than a few instructions a word are in lower_operations.cpp.
#include "lower.h"

#include <bit>

#include "burin/base/diagnostics.h"

namespace burin::sim::native {
namespace {

uint64_t ones(uint32_t width) { return width == 0 ? 0 : ~uint64_t{0} >> (64 - width); }

bool fits_immediate(uint64_t value, uint32_t size) {
  if (size == 32) return value <= 0xffffffffU;
  return static_cast<int64_t>(value) == static_cast<int32_t>(value);
}

bool is_commutative(LirOp op) {
  return op == LirOp::bit_and || op == LirOp::bit_or || op == LirOp::bit_xor || op == LirOp::add || op == LirOp::mul;
}

}  // namespace

Word Lowering::number(uint64_t value) const { return {kNoReg, value, static_cast<uint8_t>(std::bit_width(value))}; }

Word Lowering::word(NodeRef node, uint32_t index) const {
  if (index >= words_of(node)) return number(0);
  if (graph_.is_constant(node)) return number(graph_.constant_value(node).word(index));
  return words_.words(node)[index];
}

Reg Lowering::in_register(const Word& word) {
  if (!word.is_number()) return word.reg;
  Lir lir;
  lir.op = LirOp::immediate;
  lir.bits = word.bits <= 32 ? 32 : 64;
  lir.imm = static_cast<int64_t>(word.number);
  lir.dest = new_reg();
  code_.code.push_back(lir);
  return lir.dest;
}

Word Lowering::emit(LirOp op, const Word& a, const Word& b, uint32_t size, uint32_t bits) {
  if (is_commutative(op) && a.is_number() && !b.is_number()) return emit(op, b, a, size, bits);
  Lir lir;
  lir.op = op;
  lir.bits = static_cast<uint8_t>(size);
  lir.a = in_register(a);
  if (b.is_number() && fits_immediate(size == 32 ? b.number & 0xffffffffU : b.number, size)) {
    lir.imm = static_cast<int64_t>(size == 32 ? b.number & 0xffffffffU : b.number);
  } else {
    lir.b = in_register(b);
  }
  lir.dest = new_reg();
  code_.code.push_back(lir);
  return {lir.dest, 0, static_cast<uint8_t>(std::min(bits, size))};
}

Word Lowering::emit_shift(LirOp op, const Word& a, uint32_t amount, uint32_t size, uint32_t bits) {
  if (amount == 0) return a;
  Lir lir;
  lir.op = op;
  lir.bits = static_cast<uint8_t>(size);
  lir.a = in_register(a);
  lir.imm = amount;
  lir.dest = new_reg();
  code_.code.push_back(lir);
  return {lir.dest, 0, static_cast<uint8_t>(std::min(bits, size))};
}

Word Lowering::and_(Word a, Word b) {
  if (a.is_number() && b.is_number()) return number(a.number & b.number);
  if (a.is_number()) std::swap(a, b);
  if (b.is_number()) {
    b = number(b.number & ones(a.bits));
    if (b.number == 0) return b;
    if (b.number == ones(a.bits)) return a;
  }
  const uint32_t bits = std::min(a.bits, b.bits);
  return emit(LirOp::bit_and, a, b, bits <= 32 ? 32 : 64, bits);
}

Word Lowering::or_(Word a, Word b) {
  if (a.is_number() && b.is_number()) return number(a.number | b.number);
  if (a.is_number()) std::swap(a, b);
  if (b.is_number() && b.number == 0) return a;
  const uint32_t bits = std::max(a.bits, b.bits);
  return emit(LirOp::bit_or, a, b, bits <= 32 ? 32 : 64, bits);
}

Word Lowering::xor_(Word a, Word b) {
  if (a.is_number() && b.is_number()) return number(a.number ^ b.number);
  if (a.is_number()) std::swap(a, b);
  if (b.is_number() && b.number == 0) return a;
  const uint32_t bits = std::max(a.bits, b.bits);
  return emit(LirOp::bit_xor, a, b, bits <= 32 ? 32 : 64, bits);
}

Word Lowering::cut(const Word& a, uint32_t width) { return a.bits <= width ? a : and_(a, number(ones(width))); }

Word Lowering::add(const Word& a, const Word& b, uint32_t width) {
  if (a.is_number() && b.is_number()) return number((a.number + b.number) & ones(width));
  if (b.is_number() && b.number == 0) return a;
  if (a.is_number() && a.number == 0) return b;
  const uint32_t bits = std::min(width <= 32 ? 32U : 64U, std::max<uint32_t>(a.bits, b.bits) + 1);
  return cut(emit(LirOp::add, a, b, width <= 32 ? 32 : 64, bits), width);
}

Word Lowering::sub(const Word& a, const Word& b, uint32_t width) {
  if (a.is_number() && b.is_number()) return number((a.number - b.number) & ones(width));
  if (b.is_number() && b.number == 0) return a;
  const uint32_t size = width <= 32 ? 32 : 64;
  return cut(emit(LirOp::sub, a, b, size, size), width);
}

Word Lowering::shl(const Word& a, uint32_t amount, uint32_t width) {
  if (amount >= width) return number(0);
  if (a.is_number()) return number(a.number << amount & ones(width));
  if (amount == 0) return cut(a, width);
  return cut(emit_shift(LirOp::shl, a, amount, width <= 32 ? 32 : 64, a.bits + amount), width);
}

Word Lowering::shr(const Word& a, uint32_t amount) {
  if (amount >= a.bits) return number(0);
  if (a.is_number()) return number(a.number >> amount);
  return emit_shift(LirOp::shr, a, amount, a.bits <= 32 ? 32 : 64, a.bits - amount);
}

Word Lowering::sign_extended(const Word& a, uint32_t from, uint32_t size) {
  if (from == size) return a;
  if (a.is_number()) {
    const uint64_t sign = uint64_t{1} << (from - 1);
    return number(((a.number ^ sign) - sign) & ones(size));
  }
  if (a.bits < from) return a;  // the top bit is 0
  return emit_shift(LirOp::sar, emit_shift(LirOp::shl, a, size - from, size, size), size - from, size, size);
}

// ---------------------------------------------------------------------------------------------------- conditions

Condition Lowering::compare(Cond cond, const Word& a, const Word& b, uint32_t size) {
  Condition result{cond, static_cast<uint8_t>(size), a, b};
  if (a.is_number() && !b.is_number()) {
    std::swap(result.a, result.b);
    switch (cond) {
      case Cond::lt_u:
        result.cond = Cond::gt_u;
        break;
      case Cond::le_u:
        result.cond = Cond::ge_u;
        break;
      case Cond::lt_s:
        result.cond = Cond::gt_s;
        break;
      case Cond::le_s:
        result.cond = Cond::ge_s;
        break;
      default:
        break;
    }
  }
  return result;
}

Condition Lowering::condition(NodeRef node) {
  const GraphNode& value = graph_.node(node);
  switch (value.op) {
    case GraphOp::eq:
    case GraphOp::ne: {
      const NodeRef a = graph_.operand(node, 0);
      if (words_of(a) > 1) break;
      const Word wa = word(a, 0);
      const Word wb = word(graph_.operand(node, 1), 0);
      return compare(value.op == GraphOp::eq ? Cond::eq : Cond::ne, wa, wb, graph_.width(a) <= 32 ? 32 : 64);
    }
    case GraphOp::lt_u:
    case GraphOp::le_u: {
      const NodeRef a = graph_.operand(node, 0);
      if (words_of(a) > 1) break;
      const Word wa = word(a, 0);
      const Word wb = word(graph_.operand(node, 1), 0);
      return compare(value.op == GraphOp::lt_u ? Cond::lt_u : Cond::le_u, wa, wb, graph_.width(a) <= 32 ? 32 : 64);
    }
    case GraphOp::slice: {
      const Word from = word(graph_.operand(node, 0), value.immediate / 64);
      const uint32_t bit = value.immediate % 64;
      if (from.is_number()) break;
      const auto size = static_cast<uint8_t>(bit < 32 ? 32 : 64);
      if (bit < 31) return {Cond::any_bit, 32, from, number(uint64_t{1} << bit)};
      return {Cond::bit_set, size, from, number(bit)};
    }
    case GraphOp::bit_not: {
      Condition result = condition(graph_.operand(node, 0));
      result.cond = inverse(result.cond);
      return result;
    }
    case GraphOp::bit_and: {
      const Word a = word(graph_.operand(node, 0), 0);
      const Word b = word(graph_.operand(node, 1), 0);
      if (!a.is_number() && !b.is_number()) return {Cond::any_bit, 32, a, b};
      break;
    }
    default:
      break;
  }
  return {Cond::ne, 32, word(node, 0), number(0)};
}

void Lowering::put_condition(Lir& lir, const Condition& condition) {
  lir.cond = condition.cond;
  lir.bits = condition.bits;
  lir.a = in_register(condition.a);
  if (condition.b.is_number() && fits_immediate(condition.b.number, condition.bits)) {
    lir.imm = static_cast<int64_t>(condition.b.number);
  } else {
    lir.b = in_register(condition.b);
  }
}

Word Lowering::set(const Condition& condition) {
  Lir lir;
  lir.op = LirOp::set;
  put_condition(lir, condition);
  lir.dest = new_reg();
  code_.code.push_back(lir);
  return {lir.dest, 0, 1};
}

Word Lowering::mux(const Condition& condition, const Word& one, const Word& zero) {
  if (one.is_number() && zero.is_number() && one.number == zero.number) return one;
  if (!one.is_number() && one.reg == zero.reg) return one;
  Lir lir;
  lir.op = LirOp::mux;
  put_condition(lir, condition);
  lir.c = in_register(one);
  lir.d = in_register(zero);
  lir.dest = new_reg();
  const uint8_t bits = std::max(one.bits, zero.bits);
  lir.bytes = bits <= 32 ? 4 : 8;
  code_.code.push_back(lir);
  return {lir.dest, 0, bits};
}

Condition Lowering::is_value(NodeRef node, uint64_t value) {
  if (graph_.width(node) == 1 && value == 1) return condition(node);
  const Word now = word(node, 0);
  return compare(Cond::eq, now, number(value), now.bits <= 32 ? 32 : 64);
}

void Lowering::suppose(NodeRef condition, bool value) {
  const GraphNode& node = graph_.node(condition);
  if (node.op != GraphOp::lt_u && node.op != GraphOp::le_u) return;
  const NodeRef left = graph_.operand(condition, 0);
  const NodeRef right = graph_.operand(condition, 1);
  const NodeRef limit = value ? right : left;  // not left < right: right <= left
  const NodeRef limited = value ? left : right;
  if (!graph_.is_constant(limit) || graph_.is_constant(limited) || !has(limited) || words_of(limited) != 1) return;
  const bool is_strict = (node.op == GraphOp::lt_u) == value;
  const uint64_t constant = graph_.constant_value(limit).word(0);
  const uint64_t most = is_strict && constant != 0 ? constant - 1 : constant;
  Word now = word(limited, 0);
  const auto bits = static_cast<uint8_t>(std::bit_width(most));
  if (now.is_number() || now.bits <= bits) return;
  now.bits = bits;
  set_word(limited, now);
}

void Lowering::branch_unless(const Condition& condition, uint32_t label) {
  Lir lir;
  lir.op = LirOp::branch;
  put_condition(lir, condition);
  lir.aux = label;
  code_.code.push_back(lir);
}

void Lowering::jump(uint32_t label) {
  Lir lir;
  lir.op = LirOp::jump;
  lir.aux = label;
  code_.code.push_back(lir);
}

void Lowering::label(uint32_t label) {
  Lir lir;
  lir.op = LirOp::label;
  lir.aux = label;
  code_.code.push_back(lir);
}

void Lowering::dispatch(NodeRef key, const std::vector<std::pair<uint64_t, uint32_t>>& labels, uint32_t otherwise) {
  const Word value = word(key, 0);
  const uint32_t size = value.bits <= 32 ? 32 : 64;
  uint64_t largest = 0;
  for (const auto& [number_of_case, target] : labels) largest = std::max(largest, number_of_case);
  std::vector<uint32_t> list(largest + 1, otherwise);
  for (const auto& [number_of_case, target] : labels) list[number_of_case] = target;
  if (value.bits >= 64 || uint64_t{1} << value.bits > list.size()) {
    branch_unless(compare(Cond::le_u, value, number(largest), size), otherwise);
  }
  Lir lir;
  lir.op = LirOp::dispatch;
  lir.a = in_register(value);
  lir.aux = code_.label_lists.size();
  code_.label_lists.push_back(std::move(list));
  code_.code.push_back(lir);
}

// --------------------------------------------------------------------------------------------------------- joins

void Lowering::declare_join(NodeRef node) {
  const GraphNode& value = graph_.node(node);
  result_.clear();
  for (uint32_t i = 0; i < (value.lanes > 1 ? 1 : words_of(node)); ++i) {
    const uint32_t bits = value.lanes > 1 ? 32 : std::min(64U, value.width - i * 64);
    result_.push_back({new_reg(), 0, static_cast<uint8_t>(bits)});
  }
  set_words(node, result_);
}

void Lowering::fill_join(NodeRef join, NodeRef value) {
  const GraphNode& node = graph_.node(join);
  for (uint32_t i = 0; i < (node.lanes > 1 ? 1 : words_of(join)); ++i) {
    const Word to = words_.words(join)[i];
    Lir lir;
    lir.dest = to.reg;
    if (node.lanes > 1) {
      lir.op = LirOp::vector_move;
      lir.bytes = node.lanes;
      lir.a = words_.words(value)[0].reg;
    } else {
      const Word from = word(value, i);
      lir.op = from.is_number() ? LirOp::immediate : LirOp::move;
      lir.bits = to.bits <= 32 ? 32 : 64;
      lir.imm = static_cast<int64_t>(from.number);
      lir.a = from.reg;
    }
    code_.code.push_back(lir);
  }
}

// -------------------------------------------------------------------------------------------------------- effects

void Lowering::give(NodeRef node) {
  Lir lir;
  lir.op = LirOp::give;
  lir.a = in_register(word(node, 0));
  code_.code.push_back(lir);
}

void Lowering::store(uint64_t offset, NodeRef value) {
  const uint32_t width = graph_.width(value);
  for (uint32_t i = 0; i < words_of(value); ++i) {
    Lir lir;
    lir.op = LirOp::store;
    lir.bytes = width <= 32 ? 4 : 8;
    lir.imm = static_cast<int64_t>(offset + i * 8);
    const Word from = word(value, i);
    if (from.is_number() && fits_immediate(from.number, width <= 32 ? 32 : 64)) {
      lir.aux = from.number;
    } else {
      lir.a = in_register(from);
    }
    code_.code.push_back(lir);
  }
}

void Lowering::store_vector(ir::SignalId first, NodeRef value) {
  Lir lir;
  lir.op = LirOp::vector_store;
  lir.bytes = graph_.node(value).lanes;
  lir.imm = layout_.offsets[first];
  lir.a = words_.words(value)[0].reg;
  code_.code.push_back(lir);
}

void Lowering::store_chain(uint32_t chain, NodeRef value) {
  const ChainPlace& place = layout_.chains[chain];
  const auto store_at = [&](uint64_t offset, const Word& from) {
    Lir lir;
    lir.op = LirOp::store;
    lir.bytes = 4;
    lir.place = chain;
    lir.imm = static_cast<int64_t>(offset);
    if (from.is_number()) {
      lir.aux = from.number;
    } else {
      lir.a = from.reg;
    }
    code_.code.push_back(lir);
  };
  if (graph_.node(value).op == GraphOp::chain_fill) {
    uint32_t lane = 0;
    for (const ChainPlace::Segment& segment : place.segments) {
      for (uint32_t i = 0; i < segment.length; ++i) {
        store_at(segment.offset + i * 4, word(graph_.operand(value, lane++), 0));
      }
    }
    store_at(place.pointer, number(0));
    return;
  }
  internal_check(graph_.node(value).op == GraphOp::chain_push, "the native engine met a shift register that it lost");
  const Word pointer = word(place.node, 0);
  WrapRecord record;
  for (const ChainPlace::Segment& segment : place.segments) record.segments.push_back({segment.offset, segment.length});
  record.pointer = place.pointer;
  record.limit = place.limit;
  const Word next = add(pointer, number(4), 32);
  store_at(place.pointer, next);
  Lir wrap;
  wrap.op = LirOp::wrap;
  wrap.a = next.reg;
  wrap.aux = code_.wraps.size();
  code_.wraps.push_back(std::move(record));
  code_.code.push_back(wrap);
}

void Lowering::push(uint32_t chain, uint32_t segment, NodeRef value) {
  const ChainPlace& place = layout_.chains[chain];
  Lir lir;
  lir.op = LirOp::store_indexed;
  lir.bytes = 4;
  lir.imm = static_cast<int64_t>(place.segments[segment].offset + place.segments[segment].length * 4);
  lir.a = in_register(word(place.node, 0));
  lir.b = in_register(word(value, 0));
  code_.code.push_back(lir);
}

uint64_t Lowering::to_scratch(NodeRef node) {
  const uint64_t offset = scratch_;
  scratch_ += words_of(node) * 8;
  code_.scratch_end = std::max(code_.scratch_end, scratch_);
  for (uint32_t i = 0; i < words_of(node); ++i) {
    Lir lir;
    lir.op = LirOp::store;
    lir.imm = static_cast<int64_t>(offset + i * 8);
    lir.a = in_register(word(node, i));
    code_.code.push_back(lir);
  }
  return offset;
}

void Lowering::report(const ProcessCode& process, bool is_cover) {
  std::vector<uint64_t> offsets;
  offsets.reserve(process.arguments.size());
  for (const NodeRef argument : process.arguments) offsets.push_back(to_scratch(argument));
  Lir lir;
  lir.op = is_cover ? LirOp::cover : LirOp::report;
  lir.aux = arguments_.size();
  arguments_.emplace_back(process.process, std::move(offsets));
  lir.imm = static_cast<int64_t>(layout_.hits + uint64_t{process.process} * 8);
  code_.code.push_back(lir);
  code_.may_report = true;
}

void Lowering::write_memory(const MemoryWrite& write) {
  const ir::Memory& memory = module_.memories[write.memory];
  const MemoryPlace& place = layout_.memories[write.memory];
  const Word index = word(write.address, 0);
  const uint32_t skip = new_label();
  bool guarded = false;
  Word upper = number(0);
  for (uint32_t i = 1; i < words_of(write.address); ++i) upper = or_(upper, word(write.address, i));
  if (!upper.is_number()) {
    branch_unless({Cond::eq, 64, upper, number(0)}, skip);
    guarded = true;
  } else if (upper.number != 0) {
    return;
  }
  if (index.bits >= 64 || (uint64_t{1} << index.bits) > memory.depth) {
    if (index.is_number()) {
      if (index.number >= memory.depth) return;
    } else {
      branch_unless(compare(Cond::lt_u, index, number(memory.depth), index.bits <= 32 ? 32 : 64), skip);
      guarded = true;
    }
  }
  const uint32_t words = word_count(memory.width);
  Word scaled = index;
  uint8_t scale = 1;
  if (words > 1) {
    scaled =
        index.is_number() ? number(index.number * place.stride) : emit(LirOp::mul, index, number(place.stride), 64, 64);
  } else {
    scale = static_cast<uint8_t>(place.stride);
  }
  for (uint32_t i = 0; i < words; ++i) {
    Lir lir;
    lir.op = LirOp::store_indexed;
    lir.bytes = static_cast<uint8_t>(words > 1 ? 8 : place.stride);
    lir.scale = scale;
    lir.imm = static_cast<int64_t>(place.offset + i * 8);
    lir.a = in_register(scaled);
    Word data = word(write.data, i);
    if (write.mask != kNone) {
      const Word mask = word(write.mask, i);
      Lir read = lir;
      read.op = LirOp::load_indexed;
      read.dest = new_reg();
      code_.code.push_back(read);
      const auto bits = static_cast<uint8_t>(std::min(64U, memory.width - i * 64));
      const Word old{read.dest, 0, bits};
      data = or_(and_(old, xor_(mask, number(ones(bits)))), and_(data, mask));
    }
    lir.b = in_register(data);
    code_.code.push_back(lir);
  }
  if (guarded) label(skip);
}

}  // namespace burin::sim::native
