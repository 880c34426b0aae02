// SPDX-License-Identifier: Apache-2.0
//! @file reset.h
//! @brief A reset that begins at once and ends with a clock.
#pragma once

#include "burin/lib/crossing/support.h"

namespace burin {

/// @see ResetSynchroniser
struct ResetSynchroniserConfig {
  Param<int, "cycles for which the reset outlasts its request", range(2, 16)> stages = 2;
  ClockOptions clock = {.reset = ResetKind::asynchronous};  ///< Of the clock; the reset is an asynchronous one.
};
/// `reset` is 1 as soon as the clock's reset is active, clock or no clock, and falls with the edge number `stages`
/// after it has ended: all registers that it resets start in the same cycle.
struct ResetSynchroniser {
  using Config = ResetSynchroniserConfig;
  Config config;

  Clock clock{config.clock};
  Out<Bool> reset{detail::at(clock)};

  List<Reg<Bool>> chain{config.stages.value(), Bool(true), stage()};

  [[nodiscard]] RegOptions stage() const {
    RegOptions options = detail::at(clock);
    options.power_up = Bits(1, 1);
    options.synchroniser = true;
    return options;
  }

  void logic() {
    chain.front() = false;
    for (size_t i = 1; i < chain.size(); ++i) chain[i] = chain[i - 1];
    reset = chain.back();
  }
};

/// A reset, active high, that begins with `request` and ends `stages` edges of `clock` after it. `request` may come
/// from anywhere, straight from a register or a port. The reset that `clock` has itself is not looked at.
[[nodiscard]] inline Bool synchronise_reset(const Bool& request, const Clock& clock, int stages = 2,
                                            const Where& where = Where::current()) {
  const ClockOptions options{.edge = detail::options_of(clock, where).edge, .reset = ResetKind::asynchronous};
  const ResetSynchroniser& block =
      detail::make_block<ResetSynchroniser>({.stages = {stages, where}, .clock = options}, "synchronised_reset", where);
  block.clock.connect(clock.signal(where), request, where);
  return block.reset;
}

}  // namespace burin
