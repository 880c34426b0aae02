// SPDX-License-Identifier: Apache-2.0
//! @file timer.h
//! @brief A timer behind a register map on APB: the example of docs/registers.md.
#pragma once

#include "burin/burin.h"
#include "burin/lib/registers.h"

namespace burin::examples {

using namespace registers;

// [map]
enum class TimerMode { once, repeat };

struct TimerControl {
  ReadWrite<Bool> enable{bit(0), "counts while 1"};
  ReadWrite<Enum<TimerMode>> mode{bit(4), TimerMode::repeat, "what happens at the limit"};
  Pulse<Bool> clear{bit(8), "counts from 0 again"};
};

struct TimerMap {
  Register<TimerControl> control{at(0x00), "what the timer does"};
  ReadWrite<UInt<32>> limit{at(0x04), 999, "cycles until the alarm, less 1"};
  Snapshot<UInt<64>> total{at(0x08), "cycles counted since reset"};
  WriteOneToClear<Bool> alarm{at(0x10), "the limit was reached"};
};
// [/map]

// [module]
struct Timer {
  ApbSubordinate bus{{.address = 8}};
  Out<Bool> interrupt;

  TimerMap map;
  Reg<UInt<32>> count{0};
  Reg<UInt<64>> total{0};

  void logic() {
    serve(bus, map, {.title = "Timer"});

    map.total = total;
    interrupt = map.alarm;

    IF (map.control.clear) { count = 0; }
    ELIF (map.control.enable) {
      total = total + 1;
      count = count + 1;
      IF (count == map.limit) {
        count = 0;
        map.alarm = true;
        IF (map.control.mode == TimerMode::once) { map.control.enable = false; }
      }
    }
  }
};
// [/module]

}  // namespace burin::examples
