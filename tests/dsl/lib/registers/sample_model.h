// SPDX-License-Identifier: Apache-2.0
//! @file sample_model.h
//! @brief What software and hardware see of the sample map, written from its description by hand.
#pragma once

#include <cstdint>

#include "burin/sim/bus/bus.h"

namespace burin::test {

/// The sample map word by word, without any clock: accesses and events come one at a time.
struct SampleModel {
  bool lenient = false;
  bool busy = false;
  bool locked = false;
  uint32_t level = 0;

  uint32_t control = 0xffb << 12 | 1 << 4;  // trim -5, speed medium
  uint32_t seen = 0;
  uint32_t flags = 0;
  uint32_t fresh = 0;
  uint32_t scratch = 0xdeadbeef;
  uint64_t limit = 0;
  uint32_t key = 0;
  uint32_t ticks_high = 0;  // as latched
  uint32_t lane[3] = {};
  uint32_t gain[2] = {0x100, 0x100};
  uint32_t table[8] = {};
  uint32_t vault[4] = {};
  uint32_t last_kick = 0;  // of the last write

  static uint32_t merged(uint32_t old, uint64_t data, uint64_t strobes) {
    for (int byte = 0; byte < 4; ++byte) {
      const uint32_t mask = 0xffU << 8 * byte;
      if ((strobes >> byte & 1) != 0) old = (old & ~mask) | (static_cast<uint32_t>(data) & mask);
    }
    return old;
  }

  /// @returns whether the bus says that it failed.
  bool write(uint64_t address, uint64_t data, uint64_t strobes) {
    const uint32_t ones = merged(0, data, strobes);
    last_kick = 0;
    switch (address) {
      case 0x00:
        // Bits 0, 5:4 and 23:12 are kept; 10:9 are a pulse.
        control = (control & ~0x00fff031U) | (merged(control, data, strobes) & 0x00fff031U);
        last_kick = ones >> 9 & 3;
        return false;
      case 0x04:
        seen &= ~ones & 0xf;
        flags ^= ones >> 4 & 0xf;
        return false;
      case 0x08:
        scratch = merged(scratch, data, strobes);
        return false;
      case 0x0c:
        if (locked) return !lenient;
        limit = (limit & ~0xffffffffULL) | merged(static_cast<uint32_t>(limit), data, strobes);
        return false;
      case 0x10:
        if (locked) return !lenient;
        limit = (limit & 0xffffffffULL) | uint64_t{merged(static_cast<uint32_t>(limit >> 32), data, strobes) & 0xff}
                                              << 32;
        return false;
      case 0x20:
      case 0x24:
        return !lenient;  // read only
      case 0x28:
        key = merged(key, data, strobes);
        return false;
      case 0x2c:
      case 0x34:
      case 0x3c: {
        uint32_t& one = lane[(address - 0x2c) / 8];
        one = merged(one, data, strobes) & 0xffff;
        return false;
      }
      case 0x44:
      case 0x4c: {
        uint32_t& one = gain[(address - 0x44) / 8];
        one = merged(one, data, strobes);
        return false;
      }
      case 0x48:
      case 0x50:
        return !lenient;
      default:
        break;
    }
    if (address >= 0x60 && address < 0x80) {
      uint32_t& one = table[(address - 0x60) / 4];
      one = merged(one, data, strobes);
      return false;
    }
    if (address >= 0x80 && address < 0x90) {
      uint32_t& one = vault[(address - 0x80) / 4];
      one = merged(one, data, strobes);
      return false;
    }
    return !lenient;
  }

  /// `ticks` is the counter as it was read, which no model without a clock can know.
  sim::BusAnswer read(uint64_t address, uint64_t ticks) {
    const auto good = [](uint32_t data) { return sim::BusAnswer{data, false}; };
    switch (address) {
      case 0x00:
        return good(control | uint32_t{busy} << 8);
      case 0x04: {
        const uint32_t word = seen | flags << 4 | fresh << 8;
        fresh = 0;
        return good(word);
      }
      case 0x08:
        return good(scratch);
      case 0x20:
        ticks_high = static_cast<uint32_t>(ticks >> 32);
        return good(static_cast<uint32_t>(ticks));
      case 0x24:
        return good(ticks_high);
      case 0x2c:
      case 0x34:
      case 0x3c:
        return good(lane[(address - 0x2c) / 8]);
      case 0x44:
      case 0x4c:
        return good(gain[(address - 0x44) / 8]);
      case 0x48:
      case 0x50:
        return good(level);
      default:
        break;
    }
    if (address >= 0x60 && address < 0x80) return good(table[(address - 0x60) / 4]);
    return {0, !lenient};  // nothing there, or write only, or secret
  }
};

}  // namespace burin::test
