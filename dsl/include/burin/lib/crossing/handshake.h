// SPDX-License-Identifier: Apache-2.0
//! @file handshake.h
//! @brief A stream from one clock to another without a memory: one value under way at a time.
#pragma once

#include "burin/lib/crossing/support.h"

namespace burin {

/// @see HandshakeCrossing
template <typename T>
struct HandshakeCrossingConfig {
  CrossingClocks clocks = {};
  bool checks = false;  ///< Assert the protocol of the stream on both sides.
  PayloadShape<T> shape = {};
};
/// Holds a value at clock `from` while news of it goes to clock `to`, and takes the next one when news of its transfer
/// is back. Latency one cycle of `from` and two to three of `to`; a value in five cycles at equal clocks. For
/// values that come now and then: `AsyncFifo` moves one in each cycle.
template <typename T>
struct HandshakeCrossing {
  using Config = HandshakeCrossingConfig<T>;
  Config config;

  Clock from{config.clocks.from};
  Clock to{config.clocks.to};
  StreamIn<T> in = StreamIn<T>::of(config.shape, detail::at(from));
  StreamOut<T> out = StreamOut<T>::of(config.shape, detail::at(to));

  Reg<T> held{config.shape.value, detail::at(from)};
  Reg<Bool> sent{false, detail::at(from)};  // turns over with each value
  Reg<Bool> taken{false, detail::at(to)};   // follows it with each transfer

  void logic() {
    const Bool offered = synchronise(sent, to);
    const Bool confirmed = synchronise(taken, from);

    in.ready = sent == confirmed;
    IF (in.fire()) {
      held = in.payload;
      sent = ~sent;
    }

    out.valid = offered != taken;
    out.payload = unpack<T>(waive_crossing(pack(held), "stands still from before `sent` turns until `taken` has"),
                            config.shape.value);
    IF (out.fire()) { taken = ~taken; }

    if (config.checks) {
      {
        const WithClock in_force(from);
        assert_stream(in);
      }
      const WithClock in_force(to);
      assert_stream(out);
    }
  }
};

struct HandshakeStage : StreamStage {
  detail::StageClocks clocks;
  bool checks;

  template <typename T>
  StreamValue<T> operator()(const StreamValue<T>& stream) const {
    return detail::through_crossing<HandshakeCrossing<T>>(
        stream, {.clocks = clocks.kinds(), .checks = checks, .shape = stream.payload}, "handshake", clocks);
  }
};

/// Leads a stream of clock `from` to clock `to`, one value at a time: `source >> handshake(from, to) >> sink`.
[[nodiscard]] inline HandshakeStage handshake(const Clock& from, const Clock& to, bool checks = false,
                                              const Where& where = Where::current()) {
  return {{}, {from, to, where}, checks};
}

}  // namespace burin
