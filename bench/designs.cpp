// SPDX-License-Identifier: Apache-2.0
//! @file designs.cpp
//! @brief The designs of the simulation benchmarks.
#include "bench/designs.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "bench/sha256_round.h"
#include "bench/sha256_stages.h"
#include "designs/examples/rv32i/benchmark.h"

namespace burin::bench {
namespace {

constexpr int kProgramRounds = 4;  // of the program: more than a million instructions

void cycle_of_reset(sim::Engine& engine) {
  const sim::PortId reset = engine.port("rst");
  engine.set_u64(reset, 1);
  engine.step("clk");
  engine.set_u64(reset, 0);
}

// One handle for each name.
template <size_t... I, typename Name>
std::array<sim::PortHandle, sizeof...(I)> handles(sim::Engine& engine, const Name& name, std::index_sequence<I...>) {
  return {sim::PortHandle(engine, name(I))...};
}
template <size_t Count, typename Name>
std::array<sim::PortHandle, Count> handles(sim::Engine& engine, const Name& name) {
  return handles(engine, name, std::make_index_sequence<Count>{});
}

std::string digest_name(size_t i) { return fmt::format("digest_{}", static_cast<char>('a' + i)); }

}  // namespace

std::unique_ptr<ir::Design> rounds_design() { return elaborate<sha256::RoundDesign>().design; }
std::unique_ptr<ir::Design> stages_design() { return elaborate<sha256::StagesDesign>().design; }
std::unique_ptr<ir::Design> programs_design() { return elaborate<rv32i::Benchmark>({.rounds = kProgramRounds}).design; }
uint32_t programs_answer() { return rv32i::benchmark_program(kProgramRounds).answer; }

PeerProgram ours_in_verilator(const ir::Design& design, std::string main) {
  return {.top = design.top_module().name, .verilog = verilog_of(design), .main = std::move(main)};
}

PeerProgram rounds_by_hand() {
  return {.top = "rounds", .verilog = {peer_file("rounds.v")}, .main = "rounds_verilator.cpp"};
}

PeerProgram stages_by_hand() {
  return {.top = "stages", .verilog = {peer_file("stages.v")}, .main = "stages_verilator.cpp"};
}

PeerProgram programs_by_hand() {
  std::string hex;
  const std::vector<Bits> image = rv32i::benchmark_program(kProgramRounds).image;
  for (const Bits& word : image) hex += word.to_hex() + "\n";
  return {.top = "computer",
          .verilog = {peer_file("computer.v"), {"program.hex", hex}},
          .main = "programs_verilator.cpp",
          .defines = {fmt::format("PROGRAM_WORDS={}", image.size())}};
}

RoundsModel::RoundsModel(sim::Engine& engine)
    : engine_(engine),
      words_(handles<16>(engine, [](size_t i) { return fmt::format("words_{}", i); })),
      digests_(handles<8>(engine, digest_name)),
      start_(engine, "start"),
      clock_(engine.port("clk")) {
  cycle_of_reset(engine);
}

StagesModel::StagesModel(sim::Engine& engine)
    : engine_(engine),
      words_(handles<24>(
          engine, [](size_t i) { return i < 16 ? fmt::format("words_{}", i) : fmt::format("chain_{}", i - 16); })),
      digests_(handles<8>(engine, digest_name)),
      clock_(engine.port("clk")) {
  cycle_of_reset(engine);
  engine.set_u64("valid", 1);
}

ProgramsModel::ProgramsModel(sim::Engine& engine)
    : engine_(engine),
      reset_(engine, "rst"),
      result_(engine, "result"),
      halted_(engine, "halted"),
      clock_(engine.port("clk")) {}

std::unique_ptr<sim::Engine> engine_for(ir::Design& design, const cli::BenchContext& context) {
  sim::BenchOptions options;
  options.progress = context.progress;
  return sim::make_engine(design, context.engine, options);
}

}  // namespace burin::bench
