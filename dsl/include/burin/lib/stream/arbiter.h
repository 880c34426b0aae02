// SPDX-License-Identifier: Apache-2.0
//! @file arbiter.h
//! @brief Several streams share one.
#pragma once

#include "burin/lib/stream/assertions.h"
#include "burin/lib/stream/packet.h"

namespace burin {

/// Who goes first.
enum class Arbitration {
  fixed,        ///< The stream with the lowest index.
  round_robin,  ///< The next stream after the one that went last: nobody waits for more than all others once.
};

/// The configuration of `StreamArbiter`.
template <typename T>
struct StreamArbiterConfig {
  Param<int, "streams that compete", range(1, 256)> inputs = 2;
  Param<Arbitration, "who goes first"> policy = Arbitration::round_robin;
  Param<bool, "a packet is not interrupted; the payload has a member `last`"> packets = false;
  bool checks = false;  ///< Assert the protocol of the streams on both sides.
  PayloadShape<T> shape = {};
};

/// Merges streams: in each cycle the value of one of them passes. A stream that was chosen stays chosen until its
/// value, or with `packets` its packet, is through. Latency 0, a value in each cycle.
template <typename T>
struct StreamArbiter {
  using Config = StreamArbiterConfig<T>;
  Config config;

  List<StreamIn<T>> in{config.inputs, [this](int) { return StreamIn<T>::of(config.shape); }};
  StreamOut<T> out = StreamOut<T>::of(config.shape);
  Out<UInt<>> chosen{bits(index_bits(config.inputs))};  ///< The index of the stream whose value is on offer.

  Reg<Bool> held{false};  // the choice of the cycle before stands
  Reg<UInt<>> choice{bits(index_bits(config.inputs)), 0};
  Reg<UInt<>> behind{bits(config.inputs), 0};  // bit i: stream i comes behind the one that went last

  void logic() {
    if (config.packets && !detail::HasLast<T>) {
      detail::report_out_of_range("true", "false for a payload without a member `last`", "packets", Where{});
    }
    std::vector<T> payloads;
    std::vector<Bool> valids;
    for (StreamIn<T>& one : in) {
      payloads.push_back(one.payload);
      valids.push_back(one.valid);
    }
    const UInt<> offers = pack(Vec<Bool>(valids));
    UInt<> winner = priority_encode(offers);
    if (config.policy == Arbitration::round_robin) {
      const UInt<> preferred = offers & behind;
      winner = mux(preferred != 0, priority_encode(preferred), winner);
    }
    chosen = mux(held, choice, winner);
    choice = chosen;

    out.valid = offers.bit(chosen);
    out.payload = Vec<T>(payloads)[chosen];
    for (size_t i = 0; i < in.size(); ++i) in[i].ready = out.ready & (chosen == i);

    const Bool ends = Bool(!config.packets) | detail::ends_packet<T>(out.payload);
    IF (out.valid) { held = ~(out.ready & ends); }
    IF (out.fire() & ends) {
      for (size_t i = 0; i < in.size(); ++i) behind.bit(i) = chosen < i;
    }

    if (config.checks) {
      for (StreamIn<T>& one : in) assert_stream(one);
      assert_stream(out);
    }
  }
};

/// What an arbiter may be told. @see StreamArbiter::Config
struct ArbiterOptions {
  Arbitration policy = Arbitration::round_robin;
  bool packets = false;
  bool checks = false;
};

/// One stream out of several of the same type: `arbitrate(requests) >> memory->request`, `requests` being a
/// `List<StreamIn<T>>` or a vector of `StreamValue`. The instance is called after all of them,
/// or the first.
template <typename Streams>
[[nodiscard]] auto arbitrate(Streams&& streams, const ArbiterOptions& options = {},
                             const Where& where = Where::current()) {
  using T = detail::StreamPayload<decltype(*streams.begin())>;
  std::vector<StreamValue<T>> sources;
  for (auto&& one : streams) sources.push_back(stream_of(one));
  return arbitrate(std::move(sources), options, where);
}
template <typename T>
[[nodiscard]] StreamValue<T> arbitrate(std::vector<StreamValue<T>> streams, const ArbiterOptions& options = {},
                                       const Where& where = Where::current()) {
  detail::check_list_index(0, streams.size(), where);
  std::vector<std::string> names;
  for (const StreamValue<T>& one : streams) names.push_back(one.name());
  const std::string name = detail::common_name(names);
  const StreamArbiter<T>& block =
      detail::make_block<StreamArbiter<T>>({.inputs = {static_cast<int>(streams.size()), where},
                                            .policy = options.policy,
                                            .packets = options.packets,
                                            .checks = options.checks,
                                            .shape = streams.front().payload},
                                           name + "_arbiter", where);
  for (size_t i = 0; i < streams.size(); ++i)
    detail::connect_stream(streams[i], detail::StreamSink<T>(block.in[i], where));
  return stream_of(block.out).named(name);
}

}  // namespace burin
