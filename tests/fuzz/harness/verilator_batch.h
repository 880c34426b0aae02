// SPDX-License-Identifier: Apache-2.0
//! @file verilator_batch.h
//! @brief Many designs in one build of Verilator, each with an engine of its own.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "burin/ir/ir.h"
#include "burin/sim/engine.h"
#include "fuzz/harness/compare.h"

namespace burin::fuzz {

/// Designs that run beside each other in one model. Their engines can be used in any order, each once: time zero is
/// common to all, and while one of them moves the inputs of the others stand still.
class VerilatorBatch {
 public:
  /// Emits, verilates and compiles. The designs are not changed and may go afterwards.
  /// @throws UserError when a tool is missing or refuses the designs.
  explicit VerilatorBatch(std::span<const std::shared_ptr<ir::Design>> designs);

  /// The engine of design `index`, powered up as said: zeros or ones, since random bits differ between engines. It must
  /// not outlive the batch.
  [[nodiscard]] std::unique_ptr<sim::Engine> engine(size_t index, sim::PowerUp::Kind power_up);

  /// The common model, and what its designs have said and not handed on.
  struct Model {
    std::unique_ptr<sim::Engine> engine;
    std::vector<std::vector<sim::Event>> events;  ///< Of each design.

    /// Takes what the model said to the designs that said it.
    void sort_events();
  };

 private:
  std::array<Model, 2> models_;  // zeros, ones
  std::vector<std::vector<sim::PortInfo>> ports_;
};

/// What one design of several gives in Verilator.
struct VerilatorResult {
  Run run;
  bool refused = false;  ///< Verilator or the compiler did not take the design; `run.error` says why.
};

/// Runs all cases in as few builds as possible: one, unless a design is refused, which is then found by halving. Their
/// power-up is zeros or ones.
std::vector<VerilatorResult> run_in_verilator(std::span<const Case> cases);

/// Verilator as a candidate, one build a design.
const Candidate& verilator();

}  // namespace burin::fuzz
