// SPDX-License-Identifier: Apache-2.0
//! @file benchmark.h
//! @brief Benchmarks that the command line knows: each registers itself, like a design.
//!
//! A benchmark measures Burin and, where there is one, a peer that does the same work. Each measurement is a process of
//! its own: it starts cold, its memory is its own, and a crash or Ctrl-C takes nothing else along.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "burin/sim/bench.h"

namespace burin::cli {

/// What one run of one side measured.
struct BenchSample {
  double value = 0;  ///< In the unit of the benchmark.
  std::vector<std::string>
      outputs;            ///< What came out of the work, in order; where both sides have one it must be equal.
  uint64_t peak_kib = 0;  ///< Largest resident memory of the process; 0: not known.
};

/// What a benchmark is told.
struct BenchContext {
  sim::EngineKind engine = sim::kDefaultEngine;    ///< That runs our side of a simulation.
  std::function<void(std::string_view)> progress;  ///< Told what a long build does; never empty.
};

/// Measures once.
using BenchRunner = std::function<BenchSample()>;

/// Another program that does the same work.
struct BenchPeer {
  std::string name;                ///< "Verilator on our Verilog".
  std::vector<std::string> tools;  ///< Programs that it needs.
  /// Builds what is to be run. Builds are not part of what is measured, unless the runner makes them.
  std::function<BenchRunner(const BenchContext&)> prepare;
};

/// One line of the table.
struct BenchmarkSpec {
  std::string name;                     ///< "sim.sha256"; the words before a dot are groups that can be asked for.
  std::string summary;                  ///< One sentence, without a full stop.
  std::string unit;                     ///< "clocks/s", "s", "lines".
  bool more_is_better = false;          ///< Decides which way round the ratio is: above 1 we are better.
  uint32_t rounds = 5;                  ///< Runs of each side, in turn; their medians are compared.
  std::vector<std::string> tools = {};  ///< Programs that our side needs.
  std::function<BenchSample(const BenchContext&)> ours;
  std::vector<BenchPeer> peers = {};  ///< The best of them is the peer of the line.
};

/// Registers a benchmark for the life of this object; it belongs into the program, like a design.
class Benchmark {
 public:
  explicit Benchmark(BenchmarkSpec spec);
  ~Benchmark();
  Benchmark(const Benchmark&) = delete;
  Benchmark& operator=(const Benchmark&) = delete;
  [[nodiscard]] const BenchmarkSpec& spec() const { return spec_; }

 private:
  BenchmarkSpec spec_;
};

/// All benchmarks of the program, by name.
[[nodiscard]] std::vector<const Benchmark*> benchmarks();

/// Runs a program whose output ends with {"value": V, "outputs": ["…", …]}, and adds its memory.
/// @param what is run, for messages. @throws UserError when it fails or prints something else.
[[nodiscard]] BenchSample run_bench_program(const std::vector<std::string>& argv, std::string_view what,
                                            const std::string& folder = {});

}  // namespace burin::cli
