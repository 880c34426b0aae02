// SPDX-License-Identifier: Apache-2.0
//! @file map.h
//! @brief Functions on the values of a stream or flow: combinational, without a module of their own.
#pragma once

#include "burin/lib/stream/stage.h"

namespace burin {

/// What `map` gives.
template <typename F>
struct MapStage : StreamStage {
  F function;

  explicit MapStage(F f) : function(std::move(f)) {}

  template <typename T>
  auto operator()(const StreamValue<T>& stream) const {
    using R = detail::ValueOf<std::remove_cvref_t<std::invoke_result_t<const F&, const T&>>>;
    return stream.template with_payload<R>(function(stream.payload));
  }
  template <typename T>
  auto operator()(const FlowValue<T>& flow) const {
    using R = detail::ValueOf<std::remove_cvref_t<std::invoke_result_t<const F&, const T&>>>;
    return FlowValue<R>(function(flow.payload), flow.valid, flow.name());
  }
};

/// Each value becomes `function(value)`, in the same cycle.
template <typename F>
[[nodiscard]] MapStage<F> map(F function) {
  return MapStage<F>(std::move(function));
}

/// What `filter` gives.
template <typename F>
struct FilterStage : StreamStage {
  F predicate;

  explicit FilterStage(F p) : predicate(std::move(p)) {}

  template <typename T>
  StreamValue<T> operator()(const StreamValue<T>& stream) const {
    const Bool keep = predicate(stream.payload);
    return {stream.payload, stream.valid & keep,
            [stream, keep](const Bool& ready, const Where& where) { stream.take(ready | ~keep, where); },
            stream.name()};
  }
  template <typename T>
  FlowValue<T> operator()(const FlowValue<T>& flow) const {
    return {flow.payload, flow.valid & predicate(flow.payload), flow.name()};
  }
};

/// Lets values pass for which `predicate(value)` is 1 and takes the others away, in the same cycle.
template <typename F>
[[nodiscard]] FilterStage<F> filter(F predicate) {
  return FilterStage<F>(std::move(predicate));
}

}  // namespace burin
