// SPDX-License-Identifier: Apache-2.0
//! @file function.h
//! @brief From "these registers, memories and checks at once" to linear code: which order, and what under which branch.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "layout.h"
#include "lir.h"
#include "lower.h"
#include "netlist.h"

namespace burin::sim::native {

/// What one function does. All of it sees the state from before.
struct FunctionSpec {
  std::vector<Update> updates;
  std::vector<VectorUpdate> vectors;
  std::vector<MemoryWrite> writes;                    ///< In the order in which they win.
  std::vector<ProcessCode> processes;                 ///< In the order in which they speak.
  std::vector<std::pair<uint64_t, NodeRef>> outputs;  ///< Byte offset, and what to store there.
  std::vector<std::pair<NodeRef, bool>> resets;       ///< Signals of synchronous resets, and the level that resets.
  NodeRef result = kNone;                             ///< At most 64 bits that it returns; none where it does more.
};

/// Where the arguments of a process are when it speaks.
struct ProcessArguments {
  uint32_t process = 0;
  std::vector<uint64_t> offsets;
};

struct FunctionCode {
  LirCode lir;
  std::vector<ProcessArguments> arguments;
};

/// What the compilation of functions keeps to save its memory.
struct Workspace {
  NodeWords words;
  std::vector<uint32_t> stamps;  ///< `epoch` where `info` is of this function.
  struct Info {
    uint32_t region = kNone;
    uint32_t owner = kNone;  ///< The item of that region that needs the node first.
    uint32_t join = kNone;   ///< The branch that computes it.
    bool plain = false;      ///< A choice that is no branch.
  };
  std::vector<Info> info;
  uint32_t epoch = 0;
  std::vector<uint32_t> marks;  ///< `mark_epoch` for nodes that were reached in a walk.
  uint32_t mark_epoch = 0;
};

/// @param scratch first byte of the buffer that calls and prints may use.
FunctionCode make_function(Graph& graph, const ir::Module& module, const Layout& layout, const FunctionSpec& spec,
                           uint64_t scratch, Workspace& workspace);

}  // namespace burin::sim::native
