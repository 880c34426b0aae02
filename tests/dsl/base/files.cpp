// SPDX-License-Identifier: Apache-2.0
//! @file files.cpp
//! @brief Files that are whole or absent, folders that vanish, locks, and the hash of caches.
#include "burin/base/files.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>

#include "burin/base/content_hash.h"
#include "support/fake_tool.h"

namespace fs = std::filesystem;
using burin::FileLock;
using burin::test::Scratch;
using burin::test::user_error;

namespace {

/// Files and folders in `folder`, without the mark of a scratch folder.
size_t entries(const fs::path& folder) {
  return static_cast<size_t>(std::count_if(fs::directory_iterator(folder), fs::directory_iterator(),
                                           [](const auto& entry) { return entry.path().filename() != ".in-use"; }));
}

}  // namespace

TEST_CASE("files: written with missing folders, read back, replaced") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "a" / "b" / "file";
  const std::string text("with a zero \0 in it", 19);
  burin::write_file(path, text);
  CHECK(burin::read_file(path) == text);
  burin::write_file(path, "");
  CHECK(burin::read_file(path).empty());
  const std::string large(300000, 'x');
  burin::write_file(path, large);
  CHECK(burin::read_file(path) == large);
  CHECK(burin::read_file("/proc/self/status").find("Pid:") != std::string::npos);  // a file that states no size
  CHECK(entries(path.parent_path()) == 1);
}

TEST_CASE("files: a failure is one line with its reason") {
  const Scratch scratch;
  const std::string missing = (scratch.path() / "missing").string();
  CHECK(user_error([&] { (void)burin::read_file(missing); }) ==
        "cannot read " + missing + ": No such file or directory");
  CHECK(user_error([&] { (void)burin::read_file(scratch.path()); }).ends_with(": Is a directory"));
  burin::write_file(scratch.path() / "file", "x");
  CHECK(user_error([&] {
          burin::write_file(scratch.path() / "file" / "below", "x");
        }).starts_with("cannot make the folder "));
  fs::create_directory(scratch.path() / "folder");
  CHECK(user_error([&] { burin::write_file(scratch.path() / "folder", "x"); }).starts_with("cannot write "));
}

TEST_CASE("files: a link stays a link, a pipe stays a pipe") {
  const Scratch scratch;
  burin::write_file(scratch.path() / "file", "old");
  fs::create_symlink("file", scratch.path() / "link");
  burin::write_file(scratch.path() / "link", "new");
  CHECK(fs::is_symlink(scratch.path() / "link"));
  CHECK(burin::read_file(scratch.path() / "file") == "new");

  const fs::path pipe = scratch.path() / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  REQUIRE(reader >= 0);
  burin::write_file(pipe, "through");
  std::string text(64, ' ');
  const ssize_t count = read(reader, text.data(), text.size());
  close(reader);
  REQUIRE(count >= 0);
  CHECK(text.substr(0, static_cast<size_t>(count)) == "through");
  CHECK(fs::is_fifo(pipe));
  CHECK(entries(scratch.path()) == 3);
}

TEST_CASE("files: no room leaves the old contents and no temporary file") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "file";
  burin::write_file(path, "old");
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  auto* const previous = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 1000;
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string message = user_error([&] { burin::write_file(path, std::string(5000, 'x')); });
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, previous);
  CHECK(message == "cannot write " + path.string() + ": File too large");
  CHECK(burin::read_file(path) == "old");
  CHECK(entries(scratch.path()) == 1);
}

TEST_CASE("files: temporary folders vanish, unless kept, and those of the dead are swept") {
  const Scratch scratch;
  fs::path kept = scratch.path() / "result";
  {
    burin::TemporaryFolder folder(scratch.path(), "work-");
    burin::write_file(folder.path() / "file", "x");
  }
  CHECK(entries(scratch.path()) == 0);
  {
    burin::TemporaryFolder folder(scratch.path(), "work-");
    burin::write_file(folder.path() / "file", "first");
    folder.keep_as(kept);
  }
  {
    burin::TemporaryFolder folder(scratch.path(), "work-");
    burin::write_file(folder.path() / "file", "second");
    folder.keep_as(kept);  // too late: the first stays
  }
  CHECK(entries(scratch.path()) == 1);
  CHECK(entries(kept) == 1);
  CHECK(burin::read_file(kept / "file") == "first");

  burin::write_file(scratch.path() / "work-dead" / ".in-use", "");
  const burin::TemporaryFolder living(scratch.path(), "work-");
  const burin::TemporaryFolder other(scratch.path(), "work-");
  CHECK(!fs::exists(scratch.path() / "work-dead"));
  CHECK(fs::exists(living.path()));
}

TEST_CASE("files: a lock is held by one, and its file goes with it") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "lock";
  {
    const FileLock lock(path);
    CHECK(FileLock::try_lock(path) == nullptr);
  }
  CHECK(!fs::exists(path));
  CHECK(FileLock::try_lock(path) != nullptr);

  std::atomic<int> inside{0};
  std::atomic<int> most{0};
  const auto work = [&] {
    for (int i = 0; i < 20; ++i) {
      const FileLock lock(path);
      most = std::max(most.load(), ++inside);
      std::this_thread::yield();
      --inside;
    }
  };
  {
    const std::jthread one(work);
    const std::jthread two(work);
    const std::jthread three(work);
  }
  CHECK(most == 1);
}

TEST_CASE("files: the cache folder follows the environment") {
  const burin::test::Variable home("HOME", "/home/someone");
  {
    const burin::test::Variable own("BURIN_CACHE", "/somewhere");
    CHECK(burin::cache_folder() == "/somewhere");
  }
  const burin::test::Variable own("BURIN_CACHE", "");
  const burin::test::Variable xdg("XDG_CACHE_HOME", "/cache");
  CHECK(burin::cache_folder() == "/cache/burin");
  const burin::test::Variable none("XDG_CACHE_HOME", "");
  CHECK(burin::cache_folder() == "/home/someone/.cache/burin");
}

TEST_CASE("content hash: SHA-256, whatever the pieces") {
  using burin::ContentHash;
  CHECK(ContentHash().hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(ContentHash().add_bytes("abc").hex() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const std::string million(1000000, 'a');
  const std::string expected = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
  CHECK(ContentHash().add_bytes(million).hex() == expected);
  ContentHash pieces;
  for (size_t at = 0, size = 1; at < million.size(); at += size, size = size % 200 + 1) {
    pieces.add_bytes(std::string_view(million).substr(at, size));
  }
  CHECK(pieces.hex() == expected);
  CHECK(ContentHash().add("ab").add("c").hex() != ContentHash().add("a").add("bc").hex());
}
