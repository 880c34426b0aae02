// SPDX-License-Identifier: Apache-2.0
//! @file assembler_vectors.cpp
//! @brief Vector instructions: AVX2 on 8 lanes, AVX-512 on 16.
//!
//! The last two of the registers that every tier has, 14 and 15, are scratch.
#include "assembler.h"
#include "burin/base/diagnostics.h"

namespace burin::sim::native {

namespace x86 = asmjit::x86;

namespace {

constexpr uint32_t kScratch = 14;

// Registers given away: 0 to 13, then, with AVX-512, 16 to 31.
uint32_t register_id(uint32_t index) { return index < kScratch ? index : index + 2; }

}  // namespace

x86::Vec Writer::vector(uint32_t index, uint32_t lanes) const {
  const uint32_t id = register_id(index);
  if (lanes == 16) return x86::Vec(x86::zmm(id));
  return x86::Vec(x86::ymm(id));
}

void Writer::vector_move(const Vec& to, const Operand& from) {
  if (from.isReg() && from.as<Vec>().id() == to.id()) return;
  if (to.isZmm() || to.id() >= 16 || (from.isReg() && from.as<Vec>().id() >= 16)) {
    a_.emit(x86::Inst::kIdVmovdqu32, to, from);
  } else {
    a_.emit(x86::Inst::kIdVmovdqu, to, from);
  }
}

x86::Mem Writer::vector_memory(const Place& at, uint32_t lanes) {
  switch (at.kind) {
    case Place::Kind::stack:
      return frame(at.offset, lanes * 4);
    case Place::Kind::home:
      return buffer(at.offset, lanes * 4);
    case Place::Kind::table: {
      Mem mem = x86::ptr(tables_[static_cast<size_t>(at.offset)]);
      mem.setSize(lanes * 4);
      return mem;
    }
    default:
      throw InternalError("the native engine lost a vector");
  }
}

x86::Vec Writer::vector_register(Reg reg, uint32_t lanes, const Vec& scratch) {
  const Place& at = place(reg);
  if (at.kind == Place::Kind::vector) return vector(at.index, lanes);
  vector_move(scratch, vector_memory(at, lanes));
  return scratch;
}

asmjit::Operand Writer::vector_operand(Reg reg, uint32_t lanes) {
  const Place& at = place(reg);
  if (at.kind == Place::Kind::vector) return vector(at.index, lanes);
  return vector_memory(at, lanes);
}

void Writer::write_vector(const Lir& lir) {
  const uint32_t lanes = lir.bytes;
  const bool wide = lanes == 16;
  const Vec first_scratch = wide ? Vec(x86::zmm(kScratch)) : Vec(x86::ymm(kScratch));
  const Vec second_scratch = wide ? Vec(x86::zmm(kScratch + 1)) : Vec(x86::ymm(kScratch + 1));
  if (lir.op == LirOp::vector_store) {
    const Vec from = vector_register(lir.a, lanes, first_scratch);
    const Mem to = buffer(lir.imm, lanes * 4);
    if (wide || from.id() >= 16) {
      a_.vmovdqu32(to, from);
    } else {
      a_.vmovdqu(to, from);
    }
    return;
  }
  const Place& at = place(lir.dest);
  if (at.kind == Place::Kind::home || at.kind == Place::Kind::table) return;
  const Vec to = at.kind == Place::Kind::vector ? vector(at.index, lanes) : first_scratch;
  const auto three = [&](x86::Inst::Id narrow, x86::Inst::Id with_masks) {
    Reg a = lir.a;
    Reg b = lir.b;
    const bool commutes = lir.op != LirOp::vector_sub && lir.op != LirOp::vector_and_not;
    if (commutes && place(a).kind != Place::Kind::vector) std::swap(a, b);
    const Vec left = vector_register(a, lanes, second_scratch);
    const Operand right = vector_operand(b, lanes);
    const bool high = wide || to.id() >= 16 || left.id() >= 16 || (right.isReg() && right.as<Vec>().id() >= 16);
    a_.emit(high ? with_masks : narrow, to, left, right);
  };
  switch (lir.op) {
    case LirOp::vector_load:
      vector_move(to, buffer(lir.imm, lanes * 4));
      break;
    case LirOp::vector_constant: {
      Mem from = x86::ptr(tables_[lir.aux]);
      from.setSize(lanes * 4);
      vector_move(to, from);
      break;
    }
    case LirOp::vector_broadcast: {
      const Place& from = place(lir.a);
      if (from.kind == Place::Kind::home || from.kind == Place::Kind::stack) {
        a_.emit(x86::Inst::kIdVpbroadcastd, to,
                from.kind == Place::Kind::home ? buffer(from.offset, 4) : frame(from.offset, 4));
      } else {
        const Gp value = in_register(lir.a, 32, x86::rax);
        a_.vmovd(x86::xmm(kScratch + 1), value.r32());
        a_.emit(x86::Inst::kIdVpbroadcastd, to, x86::xmm(kScratch + 1));
      }
      break;
    }
    case LirOp::vector_move:
      vector_move(to, vector_operand(lir.a, lanes));
      break;
    case LirOp::vector_and:
      three(x86::Inst::kIdVpand, x86::Inst::kIdVpandd);
      break;
    case LirOp::vector_or:
      three(x86::Inst::kIdVpor, x86::Inst::kIdVpord);
      break;
    case LirOp::vector_xor:
      three(x86::Inst::kIdVpxor, x86::Inst::kIdVpxord);
      break;
    case LirOp::vector_and_not:
      three(x86::Inst::kIdVpandn, x86::Inst::kIdVpandnd);
      break;
    case LirOp::vector_add:
      three(x86::Inst::kIdVpaddd, x86::Inst::kIdVpaddd);
      break;
    case LirOp::vector_sub:
      three(x86::Inst::kIdVpsubd, x86::Inst::kIdVpsubd);
      break;
    case LirOp::vector_shl:
    case LirOp::vector_shr:
    case LirOp::vector_sar: {
      const Vec from = vector_register(lir.a, lanes, second_scratch);
      const x86::Inst::Id id = lir.op == LirOp::vector_shl   ? x86::Inst::kIdVpslld
                               : lir.op == LirOp::vector_shr ? x86::Inst::kIdVpsrld
                                                             : x86::Inst::kIdVpsrad;
      a_.emit(id, to, from, asmjit::imm(lir.imm));
      break;
    }
    case LirOp::vector_ror: {
      if (options_.tier == Tier::avx512) {
        a_.emit(x86::Inst::kIdVprord, to, vector_operand(lir.a, lanes), asmjit::imm(lir.imm));
        break;
      }
      const Vec from = vector_register(lir.a, lanes, first_scratch);
      a_.vpsrld(second_scratch, from, asmjit::imm(lir.imm));
      a_.vpslld(to, from, asmjit::imm(32 - lir.imm));
      a_.vpor(to, to, second_scratch);
      break;
    }
    default:
      throw InternalError("the native engine met a vector operation that it cannot write");
  }
  if (at.kind == Place::Kind::stack) {
    if (wide) {
      a_.vmovdqu32(frame(at.offset, 64), to);
    } else {
      a_.vmovdqu(frame(at.offset, 32), to);
    }
  }
}

}  // namespace burin::sim::native
