// SPDX-License-Identifier: Apache-2.0
//! @file axi_stream_packets.h
//! @brief From AXI4-Stream to streams of the library and back.
#pragma once

#include "burin/lib/bus/axi_stream.h"
#include "burin/lib/stream/packet.h"
#include "burin/lib/stream/stage.h"

namespace burin {

/// What arrives on an interface as a stream of bytes, a beat at a time: `packets(s_axis) >> fifo(16) >> sink`. Without
/// `tkeep` every byte of a beat is there; without `tlast` every beat is a packet. What else belongs to a beat (`tstrb`,
/// `tid`, `tdest`, `tuser`) is left out: read it on the interface. Latency 0.
[[nodiscard]] inline StreamValue<Lanes<UInt<8>>> packets(AxiStreamIn& bus) {
  const int lanes = bus.widths.data / 8;
  const Lanes<UInt<8>> beat{
      .data = unpack(UInt<>(bus.tdata), Vec<UInt<8>>(lanes, UInt<8>())),
      .keep = bus.widths.keep ? UInt<>(bus.tkeep) : UInt<>(Bits::ones(static_cast<uint32_t>(lanes))),
      .last = bus.tlast ? Bool(*bus.tlast) : Bool(true)};
  const std::string name = detail::stream_name(bus.tvalid);
  return {beat, bus.tvalid,
          [place = detail::PlaceHandle(bus.tready), name](const Bool& ready, const Where& where) {
            detail::take_stream(place, ready, name, where);
          },
          name};
}

/// What `to_axi_stream` gives.
struct AxiStreamSink : StreamStage {
  AxiStreamOut& bus;
  Where where;

  AxiStreamSink(AxiStreamOut& to, const Where& at) : bus(to), where(at) {}

  void operator()(const StreamValue<Lanes<UInt<8>>>& stream) const {
    detail::feed_stream(detail::PlaceHandle(bus.tvalid), stream.valid, where);
    bus.tdata = pack(stream.payload.data);
    if (bus.widths.keep) {
      bus.tkeep = stream.payload.keep;
    } else {
      assert_(~stream.valid | (~stream.payload.keep == 0), "AXI4-Stream: without tkeep, every byte of a beat is there");
    }
    if (bus.tlast) *bus.tlast = stream.payload.last;
    stream.take(bus.tready, where);
  }
};

/// Sends a stream of bytes, a beat at a time: `source >> to_axi_stream(m_axis)`. A bus without `tkeep` wants full
/// beats, which an assertion checks. What else belongs to a beat is driven by the module that has the interface.
/// Latency 0.
[[nodiscard]] inline AxiStreamSink to_axi_stream(AxiStreamOut& bus, const Where& where = Where::current()) {
  return {bus, where};
}

}  // namespace burin
