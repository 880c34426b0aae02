// SPDX-License-Identifier: Apache-2.0
//! @file branches.h
//! @brief How marks of branch coverage are known among the signals of a module.
#pragma once

#include <algorithm>
#include <string_view>

#include "burin/ir/ir.h"

namespace burin::sim {

/// The attribute of marks; its value describes the condition.
inline constexpr std::string_view kBranchMark = "burin_branch";

[[nodiscard]] inline bool is_branch_mark(const ir::Signal& signal) {
  return signal.generated_name && std::any_of(signal.attributes.begin(), signal.attributes.end(),
                                              [](const auto& entry) { return entry.first == kBranchMark; });
}

}  // namespace burin::sim
