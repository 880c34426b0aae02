// SPDX-License-Identifier: Apache-2.0
//! @file fst_file.cpp
//! @brief Waves as FST, the compressed format of GTKWave.
//!
//! A writer of our own, because the usual one (fstapi) turns each bit into a character and back, which takes most of
//! the time of a simulation with waves, and does not look at errors, so that a full disk leaves a file that nobody can
//! read. Here the bits of a change go as they are to the end of the row of their signal. The file is whole at any time:
//! 1. At first the header, the hierarchy and the widths of the signals are written.
//! 2. Changes are gathered in memory, a row of bytes for each signal.
//! 3. When there are enough, a block is written: the values before it, the rows (by LZ4 where that makes them shorter),
//!    an index, and the times. It is marked as one to be skipped until all of it is there; then the header gets its
//!    end time. What comes after a crash is the file with all blocks before.
//! 4. When a block cannot be written, the file is cut back to the block before. So that little is lost then, blocks are
//!    at most a quarter of the free space.
#ifdef BURIN_HAVE_FST

#include <fcntl.h>
#include <fmt/format.h>
#include <lz4.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <map>
#include <numbers>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "burin/base/diagnostics.h"
#include "wave_file.h"

namespace burin::sim {
namespace {

// Kinds of blocks.
constexpr char kHeader = 0;
constexpr char kWidths = 3;
constexpr char kHierarchy = 4;  // by gzip
constexpr char kChanges = 8;
constexpr char kSkip = '\xff';

// Entries of the hierarchy.
constexpr char kScope = '\xfe';
constexpr char kUpscope = '\xff';
constexpr char kAttribute = '\xfc';
constexpr char kModuleScope = 0;
constexpr char kStructScope = 6;
constexpr char kMiscellaneous = 0;
constexpr char kEnumTable = 7;
constexpr char kRegister = 5;
constexpr char kWire = 16;

constexpr size_t kSmallestBlock = size_t{1} << 16;
constexpr size_t kLargestBlock = size_t{1} << 22;
constexpr size_t kShortestPacked = 33;  // what LZ4 is tried on
constexpr off_t kEndTimeAt = 17;        // in the header

void put_u64(std::string& to, uint64_t value) {
  for (int shift = 56; shift >= 0; shift -= 8) to += static_cast<char>(value >> shift);
}

void put_varint(std::string& to, uint64_t value) {
  for (; value >= 0x80; value >>= 7) to += static_cast<char>(value | 0x80);
  to += static_cast<char>(value);
}

void put_signed_varint(std::string& to, int64_t value) {
  for (;;) {
    const auto byte = static_cast<uint8_t>(value & 0x7f);
    value >>= 7;
    const bool last = (value == 0 && (byte & 0x40) == 0) || (value == -1 && (byte & 0x40) != 0);
    to += static_cast<char>(last ? byte : byte | 0x80);
    if (last) return;
  }
}

/// Name and text, each with its end.
void put_names(std::string& to, std::string_view a, std::string_view b) {
  to += a;
  to += '\0';
  to += b;
  to += '\0';
}

std::string zipped(std::string_view data, int window_bits) {
  z_stream stream{};
  internal_check(deflateInit2(&stream, 4, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) == Z_OK, "zlib starts");
  std::string result(deflateBound(&stream, data.size()), '\0');
  stream.next_in =
      reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));  // NOLINT(*-cast): zlib does not write there
  stream.avail_in = static_cast<uInt>(data.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());  // NOLINT(*-reinterpret-cast)
  stream.avail_out = static_cast<uInt>(result.size());
  internal_check(deflate(&stream, Z_FINISH) == Z_STREAM_END, "zlib has the room that it asked for");
  result.resize(stream.total_out);
  deflateEnd(&stream);
  return result;
}

/// `data` by zlib where that is shorter, else as it is.
std::string zipped_or_plain(const std::string& data) {
  constexpr int kZlib = 15;
  std::string packed = zipped(data, kZlib);
  return packed.size() < data.size() ? packed : data;
}

/// The power of ten of a unit, -9 for "1ns".
int exponent_of(const std::string& unit) {
  const size_t digits = unit.find_first_not_of("0123456789");
  static const std::map<std::string, int> units = {{"s", 0},   {"ms", -3},  {"us", -6},
                                                   {"ns", -9}, {"ps", -12}, {"fs", -15}};
  return units.at(unit.substr(digits)) + static_cast<int>(digits) - 1;
}

/// The changes of a signal in the block that is being gathered.
struct Row {
  uint32_t width = 0;      // 0: not in the file
  uint32_t last_time = 0;  // index of the time of its last change
  size_t used = 0;
  std::vector<uint8_t> bytes;

