// SPDX-License-Identifier: Apache-2.0
//! @file interruptible_engine.cpp
//! @brief Looks at the flag of Ctrl-C before each run of the design, and within long ones.
#include "interruptible_engine.h"

#include <algorithm>

#include "burin/base/interrupt.h"

namespace burin::cli {
namespace {

// Some milliseconds on the slowest engine.
constexpr uint64_t kSlice = 1024;

}  // namespace

InterruptibleEngine::InterruptibleEngine(std::unique_ptr<sim::Engine> engine)
    : Engine({engine->ports().begin(), engine->ports().end()}), engine_(std::move(engine)) {
  for (const sim::Event& event : engine_->events()) report(event);
  engine_->clear_events();
  engine_->set_event_handler([this](const sim::Event& event) { report(event); });
}

void InterruptibleEngine::evaluate() {
  throw_if_interrupted();
  engine_->evaluate();
}

void InterruptibleEngine::step(sim::PortId clock, uint64_t cycles) {
  do {
    throw_if_interrupted();
    const uint64_t slice = std::min(cycles, kSlice);
    engine_->step(clock, slice);
    cycles -= slice;
  } while (cycles != 0);
}

}  // namespace burin::cli
