// SPDX-License-Identifier: Apache-2.0
//! @file alu.h
//! @brief What RV32I computes: arithmetic and logic, conditions of branches, and the bytes of loads and stores.
#pragma once

#include "designs/examples/rv32i/instruction.h"

namespace burin::rv32i {

/// The result of a register or immediate operation. `alternate` turns add into sub and srl into sra.
inline Word alu(const UInt<3>& funct3, const Bool& alternate, const Word& a, const Word& b) {
  const UInt<5> amount = trunc<5>(b);
  return Vec<Word, 8>{
      mux(alternate, a - b, a + b),                                    // add, sub
      a << amount,                                                     // sll
      zext<32>((a.as_sint() < b.as_sint()).as_uint()),                 // slt
      zext<32>((a < b).as_uint()),                                     // sltu
      a ^ b,                                                           // xor
      mux(alternate, (a.as_sint() >> amount).as_uint(), a >> amount),  // srl, sra
      a | b,                                                           // or
      a & b,                                                           // and
  }[funct3];
}

/// Whether a branch is taken: beq, bne, -, -, blt, bge, bltu, bgeu. An odd `funct3` is the opposite of the one before.
inline Bool branch_taken(const UInt<3>& funct3, const Word& a, const Word& b) {
  const Bool less = mux(funct3.bit(1), a < b, a.as_sint() < b.as_sint());
  return mux(funct3.bit(2), less, a == b) ^ funct3.bit(0);
}

/// What a load gives: lb, lh, lw, -, lbu, lhu. `offset` is where in `word` the loaded bytes begin.
inline Word loaded_value(const UInt<3>& funct3, const UInt<2>& offset, const Word& word) {
  const Word shifted = word >> cat(offset, UInt<3>(0));
  const UInt<8> byte = shifted.bits<7, 0>();
  const UInt<16> half = shifted.bits<15, 0>();
  return Vec<Word, 6>{sign_extended(byte), sign_extended(half), word, 0, zext<32>(byte), zext<32>(half)}[funct3];
}

/// The bytes of a word that a store writes, one bit each: sb, sh, sw.
inline UInt<4> stored_bytes(const UInt<3>& funct3, const UInt<2>& offset) {
  return Vec<UInt<4>, 3>{0b0001, 0b0011, 0b1111}[funct3] << offset;
}

/// Whether an access of the size of a load or store is not aligned to it.
inline Bool is_misaligned(const UInt<3>& funct3, const UInt<2>& offset) {
  return Vec<Bool, 3>{false, offset.bit(0), offset != 0}[funct3.bits<1, 0>()];
}

}  // namespace burin::rv32i
