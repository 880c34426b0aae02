// SPDX-License-Identifier: Apache-2.0
//! @file shrink.h
//! @brief Makes a failing case as small as it gets while it still fails.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "fuzz/harness/compare.h"

namespace burin::fuzz {

/// Whether a case still fails. It is asked for many cases, each of them smaller than the last one that failed.
using StillFails = std::function<bool(const Case& test)>;

struct ShrinkOptions {
  size_t most_tries = 5000;                                    ///< Cases that are tried at most.
  std::function<void(const std::string& text)> progress = {};  ///< Told of each round.
};

/// The smallest failing case found. `failing` must fail. Ctrl-C ends the search; the best case so far is the result.
Case shrink(const Case& failing, const StillFails& still_fails, const ShrinkOptions& options = {});

/// Operations of a design other than constants and reads of signals: its size for readers.
size_t operations_of(const ir::Design& design);

}  // namespace burin::fuzz
