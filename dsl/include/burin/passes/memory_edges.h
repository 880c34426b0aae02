// SPDX-License-Identifier: Apache-2.0
//! @file memory_edges.h
//! @brief Which ports of a memory have the same clock edge: what a read port of new data has to know.
#pragma once

#include "burin/ir/ir.h"

namespace burin::passes {

/// Where the value of `node` comes from, past the wires and outputs of its module that only hand it on.
ir::NodeId origin(const ir::Module& module, ir::NodeId node);

/// Writes down, in `ReadPort::edge` and `WritePort::edge`, which ports of `memory` have the same clock edge as the
/// clocks of `module` are now. A pass that simplifies clocks or joins them calls it first, so that nothing that it does
/// turns the ports of two clocks into ports of one. Does nothing where it was done before, and where it tells nothing:
/// all ports have one edge, or none reads new data.
void number_edges(const ir::Module& module, ir::Memory& memory);

/// The same for all memories of `module`.
void number_edges(ir::Module& module);

/// Whether a synchronous read port gives the data that `write`, of the same memory, writes at the same edge: its policy
/// is `new_data` and both have the same clock edge.
bool sees_write(const ir::Module& module, const ir::ReadPort& read, const ir::WritePort& write);

}  // namespace burin::passes
