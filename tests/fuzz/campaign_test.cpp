// SPDX-License-Identifier: Apache-2.0
//! @file campaign_test.cpp
//! @brief Campaigns survive engines that crash or hang, and are taken up where they ended.
#include <doctest/doctest.h>

#include <csignal>
#include <filesystem>
#include <string>

#include "burin/base/diagnostics.h"
#include "burin/base/files.h"
#include "burin/base/interrupt.h"
#include "fuzz/harness/campaign.h"
#include "fuzz/harness/child.h"
#include "fuzz/harness/verilator_batch.h"

namespace burin::fuzz {
namespace {

using std::chrono::milliseconds;

TEST_CASE("a child's text, crash and endless loop are told apart") {
  CHECK(run_in_child([] { return std::string(100'000, 'x'); }, milliseconds(20'000)).text.size() == 100'000);
  const ChildResult crash = run_in_child(
      []() -> std::string {
        std::raise(SIGSEGV);
        return "";
      },
      milliseconds(20'000));
  CHECK(crash.death == "killed by signal 11");
  const ChildResult thrown = run_in_child([]() -> std::string { throw UserError("no good"); }, milliseconds(20'000));
  CHECK(thrown.death == "ended by an exception");
  CHECK(thrown.text == "no good");
  const ChildResult late = run_in_child(
      []() -> std::string {
        for (volatile bool forever = true; forever;) static_cast<void>(forever);
        return "";
      },
      milliseconds(1000));
  CHECK(late.death == "did not end in 1 s");
}

TEST_CASE("an engine that crashes on one circuit is found, with the circuit") {
  CampaignOptions options;
  options.first_seed = 1;
  options.circuits = 12;
  options.most_tries = 20;
  options.candidates = {{"crashing", [](ir::Design& design, const sim::PowerUp& power_up) {
                           if (design.top_module().find_signal("divided") != ir::kNone) std::raise(SIGSEGV);
                           return oracle().make(design, power_up);
                         }}};
  uint32_t expected = 0;
  for (uint32_t seed = 1; seed < 13; ++seed) {
    const Case test = make_case(seed);
    if (test.design->top_module().find_signal("divided") != ir::kNone) ++expected;
  }
  REQUIRE(expected > 0);
  REQUIRE(expected < 10);
  const CampaignResult result = run_campaign(options);
  CHECK(result.failures.size() == expected);
  for (const Failure& failure : result.failures) {
    CHECK(failure.report.find("killed by signal 11") != std::string::npos);
  }
}

TEST_CASE("a campaign goes on where its state file ends, and only there") {
  const TemporaryFolder folder(std::filesystem::temp_directory_path(), "burin-fuzz-");
  CampaignOptions options;
  options.state = folder.path() / "state.json";
  options.candidates = find_candidates({"passes"});
  options.circuits = 50;
  CHECK(run_campaign(options).circuits == 50);
  int lines = 0;
  options.progress = [&](const std::string&) { ++lines; };
  CHECK(run_campaign(options).circuits == 50);
  CHECK(lines == 0);
  options.circuits = 60;
  CHECK(run_campaign(options).circuits == 60);
  CHECK(lines == 1);

  options.first_seed = 2;
  CHECK_THROWS_AS(run_campaign(options), UserError);
  write_file(options.state, "{ no state");
  CHECK_THROWS_WITH_AS(run_campaign(options),
                       doctest::Contains("is no state of a campaign; remove it or name another file"), UserError);
}

TEST_CASE("Ctrl-C ends a campaign and leaves the state of whole batches") {
  const TemporaryFolder folder(std::filesystem::temp_directory_path(), "burin-fuzz-");
  CampaignOptions options;
  options.state = folder.path() / "state.json";
  options.candidates = find_candidates({"passes"});
  options.circuits = 1000;
  options.progress = [](const std::string&) { request_interrupt(); };
  CHECK_THROWS_AS(run_campaign(options), Interrupted);
  clear_interrupt();
  CHECK(read_file(options.state).find("\"done\": 50") != std::string::npos);
}

TEST_CASE("an unknown engine is refused with the names of all") {
  CHECK_THROWS_WITH_AS(find_candidates({"fast"}), doctest::Contains("there is no engine 'fast'; there are passes"),
                       UserError);
}

}  // namespace
}  // namespace burin::fuzz
