// SPDX-License-Identifier: Apache-2.0
//! @file rv32i_test.cpp
//! @brief The RV32I computer: every instruction, random programs, and programs that do something, on the interpreter.
#include <doctest/doctest.h>

#include "dsl/verilog/tools.h"
#include "rv32i_suite.h"

namespace burin {
namespace {

using namespace rv32i;  // NOLINT(google-build-using-namespace): the names of the registers
using test::agrees_with_reference;

constexpr auto kEngine = sim::EngineKind::interpreter;
constexpr std::array<uint32_t, 7> kCorners{0, 1, 31, 0x1234'5678, 0x7fff'ffff, 0x8000'0000, 0xffff'ffff};

/// Calls `instruction` with every pair of corners in a0 and a1 and keeps what it leaves in a2 in memory.
template <typename Instruction>
void with_all_corners(Assembler& a, Instruction instruction) {
  a.li(t0, 0);
  for (const uint32_t x : kCorners) {
    for (const uint32_t y : kCorners) {
      a.li(a0, x);
      a.li(a1, y);
      instruction();
      a.sw(a2, 0, t0);
      a.addi(t0, t0, 4);
    }
  }
}

void check(Assembler& a) {
  a.ebreak();
  agrees_with_reference(kEngine, a.words(), 100'000);
}

TEST_CASE("rv32i: each operation of two registers on corners") {
  using Op = void (Assembler::*)(Register, Register, Register);
  for (const Op op : {&Assembler::add, &Assembler::sub, &Assembler::sll, &Assembler::slt, &Assembler::sltu,
                      &Assembler::xor_, &Assembler::srl, &Assembler::sra, &Assembler::or_, &Assembler::and_}) {
    Assembler a;
    with_all_corners(a, [&] { (a.*op)(a2, a0, a1); });
    check(a);
  }
}

TEST_CASE("rv32i: each operation with an immediate on corners") {
  using Op = void (Assembler::*)(Register, Register, int32_t);
  for (const Op op :
       {&Assembler::addi, &Assembler::slti, &Assembler::sltiu, &Assembler::xori, &Assembler::ori, &Assembler::andi}) {
    Assembler a;
    for (const int32_t immediate : {0, 1, -1, 2047, -2048}) with_all_corners(a, [&] { (a.*op)(a2, a0, immediate); });
    check(a);
  }
  for (const Op op : {&Assembler::slli, &Assembler::srli, &Assembler::srai}) {
    Assembler a;
    for (const int32_t amount : {0, 1, 17, 31}) with_all_corners(a, [&] { (a.*op)(a2, a0, amount); });
    check(a);
  }
  Assembler a;
  for (const uint32_t upper : {0U, 1U, 0x7'ffffU, 0x8'0000U, 0xf'ffffU}) {
    a.lui(a0, upper);
    a.sw(a0, 0, zero);
    a.auipc(a1, upper);
    a.sw(a1, 4, zero);
  }
  check(a);
}

TEST_CASE("rv32i: each branch on corners") {
  using Branch = void (Assembler::*)(Register, Register, Label);
  for (const Branch branch :
       {&Assembler::beq, &Assembler::bne, &Assembler::blt, &Assembler::bge, &Assembler::bltu, &Assembler::bgeu}) {
    Assembler a;
    with_all_corners(a, [&] {
      const Label taken = a.label();
      a.li(a2, 1);
      (a.*branch)(a0, a1, taken);
      a.li(a2, 2);
      a.bind(taken);
    });
    check(a);
  }
}

TEST_CASE("rv32i: jumps forward, back and by a register") {
  Assembler a;
  const Label back = a.label(), forward = a.label(), end = a.label();
  a.j(forward);
  a.bind(back);
  a.jalr(a1, 5, a0);  // bit 0 is dropped: to the instruction behind the jump
  a.li(a2, 1);        // never
  a.bind(forward);
  a.jal(a0, back);
  a.li(a3, 1);  // where the jalr would go without its offset
  a.jal(zero, end);
  a.li(a4, 1);
  a.bind(end);
  check(a);
}

TEST_CASE("rv32i: loads and stores of all sizes at all places") {
  for (const uint32_t pattern : {0x8091'a2f3U, 0x7f6e'5d4cU}) {
    Assembler a;
    a.li(s0, 256);
    a.li(a0, pattern);
    a.li(a1, ~pattern);
    for (int place = 0; place < 4; ++place) {
      a.sw(a0, 0, s0);
      a.sb(a1, place, s0);
      a.lb(a2, place, s0);
      a.lbu(a3, place, s0);
      a.lb(a4, place ^ 3, s0);
      if (place % 2 == 0) {
        a.lh(t1, place, s0);
        a.lhu(t2, place, s0);
        a.sh(a1, place, s0);
        a.lh(t3, place, s0);
        a.lhu(t4, place ^ 2, s0);
      }
      a.lw(a5, 0, s0);
      for (uint32_t r = 6; r < 31; ++r) a.sw(Register{r}, static_cast<int32_t>(512 + 128 * place + 4 * r), zero);
    }
    a.li(t0, 0x0000'4000);  // behind the end of the memory it begins again
    a.sw(a5, 4, t0);
    a.li(t0, 0x7fff'fffc);
    a.sb(a1, 1, t0);
    a.li(t0, 0x8000'0000);  // nothing but the whole of the result can be written
    a.sw(a5, 0x7c, t0);
    a.sb(a1, 0, t0);
    a.sh(a1, 2, t0);
    check(a);
  }
}

TEST_CASE("rv32i: register 0 stays 0, and a result can be used at once") {
  Assembler a;
  a.li(a0, 5);
  a.addi(zero, a0, 1);
  a.add(a1, zero, zero);
  a.sw(a0, 0, zero);
  a.lw(zero, 0, zero);
  a.add(a2, zero, a0);
  a.lw(a3, 0, zero);
  a.add(a4, a3, a3);
  a.sw(a4, 4, zero);
  a.lw(a4, 4, zero);
  a.sw(a4, 8, zero);
  check(a);
}

TEST_CASE("rv32i: what is not RV32I halts with a fault") {
  const auto faults = [](auto&& write, bool expected = true) {
    Assembler a;
    write(a);
    a.ebreak();
    sim::Bench<Computer> bench({.program = a.image()});
    bench.reset();
    bench.wait_for(bench->halted, 20);
    CHECK((bench.get_u64(bench->fault) == 1) == expected);
    agrees_with_reference(kEngine, a.words(), 20);
  };
  faults([](Assembler&) {}, false);
  faults([](Assembler& a) { a.ecall(); }, false);
  for (const uint32_t word : {0x0000'0000U, 0xffff'ffffU, 0x0000'0001U, 0x0200'0033U /* mul */,
                              0x0000'100fU /* fence.i */, 0x3020'0073U /* mret */, 0x0000'2063U, 0x0000'3003U,
                              0x0000'6003U, 0x0000'7003U, 0x0000'3023U, 0x0000'1067U, 0x4000'1013U, 0x4000'7033U}) {
    CAPTURE(word);
    faults([&](Assembler& a) { a.emit(word); });
  }
  for (const auto access : {&Assembler::lh, &Assembler::lw, &Assembler::lhu, &Assembler::sh, &Assembler::sw})
    faults([&](Assembler& a) { (a.*access)(a0, 1, zero); });
  faults([](Assembler& a) { a.lw(a0, 2, zero); });
  faults([](Assembler& a) { a.jalr(a0, 2, zero); });
  faults([](Assembler& a) { a.emit(0x0020'006f); });         // jal x0, +2
  faults([](Assembler& a) { a.emit(0x0000'0163); });         // beq x0, x0, +2
  faults([](Assembler& a) { a.emit(0x0000'1163); }, false);  // bne x0, x0, +2 is not taken
  faults([](Assembler& a) { a.jalr(a0, 400, zero); });       // there is no instruction
}

TEST_CASE("rv32i: random words as instructions") {
  const uint64_t seed = test::test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  std::mt19937_64 random(seed);
  static constexpr std::array<uint32_t, 11> kOpcodes{0x03, 0x0f, 0x13, 0x17, 0x23, 0x33, 0x37, 0x63, 0x67, 0x6f, 0x73};
  int legal = 0;
  for (int i = 0; i < 200; ++i) {
    const uint32_t word = (static_cast<uint32_t>(random()) & ~0x7fU) | kOpcodes[random() % kOpcodes.size()];
    CAPTURE(word);
    Assembler a;
    a.li(a0, static_cast<uint32_t>(random()));
    a.emit(word);
    a.ebreak();
    test::Rv32iReference reference(a.words());
    for (int k = 0; k < 20; ++k) reference.step();
    if (!reference.halted) continue;  // a jump to itself
    legal += reference.fault ? 0 : 1;
    agrees_with_reference(kEngine, a.words(), 20);
  }
  CHECK(legal > 0);
}

TEST_CASE("rv32i: random programs") {
  const uint64_t seed = test::test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  std::mt19937_64 random(seed);
  for (const sim::EngineKind kind : {kEngine, sim::kDefaultEngine}) {
    for (int i = 0; i < 50; ++i) {
      CAPTURE(i);
      CHECK(agrees_with_reference(kind, test::random_program(random, 150), 100'000) > 100);
    }
  }
}

TEST_CASE("rv32i: a million instructions of the benchmark's program") {
  sim::Bench<Benchmark> bench({.rounds = 4}, sim::kDefaultEngine);
  CHECK_NOTHROW(self_test(bench));
  CHECK(bench.cycles() > 1'000'000);
}

/// Runs a program; the instruction-set simulator and C++ have to give the same answer.
void check(const Program& program, uint64_t limit) {
  std::vector<uint32_t> words;
  words.reserve(program.image.size());
  for (const Bits& word : program.image) words.push_back(static_cast<uint32_t>(word.to_uint64()));
  agrees_with_reference(kEngine, words, limit);
  sim::Bench<Computer> bench({.program = program.image});
  bench.reset();
  bench.wait_for(bench->halted, limit);
  CHECK(bench.get_u64(bench->fault) == 0);
  bench.step();
  CHECK(bench.get_u64(bench->result) == program.answer);
}

TEST_CASE("rv32i: sieve, Fibonacci, copy, sort and CRC-32 give the answers of C++") {
  check(sieve_program(200), 20'000);
  check(fibonacci_program(10), 20'000);
  check(sort_program(20), 40'000);
}

TEST_CASE("rv32i: known answers") {  // so that an error common to both sides shows
  CHECK(sieve_program(12'000).answer == 1438);
  CHECK(fibonacci_program(20).answer == 6765);
  const std::string_view digits = "123456789";
  CHECK(parts::crc32({digits.begin(), digits.end()}) == 0xcbf4'3926);
}

TEST_CASE("rv32i: a reset in the middle of a program starts it again") {
  const Program program = fibonacci_program(8);
  sim::Bench<Computer> bench({.program = program.image});
  for (const uint64_t cycles : {1, 2, 77, 300}) {
    bench.reset();
    bench.step(cycles);
  }
  bench.reset(3);
  CHECK(bench.get_u64(bench->result) == 0);
  bench.wait_for(bench->halted, 20'000);
  bench.step();
  CHECK(bench.get_u64(bench->result) == program.answer);
}

TEST_CASE("rv32i: the assembler refuses what does not fit") {
  Assembler a;
  CHECK_THROWS_AS(a.addi(a0, a0, 2048), UserError);
  CHECK_THROWS_AS(a.slli(a0, a0, 32), UserError);
  CHECK_THROWS_AS(a.lui(a0, 1 << 20), UserError);
  a.j(a.label());
  CHECK_THROWS_WITH_AS(static_cast<void>(a.words()), doctest::Contains("not bound"), UserError);
  Assembler far;
  const Label end = far.label();
  far.beq(a0, a0, end);
  for (int i = 0; i < 1024; ++i) far.nop();
  far.bind(end);
  CHECK_THROWS_AS(static_cast<void>(far.words()), UserError);
}

TEST_CASE("rv32i: the Verilog is taken by Yosys, Icarus and Verilator without a word") {
  const auto computer = elaborate<Computer>({.program = fibonacci_program(8).image});
  CHECK(computer.warnings == "");
  test::VerilogFolder folder;
  folder.add(*computer.design);
  folder.check_clean();
}

}  // namespace
}  // namespace burin
