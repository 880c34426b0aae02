// SPDX-License-Identifier: Apache-2.0
//! @file sim_others.cpp
//! @brief SHA-256, a round a clock, against Icarus and CXXRTL.
#include <fmt/format.h>

#include "bench/designs.h"
#include "bench/processor_time.h"
#include "burin/base/files.h"

namespace burin::bench {
namespace {

using cli::BenchContext;
using cli::Benchmark;
using cli::BenchRunner;
using cli::BenchSample;

BenchSample ours(const BenchContext& context) {
  const auto design = rounds_design();
  const auto engine = engine_for(*design, context);
  RoundsModel model(*engine);
  burin_bench::Rounds<RoundsModel> work(model);
  return sample_of(burin_bench::measure(work, burin_bench::kRoundsFirst, burin_bench::kBudget));
}

BenchRunner prepare_icarus(const BenchContext& context) {
  const auto folder = std::make_shared<TemporaryFolder>(std::filesystem::temp_directory_path(), "burin-bench-");
  std::vector<std::string> argv = {"iverilog", "-g2005", "-s", "rounds_icarus", "-o", "peer.vvp"};
  std::vector<File> files = verilog_of(*rounds_design());
  files.push_back(peer_file("rounds_icarus.v"));
  for (const File& file : files) {
    write_file(folder->path() / file.name, file.text);
    argv.push_back(file.name);
  }
  context.progress("compiling for Icarus");
  run_tool(std::move(argv), folder->path(), "RoundDesign");
  return [folder] {
    constexpr uint64_t kCycles = burin_bench::kRoundsFirst;
    const double before = children_seconds();
    BenchSample sample = cli::run_bench_program({"vvp", "-n", "peer.vvp", fmt::format("+cycles={}", kCycles)},
                                                "vvp on RoundDesign", folder->path().string());
    sample.value = static_cast<double>(kCycles) / (children_seconds() - before);
    return sample;
  };
}

BenchRunner prepare_cxxrtl(const BenchContext& context) {
  PeerProgram program = ours_in_verilator(*rounds_design(), "rounds_cxxrtl.cpp");
  const std::filesystem::path folder = build_cxxrtl_program(program, context);
  return [folder] { return cli::run_bench_program({(folder / kProgram).string()}, "CXXRTL on RoundDesign"); };
}

const Benchmark kIcarus({
    .name = "sim.sha256-icarus",
    .summary = "sim.sha256 against Icarus on our Verilog",
    .unit = "clocks/s",
    .more_is_better = true,
    .rounds = 3,
    .ours = ours,
    .peers = {{.name = "Icarus, our Verilog", .tools = {"iverilog", "vvp"}, .prepare = prepare_icarus}},
});

const Benchmark kCxxrtl({
    .name = "sim.sha256-cxxrtl",
    .summary = "sim.sha256 against CXXRTL on our Verilog",
    .unit = "clocks/s",
    .more_is_better = true,
    .ours = ours,
    .peers = {{.name = "CXXRTL, our Verilog", .tools = {"yosys", "yosys-config", "g++"}, .prepare = prepare_cxxrtl}},
});

}  // namespace
}  // namespace burin::bench
