// SPDX-License-Identifier: Apache-2.0
//! @file B0902.cpp
//! @brief B0902: a gap that nobody means.
#include "burin/lib/registers.h"
#include "gallery.h"

namespace gallery::b0902 {

using namespace burin;
using namespace burin::registers;

// [program]
struct TimerMap {
  ReadWrite<UInt<32>> limit{at(0x00), "cycles until the alarm"};
  ReadWrite<Bool> enable{at(0x40), "counts while 1"};  // <- B0902
};

struct Timer {
  ApbSubordinate bus{{.address = 8}};
  Out<Bool> enable;
  TimerMap map;

  void logic() {
    serve(bus, map);
    enable = map.enable & (map.limit != 0);
  }
};
// [/program]

const gallery::Register kProgram("B0902", [] { return elaborate<Timer>().warnings; });

}  // namespace gallery::b0902
