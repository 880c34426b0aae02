// SPDX-License-Identifier: Apache-2.0
//! @file rules.h
//! @brief Breaks the rules of a bus on purpose.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "burin/sim/bench.h"

namespace burin::test {

/// Sets ports by their names, cycle by cycle, and collects what the checks say. A port keeps its value.
template <typename Wire>
std::string said_of(const std::vector<std::map<std::string, uint64_t>>& cycles, int idle = 0,
                    const typename sim::Bench<Wire>::Config& config = {}) {
  sim::Bench<Wire> bench(config);
  bench.reset();
  for (const auto& cycle : cycles) {
    for (const auto& [name, value] : cycle) bench.engine().set_u64(name, value);
    bench.step();
  }
  bench.step(static_cast<uint64_t>(idle));
  std::set<std::string> messages;  // once each
  for (const sim::Event& event : bench.engine().events()) messages.insert(event.text);
  std::string text;
  for (const std::string& message : messages) text += (text.empty() ? "" : "; ") + message;
  return text;
}

}  // namespace burin::test
