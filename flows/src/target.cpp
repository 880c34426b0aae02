// SPDX-License-Identifier: Apache-2.0
//! @file target.cpp
//! @brief The table of targets.
#include "burin/flows/target.h"

#include <fmt/format.h>

#include "burin/base/diagnostics.h"

namespace burin::flows {

const std::vector<Target>& targets() {
  static const std::vector<Target> table = {
      {"ecp5-85k", "Lattice ECP5 LFE5U-85F, speed grade 6, 381-ball package; open tools", Family::ecp5, "85k",
       "CABGA381", 205},
      {"ice40-hx8k", "Lattice iCE40 HX8K, 256-ball package; open tools", Family::ice40, "hx8k", "ct256", 206},
  };
  return table;
}

const Target& find_target(std::string_view name) {
  std::string known;
  for (const Target& target : targets()) {
    if (target.name == name) return target;
    if (!known.empty()) known += ", ";
    known += target.name;
  }
  throw UserError(fmt::format("there is no target '{}'; the targets are: {}", name, known));
}

}  // namespace burin::flows
