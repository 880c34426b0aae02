// SPDX-License-Identifier: Apache-2.0
//! @file expression_text.h
//! @brief Nodes as text that a person reads, in terms of the designer's names.
#pragma once

#include <string>

#include "burin/ir/ir.h"

namespace burin::passes {

/// The value of `node`: "in.valid & count == 3". Where it is nested deeper than a few operations, "(...)" stands for
/// the rest.
std::string expression_text(const ir::Module& module, ir::NodeId node);

/// The same as part of a larger expression: in parentheses unless it is one word.
std::string operand_text(const ir::Module& module, ir::NodeId node);

}  // namespace burin::passes
