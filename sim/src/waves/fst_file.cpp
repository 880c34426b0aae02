// SPDX-License-Identifier: Apache-2.0
//! @file fst_file.cpp
//! @brief Waves as FST, the compressed format of GTKWave, by the writer that comes with Verilator.
//!
//! That writer does not look at errors: on a full disk it would leave a file without its end, which nobody can read. So
//! the file is closed while there is room: values are handed to the disk in blocks of at most half the free space, and
//! when that gets too small for another block and the end of the file, the end is written and the run stops with a
//! message. At last the file is opened as a reader would, which tells whether it is whole.
#ifdef BURIN_HAVE_FST

#include <fmt/format.h>
#include <fstapi.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <map>
#include <system_error>
#include <utility>
#include <vector>

#include "burin/base/diagnostics.h"
#include "wave_file.h"

namespace burin::sim {
namespace {

constexpr uint64_t kSmallestBlock = uint64_t{1} << 15;
constexpr uint64_t kLargestBlock = uint64_t{1} << 27;

class FstFile final : public WaveFormat {
 public:
  FstFile() = default;
  FstFile(const FstFile&) = delete;
  FstFile& operator=(const FstFile&) = delete;
  ~FstFile() override { shut(); }

  void open(const std::filesystem::path& path, const WaveCatalog& catalog, const std::string& unit) override {
    path_ = path;
    unit_ = unit;
    probe();
    writer_ = fstWriterCreate(path.c_str(), 1);
    if (writer_ == nullptr) {
      throw WaveError(fmt::format("cannot write waves to '{}': {}", path.string(),
                                  std::generic_category().message(errno != 0 ? errno : EIO)));
    }
    fstWriterSetPackType(writer_, FST_WR_PT_LZ4);
    fstWriterSetTimescaleFromString(writer_, unit.c_str());
    fstWriterSetVersion(writer_, "Burin");
    fstWriterSetDate(writer_, "");
    handles_.assign(catalog.signals.size(), 0);
    for (const WaveSignal& signal : catalog.signals) {
      widths_.push_back(signal.width);
      // What the end of the file takes: a record of each signal, and the values in the header of a block.
      end_size_ += 2 * signal.name.size() + 64 + 2 * uint64_t{signal.width};
    }
    for (const WaveScope& scope : catalog.scopes) end_size_ += scope.name.size() + scope.module.size() + 32;
    declare(catalog, 0);
    digits_.resize(*std::max_element(widths_.begin(), widths_.end()) + 1);
    limit_ = block_limit();
    if (limit_ == 0) no_space();
  }

  void write(const WaveSample& sample) override {
    if (first_ || sample.time != time_) {
      const bool flushed = std::exchange(asked_to_flush_, false);
      fstWriterEmitTimeChange(writer_, sample.time);
      pending_ += 3;
      if (flushed) {
        pending_ = 0;
        limit_ = block_limit();
        if (limit_ == 0) {
          time_ = sample.time;
          no_space();
        }
      }
    }
    first_ = false;
    time_ = sample.time;
    for (const uint32_t signal : sample.changed) {
      if (handles_[signal] == 0) continue;  // declared nowhere: a mark of coverage
      const uint32_t width = widths_[signal];
      binary_digits(sample.value(signal), width, digits_.data());
      fstWriterEmitValueChange(writer_, handles_[signal], digits_.data());
      pending_ += width + 9;
    }
    if (pending_ < limit_) return;
    fstWriterFlushContext(writer_);  // takes place when the time changes
    asked_to_flush_ = true;
  }

  void close(uint64_t time) override {
    if (time > time_ || first_) fstWriterEmitTimeChange(writer_, time);
    time_ = std::max(time, time_);
    shut();
    if (!is_whole()) {
      throw WaveError(fmt::format(
          "the waves in '{}' could not be completed: no space left there, or in the folder of temporary files",
          path_.string()));
    }
  }

 private:
  /// The writer does not say why it cannot open a file.
  void probe() {
    errno = 0;
    std::FILE* file = std::fopen(path_.c_str(), "ab");
    if (file == nullptr) {
      throw WaveError(
          fmt::format("cannot write waves to '{}': {}", path_.string(), std::generic_category().message(errno)));
    }
    std::fclose(file);
  }

