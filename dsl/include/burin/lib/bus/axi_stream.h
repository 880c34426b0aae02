// SPDX-License-Identifier: Apache-2.0
//! @file axi_stream.h
//! @brief AXI4-Stream: beats of bytes in one direction, grouped to packets.
#pragma once

#include "burin/lang/config.h"
#include "burin/lang/module.h"
#include "burin/lib/bus/protocol.h"

namespace burin {

struct AxiStreamWidths {
  Param<int, "width of a beat in bits", range(8, 8192)> data = 32;
  Param<bool, "tlast marks the last beat of a packet"> last = true;
  Param<bool, "tkeep says which bytes of a beat are there"> keep = false;
  Param<bool, "tstrb says which bytes are data"> strobe = false;
  Param<int, "width of tid, the stream that a beat belongs to", range(0, 32)> id = 0;
  Param<int, "width of tdest, where a beat goes", range(0, 32)> dest = 0;
  Param<int, "width of tuser", range(0, 8192)> user = 0;
};

/// An AXI4-Stream interface: `Role::out` sends, `Role::in` receives. Byte i of a beat is `tdata` bits 8i to 8i + 7.
/// What its widths leave out has no port. `AxiStreamIn s_axis{{.data = 512}};`
template <Role R>
struct AxiStream {
  AxiStreamWidths widths = {};

  Port<R, UInt<>> tdata{bits(widths.data), PortOptions{.guarded = true}};
  Port<R, UInt<>> tkeep{bits(widths.keep ? widths.data / 8 : 0), PortOptions{.guarded = true}};
  Port<R, UInt<>> tstrb{bits(widths.strobe ? widths.data / 8 : 0), PortOptions{.guarded = true}};
  Optional<Port<R, Bool>> tlast{widths.last, PortOptions{.guarded = true}};
  Port<R, UInt<>> tid{bits(widths.id), PortOptions{.guarded = true}};
  Port<R, UInt<>> tdest{bits(widths.dest), PortOptions{.guarded = true}};
  Port<R, UInt<>> tuser{bits(widths.user), PortOptions{.guarded = true}};
  Port<R, Bool> tvalid{};
  Port<flip(R), Bool> tready{};

  /// A beat is handed over in this cycle.
  [[nodiscard]] Bool fire(const Where& where = Where::current()) const {
    return tvalid & detail::Operand<Bool>(tready, where);
  }
};

using AxiStreamIn = AxiStream<Role::in>;
using AxiStreamOut = AxiStream<Role::out>;

/// Checks the rules of AXI4-Stream on an interface, an own one or an instance's, from outside: a beat that is offered
/// stays, with all that belongs to it, until it is taken; `tstrb` marks no byte that `tkeep` leaves out; with
/// `checks.max_wait`, a beat is taken in time. The sender is the manager of the checks.
template <Role R>
void check_protocol(const AxiStream<R>& bus, const ProtocolChecks& checks = {}, const Where& where = Where::current()) {
  const ProtocolRules sender(checks.manager, checks.max_wait, where);
  const ProtocolRules receiver(checks.subordinate, checks.max_wait, where);
  UInt<> beat = cat(bus.tdata, bus.tkeep, bus.tstrb, bus.tid, bus.tdest, bus.tuser);
  if (bus.tlast) beat = cat(*bus.tlast, beat);
  sender.held(bus.tvalid, bus.tready, beat, "AXI4-Stream: a beat changes before it is taken");
  if (bus.widths.keep && bus.widths.strobe) {
    sender.rule(~bus.tvalid | ((bus.tstrb & ~bus.tkeep) == 0), "AXI4-Stream: a strobe for a byte that is not there");
  }
  receiver.taken(bus.tvalid, bus.tready, "AXI4-Stream: a beat waits too long");
}

}  // namespace burin
