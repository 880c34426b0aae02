// SPDX-License-Identifier: Apache-2.0
//! @file owning_engine.h
//! @brief An engine that keeps alive what it runs.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "burin/sim/engine_adapter.h"

namespace burin::fuzz {

/// What must outlive an engine: a base that comes before the engine goes after it.
struct Kept {
  std::shared_ptr<const void> thing;
};

/// Another engine under a name, with the design or build that it runs.
class OwningEngine final : private Kept, public sim::EngineAdapter {
 public:
  OwningEngine(std::string name, std::shared_ptr<const void> kept, std::unique_ptr<sim::Engine> engine)
      : Kept{std::move(kept)}, EngineAdapter(std::move(engine)), name_(std::move(name)) {}
  [[nodiscard]] std::string_view name() const override { return name_; }

 private:
  std::string name_;
};

}  // namespace burin::fuzz
