// SPDX-License-Identifier: Apache-2.0
//! @file main.cpp
//! @brief `burin-fuzz`: random circuits on all engines, by the thousand, to be taken up again after Ctrl-C.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "burin/base/diagnostics.h"
#include "burin/base/interrupt.h"
#include "burin/ir/text.h"
#include "fuzz/harness/campaign.h"

namespace {

using namespace burin;
using namespace burin::fuzz;

int run(int argc, char** argv) {
  CLI::App app{
      "Runs random circuits on every engine and compares with the interpreter. A circuit that fails is made "
      "as small as it gets and printed."};
  CampaignOptions options;
  options.circuits = 10'000;
  uint32_t seconds = 0;
  std::vector<std::string> engines = candidate_names();
  engines.emplace_back("verilator");
  std::string state;
  bool print = false;
  app.add_option("--seed", options.first_seed, "First seed; circuit i has seed + i")->capture_default_str();
  app.add_option("--circuits", options.circuits, "Number of circuits")->capture_default_str();
  app.add_option("--seconds", seconds, "Time budget: no further batch is begun after it; 0: none")
      ->capture_default_str();
  app.add_option("--state", state, "File that remembers what is done, to be continued by the same command");
  app.add_option("--engines", engines, fmt::format("Engines, of {}", fmt::join(engines, ", ")))->delimiter(',');
  app.add_option("--batch", options.verilator_batch, "Circuits of one build of Verilator")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--tries", options.most_tries, "Smaller circuits that are tried for one that fails")
      ->capture_default_str();
  app.add_flag("--print", print, "Print the circuit of --seed and its stimulus instead of running it");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (print) {
    const Case test = make_case(options.first_seed);
    fmt::print("{}\n{}", ir::print(*test.design), to_text(test.stimulus));
    return 0;
  }
  options.verilator = std::erase(engines, "verilator") != 0;
  options.candidates = find_candidates(engines);
  options.budget = std::chrono::seconds(seconds);
  options.state = state;
  const bool is_terminal = ::isatty(STDERR_FILENO) != 0;
  options.progress = [is_terminal](const std::string& line) {
    if (is_terminal) {
      fmt::print(stderr, "\r\033[K{}", line);
    } else if (!line.starts_with("shrinking")) {
      fmt::print(stderr, "{}\n", line);
    }
    std::fflush(stderr);
  };
  const CampaignResult result = run_campaign(options);
  if (is_terminal) fmt::print(stderr, "\n");
  for (const Failure& failure : result.failures) fmt::print("{}\n", failure.report);
  fmt::print("{} circuits from seed {}, {} failed\n", result.circuits, options.first_seed, result.failures.size());
  return result.failures.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const InterruptScope scope;
  try {
    return run(argc, argv);
  } catch (const Interrupted&) {
    fmt::print(stderr, "\nburin-fuzz: interrupted; the state file, if one was named, holds what was done\n");
    return 130;
  } catch (const UserError& error) {
    fmt::print(stderr, "burin-fuzz: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "burin-fuzz: {}\n", error.what());
    return 3;
  }
}
