// SPDX-License-Identifier: Apache-2.0
//! @file assembler.h
//! @brief Programs for RV32I written in C++: a function for each instruction, and labels.
//!
//! ```
//! Assembler a;
//! a.li(t0, 10);
//! const Label loop = a.here();
//! a.addi(t0, t0, -1);
//! a.bne(t0, zero, loop);
//! a.ebreak();
//! ```
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "burin/base/bits.h"
#include "burin/base/diagnostics.h"

namespace burin::rv32i {

/// A register by its number.
struct Register {
  uint32_t number = 0;
};

// The names of RISC-V's calling convention.
inline constexpr Register zero{0}, ra{1}, sp{2}, gp{3}, tp{4}, t0{5}, t1{6}, t2{7}, s0{8}, s1{9};
inline constexpr Register a0{10}, a1{11}, a2{12}, a3{13}, a4{14}, a5{15}, a6{16}, a7{17};
inline constexpr Register s2{18}, s3{19}, s4{20}, s5{21}, s6{22}, s7{23}, s8{24}, s9{25}, s10{26}, s11{27};
inline constexpr Register t3{28}, t4{29}, t5{30}, t6{31};

/// A place in a program, also one that is still to come.
struct Label {
  size_t index = 0;
};

/// Collects the instructions of a program. Every function throws `UserError` for a value that its field cannot hold.
class Assembler {
 public:
  // --- register and register
  void add(Register rd, Register rs1, Register rs2) { op(0x00, rs2, rs1, 0, rd); }
  void sub(Register rd, Register rs1, Register rs2) { op(0x20, rs2, rs1, 0, rd); }
  void sll(Register rd, Register rs1, Register rs2) { op(0x00, rs2, rs1, 1, rd); }
  void slt(Register rd, Register rs1, Register rs2) { op(0x00, rs2, rs1, 2, rd); }
  void sltu(Register rd, Register rs1, Register rs2) { op(0x00, rs2, rs1, 3, rd); }
  void xor_(Register rd, Register rs1, Register rs2) { op(0x00, rs2, rs1, 4, rd); }
  void srl(Register rd, Register rs1, Register rs2) { op(0x00, rs2, rs1, 5, rd); }
  void sra(Register rd, Register rs1, Register rs2) { op(0x20, rs2, rs1, 5, rd); }
  void or_(Register rd, Register rs1, Register rs2) { op(0x00, rs2, rs1, 6, rd); }
  void and_(Register rd, Register rs1, Register rs2) { op(0x00, rs2, rs1, 7, rd); }

  // --- register and immediate, -2048 to 2047
  void addi(Register rd, Register rs1, int32_t imm) { immediate(imm, rs1, 0, rd, 0x13); }
  void slti(Register rd, Register rs1, int32_t imm) { immediate(imm, rs1, 2, rd, 0x13); }
  void sltiu(Register rd, Register rs1, int32_t imm) { immediate(imm, rs1, 3, rd, 0x13); }
  void xori(Register rd, Register rs1, int32_t imm) { immediate(imm, rs1, 4, rd, 0x13); }
  void ori(Register rd, Register rs1, int32_t imm) { immediate(imm, rs1, 6, rd, 0x13); }
  void andi(Register rd, Register rs1, int32_t imm) { immediate(imm, rs1, 7, rd, 0x13); }
  void slli(Register rd, Register rs1, int32_t amount) { shift(0x00, amount, rs1, 1, rd); }
  void srli(Register rd, Register rs1, int32_t amount) { shift(0x00, amount, rs1, 5, rd); }
  void srai(Register rd, Register rs1, int32_t amount) { shift(0x20, amount, rs1, 5, rd); }

  // --- upper immediates: bits 31 to 12 of the value
  void lui(Register rd, uint32_t upper) { emit(field(upper, 20) << 12 | rd.number << 7 | 0x37); }
  void auipc(Register rd, uint32_t upper) { emit(field(upper, 20) << 12 | rd.number << 7 | 0x17); }

  // --- memory
  void lb(Register rd, int32_t offset, Register base) { immediate(offset, base, 0, rd, 0x03); }
  void lh(Register rd, int32_t offset, Register base) { immediate(offset, base, 1, rd, 0x03); }
  void lw(Register rd, int32_t offset, Register base) { immediate(offset, base, 2, rd, 0x03); }
  void lbu(Register rd, int32_t offset, Register base) { immediate(offset, base, 4, rd, 0x03); }
  void lhu(Register rd, int32_t offset, Register base) { immediate(offset, base, 5, rd, 0x03); }
  void sb(Register value, int32_t offset, Register base) { store(offset, value, base, 0); }
  void sh(Register value, int32_t offset, Register base) { store(offset, value, base, 1); }
  void sw(Register value, int32_t offset, Register base) { store(offset, value, base, 2); }

  // --- branches and jumps
  void beq(Register rs1, Register rs2, Label to) { branch(0, rs1, rs2, to); }
  void bne(Register rs1, Register rs2, Label to) { branch(1, rs1, rs2, to); }
  void blt(Register rs1, Register rs2, Label to) { branch(4, rs1, rs2, to); }
  void bge(Register rs1, Register rs2, Label to) { branch(5, rs1, rs2, to); }
  void bltu(Register rs1, Register rs2, Label to) { branch(6, rs1, rs2, to); }
  void bgeu(Register rs1, Register rs2, Label to) { branch(7, rs1, rs2, to); }
  void jal(Register rd, Label to) {
    fixups_.push_back({words_.size(), to.index, true});
    emit(rd.number << 7 | 0x6f);
  }
  void jalr(Register rd, int32_t offset, Register base) { immediate(offset, base, 0, rd, 0x67); }

