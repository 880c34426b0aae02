// SPDX-License-Identifier: Apache-2.0
//! @file input_file.cpp
//! @brief Reads a file in small pieces, so that progress and Ctrl-C are noticed while a design works on them.
#include "input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "burin/base/interrupt.h"

namespace burin::cli {
namespace {

[[noreturn]] void refuse(const std::string& path, int number) {
  throw UserError(fmt::format("cannot read {}: {}", path, std::generic_category().message(number)));
}

}  // namespace

InputFile::InputFile(std::string path, Progress progress)
    : path_(std::move(path)), progress_(std::move(progress)), stream_(nullptr) {
  stream_.rdbuf(this);
  descriptor_ = path_ == "-" ? dup(STDIN_FILENO) : open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) {
    throw_if_interrupted();  // waiting for the writer of a pipe ends so
    refuse(path_, errno);
  }
  struct stat status {};
  if (fstat(descriptor_, &status) != 0) return;
  if (S_ISDIR(status.st_mode)) {
    close(descriptor_);
    refuse(path_, EISDIR);
  }
  if (S_ISREG(status.st_mode)) size_ = static_cast<uint64_t>(status.st_size);
}

InputFile::~InputFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

void InputFile::check() const {
  throw_if_interrupted();
  if (error_ != 0) refuse(path_, error_);
}

InputFile::int_type InputFile::underflow() {
  constexpr uint64_t kTenths = 10;
  if (size_ != 0 && read_ * kTenths / size_ > told_) {
    told_ = read_ * kTenths / size_;
    progress_(fmt::format("{} of {} bytes", read_, size_));
  }
  ssize_t got = 0;
  do {
    if (interrupted()) return traits_type::eof();
    got = read(descriptor_, buffer_.data(), buffer_.size());
  } while (got < 0 && errno == EINTR);
  if (got < 0) error_ = errno;
  if (got <= 0) return traits_type::eof();
  read_ += static_cast<uint64_t>(got);
  setg(buffer_.data(), buffer_.data(), buffer_.data() + got);
  return traits_type::to_int_type(buffer_[0]);
}

}  // namespace burin::cli
