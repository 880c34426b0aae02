// SPDX-License-Identifier: Apache-2.0
//! @file clock_inputs.h
//! @brief Which inputs are clocks, and what a clock's idle edge can change.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "burin/ir/ir.h"

namespace burin::sim {

/// The clocks of a flat design as seen from its ports.
struct ClockInputs {
  std::vector<std::string> names;  ///< Inputs that are clocks.
  /// Every clock is an input: none is made inside, so inputs that are set before an edge can be evaluated before it
  /// without another meaning.
  bool all_inputs = true;
  /// Falling edges of the clock inputs update no state.
  bool rising_only = true;
  /// Signals whose values follow the clock inputs without state between, by their paths: when `rising_only`, all that a
  /// falling edge can change.
  std::unordered_set<std::string> followers;
};

[[nodiscard]] ClockInputs clock_inputs(const ir::Module& flat);

/// Signals that only hand on the value of another one, like the ports of instances: by path, with the path of the
/// signal that the value comes from.
[[nodiscard]] std::unordered_map<std::string, std::string> origins(const ir::Module& flat);

}  // namespace burin::sim
