// SPDX-License-Identifier: Apache-2.0
//! @file input_file.h
//! @brief A file as a stream that remembers why reading failed.
#pragma once

#include <array>
#include <cstdint>
#include <istream>
#include <streambuf>
#include <string>

#include "burin/cli/design.h"

namespace burin::cli {

/// A file that is read from front to back. Streams of the standard library read a folder as an empty file and hide
/// errors; this one keeps them for `check`.
class InputFile : private std::streambuf {
 public:
  /// @param path "-" is standard input. @param progress told how far reading has come.
  /// @throws UserError when it cannot be opened, or is a folder.
  InputFile(std::string path, Progress progress);
  ~InputFile() override;
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  [[nodiscard]] std::istream& stream() { return stream_; }
  /// @throws UserError when reading failed on the way; Interrupted when Ctrl-C ended it.
  void check() const;

 private:
  int_type underflow() override;

  std::string path_;
  Progress progress_;
  int descriptor_ = -1;
  int error_ = 0;
  uint64_t size_ = 0;  // 0: unknown
  uint64_t read_ = 0;
  uint64_t told_ = 0;  // tenths that progress was told of
  std::array<char, 4096> buffer_{};
  std::istream stream_;
};

}  // namespace burin::cli
