// SPDX-License-Identifier: Apache-2.0
//! @file gallery.h
//! @brief The programs of docs/errors.md: each makes one mistake, and registers itself under the code of the finding.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "burin/burin.h"

namespace gallery {

struct Program {
  std::string_view code;  ///< "B0101", or the name of a section of the page.
  std::string (*run)();   ///< The report: returned when there are warnings only, else what a `UserError` says.
};

/// All programs, in no certain order.
std::vector<Program>& programs();

/// Adds a program before `main` runs.
struct Register {
  Register(std::string_view code, std::string (*run)()) { programs().push_back({code, run}); }
};

}  // namespace gallery
