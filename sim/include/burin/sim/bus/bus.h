// SPDX-License-Identifier: Apache-2.0
//! @file bus.h
//! @brief What drivers and memories of all buses have in common.
//!
//! A driver plays the manager of a design's subordinate, a memory plays the subordinate of a design's manager:
//! ```
//! AxiLiteDriver bus(bench, bench->control, {.seed = seed, .stalls_per_mille = 300});
//! bus.write(0x10, 42);
//! CHECK(bus.read(0x10).data == 42);
//! ```
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "burin/sim/bench.h"

namespace burin::sim {

/// How a model paces itself: equal seeds give equal stalls.
struct BusTiming {
  uint64_t seed = 0;
  uint32_t stalls_per_mille = 0;  ///< Cycles of 1,000 in which it holds back what it could do.
};

/// How an access ended.
struct BusAnswer {
  uint64_t data = 0;   ///< Of a read.
  bool error = false;  ///< The subordinate refused it.

  friend bool operator==(const BusAnswer&, const BusAnswer&) = default;
};

/// An access that is asked for.
struct BusRequest {
  uint64_t address = 0;  ///< In bytes.
  bool is_write = false;
  uint64_t data = 0;
  uint64_t strobes = ~uint64_t{0};  ///< Bit i: byte i of the word is written.
};

/// The manager's side of a bus on a bench. It acts in each cycle that the bench steps, for as long as it lives.
class BusDriver : public ClockAgent {
 public:
  ~BusDriver() override;
  BusDriver(const BusDriver&) = delete;
  BusDriver& operator=(const BusDriver&) = delete;

  /// Puts an access in the queue. Accesses of one kind are done in order.
  void post(const BusRequest& request);
  void post_write(uint64_t address, uint64_t data, uint64_t strobes = ~uint64_t{0}) {
    post({.address = address, .is_write = true, .data = data, .strobes = strobes});
  }
  void post_read(uint64_t address) { post({.address = address}); }
  /// Does one access and waits for its answer. @throws UserError when there is none within `limit` cycles.
  BusAnswer write(uint64_t address, uint64_t data, uint64_t strobes = ~uint64_t{0}, uint64_t limit = 10'000);
  BusAnswer read(uint64_t address, uint64_t limit = 10'000);
  /// Waits until all that was posted is answered.
  void finish(uint64_t limit = 1'000'000);

  /// Answers so far, in order.
  [[nodiscard]] const std::vector<BusAnswer>& write_answers() const { return write_answers_; }
  [[nodiscard]] const std::vector<BusAnswer>& read_answers() const { return read_answers_; }
  /// Accesses that are posted and not answered.
  [[nodiscard]] size_t pending() const { return posted_ - write_answers_.size() - read_answers_.size(); }
  /// Forgets everything, for a reset in the middle, which a driver does not see.
  void abandon();

 protected:
  BusDriver(BenchCore& bench, const BusTiming& timing, uint32_t data_width);
  /// An access has joined the queue, or all are to be forgotten.
  virtual void do_post(const BusRequest& request) = 0;
  virtual void do_abandon() = 0;

  void set(PortId port, uint64_t value) { bench_.engine().set_u64(port, value); }
  [[nodiscard]] uint64_t get(PortId port) { return bench_.engine().get_u64(port); }
  [[nodiscard]] bool is_set(PortId port) { return get(port) != 0; }
  [[nodiscard]] uint64_t data_mask() const {
    return data_width_ == 64 ? ~uint64_t{0} : (uint64_t{1} << data_width_) - 1;
  }
  [[nodiscard]] uint64_t all_strobes() const { return (uint64_t{1} << data_width_ / 8) - 1; }
  /// Notes an answer; one that nobody waits for belongs to what was abandoned.
  void answer(bool is_write, const BusAnswer& given);

  BenchCore& bench_;  // NOLINT(*-non-private-member-variables-in-classes)
  Stalls stalls_;     // NOLINT(*-non-private-member-variables-in-classes)

 private:
  uint32_t data_width_;
  size_t posted_ = 0;
  std::vector<BusAnswer> write_answers_;
  std::vector<BusAnswer> read_answers_;
};

/// A memory behind a design's manager on a bench. Accesses beyond its end are refused.
class BusMemory : public ClockAgent {
 public:
  ~BusMemory() override;
  BusMemory(const BusMemory&) = delete;
  BusMemory& operator=(const BusMemory&) = delete;

  /// The bytes.
  std::vector<uint8_t>& bytes() { return bytes_; }

 protected:
  BusMemory(BenchCore& bench, size_t size, const BusTiming& timing, uint32_t data_width);
  /// The word that `address` lies in.
  [[nodiscard]] BusAnswer read(uint64_t address) const;
  BusAnswer write(uint64_t address, uint64_t data, uint64_t strobes);

  void set(PortId port, uint64_t value) { bench_.engine().set_u64(port, value); }
  [[nodiscard]] uint64_t get(PortId port) { return bench_.engine().get_u64(port); }
  [[nodiscard]] bool is_set(PortId port) { return get(port) != 0; }

  BenchCore& bench_;  // NOLINT(*-non-private-member-variables-in-classes)
  Stalls stalls_;     // NOLINT(*-non-private-member-variables-in-classes)

 private:
  std::vector<uint8_t> bytes_;
  uint64_t word_bytes_;
};

}  // namespace burin::sim
