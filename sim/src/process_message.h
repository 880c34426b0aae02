// SPDX-License-Identifier: Apache-2.0
//! @file process_message.h
//! @brief The text of a check or print, for engines that run the IR themselves (docs/semantics.md, section 7).
#pragma once

#include <functional>
#include <string>

#include "burin/base/bits.h"
#include "burin/ir/ir.h"
#include "burin/sim/engine.h"

namespace burin::sim {

/// The event of `process`; `argument` gives the value of argument number i.
[[nodiscard]] Event process_event(const ir::Module& module, const ir::Process& process,
                                  const std::function<Bits(size_t)>& argument);

/// "file:line", or "" where unknown.
[[nodiscard]] std::string location_text(const ir::Module& module, LocationId id);

}  // namespace burin::sim
