// SPDX-License-Identifier: Apache-2.0
//! @file programs.h
//! @brief Programs of peers: built with the tools' own best flags, cached by content.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "burin/cli/benchmark.h"
#include "burin/ir/ir.h"

namespace burin::bench {

/// A file of a build, by value.
struct File {
  std::string name;
  std::string text;
};

/// A program around a design in Verilator, or in CXXRTL.
struct PeerProgram {
  std::string top;                        ///< Name of the Verilog module.
  std::vector<File> verilog;              ///< All modules, and files that they read.
  std::string main;                       ///< Name of the C++ around it, in bench/peers.
  std::vector<std::string> defines = {};  ///< Macros for the Verilog: "NAME=VALUE".
  bool trace = false;                     ///< With waves (FST).
};

/// Name of the program in the folder of a build.
inline constexpr std::string_view kProgram = "peer";

/// Runs a tool in a folder. @throws UserError that names the tool and the design when it fails.
void run_tool(std::vector<std::string> argv, const std::filesystem::path& folder, std::string_view design);

/// The folder of this repository, which the program was built from; peers' sources are read from there.
[[nodiscard]] std::filesystem::path source_folder();
/// A file in bench/peers. @throws UserError when the source tree has gone.
[[nodiscard]] File peer_file(const std::string& name);
/// The Verilog of a design.
[[nodiscard]] std::vector<File> verilog_of(const ir::Design& design);

/// Builds with Verilator and the compiler that its makefile names: -O3 --x-assign fast --x-initial fast --noassert,
/// OPT_FAST="-O3 -march=native", one thread. `fresh`: whatever the cache has, as long as a user would wait.
/// Returns the folder with the program `peer`.
[[nodiscard]] std::filesystem::path build_verilator_program(const PeerProgram& program,
                                                            const cli::BenchContext& context, bool fresh = false);
/// Builds with `write_cxxrtl` of Yosys and a C++ compiler at -O3 -march=native.
[[nodiscard]] std::filesystem::path build_cxxrtl_program(const PeerProgram& program, const cli::BenchContext& context);

/// A peer that runs a program of Verilator's with these arguments.
[[nodiscard]] cli::BenchPeer verilator_peer(std::string name, std::function<PeerProgram()> program,
                                            std::vector<std::string> arguments = {});

}  // namespace burin::bench
