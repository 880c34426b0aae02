// SPDX-License-Identifier: Apache-2.0
//! @file pulse.h
//! @brief Pulses from one clock to another.
//!
//! A pulse turns a bit over, the bit goes through a synchroniser, and where it is seen to turn there is a pulse again:
//! it is neither lost nor doubled, whichever clock is the faster one.
#pragma once

#include "burin/lib/crossing/support.h"

namespace burin {

/// @see PulseCrossing
struct PulseCrossingConfig {
  CrossingClocks clocks = {};
  bool checks = false;  ///< Assert that no pulse comes while one is under way.
};
/// A cycle of `pulse_in` at clock `from` is a cycle of `pulse_out` at clock `to`, two to three cycles of `to` later.
/// `busy` is 1 until the pulse has arrived for certain, two to three cycles of each clock; a pulse in this time is
/// ignored.
struct PulseCrossing {
  using Config = PulseCrossingConfig;
  Config config;

  Clock from{config.clocks.from};
  Clock to{config.clocks.to};
  In<Bool> pulse_in{detail::at(from)};
  Out<Bool> busy{detail::at(from)};
  Out<Bool> pulse_out{detail::at(to)};

  Reg<Bool> sent{false, detail::at(from)};    // turns over with each pulse
  Reg<Bool> received{false, detail::at(to)};  // follows it

  void logic() {
    const Bool arriving = synchronise(sent, to);
    const Bool confirmed = synchronise(received, from);

    busy = sent != confirmed;
    IF (pulse_in & ~busy) { sent = ~sent; }

    pulse_out = arriving != received;
    received = arriving;

    if (config.checks) {
      const WithClock in_force(from);
      assert_(~(pulse_in & busy), "a pulse comes before the last one has arrived");
    }
  }
};

/// A cycle of `pulse`, at clock `from`, as a cycle at clock `to`. Pulses must be so far apart that none finds the
/// crossing busy, which a simulation asserts; make an instance of `PulseCrossing` to wait for it.
[[nodiscard]] inline Bool cross_pulse(const Bool& pulse, const Clock& from, const Clock& to,
                                      const Where& where = Where::current()) {
  const detail::StageClocks clocks{from, to, where};
  const PulseCrossing& block =
      detail::make_block<PulseCrossing>({.clocks = clocks.kinds(), .checks = true}, "crossed_pulse", where);
  block.from = detail::LocatedClock(from, where);
  block.to = detail::LocatedClock(to, where);
  block.pulse_in = detail::Source<Bool>(pulse, where);
  return block.pulse_out;
}

}  // namespace burin
