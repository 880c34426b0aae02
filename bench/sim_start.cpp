// SPDX-License-Identifier: Apache-2.0
//! @file sim_start.cpp
//! @brief From the IR to the first simulated clock, against Verilator's build.
#include <fmt/format.h>

#include "bench/designs.h"
#include "bench/large_design.h"
#include "bench/processor_time.h"
#include "burin/base/diagnostics.h"

namespace burin::bench {
namespace {

using cli::BenchContext;
using cli::Benchmark;
using cli::BenchPeer;
using cli::BenchRunner;
using cli::BenchSample;

/// Makes an engine and runs a clock; what it computes is checked after that.
template <typename Workload, typename Model>
BenchSample start(std::unique_ptr<ir::Design> design, const BenchContext& context, uint64_t first) {
  std::unique_ptr<sim::Engine> engine;
  const double seconds = wall_seconds([&] {
    engine = engine_for(*design, context);
    engine->step("clk");
  });
  engine->restart();
  Model model(*engine);
  Workload work(model);
  return {.value = seconds, .outputs = burin_bench::measure(work, first, 0).outputs};
}

/// Builds Verilator's program anew in each round.
BenchPeer build_of(std::function<PeerProgram()> program) {
  return {.name = "Verilator's build",
          .tools = {"verilator", "make", "g++"},
          .prepare = [=](const BenchContext& context) -> BenchRunner {
            const PeerProgram peer = program();
            return [peer, context] {
              std::filesystem::path folder;
              const double seconds = wall_seconds([&] { folder = build_verilator_program(peer, context, true); });
              BenchSample sample = cli::run_bench_program({(folder / kProgram).string()}, peer.top, folder.string());
              sample.value = seconds;
              sample.peak_kib = 0;  // that of a run, not of the build
              return sample;
            };
          }};
}

const Benchmark kSha256({
    .name = "sim.start.sha256",
    .summary = "SHA-256, a round a clock: from the IR to the first simulated clock, against Verilator's build",
    .unit = "s",
    .rounds = 3,
    .ours =
        [](const BenchContext& context) {
          return start<burin_bench::Rounds<RoundsModel>, RoundsModel>(rounds_design(), context,
                                                                      burin_bench::kRoundsFirst);
        },
    .peers = {build_of([] { return ours_in_verilator(*rounds_design(), "rounds_verilator.cpp"); })},
});

const Benchmark kPipeline({
    .name = "sim.start.sha256-pipeline",
    .summary = "SHA-256 unrolled to 64 stages: from the IR to the first simulated clock, against Verilator's build",
    .unit = "s",
    .rounds = 3,
    .ours =
        [](const BenchContext& context) {
          return start<burin_bench::Stages<StagesModel>, StagesModel>(stages_design(), context,
                                                                      burin_bench::kStagesFirst);
        },
    .peers = {build_of([] { return ours_in_verilator(*stages_design(), "stages_verilator.cpp"); })},
});

const Benchmark kMillion({
    .name = "sim.start.1m",
    .summary = "A module of a million operations: from the IR to the first simulated clock",
    .unit = "s",
    .rounds = 3,
    .ours =
        [](const BenchContext& context) {
          constexpr uint32_t kOperations = 1'000'000;
          constexpr uint32_t kClocks = 3;
          const auto design = elaborate<LargeDesign>({.operations = kOperations}).design;
          std::unique_ptr<sim::Engine> engine;
          const auto reset = [&](uint64_t active) { engine->set_u64("rst", active); };
          BenchSample sample;
          sample.value = wall_seconds([&] {
            engine = engine_for(*design, context);
            reset(1);
            engine->step("clk");
          });
          reset(0);
          const std::vector<uint32_t> expected = large_outputs(kOperations, kClocks);
          for (uint32_t clock = 0; clock < kClocks; ++clock) {
            engine->set_u64("input_word", clock);
            engine->step("clk");
            const auto out = static_cast<uint32_t>(engine->get_u64("output_word"));
            if (out != expected[clock]) {
              throw UserError(
                  fmt::format("after clock {} the output is {:08x}, not {:08x}", clock, out, expected[clock]));
            }
            sample.outputs.push_back(fmt::format("{:08x}", out));
          }
          return sample;
        },
});

}  // namespace
}  // namespace burin::bench
