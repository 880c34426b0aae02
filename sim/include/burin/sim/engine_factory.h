// SPDX-License-Identifier: Apache-2.0
//! @file engine_factory.h
//! @brief What an engine needs to know of a module's ports: for those who build engines of their own.
#pragma once

#include <string>
#include <vector>

#include "burin/ir/ir.h"
#include "burin/sim/engine.h"

namespace burin::sim {

/// The ports of a module as engines see them, in order of declaration.
[[nodiscard]] std::vector<PortInfo> ports_of(const ir::Module& module);

/// Inputs that an asynchronous reset watches for a falling edge. @see VerilatorOptions::active_low_resets
[[nodiscard]] std::vector<std::string> falling_resets_of(const ir::Module& module);

}  // namespace burin::sim
