// SPDX-License-Identifier: Apache-2.0
//! @file store.cpp
//! @brief Reads and writes the folder of results.
#include "burin/flows/store.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <system_error>

#include "burin/base/diagnostics.h"
#include "burin/base/files.h"

namespace burin::flows {

namespace fs = std::filesystem;

std::vector<StoredRun> stored_results(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".json") files.push_back(at->path());
  }
  if (error && error != std::errc::no_such_file_or_directory) {
    throw UserError(fmt::format("cannot read {}: {}", folder.string(), error.message()));
  }
  std::sort(files.begin(), files.end());
  std::vector<StoredRun> runs;
  for (const fs::path& file : files) {
    StoredRun run{.file = file, .command = "", .results = {}};
    try {
      run.results = from_json(read_file(file));
    } catch (const UserError& problem) {
      throw UserError(fmt::format("{}: {}", file.string(), problem.what()));
    }
    if (!run.results.empty()) run.command = run.results.front().command;
    runs.push_back(std::move(run));
  }
  return runs;
}

fs::path store_results(const fs::path& folder, const std::vector<Result>& results) {
  if (results.empty()) throw UserError("there are no results to keep");
  std::string name = fmt::format("{}-{}", results.front().design, results.front().target);
  std::replace_if(
      name.begin(), name.end(),
      [](unsigned char c) { return std::isalnum(c) == 0 && c != '-' && c != '_' && c != '.'; }, '_');
  fs::path file = folder / (name + ".json");
  write_file(file, to_json(results));
  return file;
}

bool key_matches(std::string_view key, std::string_view pattern) {
  if (pattern.ends_with('/')) pattern.remove_suffix(1);
  if (pattern.empty()) return true;
  return key.starts_with(pattern) && (key.size() == pattern.size() || key[pattern.size()] == '/');
}

}  // namespace burin::flows
