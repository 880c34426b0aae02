// SPDX-License-Identifier: Apache-2.0
//! @file command.h
//! @brief Runs the built command `burin` as a person would, with its two outputs apart.
#pragma once

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "burin/base/files.h"
#include "burin/base/process.h"

namespace burin::cli_test {

namespace fs = std::filesystem;

/// A command to run.
struct Command {
  std::vector<std::string> arguments;  ///< Without the program.
  fs::path folder = {};                ///< To run in; empty: the current one.
  std::vector<std::pair<std::string, std::string>> environment = {};
  fs::path input = {};   ///< Standard input; empty: nothing.
  fs::path output = {};  ///< Where standard output goes instead.
  fs::path program = fs::path(BURIN_BINARY_DIR) / "burin";
  /// When set: called while the command runs, with its process id.
  std::function<void(pid_t)> meanwhile = {};
};

/// What came of it.
struct Outcome {
  ProcessOutcome how = ProcessOutcome::exited;
  int status = 0;
  int signal = 0;
  double seconds = 0;
  std::string out = {};
  std::string err = {};
};

/// A folder of one test.
class Folder : public TemporaryFolder {
 public:
  Folder() : TemporaryFolder(fs::temp_directory_path(), "burin-test-") {}
  [[nodiscard]] fs::path operator/(const fs::path& name) const { return path() / name; }
};

/// Waits until `condition` holds, for at most half a minute.
inline bool wait_until(const std::function<bool()>& condition) {
  for (int i = 0; i < 3000; ++i) {
    if (condition()) return true;
    usleep(10'000);
  }
  return condition();
}

inline Outcome run(const Command& command) {
  const Folder scratch;
  ProcessRequest request;
  // The shell opens the files and says its process id, which becomes the command's own.
  std::string script = "echo $$ >\"$BURIN_TEST_PID\"; exec \"$@\" 2>\"$BURIN_TEST_ERR\" >\"$BURIN_TEST_OUT\"";
  if (!command.input.empty()) script += " <\"$BURIN_TEST_IN\"";
  request.argv = {"/bin/sh", "-c", script, "sh", command.program.string()};
  request.argv.insert(request.argv.end(), command.arguments.begin(), command.arguments.end());
  request.folder = command.folder;
  request.environment = command.environment;
  const fs::path out = command.output.empty() ? scratch / "out" : command.output;
  const fs::path pid_file = scratch / "pid";
  request.environment.emplace_back("BURIN_TEST_OUT", out.string());
  request.environment.emplace_back("BURIN_TEST_ERR", (scratch / "err").string());
  request.environment.emplace_back("BURIN_TEST_PID", pid_file.string());
  request.environment.emplace_back("BURIN_TEST_IN", command.input.string());
  request.timeout = std::chrono::seconds(300);

  std::thread watcher;
  if (command.meanwhile) {
    watcher = std::thread([&] {
      std::string text;
      const auto told = [&] {
        std::error_code error;
        text = fs::exists(pid_file, error) ? read_file(pid_file) : "";
        return text.ends_with('\n');
      };
      if (wait_until(told)) command.meanwhile(static_cast<pid_t>(std::stol(text)));
    });
  }
  const ProcessResult result = run_process(request);
  if (watcher.joinable()) watcher.join();
  Outcome outcome{
      .how = result.outcome, .status = result.exit_code, .signal = result.signal, .seconds = result.seconds};
  if (command.output.empty()) outcome.out = read_file(out);
  outcome.err = read_file(scratch / "err");
  return outcome;
}

inline Outcome run(std::vector<std::string> arguments) { return run(Command{.arguments = std::move(arguments)}); }

/// A program in `folder` called `name` that is the shell script `body`.
inline fs::path fake_tool(const fs::path& folder, const std::string& name, const std::string& body) {
  const fs::path path = folder / name;
  write_file(path, "#!/bin/sh\n" + body);
  chmod(path.c_str(), 0755);
  return path;
}

/// The search path with `folder` in front.
inline std::string path_with(const fs::path& folder) {
  const char* path = std::getenv("PATH");
  return folder.string() + ":" + (path != nullptr ? path : "/usr/bin:/bin");
}

/// Finished builds and flow steps are kept here from one run of the tests to the next.
inline std::pair<std::string, std::string> test_cache() {
  return {"BURIN_CACHE", (fs::path(BURIN_BINARY_DIR) / "test-cache").string()};
}

/// All files below `folder`, relative to it.
inline std::vector<std::string> files_below(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (!entry->is_directory()) files.push_back(entry->path().lexically_relative(folder).string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// True when no result and no trace of one is below `folder`: the folder itself may be there, and be empty.
inline bool is_clean(const fs::path& folder) {
  std::error_code error;
  return !fs::exists(folder, error) || fs::is_empty(folder, error);
}

/// The command failed with `status`, one line on standard error that holds `text`, and nothing on standard output.
inline void check_failure(const Outcome& outcome, int status, const std::string& text) {
  INFO("standard error: ", outcome.err);
  CHECK(outcome.how == ProcessOutcome::exited);
  CHECK(outcome.status == status);
  CHECK(outcome.out.empty());
  CHECK(outcome.err.starts_with("burin: "));
  CHECK(outcome.err.ends_with('\n'));
  CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
  CHECK(outcome.err.find(text) != std::string::npos);
}

/// The command went well and said nothing on standard error.
inline void check_success(const Outcome& outcome) {
  INFO("standard error: ", outcome.err);
  CHECK(outcome.how == ProcessOutcome::exited);
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
}

}  // namespace burin::cli_test
