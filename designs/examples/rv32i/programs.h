// SPDX-License-Identifier: Apache-2.0
//! @file programs.h
//! @brief Programs for the RV32I computer, each with the same computation in C++ to compare its answer with.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "designs/examples/rv32i/assembler.h"
#include "designs/examples/rv32i/computer.h"

namespace burin::rv32i {

/// A program and the answer that it must give.
struct Program {
  std::vector<Bits> image;
  uint32_t answer = 0;
};

namespace parts {

/// Stores `value` where the computer shows it.
inline void answer(Assembler& a, Register value) {
  a.li(t6, kResultAddress);
  a.sw(value, 0, t6);
}

/// a0 ← the next number of a linear congruential generator, s11 its state. Without a multiplier: × 1,103,515,245 would
/// take a loop, × 69,069 is five shifts and adds.
inline void random_number(Assembler& a) {
  a.slli(t5, s11, 16);  // 69069 = 2^16 + 3532 + 1 = 2^16 + 2^12 - 2^9 - 2^6 + 2^3 + 2^2 + 1
  a.slli(t6, s11, 12);
  a.add(t5, t5, t6);
  a.slli(t6, s11, 9);
  a.sub(t5, t5, t6);
  a.slli(t6, s11, 6);
  a.sub(t5, t5, t6);
  a.slli(t6, s11, 3);
  a.add(t5, t5, t6);
  a.slli(t6, s11, 2);
  a.add(t5, t5, t6);
  a.add(s11, t5, s11);
  a.addi(s11, s11, 1);
  a.mv(a0, s11);
}
/// The same in C++.
inline uint32_t random_number(uint32_t& state) { return state = state * 69069 + 1; }

/// a0 ← the number of primes below `limit`, by a sieve of one byte a number from address 0.
inline void sieve(Assembler& a, uint32_t limit) {
  const Label outer = a.label(), strike = a.label(), next = a.label();
  a.li(s1, limit);
  a.li(t0, 0);
  const Label clear = a.here();
  a.sb(zero, 0, t0);
  a.addi(t0, t0, 1);
  a.bltu(t0, s1, clear);
  a.li(a0, 0);
  a.li(s0, 2);
  a.li(t2, 1);
  a.bind(outer);
  a.lbu(t1, 0, s0);
  a.bne(t1, zero, next);
  a.addi(a0, a0, 1);
  a.add(t0, s0, s0);
  a.bgeu(t0, s1, next);
  a.bind(strike);
  a.sb(t2, 0, t0);
  a.add(t0, t0, s0);
  a.bltu(t0, s1, strike);
  a.bind(next);
  a.addi(s0, s0, 1);
  a.bltu(s0, s1, outer);
}
/// The same in C++.
inline uint32_t sieve(uint32_t limit) {
  std::vector<bool> struck(limit);
  uint32_t primes = 0;
  for (uint32_t i = 2; i < limit; ++i) {
    if (struck[i]) continue;
    ++primes;
    for (uint32_t k = 2 * i; k < limit; k += i) struck[k] = true;
  }
  return primes;
}

/// Fills the `count` words from address 0 with random numbers.
inline void fill(Assembler& a, uint32_t count) {
  a.li(s0, 0);
  a.li(s1, 4 * count);
  const Label loop = a.here();
  random_number(a);
  a.sw(a0, 0, s0);
  a.addi(s0, s0, 4);
  a.bltu(s0, s1, loop);
}
/// The same in C++.
inline std::vector<uint32_t> fill(uint32_t count, uint32_t& state) {
  std::vector<uint32_t> words(count);
  for (uint32_t& word : words) word = random_number(state);
  return words;
}

/// Sorts the `count` words from address 0 as signed numbers, by insertion.
inline void sort(Assembler& a, uint32_t count) {
  const Label outer = a.label(), shift = a.label(), insert = a.label(), done = a.label();
  a.li(s0, 4);
  a.li(s1, 4 * count);
  a.bind(outer);
  a.bgeu(s0, s1, done);
  a.lw(t0, 0, s0);
  a.mv(t1, s0);
  a.bind(shift);
  a.beq(t1, zero, insert);
  a.lw(t2, -4, t1);
  a.bge(t0, t2, insert);
  a.sw(t2, 0, t1);
  a.addi(t1, t1, -4);
  a.j(shift);
  a.bind(insert);
  a.sw(t0, 0, t1);
  a.addi(s0, s0, 4);
  a.j(outer);
  a.bind(done);
}
/// The same in C++.
inline void sort(std::vector<uint32_t>& words) {
  std::sort(words.begin(), words.end(),
            [](uint32_t x, uint32_t y) { return static_cast<int32_t>(x) < static_cast<int32_t>(y); });
}

/// a0 ← the CRC-32 of the `count` bytes from address `from` on, as in Ethernet, a bit at a time.
inline void crc32(Assembler& a, uint32_t from, uint32_t count) {
  const Label even = a.label();
  a.li(s0, from);
  a.li(s1, from + count);
  a.li(s2, 0xedb8'8320);
  a.li(a0, 0xffff'ffff);
  const Label byte = a.here();
  a.lbu(t0, 0, s0);
  a.xor_(a0, a0, t0);
  a.li(t1, 8);
  const Label bit = a.here();
  a.andi(t2, a0, 1);
  a.srli(a0, a0, 1);
  a.beq(t2, zero, even);
  a.xor_(a0, a0, s2);
  a.bind(even);
  a.addi(t1, t1, -1);
  a.bne(t1, zero, bit);
  a.addi(s0, s0, 1);
  a.bltu(s0, s1, byte);
  a.xori(a0, a0, -1);
}
/// The same in C++.
inline uint32_t crc32(const std::vector<uint8_t>& bytes) {
  uint32_t crc = 0xffff'ffff;
  for (const uint8_t byte : bytes) {
    crc ^= byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 1) != 0 ? crc >> 1 ^ 0xedb8'8320 : crc >> 1;
  }
  return ~crc;
}
inline std::vector<uint8_t> bytes_of(const std::vector<uint32_t>& words) {
  std::vector<uint8_t> bytes;
  for (const uint32_t word : words) {
    for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<uint8_t>(word >> shift));
  }
  return bytes;
}

/// Copies the `count` bytes at `from` to `to`, byte by byte.
inline void copy(Assembler& a, uint32_t from, uint32_t to, uint32_t count) {
  a.li(t0, from);
  a.li(t1, to);
  a.li(t2, from + count);
  const Label loop = a.here();
  a.lb(t3, 0, t0);
  a.sb(t3, 0, t1);
  a.addi(t0, t0, 1);
  a.addi(t1, t1, 1);
  a.bltu(t0, t2, loop);
}

}  // namespace parts

/// Counts the primes below `limit`.
inline Program sieve_program(uint32_t limit) {
  Assembler a;
  parts::sieve(a, limit);
  parts::answer(a, a0);
  a.ebreak();
  return {a.image(), parts::sieve(limit)};
}

/// Computes a Fibonacci number by recursion, with a stack in the data memory.
inline Program fibonacci_program(uint32_t n) {
  Assembler a;
  const Label fibonacci = a.label(), recurse = a.label();
  a.li(sp, kDataBytes);
  a.li(a0, n);
  a.call(fibonacci);
  parts::answer(a, a0);
  a.ecall();
  a.bind(fibonacci);  // a0 ← F(a0)
  a.slti(t0, a0, 2);
  a.beq(t0, zero, recurse);
  a.ret();
  a.bind(recurse);
  a.addi(sp, sp, -12);
  a.sw(ra, 8, sp);
  a.sw(s0, 4, sp);
  a.sw(a0, 0, sp);
  a.addi(a0, a0, -1);
  a.call(fibonacci);
  a.mv(s0, a0);
  a.lw(a0, 0, sp);
  a.addi(a0, a0, -2);
  a.call(fibonacci);
  a.add(a0, a0, s0);
  a.lw(s0, 4, sp);
  a.lw(ra, 8, sp);
  a.addi(sp, sp, 12);
  a.ret();
  uint32_t x = 0, y = 1;
  for (uint32_t i = 0; i < n; ++i) x = std::exchange(y, x + y);
  return {a.image(), x};
}

/// Fills memory with random words, copies them, sorts the originals and adds up the CRC-32 of both.
inline Program sort_program(uint32_t count) {
  Assembler a;
  const uint32_t bytes = 4 * count;
  a.li(s11, 1);
  parts::fill(a, count);
  parts::copy(a, 0, bytes, bytes);
  parts::sort(a, count);
  parts::crc32(a, 0, bytes);
  a.mv(s3, a0);
  parts::crc32(a, bytes, bytes);
  a.add(a0, a0, s3);
  parts::answer(a, a0);
  a.ebreak();

  uint32_t state = 1;
  std::vector<uint32_t> words = parts::fill(count, state);
  const uint32_t copied = parts::crc32(parts::bytes_of(words));
  parts::sort(words);
  return {a.image(), parts::crc32(parts::bytes_of(words)) + copied};
}

/// The load of the benchmark: sieve, copy, sort and CRC-32 in turn, `rounds` times; each round adds to the answer. A
/// round is about 385,000 instructions.
inline Program benchmark_program(uint32_t rounds) {
  constexpr uint32_t kLimit = 12'000;
  constexpr uint32_t kWords = 256;
  constexpr uint32_t kBytes = 4 * kWords;
  Assembler a;
  a.li(s11, 1);
  a.li(s10, rounds);
  a.li(s9, 0);
  const Label round = a.here();
  parts::sieve(a, kLimit);
  a.add(s9, s9, a0);
  parts::fill(a, kWords);
  parts::copy(a, 0, kBytes, kBytes);
  parts::sort(a, kWords);
  parts::crc32(a, 0, 2 * kBytes);
  a.add(s9, s9, a0);
  parts::answer(a, s9);
  a.addi(s10, s10, -1);
  a.bne(s10, zero, round);
  a.ebreak();

  uint32_t state = 1;
  uint32_t sum = 0;
  for (uint32_t i = 0; i < rounds; ++i) {
    std::vector<uint32_t> words = parts::fill(kWords, state);
    const std::vector<uint8_t> copied = parts::bytes_of(words);
    parts::sort(words);
    std::vector<uint8_t> bytes = parts::bytes_of(words);
    bytes.insert(bytes.end(), copied.begin(), copied.end());
    sum += parts::sieve(kLimit) + parts::crc32(bytes);
  }
  return {a.image(), sum};
}

}  // namespace burin::rv32i
