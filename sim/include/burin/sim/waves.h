// SPDX-License-Identifier: Apache-2.0
//! @file waves.h
//! @brief Waves of a running design in files: VCD and FST, whole runs or the last cycles before a failure.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "burin/base/diagnostics.h"
#include "burin/sim/observe.h"

namespace burin::sim {

/// How waves are written.
struct WaveOptions {
  /// What a tick is: "1ns", "100ps", "10us"; 1, 10 or 100 of s, ms, us, ns, ps or fs.
  std::string unit = "1ns";
  /// Also write a save file for GTKWave, "waves.vcd.gtkw" beside "waves.vcd": the ports of the top module, clocks
  /// first, with the names of enumerators (a file "waves.vcd.NAME.filter" for each enumeration).
  bool save_file = true;
};

/// A wave file that cannot be written: it says nothing about the design.
class WaveError : public UserError {
 public:
  using UserError::UserError;
};

/// Whether this build can write FST.
[[nodiscard]] bool can_write_fst();

/// A file that gets all changes: VCD or FST by its ending, ".vcd" or ".fst". It is written where it is to be, so that
/// it can be looked at while the design runs. When the disk is full, or the run ends in an exception, it is readable
/// and has all that was written so far.
/// @throws UserError for another ending or a unit that does not exist; WaveError, now or later, where the file cannot
/// be written.
[[nodiscard]] std::shared_ptr<Observer> wave_file(const std::filesystem::path& path, const WaveOptions& options = {});

/// What a ring of waves keeps.
struct RingOptions {
  uint64_t ticks = 1000;   ///< How far back: 100 cycles of a clock of 10 ticks.
  WaveOptions waves = {};  ///< Of the file.
};

/// Keeps the last changes in memory and writes them to a file when an assertion fails, whose message then names the
/// file, or when an exception ends the run. Only the first failure is written.
class WaveRing final : public Observer {
 public:
  /// @throws UserError where `wave_file` would.
  explicit WaveRing(std::filesystem::path path, RingOptions options = {});
  ~WaveRing() override;

  void begin(const WaveCatalog& catalog, const WaveSample& sample) override;
  void change(const WaveSample& sample) override;
  void event(const Event& event) override;
  [[nodiscard]] std::string note_on_failure(const Event& event) override;
  void finish(uint64_t time) override;

  /// Writes what is kept, unless a failure has done so: for failures that the design itself does not notice.
  void write();
  /// Whether the file has been written.
  [[nodiscard]] bool written() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace burin::sim
