// SPDX-License-Identifier: Apache-2.0
//! @file nearest.h
//! @brief What somebody who mistyped a name may have meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace burin::cli {

/// Edits (insert, delete, replace, swap neighbours) between two words.
[[nodiscard]] size_t edit_distance(std::string_view a, std::string_view b);

/// The names most like `word`, best first, at most three; none when none is near.
[[nodiscard]] std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& names);

/// "; did you mean 'a' or 'b'?", or "" when none is near. `prefix` stands before each name.
[[nodiscard]] std::string suggestion(std::string_view word, const std::vector<std::string>& names,
                                     std::string_view prefix = "");

}  // namespace burin::cli
