// SPDX-License-Identifier: Apache-2.0
//! @file core_file.h
//! @brief Generated Verilog as a core of FuseSoC.
#pragma once

#include <string>
#include <vector>

#include "burin/cli/design.h"
#include "burin/verilog/emit.h"

namespace burin::cli {

/// The core file, "NAME.core", of CAPI version 2: all files, a default target with the top module, and a target `lint`
/// that has Verilator look at them with all its warnings.
[[nodiscard]] VerilogFile core_file(const DesignEntry& design, const std::string& top,
                                    const std::vector<VerilogFile>& files);

}  // namespace burin::cli
