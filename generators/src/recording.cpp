// SPDX-License-Identifier: Apache-2.0
//! @file recording.cpp
//! @brief Waves and coverage of a run as the command line asks for them.
#include "recording.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

namespace burin::cli {
namespace {

constexpr uint64_t kLastCycles = 100;

}  // namespace

Recording::Recording(const Invocation& call)
    : call_(call), waves_(call.options.text("waves")), memories_(call.options.has("waves-memories")) {
  last_ = call.options.number("last", kLastCycles, 1, 1'000'000'000);
  const std::string on_failure = call.options.text("waves-on-failure");
  if (call.options.has("waves")) file_ = sim::wave_file(waves_);
  if (call.options.has("waves-on-failure")) {
    ring_ =
        std::make_shared<sim::WaveRing>(on_failure, sim::RingOptions{.ticks = last_ * sim::ObserveOptions{}.period});
  }
  if (call.options.has("last") && !ring_) throw UserError("--last has a meaning with --waves-on-failure only");
  if (memories_ && !file_ && !ring_)
    throw UserError("--waves-memories has a meaning with --waves or --waves-on-failure only");
  if (call.options.has("coverage")) {
    const std::string path = call.options.text("coverage");
    if (std::filesystem::exists(path)) coverage_ = sim::read_coverage(path);
    collector_ = std::make_shared<sim::CoverageCollector>();
  }
  if (file_ && on_failure == waves_) throw UserError("--waves and --waves-on-failure name the same file");
}

MakeEngine Recording::around(MakeEngine make) {
  if (!needs_internals()) return make;
  return [this, make = std::move(make)](ir::Design& design) -> std::unique_ptr<sim::Engine> {
    sim::ObserveOptions options;
    options.catalog.memories = memories_;
    if (collector_) sim::mark_branches(design);
    auto observed = std::make_unique<sim::ObservedEngine>(make(design), design, options);
    if (file_) observed->add(file_);
    if (ring_) observed->add(ring_);
    if (collector_) observed->add(collector_);
    return observed;
  };
}

void Recording::finish() {
  if (!collector_) return;
  coverage_.add(collector_->data());
  const std::string path = call_.options.text("coverage");
  sim::write_coverage(path, coverage_);
  if (call_.json()) return;
  call_.console.tell(fmt::format("coverage of {} run{} in {}: '{} coverage {}' shows it", coverage_.runs,
                                 coverage_.runs == 1 ? "" : "s", path, call_.program, path));
}

ordered_json Recording::coverage_json() const {
  return collector_ ? json_of(sim::summary_of(coverage_)) : ordered_json();
}

ordered_json json_of(const sim::CoverageSummary& summary) {
  const auto count = [](const sim::CoverageCount& of) { return ordered_json{{"seen", of.seen}, {"all", of.all}}; };
  return {{"toggles", count(summary.toggles)},
          {"branches", count(summary.branches)},
          {"states", count(summary.states)},
          {"transitions", summary.transitions},
          {"covers", count(summary.covers)}};
}

void Recording::tell_failure() const {
  if (!ring_ || !ring_->written()) return;
  call_.console.tell(fmt::format("waves of the last {} cycles: {}", last_, call_.options.text("waves-on-failure")));
}

OptionSpec waves_option() {
  return {.name = "waves",
          .value = "FILE",
          .help = "Write all signals as waves; the name ends in .vcd or .fst",
          .is_path = true};
}

OptionSpec waves_on_failure_option() {
  return {.name = "waves-on-failure",
          .value = "FILE",
          .help = "When the run fails, write the waves of its last cycles",
          .is_path = true};
}

OptionSpec last_option() {
  return {.name = "last",
          .value = "N",
          .help = "How many cycles --waves-on-failure keeps",
          .default_text = std::to_string(kLastCycles)};
}

OptionSpec coverage_option() {
  return {.name = "coverage",
          .value = "FILE",
          .help = "Add what the run exercised to a file of coverage, made when missing",
          .is_path = true};
}

OptionSpec waves_memories_option() {
  return {.name = "waves-memories", .value = "", .help = "Waves also of memories of at most 4,096 words; slow"};
}

}  // namespace burin::cli