  /// Room for `count` more.
  uint8_t* reserve(size_t count) {
    if (used + count > bytes.size()) bytes.resize(std::max<size_t>(64, 2 * (used + count)));
    return bytes.data() + used;
  }
};

uint8_t* write_varint(uint8_t* to, uint64_t value) {
  for (; value >= 0x80; value >>= 7) *to++ = static_cast<uint8_t>(value | 0x80);
  *to++ = static_cast<uint8_t>(value);
  return to;
}

/// The bits of a value, the highest one first, in whole bytes; to `to`.
uint8_t* write_bits(uint8_t* to, const uint64_t* words, uint32_t width) {
  const uint32_t count = (width + 7) / 8;
  if (width <= 64) {
    uint64_t value = words[0] << (64 - width);
    for (uint32_t i = 0; i < count; ++i, value <<= 8) to[i] = static_cast<uint8_t>(value >> 56);
    return to + count;
  }
  // Byte i has the bits from `low` up; the last one is filled up with zeros below.
  for (uint32_t i = 0; i < count; ++i) {
    const int64_t low = int64_t{width} - 8 * (int64_t{i} + 1);
    if (low < 0) {
      to[i] = static_cast<uint8_t>(words[0] << -low);
      continue;
    }
    const auto index = static_cast<uint32_t>(low) / 64;
    const auto shift = static_cast<uint32_t>(low) % 64;
    uint64_t bits = words[index] >> shift;
    if (shift > 56) bits |= words[index + 1] << (64 - shift);
    to[i] = static_cast<uint8_t>(bits);
  }
  return to + count;
}

class FstFile final : public WaveFormat {
 public:
  FstFile() = default;
  FstFile(const FstFile&) = delete;
  FstFile& operator=(const FstFile&) = delete;
  ~FstFile() override { shut(); }

