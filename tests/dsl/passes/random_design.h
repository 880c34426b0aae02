// SPDX-License-Identifier: Apache-2.0
//! @file random_design.h
//! @brief Random designs in which the rules of the transform passes find much to do.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "burin/ir/ir.h"

namespace burin::test {

/// A design of a few modules with about `size` nodes each: the same for the same seed.
std::unique_ptr<ir::Design> random_design(uint64_t seed, int size);

/// Runs `change` on one of two equal random designs and compares all outputs and processes over some cycles with
/// random inputs, for each of `count` seeds.
void check_keeps_behaviour(int count, const std::function<void(ir::Design&)>& change);

}  // namespace burin::test
