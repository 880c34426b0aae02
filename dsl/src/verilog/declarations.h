// SPDX-License-Identifier: Apache-2.0
//! @file declarations.h
//! @brief The head of a module: comment, ports, constants, signals and memories.
#pragma once

#include "module_text.h"

namespace burin::verilog {

/// Everything up to the first statement. The statements must have been written: see `ModuleText`.
TextBlock write_declarations(const ModuleText& text);

}  // namespace burin::verilog
