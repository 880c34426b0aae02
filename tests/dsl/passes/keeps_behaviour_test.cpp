// SPDX-License-Identifier: Apache-2.0
//! @file keeps_behaviour_test.cpp
//! @brief No pass changes what a design does: random designs, before and after, over random inputs.
#include <doctest/doctest.h>

#include "burin/ir/text.h"
#include "burin/passes/pipeline.h"
#include "burin/passes/transforms.h"
#include "random_design.h"

namespace burin::passes {
namespace {

TEST_CASE("each pass keeps the behaviour of random designs") {
  for (const Pass& pass : all_passes()) {
    CAPTURE(pass.name);
    test::check_keeps_behaviour(150, pass.run);
  }
}

TEST_CASE("the standard pipeline keeps the behaviour of random designs") {
  test::check_keeps_behaviour(300, [](ir::Design& design) { optimise(design); });
}

TEST_CASE("passes in another order keep the behaviour of random designs") {
  test::check_keeps_behaviour(150, [](ir::Design& design) {
    Pipeline()
        .add("dead-code")
        .add("slice-fusion")
        .add("slice-fusion")
        .add("mux-simplification")
        .add("common-subexpressions")
        .add("constant-folding")
        .add("dead-code")
        .run(design);
  });
}

TEST_CASE("optimising an optimised design again changes nothing") {
  for (uint64_t seed = 1; seed < 60; ++seed) {
    const auto design = test::random_design(seed, 60);
    optimise(*design);
    optimise(*design);
    const std::string once = ir::print(*design);
    optimise(*design);
    CHECK(ir::print(*design) == once);
  }
}

TEST_CASE("optimising equal designs gives equal text") {
  for (uint64_t seed = 1; seed < 20; ++seed) {
    const auto a = test::random_design(seed, 60);
    const auto b = test::random_design(seed, 60);
    optimise(*a);
    optimise(*b);
    CHECK(ir::print(*a) == ir::print(*b));
  }
}

}  // namespace
}  // namespace burin::passes
