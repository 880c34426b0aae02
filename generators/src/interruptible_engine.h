// SPDX-License-Identifier: Apache-2.0
//! @file interruptible_engine.h
//! @brief An engine that notices Ctrl-C: benches loop over engines for as long as they like.
#pragma once

#include "burin/sim/engine_adapter.h"

namespace burin::cli {

/// Hands everything on to another engine and throws `Interrupted` when the design is run after Ctrl-C.
class InterruptibleEngine final : public sim::EngineAdapter {
 public:
  using EngineAdapter::EngineAdapter;

  void evaluate() override;

 protected:
  void do_step(sim::PortId clock, uint64_t cycles) override;
};

}  // namespace burin::cli
