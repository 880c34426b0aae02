// SPDX-License-Identifier: Apache-2.0
//! @file build_cache.h
//! @brief Results of long builds, kept by the content of everything that decides them.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// The folder `key` in `cache`, as `make` has filled it, now or at an earlier time. `make` gets two new folders: one to
/// work in, which is thrown away, and one for what is to be kept. Two processes that need the same folder wait for one
/// of them; a failure or Ctrl-C leaves nothing behind.
/// @param rebuild what is there is damaged: make it anew.
/// @throws whatever `make` throws; UserError when the cache cannot be written.
std::filesystem::path cached_folder(
    const std::filesystem::path& cache, const std::string& key, bool rebuild,
    const std::function<void(const std::filesystem::path& work, const std::filesystem::path& kept)>& make);

/// Output of a quick query such as `g++ --version`, for keys and version checks. It is asked once while the program on
/// disk is the same. @throws UserError that names the tool and ends with `what_to_do`.
std::string tool_answer(const std::vector<std::string>& argv, std::string_view what_to_do);

/// The processor's name and features: what `-march=native` depends on.
std::string processor_features();

}  // namespace burin
