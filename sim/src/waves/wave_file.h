// SPDX-License-Identifier: Apache-2.0
//! @file wave_file.h
//! @brief What the formats of waves share: values as digits, the unit of time, names.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "burin/sim/waves.h"

namespace burin::sim {

/// A format that waves are written in.
class WaveFormat {
 public:
  virtual ~WaveFormat() = default;
  /// Opens the file and declares all signals. @throws UserError when it cannot be written.
  virtual void open(const std::filesystem::path& path, const WaveCatalog& catalog, const std::string& unit) = 0;
  /// The values of a moment. @throws UserError when they cannot be written; the file is closed then.
  virtual void write(const WaveSample& sample) = 0;
  /// Completes the file. @throws UserError when that fails.
  virtual void close(uint64_t time) = 0;
};

/// The text of wave digits: `width` characters '0' and '1', the highest bit first, to `to`.
void binary_digits(const uint64_t* words, uint32_t width, char* to);

/// What a declaration calls a signal: "count [7:0]", "valid".
[[nodiscard]] std::string declared_name(const WaveSignal& signal);

/// Whether `text` is a unit of time that the formats know.
[[nodiscard]] bool is_time_unit(const std::string& text);

[[nodiscard]] std::unique_ptr<WaveFormat> vcd_format();
[[nodiscard]] std::unique_ptr<WaveFormat> fst_format();

/// Writes the save file for GTKWave of the wave file `waves`, and the files of enumerators that it names.
/// `marker`: where the marker stands; none before the first tick.
void write_save_file(const std::filesystem::path& waves, const WaveCatalog& catalog, uint64_t marker);

}  // namespace burin::sim
