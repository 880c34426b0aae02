// SPDX-License-Identifier: Apache-2.0
//! @file replay.h
//! @brief Repeats a solver's trace on the simulator.
#pragma once

#include <filesystem>

#include "burin/cli/proof.h"

namespace burin::cli {

/// The flat module that a proof is about, with the way back from its Verilog names.
struct ProvenModule {
  ir::Design& design;
  const ir::Module& flat;
  VerilogNames names;
  bool several_clocks = false;
};

/// Runs the steps of `trace`, looks whether the simulator agrees that `process` of the flat module fails (or is
/// covered), and gathers the values that explain it. Waves go to `waves` unless it is empty.
[[nodiscard]] Counterexample replay(const ProvenModule& module, const ir::Process& process, const flows::Trace& trace,
                                    const std::filesystem::path& waves);

}  // namespace burin::cli
