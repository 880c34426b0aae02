// SPDX-License-Identifier: Apache-2.0
//! @file burin_text.h
//! @brief From the IR back to Burin: C++ source text that elaborates to a design of the same behaviour.
#pragma once

#include <string>

#include "burin/ir/ir.h"

namespace burin::fuzz {

/// One struct a module, children before parents, in namespace `burin`: to be compiled after `#include
/// "burin/burin.h"` inside `namespace NAME { using namespace burin; … }` or the like. Ports keep their names as far as
/// C++ allows; all values are `UInt`; each operation is one line. Every clock is a `DerivedClock` of the values that
/// the IR gives for it. Black boxes are not printed (`InternalError`).
///
/// Random designs break rules of clock crossings and resets that elaboration checks, so their text needs those checks
/// turned off: `tolerant_options()` in the text of `to_program`.
std::string to_burin(const ir::Design& design);

/// What the struct of the top module is called.
std::string struct_name(const ir::Module& module);

}  // namespace burin::fuzz
