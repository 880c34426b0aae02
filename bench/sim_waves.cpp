// SPDX-License-Identifier: Apache-2.0
//! @file sim_waves.cpp
//! @brief SHA-256, a round a clock, with waves of all signals to an FST file, against Verilator.
#include <fmt/format.h>

#include "bench/designs.h"
#include "bench/waves_digest.h"
#include "burin/base/files.h"
#include "burin/sim/waves.h"

namespace burin::bench {
namespace {

namespace fs = std::filesystem;
using cli::BenchContext;
using cli::Benchmark;
using cli::BenchRunner;
using cli::BenchSample;

// Both sides run twice: once so that their files can be compared, once for the time.
constexpr uint64_t kCompared = burin_bench::kRoundsFirst;
constexpr uint64_t kTimed = burin_bench::kWavesClocks;

struct Run {
  double rate = 0;
  std::string checksum;
};

Run record(const BenchContext& context, const fs::path& path, uint64_t clocks) {
  const auto design = rounds_design();
  auto engine = std::make_unique<sim::ObservedEngine>(engine_for(*design, context), *design);
  const double begin = burin_bench::process_seconds();
  engine->add(sim::wave_file(path, {.save_file = false}));
  RoundsModel model(*engine);
  burin_bench::Rounds<RoundsModel> work(model);
  work.run(clocks);
  engine->finish();
  const double seconds = burin_bench::process_seconds() - begin;
  return {static_cast<double>(clocks) / seconds, burin_bench::checksum_text(clocks, work.checksum())};
}

BenchSample ours(const BenchContext& context) {
  const TemporaryFolder folder(fs::temp_directory_path(), "burin-bench-");
  const Run compared = record(context, folder.path() / "compared.fst", kCompared);
  const Run timed = record(context, folder.path() / "timed.fst", kTimed);
  return {.value = timed.rate,
          .outputs = {compared.checksum, waves_digest(folder.path() / "compared.fst"), timed.checksum}};
}

/// Our Verilog without the one signal that Verilator would record and we do not, the wire of the table's read port:
/// Verilator leaves names out that begin with an underscore.
PeerProgram program_with_waves() {
  PeerProgram program = ours_in_verilator(*rounds_design(), "rounds_waves_verilator.cpp");
  program.trace = true;
  constexpr std::string_view kPort = "k_read_0";
  for (File& file : program.verilog) {
    std::string text;
    size_t begin = 0;
    for (size_t at = 0; (at = file.text.find(kPort, begin)) != std::string::npos; begin = at + kPort.size())
      text += fmt::format("{}_{}", file.text.substr(begin, at - begin), kPort);
    file.text = text + file.text.substr(begin);
  }
  return program;
}

BenchRunner prepare_verilator(const BenchContext& context) {
  const fs::path peer = build_verilator_program(program_with_waves(), context) / kProgram;
  return [peer] {
    const TemporaryFolder folder(fs::temp_directory_path(), "burin-bench-");
    const auto run = [&](const fs::path& file, uint64_t clocks) {
      return cli::run_bench_program({peer.string(), file.string(), std::to_string(clocks)}, "Verilator with waves");
    };
    const BenchSample compared = run(folder.path() / "compared.fst", kCompared);
    BenchSample timed = run(folder.path() / "timed.fst", kTimed);
    timed.outputs = {compared.outputs.at(0), waves_digest(folder.path() / "compared.fst"), timed.outputs.at(0)};
    return timed;
  };
}

const Benchmark kWaves({
    .name = "sim.waves",
    .summary = "SHA-256, a round a clock, with waves of all signals to an FST file",
    .unit = "clocks/s",
    .more_is_better = true,
    .tools = {"fst2vcd"},
    .ours = ours,
    .peers = {{.name = "Verilator --trace-fst", .tools = {"verilator", "make", "g++"}, .prepare = prepare_verilator}},
});

}  // namespace
}  // namespace burin::bench
