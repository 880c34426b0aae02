// SPDX-License-Identifier: Apache-2.0
//! @file registers_test.cpp
//! @brief Register files on each bus keep its rules, whatever a manager does that keeps them, too.
#include "burin/lib/registers.h"

#include "proofs/harness.h"

namespace burin::test {
namespace {

using Kind = Fault::Kind;
using namespace registers;

struct SmallMap {
  ReadWrite<UInt<4>> level{at(0x0), 5, "read and written"};
  ReadOnly<UInt<4>> status{"from the hardware"};
  WriteOneToClear<UInt<2>> seen{"events"};
};

template <typename Bus>
struct RegisterFile {
  Bus bus{{.address = 4}};
  In<UInt<4>> status;
  In<UInt<2>> events;
  Out<UInt<4>> level;
  SmallMap map;

  void logic() {
    serve(bus, map);
    map.status = status;
    map.seen.set(events);
    level = map.level;
  }
};

/// The same behind a manager that keeps the rules of the bus.
template <typename Bus>
struct OnBus {
  Bus bus{{.address = 4}};
  In<UInt<4>> status;
  In<UInt<2>> events;
  Out<UInt<4>> level;
  Instance<RegisterFile<Bus>> file{};

  void logic() {
    connect(bus, file->bus);
    file->status = status;
    file->events = events;
    level = file->level;
    check_protocol(bus, {.manager = Obligation::assumed, .max_wait = 2});
  }
};

TEST_CASE("a register file keeps the rules of AXI4-Lite") { check_proven<OnBus<AxiLiteSubordinate>>(); }
TEST_CASE("a register file keeps the rules of AHB-Lite") { check_proven<OnBus<AhbLiteSubordinate>>(); }
TEST_CASE("a register file keeps the rules of APB") { check_proven<OnBus<ApbSubordinate>>(); }

TEST_CASE("a broken register file is found out") {
  for (const char* signal : {"bus_bvalid", "bus_rvalid", "bus_arready"}) {
    check_broken<OnBus<AxiLiteSubordinate>>({}, {"RegisterFile", signal, Kind::inverted});
  }
  for (const char* signal : {"bus_hreadyout", "bus_hresp"}) {
    check_broken<OnBus<AhbLiteSubordinate>>({}, {"RegisterFile", signal, Kind::inverted});
  }
  check_broken<OnBus<ApbSubordinate>>({}, {"RegisterFile", "bus_pready", Kind::zero});
}

}  // namespace
}  // namespace burin::test
