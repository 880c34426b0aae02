// SPDX-License-Identifier: Apache-2.0
//! @file streams.cpp
//! @brief Drivers and monitors of streams.
#include "burin/sim/streams.h"

namespace burin::sim {

StreamEnd::StreamEnd(BenchCore& bench, const detail::Object& payload, const detail::Value& valid,
                     const detail::Value& ready, Stalls stalls, std::string_view clock)
    : bench_(bench),
      payload_(payload),
      valid_(bench.port(valid)),
      ready_(bench.port(ready)),
      stalls_(stalls),
      on_default_clock_(clock.empty()) {
  if (on_default_clock_) {
    bench.attach(*this);
  } else {
    bench.clocks().attach(clock, *this);
  }
}

StreamEnd::~StreamEnd() {
  if (on_default_clock_) {
    bench_.detach(*this);
  } else {
    bench_.clocks().detach(*this);
  }
}

void StreamDriver::drive() {
  if (!offering_ && !queue_.empty() && !stalls_.stalled()) {
    bench_.set_packed(payload_, queue_.front());
    offering_ = true;
  }
  bench_.engine().set_u64(valid_, offering_ ? 1 : 0);
}

void StreamDriver::sample() {
  if (!offering_ || bench_.engine().get_u64(ready_) == 0) return;
  queue_.pop_front();
  ++transfers_;
  offering_ = false;
}

void StreamMonitor::drive() { bench_.engine().set_u64(ready_, stalls_.stalled() ? 0 : 1); }

void StreamMonitor::sample() {
  if (bench_.engine().get_u64(valid_) == 0 || bench_.engine().get_u64(ready_) == 0) return;
  received_.push_back(bench_.get_packed(payload_));
  ++transfers_;
}

}  // namespace burin::sim
