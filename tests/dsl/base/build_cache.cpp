// SPDX-License-Identifier: Apache-2.0
//! @file build_cache.cpp
//! @brief Builds by content: once, whole or not at all.
#include "burin/base/build_cache.h"

#include <doctest/doctest.h>

#include "burin/base/diagnostics.h"
#include "burin/base/files.h"

namespace burin {
namespace {

namespace fs = std::filesystem;

TEST_CASE("a folder is made once, and made anew when it is damaged") {
  const TemporaryFolder folder(fs::temp_directory_path(), "burin-test-");
  const fs::path cache = folder.path() / "cache";
  int made = 0;
  const auto make = [&](const fs::path& work, const fs::path& kept) {
    ++made;
    CHECK(!fs::exists(work / "scratch"));
    write_file(work / "scratch", "x");
    write_file(kept / "result", std::to_string(made));
  };
  CHECK(cached_folder(cache, "key", false, make) == cache / "key");
  CHECK(cached_folder(cache, "key", false, make) == cache / "key");
  CHECK(made == 1);
  CHECK(read_file(cache / "key/result") == "1");
  static_cast<void>(cached_folder(cache, "key", true, make));
  CHECK(read_file(cache / "key/result") == "2");
  static_cast<void>(cached_folder(cache, "other", false, make));
  CHECK(made == 3);
  size_t entries = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(cache)) {
    CHECK((entry.path().filename() == "key" || entry.path().filename() == "other"));
    ++entries;
  }
  CHECK(entries == 2);
}

TEST_CASE("a build that fails leaves nothing, and the next one succeeds") {
  const TemporaryFolder folder(fs::temp_directory_path(), "burin-test-");
  const fs::path cache = folder.path() / "cache";
  const auto fail = [](const fs::path&, const fs::path& kept) {
    write_file(kept / "half", "x");
    throw UserError("no luck");
  };
  CHECK_THROWS_WITH_AS(static_cast<void>(cached_folder(cache, "key", false, fail)), "no luck", UserError);
  CHECK(fs::is_empty(cache));
  const auto make = [](const fs::path&, const fs::path& kept) { write_file(kept / "whole", "x"); };
  CHECK(fs::exists(cached_folder(cache, "key", false, make) / "whole"));
  CHECK(!fs::exists(cache / "key/half"));
}

TEST_CASE("a tool that does not answer is named with what to do") {
  CHECK(tool_answer({"echo", "1.2"}, "") == "1.2\n");
  CHECK_THROWS_WITH_AS(static_cast<void>(tool_answer({"no-such-tool", "-V"}, "install it")),
                       doctest::Contains("no-such-tool"), UserError);
  CHECK_THROWS_WITH_AS(static_cast<void>(tool_answer({"false"}, "install it")), doctest::Contains("; install it"),
                       UserError);
}

}  // namespace
}  // namespace burin
