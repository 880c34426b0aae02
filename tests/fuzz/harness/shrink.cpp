// SPDX-License-Identifier: Apache-2.0
//! @file shrink.cpp
//! @brief Makes a failing case as small as it gets while it still fails.
//!
//! 1. Put the contents of instances in their place, when the case then still fails.
//! 2. Try every reduction; take a smaller case that still fails at once and go on from there with the same reduction.
//! 3. Until a whole round changes nothing.
//! A case is smaller by a weighted sum that every step lowers, so the search ends.
#include "fuzz/harness/shrink.h"

#include <fmt/format.h>

#include "burin/base/interrupt.h"
#include "burin/passes/liveness.h"
#include "fuzz/harness/reductions.h"

namespace burin::fuzz {
namespace {

using namespace ir;

/// What a case weighs: what a reader has to understand counts most.
uint64_t weight(const Case& test) {
  uint64_t weight = 0;
  for (const auto& module : test.design->modules) {
    weight += 100;
    for (const Signal& signal : module->signals) {
      switch (signal.kind) {
        case SignalKind::input:
        case SignalKind::wire:
          weight += 100;
          break;
        case SignalKind::output:
          weight += 200;
          break;
        default:
          weight += 1000;
      }
    }
    for (const Register& state : module->registers) {
      weight += (state.reset_value ? 50 : 0) + (state.power_up ? 50 : 0);
      const NodeId driver = module->signals[state.signal].driver;
      if (module->node(driver).op != Op::read || module->node(driver).immediate != state.signal) weight += 50;
    }
    for (const Memory& memory : module->memories) {
      weight += 1000 * (1 + memory.reads.size() + memory.writes.size()) + memory.contents.size() + memory.depth;
      for (const ReadPort& port : memory.reads) weight += port.enable != kNone ? 100 : 0;
      for (const WritePort& port : memory.writes) weight += port.mask != kNone ? 100 : 0;
    }
    for (const Clock& clock : module->clocks) {
      weight += 300 + (clock.reset_kind != ResetKind::none ? 50 : 0) + (clock.edge == Edge::falling ? 20 : 0);
      if (module->node(clock.clock).op != Op::read) weight += 20;
      if (module->node(clock.clock).op == Op::read) weight += module->node(clock.clock).immediate == 0 ? 0 : 5;
    }
    weight += 1000 * (module->processes.size() + module->instances.size());
    for (const Process& process : module->processes) weight += 100 * process.arguments.size();
    for (const Signal& signal : module->signals) {
      if (signal.kind == SignalKind::output && module->is_constant(signal.driver)) weight -= 50;
    }
  }
  weight += 1000 * operations_of(*test.design);
  for (const Step& step : test.stimulus.steps) {
    weight += 20 + 4 * step.sets.size() + step.cycles;
    for (const auto& [port, value] : step.sets) weight += value.is_zero() ? 0 : 1;
  }
  return weight + (test.stimulus.power_up.kind != sim::PowerUp::Kind::zeros ? 10 : 0);
}

}  // namespace

size_t operations_of(const Design& design) {
  size_t count = 0;
  for (const auto& module : design.modules) {
    const std::vector<bool> live = passes::find_referenced(*module);
    for (NodeId id = 0; id < module->node_count(); ++id) {
      const Op op = module->node(id).op;
      if (live[id] && op != Op::constant && op != Op::read) ++count;
    }
  }
  return count;
}

Case shrink(const Case& failing, const StillFails& still_fails, const ShrinkOptions& options) {
  Case best = failing;
  size_t tries = 0;
  const auto try_case = [&](const Case& smaller) {
    ++tries;
    if (!still_fails(smaller)) return false;
    best = smaller;
    return true;
  };
  try {
    if (best.design->modules.size() > 1) try_case(flattened(best));
    bool changed = true;
    for (int round = 1; changed && tries < options.most_tries; ++round) {
      changed = false;
      for (const Reduction& reduction : all_reductions()) {
        for (size_t i = 0; i < reduction.count(best) && tries < options.most_tries;) {
          throw_if_interrupted();
          const std::optional<Case> smaller = reduction.apply(best, i);
          if (smaller && weight(*smaller) < weight(best) && try_case(*smaller)) {
            changed = true;  // the list is shorter now: its element i is the next one
          } else {
            ++i;
          }
        }
        if (options.progress) {
          options.progress(fmt::format("shrinking, round {}, {}: {} operations, {} steps, {} tries", round,
                                       reduction.name, operations_of(*best.design), best.stimulus.steps.size(), tries));
        }
      }
    }
  } catch (const Interrupted&) {
    // The caller asks `interrupted()` itself; what is found is worth keeping.
  }
  return best;
}

}  // namespace burin::fuzz
