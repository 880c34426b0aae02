// SPDX-License-Identifier: Apache-2.0
//! @file observed_design.h
//! @brief A design with everything that waves and coverage show: instances, bundles, vectors, an enumeration, wide and
//! signed values, a memory, and two clocks.
#pragma once

#include "burin/burin.h"

namespace burin::sim::test {

enum class Phase { idle, load, run, done };

struct Pair {
  UInt<8> low;
  SInt<4> high;
};

/// Counts up while enabled.
struct Child {
  In<Bool> enable;
  Out<UInt<6>> count;
  Reg<UInt<6>> value{0};
  void logic() {
    IF (enable) {
      value = value + 1;
    }
    count = value;
  }
};

struct Watched {
  In<UInt<8>> data;
  In<Bool> go;
  In<UInt<512>> wide;
  Out<UInt<512>> wide_out;
  Out<UInt<8>> sum;
  Out<Pair> pair_out;
  Out<Bool> busy;
  Out<Bool> tip;

  Reg<Enum<Phase>> phase{Phase::idle};
  Reg<Pair> pair{Pair{0, 0}};
  Reg<UInt<512>> wide_reg{0};
  Reg<UInt<130>> shift{1};
  Reg<Vec<UInt<8>, 3>> lanes{Vec<UInt<8>, 3>{0, 0, 0}};
  Memory<UInt<16>> memory{8, {.contents = std::vector<Bits>(8, Bits(16, 0))}};
  Reg<UInt<3>> address{0};
  Instance<Child> child;

  void logic() {
    SWITCH (phase) {
      CASE (Phase::idle) {
        IF (go) {
          phase = Phase::load;
        }
      }
      CASE (Phase::load) {
        phase = Phase::run;
      }
      CASE (Phase::run) {
        IF (~go) {
          phase = Phase::idle;
        }
      }
    }
    child->enable = go;
    pair.low = pair.low + data;
    pair.high = pair.high - 1;
    wide_reg = wide ^ wide_reg;
    shift = cat(shift.bits(128, 0), shift.bit(129));
    lanes[0] = data;
    lanes[1] = lanes[0];
    lanes[2] = lanes[1];
    IF (go) {
      memory.write(address, cat(data, lanes[0]));
      address = address + 1;
    }
    wide_out = wide_reg;
    busy = phase != Phase::idle;
    tip = shift.bit(129);
    sum = lanes[0] + lanes[1] + lanes[2] + zext(child->count, 8) + memory.read(address).bits(7, 0);
    pair_out = pair;
  }
};

/// Two clocks, and a register of each.
struct TwoClocks {
  Clock fast{{.reset = ResetKind::none}};
  Clock slow{{.reset = ResetKind::none}};
  Out<UInt<8>> fast_out;
  Out<UInt<8>> slow_out;
  Reg<UInt<8>> fast_count{{.clock = fast, .power_up = Bits(8, 0)}};
  Reg<UInt<8>> slow_count{{.clock = slow, .power_up = Bits(8, 0)}};
  void logic() {
    fast_count = fast_count + 1;
    slow_count = slow_count + 1;
    fast_out = fast_count;
    slow_out = slow_count;
  }
};

}  // namespace burin::sim::test
