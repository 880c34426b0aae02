// SPDX-License-Identifier: Apache-2.0
//! @file stimulus.h
//! @brief What is done to a design in a differential test: decided once, done to every engine.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "burin/ir/ir.h"
#include "burin/sim/engine.h"

namespace burin::fuzz {

/// Values for some inputs, then one evaluation or full clocks.
struct Step {
  std::vector<std::pair<std::string, Bits>> sets = {};  ///< Port and value.
  std::string clock = {};                               ///< The input that is clocked; empty: one evaluation.
  uint32_t cycles = 0;                                  ///< Full clocks of `clock`.
};

struct Stimulus {
  sim::PowerUp power_up = {};
  std::vector<Step> steps = {};
};

/// A stimulus for a module with inputs `clk`, `clk_b` and others; the same for the same seed.
Stimulus random_stimulus(const ir::Module& top, uint32_t seed, uint32_t steps);

/// One line a step: "in0=8'h1f rst=1'h0; clk x 3".
std::string to_text(const Stimulus& stimulus);

}  // namespace burin::fuzz
