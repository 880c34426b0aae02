// SPDX-License-Identifier: Apache-2.0
//! @file registers.h
//! @brief Register stages: they cut the combinational paths of a stream, forwards, backwards or both.
#pragma once

#include "burin/lib/stream/assertions.h"
#include "burin/lib/stream/flow.h"

namespace burin {

/// What the register stages have in common.
template <typename T>
struct StreamRegisterConfig {
  bool checks = false;  ///< Assert the protocol of the stream on both sides.
  PayloadShape<T> shape = {};
};

/// `valid` and payload come out of registers; `ready` passes through. Latency 1, a value in each cycle.
template <typename T>
struct StreamForwardRegister {
  using Config = StreamRegisterConfig<T>;
  Config config;

  StreamIn<T> in = StreamIn<T>::of(config.shape);
  StreamOut<T> out = StreamOut<T>::of(config.shape);

  Reg<Bool> full{false};
  Reg<T> held{config.shape.value};

  void logic() {
    in.ready = ~full | out.ready;
    out.valid = full;
    out.payload = held;

    IF (in.ready) { full = in.valid; }
    IF (in.fire()) { held = in.payload; }

    if (config.checks) {
      assert_stream(in);
      assert_stream(out);
    }
  }
};

/// `ready` comes out of a register; `valid` and payload pass through, and what arrives when the way ahead has just
/// closed waits aside: a skid buffer. Latency 0, a value in each cycle.
template <typename T>
struct StreamBackwardRegister {
  using Config = StreamRegisterConfig<T>;
  Config config;

  StreamIn<T> in = StreamIn<T>::of(config.shape);
  StreamOut<T> out = StreamOut<T>::of(config.shape);

  Reg<Bool> full{false};
  Reg<T> aside{config.shape.value};

  void logic() {
    in.ready = ~full;
    out.valid = in.valid | full;
    out.payload = mux(full, aside, in.payload);

    full = out.valid & ~out.ready;
    IF (in.ready) { aside = in.payload; }

    if (config.checks) {
      assert_stream(in);
      assert_stream(out);
    }
  }
};

/// Everything comes out of registers: a backward stage before a forward one. Latency 1, a value in each cycle.
template <typename T>
struct StreamFullRegister {
  using Config = StreamRegisterConfig<T>;
  Config config;

  StreamIn<T> in = StreamIn<T>::of(config.shape);
  StreamOut<T> out = StreamOut<T>::of(config.shape);

  Instance<StreamBackwardRegister<T>> backward{config};
  Instance<StreamForwardRegister<T>> forward{config};

  void logic() { in >> backward >> forward >> out; }
};

/// Everything comes out of one register, which is filled or emptied: half the area of the full stage. Latency 1, a
/// value in every second cycle.
template <typename T>
struct StreamHalfRegister {
  using Config = StreamRegisterConfig<T>;
  Config config;

  StreamIn<T> in = StreamIn<T>::of(config.shape);
  StreamOut<T> out = StreamOut<T>::of(config.shape);

  Reg<Bool> full{false};
  Reg<T> held{config.shape.value};

  void logic() {
    in.ready = ~full;
    out.valid = full;
    out.payload = held;

    IF (in.fire()) {
      full = true;
      held = in.payload;
    }
    ELIF (out.fire()) { full = false; }

    if (config.checks) {
      assert_stream(in);
      assert_stream(out);
    }
  }
};

/// Which paths a register stage cuts.
enum class Slice {
  forward,   ///< `valid` and payload. @see StreamForwardRegister
  backward,  ///< `ready`. @see StreamBackwardRegister
  full,      ///< All. @see StreamFullRegister
  half,      ///< All, at half the rate and area. @see StreamHalfRegister
};

/// What `register_slice` gives.
struct RegisterStage : StreamStage {
  Slice slice;
  bool checks;
  Where where;

  template <typename T>
  FlowValue<T> operator()(const FlowValue<T>& flow) const {
    const FlowRegister<T>& block =
        detail::make_block<FlowRegister<T>>({.shape = flow.payload}, flow.name() + "_register", where);
    detail::connect_flow(flow, detail::FlowSink<T>(block.in, where));
    return {block.out.payload, block.out.valid, flow.name()};
  }
  template <typename T>
  StreamValue<T> operator()(const StreamValue<T>& stream) const {
    const StreamRegisterConfig<T> config{.checks = checks, .shape = stream.payload};
    constexpr std::string_view kName = "register";
    switch (slice) {
      case Slice::forward:
        return detail::through_block<StreamForwardRegister<T>>(stream, config, kName, where);
      case Slice::backward:
        return detail::through_block<StreamBackwardRegister<T>>(stream, config, kName, where);
      case Slice::half:
        return detail::through_block<StreamHalfRegister<T>>(stream, config, kName, where);
      default:
        return detail::through_block<StreamFullRegister<T>>(stream, config, kName, where);
    }
  }
};

/// A register stage of a stream or flow: `source >> register_slice() >> sink`. A flow has nothing to cut backwards.
[[nodiscard]] inline RegisterStage register_slice(Slice slice = Slice::full, bool checks = false,
                                                  const Where& where = Where::current()) {
  return {{}, slice, checks, where};
}
/// A register in the path of `ready`, with a place for the value that is under way: a backward register stage.
[[nodiscard]] inline RegisterStage skid_buffer(bool checks = false, const Where& where = Where::current()) {
  return register_slice(Slice::backward, checks, where);
}

}  // namespace burin
