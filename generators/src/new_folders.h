// SPDX-License-Identifier: Apache-2.0
//! @file new_folders.h
//! @brief Takes back the folders that were made for a result which did not come about.
#pragma once

#include <filesystem>

namespace burin::cli {

/// Remembers which folders on the way to `path` do not exist yet. When it dies without `keep`, those that were made
/// meanwhile and are empty are removed.
class NewFolders {
 public:
  explicit NewFolders(const std::filesystem::path& path);
  ~NewFolders();
  NewFolders(const NewFolders&) = delete;
  NewFolders& operator=(const NewFolders&) = delete;

  void keep() { kept_ = true; }

 private:
  std::filesystem::path path_;
  size_t missing_ = 0;
  bool kept_ = false;
};

}  // namespace burin::cli
