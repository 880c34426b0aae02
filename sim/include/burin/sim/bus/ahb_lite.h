// SPDX-License-Identifier: Apache-2.0
//! @file ahb_lite.h
//! @brief Models of both sides of AHB-Lite for benches.
#pragma once

#include <optional>

#include "burin/lib/bus/ahb_lite.h"
#include "burin/sim/bus/bus.h"

namespace burin::sim {

/// The ports of an AHB-Lite interface, for models.
struct AhbLitePorts {
  PortId hsel, haddr, hwrite, hsize, hburst, hprot, htrans, hmastlock, hready, hwdata, hreadyout, hresp, hrdata;

  template <Role R>
  AhbLitePorts(const BenchCore& bench, const AhbLite<R>& bus)
      : hsel(bench.port(bus.hsel)),
        haddr(bench.port(bus.haddr)),
        hwrite(bench.port(bus.hwrite)),
        hsize(bench.port(bus.hsize)),
        hburst(bench.port(bus.hburst)),
        hprot(bench.port(bus.hprot)),
        htrans(bench.port(bus.htrans)),
        hmastlock(bench.port(bus.hmastlock)),
        hready(bench.port(bus.hready)),
        hwdata(bench.port(bus.hwdata)),
        hreadyout(bench.port(bus.hreadyout)),
        hresp(bench.port(bus.hresp)),
        hrdata(bench.port(bus.hrdata)) {}
};

/// Drives a design's AHB-Lite subordinate, the only one on its bus, with single transfers: the address phase of one
/// beside the data phase of the one before. Strobes choose the size: one byte, two or four or all that are aligned.
/// Where the design's readiness follows another model of the bench within the cycle, that one must be made first.
/// @throws UserError, from `post`, for strobes that AHB-Lite cannot express.
class AhbLiteDriver final : public BusDriver {
 public:
  AhbLiteDriver(BenchCore& bench, const AhbLiteSubordinate& bus, const BusTiming& timing = {})
      : BusDriver(bench, timing, static_cast<uint32_t>(bus.widths.data)), ports_(bench, bus) {}

  void drive() override;
  void sample() override;

 private:
  struct Transfer {
    BusRequest request;
    uint64_t address = 0;  // of its first byte
    uint64_t size = 0;     // 2^size bytes
  };
  void do_post(const BusRequest& request) override;
  void do_abandon() override;

  AhbLitePorts ports_;
  std::deque<Transfer> queue_;
  std::optional<Transfer> address_phase_;
  std::optional<Transfer> data_phase_;
};

/// A memory behind a design's AHB-Lite manager; the only subordinate on its bus. It selects itself.
class AhbLiteMemory final : public BusMemory {
 public:
  AhbLiteMemory(BenchCore& bench, const AhbLiteManager& bus, size_t size, const BusTiming& timing = {})
      : BusMemory(bench, size, timing, static_cast<uint32_t>(bus.widths.data)),
        ports_(bench, bus),
        word_bytes_(static_cast<uint64_t>(bus.widths.data) / 8) {}

  void drive() override;
  void sample() override;

 private:
  struct Transfer {
    uint64_t address = 0;
    bool is_write = false;
    uint64_t strobes = 0;
  };
  AhbLitePorts ports_;
  uint64_t word_bytes_;
  std::optional<Transfer> data_phase_;
  bool second_of_error_ = false;
  bool ready_ = true;
};

}  // namespace burin::sim
