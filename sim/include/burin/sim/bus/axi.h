// SPDX-License-Identifier: Apache-2.0
//! @file axi.h
//! @brief Models of both sides of AXI4 for benches: bursts from a driver, bursts into a memory.
#pragma once

#include "burin/lib/bus/axi.h"
#include "burin/sim/bus/bus.h"

namespace burin::sim {

/// The ports of an AXI4 interface, for models.
struct AxiPorts {
  struct Address {
    PortId addr, len, size, burst, valid, ready;
  };
  Address aw, ar;
  PortId wdata, wstrb, wlast, wvalid, wready, bresp, bvalid, bready;
  PortId rdata, rresp, rlast, rvalid, rready;
  bool has_id;
  PortId awid = 0, bid = 0, arid = 0, rid = 0;  // where there are identifiers
  uint32_t bytes;                               // of a beat

  template <Role R>
  AxiPorts(const BenchCore& bench, const Axi<R>& bus)
      : aw{bench.port(bus.awaddr),  bench.port(bus.awlen),   bench.port(bus.awsize),
           bench.port(bus.awburst), bench.port(bus.awvalid), bench.port(bus.awready)},
        ar{bench.port(bus.araddr),  bench.port(bus.arlen),   bench.port(bus.arsize),
           bench.port(bus.arburst), bench.port(bus.arvalid), bench.port(bus.arready)},
        wdata(bench.port(bus.wdata)),
        wstrb(bench.port(bus.wstrb)),
        wlast(bench.port(bus.wlast)),
        wvalid(bench.port(bus.wvalid)),
        wready(bench.port(bus.wready)),
        bresp(bench.port(bus.bresp)),
        bvalid(bench.port(bus.bvalid)),
        bready(bench.port(bus.bready)),
        rdata(bench.port(bus.rdata)),
        rresp(bench.port(bus.rresp)),
        rlast(bench.port(bus.rlast)),
        rvalid(bench.port(bus.rvalid)),
        rready(bench.port(bus.rready)),
        has_id(bus.widths.id != 0),
        bytes(static_cast<uint32_t>(bus.widths.data) / 8) {
    if (!has_id) return;
    awid = bench.port(bus.awid);
    bid = bench.port(bus.bid);
    arid = bench.port(bus.arid);
    rid = bench.port(bus.rid);
  }
};

/// A burst that a driver asks for.
struct AxiRequest {
  uint64_t address = 0;
  AxiBurst burst = AxiBurst::incr;
  uint32_t size = 0xff;  ///< 2^size bytes a beat; 0xff: the width of the data.
  uint64_t id = 0;
  std::vector<Bits> beats = {};    ///< Of a write: 1 to 256, on their lanes.
  std::vector<Bits> strobes = {};  ///< Of a write, for each beat; empty: the bytes that address and size cover.
  uint32_t count = 0;              ///< Of a read: its beats.
};

/// How it ended.
struct AxiAnswer {
  uint64_t id = 0;
  std::vector<Bits> beats = {};  ///< Of a read.
  bool error = false;            ///< In any of its beats.
};

/// Drives a design's AXI4 subordinate. Bursts are asked for ahead of their data and answers; answers come in order.
class AxiDriver final : public ClockAgent {
 public:
  AxiDriver(BenchCore& bench, const AxiSubordinate& bus, const BusTiming& timing = {});
  ~AxiDriver() override;
  AxiDriver(const AxiDriver&) = delete;
  AxiDriver& operator=(const AxiDriver&) = delete;

  /// @throws UserError for a burst of no beats or more than 256.
  void post_write(AxiRequest request);
  void post_read(AxiRequest request);
  /// Does one burst and waits for its answer. @throws UserError when there is none within `limit` cycles.
  AxiAnswer write(AxiRequest request, uint64_t limit = 100'000);
  AxiAnswer read(AxiRequest request, uint64_t limit = 100'000);
  void finish(uint64_t limit = 1'000'000);
  [[nodiscard]] const std::vector<AxiAnswer>& write_answers() const { return write_answers_; }
  [[nodiscard]] const std::vector<AxiAnswer>& read_answers() const { return read_answers_; }
  /// Forgets everything, for a reset in the middle.
  void abandon();

  void drive() override;
  void sample() override;

 private:
  struct Beat {
    Bits data;
    Bits strobes;
    bool last = false;
  };
  void check(AxiRequest& request, size_t count) const;
  void drive_address(const AxiPorts::Address& ports, PortId id, std::deque<AxiRequest>& queue, bool& offering);

  BenchCore& bench_;
  AxiPorts ports_;
  Stalls stalls_;
  std::deque<AxiRequest> write_requests_;
  std::deque<Beat> write_beats_;
  std::deque<AxiRequest> read_requests_;
  bool offering_write_ = false;
  bool offering_beat_ = false;
  bool offering_read_ = false;
  AxiAnswer reading_;
  size_t open_ = 0;
  std::vector<AxiAnswer> write_answers_;
  std::vector<AxiAnswer> read_answers_;
};

/// A memory behind a design's AXI4 manager: all kinds of bursts and sizes, answers in order. A beat beyond its end is
/// refused.
class AxiMemory final : public ClockAgent {
 public:
  AxiMemory(BenchCore& bench, const AxiManager& bus, size_t size, const BusTiming& timing = {});
  ~AxiMemory() override;
  AxiMemory(const AxiMemory&) = delete;
  AxiMemory& operator=(const AxiMemory&) = delete;

  /// The bytes.
  std::vector<uint8_t>& bytes() { return bytes_; }

  void drive() override;
  void sample() override;

 private:
  struct Burst {
    uint64_t start = 0;
    uint64_t address = 0;  // of the next beat
    uint64_t len = 0;
    uint64_t size = 0;
    AxiBurst kind = AxiBurst::incr;
    uint64_t id = 0;
    uint64_t done = 0;  // beats
    bool error = false;
  };
  struct ReadBeat {
    Bits data;
    uint64_t id = 0;
    bool error = false;
    bool last = false;
  };
  [[nodiscard]] Burst take(const AxiPorts::Address& ports, PortId id);
  void advance(Burst& burst) const;
  [[nodiscard]] uint64_t word_of(uint64_t address) const { return address / ports_.bytes * ports_.bytes; }

  BenchCore& bench_;
  AxiPorts ports_;
  Stalls stalls_;
  std::vector<uint8_t> bytes_;
  std::deque<Burst> writes_;
  std::deque<std::pair<Bits, Bits>> early_;  // data and strobes that came before their address
  std::deque<Burst> answers_;
  std::deque<ReadBeat> read_beats_;
  bool answering_ = false;
  bool reading_ = false;
};

}  // namespace burin::sim
