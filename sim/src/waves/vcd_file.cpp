// SPDX-License-Identifier: Apache-2.0
//! @file vcd_file.cpp
//! @brief Waves as VCD (IEEE 1364, section 18): text that every viewer reads.
//!
//! Text is gathered and handed to the system whole moments at a time. When that fails, the file is cut back to the last
//! moment that went through, so what stands there is readable.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

#include "burin/base/diagnostics.h"
#include "wave_file.h"

namespace burin::sim {
namespace {

constexpr size_t kBuffered = 1 << 16;

std::string reason(int error) { return std::generic_category().message(error); }

/// The short name of variable `number`: digits '!' to '~', the lowest one first.
std::string code_of(uint32_t number) {
  constexpr uint32_t kFirst = '!';
  constexpr uint32_t kCount = '~' - '!' + 1;
  std::string code;
  do {
    code += static_cast<char>(kFirst + number % kCount);
    number /= kCount;
  } while (number-- != 0);
  return code;
}

std::string_view variable_type(const WaveSignal& signal) {
  return signal.kind == WaveSignal::Kind::reg || signal.kind == WaveSignal::Kind::word ? "reg" : "wire";
}

class VcdFile final : public WaveFormat {
 public:
  VcdFile() = default;
  VcdFile(const VcdFile&) = delete;
  VcdFile& operator=(const VcdFile&) = delete;
  ~VcdFile() override { shut(); }

  void open(const std::filesystem::path& path, const WaveCatalog& catalog, const std::string& unit) override {
    path_ = path;
    unit_ = unit;
    file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file_ < 0) throw WaveError(fmt::format("cannot write waves to '{}': {}", path.string(), reason(errno)));
    struct stat state {};
    is_regular_ = ::fstat(file_, &state) == 0 && S_ISREG(state.st_mode);
    for (const WaveSignal& signal : catalog.signals) {
      const bool shown = signal.kind != WaveSignal::Kind::branch;
      codes_.push_back(shown ? code_of(static_cast<uint32_t>(codes_.size())) : std::string());
      widths_.push_back(signal.width);
    }
    text_ = fmt::format("$version Burin $end\n$timescale {} $end\n", unit);
    declare(catalog, 0);
    text_ += "$enddefinitions $end\n";
    flush();
  }

  void write(const WaveSample& sample) override {
    if (first_ || sample.time != time_) text_ += fmt::format("#{}\n", sample.time);
    if (first_) text_ += "$dumpvars\n";
    time_ = sample.time;
    for (const uint32_t signal : sample.changed) put(signal, sample.value(signal));
    if (first_) text_ += "$end\n";
    first_ = false;
    if (text_.size() >= kBuffered) flush();
  }

  void close(uint64_t time) override {
    if (time > time_) text_ += fmt::format("#{}\n", time);
    time_ = time;
    flush();
    const int failed = ::close(std::exchange(file_, -1)) == 0 ? 0 : errno;
    if (failed != 0) throw WaveError(fmt::format("cannot write waves to '{}': {}", path_.string(), reason(failed)));
  }

 private:
  // By recursion: as deep as instances and bundles are in each other.
  void declare(const WaveCatalog& catalog, uint32_t id) {
    const WaveScope& scope = catalog.scopes[id];
    text_ +=
        fmt::format("$scope {} {} $end\n", scope.kind == WaveScope::Kind::module ? "module" : "struct", scope.name);
    for (const uint32_t i : scope.signals) {
      const WaveSignal& signal = catalog.signals[i];
      text_ += fmt::format("$var {} {} {} {} $end\n", variable_type(signal), signal.width, codes_[catalog.source(i)],
                           declared_name(signal));
    }
    for (const uint32_t inner : scope.scopes) declare(catalog, inner);
    text_ += "$upscope $end\n";
  }

  void put(uint32_t signal, const uint64_t* words) {
    if (codes_[signal].empty()) return;  // declared nowhere: a mark of coverage
    const uint32_t width = widths_[signal];
    if (width == 1) {
      text_ += (words[0] & 1) != 0 ? '1' : '0';
    } else {
      digits_.resize(width);
      binary_digits(words, width, digits_.data());
      size_t start = digits_.find('1');  // a reader adds the zeros in front
      if (start == std::string::npos) start = width - 1;
      text_ += 'b';
      text_.append(digits_, start, std::string::npos);
      text_ += ' ';
    }
    text_ += codes_[signal];
    text_ += '\n';
  }

  void flush() {
    size_t done = 0;
    while (done < text_.size()) {
      const ssize_t count = ::write(file_, text_.data() + done, text_.size() - done);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) fail(count < 0 ? errno : ENOSPC);
      done += static_cast<size_t>(count);
    }
    text_.clear();
    good_size_ += static_cast<int64_t>(done);
    good_time_ = time_;
    declared_ = true;
  }

  [[noreturn]] void fail(int error) {
    // Nothing can be done when even this fails: the message is the same.
    if (is_regular_ && ::ftruncate(file_, good_size_) != 0) good_time_ = 0;
    shut();
    if (!declared_) throw WaveError(fmt::format("cannot write waves to '{}': {}", path_.string(), reason(error)));
    throw WaveError(fmt::format("cannot go on writing waves to '{}': {}; it has the waves up to {} x {}",
                                path_.string(), reason(error), good_time_, unit_));
  }

  void shut() {
    if (file_ >= 0) ::close(std::exchange(file_, -1));
  }

  std::filesystem::path path_;
  std::string unit_;
  int file_ = -1;
  bool is_regular_ = false;
  std::vector<std::string> codes_;
  std::vector<uint32_t> widths_;
  std::string text_;
  std::string digits_;
  uint64_t time_ = 0;
  bool first_ = true;
  bool declared_ = false;
  int64_t good_size_ = 0;
  uint64_t good_time_ = 0;
};

}  // namespace

std::unique_ptr<WaveFormat> vcd_format() { return std::make_unique<VcdFile>(); }

}  // namespace burin::sim
