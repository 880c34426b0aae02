// SPDX-License-Identifier: Apache-2.0
//! @file B0901.cpp
//! @brief B0901: two registers at one address.
#include "burin/lib/registers.h"
#include "gallery.h"

namespace gallery::b0901 {

using namespace burin;
using namespace burin::registers;

// [program]
struct TimerMap {
  ReadWrite<UInt<64>> limit{at(0x00), "cycles until the alarm"};
  ReadWrite<Bool> enable{at(0x04), "counts while 1"};  // <- B0901
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

const gallery::Register kProgram("B0901", [] { return elaborate<Timer>().warnings; });

}  // namespace gallery::b0901
