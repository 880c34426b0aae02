// SPDX-License-Identifier: Apache-2.0
//! @file campaign.h
//! @brief Runs many random circuits on many engines, shrinks what fails, and remembers how far it came.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "fuzz/harness/compare.h"

namespace burin::fuzz {

struct CampaignOptions {
  uint32_t first_seed = 1;
  uint32_t circuits = 200;
  std::vector<Candidate> candidates =
      {};                  ///< Engines that are compared with the interpreter in this process's children.
  bool verilator = false;  ///< Verilator as well, `verilator_batch` circuits a build.
  uint32_t verilator_batch = 100;
  std::chrono::seconds budget{0};  ///< No new batch is begun after it; zero: no limit.
  std::filesystem::path state;     ///< File that remembers what is done; empty: none.
  size_t most_tries = 5000;        ///< Of the shrinker, for each failing circuit.
  size_t most_failures = 10;       ///< Then the campaign ends.
  std::function<void(const std::string& line)> progress = {};
};

/// One failing circuit.
struct Failure {
  uint32_t seed = 0;
  std::string engine;
  std::string report;  ///< Several lines: how the engines differ, the stimulus, the minimal circuit in three forms.
};

struct CampaignResult {
  uint32_t circuits = 0;  ///< Compared, those of earlier runs with the same state file included.
  std::vector<Failure> failures;
};

/// @throws UserError for a state file that is none or belongs to another campaign; Interrupted on Ctrl-C, after which
/// the state file holds what was done.
CampaignResult run_campaign(const CampaignOptions& options);

/// Shrinks a case on which `candidate` differs from the interpreter and describes it for a reader.
Failure describe_failure(const Case& failing, const Candidate& candidate, const CampaignOptions& options);

}  // namespace burin::fuzz
