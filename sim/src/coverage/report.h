// SPDX-License-Identifier: Apache-2.0
//! @file report.h
//! @brief What the two reports of coverage share: each thing that can be seen as a line about a place.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "burin/sim/coverage.h"

namespace burin::sim {

/// One thing at a place in the source.
struct CoverageItem {
  uint32_t line = 0;
  uint32_t column = 0;
  bool seen = false;  ///< Wholly.
  std::string text;   ///< What it is, and of what is not seen which part.
};

/// All items by file, each file's by line. Things without a place are under "".
[[nodiscard]] std::map<std::string, std::vector<CoverageItem>> coverage_items(const CoverageData& data);

/// "12 of 14 (85.7 %)".
[[nodiscard]] std::string share_text(const CoverageCount& count);

}  // namespace burin::sim
