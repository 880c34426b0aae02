// SPDX-License-Identifier: Apache-2.0
//! @file files.cpp
//! @brief Atomic files, temporary folders and locks by the operating system's own means.
#include "burin/base/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "burin/base/diagnostics.h"
#include "burin/base/interrupt.h"

namespace burin {
namespace {

namespace fs = std::filesystem;

// The file in a temporary folder that its maker keeps locked.
constexpr std::string_view kInUse = ".in-use";

std::string reason() { return std::generic_category().message(errno); }

[[noreturn]] void fail(std::string_view what, const fs::path& path) {
  throw UserError(fmt::format("cannot {} {}: {}", what, path.string(), reason()));
}

/// Opens and locks a file; -1 when somebody else holds it and `wait` is false.
int lock_file(const fs::path& path, bool wait) {
  for (;;) {
    const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) fail("make the lock", path);
    while (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK && errno != EINTR) {
        close(descriptor);
        fail("lock", path);
      }
      if (!wait || interrupted()) {
        close(descriptor);
        throw_if_interrupted();
        return -1;
      }
      usleep(20000);
    }
    // The one who held it before may have removed the file: then the lock is on a file nobody else can see.
    struct stat held {};
    struct stat named {};
    if (fstat(descriptor, &held) == 0 && stat(path.c_str(), &named) == 0 && held.st_ino == named.st_ino &&
        held.st_dev == named.st_dev) {
      return descriptor;
    }
    close(descriptor);
  }
}

/// Removes temporary folders whose makers are gone.
void sweep(const fs::path& parent, std::string_view prefix) {
  std::error_code error;
  for (fs::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(prefix)) continue;
    const fs::path mark = entry->path() / kInUse;
    const int descriptor = open(mark.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor < 0) continue;  // being made or removed right now
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
      std::error_code ignored;  // somebody else may sweep the same folder
      fs::remove_all(entry->path(), ignored);
    }
    close(descriptor);
  }
}

}  // namespace

std::string read_file(const fs::path& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail("read", path);
  std::string contents;
  size_t used = 0;
  struct stat status {};
  if (fstat(descriptor, &status) == 0 && status.st_size > 0) contents.resize(static_cast<size_t>(status.st_size) + 1);
  for (;;) {
    if (used == contents.size()) contents.resize(used + used / 2 + 65536);
    const ssize_t got = read(descriptor, contents.data() + used, contents.size() - used);
    if (got == 0) break;
    if (got < 0) {
      if (errno == EINTR) continue;
      const int number = errno;
      close(descriptor);
      errno = number;
      fail("read", path);
    }
    used += static_cast<size_t>(got);
  }
  close(descriptor);
  contents.resize(used);
  return contents;
}

void make_folder(const fs::path& path) {
  if (path.empty()) return;
  std::error_code error;
  fs::create_directories(path, error);
  if (!error && !fs::is_directory(path)) error = std::make_error_code(std::errc::not_a_directory);
  if (error) throw UserError(fmt::format("cannot make the folder {}: {}", path.string(), error.message()));
}

namespace {

/// Writes all of `contents`; false with `errno` set when it cannot.
bool write_all(int descriptor, std::string_view contents) {
  while (!contents.empty()) {
    const ssize_t written = write(descriptor, contents.data(), contents.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    contents.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

/// Writes to a device or a pipe, which a renamed file must not replace.
void write_into(const fs::path& path, std::string_view contents) {
  const int descriptor = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) fail("write", path);
  const bool is_written = write_all(descriptor, contents);
  const int number = errno;
  if (close(descriptor) == 0 && is_written) return;
  if (!is_written) errno = number;
  fail("write", path);
}

}  // namespace

void write_file(const fs::path& given, std::string_view contents) {
  std::error_code error;
  const fs::file_status status = fs::status(given, error);
  if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status)) {
    write_into(given, contents);
    return;
  }
  fs::path path = given;
  if (fs::is_symlink(given, error)) {  // the link stays, what it leads to is written
    const fs::path target = fs::weakly_canonical(given, error);
    if (!error) path = target;
  }
  make_folder(path.parent_path());
  std::string temporary = path.string() + ".XXXXXX";
  const int descriptor = mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) fail("write", path);
  const auto give_up = [&] {
    const int number = errno;
    close(descriptor);
    unlink(temporary.c_str());
    errno = number;
    fail("write", path);
  };
  if (!write_all(descriptor, contents)) give_up();
  // mkostemp makes private files; a result should have the permissions any new file gets.
  static const mode_t mask = [] {
    const mode_t value = umask(0);  // the only way to read it changes it: once is enough
    umask(value);
    return value;
  }();
  if (fchmod(descriptor, 0666 & ~mask) != 0) give_up();
  if (close(descriptor) != 0 || rename(temporary.c_str(), path.c_str()) != 0) {
    const int number = errno;
    unlink(temporary.c_str());
    errno = number;
    fail("write", path);
  }
}

TemporaryFolder::TemporaryFolder(const fs::path& parent, std::string_view prefix) {
  make_folder(parent);
  sweep(parent, prefix);
  std::string name = (parent / (std::string(prefix) + "XXXXXX")).string();
  if (mkdtemp(name.data()) == nullptr) fail("make a folder in", parent);
  path_ = name;
  const fs::path mark = path_ / kInUse;
  lock_ = open(mark.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0 || flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    const int number = errno;
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    errno = number;
    fail("write", mark);
  }
}

TemporaryFolder::~TemporaryFolder() {
  if (!path_.empty()) {
    std::error_code ignored;  // nothing better to do while unwinding
    fs::remove_all(path_, ignored);
  }
  if (lock_ >= 0) close(lock_);
}

void TemporaryFolder::keep_as(const fs::path& target) {
  make_folder(target.parent_path());
  unlink((path_ / kInUse).c_str());
  if (chmod(path_.c_str(), 0755) != 0) fail("keep", path_);
  if (rename(path_.c_str(), target.c_str()) != 0) {
    if (errno == ENOTEMPTY || errno == EEXIST) return;  // someone was faster; the destructor removes ours
    fail("write", target);
  }
  path_.clear();
}

FileLock::FileLock(const fs::path& path) : path_(path) {
  make_folder(path.parent_path());
  const InterruptScope scope;
  descriptor_ = lock_file(path, true);
}

FileLock::FileLock(FileLock&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock::~FileLock() {
  if (descriptor_ < 0) return;
  unlink(path_.c_str());
  close(descriptor_);
}

std::unique_ptr<FileLock> FileLock::try_lock(const fs::path& path) {
  make_folder(path.parent_path());
  const int descriptor = lock_file(path, false);
  if (descriptor < 0) return nullptr;
  return std::unique_ptr<FileLock>(new FileLock(path, descriptor));
}

fs::path cache_folder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value != nullptr ? value : "");
  };
  if (const std::string own = variable("BURIN_CACHE"); !own.empty()) return own;
  if (const std::string base = variable("XDG_CACHE_HOME"); !base.empty()) return fs::path(base) / "burin";
  if (const std::string home = variable("HOME"); !home.empty()) return fs::path(home) / ".cache" / "burin";
  return fs::temp_directory_path() / fmt::format("burin-cache-{}", getuid());
}

}  // namespace burin
