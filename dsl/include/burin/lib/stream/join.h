// SPDX-License-Identifier: Apache-2.0
//! @file join.h
//! @brief Two streams become one, value by value.
#pragma once

#include "burin/lib/stream/assertions.h"

namespace burin {

/// A value of each of two streams.
template <typename A, typename B>
struct Joined {
  A first;
  B second;
};

/// `function(a, b)` of the next value of each stream; both are taken together. Latency 0, without a module of its own.
template <typename S, typename R, typename F>
  requires detail::StreamSource<S> && detail::StreamSource<R>
[[nodiscard]] auto join(S&& first, R&& second, F function) {
  const auto a = stream_of(first);
  const auto b = stream_of(second);
  using Result = detail::ValueOf<std::remove_cvref_t<decltype(function(a.payload, b.payload))>>;
  return StreamValue<Result>(
      function(a.payload, b.payload), a.valid & b.valid,
      [a, b](const Bool& ready, const Where& where) {
        a.take(ready & b.valid, where);
        b.take(ready & a.valid, where);
      },
      a.name());
}
/// The next value of each stream side by side.
template <typename S, typename R>
  requires detail::StreamSource<S> && detail::StreamSource<R>
[[nodiscard]] auto join(S&& first, R&& second) {
  return join(std::forward<S>(first), std::forward<R>(second), [](const auto& a, const auto& b) {
    return Joined<std::remove_cvref_t<decltype(a)>, std::remove_cvref_t<decltype(b)>>{a, b};
  });
}

/// The configuration of `StreamJoin`.
template <typename A, typename B>
struct StreamJoinConfig {
  bool checks = false;  ///< Assert the protocol of the streams on both sides.
  PayloadShape<A> first_shape = {};
  PayloadShape<B> second_shape = {};
};

/// Two streams into one of pairs. Latency 0, a pair in each cycle.
template <typename A, typename B>
struct StreamJoin {
  using Config = StreamJoinConfig<A, B>;
  Config config;

  StreamIn<A> first = StreamIn<A>::of(config.first_shape);
  StreamIn<B> second = StreamIn<B>::of(config.second_shape);
  StreamOut<Joined<A, B>> out = StreamOut<Joined<A, B>>::of({config.first_shape.value, config.second_shape.value});

  void logic() {
    join(first, second) >> out;

    if (config.checks) {
      assert_stream(first);
      assert_stream(second);
      assert_stream(out);
    }
  }
};

}  // namespace burin
