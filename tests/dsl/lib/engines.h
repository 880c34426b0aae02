// SPDX-License-Identifier: Apache-2.0
//! @file engines.h
//! @brief What every block of the library is asked: the same on all engines, and Verilog that all tools take.
#pragma once

#include <doctest/doctest.h>

#include "burin/sim/bench.h"
#include "designs/support.h"
#include "dsl/verilog/tools.h"

namespace burin::test {

/// `run(engine, seed, cycles)` gives a digest of what came out: the same on every engine. Then `more` cycles with
/// another seed, on the default engine alone.
template <typename Run>
void check_on_all_engines(const Run& run, int cycles, int more) {
  const uint64_t seed = test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  const uint64_t expected = run(sim::EngineKind::interpreter, seed, cycles);
  CHECK(run(sim::kDefaultEngine, seed, cycles) == expected);
  if (has_tool("verilator")) CHECK(run(sim::EngineKind::verilator, seed, cycles) == expected);
  run(sim::kDefaultEngine, seed + 1, more);
}

/// Burin's checks and the tools have nothing to say about the module.
template <typename M>
void check_clean_verilog() {
  VerilogFolder folder;
  const auto made = elaborate<M>();
  CHECK(made.warnings == "");
  folder.add(*made.design);
  folder.check_clean();
}

}  // namespace burin::test
