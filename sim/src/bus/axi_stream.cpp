// SPDX-License-Identifier: Apache-2.0
//! @file axi_stream.cpp
//! @brief Both ends of an AXI4-Stream on a bench.
#include "burin/sim/bus/axi_stream.h"

#include <fmt/format.h>

#include <algorithm>

namespace burin::sim {

AxiStreamDriver::AxiStreamDriver(BenchCore& bench, const AxiStreamIn& bus, const BusTiming& timing)
    : bench_(bench), ports_(bench, bus), stalls_(timing.seed, timing.stalls_per_mille) {
  bench_.attach(*this);
}

AxiStreamDriver::~AxiStreamDriver() { bench_.detach(*this); }

void AxiStreamDriver::push_packet(const std::vector<uint8_t>& bytes) {
  const uint32_t size = ports_.bytes;
  if (bytes.empty()) throw UserError("a packet of no bytes cannot be sent: there is no beat to send it in");
  if (bytes.size() % size != 0 && !ports_.tkeep) {
    throw UserError(fmt::format("a packet of {} bytes does not fill beats of {}, and the interface has no tkeep",
                                bytes.size(), size));
  }
  for (size_t begin = 0; begin < bytes.size(); begin += size) {
    const size_t count = std::min<size_t>(size, bytes.size() - begin);
    AxiStreamBeat beat{.data = Bits(8 * size), .keep = Bits(size), .strobe = Bits(size)};
    for (uint32_t i = 0; i < count; ++i) {
      beat.keep.set_bit(i, true);
      beat.strobe.set_bit(i, true);
      for (uint32_t bit = 0; bit < 8; ++bit) beat.data.set_bit(8 * i + bit, (bytes[begin + i] >> bit & 1) != 0);
    }
    beat.last = begin + count == bytes.size();
    push(std::move(beat));
  }
}

void AxiStreamDriver::drive() {
  Engine& engine = bench_.engine();
  if (!offering_ && !queue_.empty() && !stalls_.stalled()) {
    const AxiStreamBeat& beat = queue_.front();
    engine.set(ports_.tdata, beat.data);
    const Bits all = Bits::ones(ports_.bytes);
    if (ports_.tkeep) engine.set(*ports_.tkeep, beat.keep.width() == 0 ? all : beat.keep);
    if (ports_.tstrb) engine.set(*ports_.tstrb, beat.strobe.width() == 0 ? all : beat.strobe);
    if (ports_.tlast) engine.set_u64(*ports_.tlast, beat.last ? 1 : 0);
    if (ports_.tid) engine.set_u64(*ports_.tid, beat.id);
    if (ports_.tdest) engine.set_u64(*ports_.tdest, beat.dest);
    if (ports_.tuser && beat.user.width() != 0) engine.set(*ports_.tuser, beat.user);
    offering_ = true;
  }
  engine.set_u64(ports_.tvalid, offering_ ? 1 : 0);
}

void AxiStreamDriver::sample() {
  if (!offering_ || bench_.engine().get_u64(ports_.tready) == 0) return;
  queue_.pop_front();
  offering_ = false;
}

AxiStreamMonitor::AxiStreamMonitor(BenchCore& bench, const AxiStreamOut& bus, const BusTiming& timing)
    : bench_(bench), ports_(bench, bus), stalls_(timing.seed, timing.stalls_per_mille) {
  bench_.attach(*this);
}

AxiStreamMonitor::~AxiStreamMonitor() { bench_.detach(*this); }

void AxiStreamMonitor::drive() { bench_.engine().set_u64(ports_.tready, stalls_.stalled() ? 0 : 1); }

void AxiStreamMonitor::sample() {
  Engine& engine = bench_.engine();
  if (engine.get_u64(ports_.tvalid) == 0 || engine.get_u64(ports_.tready) == 0) return;
  AxiStreamBeat beat{.data = engine.get(ports_.tdata)};
  if (ports_.tkeep) beat.keep = engine.get(*ports_.tkeep);
  if (ports_.tstrb) beat.strobe = engine.get(*ports_.tstrb);
  if (ports_.tlast) beat.last = engine.get_u64(*ports_.tlast) != 0;
  if (ports_.tid) beat.id = engine.get_u64(*ports_.tid);
  if (ports_.tdest) beat.dest = engine.get_u64(*ports_.tdest);
  if (ports_.tuser) beat.user = engine.get(*ports_.tuser);
  for (uint32_t i = 0; i < ports_.bytes; ++i) {
    if (!ports_.tkeep || beat.keep.bit(i))
      packet_.push_back(static_cast<uint8_t>(beat.data.slice(8 * i, 8).to_uint64()));
  }
  if (beat.last) packets_.push_back(std::exchange(packet_, {}));
  beats_.push_back(std::move(beat));
}

}  // namespace burin::sim
