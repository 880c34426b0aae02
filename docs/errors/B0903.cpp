// SPDX-License-Identifier: Apache-2.0
//! @file B0903.cpp
//! @brief B0903: a field that its register has no room for.
#include "burin/lib/registers.h"
#include "gallery.h"

namespace gallery::b0903 {

using namespace burin;
using namespace burin::registers;

// [program]
struct ControlFields {
  ReadWrite<Bool> enable{bit(0), "counts while 1"};
  ReadWrite<UInt<16>> divisor{bit(20), "clock cycles a count"};  // <- B0903
};

struct TimerMap {
  registers::Register<ControlFields> control{at(0x00), "what the timer does"};
};

struct Timer {
  ApbSubordinate bus{{.address = 8}};
  Out<Bool> enable;
  TimerMap map;

  void logic() {
    serve(bus, map);
    enable = map.control.enable & (map.control.divisor != 0);
  }
};
// [/program]

const gallery::Register kProgram("B0903", [] { return elaborate<Timer>().warnings; });

}  // namespace gallery::b0903
