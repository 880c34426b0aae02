// SPDX-License-Identifier: Apache-2.0
//! @file route.h
//! @brief Demultiplexer and multiplexer of streams: a number says which of several streams a value goes to, or is taken
//! from.
#pragma once

#include "burin/lib/stream/assertions.h"

namespace burin {

/// The configuration of `StreamDemux` and `StreamMux`.
template <typename T>
struct StreamRouteConfig {
  Param<int, "streams to choose from", range(1, 256)> streams = 2;
  bool checks = false;  ///< Assert the protocol of the streams on both sides.
  PayloadShape<T> shape = {};
};

/// Sends each value to the stream that `index` names. `index` belongs to the value: it must not change while one
/// waits. While it names none, nothing is taken. Latency 0, a value in each cycle.
template <typename T>
struct StreamDemux {
  using Config = StreamRouteConfig<T>;
  Config config;

  StreamIn<T> in = StreamIn<T>::of(config.shape);
  In<UInt<>> index{bits(index_bits(config.streams))};
  List<StreamOut<T>> out{config.streams, [this](int) { return StreamOut<T>::of(config.shape); }};

  void logic() {
    Bool ready = false;
    for (size_t i = 0; i < out.size(); ++i) {
      const Bool meant = index == i;
      out[i].payload = in.payload;
      out[i].valid = in.valid & meant;
      ready = ready | (out[i].ready & meant);
    }
    in.ready = ready;

    if (config.checks) {
      assert_stream(in);
      for (StreamOut<T>& one : out) assert_stream(one);
    }
  }
};

/// Takes values from the stream that `index` names. `index` must not change while a value waits, and while it names no
/// stream, nothing is offered. Latency 0, a value in each cycle.
template <typename T>
struct StreamMux {
  using Config = StreamRouteConfig<T>;
  Config config;

  List<StreamIn<T>> in{config.streams, [this](int) { return StreamIn<T>::of(config.shape); }};
  In<UInt<>> index{bits(index_bits(config.streams))};
  StreamOut<T> out = StreamOut<T>::of(config.shape);

  void logic() {
    std::vector<T> payloads;
    Bool valid = false;
    for (size_t i = 0; i < in.size(); ++i) {
      const Bool meant = index == i;
      payloads.push_back(in[i].payload);
      valid = valid | (in[i].valid & meant);
      in[i].ready = out.ready & meant;
    }
    out.valid = valid;
    out.payload = Vec<T>(payloads)[index];

    if (config.checks) {
      for (StreamIn<T>& one : in) assert_stream(one);
      assert_stream(out);
    }
  }
};

/// What `demux` gives.
template <typename F>
struct DemuxStage : StreamStage {
  int streams;
  F select;
  Where where;

  DemuxStage(int n, F f, const Where& w) : streams(n), select(std::move(f)), where(w) {}

  template <typename T>
  std::vector<StreamValue<T>> operator()(const StreamValue<T>& stream) const {
    const StreamDemux<T>& block = detail::make_block<StreamDemux<T>>(
        {.streams = {streams, where}, .shape = stream.payload}, stream.name() + "_demux", where);
    detail::connect_stream(stream, detail::StreamSink<T>(block.in, where));
    block.index = detail::Source<UInt<>>(UInt<>(select(stream.payload)), where);
    std::vector<StreamValue<T>> ways;
    for (const StreamOut<T>& one : block.out) {
      ways.push_back(stream_of(one).named(stream.name() + "_" + std::to_string(ways.size())));
    }
    return ways;
  }
};

/// `streams` ways, of which each value takes the one that `select(value)`, of `index_bits(streams)` bits, names:
/// `const auto ways = source >> demux(4, [](const Packet& p) { return p.port; });`.
template <typename F>
[[nodiscard]] DemuxStage<F> demux(int streams, F select, const Where& where = Where::current()) {
  return DemuxStage<F>(streams, std::move(select), where);
}

/// The stream of `streams`, a `List<StreamIn<T>>` or a vector of `StreamValue`, that `select` names. @see StreamMux
template <int W, typename Streams>
[[nodiscard]] auto select_stream(const UInt<W>& select, Streams&& streams, const Where& where = Where::current()) {
  using T = detail::StreamPayload<decltype(*streams.begin())>;
  std::vector<StreamValue<T>> sources;
  for (auto&& one : streams) sources.push_back(stream_of(one));
  detail::check_list_index(0, sources.size(), where);
  std::vector<std::string> names;
  for (const StreamValue<T>& one : sources) names.push_back(one.name());
  const std::string name = detail::common_name(names);
  const StreamMux<T>& block = detail::make_block<StreamMux<T>>(
      {.streams = {static_cast<int>(sources.size()), where}, .shape = sources.front().payload}, name + "_mux", where);
  for (size_t i = 0; i < sources.size(); ++i)
    detail::connect_stream(sources[i], detail::StreamSink<T>(block.in[i], where));
  block.index = detail::Source<UInt<>>(UInt<>(select), where);
  return stream_of(block.out).named(name);
}

}  // namespace burin
