// SPDX-License-Identifier: Apache-2.0
//! @file rv32i_reference.h
//! @brief An instruction-set simulator for RV32I, written from the manual: what the RV32I computer is compared with.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace burin::test {

/// Registers, memory and one instruction at a time. Memory and result register as in designs/examples/rv32i/computer.h.
class Rv32iReference {
 public:
  explicit Rv32iReference(std::vector<uint32_t> program) : program_(std::move(program)) {}

  std::array<uint32_t, 32> x{};
  std::array<uint8_t, 16384> memory{};
  uint32_t pc = 0;
  uint32_t result = 0;
  bool halted = false;
  bool fault = false;

  void step() {
    if (halted) return;
    const uint32_t w = pc / 4 < program_.size() ? program_[pc / 4] : 0;
    const uint32_t f3 = w >> 12 & 7, f7 = w >> 25;
    const uint32_t a = x[w >> 15 & 31], b = x[w >> 20 & 31];
    const auto sw = static_cast<int32_t>(w);
    const auto imm_i = static_cast<uint32_t>(sw >> 20);
    const uint32_t imm_s = (static_cast<uint32_t>(sw >> 25) << 5) | (w >> 7 & 31);
    const uint32_t imm_b =
        static_cast<uint32_t>(sw >> 31) << 12 | (w >> 7 & 1) << 11 | (w >> 25 & 0x3f) << 5 | (w >> 8 & 15) << 1;
    const uint32_t imm_u = w & 0xffff'f000;
    const uint32_t imm_j =
        static_cast<uint32_t>(sw >> 31) << 20 | (w >> 12 & 0xff) << 12 | (w >> 20 & 1) << 11 | (w >> 21 & 0x3ff) << 1;
    uint32_t next = pc + 4;
    uint32_t value = 0;
    bool writes = true;
    bool legal = true;
    switch (w & 0x7f) {
      case 0x37:
        value = imm_u;
        break;
      case 0x17:
        value = pc + imm_u;
        break;
      case 0x6f:
        value = next;
        next = pc + imm_j;
        break;
      case 0x67:
        value = next;
        next = (a + imm_i) & ~1U;
        legal = f3 == 0;
        break;
      case 0x63:
        writes = false;
        legal = f3 != 2 && f3 != 3;
        if (branches(f3, a, b)) next = pc + imm_b;
        break;
      case 0x03:
        if (f3 == 3 || f3 > 5 || (a + imm_i) % (1U << (f3 & 3)) != 0) return stop(true);
        value = load(f3, a + imm_i);
        break;
      case 0x23:
        if (f3 > 2 || (a + imm_s) % (1U << f3) != 0) return stop(true);
        store(f3, a + imm_s, b);
        writes = false;
        break;
      case 0x13:
        if (f3 == 1) legal = f7 == 0;
        if (f3 == 5) legal = f7 == 0 || f7 == 0x20;
        value = compute(f3, f3 == 5 && f7 == 0x20, a, imm_i);
        break;
      case 0x33:
        legal = f7 == 0 || (f7 == 0x20 && (f3 == 0 || f3 == 5));
        value = compute(f3, f7 == 0x20, a, b);
        break;
      case 0x0f:
        legal = f3 == 0;
        writes = false;
        break;
      case 0x73:
        return stop(w != 0x73 && w != 0x0010'0073);
      default:
        legal = false;
    }
    if (!legal || next % 4 != 0) return stop(true);
    if (writes && (w >> 7 & 31) != 0) x[w >> 7 & 31] = value;
    pc = next;
  }

 private:
  void stop(bool failed) {
    halted = true;
    fault = failed;
  }
  static bool branches(uint32_t f3, uint32_t a, uint32_t b) {
    const auto sa = static_cast<int32_t>(a), sb = static_cast<int32_t>(b);
    switch (f3) {
      case 0:
        return a == b;
      case 1:
        return a != b;
      case 4:
        return sa < sb;
      case 5:
        return sa >= sb;
      case 6:
        return a < b;
      case 7:
        return a >= b;
      default:
        return false;
    }
  }
  static uint32_t compute(uint32_t f3, bool alternate, uint32_t a, uint32_t b) {
    const auto sa = static_cast<int32_t>(a), sb = static_cast<int32_t>(b);
    switch (f3) {
      case 0:
        return alternate ? a - b : a + b;
      case 1:
        return a << (b & 31);
      case 2:
        return sa < sb ? 1 : 0;
      case 3:
        return a < b ? 1 : 0;
      case 4:
        return a ^ b;
      case 5:
        return alternate ? static_cast<uint32_t>(sa >> (b & 31)) : a >> (b & 31);
      case 6:
        return a | b;
      default:
        return a & b;
    }
  }
  [[nodiscard]] uint32_t load(uint32_t f3, uint32_t address) const {
    const size_t size = size_t{1} << (f3 & 3);
    uint32_t value = 0;
    for (size_t i = 0; i < size; ++i) value |= uint32_t{memory[(address + i) % memory.size()]} << 8 * i;
    if (f3 == 0) return static_cast<uint32_t>(static_cast<int8_t>(value));
    if (f3 == 1) return static_cast<uint32_t>(static_cast<int16_t>(value));
    return value;
  }
  void store(uint32_t f3, uint32_t address, uint32_t value) {
    if ((address & 0x8000'0000) != 0) {
      if (f3 == 2) result = value;
      return;
    }
    for (size_t i = 0; i < size_t{1} << f3; ++i)
      memory[(address + i) % memory.size()] = static_cast<uint8_t>(value >> 8 * i);
  }

  std::vector<uint32_t> program_;
};

}  // namespace burin::test
