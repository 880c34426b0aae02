// SPDX-License-Identifier: Apache-2.0
//! @file fork.h
//! @brief One stream to several receivers, each of which gets every value.
#pragma once

#include <array>

#include "burin/lib/stream/assertions.h"

namespace burin {

/// When the receivers of a fork get a value.
enum class Fork {
  eager,  ///< Each as soon as it is ready; the next value comes when all have this one.
  /// All in the same cycle. The offer to one depends on the readiness of the others, so that it may be withdrawn: lazy
  /// forks break the rule that an offer stands, and suit receivers only whose `ready` does not wait for `valid`.
  lazy,
};

/// The configuration of `StreamFork`.
template <typename T>
struct StreamForkConfig {
  Param<int, "receivers", range(1, 256)> outputs = 2;
  Param<Fork, "when they get a value"> kind = Fork::eager;
  bool checks = false;  ///< Assert the protocol of the streams: of the input, and of the outputs of an eager fork.
  PayloadShape<T> shape = {};
};

/// Gives each value to all receivers. Latency 0, a value in each cycle.
template <typename T>
struct StreamFork {
  using Config = StreamForkConfig<T>;
  Config config;

  StreamIn<T> in = StreamIn<T>::of(config.shape);
  List<StreamOut<T>> out{config.outputs, [this](int) { return StreamOut<T>::of(config.shape); }};

  List<Reg<Bool>> has{config.kind == Fork::eager ? config.outputs.value() : 0, false};  // receivers that have the value

  void logic() {
    Bool all_ready = true;
    for (size_t i = 0; i < out.size(); ++i) {
      out[i].payload = in.payload;
      if (config.kind == Fork::eager) {
        out[i].valid = in.valid & ~has[i];
        all_ready = all_ready & (out[i].ready | has[i]);
        IF (in.fire()) { has[i] = false; }
        ELIF (out[i].fire()) { has[i] = true; }
      } else {
        Bool others = true;
        for (size_t j = 0; j < out.size(); ++j) {
          if (j != i) others = others & out[j].ready;
        }
        out[i].valid = in.valid & others;
        all_ready = all_ready & out[i].ready;
      }
    }
    in.ready = all_ready;

    if (config.checks) {
      assert_stream(in);
      for (StreamOut<T>& one : out) {
        if (config.kind == Fork::eager) assert_stream(one);
      }
    }
  }
};

/// What `fork(n)` gives.
struct ForkStage : StreamStage {
  int outputs;
  Fork kind;
  Where where;

  template <typename T>
  std::vector<StreamValue<T>> operator()(const StreamValue<T>& stream) const {
    const StreamFork<T>& block = detail::make_block<StreamFork<T>>(
        {.outputs = {outputs, where}, .kind = kind, .shape = stream.payload}, stream.name() + "_fork", where);
    detail::connect_stream(stream, detail::StreamSink<T>(block.in, where));
    std::vector<StreamValue<T>> copies;
    for (const StreamOut<T>& one : block.out) {
      copies.push_back(stream_of(one).named(stream.name() + "_" + std::to_string(copies.size())));
    }
    return copies;
  }
};

/// `outputs` copies of a stream: `for (auto& copy : source >> fork(n)) copy >> …`.
[[nodiscard]] inline ForkStage fork(int outputs, Fork kind = Fork::eager, const Where& where = Where::current()) {
  return {{}, outputs, kind, where};
}

/// What `fork<N>()` gives.
template <int N>
struct FixedForkStage : StreamStage {
  ForkStage stage;

  template <typename T>
  auto operator()(const StreamValue<T>& stream) const {
    const std::vector<StreamValue<T>> copies = stage(stream);
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return std::array<StreamValue<T>, N>{copies[I]...};
    }(std::make_index_sequence<N>{});
  }
};

/// The same for a number known to C++: `const auto [a, b] = source >> fork<2>();`.
template <int N>
[[nodiscard]] FixedForkStage<N> fork(Fork kind = Fork::eager, const Where& where = Where::current()) {
  return {{}, fork(N, kind, where)};
}

}  // namespace burin
