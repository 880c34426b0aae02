// SPDX-License-Identifier: Apache-2.0
//! @file ahb_lite.h
//! @brief AHB-Lite: one manager, pipelined address and data phases.
#pragma once

#include "burin/lang/config.h"
#include "burin/lib/bus/protocol.h"

namespace burin {

/// What a manager does in an address phase.
enum class AhbTransfer : uint8_t {
  idle,    ///< Nothing.
  busy,    ///< A pause inside a burst.
  nonseq,  ///< A single transfer, or the first one of a burst.
  seq,     ///< The next one of a burst.
};

/// The kind of a burst: its length, and whether addresses wrap around at its size.
enum class AhbBurst : uint8_t { single, incr, wrap4, incr4, wrap8, incr8, wrap16, incr16 };

struct AhbWidths {
  Param<int, "width of an address in bits", range(1, 64)> address = 32;
  Param<int, "width of a word in bits", one_of(32, 64)> data = 32;
};

/// An AHB-Lite interface between the interconnect and a subordinate: `Role::out` is the side that selects, `Role::in`
/// the subordinate's. In the address phase, a cycle with `hready`, `hsel` and a transfer other than idle and busy ask
/// for a transfer; its data phase begins with the next cycle and ends with `hreadyout`.
template <Role R>
struct AhbLite {
  AhbWidths widths = {};

  Port<R, Bool> hsel{};
  Port<R, UInt<>> haddr{bits(widths.address), PortOptions{.guarded = true}};
  Port<R, Bool> hwrite{PortOptions{.guarded = true}};
  Port<R, UInt<3>> hsize{PortOptions{.guarded = true}};  ///< 2^hsize bytes.
  Port<R, Enum<AhbBurst>> hburst{PortOptions{.may_be_unused = true, .guarded = true}};
  Port<R, UInt<4>> hprot{PortOptions{.may_be_unused = true, .guarded = true}};
  Port<R, Enum<AhbTransfer>> htrans{};
  Port<R, Bool> hmastlock{PortOptions{.may_be_unused = true, .guarded = true}};
  Port<R, Bool> hready{};  ///< The data phase on the bus, of any subordinate, ends.
  Port<R, UInt<>> hwdata{bits(widths.data), PortOptions{.guarded = true}};
  Port<flip(R), Bool> hreadyout{};
  Port<flip(R), Bool> hresp{};  ///< An error, in two cycles: first without, then with `hreadyout`.
  Port<flip(R), UInt<>> hrdata{bits(widths.data), PortOptions{.guarded = true}};
};

using AhbLiteManager = AhbLite<Role::out>;
using AhbLiteSubordinate = AhbLite<Role::in>;

namespace detail_bus {

/// The address of the transfer that follows one of a burst.
inline UInt<> next_ahb_address(const UInt<>& address, const UInt<3>& size, const Enum<AhbBurst>& burst) {
  const UInt<> next = address + (resize(UInt<1>(1), address.width()) << size);
  // A burst of 4, 8 or 16 transfers wraps within 2^2, 2^3 or 2^4 times their size.
  const UInt<3> log_beats = mux(burst == AhbBurst::wrap4, UInt<3>(2), mux(burst == AhbBurst::wrap8, UInt<3>(3), 4));
  const UInt<> above = (~resize(UInt<1>(0), address.width())) << (zext<4>(size) + zext<4>(log_beats));
  const Bool wraps = (burst == AhbBurst::wrap4) | (burst == AhbBurst::wrap8) | (burst == AhbBurst::wrap16);
  return mux(wraps, (address & above) | (next & ~above), next);
}

}  // namespace detail_bus

/// Checks the rules of AHB-Lite on an interface, an own one or an instance's, from outside:
/// * a transfer that waits for `hready` does not change, unless an error ends what is before it; nor do write data;
/// * addresses are multiples of the size, which is not above the width of the data;
/// * seq and busy come inside bursts, with the next address;
/// * in a subordinate's data phase, `hready` is its `hreadyout`;
/// * a subordinate that is asked for nothing is ready; an error takes its two cycles;
/// * with `checks.max_wait`, the subordinate is ready in time.
template <Role R>
void check_protocol(const AhbLite<R>& bus, const ProtocolChecks& checks = {}, const Where& where = Where::current()) {
  const ProtocolRules manager(checks.manager, checks.max_wait, where);
  const ProtocolRules subordinate(checks.subordinate, checks.max_wait, where);
  const Bool moves = (bus.htrans == AhbTransfer::nonseq) | (bus.htrans == AhbTransfer::seq);
  const UInt<> control = cat(bus.hwrite, bus.hsize, bus.hburst, bus.hprot, bus.hmastlock);
  const UInt<> request = cat(bus.hsel, bus.htrans, bus.haddr, control);

  const Bool stalled = manager.before(moves & ~bus.hready & ~bus.hresp);
  manager.rule(~stalled | (manager.before(request) == request), "AHB-Lite: a transfer changes while it waits");
  const UInt<8> beyond_size = ~((UInt<8>(0xff) >> bus.hsize) << bus.hsize);
  manager.rule(~moves | ((resize<8>(bus.haddr) & beyond_size) == 0), "AHB-Lite: an address is no multiple of the size");
  manager.rule(~moves | (bus.hsize <= (bus.widths.data == 32 ? 2 : 3)), "AHB-Lite: a transfer is wider than the data");

  const Bool goes_on = (bus.htrans == AhbTransfer::seq) | (bus.htrans == AhbTransfer::busy);
  const Bool was_in_burst = manager.before((bus.htrans != AhbTransfer::idle) & (bus.hburst != AhbBurst::single));
  manager.rule(~goes_on | was_in_burst, "AHB-Lite: seq or busy outside a burst");
  const UInt<> address = manager.before(bus.haddr);
  const UInt<> next = detail_bus::next_ahb_address(bus.haddr, bus.hsize, bus.hburst);
  const UInt<> expected = mux(manager.before(moves & bus.hready), manager.before(next), address);
  manager.rule(~goes_on | (bus.haddr == expected), "AHB-Lite: seq or busy with another address than the next");
  manager.rule(~goes_on | (manager.before(control) == control), "AHB-Lite: a burst changes its kind");

  // The data phase that is under way.
  Reg<Bool> active{"ahb_active", false};
  Reg<Bool> writing{"ahb_writing", false};
  IF (bus.hready) {
    active = bus.hsel & moves;
    writing = bus.hwrite;
  }
  manager.rule(~active | (bus.hready == bus.hreadyout), "AHB-Lite: hready is not that of the subordinate at work");
  const Bool data_stalled = manager.before(active & writing & ~bus.hready);
  manager.rule(~data_stalled | (manager.before(bus.hwdata) == bus.hwdata),
               "AHB-Lite: write data change while they wait");

  const Bool first_of_error = subordinate.before(bus.hresp & ~bus.hreadyout);
  subordinate.rule(active | (bus.hreadyout & ~bus.hresp), "AHB-Lite: an answer to no transfer");
  subordinate.rule(~first_of_error | (bus.hresp & bus.hreadyout), "AHB-Lite: an error lacks its second cycle");
  subordinate.rule(first_of_error | ~bus.hresp | ~bus.hreadyout, "AHB-Lite: an error lacks its first cycle");
  subordinate.within(active, bus.hreadyout, "AHB-Lite: a transfer waits too long");
}

}  // namespace burin
