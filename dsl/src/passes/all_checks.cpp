// SPDX-License-Identifier: Apache-2.0
//! @file all_checks.cpp
//! @brief The list of checks, in the order in which they run.
#include <array>

#include "burin/passes/checks.h"

namespace burin::passes {

std::span<const Check> all_checks() {
  static constexpr std::array checks = {
      Check{"port-names", check_port_names},
      Check{"undriven", check_undriven},
      Check{"clocks-and-resets", check_clocks_and_resets},
      Check{"combinational-loops", check_combinational_loops},
      Check{"clock-crossings", check_clock_crossings},
      Check{"uninitialised-control", check_uninitialised_control, true},
      Check{"unused-inputs", check_unused_inputs, true},
  };
  return checks;
}

}  // namespace burin::passes
