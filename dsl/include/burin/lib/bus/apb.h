// SPDX-License-Identifier: Apache-2.0
//! @file apb.h
//! @brief APB4: one access at a time, a setup and an access cycle each.
#pragma once

#include "burin/lang/config.h"
#include "burin/lib/bus/protocol.h"

namespace burin {

struct ApbWidths {
  Param<int, "width of an address in bits", range(1, 32)> address = 32;
  Param<int, "width of a word in bits", one_of(8, 16, 32)> data = 32;
};

/// An APB4 interface: `Role::out` is the manager's, with one select, `Role::in` the subordinate's.
template <Role R>
struct Apb {
  ApbWidths widths = {};

  Port<R, UInt<>> paddr{bits(widths.address), PortOptions{.guarded = true}};
  Port<R, UInt<3>> pprot{PortOptions{.may_be_unused = true, .guarded = true}};
  Port<R, Bool> psel{};
  Port<R, Bool> penable{};
  Port<R, Bool> pwrite{PortOptions{.guarded = true}};
  Port<R, UInt<>> pwdata{bits(widths.data), PortOptions{.guarded = true}};
  Port<R, UInt<>> pstrb{bits(widths.data / 8), PortOptions{.guarded = true}};
  Port<flip(R), Bool> pready{};
  Port<flip(R), UInt<>> prdata{bits(widths.data), PortOptions{.guarded = true}};
  Port<flip(R), Bool> pslverr{PortOptions{.guarded = true}};
};

using ApbManager = Apb<Role::out>;
using ApbSubordinate = Apb<Role::in>;

/// Checks the rules of APB on an interface, an own one or an instance's, from outside:
/// * an access begins with one cycle of select without enable, then both stay until it is ready;
/// * address, direction, data and strobes do not change meanwhile; a read has no strobes;
/// * with `checks.max_wait`, the subordinate is ready in time.
template <Role R>
void check_protocol(const Apb<R>& bus, const ProtocolChecks& checks = {}, const Where& where = Where::current()) {
  const ProtocolRules manager(checks.manager, checks.max_wait, where);
  const ProtocolRules subordinate(checks.subordinate, checks.max_wait, where);
  const Bool setup = bus.psel & ~bus.penable;
  const Bool goes_on = manager.before(bus.psel & ~(bus.penable & bus.pready));  // the cycle after belongs to it too
  const UInt<> request = cat(bus.paddr, bus.pprot, bus.pwrite, bus.pstrb, mux(bus.pwrite, bus.pwdata, 0));
  manager.rule(bus.psel | ~bus.penable, "APB: enable without select");
  manager.rule(~goes_on | (bus.psel & bus.penable), "APB: an access is broken off");
  manager.rule(goes_on | ~bus.penable, "APB: an access without a setup cycle");
  manager.rule(~goes_on | (manager.before(request) == request), "APB: an access changes under way");
  manager.rule(~setup | bus.pwrite | (bus.pstrb == 0), "APB: a read with strobes");
  subordinate.within(bus.psel & bus.penable, bus.pready, "APB: an access waits too long");
}

}  // namespace burin
