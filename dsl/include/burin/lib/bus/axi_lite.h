// SPDX-License-Identifier: Apache-2.0
//! @file axi_lite.h
//! @brief AXI4-Lite: single reads and writes of whole words on five channels.
//!
//! The members have the names of the AMBA specification in small letters, so that a member `s_axi_control` makes the
//! ports `s_axi_control_awaddr` and so on, from which other tools recognise the interface.
#pragma once

#include "burin/lang/config.h"
#include "burin/lib/bus/protocol.h"

namespace burin {

/// How an access of AXI ended.
enum class AxiResponse : uint8_t {
  okay,    ///< Done.
  exokay,  ///< An exclusive access succeeded; not in AXI4-Lite.
  slverr,  ///< The subordinate refuses.
  decerr,  ///< There is nothing at that address.
};

struct AxiLiteWidths {
  Param<int, "width of an address in bits", range(1, 64)> address = 32;
  Param<int, "width of a word in bits", one_of(32, 64)> data = 32;
};

/// An AXI4-Lite interface: `Role::out` is the manager's, `Role::in` the subordinate's.
/// `AxiLiteSubordinate control{{.address = 12}}`
template <Role R>
struct AxiLite {
  AxiLiteWidths widths = {};

  // Write address.
  Port<R, UInt<>> awaddr{bits(widths.address), PortOptions{.guarded = true}};
  Port<R, UInt<3>> awprot{PortOptions{.may_be_unused = true, .guarded = true}};
  Port<R, Bool> awvalid{};
  Port<flip(R), Bool> awready{};
  // Write data; bit i of `wstrb` says whether byte i is written.
  Port<R, UInt<>> wdata{bits(widths.data), PortOptions{.guarded = true}};
  Port<R, UInt<>> wstrb{bits(widths.data / 8), PortOptions{.guarded = true}};
  Port<R, Bool> wvalid{};
  Port<flip(R), Bool> wready{};
  // Write response.
  Port<flip(R), Enum<AxiResponse>> bresp{PortOptions{.guarded = true}};
  Port<flip(R), Bool> bvalid{};
  Port<R, Bool> bready{};
  // Read address.
  Port<R, UInt<>> araddr{bits(widths.address), PortOptions{.guarded = true}};
  Port<R, UInt<3>> arprot{PortOptions{.may_be_unused = true, .guarded = true}};
  Port<R, Bool> arvalid{};
  Port<flip(R), Bool> arready{};
  // Read data.
  Port<flip(R), UInt<>> rdata{bits(widths.data), PortOptions{.guarded = true}};
  Port<flip(R), Enum<AxiResponse>> rresp{PortOptions{.guarded = true}};
  Port<flip(R), Bool> rvalid{};
  Port<R, Bool> rready{};
};

using AxiLiteManager = AxiLite<Role::out>;
using AxiLiteSubordinate = AxiLite<Role::in>;

/// Checks the rules of AXI4-Lite on an interface, an own one or an instance's, from outside:
/// * what is valid stays, and does not change, until it is taken;
/// * a write is answered once, after its address and its data were taken; a read once, after its address;
/// * no answer is EXOKAY;
/// * with `checks.max_wait`, nothing waits longer. What waits for the other side does not count: an address for the
/// data
///   of the write before it, data for their address, and both while an answer is not taken.
template <Role R>
void check_protocol(const AxiLite<R>& bus, const ProtocolChecks& checks = {}, const Where& where = Where::current()) {
  const ProtocolRules manager(checks.manager, checks.max_wait, where);
  const ProtocolRules subordinate(checks.subordinate, checks.max_wait, where);
  manager.held(bus.awvalid, bus.awready, cat(bus.awaddr, bus.awprot), "AXI4-Lite: AW changes before it is taken");
  manager.held(bus.wvalid, bus.wready, cat(bus.wdata, bus.wstrb), "AXI4-Lite: W changes before it is taken");
  manager.held(bus.arvalid, bus.arready, cat(bus.araddr, bus.arprot), "AXI4-Lite: AR changes before it is taken");
  subordinate.held(bus.bvalid, bus.bready, pack(bus.bresp), "AXI4-Lite: B changes before it is taken");
  subordinate.held(bus.rvalid, bus.rready, cat(bus.rdata, bus.rresp), "AXI4-Lite: R changes before it is taken");
  subordinate.taken(bus.arvalid, bus.arready, "AXI4-Lite: AR waits too long");
  manager.taken(bus.bvalid, bus.bready, "AXI4-Lite: B waits too long");
  manager.taken(bus.rvalid, bus.rready, "AXI4-Lite: R waits too long");

  const Bool answered = bus.bvalid & bus.bready;
  const Bool address_open = subordinate.open(bus.awvalid & bus.awready, answered);
  const Bool data_open = subordinate.open(bus.wvalid & bus.wready, answered);
  const Bool unanswered = bus.bvalid & ~bus.bready;
  const Bool lacks_data = address_open & ~data_open & ~bus.wvalid;
  const Bool lacks_address = data_open & ~address_open & ~bus.awvalid;
  subordinate.taken(bus.awvalid & ~unanswered & ~lacks_data, bus.awready, "AXI4-Lite: AW waits too long");
  subordinate.taken(bus.wvalid & ~unanswered & ~lacks_address, bus.wready, "AXI4-Lite: W waits too long");
  const Bool read_open = subordinate.open(bus.arvalid & bus.arready, bus.rvalid & bus.rready);
  subordinate.rule(~bus.bvalid | (address_open & data_open), "AXI4-Lite: B answers no write");
  subordinate.rule(~bus.rvalid | read_open, "AXI4-Lite: R answers no read");
  subordinate.within(address_open & data_open, bus.bvalid, "AXI4-Lite: a write is not answered in time");
  subordinate.within(read_open, bus.rvalid, "AXI4-Lite: a read is not answered in time");
  subordinate.rule(~bus.bvalid | (bus.bresp != AxiResponse::exokay), "AXI4-Lite: B is EXOKAY");
  subordinate.rule(~bus.rvalid | (bus.rresp != AxiResponse::exokay), "AXI4-Lite: R is EXOKAY");
}

}  // namespace burin
