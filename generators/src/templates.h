// SPDX-License-Identifier: Apache-2.0
//! @file templates.h
//! @brief Files that travel inside the program.
#pragma once

#include <string_view>
#include <vector>

namespace burin::cli {

/// A file of a new project. @NAME@, @TYPE@ and @VERSION@ stand for the project's name, its C++ name and Burin's
/// version.
struct Template {
  std::string_view path;  ///< May hold @NAME@ as well.
  std::string_view text;
};

[[nodiscard]] const std::vector<Template>& project_templates();

}  // namespace burin::cli
