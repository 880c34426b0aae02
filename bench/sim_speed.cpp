// SPDX-License-Identifier: Apache-2.0
//! @file sim_speed.cpp
//! @brief Clocks a second on three designs, against Verilator on our Verilog and on what one writes by hand.
#include <fmt/format.h>

#include "bench/designs.h"
#include "burin/base/diagnostics.h"

namespace burin::bench {
namespace {

using cli::BenchContext;
using cli::Benchmark;
using cli::BenchSample;

constexpr const char* kOfOurs = "Verilator, our Verilog";
constexpr const char* kByHand = "Verilator, by hand";

template <typename Workload, typename Model>
BenchSample run(std::unique_ptr<ir::Design> design, const BenchContext& context, uint64_t first) {
  const auto engine = engine_for(*design, context);
  Model model(*engine);
  Workload work(model);
  return sample_of(burin_bench::measure(work, first, burin_bench::kBudget));
}

const Benchmark kSha256({
    .name = "sim.sha256",
    .summary = "SHA-256, a round a clock; a word in and a word out in each clock",
    .unit = "clocks/s",
    .more_is_better = true,
    .ours =
        [](const BenchContext& context) {
          return run<burin_bench::Rounds<RoundsModel>, RoundsModel>(rounds_design(), context,
                                                                    burin_bench::kRoundsFirst);
        },
    .peers = {verilator_peer(kOfOurs, [] { return ours_in_verilator(*rounds_design(), "rounds_verilator.cpp"); }),
              verilator_peer(kByHand, rounds_by_hand)},
});

const Benchmark kSha256Batch({
    .name = "sim.sha256-batch",
    .summary = "SHA-256, a round a clock; 64 clocks in one call, a block in and a digest out",
    .unit = "clocks/s",
    .more_is_better = true,
    .ours =
        [](const BenchContext& context) {
          return run<burin_bench::Batches<RoundsModel>, RoundsModel>(rounds_design(), context,
                                                                     burin_bench::kRoundsFirst);
        },
    .peers = {verilator_peer(kOfOurs, [] { return ours_in_verilator(*rounds_design(), "rounds_verilator.cpp"); },
                             {"batch"}),
              verilator_peer(kByHand, rounds_by_hand, {"batch"})},
});

const Benchmark kSha256Pipeline({
    .name = "sim.sha256-pipeline",
    .summary = "SHA-256 unrolled to 64 stages; a word in and a word out in each clock",
    .unit = "clocks/s",
    .more_is_better = true,
    .ours =
        [](const BenchContext& context) {
          return run<burin_bench::Stages<StagesModel>, StagesModel>(stages_design(), context,
                                                                    burin_bench::kStagesFirst);
        },
    .peers = {verilator_peer(kOfOurs, [] { return ours_in_verilator(*stages_design(), "stages_verilator.cpp"); }),
              verilator_peer(kByHand, stages_by_hand)},
});

const Benchmark kControl({
    .name = "sim.control",
    .summary =
        "An RV32I computer with 16 KiB of data on a program of 1.5 million instructions; a word out in each clock",
    .unit = "clocks/s",
    .more_is_better = true,
    .ours =
        [](const BenchContext& context) {
          const auto design = programs_design();
          const auto engine = engine_for(*design, context);
          ProgramsModel model(*engine);
          burin_bench::Programs<ProgramsModel> work(model);
          BenchSample sample = sample_of(burin_bench::measure(work, burin_bench::kProgramsFirst, burin_bench::kBudget));
          if (work.answer() != programs_answer()) {
            throw UserError(
                fmt::format("the program's answer is {:08x}, not {:08x}", work.answer(), programs_answer()));
          }
          return sample;
        },
    .peers = {verilator_peer(kOfOurs, [] { return ours_in_verilator(*programs_design(), "programs_verilator.cpp"); }),
              verilator_peer(kByHand, programs_by_hand)},
});

}  // namespace
}  // namespace burin::bench
