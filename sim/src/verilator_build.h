// SPDX-License-Identifier: Apache-2.0
//! @file verilator_build.h
//! @brief From Verilog to a shared library on disk: the wrapper texts, the build and its cache.
#pragma once

#include <filesystem>
#include <string>

#include "burin/sim/verilator_engine.h"

namespace burin::sim {

/// Name of the Verilog module around the design. Its ports are p0, p1, … in the order of the design's: no name
/// of the design, however odd, becomes a name in C++.
inline constexpr std::string_view kWrapperModule = "burin_verilator_top";
/// Name of the design's instance in it.
inline constexpr std::string_view kWrapperInstance = "dut";

/// The Verilog around the design. An inout becomes an input pN, what the world outside drives weakly, and an
/// output pN_value, the pin: Verilator 5.006 would overwrite an inout port with the design's side of it.
std::string wrapper_verilog(const VerilatorDesign& design);

/// The header that is included before everything: it routes Verilator's prints and stops to the wrapper.
std::string wrapper_hooks();

/// The C++ around the model: the functions of `verilator_abi.h`. `talks`: the model prints or stops.
std::string wrapper_cpp(const VerilatorDesign& design, const VerilatorOptions& options, bool talks);

/// The library's path; builds it when the cache has none. `rebuild`: the cached one is damaged, make it anew.
std::filesystem::path build_verilator_library(const VerilatorDesign& design, const VerilatorOptions& options,
                                              bool rebuild);

}  // namespace burin::sim
