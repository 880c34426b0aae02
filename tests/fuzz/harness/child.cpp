// SPDX-License-Identifier: Apache-2.0
//! @file child.cpp
//! @brief Work in a process of its own.
#include "fuzz/harness/child.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <string>

#include "burin/base/diagnostics.h"
#include "burin/base/interrupt.h"

namespace burin::fuzz {
namespace {

void write_all(int descriptor, const std::string& text) {
  for (size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(descriptor, text.data() + done, text.size() - done);
    if (count <= 0) return;
    done += static_cast<size_t>(count);
  }
}

/// The child's life: its standard streams stay, its handlers of signals go.
[[noreturn]] void live(int descriptor, const std::function<std::string()>& work) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) {
    std::signal(number, SIG_DFL);
  }
  std::string text;
  int status = 0;
  try {
    text = work();
  } catch (const std::exception& problem) {
    text = problem.what();
    status = 1;
  }
  write_all(descriptor, text);
  ::_exit(status);
}

}  // namespace

ChildResult run_in_child(const std::function<std::string()>& work, std::chrono::milliseconds timeout) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw UserError("cannot make a pipe to a child process");
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child < 0) throw UserError("cannot start a child process");
  if (child == 0) {
    ::close(ends[0]);
    live(ends[1], work);
  }
  ::close(ends[1]);
  ChildResult result;
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  bool is_late = false;
  while (!interrupted()) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    is_late = left.count() <= 0;
    if (is_late) break;
    pollfd wanted{ends[0], POLLIN, 0};
    const int ready = ::poll(&wanted, 1, static_cast<int>(std::min<int64_t>(left.count(), 200)));
    if (ready <= 0) continue;
    std::array<char, 4096> buffer{};
    const ssize_t count = ::read(ends[0], buffer.data(), buffer.size());
    if (count <= 0) break;
    result.text.append(buffer.data(), static_cast<size_t>(count));
  }
  ::close(ends[0]);
  if (is_late || interrupted()) ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  throw_if_interrupted();
  if (is_late) {
    result.death = fmt::format("did not end in {} s", timeout.count() / 1000);
  } else if (WIFSIGNALED(status)) {
    result.death = fmt::format("killed by signal {}", WTERMSIG(status));
  } else if (WEXITSTATUS(status) != 0) {
    result.death = "ended by an exception";
  }
  return result;
}

}  // namespace burin::fuzz
