// SPDX-License-Identifier: Apache-2.0
//! @file files.h
//! @brief Files written whole or not at all, folders that vanish, locks, and where caches live.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace burin {

/// The contents of a file. @throws UserError with the reason when it cannot be read.
[[nodiscard]] std::string read_file(const std::filesystem::path& path);

/// Writes a file by way of a temporary one beside it that is renamed at the end: nobody sees half a file, and
/// a failure leaves the old contents. Missing folders are made. A symbolic link stays, and what it leads to is
/// written; a device or a pipe, such as /dev/stdout, is written straight into.
/// @throws UserError with the reason (no permission, no space left).
void write_file(const std::filesystem::path& path, std::string_view contents);

/// Makes a folder and those above it. @throws UserError with the reason.
void make_folder(const std::filesystem::path& path);

/// A new folder that is removed with its contents when this object dies, also by an exception.
class TemporaryFolder {
 public:
  /// Makes `parent`/`prefix`XXXXXX; `parent` is made when missing. Folders with this prefix whose makers were
  /// killed are removed on the way.
  TemporaryFolder(const std::filesystem::path& parent, std::string_view prefix);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Renames the folder to `target` and keeps it. A `target` that exists stays, and this folder is removed.
  /// @throws UserError with the reason.
  void keep_as(const std::filesystem::path& target);

 private:
  std::filesystem::path path_;
  int lock_ = -1;  // held while the folder is in use; how others see that its maker lives
};

/// An exclusive lock between processes and threads, held for the life of the object. The file is removed with it.
class FileLock {
 public:
  /// Waits for the lock; Ctrl-C ends the wait. @throws Interrupted; UserError when the file cannot be made.
  explicit FileLock(const std::filesystem::path& path);
  ~FileLock();
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&&) = delete;
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  /// The lock when it is free, else null.
  static std::unique_ptr<FileLock> try_lock(const std::filesystem::path& path);

 private:
  FileLock(std::filesystem::path path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  std::filesystem::path path_;
  int descriptor_ = -1;
};

/// Where results that can be made again are kept: $BURIN_CACHE, else $XDG_CACHE_HOME/burin, else ~/.cache/burin.
[[nodiscard]] std::filesystem::path cache_folder();

}  // namespace burin
