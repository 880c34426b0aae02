// SPDX-License-Identifier: Apache-2.0
//! @file module_hash.h
//! @brief Hashes of what a module is, the same on every run and every machine.
#pragma once

#include <cstdint>
#include <span>

#include "burin/ir/ir.h"

namespace burin::passes {

/// A hash of the module's type, parameters and ports: names, directions, widths.
uint64_t interface_hash(const ir::Module& module);

/// A hash of everything but the module's name, ids of types and places in the source. `children` gives the hash to
/// use for each module that an instance may refer to, by `ModuleId`.
uint64_t content_hash(const ir::Module& module, std::span<const uint64_t> children);

/// Whether two modules of one design are the same but for their names and places in the source. `canonical` gives for
/// each module that an instance may refer to the one that stands for it.
bool equal_content(const ir::Module& a, const ir::Module& b, std::span<const ir::ModuleId> canonical);

}  // namespace burin::passes
