// SPDX-License-Identifier: Apache-2.0
//! @file new_folders.cpp
//! @brief Removes new folders from the innermost outwards.
#include "new_folders.h"

#include <system_error>

namespace burin::cli {

namespace fs = std::filesystem;

NewFolders::NewFolders(const fs::path& path) {
  std::error_code error;
  path_ = fs::absolute(path, error).lexically_normal();
  if (!path_.has_filename()) path_ = path_.parent_path();  // "out/" is "out"
  for (fs::path at = path_; !fs::exists(at, error) && !error && at != at.parent_path(); at = at.parent_path())
    ++missing_;
}

NewFolders::~NewFolders() {
  if (kept_) return;
  std::error_code error;  // a folder that is not empty stays
  fs::path at = path_;
  for (size_t i = 0; i < missing_; ++i, at = at.parent_path()) fs::remove(at, error);
}

}  // namespace burin::cli
