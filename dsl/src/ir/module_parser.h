// SPDX-License-Identifier: Apache-2.0
//! @file module_parser.h
//! @brief The module level of the printed IR.
#pragma once

#include "burin/ir/ir.h"
#include "text_cursor.h"

namespace burin::ir::text {

/// Reads the module that begins at `cursor` and adds it to `design`, whose types, locations and earlier modules
/// it refers to. @throws UserError
void parse_module(Cursor& cursor, Design& design);

}  // namespace burin::ir::text
