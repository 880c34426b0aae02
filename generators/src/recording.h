// SPDX-License-Identifier: Apache-2.0
//! @file recording.h
//! @brief What `simulate` writes about a run besides its result: waves.
#pragma once

#include <memory>
#include <string>

#include "burin/sim/waves.h"
#include "engines.h"
#include "verb.h"

namespace burin::cli {

/// The observers that the options of a command line ask for.
class Recording {
 public:
  /// @throws UserError for options that make no sense.
  explicit Recording(const Invocation& call);

  /// Whether signals inside the design are looked at.
  [[nodiscard]] bool needs_internals() const { return !waves_.empty() || ring_ != nullptr; }
  /// `make`, whose engines are then observed. For one engine.
  [[nodiscard]] MakeEngine around(MakeEngine make);
  /// After a run that failed: says where the waves of its end are.
  void tell_failure() const;

 private:
  const Invocation& call_;
  std::string waves_;
  std::shared_ptr<sim::Observer> file_;
  std::shared_ptr<sim::WaveRing> ring_;
  uint64_t last_ = 0;
  bool memories_ = false;
};

[[nodiscard]] OptionSpec waves_option();
[[nodiscard]] OptionSpec waves_on_failure_option();
[[nodiscard]] OptionSpec last_option();
[[nodiscard]] OptionSpec waves_memories_option();

}  // namespace burin::cli
