// SPDX-License-Identifier: Apache-2.0
//! @file axi_stream.h
//! @brief Both ends of an AXI4-Stream on a bench, in beats and in packets of bytes.
#pragma once

#include <optional>

#include "burin/lib/bus/axi_stream.h"
#include "burin/sim/bus/bus.h"

namespace burin::sim {

/// What is handed over in a cycle. What the interface does not have is not looked at.
struct AxiStreamBeat {
  Bits data;
  Bits keep = {};  ///< All ones where it is empty and the interface has one.
  Bits strobe = {};
  bool last = false;
  uint64_t id = 0;
  uint64_t dest = 0;
  Bits user = {};

  friend bool operator==(const AxiStreamBeat&, const AxiStreamBeat&) = default;
};

/// The ports of an AXI4-Stream interface; those that it has not are empty.
struct AxiStreamPorts {
  PortId tdata, tvalid, tready;
  std::optional<PortId> tkeep, tstrb, tlast, tid, tdest, tuser;
  uint32_t bytes;

  template <Role R>
  AxiStreamPorts(const BenchCore& bench, const AxiStream<R>& bus)
      : tdata(bench.port(bus.tdata)),
        tvalid(bench.port(bus.tvalid)),
        tready(bench.port(bus.tready)),
        bytes(static_cast<uint32_t>(bus.widths.data) / 8) {
    if (bus.widths.keep) tkeep = bench.port(bus.tkeep);
    if (bus.widths.strobe) tstrb = bench.port(bus.tstrb);
    if (bus.tlast) tlast = bench.port(*bus.tlast);
    if (bus.widths.id != 0) tid = bench.port(bus.tid);
    if (bus.widths.dest != 0) tdest = bench.port(bus.tdest);
    if (bus.widths.user != 0) tuser = bench.port(bus.tuser);
  }
};

/// Sends beats into a design. A beat, once offered, stands until it is taken.
class AxiStreamDriver final : public ClockAgent {
 public:
  AxiStreamDriver(BenchCore& bench, const AxiStreamIn& bus, const BusTiming& timing = {});
  ~AxiStreamDriver() override;
  AxiStreamDriver(const AxiStreamDriver&) = delete;
  AxiStreamDriver& operator=(const AxiStreamDriver&) = delete;

  void push(AxiStreamBeat beat) { queue_.push_back(std::move(beat)); }
  /// Bytes as beats, the last one with `tlast`; where it is not full, `tkeep` says so.
  /// @throws UserError when the bytes do not fill their beats and there is no `tkeep`, or there are none.
  void push_packet(const std::vector<uint8_t>& bytes);
  /// Beats that have not been taken yet.
  [[nodiscard]] size_t pending() const { return queue_.size(); }

  void drive() override;
  void sample() override;

 private:
  BenchCore& bench_;
  AxiStreamPorts ports_;
  Stalls stalls_;
  std::deque<AxiStreamBeat> queue_;
  bool offering_ = false;
};

/// Takes beats from a design and keeps them.
class AxiStreamMonitor final : public ClockAgent {
 public:
  AxiStreamMonitor(BenchCore& bench, const AxiStreamOut& bus, const BusTiming& timing = {});
  ~AxiStreamMonitor() override;
  AxiStreamMonitor(const AxiStreamMonitor&) = delete;
  AxiStreamMonitor& operator=(const AxiStreamMonitor&) = delete;

  [[nodiscard]] const std::vector<AxiStreamBeat>& beats() const { return beats_; }
  /// The bytes of each packet that has ended, without those that `tkeep` leaves out.
  [[nodiscard]] const std::vector<std::vector<uint8_t>>& packets() const { return packets_; }

  void drive() override;
  void sample() override;

 private:
  BenchCore& bench_;
  AxiStreamPorts ports_;
  Stalls stalls_;
  std::vector<AxiStreamBeat> beats_;
  std::vector<std::vector<uint8_t>> packets_;
  std::vector<uint8_t> packet_;
};

}  // namespace burin::sim
