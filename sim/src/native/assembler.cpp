// SPDX-License-Identifier: Apache-2.0
//! @file assembler.cpp
//! @brief General instructions.
//!
//! The buffer is in rdi. rax and rcx are scratch: for values in memory where an instruction takes none, and for shift
//! amounts. The other registers belong to the allocation, but for rdx in functions that divide. An operation whose
//! result shares a register with an operand reads that operand before it writes.
#include "assembler.h"

#include <algorithm>
#include <bit>

#include "burin/base/diagnostics.h"

namespace burin::sim::native {

namespace x86 = asmjit::x86;

namespace {

using CondCode = x86::CondCode;

CondCode condition_code(Cond cond) {
  switch (cond) {
    case Cond::eq:
      return CondCode::kE;
    case Cond::ne:
      return CondCode::kNE;
    case Cond::lt_u:
      return CondCode::kB;
    case Cond::le_u:
      return CondCode::kBE;
    case Cond::gt_u:
      return CondCode::kA;
    case Cond::ge_u:
      return CondCode::kAE;
    case Cond::lt_s:
      return CondCode::kL;
    case Cond::le_s:
      return CondCode::kLE;
    case Cond::gt_s:
      return CondCode::kG;
    case Cond::ge_s:
      return CondCode::kGE;
    case Cond::any_bit:
      return CondCode::kNZ;
    case Cond::no_bit:
      return CondCode::kZ;
    case Cond::bit_set:
      return CondCode::kC;
    case Cond::bit_clear:
      break;
  }
  return CondCode::kNC;
}

x86::Gp sized(const x86::Gp& reg, uint32_t size) { return size == 32 ? x86::Gp(reg.r32()) : x86::Gp(reg.r64()); }

asmjit::Imm immediate(int64_t value, uint32_t size) {
  return asmjit::imm(size == 32 ? int64_t{static_cast<int32_t>(value)} : value);
}

}  // namespace

Writer::Writer(asmjit::CodeHolder& holder, const LirCode& code, const Allocation& allocation,
               const Function::Options& options, const std::vector<CallRecord>& calls,
               const std::vector<ProcessArguments>& arguments)
    : a_(&holder), code_(code), allocation_(allocation), options_(options), calls_(calls), arguments_(arguments) {}

x86::Gp Writer::general(uint32_t index, uint32_t size) {
  static constexpr uint32_t kIds[kGeneral] = {x86::Gp::kIdSi,  x86::Gp::kIdR8,  x86::Gp::kIdR9,  x86::Gp::kIdR10,
                                              x86::Gp::kIdR11, x86::Gp::kIdDx,  x86::Gp::kIdBx,  x86::Gp::kIdBp,
                                              x86::Gp::kIdR12, x86::Gp::kIdR13, x86::Gp::kIdR14, x86::Gp::kIdR15};
  return size == 32 ? x86::Gp(x86::gpd(kIds[index])) : x86::Gp(x86::gpq(kIds[index]));
}

x86::Mem Writer::buffer(int64_t offset, uint32_t bytes) const {
  return x86::Mem(x86::rdi, static_cast<int32_t>(offset), bytes);
}

x86::Mem Writer::frame(int64_t offset, uint32_t bytes) const {
  return x86::Mem(x86::rsp, static_cast<int32_t>(offset), bytes);
}

// -------------------------------------------------------------------------------------------------------- frame

void Writer::run() {
  uses_vectors_ = std::any_of(code_.code.begin(), code_.code.end(), [](const Lir& lir) { return is_vector(lir.op); });
  for (uint32_t i = 0; i < code_.labels; ++i) labels_.push_back(a_.newLabel());
  for (size_t i = 0; i < code_.tables.size(); ++i) tables_.push_back(a_.newLabel());
  for (size_t i = 0; i < code_.label_lists.size(); ++i) label_lists_.push_back(a_.newLabel());
  prologue();
  const asmjit::Label top = a_.newLabel();
  if (options_.loop) a_.bind(top);
  for (const Lir& lir : code_.code) write(lir);
  if (options_.loop) {
    const asmjit::Label out = a_.newLabel();
    a_.dec(frame(count_offset_, 8));
    a_.jz(out);
    if (code_.may_report) {
      a_.mov(x86::rax, asmjit::imm(reinterpret_cast<uint64_t>(options_.stop)));
      a_.cmp(x86::byte_ptr(x86::rax), 0);
      a_.jz(top);
    } else {
      a_.jmp(top);
    }
    a_.bind(out);
    a_.mov(x86::rax, frame(count_offset_, 8));
  }
  epilogue();
  rare();
  tables();
}

// Only labels stand between the label and the end.
bool Writer::leads_to_end(uint64_t label) const {
  for (size_t i = code_.code.size(); i-- > 0 && code_.code[i].op == LirOp::label;) {
    if (code_.code[i].aux == label) return true;
  }
  return false;
}

// What happens seldom stands behind the function, out of the way of what happens often.
void Writer::rare() {
  for (const Rare& one : rare_) {
    a_.bind(one.begin);
    for (const WrapRecord::Segment& segment : one.record->segments) {
      for (uint32_t i = 0; i < segment.length; ++i) {
        const auto offset = static_cast<int64_t>(segment.offset + i * 4);
        a_.mov(x86::eax, buffer(offset + one.record->limit, 4));
        a_.mov(buffer(offset, 4), x86::eax);
      }
    }
    a_.mov(buffer(static_cast<int64_t>(one.record->pointer), 4), asmjit::imm(0));
    a_.jmp(one.back);
  }
}

void Writer::prologue() {
  for (uint32_t i = kCallerSaved; i < kGeneral; ++i) {
    if ((allocation_.used_general >> i & 1) != 0) saved_.push_back(general(i, 64));
  }
  for (const Gp& reg : saved_) a_.push(reg);
  frame_bytes_ = allocation_.frame_bytes;
  if (!allocation_.live_at_calls.empty()) {
    save_offset_ = frame_bytes_;
    frame_bytes_ += (kCallerSaved + 1) * 8 + (uses_vectors_ ? 32 * 64 : 0);
  }
  if (options_.loop) {
    count_offset_ = frame_bytes_;
    frame_bytes_ += 8;
  }
  // The return address and the saved registers stand above; calls want a multiple of 16.
  const auto above = static_cast<uint32_t>(8 + saved_.size() * 8);
  if (frame_bytes_ != 0) {
    while ((frame_bytes_ + above) % 16 != 0) frame_bytes_ += 8 - frame_bytes_ % 8;
    a_.sub(x86::rsp, frame_bytes_);
  }
  if (options_.loop) a_.mov(frame(count_offset_, 8), x86::rsi);
}

void Writer::epilogue() {
  if (uses_vectors_) a_.vzeroupper();
  if (frame_bytes_ != 0) a_.add(x86::rsp, frame_bytes_);
  for (size_t i = saved_.size(); i-- > 0;) a_.pop(saved_[i]);
  a_.ret();
}

void Writer::tables() {
  for (size_t i = 0; i < tables_.size(); ++i) {
    const LirTable& table = code_.tables[i];
    const bool is_vector_table = table.bytes > 8;
    const uint32_t bytes = is_vector_table ? 4 : table.bytes;
    a_.align(asmjit::AlignMode::kData, is_vector_table ? 64 : 8);
    a_.bind(tables_[i]);
    std::vector<uint8_t> data;
    data.reserve(table.elements.size() * bytes);
    for (const uint64_t element : table.elements) {
      for (uint32_t k = 0; k < bytes; ++k) data.push_back(static_cast<uint8_t>(element >> (8 * k)));
    }
    a_.embed(data.data(), data.size());
  }
  for (size_t i = 0; i < label_lists_.size(); ++i) {
    a_.align(asmjit::AlignMode::kData, 8);
    a_.bind(label_lists_[i]);
    for (const uint32_t label : code_.label_lists[i]) a_.embedLabel(labels_[label]);
  }
}

// ------------------------------------------------------------------------------------------------------- operands

void Writer::move_into(const Gp& to, Reg from, uint32_t size) {
  const Place& at = place(from);
  switch (at.kind) {
    case Place::Kind::general:
      if (general(at.index, 64).id() != to.id()) a_.mov(sized(to, size), general(at.index, size));
      return;
    case Place::Kind::number:
      if ((static_cast<uint64_t>(at.offset) >> 32) == 0) {
        a_.mov(to.r32(), asmjit::imm(static_cast<uint32_t>(at.offset)));
      } else {
        a_.mov(to.r64(), asmjit::imm(at.offset));
      }
      return;
    case Place::Kind::indexed:
    case Place::Kind::home: {
      const bool is_short = at.bytes == 4 || size == 32;
      const Mem home = home_of(at, is_short ? 4 : 8, to);
      a_.mov(is_short ? Gp(to.r32()) : Gp(to.r64()), home);
      return;
    }
    case Place::Kind::stack:
      a_.mov(sized(to, size), frame(at.offset, size / 8));
      return;
    default:
      throw InternalError("the native engine lost a value");
  }
}

// `scratch` is for an index that is not in a register.
x86::Mem Writer::home_of(const Place& at, uint32_t bytes, const Gp& scratch) {
  if (at.kind == Place::Kind::home) return buffer(at.offset, bytes);
  const Gp index = in_register(at.reg, 64, scratch);
  return x86::Mem(x86::rdi, index.r64(), static_cast<uint32_t>(std::countr_zero(uint32_t{at.scale})),
                  static_cast<int32_t>(at.offset), bytes);
}

x86::Gp Writer::in_register(Reg reg, uint32_t size, const Gp& scratch) {
  if (is_general(reg)) return general(place(reg).index, size);
  move_into(scratch, reg, size);
  return sized(scratch, size);
}

// A register or a place in memory; `scratch` where the place is too short or a number.
asmjit::Operand Writer::operand(Reg reg, uint32_t size, const Gp& scratch) {
  const Place& at = place(reg);
  if (at.kind == Place::Kind::stack) return frame(at.offset, size / 8);
  const bool is_home = at.kind == Place::Kind::home || at.kind == Place::Kind::indexed;
  if (is_home && at.bytes * 8U >= size) return home_of(at, size / 8, scratch);
  return in_register(reg, size, scratch);
}

x86::Gp Writer::destination(const Lir& lir, uint32_t size) const {
  return is_general(lir.dest) ? general(place(lir.dest).index, size) : sized(x86::rax, size);
}

void Writer::finish(const Lir& lir, const Gp& from) {
  if (place(lir.dest).kind == Place::Kind::stack) a_.mov(frame(place(lir.dest).offset, 8), from.r64());
}

x86::Mem Writer::address(const Lir& lir, const Gp& scratch) {
  const Place& at = place(lir.a);
  if (at.kind == Place::Kind::number) return buffer(lir.imm + at.offset * lir.scale, lir.bytes);
  const Gp index = in_register(lir.a, 64, scratch);
  return x86::Mem(x86::rdi, index.r64(), static_cast<uint32_t>(std::countr_zero(uint32_t{lir.scale})),
                  static_cast<int32_t>(lir.imm), lir.bytes);
}

// ------------------------------------------------------------------------------------------------------ operations

void Writer::write(const Lir& lir) {
  if (is_vector(lir.op)) {
    write_vector(lir);
    return;
  }
  const bool has_result = lir.dest != kNoReg;
  if (has_result) {
    const Place::Kind kind = place(lir.dest).kind;
    if (kind != Place::Kind::general && kind != Place::Kind::stack) return;  // stays where it is
  }
  switch (lir.op) {
    case LirOp::immediate: {
      const Gp to = destination(lir, 64);
      if ((static_cast<uint64_t>(lir.imm) >> 32) == 0) {
        a_.mov(to.r32(), asmjit::imm(static_cast<uint32_t>(lir.imm)));
      } else {
        a_.mov(to, asmjit::imm(lir.imm));
      }
      finish(lir, to);
      return;
    }
    case LirOp::move: {
      const Gp to = destination(lir, lir.bits);
      move_into(to, lir.a, lir.bits);
      finish(lir, to);
      return;
    }
    case LirOp::load:
      load_from(lir, buffer(lir.imm, lir.bytes));
      return;
    case LirOp::load_indexed:
      load_from(lir, address(lir, x86::rcx));
      return;
    case LirOp::table: {
      a_.lea(x86::rax, x86::ptr(tables_[lir.aux]));
      const Place& at = place(lir.a);
      if (at.kind == Place::Kind::number) {
        load_from(lir, x86::Mem(x86::rax, static_cast<int32_t>(at.offset * lir.scale), lir.bytes));
      } else {
        const Gp index = in_register(lir.a, 64, x86::rcx);
        load_from(lir, x86::Mem(x86::rax, index.r64(), static_cast<uint32_t>(std::countr_zero(uint32_t{lir.scale})), 0,
                                lir.bytes));
      }
      return;
    }
    case LirOp::store:
      store(lir);
      return;
    case LirOp::store_indexed:
      store_indexed(lir);
      return;
    case LirOp::bit_and:
    case LirOp::bit_or:
    case LirOp::bit_xor:
    case LirOp::add:
    case LirOp::sub:
    case LirOp::mul:
      binary(lir);
      return;
    case LirOp::and_not:
      and_not(lir);
      return;
    case LirOp::shl:
    case LirOp::shr:
    case LirOp::sar:
    case LirOp::ror:
      shift(lir);
      return;
    case LirOp::div_u:
    case LirOp::div_s:
    case LirOp::rem_u:
    case LirOp::rem_s:
      divide(lir);
      return;
    case LirOp::set:
      set(lir);
      return;
    case LirOp::mux:
      mux(lir);
      return;
    case LirOp::branch:
      compare(lir);
      a_.j(condition_code(inverse(lir.cond)), labels_[lir.aux]);
      return;
    case LirOp::jump:
      if (!options_.loop && leads_to_end(lir.aux)) {
        epilogue();
      } else {
        a_.jmp(labels_[lir.aux]);
      }
      return;
    case LirOp::label:
      a_.bind(labels_[lir.aux]);
      return;
    case LirOp::wrap: {
      const WrapRecord& record = code_.wraps[lir.aux];
      Rare rare{a_.newLabel(), a_.newLabel(), &record};
      a_.emit(x86::Inst::kIdCmp, operand(lir.a, 32, x86::rcx), asmjit::imm(record.limit));
      a_.je(rare.begin);
      a_.bind(rare.back);
      rare_.push_back(rare);
      return;
    }
    case LirOp::give:
      move_into(x86::rax, lir.a, 64);
      return;
    case LirOp::dispatch: {
      const Gp index = in_register(lir.a, 64, x86::rcx);
      a_.lea(x86::rax, x86::ptr(label_lists_[lir.aux]));
      a_.jmp(x86::qword_ptr(x86::rax, index, 3));
      return;
    }
    case LirOp::call:
    case LirOp::report:
    case LirOp::cover:
      call(lir);
      return;
    default:
      throw InternalError("the native engine met an operation that it cannot write");
  }
}

void Writer::load_from(const Lir& lir, const Mem& from) {
  const Gp to = destination(lir, 64);
  if (lir.bytes <= 2) {
    a_.movzx(to.r32(), from);
  } else if (lir.bytes == 4) {
    a_.mov(to.r32(), from);
  } else {
    a_.mov(to, from);
  }
  finish(lir, to);
}

void Writer::store(const Lir& lir) {
  const Mem to = buffer(lir.imm, lir.bytes);
  if (lir.a == kNoReg) {
    a_.mov(to, asmjit::imm(static_cast<int32_t>(lir.aux)));
    return;
  }
  const uint32_t size = lir.bytes == 4 ? 32 : 64;
  const Place& at = place(lir.a);
  if (at.kind == Place::Kind::number && (size == 32 || at.offset == static_cast<int32_t>(at.offset))) {
    a_.mov(to, asmjit::imm(static_cast<int32_t>(at.offset)));
    return;
  }
  if (at.kind == Place::Kind::home && at.offset == lir.imm) return;  // it is there
  a_.mov(to, in_register(lir.a, size, x86::rax));
}

void Writer::store_indexed(const Lir& lir) {
  const Mem to = address(lir, x86::rcx);
  const Gp from = in_register(lir.b, 64, x86::rax);
  switch (lir.bytes) {
    case 1:
      a_.mov(to, from.r8());
      return;
    case 2:
      a_.mov(to, from.r16());
      return;
    case 4:
      a_.mov(to, from.r32());
      return;
    default:
      a_.mov(to, from);
  }
}

void Writer::binary(const Lir& lir) {
  const uint32_t size = lir.bits;
  const Gp to = destination(lir, size);
  x86::Inst::Id id = x86::Inst::kIdAdd;
  switch (lir.op) {
    case LirOp::bit_and:
      id = x86::Inst::kIdAnd;
      break;
    case LirOp::bit_or:
      id = x86::Inst::kIdOr;
      break;
    case LirOp::bit_xor:
      id = x86::Inst::kIdXor;
      break;
    case LirOp::sub:
      id = x86::Inst::kIdSub;
      break;
    case LirOp::mul:
      id = x86::Inst::kIdImul;
      break;
    default:
      break;
  }
  if (lir.b == kNoReg) {
    const asmjit::Imm number = immediate(lir.imm, size);
    if (lir.op == LirOp::mul) {
      const Operand from = operand(lir.a, size, x86::rcx);
      a_.emit(x86::Inst::kIdImul, to, from, number);
    } else if (lir.op == LirOp::add && is_general(lir.a) && !same(lir.a, lir.dest)) {
      a_.lea(to, x86::Mem(general(place(lir.a).index, 64), static_cast<int32_t>(number.value()), 0));
    } else if (lir.op == LirOp::bit_and && lir.imm == 0xff && is_general(lir.a)) {
      a_.movzx(to.r32(), general(place(lir.a).index, 64).r8());
    } else if (lir.op == LirOp::bit_and && lir.imm == 0xffff && is_general(lir.a)) {
      a_.movzx(to.r32(), general(place(lir.a).index, 64).r16());
    } else {
      move_into(to, lir.a, size);
      a_.emit(id, to, number);
    }
    finish(lir, to);
    return;
  }
  Reg first = lir.a;
  Reg second = lir.b;
  if (lir.op != LirOp::sub && same(second, lir.dest)) {
    std::swap(first, second);
  }
  if (lir.op == LirOp::sub && same(second, lir.dest) && !same(first, lir.dest)) {
    move_into(x86::rax, first, size);
    a_.emit(id, sized(x86::rax, size), general(place(second).index, size));
    a_.mov(to, sized(x86::rax, size));
    return;
  }
  if (lir.op == LirOp::add && is_general(first) && is_general(second) && !same(first, lir.dest)) {
    a_.lea(to, x86::Mem(general(place(first).index, 64), general(place(second).index, 64), 0, 0, 0));
    finish(lir, to);
    return;
  }
  move_into(to, first, size);
  a_.emit(id, to, operand(second, size, x86::rcx));
  finish(lir, to);
}

void Writer::and_not(const Lir& lir) {
  const uint32_t size = lir.bits;
  const Gp to = destination(lir, size);
  if (options_.tier == Tier::plain) {
    move_into(x86::rcx, lir.a, size);
    a_.not_(sized(x86::rcx, size));
    a_.emit(x86::Inst::kIdAnd, sized(x86::rcx, size), operand(lir.b, size, x86::rax));
    a_.mov(to, sized(x86::rcx, size));
  } else {
    const Gp inverted = in_register(lir.a, size, x86::rcx);
    a_.emit(x86::Inst::kIdAndn, to, inverted, operand(lir.b, size, x86::rax));
  }
  finish(lir, to);
}

void Writer::shift(const Lir& lir) {
  const uint32_t size = lir.bits;
  const Gp to = destination(lir, size);
  const bool has_bmi = options_.tier != Tier::plain;
  if (lir.b == kNoReg) {
    const asmjit::Imm amount = asmjit::imm(lir.imm);
    if (lir.op == LirOp::ror && has_bmi && !same(lir.a, lir.dest)) {
      a_.emit(x86::Inst::kIdRorx, to, operand(lir.a, size, x86::rcx), amount);
      finish(lir, to);
      return;
    }
    move_into(to, lir.a, size);
    switch (lir.op) {
      case LirOp::shl:
        a_.shl(to, amount);
        break;
      case LirOp::shr:
        a_.shr(to, amount);
        break;
      case LirOp::sar:
        a_.sar(to, amount);
        break;
      default:
        a_.ror(to, amount);
        break;
    }
    finish(lir, to);
    return;
  }
  if (has_bmi) {
    const Gp amount = in_register(lir.b, size, x86::rcx);
    const Operand from = operand(lir.a, size, x86::rax);
    const x86::Inst::Id id = lir.op == LirOp::shl   ? x86::Inst::kIdShlx
                             : lir.op == LirOp::shr ? x86::Inst::kIdShrx
                                                    : x86::Inst::kIdSarx;
    a_.emit(id, to, from, amount);
    finish(lir, to);
    return;
  }
  move_into(x86::rcx, lir.b, size);
  move_into(x86::rax, lir.a, size);
  const Gp value = sized(x86::rax, size);
  if (lir.op == LirOp::shl) {
    a_.shl(value, x86::cl);
  } else if (lir.op == LirOp::shr) {
    a_.shr(value, x86::cl);
  } else {
    a_.sar(value, x86::cl);
  }
  if (is_general(lir.dest)) a_.mov(to, value);
  finish(lir, to);
}

// Division by 0 gives all ones and leaves the dividend; so does the processor's overflow give the negated dividend.
void Writer::divide(const Lir& lir) {
  const uint32_t size = lir.bits;
  const bool is_signed = lir.op == LirOp::div_s || lir.op == LirOp::rem_s;
  const bool wants_quotient = lir.op == LirOp::div_u || lir.op == LirOp::div_s;
  const Gp dividend = sized(x86::rax, size);
  const Gp divisor = sized(x86::rcx, size);
  const Gp rest = sized(x86::rdx, size);
  const asmjit::Label special = a_.newLabel();
  const asmjit::Label zero = a_.newLabel();
  const asmjit::Label end = a_.newLabel();
  move_into(x86::rcx, lir.b, size);
  move_into(x86::rax, lir.a, size);
  a_.test(divisor, divisor);
  a_.jz(zero);
  if (is_signed) {
    a_.cmp(divisor, -1);
    a_.je(special);
    if (size == 32) {
      a_.cdq();
    } else {
      a_.cqo();
    }
    a_.idiv(divisor);
  } else {
    a_.xor_(x86::edx, x86::edx);
    a_.div(divisor);
  }
  if (!wants_quotient) a_.mov(dividend, rest);
  a_.jmp(end);
  if (is_signed) {
    a_.bind(special);
    if (wants_quotient) {
      a_.neg(dividend);
    } else {
      a_.xor_(x86::eax, x86::eax);
    }
    a_.jmp(end);
  }
  a_.bind(zero);
  if (wants_quotient) a_.mov(dividend, -1);
  a_.bind(end);
  if (is_general(lir.dest)) a_.mov(general(place(lir.dest).index, size), dividend);
  finish(lir, x86::rax);
}

// Sets the flags; rax and rcx are used for operands in memory.
void Writer::compare(const Lir& lir) {
  const uint32_t size = lir.bits;
  const bool tests = lir.cond == Cond::any_bit || lir.cond == Cond::no_bit;
  const bool one_bit = lir.cond == Cond::bit_set || lir.cond == Cond::bit_clear;
  if (one_bit) {
    a_.bt(in_register(lir.a, size, x86::rcx), asmjit::imm(lir.imm));
    return;
  }
  const x86::Inst::Id id = tests ? x86::Inst::kIdTest : x86::Inst::kIdCmp;
  if (lir.b == kNoReg) {
    const bool is_zero_test = lir.imm == 0 && (lir.cond == Cond::eq || lir.cond == Cond::ne);
    if (is_zero_test && is_general(lir.a)) {
      const Gp value = general(place(lir.a).index, size);
      a_.test(value, value);
      return;
    }
    if (tests && lir.imm > 0 && lir.imm < 0x80 && is_general(lir.a)) {
      a_.test(general(place(lir.a).index, 64).r8(), asmjit::imm(lir.imm));
      return;
    }
    a_.emit(id, operand(lir.a, size, x86::rcx), immediate(lir.imm, size));
    return;
  }
  if (tests) {  // one operand may be in memory, which comes first
    const bool swap = is_general(lir.a);
    const Gp value = in_register(swap ? lir.a : lir.b, size, x86::rcx);
    a_.emit(id, operand(swap ? lir.b : lir.a, size, x86::rax), value);
    return;
  }
  const Gp value = in_register(lir.a, size, x86::rcx);
  a_.emit(id, value, operand(lir.b, size, x86::rax));
}

void Writer::set(const Lir& lir) {
  const Gp to = destination(lir, 32);
  const bool aliased = !is_general(lir.dest) || same(lir.a, lir.dest) || (lir.b != kNoReg && same(lir.b, lir.dest));
  if (!aliased) a_.xor_(to, to);
  compare(lir);
  a_.set(condition_code(lir.cond), to.r8());
  if (aliased) a_.movzx(to, to.r8());
  finish(lir, to);
}

void Writer::mux(const Lir& lir) {
  const uint32_t size = lir.bytes * 8U;
  const Gp to = destination(lir, size);
  compare(lir);
  // Only moves from here on: they keep the flags.
  if (same(lir.c, lir.dest)) {
    const Operand from = operand(lir.d, size, x86::rcx);
    a_.emit(x86::Inst::cmovccFromCond(condition_code(inverse(lir.cond))), to, from);
  } else {
    move_into(to, lir.d, size);
    const Operand from = operand(lir.c, size, x86::rcx);
    a_.emit(x86::Inst::cmovccFromCond(condition_code(lir.cond)), to, from);
  }
  finish(lir, to);
}

// ----------------------------------------------------------------------------------------------------------- calls

void Writer::save_live(bool restore) {
  const Allocation::Live& live = allocation_.live_at_calls[call_number_];
  const auto move = [&](const Gp& reg, uint32_t slot) {
    const Mem at = frame(save_offset_ + slot * 8, 8);
    if (restore) {
      a_.mov(reg, at);
    } else {
      a_.mov(at, reg);
    }
  };
  move(x86::rdi, kCallerSaved);
  for (uint32_t i = 0; i < kCallerSaved; ++i) {
    if ((live.general >> i & 1) != 0) move(general(i, 64), i);
  }
  const uint32_t lanes = options_.tier == Tier::avx512 ? 16 : 8;
  for (uint32_t i = 0; i < 32; ++i) {
    if ((live.vectors >> i & 1) == 0) continue;
    const Mem at = frame(save_offset_ + (kCallerSaved + 1) * 8 + i * 64, lanes * 4);
    if (restore) {
      vector_move(vector(i, lanes), at);
    } else if (lanes == 16) {
      a_.vmovdqu32(at, vector(i, lanes));
    } else {
      a_.vmovdqu(at, vector(i, lanes));
    }
  }
}

void Writer::call_function(uint64_t target) {
  if (uses_vectors_) a_.vzeroupper();
  a_.mov(x86::rax, asmjit::imm(target));
  a_.call(x86::rax);
}

void Writer::call(const Lir& lir) {
  const asmjit::Label skip = a_.newLabel();
  if (lir.op == LirOp::cover) {
    a_.add(buffer(lir.imm, 8), 1);
    a_.cmp(buffer(lir.imm, 8), 1);
    a_.jne(skip);
  }
  save_live(false);
  if (lir.op == LirOp::call) {
    a_.mov(x86::rsi, asmjit::imm(reinterpret_cast<uint64_t>(&calls_[lir.aux])));
    call_function(reinterpret_cast<uint64_t>(&call_helper));
  } else {
    a_.mov(x86::rdi, asmjit::imm(reinterpret_cast<uint64_t>(options_.context)));
    a_.mov(x86::rsi, asmjit::imm(reinterpret_cast<uint64_t>(&arguments_[lir.aux])));
    call_function(reinterpret_cast<uint64_t>(options_.report));
  }
  save_live(true);
  ++call_number_;
  a_.bind(skip);
}

}  // namespace burin::sim::native
