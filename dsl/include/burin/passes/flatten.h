// SPDX-License-Identifier: Apache-2.0
//! @file flatten.h
//! @brief Puts the contents of all instances in their place: a hierarchy becomes one module.
#pragma once

#include <memory>

#include "burin/ir/ir.h"

namespace burin::passes {

/// One module that means the same as `top` with everything below it. It shares `design`'s types, places and black
/// boxes and is not one of its modules; `design` must outlive it.
/// * Names are paths of instances: "core.state_a"; so are `Signal::object`, memories, processes and named nodes.
/// * Ports of `top` keep name, kind and timing. Ports of instances become wires.
/// * Clocks that are the same net with the same edge and reset become one clock.
/// * Inouts that are connected to each other become one; its enabled drivers are or-ed.
/// * Instances of black boxes stay.
/// @throws UserError when `top` is a black box.
std::unique_ptr<ir::Module> flatten(ir::Design& design, ir::ModuleId top);

/// The same for the design's top module.
std::unique_ptr<ir::Module> flatten(ir::Design& design);

}  // namespace burin::passes
