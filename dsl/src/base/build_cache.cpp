// SPDX-License-Identifier: Apache-2.0
//! @file build_cache.cpp
//! @brief Builds once for each content.
//!
//! 1. A folder under the key: done. Otherwise take the key's lock and look again.
//! 2. Work in temporary folders of the cache.
//! 3. Rename the folder with what is to be kept to the key.
#include "burin/base/build_cache.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <mutex>
#include <optional>

#include "burin/base/diagnostics.h"
#include "burin/base/files.h"
#include "burin/base/process.h"

namespace burin {

namespace fs = std::filesystem;

fs::path cached_folder(const fs::path& cache, const std::string& key, bool rebuild,
                       const std::function<void(const fs::path& work, const fs::path& kept)>& make) {
  fs::path target = cache / key;
  if (!rebuild && fs::exists(target)) return target;
  const FileLock lock(fs::path(target) += ".lock");
  if (rebuild) {
    std::error_code error;
    fs::remove_all(target, error);
    if (error) throw UserError(fmt::format("cannot remove {}: {}", target.string(), error.message()));
  }
  if (fs::exists(target)) return target;
  const TemporaryFolder work(cache, "build-");
  TemporaryFolder kept(cache, "build-");
  make(work.path(), kept.path());
  kept.keep_as(target);
  return target;
}

std::string tool_answer(const std::vector<std::string>& argv, std::string_view what_to_do) {
  static std::mutex mutex;
  static std::map<std::string, std::string> answers;
  std::string key;
  if (const std::optional<fs::path> program = find_program(argv[0])) {
    std::error_code error;
    const auto time = fs::last_write_time(*program, error).time_since_epoch().count();
    key = fmt::format("{} {} {}", program->string(), time, fmt::join(argv, " "));
    const std::scoped_lock lock(mutex);
    if (const auto found = answers.find(key); found != answers.end()) return found->second;
  }
  ProcessRequest request;
  request.argv = argv;
  request.timeout = std::chrono::seconds(60);
  const ProcessResult result = run_process(request);
  if (!result.ok()) throw UserError(fmt::format("{} {}; {}", argv[0], failure_text(result), what_to_do));
  const std::scoped_lock lock(mutex);
  answers[key] = result.output;
  return result.output;
}

std::string processor_features() {
  std::string text;
  try {
    text = read_file("/proc/cpuinfo");
  } catch (const UserError&) {
    return "unknown";
  }
  std::string result;
  for (const std::string_view field : {"model name", "flags", "Features"}) {
    const size_t start = text.find(field);
    if (start != std::string::npos) result += text.substr(start, text.find('\n', start) - start);
  }
  return result;
}

}  // namespace burin
