// SPDX-License-Identifier: Apache-2.0
//! @file transforms.h
//! @brief The passes that change a design without changing what it does. `pipeline.h` runs them by name.
#pragma once

#include <string>

#include "burin/ir/ir.h"

namespace burin::passes {

/// Operations on constants become constants, operations with a neutral or absorbing operand become simpler, and
/// wires that are driven by a constant are read as that constant.
void fold_constants(ir::Design& design);

/// Muxes with known conditions, equal arms or constant arms become simpler.
void simplify_muxes(ir::Design& design);

/// Slices look through concatenations and extensions; adjacent slices in a concatenation are joined.
void fuse_slices(ir::Design& design);

/// Operations that are equal after other passes, or equal but for the order of operands that may be exchanged,
/// become one node.
void share_subexpressions(ir::Design& design);

/// Removes nodes, wires, registers, memories and read ports that nothing outside the module depends on. Ports,
/// instances with all their outputs, clocks and processes stay, and so do signals with the attribute "keep" or
/// "dont_touch". The ids of signals, registers and memories may change.
void remove_dead_code(ir::Design& design);

/// Modules of equal type, parameters and content become one, the first of them; instances refer to it. Places in
/// the source are not content. The ids of modules may change.
void deduplicate_modules(ir::Design& design);

/// Gives every module a name of its own: the C++ type and its parameters, "Counter_width8". Two modules that would
/// get one name are told apart by a hash of their ports or, where these are equal, of their content, so that no
/// name depends on how many modules there are or in which order. The top module and black boxes whose Verilog name
/// is theirs alone keep the plain name.
void make_module_names_unique(ir::Design& design);

/// The name that `make_module_names_unique` gives a module where there is no other of that name.
std::string module_name(const ir::Module& module);

}  // namespace burin::passes
