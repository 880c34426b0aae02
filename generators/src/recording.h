// SPDX-License-Identifier: Apache-2.0
//! @file recording.h
//! @brief What `simulate` writes about a run besides its result: waves and coverage.
#pragma once

#include <memory>
#include <string>

#include "burin/sim/coverage.h"
#include "burin/sim/waves.h"
#include "engines.h"
#include "json.h"
#include "verb.h"

namespace burin::cli {

/// The observers that the options of a command line ask for.
class Recording {
 public:
  /// @throws UserError for options that make no sense.
  explicit Recording(const Invocation& call);

  /// Whether signals inside the design are looked at.
  [[nodiscard]] bool needs_internals() const { return file_ || ring_ || collector_; }
  /// `make`, whose engines are then observed. For one engine.
  [[nodiscard]] MakeEngine around(MakeEngine make);
  /// Coverage is asked for: the design is to be left as it is written, or multiplexers would be optimised away.
  [[nodiscard]] bool needs_whole_design() const { return collector_ != nullptr; }
  /// After a run that went well: adds its coverage to the file, and says what there is now.
  void finish();
  /// The shares of the coverage after `finish`; null without.
  [[nodiscard]] ordered_json coverage_json() const;
  /// After a run that failed: says where the waves of its end are.
  void tell_failure() const;

 private:
  const Invocation& call_;
  std::string waves_;
  std::shared_ptr<sim::Observer> file_;
  std::shared_ptr<sim::WaveRing> ring_;
  std::shared_ptr<sim::CoverageCollector> collector_;
  sim::CoverageData coverage_;  // of the runs before, then of all
  uint64_t last_ = 0;
  bool memories_ = false;
};

[[nodiscard]] OptionSpec waves_option();
[[nodiscard]] OptionSpec waves_on_failure_option();
[[nodiscard]] OptionSpec last_option();
[[nodiscard]] OptionSpec waves_memories_option();
[[nodiscard]] OptionSpec coverage_option();

/// The shares as an object: "toggles", "branches", "states", "covers", each with "seen" and "all"; "transitions".
[[nodiscard]] ordered_json json_of(const sim::CoverageSummary& summary);

}  // namespace burin::cli
