// SPDX-License-Identifier: Apache-2.0
//! @file rv32i_suite.h
//! @brief Tests of the RV32I computer for any engine: programs against C++, single instructions and random programs
//! against an instruction-set simulator.
#pragma once

#include <doctest/doctest.h>

#include <functional>

#include "designs/examples/rv32i/benchmark.h"
#include "rv32i_reference.h"
#include "support.h"

namespace burin::test {

using rv32i::Assembler;
using rv32i::Computer;
using rv32i::Label;
using rv32i::Register;

inline std::vector<Bits> image_of(const std::vector<uint32_t>& words) {
  std::vector<Bits> image;
  image.reserve(words.size());
  for (const uint32_t word : words) image.emplace_back(32, word);
  return image;
}

/// Runs a program to its end on an engine and on the simulator and compares cycles, registers, memory and answer.
/// Returns the number of instructions.
inline uint64_t agrees_with_reference(sim::EngineKind kind, const std::vector<uint32_t>& words, uint64_t limit) {
  Rv32iReference reference(words);
  uint64_t instructions = 0;
  while (!reference.halted && instructions < limit) {
    reference.step();
    ++instructions;
  }
  REQUIRE(reference.halted);

  sim::Bench<Computer> bench({.program = image_of(words)}, kind, {.internals = true});
  bench.reset();
  bench.step(instructions);  // one to fetch the first
  REQUIRE(bench.get_u64(bench->halted) == 0);
  bench.step();
  REQUIRE(bench.get_u64(bench->halted) == 1);
  CHECK(bench.get_u64(bench->fault) == (reference.fault ? 1 : 0));
  CHECK(bench.get_u64(bench->result) == reference.result);
  bench.step(3);  // it stays where it is, and the last result reaches its register
  CHECK(bench.get_u64(bench->halted) == 1);
  CHECK(bench.get_u64(bench->core->pc) == reference.pc);
  for (uint32_t r = 1; r < 32; ++r) {
    CAPTURE(r);
    CHECK(bench.engine().peek_memory("core.registers.words", r).to_uint64() == reference.x[r]);
  }
  for (uint32_t i = 0; i < rv32i::kDataBytes; i += 4) {
    uint32_t word = 0;
    for (uint32_t k = 0; k < 4; ++k) word |= uint32_t{reference.memory[i + k]} << 8 * k;
    if (bench.engine().peek_memory("data", i / 4) != Bits(32, word)) FAIL_CHECK("memory differs at ", i);
  }
  return instructions;
}

/// A random program: constants in all registers, then `length` blocks, each a random instruction or a short pattern
/// that keeps addresses in range, with forward branches between them and a loop now and then.
inline std::vector<uint32_t> random_program(std::mt19937_64& random, int length) {
  Assembler a;
  const auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  const auto reg = [&] { return Register{below(32)}; };
  const auto value = [&]() -> uint32_t {  // corners as often as anything else
    static constexpr std::array<uint32_t, 6> kCorners{0, 1, 0xffff'ffff, 0x8000'0000, 0x7fff'ffff, 31};
    return below(2) == 0 ? kCorners[below(6)] : static_cast<uint32_t>(random());
  };
  const auto imm = [&] { return static_cast<int32_t>(below(4096)) - 2048; };
  for (uint32_t r = 1; r < 32; ++r) a.li(Register{r}, value());
  std::vector<std::pair<Label, int>> pending;  // labels of branches, with the block before which they stand
  for (int block = 0; block < length; ++block) {
    for (auto& [label, at] : pending) {
      if (at == block) a.bind(label);
    }
    const auto ahead = [&] {
      const Label label = a.label();
      pending.emplace_back(label, block + 1 + static_cast<int>(below(8)));
      return label;
    };
    switch (below(12)) {
      case 0:
      case 1:
      case 2: {  // register and register
        using Op = void (Assembler::*)(Register, Register, Register);
        static constexpr std::array<Op, 10> kOps{&Assembler::add,  &Assembler::sub,  &Assembler::sll, &Assembler::slt,
                                                 &Assembler::sltu, &Assembler::xor_, &Assembler::srl, &Assembler::sra,
                                                 &Assembler::or_,  &Assembler::and_};
        const Register rd = reg(), rs1 = reg(), rs2 = reg();
        (a.*kOps[below(kOps.size())])(rd, rs1, rs2);
        break;
      }
      case 3:
      case 4: {  // register and immediate
        using Op = void (Assembler::*)(Register, Register, int32_t);
        static constexpr std::array<Op, 6> kOps{&Assembler::addi, &Assembler::slti, &Assembler::sltiu,
                                                &Assembler::xori, &Assembler::ori,  &Assembler::andi};
        static constexpr std::array<Op, 3> kShifts{&Assembler::slli, &Assembler::srli, &Assembler::srai};
        const Register rd = reg(), rs1 = reg();
        if (below(3) == 0) {
          (a.*kShifts[below(3)])(rd, rs1, static_cast<int32_t>(below(32)));
        } else {
          (a.*kOps[below(6)])(rd, rs1, imm());
        }
        break;
      }
      case 5:
        below(2) == 0 ? a.lui(reg(), below(1 << 20)) : a.auipc(reg(), below(1 << 20));
        break;
      case 6:
      case 7: {  // a load; its base is often the register just written
        const Register base{1 + below(31)};
        const auto size = below(3);
        const auto offset = static_cast<int32_t>(below(64) << size);
        if (below(2) == 0)
          a.li(base, below(1024) * 4);
        else
          a.andi(base, base, 0x3fc);
        const Register rd = reg();
        if (size == 0) below(2) == 0 ? a.lb(rd, offset, base) : a.lbu(rd, offset, base);
        if (size == 1) below(2) == 0 ? a.lh(rd, offset, base) : a.lhu(rd, offset, base);
        if (size == 2) a.lw(rd, offset, base);
        a.add(reg(), rd, reg());  // uses what is loaded at once
        break;
      }
      case 8: {  // a store, and often a load of the same word behind it
        const Register base{1 + below(31)};
        const auto size = below(3);
        const auto offset = static_cast<int32_t>(below(64) << size);
        a.andi(base, base, 0x3fc);
        if (size == 0) a.sb(reg(), offset, base);
        if (size == 1) a.sh(reg(), offset, base);
        if (size == 2) a.sw(reg(), offset, base);
        if (below(2) == 0) a.lw(reg(), offset & ~3, base);
        break;
      }
      case 9: {  // a branch ahead
        using Branch = void (Assembler::*)(Register, Register, Label);
        static constexpr std::array<Branch, 6> kBranches{&Assembler::beq, &Assembler::bne,  &Assembler::blt,
                                                         &Assembler::bge, &Assembler::bltu, &Assembler::bgeu};
        const Register rs1 = reg(), rs2 = below(4) == 0 ? rs1 : reg();
        (a.*kBranches[below(6)])(rs1, rs2, ahead());
        break;
      }
      case 10: {  // a jump ahead, direct or by a register
        if (below(2) == 0) {
          a.jal(reg(), ahead());
        } else {
          const Register base{1 + below(31)};
          a.auipc(base, 0);
          a.jalr(reg(), 8 + static_cast<int32_t>(below(2)), base);  // to the next instruction; bit 0 is dropped
        }
        break;
      }
      default: {  // a loop of a few turns
        const Register counter{1 + below(31)};
        a.li(counter, 2 + below(4));
        const Label loop = a.here();
        const Register rd{1 + below(31)};
        if (rd.number != counter.number) a.add(rd, rd, counter);
        a.fence();
        a.addi(counter, counter, -1);
        a.bne(counter, rv32i::zero, loop);
        break;
      }
    }
  }
  for (auto& [label, at] : pending) {
    if (at >= length) a.bind(label);
  }
  rv32i::parts::answer(a, Register{1 + below(29)});
  below(2) == 0 ? a.ecall() : a.ebreak();
  return a.words();
}

}  // namespace burin::test
