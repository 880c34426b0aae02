// SPDX-License-Identifier: Apache-2.0
//! @file flow.h
//! @brief Flows, which nobody can hold back: their register, and the ways from and to a stream.
#pragma once

#include "burin/lib/stream/fifo.h"

namespace burin {

/// The configuration of `FlowRegister`.
template <typename T>
struct FlowRegisterConfig {
  PayloadShape<T> shape = {};
};

/// A register in a flow. Latency 1, a value in each cycle.
template <typename T>
struct FlowRegister {
  using Config = FlowRegisterConfig<T>;
  Config config;

  FlowIn<T> in = FlowIn<T>::of(config.shape);
  FlowOut<T> out = FlowOut<T>::of(config.shape);

  Reg<Bool> valid{false};
  Reg<T> held{config.shape.value};

  void logic() {
    valid = in.valid;
    IF (in.valid) { held = in.payload; }
    out.valid = valid;
    out.payload = held;
  }
};

/// The configuration of `FlowToStream`.
template <typename T>
struct FlowToStreamConfig {
  Param<int, "values that can wait", range(1, 1 << 20)> depth = 2;
  PayloadShape<T> shape = {};
};

/// A flow into a stream, with a buffer for `depth` values between. A value that finds the buffer full is lost: `lost`
/// is 1 in that cycle. Latency 1.
template <typename T>
struct FlowToStream {
  using Config = FlowToStreamConfig<T>;
  Config config;

  FlowIn<T> in = FlowIn<T>::of(config.shape);
  StreamOut<T> out = StreamOut<T>::of(config.shape);
  Out<Bool> lost;

  Instance<StreamFifo<T>> buffer{{.depth = config.depth, .shape = config.shape}};

  void logic() {
    buffer->in.payload = in.payload;
    buffer->in.valid = in.valid;
    lost = in.valid & ~buffer->in.ready;
    buffer->out >> out;
  }
};

/// What `to_flow` gives.
struct ToFlowStage : StreamStage {
  Where where;

  template <typename T>
  FlowValue<T> operator()(const StreamValue<T>& stream) const {
    stream.take(true, where);
    return {stream.payload, stream.valid, stream.name()};
  }
};

/// Takes each value of a stream at once, into a flow.
[[nodiscard]] inline ToFlowStage to_flow(const Where& where = Where::current()) { return {{}, where}; }

/// What `to_stream` gives.
struct ToStreamStage : StreamStage {
  int depth;
  detail::PlaceHandle lost;
  Where where;

  ToStreamStage(int d, const Bool& place, const Where& w) : depth(d), lost(place), where(w) {}

  template <typename T>
  StreamValue<T> operator()(const FlowValue<T>& flow) const {
    const FlowToStream<T>& block = detail::make_block<FlowToStream<T>>({.depth = {depth, where}, .shape = flow.payload},
                                                                       flow.name() + "_buffer", where);
    detail::connect_flow(flow, detail::FlowSink<T>(block.in, where));
    detail::drive(lost.place(), {block.lost, detail::Sort::boolean, where});
    return stream_of(block.out).named(flow.name());
  }
};

/// A flow into a stream through a buffer for `depth` values. `lost`, a wire or an output of the module, is driven: it
/// is 1 in a cycle in which a value came that finds no place.
[[nodiscard]] inline ToStreamStage to_stream(int depth, Wire<Bool>& lost, const Where& where = Where::current()) {
  return {depth, lost, where};
}
[[nodiscard]] inline ToStreamStage to_stream(int depth, Out<Bool>& lost, const Where& where = Where::current()) {
  return {depth, lost, where};
}

}  // namespace burin
