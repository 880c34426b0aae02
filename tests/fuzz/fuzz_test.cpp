// SPDX-License-Identifier: Apache-2.0
//! @file fuzz_test.cpp
//! @brief Random circuits behave the same on every engine.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "fuzz/harness/campaign.h"

namespace burin::fuzz {
namespace {

uint32_t number_from(const char* variable, uint32_t otherwise) {
  const char* const text = std::getenv(variable);
  return text != nullptr ? static_cast<uint32_t>(std::strtoul(text, nullptr, 0)) : otherwise;
}

// Other seeds, or one alone: BURIN_FUZZ_SEED=17 BURIN_FUZZ_CIRCUITS=1.
TEST_CASE("random circuits give the same on the interpreter, after the passes and natively") {
  CampaignOptions options;
  options.first_seed = number_from("BURIN_FUZZ_SEED", 1);
  options.circuits = number_from("BURIN_FUZZ_CIRCUITS", 200);
  options.candidates = find_candidates(candidate_names());
  MESSAGE("seeds ", options.first_seed, " to ", options.first_seed + options.circuits - 1);
  const CampaignResult result = run_campaign(options);
  CHECK(result.circuits == options.circuits);
  for (const Failure& failure : result.failures) FAIL_CHECK(failure.report);
}

TEST_CASE("random circuits give the same in Verilator, many in one build") {
  CampaignOptions options;
  options.first_seed = number_from("BURIN_FUZZ_SEED", 1);
  options.circuits = number_from("BURIN_FUZZ_VERILATOR_CIRCUITS", 200);
  options.verilator = true;
  options.verilator_batch = options.circuits;
  options.most_tries = 100;
  const CampaignResult result = run_campaign(options);
  CHECK(result.circuits == options.circuits);
  for (const Failure& failure : result.failures) FAIL_CHECK(failure.report);
}

}  // namespace
}  // namespace burin::fuzz
