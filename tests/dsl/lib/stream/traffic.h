// SPDX-License-Identifier: Apache-2.0
//! @file traffic.h
//! @brief Random traffic on any number of streams of a bench, with the protocol of each output checked in every cycle.
#pragma once

#include <doctest/doctest.h>

#include <deque>
#include <functional>
#include <optional>
#include <random>
#include <vector>

#include "burin/sim/bench.h"

namespace burin::test {

/// Offers values to an input stream, and keeps each on offer until it is taken.
struct Sender {
  const detail::Object* payload;
  sim::PortId valid;
  sim::PortId ready;
  std::function<Bits()> next;                  ///< The next value.
  std::function<void(const Bits&)> sent = {};  ///< Told what was taken.
  bool told_when_offered = false;              ///< `sent` is told when a value is first on offer.
  std::optional<Bits> offer = {};
};

/// Takes values from an output stream.
struct Receiver {
  const detail::Object* payload;
  sim::PortId valid;
  sim::PortId ready;
  std::function<void(const Bits&)> got;
  bool keeps_offers = true;  ///< False: the protocol is not checked.
  std::optional<Bits> stalled = {};
};

/// All the streams of a bench. Call in each `cycle`; a `reset` forgets what is under way.
class Traffic {
 public:
  Traffic(sim::BenchCore& bench, uint64_t seed) : bench_(bench), random_(seed) {}

  template <typename T>
  void send(const StreamIn<T>& stream, std::function<Bits()> next, std::function<void(const Bits&)> sent) {
    senders_.push_back(
        {&stream.payload, bench_.port(stream.valid), bench_.port(stream.ready), std::move(next), std::move(sent)});
  }
  template <typename T>
  void receive(const StreamOut<T>& stream, std::function<void(const Bits&)> got, bool keeps_offers = true) {
    receivers_.push_back(
        {&stream.payload, bench_.port(stream.valid), bench_.port(stream.ready), std::move(got), keeps_offers});
  }

  /// For sender `index`, whose block sends parts of a value on before it takes it.
  void tell_when_offered(size_t index) { senders_[index].told_when_offered = true; }

  Bits random_bits(uint32_t width) {
    Bits value(width);
    for (uint32_t i = 0; i < width; ++i) value.set_bit(i, (random_() & 1) != 0);
    return value;
  }
  std::mt19937_64& random() { return random_; }

  /// One cycle; senders and receivers act in `sends` and `receives` of 8 cycles.
  void cycle(unsigned sends, unsigned receives) {
    sim::Engine& engine = bench_.engine();
    for (Sender& s : senders_) {
      if (!s.offer && random_() % 8 < sends) {
        s.offer = s.next();
        if (s.told_when_offered) s.sent(*s.offer);
      }
      engine.set_u64(s.valid, s.offer ? 1 : 0);
      if (s.offer) bench_.set_packed(*s.payload, *s.offer);
    }
    for (Receiver& r : receivers_) engine.set_u64(r.ready, random_() % 8 < receives ? 1 : 0);
    bench_.settle();
    if (before_edge) before_edge();
    // Senders first: a value may leave in the cycle in which it came.
    for (Sender& s : senders_) {
      const bool taken = s.offer && engine.get_u64(s.ready) == 1;
      note(engine.get_u64(s.ready));
      if (!taken) continue;
      if (s.sent && !s.told_when_offered) s.sent(*s.offer);
      s.offer.reset();
      ++transfers;
    }
    for (Receiver& r : receivers_) {
      const bool valid = engine.get_u64(r.valid) == 1;
      note(valid ? 1 : 0);
      if (r.stalled && r.keeps_offers) REQUIRE(valid);
      if (!valid) continue;
      const Bits value = bench_.get_packed(*r.payload);
      if (r.stalled && r.keeps_offers) REQUIRE(value == *r.stalled);
      const bool taken = engine.get_u64(r.ready) == 1;
      r.stalled = taken ? std::nullopt : std::optional(value);
      for (uint32_t i = 0; i < value.width(); i += 32) {
        note(value.slice(i, std::min(32U, value.width() - i)).to_uint64());
      }
      if (taken) r.got(value);
    }
    bench_.step();
  }

  /// A reset while everything is under way: offers are withdrawn, and what was inside is gone.
  void reset() {
    bench_.reset();
    for (Sender& s : senders_) s.offer.reset();
    for (Receiver& r : receivers_) r.stalled.reset();
  }

  uint64_t transfers = 0;
  std::function<void()> before_edge = {};  ///< Called in each cycle once all has settled.
  /// Grows with all that the outputs showed: equal on all engines.
  [[nodiscard]] uint64_t digest() const { return digest_; }

 private:
  void note(uint64_t value) { digest_ = (digest_ ^ value) * 0x100000001b3U + (digest_ >> 31); }

  sim::BenchCore& bench_;
  std::mt19937_64 random_;
  std::vector<Sender> senders_;
  std::vector<Receiver> receivers_;
  uint64_t digest_ = 1;
};

/// The rates of senders and receivers in eighths, in phases that fill and empty whatever buffers there are.
struct Phase {
  unsigned sends;
  unsigned receives;
};
inline Phase phase_of(int cycle) {
  constexpr Phase kPhases[] = {{8, 8}, {7, 3}, {3, 7}, {8, 1}, {1, 8}, {4, 4}};
  return kPhases[cycle / 60 % 6];
}

}  // namespace burin::test
