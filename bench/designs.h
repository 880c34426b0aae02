// SPDX-License-Identifier: Apache-2.0
//! @file designs.h
//! @brief The designs of the simulation benchmarks, elaborated, and their Verilog and that of their peers.
#pragma once

#include <memory>

#include "bench/programs.h"
#include "bench/workloads.h"
#include "burin/sim/engine.h"

namespace burin::bench {

/// SHA-256, a round a clock: bench/sha256_round.h.
[[nodiscard]] std::unique_ptr<ir::Design> rounds_design();
/// SHA-256 unrolled to 64 stages: bench/sha256_stages.h.
[[nodiscard]] std::unique_ptr<ir::Design> stages_design();
/// The RV32I computer with the program of the benchmark.
[[nodiscard]] std::unique_ptr<ir::Design> programs_design();
/// The answer of that program.
[[nodiscard]] uint32_t programs_answer();

/// Verilator on our Verilog of a design.
[[nodiscard]] PeerProgram ours_in_verilator(const ir::Design& design, std::string main);
/// Verilator on the same design as written by hand.
[[nodiscard]] PeerProgram rounds_by_hand();
[[nodiscard]] PeerProgram stages_by_hand();
[[nodiscard]] PeerProgram programs_by_hand();

/// An engine as the model of `Rounds` and `Batches`, of `Stages` or of `Programs` in workloads.h.
class RoundsModel {
 public:
  explicit RoundsModel(sim::Engine& engine);
  void set_word(uint32_t index, uint32_t word) { words_[index].set(word); }
  void set_start(bool start) { start_.set(start ? 1 : 0); }
  void step(uint64_t cycles = 1) { engine_.step(clock_, cycles); }
  uint32_t digest(uint32_t index) { return static_cast<uint32_t>(digests_[index].get()); }

 private:
  sim::Engine& engine_;
  std::array<sim::PortHandle, 16> words_;
  std::array<sim::PortHandle, 8> digests_;
  sim::PortHandle start_;
  sim::PortId clock_;
};

class StagesModel {
 public:
  explicit StagesModel(sim::Engine& engine);
  void set_word(uint32_t index, uint32_t word) { words_[index].set(word); }
  void step() { engine_.step(clock_); }
  uint32_t digest(uint32_t index) { return static_cast<uint32_t>(digests_[index].get()); }

 private:
  sim::Engine& engine_;
  std::array<sim::PortHandle, 24> words_;
  std::array<sim::PortHandle, 8> digests_;
  sim::PortId clock_;
};

class ProgramsModel {
 public:
  explicit ProgramsModel(sim::Engine& engine);
  void set_reset(bool reset) { reset_.set(reset ? 1 : 0); }
  void step() { engine_.step(clock_); }
  uint32_t result() { return static_cast<uint32_t>(result_.get()); }
  bool halted() { return halted_.get() != 0; }

 private:
  sim::Engine& engine_;
  sim::PortHandle reset_;
  sim::PortHandle result_;
  sim::PortHandle halted_;
  sim::PortId clock_;
};

/// An engine of the kind that the benchmark was asked for.
[[nodiscard]] std::unique_ptr<sim::Engine> engine_for(ir::Design& design, const cli::BenchContext& context);

/// What a workload measured, as a side hands it over.
[[nodiscard]] inline cli::BenchSample sample_of(burin_bench::Measured measured) {
  return {.value = measured.rate, .outputs = std::move(measured.outputs)};
}

}  // namespace burin::bench
