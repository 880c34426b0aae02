// SPDX-License-Identifier: Apache-2.0
//! @file step.cpp
//! @brief Steps: look, lock, look again, run in a temporary folder, rename.
#include "step.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <utility>

#include "burin/base/diagnostics.h"
#include "burin/base/files.h"

namespace burin::flows {

namespace fs = std::filesystem;

namespace {

constexpr const char* kSeconds = "seconds";

/// The time that a step took, as it wrote down; 0 for one that did not.
double seconds_of(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder / kSeconds, error)) return 0;
  return std::strtod(read_file(folder / kSeconds).c_str(), nullptr);
}

}  // namespace

fs::path cached_step(const FlowContext& context, const std::string& kind, const std::string& stage,
                     const std::string& key, const std::function<void(const fs::path&)>& produce) {
  const std::string name = fmt::format("{}-{}", kind, key.substr(0, 40));
  fs::path target = context.cache / name;
  std::error_code error;
  const auto recall = [&] { context.stages->add({stage, seconds_of(target), true}); };
  if (fs::exists(target, error)) {
    recall();
    return target;
  }
  const FileLock lock(context.cache / (name + ".lock"));
  if (fs::exists(target, error)) {
    recall();
    return target;
  }
  TemporaryFolder folder(context.cache, "running-");
  const auto begin = std::chrono::steady_clock::now();
  produce(folder.path());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  write_file(folder.path() / kSeconds, fmt::format("{:.3f}\n", seconds));
  folder.keep_as(target);
  context.stages->add({stage, seconds, false});
  return target;
}

void read_step(const Tool& tool, const std::string& what, const fs::path& folder, bool fresh,
               const std::function<void(const fs::path&)>& read) {
  try {
    read(folder);
  } catch (const nlohmann::json::exception& error) {
    if (fresh) {
      throw UserError(
          fmt::format("{} {} wrote {} that cannot be read: {}", tool.name, tool.version, what, error.what()));
    }
    throw UserError(
        fmt::format("cannot read {} in {}: {}; remove that folder and run again", what, folder.string(), error.what()));
  }
}

void run_tool(const FlowContext& context, const Tool& tool, const std::vector<std::string>& arguments,
              const fs::path& folder, const std::string& log, std::stop_token stop,
              const std::function<void(std::string_view)>& on_line,
              const std::function<std::string(const ProcessResult&)>& explain,
              const std::function<std::string(const ProcessResult&)>& too_large) {
  ProcessRequest request;
  request.argv = tool.command;
  request.argv.insert(request.argv.end(), arguments.begin(), arguments.end());
  request.folder = folder;
  request.log = folder / log;
  request.timeout = context.options.timeout;
  request.on_line = on_line;
  request.stop = std::move(stop);
  const ProcessResult result = run_process(request);
  if (result.ok()) return;

  // The step's folder is about to vanish; somebody may want to read what the tool said.
  std::string name = fmt::format("{}-{}-{}", context.input.design, context.target.name, log);
  std::replace(name.begin(), name.end(), '/', '_');
  const fs::path kept = context.cache / "failed" / name;
  std::string place;
  try {
    write_file(kept, read_file(folder / log));
    place = fmt::format(" (log: {})", kept.string());
  } catch (const UserError&) {
    place = "";  // the tool's own failure is the one to report
  }
  if (result.outcome == ProcessOutcome::exited && too_large) {
    if (const std::string reason = too_large(result); !reason.empty()) throw TooLarge(reason + place);
  }
  if (result.outcome == ProcessOutcome::exited && explain) {
    if (const std::string better = explain(result); !better.empty()) throw UserError(better + place);
  }
  throw UserError(fmt::format("{} {} {} on design '{}'{}", tool.name, tool.version, failure_text(result),
                              context.input.design, place));
}

}  // namespace burin::flows
