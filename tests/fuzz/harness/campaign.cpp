// SPDX-License-Identifier: Apache-2.0
//! @file campaign.cpp
//! @brief Runs many random circuits on many engines.
//!
//! Batch by batch:
//! 1. A child process compares the engines on all circuits of the batch and returns the seeds that fail. When it dies,
//!    each circuit gets a child of its own, and the one that dies fails.
//! 2. Verilator runs all circuits of the batch in one build.
//! 3. Each failure is shrunk with the engine that differed and kept as text.
//! 4. The state file is written anew and renamed into place.
#include "fuzz/harness/campaign.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "burin/base/content_hash.h"
#include "burin/base/diagnostics.h"
#include "burin/base/files.h"
#include "burin/base/interrupt.h"
#include "burin/ir/text.h"
#include "burin/verilog/emit.h"
#include "fuzz/harness/burin_text.h"
#include "fuzz/harness/child.h"
#include "fuzz/harness/reductions.h"
#include "fuzz/harness/shrink.h"
#include "fuzz/harness/verilator_batch.h"

namespace burin::fuzz {
namespace {

using nlohmann::json;

constexpr uint32_t kBatch = 50;                              // circuits of one child
constexpr std::chrono::milliseconds kBatchTimeout{120'000};  // a thousand times what it takes
constexpr std::chrono::milliseconds kCaseTimeout{20'000};

bool has_falling_clock(const ir::Design& design) {
  return std::any_of(design.modules.begin(), design.modules.end(), [](const auto& module) {
    return std::any_of(module->clocks.begin(), module->clocks.end(),
                       [](const ir::Clock& clock) { return clock.edge == ir::Edge::falling; });
  });
}

/// The case of a seed for Verilator, whose random values at power-up are its own. It depends on the seed alone, not on
/// the circuits that share a build.
Case make_verilator_case(uint32_t seed) {
  Case made = make_case(seed);
  sim::PowerUp& power_up = made.stimulus.power_up;
  // Wires power up as well in Verilog: one that carries a clock falls from 1 to 0 at time zero. Here that is no edge.
  if (has_falling_clock(*made.design)) power_up.kind = sim::PowerUp::Kind::zeros;
  if (power_up.kind == sim::PowerUp::Kind::random) {
    power_up.kind = seed % 2 == 0 ? sim::PowerUp::Kind::zeros : sim::PowerUp::Kind::ones;
  }
  return made;
}

/// How one engine differs on one case; "" when it does not.
std::string difference(const Case& test, const Run& expected, const Candidate& candidate) {
  const auto found = first_difference(expected, run(test, candidate), candidate.strict);
  return found ? found->text : std::string();
}

/// Lines "SEED ENGINE" of what fails.
std::string compare_all(const std::vector<uint32_t>& seeds, const std::vector<Candidate>& candidates) {
  std::string failing;
  for (const uint32_t seed : seeds) {
    const Case test = make_case(seed);
    const Run expected = run(test, oracle());
    if (!expected.error.empty()) {
      failing += fmt::format("{} {}\n", seed, oracle().name);
      continue;
    }
    for (const Candidate& candidate : candidates) {
      if (!difference(test, expected, candidate).empty()) failing += fmt::format("{} {}\n", seed, candidate.name);
    }
  }
  return failing;
}

struct Suspect {
  uint32_t seed;
  Candidate candidate;
};

Candidate named(const std::string& name, const std::vector<Candidate>& candidates) {
  for (const Candidate& candidate : candidates) {
    if (candidate.name == name) return candidate;
  }
  return oracle();
}

std::vector<Suspect> compare_batch(const std::vector<uint32_t>& seeds, const std::vector<Candidate>& candidates) {
  std::vector<Suspect> suspects;
  const auto take = [&](const std::string& lines) {
    std::istringstream stream(lines);
    uint32_t seed = 0;
    std::string engine;
    while (stream >> seed >> engine) suspects.push_back({seed, named(engine, candidates)});
  };
  const ChildResult all = run_in_child([&] { return compare_all(seeds, candidates); }, kBatchTimeout);
  if (all.death.empty()) {
    take(all.text);
    return suspects;
  }
  for (const uint32_t seed : seeds) {
    for (const Candidate& candidate : candidates) {
      const ChildResult one = run_in_child([&] { return compare_all({seed}, {candidate}); }, kCaseTimeout);
      if (one.death.empty()) {
        take(one.text);
      } else {
        suspects.push_back({seed, candidate});
      }
    }
  }
  return suspects;
}

// ----------------------------------------------------------------------------------------------- state

/// What a state file must agree in to be taken up.
std::string campaign_key(const CampaignOptions& options) {
  std::vector<std::string> names;
  for (const Candidate& candidate : options.candidates) names.push_back(candidate.name);
  if (options.verilator) names.emplace_back("verilator");
  return fmt::format("seeds from {}; engines {}", options.first_seed, fmt::join(names, ", "));
}

struct State {
  uint32_t done = 0;
  std::vector<Failure> failures;
};

State load(const CampaignOptions& options) {
  State state;
  if (options.state.empty() || !std::filesystem::exists(options.state)) return state;
  try {
    const json stored = json::parse(read_file(options.state));
    if (stored.at("campaign").get<std::string>() != campaign_key(options)) {
      throw UserError(fmt::format("{} belongs to another campaign ({}); name another file, or the same options",
                                  options.state.string(), stored.at("campaign").get<std::string>()));
    }
    state.done = stored.at("done").get<uint32_t>();
    for (const json& failure : stored.at("failures")) {
      state.failures.push_back({failure.at("seed").get<uint32_t>(), failure.at("engine").get<std::string>(),
                                failure.at("report").get<std::string>()});
    }
  } catch (const json::exception&) {
    throw UserError(
        fmt::format("{} is no state of a campaign; remove it or name another file", options.state.string()));
  }
  return state;
}

void save(const CampaignOptions& options, const State& state) {
  if (options.state.empty()) return;
  json failures = json::array();
  for (const Failure& failure : state.failures) {
    failures.push_back({{"seed", failure.seed}, {"engine", failure.engine}, {"report", failure.report}});
  }
  const json stored = {{"campaign", campaign_key(options)}, {"done", state.done}, {"failures", failures}};
  write_file(options.state, stored.dump(2) + "\n");
}

std::string verilog_of(const ir::Design& design) {
  std::string text;
  try {
    for (const VerilogFile& file : emit_verilog(design)) text += fmt::format("// {}\n{}", file.name, file.text);
  } catch (const std::exception& problem) {
    text = fmt::format("(no Verilog: {})\n", problem.what());
  }
  return text;
}

}  // namespace

Failure describe_failure(const Case& failing, const Candidate& candidate, const CampaignOptions& options) {
  // In a child each: the engine may die of it.
  const auto examine = [&](const Case& test) {
    return run_in_child(
        [&] {
          const Run expected = run(test, oracle());
          if (candidate.name == oracle().name) return expected.error;
          return expected.error.empty() ? difference(test, expected, candidate) : std::string();
        },
        kCaseTimeout);
  };
  const auto in_process = [&](const Case& test) {
    ChildResult result;
    const Run expected = run(test, oracle());
    if (expected.error.empty()) result.text = difference(test, expected, candidate);
    return result;
  };
  const bool is_verilator = candidate.name == "verilator";
  const auto look = [&](const Case& test) { return is_verilator ? in_process(test) : examine(test); };
  const ChildResult before = look(failing);
  // The same kind of failure, or a wrong value would end as a refusal somewhere.
  const auto kind = [](const ChildResult& result) {
    return result.death + (result.text.starts_with("it says: ") ? "!" : "");
  };
  const auto still_fails = [&](const Case& test) {
    const ChildResult now = look(test);
    return (!now.text.empty() || !now.death.empty()) && kind(now) == kind(before);
  };
  ShrinkOptions shrinking;
  shrinking.most_tries = is_verilator ? std::min<size_t>(options.most_tries, 300) : options.most_tries;
  shrinking.progress = options.progress;
  const Case small = shrink(failing, still_fails, shrinking);
  const ChildResult after = look(small);
  Failure failure{failing.seed, candidate.name, {}};
  failure.report = fmt::format(
      "seed {}: '{}' differs from the interpreter\n{}{}\n--- minimal circuit: {} operations, {} steps\n{}{}\n--- "
      "stimulus\n{}"
      "\n--- IR\n{}\n--- Burin\n{}\n--- Verilog\n{}",
      failing.seed, candidate.name, before.text, before.death, operations_of(*small.design),
      small.stimulus.steps.size(), after.text, after.death, to_text(small.stimulus),
      ir::print(*small.design, {.locations = false}), to_burin(*small.design), verilog_of(*small.design));
  return failure;
}

CampaignResult run_campaign(const CampaignOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - begin).count();
  };
  const auto tell = [&](const std::string& line) {
    if (options.progress) options.progress(line);
  };
  State state = load(options);
  const uint32_t batch = options.verilator ? options.verilator_batch : kBatch;
  while (state.done < options.circuits && state.failures.size() < options.most_failures) {
    if (options.budget.count() != 0 && seconds() >= options.budget.count()) break;
    throw_if_interrupted();
    const uint32_t count = std::min(batch, options.circuits - state.done);
    std::vector<uint32_t> seeds(count);
    for (uint32_t i = 0; i < count; ++i) seeds[i] = options.first_seed + state.done + i;
    std::vector<Suspect> suspects = compare_batch(seeds, options.candidates);
    std::vector<Failure> found;
    for (const Suspect& suspect : suspects) {
      // Engines of one kind fail together: one report a circuit.
      const bool is_known =
          std::any_of(found.begin(), found.end(), [&](const Failure& f) { return f.seed == suspect.seed; });
      if (is_known) continue;
      tell(fmt::format("seed {}: '{}' differs; shrinking", suspect.seed, suspect.candidate.name));
      found.push_back(describe_failure(make_case(suspect.seed), suspect.candidate, options));
    }
    if (options.verilator) {
      std::vector<Case> cases;
      for (const uint32_t seed : seeds) cases.push_back(make_verilator_case(seed));
      tell(fmt::format("Verilator builds circuits {} to {}", seeds.front(), seeds.back()));
      const auto results = run_in_verilator(cases);
      for (size_t i = 0; i < cases.size(); ++i) {
        const auto different = first_difference(run(cases[i], oracle()), results[i].run, false);
        if (!different) continue;
        tell(fmt::format("seed {}: 'verilator' differs; shrinking", cases[i].seed));
        found.push_back(describe_failure(cut_stimulus(cases[i], different->step), verilator(), options));
      }
    }
    throw_if_interrupted();  // what was cut short is done again
    state.failures.insert(state.failures.end(), found.begin(), found.end());
    state.done += count;
    save(options, state);
    tell(fmt::format("{} of {} circuits, {} failing, {} s", state.done, options.circuits, state.failures.size(),
                     seconds()));
  }
  return {state.done, state.failures};
}

}  // namespace burin::fuzz
