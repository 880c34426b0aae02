// SPDX-License-Identifier: Apache-2.0
//! @file sample_design.h
//! @brief A design that uses everything the IR can express, for tests of its text form.
#pragma once

#include <memory>

#include "burin/ir/ir.h"

namespace sample {

/// Three modules: a black box with a pad, a child with every operation, kind of memory port, clock and process, and
/// a top that instantiates both. Names and texts contain quotes, line ends, control bytes and UTF-8.
std::unique_ptr<burin::ir::Design> everything();

/// The counter of the header's example, by hand: small enough to compare with text in full.
std::unique_ptr<burin::ir::Design> counter();

}  // namespace sample
