// SPDX-License-Identifier: Apache-2.0
//! @file shell_words.h
//! @brief Command lines as text, and back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace burin::cli {

/// `word` as a person types it in a shell: in single quotes where it has to be.
[[nodiscard]] std::string shell_quoted(std::string_view word);

/// The words of a command made of `shell_quoted` words. @throws UserError for a quote that does not end.
[[nodiscard]] std::vector<std::string> shell_words(std::string_view command);

}  // namespace burin::cli
