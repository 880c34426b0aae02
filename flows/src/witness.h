// SPDX-License-Identifier: Apache-2.0
//! @file witness.h
//! @brief Traces as yosys-smtbmc writes them.
#pragma once

#include <string_view>

#include "burin/flows/prove.h"

namespace burin::flows {

/// Reads a "Yosys Witness Trace", JSON that is described in Yosys' `ywio.py`. Bits that do not matter become 0.
/// @throws UserError when `json` is something else.
[[nodiscard]] Trace read_witness(std::string_view json, bool from_start);

}  // namespace burin::flows
