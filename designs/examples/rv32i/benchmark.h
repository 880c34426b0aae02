// SPDX-License-Identifier: Apache-2.0
//! @file benchmark.h
//! @brief The RV32I computer with the program of the simulation benchmark in it, and its test.
#pragma once

#include "burin/sim/bench.h"
#include "designs/examples/rv32i/programs.h"

namespace burin::rv32i {

/// Runs the program of the benchmark once after each reset.
struct Benchmark {
  struct Config {
    Param<int, "rounds of sieve, copy, sort and CRC-32, 385,000 instructions each", range(1, 1000)> rounds = 1;
  };
  Config config;

  Out<Word> result;
  Out<Bool> halted;
  Out<Bool> fault;

  Instance<Computer> computer{{.program = benchmark_program(config.rounds).image}};

  void logic() {
    result = computer->result;
    halted = computer->halted;
    fault = computer->fault;
  }
};

/// Runs the program and compares its answer with that of the same computation in C++.
/// @throws UserError when it is another one.
inline void self_test(sim::Bench<Benchmark>& bench) {
  const int rounds = bench->config.rounds;
  bench.reset();
  bench.wait_for(bench->halted, 500'000 * static_cast<uint64_t>(rounds));
  if (bench.get_u64(bench->fault) != 0) throw UserError("self-test of rv32i: the program faults");
  const uint64_t answer = bench.get_u64(bench->result);
  const uint64_t expected = benchmark_program(static_cast<uint32_t>(rounds)).answer;
  if (answer != expected) {
    throw UserError("self-test of rv32i: the answer is " + std::to_string(answer) + ", not " +
                    std::to_string(expected));
  }
}

}  // namespace burin::rv32i
