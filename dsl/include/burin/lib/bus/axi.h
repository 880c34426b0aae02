// SPDX-License-Identifier: Apache-2.0
//! @file axi.h
//! @brief AXI4: bursts of reads and writes on five channels.
#pragma once

#include "burin/lib/bus/axi_lite.h"

namespace burin {

/// How the addresses of a burst go on.
enum class AxiBurst : uint8_t {
  fixed,  ///< All beats at one address.
  incr,   ///< Each beat behind the one before.
  wrap,   ///< Likewise, and around at the burst's size: 2, 4, 8 or 16 beats.
};

struct AxiWidths {
  Param<int, "width of an address in bits", range(1, 64)> address = 32;
  Param<int, "width of a beat in bits", one_of(8, 16, 32, 64, 128, 256, 512, 1024)> data = 32;
  Param<int, "width of an identifier in bits", range(0, 32)> id = 0;
};

/// An AXI4 interface: `Role::out` is the manager's, `Role::in` the subordinate's. A burst of n beats of 2^s bytes has
/// `len` n - 1 and `size` s.
template <Role R>
struct Axi {
  AxiWidths widths = {};

  // Write address.
  Port<R, UInt<>> awid{bits(widths.id), PortOptions{.guarded = true}};
  Port<R, UInt<>> awaddr{bits(widths.address), PortOptions{.guarded = true}};
  Port<R, UInt<8>> awlen{PortOptions{.guarded = true}};
  Port<R, UInt<3>> awsize{PortOptions{.guarded = true}};
  Port<R, Enum<AxiBurst>> awburst{PortOptions{.guarded = true}};
  Port<R, Bool> awlock{PortOptions{.may_be_unused = true, .guarded = true}};
  Port<R, UInt<4>> awcache{PortOptions{.may_be_unused = true, .guarded = true}};
  Port<R, UInt<3>> awprot{PortOptions{.may_be_unused = true, .guarded = true}};
  Port<R, UInt<4>> awqos{PortOptions{.may_be_unused = true, .guarded = true}};
  Port<R, Bool> awvalid{};
  Port<flip(R), Bool> awready{};
  // Write data.
  Port<R, UInt<>> wdata{bits(widths.data), PortOptions{.guarded = true}};
  Port<R, UInt<>> wstrb{bits(widths.data / 8), PortOptions{.guarded = true}};
  Port<R, Bool> wlast{PortOptions{.guarded = true}};
  Port<R, Bool> wvalid{};
  Port<flip(R), Bool> wready{};
  // Write response, one a burst.
  Port<flip(R), UInt<>> bid{bits(widths.id), PortOptions{.guarded = true}};
  Port<flip(R), Enum<AxiResponse>> bresp{PortOptions{.guarded = true}};
  Port<flip(R), Bool> bvalid{};
  Port<R, Bool> bready{};
  // Read address.
  Port<R, UInt<>> arid{bits(widths.id), PortOptions{.guarded = true}};
  Port<R, UInt<>> araddr{bits(widths.address), PortOptions{.guarded = true}};
  Port<R, UInt<8>> arlen{PortOptions{.guarded = true}};
  Port<R, UInt<3>> arsize{PortOptions{.guarded = true}};
  Port<R, Enum<AxiBurst>> arburst{PortOptions{.guarded = true}};
  Port<R, Bool> arlock{PortOptions{.may_be_unused = true, .guarded = true}};
  Port<R, UInt<4>> arcache{PortOptions{.may_be_unused = true, .guarded = true}};
  Port<R, UInt<3>> arprot{PortOptions{.may_be_unused = true, .guarded = true}};
  Port<R, UInt<4>> arqos{PortOptions{.may_be_unused = true, .guarded = true}};
  Port<R, Bool> arvalid{};
  Port<flip(R), Bool> arready{};
  // Read data.
  Port<flip(R), UInt<>> rid{bits(widths.id), PortOptions{.guarded = true}};
  Port<flip(R), UInt<>> rdata{bits(widths.data), PortOptions{.guarded = true}};
  Port<flip(R), Enum<AxiResponse>> rresp{PortOptions{.guarded = true}};
  Port<flip(R), Bool> rlast{PortOptions{.guarded = true}};
  Port<flip(R), Bool> rvalid{};
  Port<R, Bool> rready{};
};

using AxiManager = Axi<Role::out>;
using AxiSubordinate = Axi<Role::in>;

/// The address of the beat that follows one at `address` in a burst.
UInt<> next_axi_address(const UInt<>& address, const UInt<8>& len, const UInt<3>& size, const Enum<AxiBurst>& burst);

namespace detail_bus {

/// Checks what is asked for on AW or AR.
void check_axi_request(const ProtocolRules& rules, const Bool& valid, const UInt<>& address, const UInt<8>& len,
                       const UInt<3>& size, const Enum<AxiBurst>& burst, uint32_t data_width);
/// Checks that bursts have as many beats as were asked for, in order. At most 16 may be ahead of one another.
/// @returns whether a burst is complete: asked for, with all beats; `taken` takes one away.
Bool check_axi_lengths(const ProtocolRules& rules, const Bool& asked, const UInt<8>& len, const Bool& beat,
                       const Bool& last, const Bool& taken, const char* message);

}  // namespace detail_bus

/// Checks the rules of AXI4 on an interface, an own one or an instance's, from outside:
/// * what is valid stays, and does not change, until it is taken;
/// * no burst crosses 4 KiB or is wider than the data; wrapping ones have 2, 4, 8 or 16 beats and an aligned address,
/// fixed
///   ones at most 16 beats;
/// * written bursts have the beats that were asked for, and so have read ones where there are no identifiers;
/// * a write is answered once, after its last beat; a read after its address;
/// * with `checks.max_wait`, nothing waits longer.
template <Role R>
void check_protocol(const Axi<R>& bus, const ProtocolChecks& checks = {}, const Where& where = Where::current()) {
  const ProtocolRules manager(checks.manager, checks.max_wait, where);
  const ProtocolRules subordinate(checks.subordinate, checks.max_wait, where);
  manager.held(
      bus.awvalid, bus.awready,
      cat(bus.awid, bus.awaddr, bus.awlen, bus.awsize, bus.awburst, bus.awlock, bus.awcache, bus.awprot, bus.awqos),
      "AXI4: AW changes before it is taken");
  manager.held(bus.wvalid, bus.wready, cat(bus.wdata, bus.wstrb, bus.wlast), "AXI4: W changes before it is taken");
  manager.held(
      bus.arvalid, bus.arready,
      cat(bus.arid, bus.araddr, bus.arlen, bus.arsize, bus.arburst, bus.arlock, bus.arcache, bus.arprot, bus.arqos),
      "AXI4: AR changes before it is taken");
  subordinate.held(bus.bvalid, bus.bready, cat(bus.bid, bus.bresp), "AXI4: B changes before it is taken");
  subordinate.held(bus.rvalid, bus.rready, cat(bus.rid, bus.rdata, bus.rresp, bus.rlast),
                   "AXI4: R changes before it is taken");
  subordinate.taken(bus.awvalid, bus.awready, "AXI4: AW waits too long");
  subordinate.taken(bus.wvalid, bus.wready, "AXI4: W waits too long");
  subordinate.taken(bus.arvalid, bus.arready, "AXI4: AR waits too long");
  manager.taken(bus.bvalid, bus.bready, "AXI4: B waits too long");
  manager.taken(bus.rvalid, bus.rready, "AXI4: R waits too long");

  const auto width = static_cast<uint32_t>(bus.widths.data);
  detail_bus::check_axi_request(manager, bus.awvalid, bus.awaddr, bus.awlen, bus.awsize, bus.awburst, width);
  detail_bus::check_axi_request(manager, bus.arvalid, bus.araddr, bus.arlen, bus.arsize, bus.arburst, width);

  const Bool written = detail_bus::check_axi_lengths(manager, bus.awvalid & bus.awready, bus.awlen,
                                                     bus.wvalid & bus.wready, bus.wlast, bus.bvalid & bus.bready,
                                                     "AXI4: a written burst has not the beats that AW asked for");
  subordinate.rule(~bus.bvalid | written, "AXI4: B answers no write");
  subordinate.within(written, bus.bvalid, "AXI4: a write is not answered in time");

  const Bool read_open = subordinate.open(bus.arvalid & bus.arready, bus.rvalid & bus.rready & bus.rlast);
  subordinate.rule(~bus.rvalid | read_open, "AXI4: R answers no read");
  subordinate.within(read_open, bus.rvalid, "AXI4: a read is not answered in time");
  if (bus.widths.id == 0) {
    detail_bus::check_axi_lengths(subordinate, bus.arvalid & bus.arready, bus.arlen, bus.rvalid & bus.rready, bus.rlast,
                                  true, "AXI4: a read burst has not the beats that AR asked for");
  }
}

}  // namespace burin
