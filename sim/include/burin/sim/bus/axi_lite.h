// SPDX-License-Identifier: Apache-2.0
//! @file axi_lite.h
//! @brief Models of both sides of AXI4-Lite for benches.
#pragma once

#include "burin/lib/bus/axi_lite.h"
#include "burin/sim/bus/bus.h"

namespace burin::sim {

/// The ports of an AXI4-Lite interface, for models.
struct AxiLitePorts {
  PortId awaddr, awprot, awvalid, awready, wdata, wstrb, wvalid, wready, bresp, bvalid, bready;
  PortId araddr, arprot, arvalid, arready, rdata, rresp, rvalid, rready;

  template <Role R>
  AxiLitePorts(const BenchCore& bench, const AxiLite<R>& bus)
      : awaddr(bench.port(bus.awaddr)),
        awprot(bench.port(bus.awprot)),
        awvalid(bench.port(bus.awvalid)),
        awready(bench.port(bus.awready)),
        wdata(bench.port(bus.wdata)),
        wstrb(bench.port(bus.wstrb)),
        wvalid(bench.port(bus.wvalid)),
        wready(bench.port(bus.wready)),
        bresp(bench.port(bus.bresp)),
        bvalid(bench.port(bus.bvalid)),
        bready(bench.port(bus.bready)),
        araddr(bench.port(bus.araddr)),
        arprot(bench.port(bus.arprot)),
        arvalid(bench.port(bus.arvalid)),
        arready(bench.port(bus.arready)),
        rdata(bench.port(bus.rdata)),
        rresp(bench.port(bus.rresp)),
        rvalid(bench.port(bus.rvalid)),
        rready(bench.port(bus.rready)) {}
};

/// Drives a design's AXI4-Lite subordinate. Reads and writes go on beside each other; the address and the data of a
/// write may come in either order.
class AxiLiteDriver final : public BusDriver {
 public:
  AxiLiteDriver(BenchCore& bench, const AxiLiteSubordinate& bus, const BusTiming& timing = {})
      : BusDriver(bench, timing, static_cast<uint32_t>(bus.widths.data)), ports_(bench, bus) {}

  void drive() override;
  void sample() override;

 private:
  /// Requests on their way through one of the channels that they take.
  struct Channel {
    std::deque<BusRequest> queue;
    bool offering = false;
  };
  bool offer(Channel& channel);
  static void take(Channel& channel, bool ready);
  void do_post(const BusRequest& request) override;
  void do_abandon() override;

  AxiLitePorts ports_;
  Channel write_address_;
  Channel write_data_;
  Channel read_;
};

/// A memory behind a design's AXI4-Lite manager.
class AxiLiteMemory final : public BusMemory {
 public:
  AxiLiteMemory(BenchCore& bench, const AxiLiteManager& bus, size_t size, const BusTiming& timing = {})
      : BusMemory(bench, size, timing, static_cast<uint32_t>(bus.widths.data)), ports_(bench, bus) {}

  void drive() override;
  void sample() override;

 private:
  AxiLitePorts ports_;
  std::deque<uint64_t> write_addresses_;
  std::deque<BusRequest> write_data_;
  std::deque<BusAnswer> write_answers_;
  std::deque<BusAnswer> read_answers_;
  bool answering_write_ = false;
  bool answering_read_ = false;
};

}  // namespace burin::sim
