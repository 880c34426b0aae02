// SPDX-License-Identifier: Apache-2.0
//! @file resets.h
//! @brief Whether asynchronous resets of a design need names of their own.
#pragma once

#include "burin/ir/ir.h"

namespace burin::verilog {

/// Whether some net of `design` may be an asynchronous reset here and an ordinary value there, through the hierarchy.
bool mixes_resets(const ir::Design& design);

}  // namespace burin::verilog
