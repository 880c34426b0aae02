// SPDX-License-Identifier: Apache-2.0
//! @file axi.cpp
//! @brief Models of both sides of AXI4.
#include "burin/sim/bus/axi.h"

#include <fmt/format.h>

#include <bit>

namespace burin::sim {

namespace {

constexpr size_t kMostBeats = 256;
constexpr size_t kMostWaiting = 8;  // what a memory takes in before it has answered

bool is_error(uint64_t response) { return response >= static_cast<uint64_t>(AxiResponse::slverr); }
uint64_t response_of(bool error) { return static_cast<uint64_t>(error ? AxiResponse::slverr : AxiResponse::okay); }

/// The address of the next beat, from the specification's formulas.
uint64_t following(uint64_t address, uint64_t start, uint64_t len, uint64_t size, AxiBurst kind) {
  const uint64_t bytes = uint64_t{1} << size;
  if (kind == AxiBurst::fixed) return address;
  const uint64_t next = address / bytes * bytes + bytes;
  if (kind == AxiBurst::incr) return next;
  const uint64_t total = bytes * (len + 1);
  const uint64_t boundary = start / total * total;
  return next == boundary + total ? boundary : next;
}

}  // namespace

AxiDriver::AxiDriver(BenchCore& bench, const AxiSubordinate& bus, const BusTiming& timing)
    : bench_(bench), ports_(bench, bus), stalls_(timing.seed, timing.stalls_per_mille) {
  bench_.attach(*this);
}

AxiDriver::~AxiDriver() { bench_.detach(*this); }

void AxiDriver::check(AxiRequest& request, size_t count) const {
  if (count == 0 || count > kMostBeats)
    throw UserError(fmt::format("a burst of AXI4 has 1 to 256 beats, not {}", count));
  if (request.size == 0xff) request.size = static_cast<uint32_t>(std::countr_zero(ports_.bytes));
}

void AxiDriver::post_write(AxiRequest request) {
  check(request, request.beats.size());
  uint64_t address = request.address;
  for (size_t i = 0; i < request.beats.size(); ++i) {
    Beat beat{.data = request.beats[i], .strobes = Bits(ports_.bytes), .last = i + 1 == request.beats.size()};
    if (request.strobes.empty()) {
      const uint64_t bytes = uint64_t{1} << request.size;
      const uint64_t end = address / bytes * bytes + bytes;
      for (uint64_t at = address; at < end; ++at) beat.strobes.set_bit(static_cast<uint32_t>(at % ports_.bytes), true);
    } else {
      beat.strobes = request.strobes.at(i);
    }
    write_beats_.push_back(std::move(beat));
    address = following(address, request.address, request.beats.size() - 1, request.size, request.burst);
  }
  request.count = static_cast<uint32_t>(request.beats.size());
  write_requests_.push_back(std::move(request));
  ++open_;
}

void AxiDriver::post_read(AxiRequest request) {
  check(request, request.count);
  read_requests_.push_back(std::move(request));
  ++open_;
}

AxiAnswer AxiDriver::write(AxiRequest request, uint64_t limit) {
  post_write(std::move(request));
  finish(limit);
  return write_answers_.back();
}

AxiAnswer AxiDriver::read(AxiRequest request, uint64_t limit) {
  post_read(std::move(request));
  finish(limit);
  return read_answers_.back();
}

void AxiDriver::finish(uint64_t limit) {
  bench_.run_until([&] { return open_ == 0; }, limit);
}

void AxiDriver::abandon() {
  write_requests_.clear();
  write_beats_.clear();
  read_requests_.clear();
  offering_write_ = offering_beat_ = offering_read_ = false;
  reading_ = {};
  open_ = 0;
}

void AxiDriver::drive_address(const AxiPorts::Address& ports, PortId id, std::deque<AxiRequest>& queue,
                              bool& offering) {
  Engine& engine = bench_.engine();
  if (!offering && !queue.empty() && !stalls_.stalled()) {
    const AxiRequest& request = queue.front();
    engine.set_u64(ports.addr, request.address);
    engine.set_u64(ports.len, request.count - 1);
    engine.set_u64(ports.size, request.size);
    engine.set_u64(ports.burst, static_cast<uint64_t>(request.burst));
    if (ports_.has_id) engine.set_u64(id, request.id);
    offering = true;
  }
  engine.set_u64(ports.valid, offering ? 1 : 0);
}

void AxiDriver::drive() {
  Engine& engine = bench_.engine();
  drive_address(ports_.aw, ports_.awid, write_requests_, offering_write_);
  drive_address(ports_.ar, ports_.arid, read_requests_, offering_read_);
  if (!offering_beat_ && !write_beats_.empty() && !stalls_.stalled()) {
    const Beat& beat = write_beats_.front();
    engine.set(ports_.wdata, beat.data);
    engine.set(ports_.wstrb, beat.strobes);
    engine.set_u64(ports_.wlast, beat.last ? 1 : 0);
    offering_beat_ = true;
  }
  engine.set_u64(ports_.wvalid, offering_beat_ ? 1 : 0);
  engine.set_u64(ports_.bready, stalls_.stalled() ? 0 : 1);
  engine.set_u64(ports_.rready, stalls_.stalled() ? 0 : 1);
}

void AxiDriver::sample() {
  Engine& engine = bench_.engine();
  const auto is_set = [&](PortId port) { return engine.get_u64(port) != 0; };
  const auto take = [&](auto& queue, bool& offering, PortId ready) {
    if (!offering || !is_set(ready)) return;
    queue.pop_front();
    offering = false;
  };
  take(write_requests_, offering_write_, ports_.aw.ready);
  take(write_beats_, offering_beat_, ports_.wready);
  take(read_requests_, offering_read_, ports_.ar.ready);
  if (open_ == 0) return;  // an answer that nobody waits for belongs to what was abandoned
  if (is_set(ports_.bvalid) && is_set(ports_.bready)) {
    write_answers_.push_back({.id = ports_.has_id ? engine.get_u64(ports_.bid) : 0,
                              .beats = {},
                              .error = is_error(engine.get_u64(ports_.bresp))});
    --open_;
  }
  if (is_set(ports_.rvalid) && is_set(ports_.rready)) {
    reading_.beats.push_back(engine.get(ports_.rdata));
    reading_.error = reading_.error || is_error(engine.get_u64(ports_.rresp));
    if (ports_.has_id) reading_.id = engine.get_u64(ports_.rid);
    if (is_set(ports_.rlast)) {
      read_answers_.push_back(std::exchange(reading_, {}));
      --open_;
    }
  }
}

AxiMemory::AxiMemory(BenchCore& bench, const AxiManager& bus, size_t size, const BusTiming& timing)
    : bench_(bench), ports_(bench, bus), stalls_(timing.seed, timing.stalls_per_mille), bytes_(size) {
  bench_.attach(*this);
}

AxiMemory::~AxiMemory() { bench_.detach(*this); }

AxiMemory::Burst AxiMemory::take(const AxiPorts::Address& ports, PortId id) {
  Engine& engine = bench_.engine();
  Burst burst;
  burst.start = burst.address = engine.get_u64(ports.addr);
  burst.len = engine.get_u64(ports.len);
  burst.size = engine.get_u64(ports.size);
  burst.kind = static_cast<AxiBurst>(engine.get_u64(ports.burst));
  burst.id = ports_.has_id ? engine.get_u64(id) : 0;
  return burst;
}

void AxiMemory::advance(Burst& burst) const {
  burst.address = following(burst.address, burst.start, burst.len, burst.size, burst.kind);
  ++burst.done;
}

void AxiMemory::drive() {
  Engine& engine = bench_.engine();
  if (!answering_ && !answers_.empty()) answering_ = !stalls_.stalled();
  engine.set_u64(ports_.bvalid, answering_ ? 1 : 0);
  if (answering_) {
    engine.set_u64(ports_.bresp, response_of(answers_.front().error));
    if (ports_.has_id) engine.set_u64(ports_.bid, answers_.front().id);
  }
  if (!reading_ && !read_beats_.empty()) reading_ = !stalls_.stalled();
  engine.set_u64(ports_.rvalid, reading_ ? 1 : 0);
  if (reading_) {
    const ReadBeat& beat = read_beats_.front();
    engine.set(ports_.rdata, beat.data);
    engine.set_u64(ports_.rresp, response_of(beat.error));
    engine.set_u64(ports_.rlast, beat.last ? 1 : 0);
    if (ports_.has_id) engine.set_u64(ports_.rid, beat.id);
  }
  engine.set_u64(ports_.aw.ready, writes_.size() < kMostWaiting && !stalls_.stalled() ? 1 : 0);
  engine.set_u64(ports_.wready, early_.size() < kMostWaiting && !stalls_.stalled() ? 1 : 0);
  engine.set_u64(ports_.ar.ready, read_beats_.size() < kMostWaiting && !stalls_.stalled() ? 1 : 0);
}

void AxiMemory::sample() {
  Engine& engine = bench_.engine();
  const auto is_set = [&](PortId port) { return engine.get_u64(port) != 0; };
  if (answering_ && is_set(ports_.bready)) {
    answers_.pop_front();
    answering_ = false;
  }
  if (reading_ && is_set(ports_.rready)) {
    read_beats_.pop_front();
    reading_ = false;
  }
  if (is_set(ports_.ar.valid) && is_set(ports_.ar.ready)) {
    Burst burst = take(ports_.ar, ports_.arid);
    while (burst.done <= burst.len) {
      const uint64_t word = word_of(burst.address);
      ReadBeat beat{.data = Bits(8 * ports_.bytes), .id = burst.id, .last = burst.done == burst.len};
      beat.error = word + ports_.bytes > bytes_.size();
      for (uint32_t i = 0; i < ports_.bytes && !beat.error; ++i) {
        for (uint32_t bit = 0; bit < 8; ++bit) beat.data.set_bit(8 * i + bit, (bytes_[word + i] >> bit & 1) != 0);
      }
      read_beats_.push_back(std::move(beat));
      advance(burst);
    }
  }
  if (is_set(ports_.aw.valid) && is_set(ports_.aw.ready)) writes_.push_back(take(ports_.aw, ports_.awid));
  if (is_set(ports_.wvalid) && is_set(ports_.wready))
    early_.emplace_back(engine.get(ports_.wdata), engine.get(ports_.wstrb));
  while (!writes_.empty() && !early_.empty()) {
    Burst& burst = writes_.front();
    const auto& [data, strobes] = early_.front();
    const uint64_t word = word_of(burst.address);
    if (word + ports_.bytes > bytes_.size()) {
      burst.error = true;
    } else {
      for (uint32_t i = 0; i < ports_.bytes; ++i) {
        if (strobes.bit(i)) bytes_[word + i] = static_cast<uint8_t>(data.slice(8 * i, 8).to_uint64());
      }
    }
    early_.pop_front();
    advance(burst);
    if (burst.done <= burst.len) continue;
    answers_.push_back(burst);
    writes_.pop_front();
  }
}

}  // namespace burin::sim
