// SPDX-License-Identifier: Apache-2.0
//! @file interruptible_engine.cpp
//! @brief Looks at the flag of Ctrl-C before each run of the design, and within long ones.
#include "interruptible_engine.h"

#include <algorithm>

#include "burin/base/interrupt.h"

namespace burin::cli {
namespace {

// Some milliseconds on the slowest engine.
constexpr uint64_t kSlice = 1024;

}  // namespace

void InterruptibleEngine::evaluate() {
  throw_if_interrupted();
  inner().evaluate();
}

void InterruptibleEngine::do_step(sim::PortId clock, uint64_t cycles) {
  do {
    throw_if_interrupted();
    const uint64_t slice = std::min(cycles, kSlice);
    inner().step(clock, slice);
    cycles -= slice;
  } while (cycles != 0);
}

}  // namespace burin::cli
