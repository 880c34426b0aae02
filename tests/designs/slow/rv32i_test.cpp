// SPDX-License-Identifier: Apache-2.0
//! @file rv32i_test.cpp
//! @brief The RV32I computer in Verilator and through synthesis.
#include <doctest/doctest.h>

#include "../rv32i_suite.h"
#include "dsl/verilog/tools.h"

namespace burin {
namespace {

constexpr auto kEngine = sim::EngineKind::verilator;

TEST_CASE("rv32i in Verilator: random programs") {
  const uint64_t seed = test::test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  std::mt19937_64 random(seed);
  for (int i = 0; i < 2; ++i) {
    CHECK(test::agrees_with_reference(kEngine, test::random_program(random, 3000), 1'000'000) > 2000);
  }
}

TEST_CASE("rv32i in Verilator: a million instructions of the benchmark's program") {
  sim::Bench<rv32i::Benchmark> bench({.rounds = 4}, kEngine);
  CHECK_NOTHROW(rv32i::self_test(bench));
  CHECK(bench.cycles() > 1'000'000);
}

TEST_CASE("rv32i through synthesis: both memories become block RAM, the registers distributed RAM") {
  if (!test::has_tool("yosys")) return;
  const auto computer = elaborate<rv32i::Computer>({.program = rv32i::sort_program(100).image});
  test::VerilogFolder folder;
  folder.add(*computer.design);
  const ProcessResult result = folder.run(
      {"yosys", "-q", "-p",
       "read_verilog *.v; synth_ecp5 -top Computer; select -assert-min 8 t:DP16KD; "
       "select -assert-min 16 t:TRELLIS_DPR16X4; select -assert-max 1000 t:TRELLIS_FF; select -assert-none t:$*"});
  CHECK_MESSAGE(result.ok(), failure_text(result));
}

}  // namespace
}  // namespace burin
