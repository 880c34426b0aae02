// SPDX-License-Identifier: Apache-2.0
//! @file state_machine.cpp
//! @brief Tutorial, part 2: conditions, enumerations and what the checks say.
#include <fmt/format.h>

#include "burin/burin.h"
#include "burin/sim/bench.h"

using namespace burin;

// [module]
enum class Light { red, green, yellow };

struct Crossing {
  In<Bool> car;
  Out<Enum<Light>> light;

  Reg<Enum<Light>> state{Light::red};
  Reg<UInt<4>> timer{0};

  void logic() {
    light = state;
    timer = timer + 1;

    SWITCH (state) {
      CASE (Light::red) {
        IF (car) {
          state = Light::green;
          timer = 0;
        }
      }
      CASE (Light::green) {
        IF (timer == 9) {
          state = Light::yellow;
          timer = 0;
        }
      }
      CASE (Light::yellow) {
        IF (timer == 2) {
          state = Light::red;
        }
      }
    }
  }
};
// [/module]

// [forgotten]
struct Forgotten {
  In<Bool> car;
  Out<UInt<2>> lamps;

  void logic() {
    IF (car) {
      lamps = 2;
    }
  }
};
// [/forgotten]

int main() {
  sim::Bench<Crossing> bench;
  bench.reset();
  bench.set(bench->car, true);
  bench.step();
  bench.set(bench->car, false);
  uint64_t cycles = 0;
  while (bench.get_u64(bench->light) == static_cast<uint64_t>(Light::green)) {
    bench.step();
    ++cycles;
  }
  fmt::print("green for {} cycles\n", cycles);

  try {
    elaborate<Forgotten>();
  } catch (const DesignError& error) {
    for (const Diagnostic& finding : error.diagnostics()) {
      fmt::print("{} {}: {}\n", info(finding.id).code, info(finding.id).name, finding.message);
      fmt::print("write: {}\n", finding.remedy);
    }
  }
}
