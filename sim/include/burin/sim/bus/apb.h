// SPDX-License-Identifier: Apache-2.0
//! @file apb.h
//! @brief Models of both sides of APB for benches.
#pragma once

#include "burin/lib/bus/apb.h"
#include "burin/sim/bus/bus.h"

namespace burin::sim {

/// The ports of an APB interface, for models.
struct ApbPorts {
  PortId paddr, pprot, psel, penable, pwrite, pwdata, pstrb, pready, prdata, pslverr;

  template <Role R>
  ApbPorts(const BenchCore& bench, const Apb<R>& bus)
      : paddr(bench.port(bus.paddr)),
        pprot(bench.port(bus.pprot)),
        psel(bench.port(bus.psel)),
        penable(bench.port(bus.penable)),
        pwrite(bench.port(bus.pwrite)),
        pwdata(bench.port(bus.pwdata)),
        pstrb(bench.port(bus.pstrb)),
        pready(bench.port(bus.pready)),
        prdata(bench.port(bus.prdata)),
        pslverr(bench.port(bus.pslverr)) {}
};

/// Drives a design's APB subordinate: one access after the other, in the order in which they were posted.
class ApbDriver final : public BusDriver {
 public:
  ApbDriver(BenchCore& bench, const ApbSubordinate& bus, const BusTiming& timing = {})
      : BusDriver(bench, timing, static_cast<uint32_t>(bus.widths.data)), ports_(bench, bus) {}

  void drive() override;
  void sample() override;

 private:
  enum class Phase : uint8_t { idle, setup, access };
  void do_post(const BusRequest& request) override { queue_.push_back(request); }
  void do_abandon() override;

  ApbPorts ports_;
  std::deque<BusRequest> queue_;
  Phase phase_ = Phase::idle;
};

/// A memory behind a design's APB manager.
class ApbMemory final : public BusMemory {
 public:
  ApbMemory(BenchCore& bench, const ApbManager& bus, size_t size, const BusTiming& timing = {})
      : BusMemory(bench, size, timing, static_cast<uint32_t>(bus.widths.data)), ports_(bench, bus) {}

  void drive() override;
  void sample() override;

 private:
  ApbPorts ports_;
};

}  // namespace burin::sim
