// SPDX-License-Identifier: Apache-2.0
//! @file process.h
//! @brief Runs another program without a shell and tells apart the ways in which that can fail.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace burin {

/// What to run and how.
struct ProcessRequest {
  /// Program and arguments. A program without a slash is looked up in PATH.
  std::vector<std::string> argv;
  /// Folder to run in; empty: the current one.
  std::filesystem::path folder;
  /// File that receives standard output and error together, created anew; empty: none.
  std::filesystem::path log;
  /// Variables added to, or replaced in, the environment.
  std::vector<std::pair<std::string, std::string>> environment;
  /// Longest run; zero: no limit.
  std::chrono::milliseconds timeout{0};
  /// Called for each complete line of output, without its line break, on the thread that runs the process.
  std::function<void(std::string_view)> on_line;
  /// Ends the run like Ctrl-C when somebody asks for it.
  std::stop_token stop;
};

enum class ProcessOutcome : uint8_t {
  exited,     ///< Ended by itself, with `exit_code`.
  missing,    ///< There is no such program, or it may not be executed.
  signaled,   ///< Ended by `signal`: crashed, or killed by somebody else.
  timed_out,  ///< Ended by us after `timeout`.
};

/// How a run went.
struct ProcessResult {
  ProcessOutcome outcome = ProcessOutcome::exited;
  int exit_code = 0;
  int signal = 0;
  std::string output;     ///< The last 64 KiB of standard output and error.
  double seconds = 0;     ///< Wall time.
  uint64_t peak_kib = 0;  ///< Largest resident memory of the program, in KiB.

  [[nodiscard]] bool ok() const { return outcome == ProcessOutcome::exited && exit_code == 0; }
};

/// Runs a program to its end. Its standard input is empty; it gets a process group of its own, which is
/// killed whole at the time limit and on Ctrl-C.
/// @throws Interrupted on Ctrl-C or when `stop` asks for it, after the group is gone; UserError when the log or the
/// folder cannot be used.
ProcessResult run_process(const ProcessRequest& request);

/// Why a run failed, as the rest of a sentence that begins with the program's name: "was killed by signal 9
/// (Killed), often for lack of memory", "ended with status 1: <last telling line>". Empty when it was fine.
[[nodiscard]] std::string failure_text(const ProcessResult& result);

/// The line of a tool's output that best says what went wrong: the first that calls itself an error, else the
/// last one that is not blank; at most 200 characters.
[[nodiscard]] std::string telling_line(std::string_view output);

/// The file that `name` would run: `name` itself when it has a slash, else the first match in PATH.
[[nodiscard]] std::optional<std::filesystem::path> find_program(std::string_view name);

}  // namespace burin
