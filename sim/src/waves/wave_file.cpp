// SPDX-License-Identifier: Apache-2.0
//! @file wave_file.cpp
//! @brief An observer that writes waves as they come, in the format that the name of the file asks for.
#include "wave_file.h"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <string_view>
#include <utility>

#include "burin/base/diagnostics.h"

namespace burin::sim {
namespace {

using Digits = std::array<char, 8>;

constexpr std::array<Digits, 256> make_digits() {
  std::array<Digits, 256> table{};
  for (size_t value = 0; value < table.size(); ++value) {
    for (size_t bit = 0; bit < 8; ++bit) table[value][7 - bit] = (value >> bit & 1) != 0 ? '1' : '0';
  }
  return table;
}

constexpr std::array<Digits, 256> kDigits = make_digits();

class WaveFile final : public Observer {
 public:
  WaveFile(std::filesystem::path path, WaveOptions options, std::unique_ptr<WaveFormat> format)
      : path_(std::move(path)), options_(std::move(options)), format_(std::move(format)) {}

  void begin(const WaveCatalog& catalog, const WaveSample& sample) override {
    format_->open(path_, catalog, options_.unit);
    open_ = true;
    if (options_.save_file) guarded([&] { write_save_file(path_, catalog, 0); });
    change(sample);
  }
  void change(const WaveSample& sample) override {
    if (open_) guarded([&] { format_->write(sample); });
  }
  void finish(uint64_t time) override {
    if (!std::exchange(open_, false)) return;
    format_->close(time);
  }

 private:
  // After a failure there is nothing more to write; the format has closed what there is.
  template <typename Work>
  void guarded(Work work) {
    try {
      work();
    } catch (...) {
      open_ = false;
      throw;
    }
  }

  std::filesystem::path path_;
  WaveOptions options_;
  std::unique_ptr<WaveFormat> format_;
  bool open_ = false;
};

}  // namespace

void binary_digits(const uint64_t* words, uint32_t width, char* to) {
  uint32_t left = width;
  char* end = to + width;
  for (uint32_t index = 0; left != 0; ++index) {
    uint64_t word = words[index];
    for (uint32_t bits = left < 64 ? left : 64; bits != 0;) {
      const Digits& digits = kDigits[word & 0xff];
      const uint32_t taken = bits < 8 ? bits : 8;
      end -= taken;
      std::memcpy(end, digits.data() + 8 - taken, taken);
      word >>= 8;
      bits -= taken;
      left -= taken;
    }
  }
}

std::string declared_name(const WaveSignal& signal) {
  return signal.width == 1 ? signal.name : fmt::format("{} [{}:0]", signal.name, signal.width - 1);
}

bool is_time_unit(const std::string& text) {
  for (const std::string_view count : {"1", "10", "100"}) {
    for (const std::string_view unit : {"s", "ms", "us", "ns", "ps", "fs"}) {
      if (text == fmt::format("{}{}", count, unit)) return true;
    }
  }
  return false;
}

std::shared_ptr<Observer> wave_file(const std::filesystem::path& path, const WaveOptions& options) {
  if (!is_time_unit(options.unit)) {
    throw UserError(fmt::format(
        "'{}' is no unit of time for waves: write 1, 10 or 100 of s, ms, us, ns, ps or fs, like 1ns", options.unit));
  }
  const std::string ending = path.extension().string();
  if (ending == ".vcd") return std::make_shared<WaveFile>(path, options, vcd_format());
  if (ending == ".fst") return std::make_shared<WaveFile>(path, options, fst_format());
  throw UserError(
      fmt::format("waves are written as VCD or FST: let the name of '{}' end in .vcd or .fst", path.string()));
}

#ifdef BURIN_HAVE_FST
bool can_write_fst() { return true; }
#else
bool can_write_fst() { return false; }

std::unique_ptr<WaveFormat> fst_format() {
  throw UserError(
      "this build of Burin writes no FST: name a .vcd file, or install verilator and zlib1g-dev and build again");
}
#endif

}  // namespace burin::sim
