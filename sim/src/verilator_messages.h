// SPDX-License-Identifier: Apache-2.0
//! @file verilator_messages.h
//! @brief What a line that the model printed means.
#pragma once

#include <string_view>

#include "burin/sim/engine.h"

namespace burin::sim {

/// The event behind one printed line: a failed check of Burin's own Verilog, a failed SystemVerilog assertion,
/// $error or $fatal as Verilator words them, or a plain print.
Event parse_message(std::string_view line);

}  // namespace burin::sim