  // --- the rest
  void fence() { emit(0x0ff0'000f); }
  void ecall() { emit(0x0000'0073); }
  void ebreak() { emit(0x0010'0073); }

  // --- what assemblers offer besides
  void nop() { addi(zero, zero, 0); }
  void mv(Register rd, Register rs) { addi(rd, rs, 0); }
  void j(Label to) { jal(zero, to); }
  void call(Label to) { jal(ra, to); }
  void ret() { jalr(zero, 0, ra); }
  /// Any constant, in one instruction or two.
  void li(Register rd, uint32_t value) {
    const uint32_t low = value & 0xfff;
    const uint32_t upper = (value + 0x800) >> 12 & 0xf'ffff;  // addi takes `low` as a signed number
    if (upper != 0) lui(rd, upper);
    if (low != 0 || upper == 0)
      addi(rd, upper != 0 ? rd : zero, low < 0x800 ? static_cast<int32_t>(low) : static_cast<int32_t>(low) - 0x1000);
  }
  /// A word as it is.
  void emit(uint32_t word) { words_.push_back(word); }

  // --- labels
  /// A label for a place to come, which `bind` states.
  [[nodiscard]] Label label() {
    labels_.push_back(kUnbound);
    return {labels_.size() - 1};
  }
  /// `label` is the next instruction.
  void bind(Label label) { labels_[label.index] = words_.size(); }
  /// A label of the next instruction.
  [[nodiscard]] Label here() {
    const Label label = this->label();
    bind(label);
    return label;
  }

  /// The program, with the distances of branches filled in.
  /// @throws UserError when a label has no place or is too far away.
  [[nodiscard]] std::vector<uint32_t> words() const {
    std::vector<uint32_t> words = words_;
    for (const Fixup& fixup : fixups_) {
      if (labels_[fixup.label] == kUnbound) throw UserError("a label of an RV32I program is not bound to a place");
      const int64_t distance = (static_cast<int64_t>(labels_[fixup.label]) - static_cast<int64_t>(fixup.place)) * 4;
      words[fixup.place] |= fixup.is_jump ? jump_offset(distance) : branch_offset(distance);
    }
    return words;
  }
  /// The same as the contents of a memory.
  [[nodiscard]] std::vector<Bits> image() const {
    std::vector<Bits> image;
    for (const uint32_t word : words()) image.emplace_back(32, word);
    return image;
  }

 private:
  static constexpr size_t kUnbound = SIZE_MAX;
  struct Fixup {
    size_t place;
    size_t label;
    bool is_jump;
  };

  static void check(int64_t value, int64_t low, int64_t high) {
    if (value < low || value > high) {
      throw UserError("an RV32I instruction cannot hold " + std::to_string(value) + ", only " + std::to_string(low) +
                      " to " + std::to_string(high));
    }
  }
  static uint32_t field(int64_t value, int width) {
    check(value, 0, (int64_t{1} << width) - 1);
    return static_cast<uint32_t>(value);
  }
  static uint32_t signed_field(int64_t value, int width) {
    check(value, -(int64_t{1} << (width - 1)), (int64_t{1} << (width - 1)) - 1);
    return static_cast<uint32_t>(value) & ((uint32_t{1} << width) - 1);
  }
  static uint32_t branch_offset(int64_t distance) {
    const uint32_t bits = signed_field(distance, 13);
    return (bits >> 12 & 1) << 31 | (bits >> 5 & 0x3f) << 25 | (bits >> 1 & 0xf) << 8 | (bits >> 11 & 1) << 7;
  }
  static uint32_t jump_offset(int64_t distance) {
    const uint32_t bits = signed_field(distance, 21);
    return (bits >> 20 & 1) << 31 | (bits >> 1 & 0x3ff) << 21 | (bits >> 11 & 1) << 20 | (bits >> 12 & 0xff) << 12;
  }
  void op(uint32_t funct7, Register rs2, Register rs1, uint32_t funct3, Register rd) {
    emit(funct7 << 25 | rs2.number << 20 | rs1.number << 15 | funct3 << 12 | rd.number << 7 | 0x33);
  }
  void immediate(int32_t imm, Register rs1, uint32_t funct3, Register rd, uint32_t opcode) {
    emit(signed_field(imm, 12) << 20 | rs1.number << 15 | funct3 << 12 | rd.number << 7 | opcode);
  }
  void shift(uint32_t funct7, int32_t amount, Register rs1, uint32_t funct3, Register rd) {
    emit(funct7 << 25 | field(amount, 5) << 20 | rs1.number << 15 | funct3 << 12 | rd.number << 7 | 0x13);
  }
  void store(int32_t offset, Register value, Register base, uint32_t funct3) {
    const uint32_t bits = signed_field(offset, 12);
    emit((bits >> 5) << 25 | value.number << 20 | base.number << 15 | funct3 << 12 | (bits & 0x1f) << 7 | 0x23);
  }
  void branch(uint32_t funct3, Register rs1, Register rs2, Label to) {
    fixups_.push_back({words_.size(), to.index, false});
    emit(rs2.number << 20 | rs1.number << 15 | funct3 << 12 | 0x63);
  }

  std::vector<uint32_t> words_;
  std::vector<size_t> labels_;
  std::vector<Fixup> fixups_;
};

}  // namespace burin::rv32i
