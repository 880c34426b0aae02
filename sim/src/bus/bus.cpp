// SPDX-License-Identifier: Apache-2.0
//! @file bus.cpp
//! @brief What drivers and memories of all buses have in common.
#include "burin/sim/bus/bus.h"

namespace burin::sim {

BusDriver::BusDriver(BenchCore& bench, const BusTiming& timing, uint32_t data_width)
    : bench_(bench), stalls_(timing.seed, timing.stalls_per_mille), data_width_(data_width) {
  bench_.attach(*this);
}

BusDriver::~BusDriver() { bench_.detach(*this); }

void BusDriver::post(const BusRequest& request) {
  ++posted_;
  do_post(request);
}

BusAnswer BusDriver::write(uint64_t address, uint64_t data, uint64_t strobes, uint64_t limit) {
  post_write(address, data, strobes);
  finish(limit);
  return write_answers_.back();
}

BusAnswer BusDriver::read(uint64_t address, uint64_t limit) {
  post_read(address);
  finish(limit);
  return read_answers_.back();
}

void BusDriver::finish(uint64_t limit) {
  bench_.run_until([&] { return pending() == 0; }, limit);
}

void BusDriver::answer(bool is_write, const BusAnswer& given) {
  if (pending() != 0) (is_write ? write_answers_ : read_answers_).push_back(given);
}

void BusDriver::abandon() {
  posted_ = write_answers_.size() + read_answers_.size();
  do_abandon();
}

BusMemory::BusMemory(BenchCore& bench, size_t size, const BusTiming& timing, uint32_t data_width)
    : bench_(bench), stalls_(timing.seed, timing.stalls_per_mille), bytes_(size), word_bytes_(data_width / 8) {
  bench_.attach(*this);
}

BusMemory::~BusMemory() { bench_.detach(*this); }

BusAnswer BusMemory::read(uint64_t address) const {
  const uint64_t base = address - address % word_bytes_;
  if (base + word_bytes_ > bytes_.size()) return {.data = 0, .error = true};
  BusAnswer answer;
  for (uint64_t i = 0; i < word_bytes_; ++i) answer.data |= uint64_t{bytes_[base + i]} << 8 * i;
  return answer;
}

BusAnswer BusMemory::write(uint64_t address, uint64_t data, uint64_t strobes) {
  const uint64_t base = address - address % word_bytes_;
  if (base + word_bytes_ > bytes_.size()) return {.data = 0, .error = true};
  for (uint64_t i = 0; i < word_bytes_; ++i) {
    if ((strobes >> i & 1) != 0) bytes_[base + i] = static_cast<uint8_t>(data >> 8 * i);
  }
  return {};
}

}  // namespace burin::sim
