// SPDX-License-Identifier: Apache-2.0
//! @file circuits.h
//! @brief The circuits that are printed as Burin, compiled, and compared with what they were.
#pragma once

#include <memory>
#include <vector>

#include "support/random_machine.h"

namespace burin::fuzz {

inline constexpr uint32_t kPrintedCircuits = 8;

/// Circuit `index` before it was printed.
inline std::unique_ptr<ir::Design> original(uint32_t index) {
  test::RandomMachineOptions options;
  options.operations = 30;
  return test::RandomMachine(7000 + index, options).take();
}

/// The same circuits after they were printed, compiled and elaborated. The build generates its definition.
std::vector<std::unique_ptr<ir::Design>> printed_circuits();

}  // namespace burin::fuzz
