// SPDX-License-Identifier: Apache-2.0
//! @file liveness.h
//! @brief Which parts of a module can influence anything that is seen outside it.
#pragma once

#include <cstdint>
#include <vector>

#include "burin/ir/ir.h"

namespace burin::passes {

/// What counts as needed for its own sake, besides outputs, pads, instances and processes.
enum class ClockRoots : uint8_t {
  all,       ///< Every clock of the module, and what computes it and its reset.
  used_only  ///< Only clocks of live state and processes; a reset only where something honours it.
};

/// The live parts of a module, by id.
struct Liveness {
  std::vector<bool> nodes;
  std::vector<bool> signals;
  std::vector<bool> memories;                 ///< True when one of its read ports is live.
  std::vector<std::vector<bool>> read_ports;  ///< By memory and read port.
};

/// Marks what outputs, pads, inputs of instances, processes and signals with the attribute "keep" or "dont_touch"
/// depend on, through state and memories. A register that only feeds itself is not live.
Liveness find_live(const ir::Module& module, ClockRoots clocks);

/// Marks the nodes that any part of the module outside the node graph refers to, and their operands.
std::vector<bool> find_referenced(const ir::Module& module);

}  // namespace burin::passes
