// SPDX-License-Identifier: Apache-2.0
//! @file printed_test.cpp
//! @brief The text in Burin of random circuits, compiled and elaborated, behaves as the circuits did.
#include <doctest/doctest.h>

#include <algorithm>

#include "fuzz/harness/compare.h"
#include "fuzz/printed/circuits.h"

namespace burin::fuzz {
namespace {

// Names of registers and the order of checks of different modules are not part of the text.
TEST_CASE("random circuits printed as Burin behave as before") {
  const auto printed = printed_circuits();
  REQUIRE(printed.size() == kPrintedCircuits);
  for (uint32_t i = 0; i < kPrintedCircuits; ++i) {
    INFO("circuit ", i);
    Case before;
    before.design = original(i);
    before.stimulus = random_stimulus(before.design->top_module(), i, 24);
    before.stimulus.power_up.kind = i % 2 == 0 ? sim::PowerUp::Kind::zeros : sim::PowerUp::Kind::ones;
    const Case after = {i, copy(*printed[i]), before.stimulus};
    const Run expected = run(before, oracle());
    REQUIRE(expected.error == "");
    const auto different = first_difference(expected, run(after, oracle()), true);
    INFO((different ? different->text : std::string()));
    CHECK(!different);
  }
}

}  // namespace
}  // namespace burin::fuzz