  void open(const std::filesystem::path& path, const WaveCatalog& catalog, const std::string& unit) override {
    path_ = path;
    unit_ = unit;
    file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file_ < 0) fail(errno);
    rows_.resize(catalog.signals.size());
    handles_.assign(catalog.signals.size(), 0);
    std::string hierarchy;
    declare(hierarchy, catalog, 0);
    std::string text = header(catalog);
    put_block(text, kHierarchy, [&](std::string& to) {
      constexpr int kGzip = 15 + 16;
      put_u64(to, hierarchy.size());
      to += zipped(hierarchy, kGzip);
    });
    put_block(text, kWidths, [&](std::string& to) {
      std::string widths;
      for (const uint32_t signal : order_) put_varint(widths, rows_[signal].width);
      put_u64(to, widths.size());
      put_u64(to, order_.size());
      to += zipped_or_plain(widths);
    });
    append(text);
    limit_ = block_limit();
  }

  void write(const WaveSample& sample) override {
    if (times_ == 0) {
      begin_block(sample);
    } else if (sample.time != time_) {
      put_varint(time_text_, sample.time - time_);
      ++times_;
    }
    time_ = sample.time;
    const uint32_t now = times_ - 1;
    for (const uint32_t signal : sample.changed) {
      Row& row = rows_[signal];
      if (row.width == 0) continue;
      const uint64_t* words = sample.value(signal);
      uint8_t* const start = row.reserve(10 + (row.width + 7) / 8);
      const uint64_t waited = now - row.last_time;
      uint8_t* const end = row.width == 1 ? write_varint(start, waited << 2 | (words[0] & 1) << 1)
                                          : write_bits(write_varint(start, waited << 1), words, row.width);
      row.last_time = now;
      const auto count = static_cast<size_t>(end - start);
      row.used += count;
      gathered_ += count;
    }
    if (gathered_ < limit_ && times_ < (uint32_t{1} << 28)) return;
    write_block();
    // The next block begins with the values of now, and the time of now as its first one.
    begin_block(sample);
    first_block_ = false;
  }

  void close(uint64_t time) override {
    if (times_ == 0) throw WaveError(fmt::format("the waves in '{}' have not begun", path_.string()));
    if (time > time_) {
      put_varint(time_text_, time - time_);
      ++times_;
      time_ = time;
    }
    if (first_block_ || gathered_ != 0 || times_ > 1) write_block();
    const int failed = ::close(std::exchange(file_, -1)) == 0 ? 0 : errno;
    if (failed != 0) fail(failed);
  }

 private:
  // ------------------------------------------------------------------------------------------------ declarations

  std::string header(const WaveCatalog& catalog) {
    constexpr size_t kVersionSize = 128;
    constexpr size_t kDateSize = 119;
    std::string text;
    put_block(text, kHeader, [&](std::string& to) {
      put_u64(to, 0);  // begin
      put_u64(to, 1);  // end, until the first block is there: with 0 a reader would look for another file
      const auto endian_test = std::bit_cast<std::array<char, 8>>(std::numbers::e);
      to.append(endian_test.data(), endian_test.size());
      put_u64(to, kLargestBlock);
      put_u64(to, catalog.scopes.size());
      put_u64(to, variables_);
      put_u64(to, order_.size());
      put_u64(to, 0);  // blocks; a reader counts them
      to += static_cast<char>(exponent_of(unit_));
      std::string version = "Burin";
      version.resize(kVersionSize, '\0');
      to += version;
      to.append(kDateSize, '\0');
      to += '\0';      // made by Verilog, or something like it
      put_u64(to, 0);  // time zero
    });
    return text;
  }

  // By recursion: as deep as instances and bundles are in each other.
  void declare(std::string& to, const WaveCatalog& catalog, uint32_t id) {
    const WaveScope& scope = catalog.scopes[id];
    to += kScope;
    to += scope.kind == WaveScope::Kind::module ? kModuleScope : kStructScope;
    put_names(to, scope.name, scope.module);
    for (const uint32_t i : scope.signals) declare_signal(to, catalog, i);
    for (const uint32_t inner : scope.scopes) declare(to, catalog, inner);
    to += kUpscope;
  }

  void declare_signal(std::string& to, const WaveCatalog& catalog, uint32_t i) {
    const WaveSignal& signal = catalog.signals[i];
    if (const ir::Type* type = catalog.enumeration(signal)) refer_to_table(to, signal.type, *type);
    const bool is_state = signal.kind == WaveSignal::Kind::reg || signal.kind == WaveSignal::Kind::word;
    to += is_state ? kRegister : kWire;
    to += signal.kind == WaveSignal::Kind::input    ? '\1'
          : signal.kind == WaveSignal::Kind::output ? '\2'
          : signal.kind == WaveSignal::Kind::inout  ? '\3'
                                                    : '\0';
    to += declared_name(signal);
    to += '\0';
    put_varint(to, signal.width);
    ++variables_;
    // One value for all that are the same: the first one declared gets the row, whichever it is.
    const uint32_t source = catalog.source(i);
    put_varint(to, handles_[source]);
    if (handles_[source] != 0) return;
    order_.push_back(source);
    handles_[source] = static_cast<uint32_t>(order_.size());
    rows_[source].width = signal.width;
  }

  void refer_to_table(std::string& to, ir::TypeId id, const ir::Type& type) {
    if (type.enumerators.empty()) return;
    const auto attribute = [&](const std::string& text, uint64_t number) {
      to += kAttribute;
      to += kMiscellaneous;
      to += kEnumTable;
      to += text;
      to += '\0';
      put_varint(to, number);
    };
    const auto [found, is_new] = tables_.try_emplace(id, tables_.size() + 1);
    if (is_new) {
      std::string text = type.name.empty() ? "enum" : type.name;
      std::replace(text.begin(), text.end(), ' ', '_');
      text += fmt::format(" {}", type.enumerators.size());
      for (const ir::Type::Enumerator& enumerator : type.enumerators) text += " " + enumerator.name;
      for (const ir::Type::Enumerator& enumerator : type.enumerators)
        text += " " + Bits(type.width, enumerator.value).to_binary();
      attribute(text, found->second);
    }
    attribute("", found->second);
  }

  // ------------------------------------------------------------------------------------------------------ blocks

  /// Adds a block of what `write` adds.
  template <typename Write>
  static void put_block(std::string& to, char kind, const Write& write) {
    to += kind;
    const size_t start = to.size();
    put_u64(to, 0);
    write(to);
    std::string length;
    put_u64(length, to.size() - start);
    to.replace(start, length.size(), length);
  }

  void begin_block(const WaveSample& sample) {
    frame_.clear();
    for (const uint32_t signal : order_) {
      const uint32_t width = rows_[signal].width;
      frame_.resize(frame_.size() + width);
      binary_digits(sample.value(signal), width, frame_.data() + frame_.size() - width);
      rows_[signal].used = 0;
      rows_[signal].last_time = 0;
    }
    time_text_.clear();
    put_varint(time_text_, sample.time);
    begin_time_ = sample.time;
    times_ = 1;
    gathered_ = 0;
  }

  void write_block() {
    block_.clear();
    put_block(block_, kSkip, [&](std::string& to) {
      put_u64(to, begin_time_);
      put_u64(to, time_);
      put_u64(to, gathered_);
      const std::string frame = zipped_or_plain(frame_);
      put_varint(to, frame_.size());
      put_varint(to, frame.size());
      put_varint(to, order_.size());
      to += frame;
      put_varint(to, order_.size());
      const size_t rows_start = to.size();
      to += '4';  // LZ4
      index_.clear();
      uint64_t without = 0;  // signals without a change, one after the other
      size_t before = 0;
      for (const uint32_t signal : order_) {
        const Row& row = rows_[signal];
        if (row.used == 0) {
          ++without;
          continue;
        }
        if (without != 0) put_varint(index_, std::exchange(without, 0) << 1);
        const size_t at = to.size() - rows_start;
        put_signed_varint(index_, static_cast<int64_t>((at - before) << 1 | 1));
        before = at;
        put_row(to, row);
      }
      if (without != 0) put_varint(index_, without << 1);
      to += index_;
      put_u64(to, index_.size());
      const std::string times = zipped_or_plain(time_text_);
      to += times;
      put_u64(to, time_text_.size());
      put_u64(to, times.size());
      put_u64(to, times_);
    });
    append(block_);
    limit_ = block_limit();
  }

  void put_row(std::string& to, const Row& row) {
    const auto* plain = reinterpret_cast<const char*>(row.bytes.data());  // NOLINT(*-reinterpret-cast)
    if (row.used >= kShortestPacked) {
      const int size = static_cast<int>(row.used);
      packed_.resize(static_cast<size_t>(LZ4_compressBound(size)));
      const int count = LZ4_compress_default(plain, packed_.data(), size, static_cast<int>(packed_.size()));
      if (count > 0 && static_cast<size_t>(count) < row.used) {
        put_varint(to, row.used);
        to.append(packed_, 0, static_cast<size_t>(count));
        return;
      }
    }
    put_varint(to, 0);
    to.append(plain, row.used);
  }

  // -------------------------------------------------------------------------------------------------------- file

  /// Writes at the end of the file and makes what was written count.
  void append(const std::string& text) {
    if (!write_at(text, good_size_)) fail(errno);
    if (text[0] == kSkip) {
      std::string end_time;
      put_u64(end_time, time_);
      if (!write_at(std::string(1, kChanges), good_size_) || !write_at(end_time, kEndTimeAt)) fail(errno);
      good_time_ = time_;
      has_blocks_ = true;
    }
    good_size_ += static_cast<off_t>(text.size());
  }

  bool write_at(std::string_view text, off_t at) const {
    while (!text.empty()) {
      const ssize_t count = ::pwrite(file_, text.data(), text.size(), at);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) {
        if (count == 0) errno = ENOSPC;
        return false;
      }
      text.remove_prefix(static_cast<size_t>(count));
      at += count;
    }
    return true;
  }

  [[nodiscard]] size_t block_limit() const {
    struct statvfs state {};
    if (::fstatvfs(file_, &state) != 0) return kLargestBlock;
    const uint64_t free = uint64_t{state.f_bavail} * state.f_frsize;
    return static_cast<size_t>(std::clamp<uint64_t>(free / 4, kSmallestBlock, kLargestBlock));
  }

  [[noreturn]] void fail(int error) {
    const std::string why = std::generic_category().message(error);
    if (file_ >= 0 && ::ftruncate(file_, good_size_) != 0) has_blocks_ = false;
    shut();
    if (!has_blocks_) throw WaveError(fmt::format("cannot write waves to '{}': {}", path_.string(), why));
    throw WaveError(fmt::format("cannot go on writing waves to '{}': {}; it has the waves up to {} x {}",
                                path_.string(), why, good_time_, unit_));
  }

  void shut() {
    if (file_ >= 0) ::close(std::exchange(file_, -1));
  }

  std::filesystem::path path_;
  std::string unit_;
  int file_ = -1;
  off_t good_size_ = 0;
  uint64_t good_time_ = 0;
  bool has_blocks_ = false;

  std::vector<Row> rows_;          // by signal
  std::vector<uint32_t> handles_;  // by signal; from 1
  std::vector<uint32_t> order_;    // signals by handle
  uint64_t variables_ = 0;
  std::map<ir::TypeId, uint64_t> tables_;

  std::string frame_;      // the values before the block, a digit a bit
  std::string time_text_;  // the times of the block
  uint32_t times_ = 0;     // how many; 0: nothing has come yet
  uint64_t begin_time_ = 0;
  uint64_t time_ = 0;
  size_t gathered_ = 0;
  size_t limit_ = kLargestBlock;
  bool first_block_ = true;
  std::string block_;
  std::string index_;
  std::string packed_;
};

}  // namespace

std::unique_ptr<WaveFormat> fst_format() { return std::make_unique<FstFile>(); }

}  // namespace burin::sim

#endif