  // By recursion: as deep as instances and bundles are in each other.
  void declare(const WaveCatalog& catalog, uint32_t id) {
    const WaveScope& scope = catalog.scopes[id];
    const bool is_module = scope.kind == WaveScope::Kind::module;
    fstWriterSetScope(writer_, is_module ? FST_ST_VCD_MODULE : FST_ST_VCD_STRUCT, scope.name.c_str(),
                      scope.module.c_str());
    for (const uint32_t i : scope.signals) declare(catalog, catalog.signals[i], i);
    for (const uint32_t inner : scope.scopes) declare(catalog, inner);
    fstWriterSetUpscope(writer_);
  }

  void declare(const WaveCatalog& catalog, const WaveSignal& signal, uint32_t i) {
    fstVarDir direction = FST_VD_IMPLICIT;
    if (signal.kind == WaveSignal::Kind::input) direction = FST_VD_INPUT;
    if (signal.kind == WaveSignal::Kind::output) direction = FST_VD_OUTPUT;
    if (signal.kind == WaveSignal::Kind::inout) direction = FST_VD_INOUT;
    const bool is_state = signal.kind == WaveSignal::Kind::reg || signal.kind == WaveSignal::Kind::word;
    if (const ir::Type* type = catalog.enumeration(signal)) fstWriterEmitEnumTableRef(writer_, table_of(signal, *type));
    const fstHandle same = signal.same_as == ir::kNone ? 0 : handles_[signal.same_as];
    handles_[i] = fstWriterCreateVar(writer_, is_state ? FST_VT_VCD_REG : FST_VT_VCD_WIRE, direction, signal.width,
                                     declared_name(signal).c_str(), same);
  }

  fstEnumHandle table_of(const WaveSignal& signal, const ir::Type& type) {
    const auto [found, is_new] = tables_.try_emplace(signal.type, 0);
    if (!is_new) return found->second;
    std::vector<std::string> values;
    for (const ir::Type::Enumerator& enumerator : type.enumerators)
      values.push_back(Bits(type.width, enumerator.value).to_binary());
    std::vector<const char*> names;
    std::vector<const char*> digits;
    for (size_t i = 0; i < values.size(); ++i) {
      names.push_back(type.enumerators[i].name.c_str());
      digits.push_back(values[i].c_str());
      end_size_ += 2 * (type.enumerators[i].name.size() + values[i].size() + 2);
    }
    const auto count = static_cast<uint32_t>(names.size());
    if (count != 0) {
      found->second =
          fstWriterCreateEnumTable(writer_, type.name.c_str(), count, type.width, names.data(), digits.data());
    }
    return found->second;
  }

  /// How many bytes may wait until the next block is written; 0 when there is no room for one and the end of the file.
  [[nodiscard]] uint64_t block_limit() const {
    struct statvfs state {};
    if (::statvfs(path_.c_str(), &state) != 0) return kLargestBlock;
    const uint64_t free = uint64_t{state.f_bavail} * state.f_frsize;
    const uint64_t reserved = end_size_ + 2 * kSmallestBlock;
    if (free < reserved + kSmallestBlock) return 0;
    return std::min(kLargestBlock, std::max(kSmallestBlock, (free - reserved) / 2));
  }

  [[noreturn]] void no_space() {
    shut();
    if (!is_whole()) throw WaveError(fmt::format("cannot write waves to '{}': no space left", path_.string()));
    throw WaveError(fmt::format("cannot go on writing waves to '{}': no space left; it has the waves up to {} x {}",
                                path_.string(), time_, unit_));
  }

  [[nodiscard]] bool is_whole() const {
    void* reader = fstReaderOpen(path_.c_str());
    if (reader == nullptr) return false;
    const bool whole = fstReaderGetEndTime(reader) >= time_ || first_;
    fstReaderClose(reader);
    return whole;
  }

  void shut() {
    if (writer_ != nullptr) fstWriterClose(std::exchange(writer_, nullptr));
  }

  std::filesystem::path path_;
  std::string unit_;
  void* writer_ = nullptr;
  std::vector<fstHandle> handles_;
  std::vector<uint32_t> widths_;
  std::map<ir::TypeId, fstEnumHandle> tables_;
  std::string digits_;
  uint64_t end_size_ = 0;
  uint64_t pending_ = 0;
  uint64_t limit_ = 0;
  bool asked_to_flush_ = false;
  uint64_t time_ = 0;
  bool first_ = true;
};

}  // namespace

std::unique_ptr<WaveFormat> fst_format() { return std::make_unique<FstFile>(); }

}  // namespace burin::sim

#endif
