// SPDX-License-Identifier: Apache-2.0
//! @file describe.h
//! @brief What messages call the parts of a design.
#pragma once

#include <string>

#include "burin/ir/ir.h"

namespace burin::passes {

/// What the designer wrote: the C++ object's path in its module, or the name of a signal that has none. In quotes.
std::string quoted(const ir::Signal& signal);
std::string quoted(std::string_view name);

/// "input 'a'", "register 'state.count'", "output 'sum' of instance 'adder'".
std::string describe(const ir::Module& module, ir::SignalId signal);

/// The place of a signal: where it is declared, else where its driver stands.
LocationId place_of(const ir::Module& module, ir::SignalId signal);

/// "1 bit", "8 bits".
std::string bits_text(uint64_t count);

}  // namespace burin::passes
