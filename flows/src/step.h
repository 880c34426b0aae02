// SPDX-License-Identifier: Apache-2.0
//! @file step.h
//! @brief One tool run whose files are kept under the hash of everything that decides them.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "burin/base/process.h"
#include "burin/flows/flow.h"
#include "burin/flows/tools.h"

namespace burin::flows {

/// The stages of a flow with their times; seeds end on several threads.
class Stages {
 public:
  void add(StageTime stage) {
    const std::scoped_lock lock(mutex_);
    stages_.push_back(std::move(stage));
  }
  [[nodiscard]] std::vector<StageTime> take() { return std::move(stages_); }

 private:
  std::mutex mutex_;
  std::vector<StageTime> stages_;
};

/// What all steps of one flow share.
struct FlowContext {
  const FlowInput& input;
  const FlowOptions& options;
  Target target;
  std::filesystem::path cache;
  std::shared_ptr<Stages> stages = std::make_shared<Stages>();

  void progress(const std::string& text) const {
    if (options.progress) options.progress(text);
  }
};

/// The folder of the step with this key. When there is none, `produce` fills a temporary folder, which is then
/// renamed; when it throws, nothing is kept. `stage` names it among the stages of the flow.
std::filesystem::path cached_step(const FlowContext& context, const std::string& kind, const std::string& stage,
                                  const std::string& key,
                                  const std::function<void(const std::filesystem::path&)>& produce);

/// Reads files of a step with `read`, which throws a JSON exception where a file is not as it should be.
/// @throws UserError that blames `tool` when the step has just run (`fresh`), else the file in the cache.
void read_step(const Tool& tool, const std::string& what, const std::filesystem::path& folder, bool fresh,
               const std::function<void(const std::filesystem::path&)>& read);

/// Runs a tool in `folder` with its output in `log`, a file name there.
/// @throws UserError when it does not end well; its log is then kept in the cache's `failed` folder.
/// `explain` may turn an error of the tool into a better line, and `too_large` into a `TooLarge`; "" leaves it.
void run_tool(const FlowContext& context, const Tool& tool, const std::vector<std::string>& arguments,
              const std::filesystem::path& folder, const std::string& log, std::stop_token stop,
              const std::function<void(std::string_view)>& on_line,
              const std::function<std::string(const ProcessResult&)>& explain = {},
              const std::function<std::string(const ProcessResult&)>& too_large = {});

}  // namespace burin::flows
