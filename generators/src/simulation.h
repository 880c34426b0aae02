// SPDX-License-Identifier: Apache-2.0
//! @file simulation.h
//! @brief What `simulate` and `flow` share: running a registered design and passing on what it says.
#pragma once

#include "burin/cli/design.h"
#include "verb.h"

namespace burin::cli {

/// A request with the parameters of `call` that passes warnings and the design's messages to standard error.
[[nodiscard]] SimulationRequest simulation_request(const Invocation& call, const Progress& progress);

/// Runs it. @throws UserError also when assertions of the design failed.
[[nodiscard]] SimulationReport simulate_checked(const DesignEntry& design, const SimulationRequest& request);

}  // namespace burin::cli
