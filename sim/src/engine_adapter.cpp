// SPDX-License-Identifier: Apache-2.0
//! @file engine_adapter.cpp
//! @brief An engine around another one.
#include "burin/sim/engine_adapter.h"

#include <utility>

namespace burin::sim {

EngineAdapter::EngineAdapter(std::unique_ptr<Engine> engine)
    : Engine({engine->ports().begin(), engine->ports().end()}), engine_(std::move(engine)) {
  take_events_of(*engine_, [this](const Event& event) { on_event(event); });
}

EngineAdapter::~EngineAdapter() = default;

}  // namespace burin::sim
