// SPDX-License-Identifier: Apache-2.0
//! @file console.cpp
//! @brief Writes to the standard streams and notices when they do not take it.
#include "console.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "burin/base/interrupt.h"

namespace burin::cli {
namespace {

/// False, with `errno`, when the stream does not take all of it.
bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR && !interrupted()) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

}  // namespace

Console::Console(std::string program) : program_(std::move(program)) {}

void Console::finish() {
  const std::string text = std::move(output_);
  output_.clear();
  if (!write_all(STDOUT_FILENO, text)) {
    throw_if_interrupted();
    throw UserError(fmt::format("cannot write standard output: {}", std::generic_category().message(errno)));
  }
}

void Console::tell(std::string_view text) {
  std::string line(text);
  if (line.empty() || line.back() != '\n') line += '\n';
  const std::scoped_lock lock(mutex_);
  write_all(STDERR_FILENO, line);  // where standard error is closed there is nobody left to tell
}

void Console::error(std::string_view text) { tell(fmt::format("{}: {}", program_, text)); }

Progress Console::progress(bool wanted) {
  if (!wanted && isatty(STDERR_FILENO) == 0) return [](std::string_view) {};
  return [this](std::string_view text) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    tell(fmt::format("[{:6.1f} s] {}", elapsed.count(), text));
  };
}

}  // namespace burin::cli
