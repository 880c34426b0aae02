// SPDX-License-Identifier: Apache-2.0
//! @file schedule.h
//! @brief In which order the nodes of a module can be computed.
#pragma once

#include <string>
#include <vector>

#include "burin/ir/ir.h"

namespace burin::passes {

/// The result of `schedule`.
struct Schedule {
  /// Every node that something refers to, each after its operands and after what drives the signal it reads. Inside
  /// a loop there is no such order; its nodes stand together.
  std::vector<ir::NodeId> order;
  /// Groups of nodes that depend on each other, word by word. That may be a false alarm: see `split_nets`.
  std::vector<std::vector<ir::NodeId>> loops;
};

/// Orders the nodes of `module`. Instances count as boundaries: their outputs depend on nothing.
Schedule schedule(const ir::Module& module);

/// Dependency number `index` of `node` within this cycle: its operands, or for a read what drives the signal (an
/// asynchronous read port's data depend on its address). `kNone` beyond the last one.
ir::NodeId dependency(const ir::Module& module, ir::NodeId node, uint32_t index);

/// The names of the signals that `loop` runs through, as text for a message.
std::string loop_signals(const ir::Module& module, const std::vector<ir::NodeId>& loop);

}  // namespace burin::passes
