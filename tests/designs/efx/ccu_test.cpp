// SPDX-License-Identifier: Apache-2.0
//! @file ccu_test.cpp
//! @brief The common computing unit on all engines, and in the tools.
#include <doctest/doctest.h>

#include "designs/efx/ccu_suite.h"
#include "designs/support.h"
#include "dsl/verilog/tools.h"

namespace burin::test {
namespace {

/// Everything, at a length that suits the engine.
void run_suite(sim::EngineKind kind, size_t falcon_stride, size_t mix) {
  CAPTURE(sim::engine_name(kind));
  const uint64_t seed = test_seed();
  CcuBench(kind).check(ccu_corners(), seed);
  ccu_agrees_with_falcon(kind, falcon_stride);
  ccu_takes_any_mix(kind, mix, seed);
  ccu_takes_an_operation_a_cycle(kind);
  ccu_counts(kind);
}

TEST_CASE("ccu: corners, FALCON's own results, mixes, rates and counters on the default engine") {
  run_suite(sim::kDefaultEngine, 1, 20'000);
}

TEST_CASE("ccu: the same in Verilator") {
  if (has_tool("verilator")) run_suite(sim::EngineKind::verilator, 1, 20'000);
}

TEST_CASE("ccu: some of it under the interpreter") { run_suite(sim::EngineKind::interpreter, 500, 100); }

TEST_CASE("ccu: other stage counts, four bits of a quotient a cycle, the multiplier in parts") {
  const uint64_t seed = test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  const WatchedCcu::Config config{.add_stages = 3,
                                  .multiply_stages = 7,
                                  .convert_stages = 1,
                                  .divide_bits = 4,
                                  .multiplier = efx::Multiplier::parts};
  CcuBench ccu(sim::kDefaultEngine, config,
               {.adder = 3, .multiplier = 7, .divider = 15, .converter = 1, .division = 14});
  ccu.check(ccu_corners(), seed);
  ccu.check(random_ccu_cases(5000, seed, 8), seed);
  ccu.check(random_ccu_cases(5000, seed + 1, 8), seed, 300, 600);
}

TEST_CASE("ccu: a reset in any cycle of a mix") { ccu_forgets_at_reset(sim::kDefaultEngine, test_seed()); }

TEST_CASE("ccu: the Verilog is taken by Yosys, Icarus and Verilator without a word") {
  VerilogFolder folder;
  const auto made = elaborate<efx::Ccu>();
  CHECK(made.warnings == "");
  folder.add(*made.design);
  const auto in_parts = elaborate<efx::MultiplyUnit>({.multiplier = efx::Multiplier::parts});
  CHECK(in_parts.warnings == "");
  folder.add(*in_parts.design);
  folder.check_clean();
}

TEST_CASE("ccu: Yosys synthesises a small one, without latches") {
  if (!has_tool("yosys")) return;
  VerilogFolder folder;
  folder.add(*elaborate<efx::Ccu>({.exponent_bits = 3, .fraction_bits = 4, .tag_bits = 2}).design);
  std::string script = "read_verilog";
  for (const auto& file : std::filesystem::directory_iterator(folder.path())) {
    if (file.path().extension() == ".v") script += " " + file.path().filename().string();
  }
  script += "; synth -flatten -top " + folder.tops().front() + "; check -assert; select -assert-none t:$_DLATCH*";
  const ProcessResult result = folder.run({"yosys", "-q", "-p", script});
  CHECK_MESSAGE(result.ok(), failure_text(result));
}

}  // namespace
}  // namespace burin::test
