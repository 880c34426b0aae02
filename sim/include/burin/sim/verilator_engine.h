// SPDX-License-Identifier: Apache-2.0
//! @file verilator_engine.h
//! @brief Runs Verilog, RTL or a netlist, as machine code made by Verilator and a C++ compiler.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "burin/sim/engine.h"

namespace burin::sim {

/// One Verilog file, by value.
struct VerilogSource {
  std::string name;  ///< File name for messages, "counter.v".
  std::string text;
};

/// What a `VerilatorEngine` runs.
struct VerilatorDesign {
  std::string top;                     ///< Name of the top module.
  std::vector<PortInfo> ports;         ///< Its ports; those of width 0 are not in the Verilog.
  std::vector<VerilogSource> sources;  ///< All modules it needs.
  std::vector<std::string> defines;    ///< Macros: "NAME" or "NAME=VALUE".
  bool netlist = false;                ///< Gate level: some optimisations of Verilator 5.006 are wrong there.
};

/// How it is built and started.
struct VerilatorOptions {
  /// `name()` of the engine; empty: "netlist" for netlists, else "verilator".
  std::string engine_name;
  PowerUp power_up;
  /// The build serves every `power_up`. Otherwise zeros have one of their own, which Verilator simplifies more.
  bool any_power_up = false;
  /// Signals and memories inside can be read and written; the simulation is slower by a factor of 2 or more.
  bool internals = false;
  /// From the path of a thing inside to its path in the Verilog, where names are not the design's; empty: the same.
  std::function<std::string(std::string_view)> verilog_path;
  /// Inputs that an asynchronous reset watches for a falling edge. They fall once before time zero, so that a
  /// reset that is active from the start acts without a clock.
  std::vector<std::string> active_low_resets;
  /// Optimisation flags of the C++ compiler; empty: -O3 for RTL, -O1 for netlists, both for this machine.
  std::vector<std::string> compiler_flags;
  /// Folder of finished builds; empty: `verilator` in `cache_folder()`.
  std::filesystem::path cache;
  /// Compilers at once; 0: one for each core.
  size_t jobs = 0;
  /// Longest run of Verilator or of one compiler run; zero: no limit.
  std::chrono::milliseconds timeout{0};
  /// Told what is being done, "compiling 3 of 8", only when there is something to build.
  std::function<void(std::string_view)> progress;
};

/// Builds what `design` and `options` ask for, or takes it from the cache, and starts it.
///
/// Builds are cached by the content of all inputs, the options and the versions of the tools; two processes
/// that need the same build wait for one of them; an interrupted or failed build leaves nothing behind.
/// @throws UserError when a tool is missing, too old, crashes or refuses the design; Interrupted on Ctrl-C.
std::unique_ptr<Engine> make_verilator_engine(const VerilatorDesign& design, const VerilatorOptions& options = {});

/// Oldest Verilator that is good enough.
inline constexpr std::string_view kOldestVerilator = "5.006";

}  // namespace burin::sim
