// SPDX-License-Identifier: Apache-2.0
//! @file clocks.cpp
//! @brief Several clocks: from edge to edge.
#include "burin/sim/clocks.h"

#include <fmt/format.h>

#include <algorithm>

#include "burin/base/diagnostics.h"

namespace burin::sim {

ClockAgent::~ClockAgent() = default;

void Clocks::add(std::string_view port, const ClockTiming& timing) {
  Entry entry;
  entry.port = engine_->port(port);
  const PortInfo& info = engine_->ports()[entry.port];
  if (info.direction != PortDirection::input || info.width != 1)
    throw UserError(fmt::format("port '{}' is not an input of 1 bit and cannot be a clock", port));
  for (const Entry& other : clocks_) {
    if (other.port == entry.port) throw UserError(fmt::format("'{}' is a clock already", port));
  }
  entry.timing = timing;
  if (entry.timing.high == 0) entry.timing.high = timing.period / 2;
  if (timing.period < 2 || entry.timing.high >= timing.period) {
    throw UserError(
        fmt::format("clock '{}' with a period of {} ticks cannot be 1 for {} of them: the period is at least 2 and "
                    "longer than that",
                    port, timing.period, entry.timing.high));
  }
  if (now_ != 0 && timing.phase <= now_) {
    throw UserError(
        fmt::format("it is time {} already: the first edge of clock '{}' cannot be at {}", now_, port, timing.phase));
  }
  entry.next = timing.phase;
  clocks_.push_back(std::move(entry));
}

size_t Clocks::index(std::string_view port) const {
  for (size_t i = 0; i < clocks_.size(); ++i) {
    if (engine_->ports()[clocks_[i].port].name == port) return i;
  }
  throw UserError(fmt::format("'{}' has not been added to the clocks", port));
}

void Clocks::attach(std::string_view port, ClockAgent& agent) { clocks_[index(port)].agents.push_back(&agent); }

void Clocks::detach(ClockAgent& agent) {
  for (Entry& clock : clocks_) std::erase(clock.agents, &agent);
}

void Clocks::advance() {
  if (clocks_.empty()) throw UserError("there is no clock to advance: add one");
  uint64_t time = UINT64_MAX;
  for (const Entry& clock : clocks_) time = std::min(time, clock.next);

  bool any_agent = false;
  const auto for_each_agent = [&](const auto& visit) {
    for (const Entry& clock : clocks_) {
      if (clock.next != time || clock.level) continue;
      for (ClockAgent* agent : clock.agents) visit(*agent);
    }
  };
  for_each_agent([&](ClockAgent& agent) {
    agent.drive();
    any_agent = true;
  });
  if (any_agent) {
    engine_->at_time(now_);
    engine_->evaluate();
    for_each_agent([](ClockAgent& agent) { agent.sample(); });
  }

  for (Entry& clock : clocks_) {
    if (clock.next != time) continue;
    clock.level = !clock.level;
    clock.cycles += clock.level ? 1 : 0;
    clock.next += clock.level ? clock.timing.high : clock.timing.period - clock.timing.high;
    engine_->set_u64(clock.port, clock.level ? 1 : 0);
  }
  now_ = time;
  engine_->at_time(time);
  engine_->evaluate();
}

void Clocks::run_until(uint64_t time) {
  const auto is_due = [time](const Entry& clock) { return clock.next <= time; };
  while (std::any_of(clocks_.begin(), clocks_.end(), is_due)) advance();
}

void Clocks::step(std::string_view port, uint64_t cycles) {
  const size_t clock = index(port);
  const uint64_t end = clocks_[clock].cycles + cycles;
  while (clocks_[clock].cycles < end) advance();
}

}  // namespace burin::sim
