// SPDX-License-Identifier: Apache-2.0
//! @file write_files_test.cpp
//! @brief Files of a design are written all or none.
#include <doctest/doctest.h>
#include <sys/mount.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "burin/base/diagnostics.h"
#include "burin/base/files.h"
#include "burin/verilog/emit.h"

namespace burin::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("files are written, and written over") {
  const TemporaryFolder place(fs::temp_directory_path(), "burin-write-test-");
  const fs::path folder = place.path() / "new" / "deep";
  write_verilog({{"a.v", "one\n"}, {"b.v", "two\n"}}, folder);
  CHECK(names_in(folder) == std::vector<std::string>{"a.v", "b.v"});
  write_verilog({{"a.v", "three\n"}}, folder);
  CHECK(read_file(folder / "a.v") == "three\n");
  CHECK(read_file(folder / "b.v") == "two\n");
}

TEST_CASE("a folder that cannot be made or written is one line and leaves nothing") {
  const TemporaryFolder place(fs::temp_directory_path(), "burin-write-test-");
  write_file(place.path() / "file", "x");
  try {
    write_verilog({{"a.v", "one\n"}}, place.path() / "file" / "below");
    FAIL("no error");
  } catch (const UserError& error) {
    const std::string message = error.what();
    CHECK(message.find("file") != std::string::npos);
    CHECK(message.find('\n') == std::string::npos);
  }
  // A target that is a folder cannot be replaced by a file. What is staged goes, what was there stays.
  const fs::path folder = place.path() / "out";
  fs::create_directories(folder / "b.v" / "inside");
  try {
    write_verilog({{"b.v", "two\n"}}, folder);
    FAIL("no error");
  } catch (const UserError& error) {
    const std::string message = error.what();
    CHECK(message.find("b.v") != std::string::npos);
    CHECK(message.find(".burin-verilog-") == std::string::npos);
  }
  CHECK(names_in(folder) == std::vector<std::string>{"b.v"});
}

TEST_CASE("a full disk leaves the folder as it was") {
  const TemporaryFolder place(fs::temp_directory_path(), "burin-write-test-");
  const fs::path folder = place.path() / "disk";
  fs::create_directory(folder);
  if (mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=64k") != 0) {
    MESSAGE("skipped: a file system of its own takes the rights of root");
    return;
  }
  write_file(folder / "a.v", "old\n");
  std::string message;
  try {
    write_verilog({{"a.v", "new\n"}, {"b.v", std::string(200000, 'x')}}, folder);
  } catch (const UserError& error) {
    message = error.what();
  }
  const std::vector<std::string> names = names_in(folder);
  const std::string contents = read_file(folder / "a.v");
  umount(folder.c_str());
  CHECK(message.find("b.v: No space left on device") != std::string::npos);
  CHECK(message.find(".burin-verilog-") == std::string::npos);
  CHECK(names == std::vector<std::string>{"a.v"});
  CHECK(contents == "old\n");
}

}  // namespace burin::test
