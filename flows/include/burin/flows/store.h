// SPDX-License-Identifier: Apache-2.0
//! @file store.h
//! @brief Results that are kept: a folder with one file for each command that gave some.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "burin/flows/result.h"

namespace burin::flows {

/// What one command gave.
struct StoredRun {
  std::filesystem::path file;
  std::string command;  ///< Empty: nothing gives these again, as with published numbers.
  std::vector<Result> results;
};

/// All runs in `folder`, by their files' names; none when there is no such folder.
/// @throws UserError when a file is not as `store_results` writes it.
[[nodiscard]] std::vector<StoredRun> stored_results(const std::filesystem::path& folder);

/// Writes `results`, which belong to one command, to "DESIGN-TARGET.json" in `folder`, in place of what is there.
/// @returns the file. @throws UserError when there are none, or the folder cannot be written.
std::filesystem::path store_results(const std::filesystem::path& folder, const std::vector<Result>& results);

/// Whether `key` is meant by `pattern`: the key itself, or its beginning up to a '/'; everything for "".
[[nodiscard]] bool key_matches(std::string_view key, std::string_view pattern);

}  // namespace burin::flows
