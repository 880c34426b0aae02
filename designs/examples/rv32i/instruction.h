// SPDX-License-Identifier: Apache-2.0
//! @file instruction.h
//! @brief The instruction formats of RV32I: names for the parts of an instruction word.
#pragma once

#include "burin/burin.h"

namespace burin::rv32i {

using Word = UInt<32>;

/// Bits 6 to 2 of an instruction; bits 1 and 0 are ones in every instruction of 32 bits.
enum class Opcode {
  load = 0b00000,
  fence = 0b00011,
  op_immediate = 0b00100,
  auipc = 0b00101,
  store = 0b01000,
  op = 0b01100,
  lui = 0b01101,
  branch = 0b11000,
  jalr = 0b11001,
  jal = 0b11011,
  system = 0b11100,
};

/// `x` with copies of its top bit above it.
inline Word sign_extended(const UInt<>& x) { return sext<32>(x.as_sint()).as_uint(); }

/// An instruction word. The RISC-V manual, volume I, chapter 2.2 and 2.3, has the picture.
struct Instruction {
  Word word;

  Enum<Opcode> opcode() const { return unpack<Enum<Opcode>>(word.bits<6, 2>()); }
  UInt<5> rd() const { return word.bits<11, 7>(); }
  UInt<3> funct3() const { return word.bits<14, 12>(); }
  UInt<5> rs1() const { return word.bits<19, 15>(); }
  UInt<5> rs2() const { return word.bits<24, 20>(); }
  UInt<7> funct7() const { return word.bits<31, 25>(); }

  Word immediate_i() const { return sign_extended(word.bits(31, 20)); }
  Word immediate_s() const { return sign_extended(cat(word.bits(31, 25), word.bits(11, 7))); }
  Word immediate_b() const {
    return sign_extended(cat(word.bit(31), word.bit(7), word.bits(30, 25), word.bits(11, 8), UInt<1>(0)));
  }
  Word immediate_u() const { return cat(word.bits(31, 12), UInt<12>(0)); }
  Word immediate_j() const {
    return sign_extended(cat(word.bit(31), word.bits(19, 12), word.bit(20), word.bits(30, 21), UInt<1>(0)));
  }

  /// Whether RV32I has such an instruction.
  Bool is_legal() const {
    const UInt<3> f3 = funct3();
    const Bool is_shift = (f3 == 0b001) | (f3 == 0b101);
    const Bool plain = funct7() == 0;
    const Bool alternate = funct7() == 0b0100000;  // sub and sra
    Wire<Bool> legal{Name{"legal"}};
    SWITCH (opcode()) {
      CASE (Opcode::lui, Opcode::auipc, Opcode::jal) { legal = true; }
      CASE (Opcode::jalr, Opcode::fence) { legal = f3 == 0; }
      CASE (Opcode::branch) { legal = (f3 != 0b010) & (f3 != 0b011); }
      CASE (Opcode::load) { legal = (f3 != 0b011) & (f3 < 0b110); }
      CASE (Opcode::store) { legal = f3 < 0b011; }
      CASE (Opcode::op_immediate) { legal = ~is_shift | plain | (alternate & (f3 == 0b101)); }
      CASE (Opcode::op) { legal = plain | (alternate & ((f3 == 0b000) | (f3 == 0b101))); }
      CASE (Opcode::system) { legal = (word == 0x00000073) | (word == 0x00100073); }  // ecall, ebreak
      DEFAULT { legal = false; }
    }
    return legal & (word.bits<1, 0>() == 0b11);
  }
};

}  // namespace burin::rv32i
