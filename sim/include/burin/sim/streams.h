// SPDX-License-Identifier: Apache-2.0
//! @file streams.h
//! @brief Drivers and monitors of streams: any number at once, each with stalls of its own, stepped with the bench.
//!
//! ```
//! StreamDriver driver(bench, bench->in, {seed, 300});
//! StreamMonitor monitor(bench, bench->out, {seed + 1, 200});
//! for (const Bits& value : values) driver.push(value);
//! bench.run_until([&] { return monitor.received().size() == values.size(); });
//! ```
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "burin/sim/bench.h"
#include "burin/sim/clocks.h"

namespace burin::sim {

/// One end of a stream on a bench. It acts in each cycle that the bench steps, for as long as it lives.
class StreamEnd : public ClockAgent {
 public:
  ~StreamEnd() override;
  StreamEnd(const StreamEnd&) = delete;
  StreamEnd& operator=(const StreamEnd&) = delete;

  /// Transfers so far.
  [[nodiscard]] uint64_t transfers() const { return transfers_; }

 protected:
  /// `clock`: that of the stream among `bench.clocks()`; "": the default clock of the bench.
  StreamEnd(BenchCore& bench, const detail::Object& payload, const detail::Value& valid, const detail::Value& ready,
            Stalls stalls, std::string_view clock);

  BenchCore& bench_;               // NOLINT(*-non-private-member-variables-in-classes)
  const detail::Object& payload_;  // NOLINT(*-non-private-member-variables-in-classes)
  PortId valid_;                   // NOLINT(*-non-private-member-variables-in-classes)
  PortId ready_;                   // NOLINT(*-non-private-member-variables-in-classes)
  Stalls stalls_;                  // NOLINT(*-non-private-member-variables-in-classes)
  uint64_t transfers_ = 0;         // NOLINT(*-non-private-member-variables-in-classes)

 private:
  bool on_default_clock_;
};

/// Sends the values in its queue to an input stream. An offer, once made, stands until it is taken.
class StreamDriver final : public StreamEnd {
 public:
  /// `stalls`: cycles in which no new offer is made.
  template <typename T>
  StreamDriver(BenchCore& bench, const StreamIn<T>& stream, Stalls stalls = {}, std::string_view clock = {})
      : StreamEnd(bench, stream.payload, stream.valid, stream.ready, stalls, clock) {}

  /// Puts a value in the queue: packed bits, of the payload's width.
  void push(Bits value) { queue_.push_back(std::move(value)); }
  /// Values that have not been taken yet.
  [[nodiscard]] size_t pending() const { return queue_.size(); }

  void drive() override;
  void sample() override;

 private:
  std::deque<Bits> queue_;
  bool offering_ = false;
};

/// Takes values from an output stream and keeps them.
class StreamMonitor final : public StreamEnd {
 public:
  /// `stalls`: cycles in which nothing is taken.
  template <typename T>
  StreamMonitor(BenchCore& bench, const StreamOut<T>& stream, Stalls stalls = {}, std::string_view clock = {})
      : StreamEnd(bench, stream.payload, stream.valid, stream.ready, stalls, clock) {}

  /// What came, packed, in order, since the last `take`.
  [[nodiscard]] const std::vector<Bits>& received() const { return received_; }
  /// The same, and forgets it.
  std::vector<Bits> take() { return std::exchange(received_, {}); }

  void drive() override;
  void sample() override;

 private:
  std::vector<Bits> received_;
};

}  // namespace burin::sim
