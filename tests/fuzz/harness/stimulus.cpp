// SPDX-License-Identifier: Apache-2.0
//! @file stimulus.cpp
//! @brief Random stimuli and their text.
#include "fuzz/harness/stimulus.h"

#include <fmt/format.h>

#include <random>

#include "support/random_machine.h"

namespace burin::fuzz {
namespace {

bool is_clock(const std::string& name) { return name == "clk" || name == "clk_b"; }

}  // namespace

Stimulus random_stimulus(const ir::Module& top, uint32_t seed, uint32_t steps) {
  std::mt19937 random(seed ^ 0x5eed);
  Stimulus stimulus;
  stimulus.power_up.kind = static_cast<sim::PowerUp::Kind>(random() % 3);
  stimulus.power_up.seed = seed;
  for (uint32_t i = 0; i < steps; ++i) {
    Step step;
    for (const ir::SignalId id : top.ports()) {
      const ir::Signal& port = top.signals[id];
      if (port.kind == ir::SignalKind::output || is_clock(port.name)) continue;
      if (random() % 3 == 0) continue;
      if (port.name == "rst" && random() % 3 != 0) continue;  // long runs at one level, or little happens
      step.sets.emplace_back(port.name, test::random_value(random, port.width));
    }
    switch (random() % 8) {
      case 0:
        step.clock = "clk_b";
        step.cycles = 1;
        break;
      case 1:
      case 2:  // levels by hand: both edges apart, and several clocks at once
        for (const char* clock : {"clk", "clk_b"}) step.sets.emplace_back(clock, Bits(1, random()));
        break;
      case 3:
        break;
      case 4:
        step.clock = "clk";
        step.cycles = 1 + static_cast<uint32_t>(random() % 5);
        break;
      default:
        step.clock = "clk";
        step.cycles = 1;
    }
    stimulus.steps.push_back(std::move(step));
  }
  return stimulus;
}

std::string to_text(const Stimulus& stimulus) {
  static constexpr const char* kPowerUp[] = {"zeros", "ones", "random"};
  std::string text = fmt::format("power-up: {}, seed {}\n", kPowerUp[static_cast<int>(stimulus.power_up.kind)],
                                 stimulus.power_up.seed);
  for (size_t i = 0; i < stimulus.steps.size(); ++i) {
    const Step& step = stimulus.steps[i];
    text += fmt::format("step {}:", i + 1);
    for (const auto& [port, value] : step.sets) text += fmt::format(" {}={}'h{}", port, value.width(), value.to_hex());
    text += step.clock.empty() ? "; evaluate\n" : fmt::format("; {} x {}\n", step.clock, step.cycles);
  }
  return text;
}

}  // namespace burin::fuzz
