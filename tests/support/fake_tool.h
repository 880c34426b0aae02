// SPDX-License-Identifier: Apache-2.0
//! @file fake_tool.h
//! @brief Programs that tests put in the place of real tools, and what is needed around them.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>

#include "burin/base/diagnostics.h"
#include "burin/base/files.h"

namespace burin::test {

/// An environment variable that has another value for the life of this object.
class Variable {
 public:
  Variable(std::string name, const std::string& value) : name_(std::move(name)) {
    const char* old = std::getenv(name_.c_str());
    had_ = old != nullptr;
    if (had_) old_ = old;
    setenv(name_.c_str(), value.c_str(), 1);
  }
  ~Variable() {
    if (had_) {
      setenv(name_.c_str(), old_.c_str(), 1);
    } else {
      unsetenv(name_.c_str());
    }
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  std::string name_;
  std::string old_;
  bool had_ = false;
};

/// A folder of its own that vanishes with this object.
class Scratch {
 public:
  Scratch() : folder_(std::filesystem::temp_directory_path(), "burin-test-") {}
  [[nodiscard]] const std::filesystem::path& path() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

/// A folder in front of PATH with a program `name` that runs the shell script `script`.
class FakeTool {
 public:
  FakeTool(const std::string& name, const std::string& script)
      : path_("PATH", scratch_.path().string() + ":" + current_path()) {
    write_file(scratch_.path() / name, "#!/bin/sh\n" + script + "\n");
    std::filesystem::permissions(scratch_.path() / name, std::filesystem::perms::owner_all);
  }

 private:
  static std::string current_path() {
    const char* path = std::getenv("PATH");
    return path != nullptr ? path : "/usr/bin:/bin";
  }
  Scratch scratch_;
  Variable path_;
};

/// What `call` complains of; "no error" when it does not.
template <typename Call>
std::string user_error(Call&& call) {
  try {
    std::forward<Call>(call)();
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace burin::test
