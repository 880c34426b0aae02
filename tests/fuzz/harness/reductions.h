// SPDX-License-Identifier: Apache-2.0
//! @file reductions.h
//! @brief The ways in which a case is made a little smaller.
#pragma once

#include <optional>
#include <vector>

#include "fuzz/harness/compare.h"

namespace burin::fuzz {

/// One attempt: a smaller case made from `test`, or nothing where attempt `index` makes no sense.
struct Reduction {
  const char* name;
  /// Number of attempts there are for a case.
  size_t (*count)(const Case& test);
  std::optional<Case> (*apply)(const Case& test, size_t index);
};

/// All reductions, those that take away most first. Each makes a case strictly smaller, so that they come to an end.
const std::vector<Reduction>& all_reductions();

/// Ends the stimulus after `steps` steps.
Case cut_stimulus(const Case& test, size_t steps);

/// The case without hierarchy.
Case flattened(const Case& test);

}  // namespace burin::fuzz
