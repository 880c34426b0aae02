// SPDX-License-Identifier: Apache-2.0
//! @file throttle.h
//! @brief Slowing a stream down: at most one value in so many cycles, or only while a gate is open.
#pragma once

#include "burin/lib/stream/registers.h"

namespace burin {

/// The configuration of `StreamThrottle`.
template <typename T>
struct StreamThrottleConfig {
  Param<int, "cycles from a value to the next one, at least", range(1, 1 << 20)> interval = 2;
  bool checks = false;  ///< Assert the protocol of the stream on both sides.
  PayloadShape<T> shape = {};
};

/// Lets at most one value pass in `interval` cycles. Latency 0.
template <typename T>
struct StreamThrottle {
  using Config = StreamThrottleConfig<T>;
  Config config;

  StreamIn<T> in = StreamIn<T>::of(config.shape);
  StreamOut<T> out = StreamOut<T>::of(config.shape);

  Reg<UInt<>> wait{bits(bits_for(config.interval - 1)), 0};

  void logic() {
    const Bool open = wait == 0;
    out.valid = in.valid & open;
    out.payload = in.payload;
    in.ready = out.ready & open;

    if (config.interval > 1) {
      IF (in.fire()) { wait = config.interval - 1; }
      ELIF (~open) { wait = wait - 1; }
    }

    if (config.checks) {
      assert_stream(in);
      assert_stream(out);
    }
  }
};

/// Lets values pass while `is_open` is 1. A value that is on offer when the gate closes still passes, for an offer
/// stands. Latency 0, a value in each cycle.
template <typename T>
struct StreamGate {
  using Config = StreamRegisterConfig<T>;
  Config config;

  StreamIn<T> in = StreamIn<T>::of(config.shape);
  StreamOut<T> out = StreamOut<T>::of(config.shape);
  In<Bool> is_open;

  Reg<Bool> offered{false};

  void logic() {
    const Bool passes = is_open | offered;
    out.valid = in.valid & passes;
    out.payload = in.payload;
    in.ready = out.ready & passes;
    offered = out.valid & ~out.ready;

    if (config.checks) {
      assert_stream(in);
      assert_stream(out);
    }
  }
};

/// What `throttle` gives.
struct ThrottleStage : StreamStage {
  int interval;
  Where where;

  template <typename T>
  StreamValue<T> operator()(const StreamValue<T>& stream) const {
    return detail::through_block<StreamThrottle<T>>(stream, {.interval = {interval, where}, .shape = stream.payload},
                                                    "throttle", where);
  }
};

/// At most one value in `interval` cycles.
[[nodiscard]] inline ThrottleStage throttle(int interval, const Where& where = Where::current()) {
  return {{}, interval, where};
}

/// What `gate` gives.
struct GateStage : StreamStage {
  Bool open;
  Where where;

  template <typename T>
  StreamValue<T> operator()(const StreamValue<T>& stream) const {
    const StreamGate<T>& block =
        detail::make_block<StreamGate<T>>({.shape = stream.payload}, stream.name() + "_gate", where);
    detail::connect_stream(stream, detail::StreamSink<T>(block.in, where));
    block.is_open = detail::Source<Bool>(open, where);
    return stream_of(block.out).named(stream.name());
  }
};

/// Values pass while `open` is 1. @see StreamGate
[[nodiscard]] inline GateStage gate(const Bool& open, const Where& where = Where::current()) {
  return {{}, open, where};
}

}  // namespace burin
