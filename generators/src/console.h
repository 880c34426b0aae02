// SPDX-License-Identifier: Apache-2.0
//! @file console.h
//! @brief Standard output for results, standard error for everything else.
#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>

#include "burin/cli/design.h"

namespace burin::cli {

/// The terminal, or whatever stands in its place.
class Console {
 public:
  /// @param program begins every line of error.
  explicit Console(std::string program);

  /// A result. It is kept until `finish`, so that a failure leaves no half of one.
  void print(std::string_view text) { output_ += text; }
  /// Writes the results. @throws UserError when standard output does not take them.
  void finish();

  /// Text for people, on standard error at once; a line break is added where it has none.
  void tell(std::string_view text);
  /// One line, "burin: TEXT", on standard error.
  void error(std::string_view text);

  /// A receiver of progress: one line with the time since the start on standard error, for a person who watches or
  /// when `wanted`; else silent. It may be called from several threads and must not outlive this object.
  [[nodiscard]] Progress progress(bool wanted);

 private:
  std::string program_;
  std::string output_;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace burin::cli
