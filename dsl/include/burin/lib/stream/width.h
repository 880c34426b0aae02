// SPDX-License-Identifier: Apache-2.0
//! @file width.h
//! @brief Packets on more or fewer lanes.
#pragma once

#include "burin/lib/stream/assertions.h"
#include "burin/lib/stream/packet.h"

namespace burin {

/// The configuration of `StreamWiden` and `StreamNarrow`.
template <typename T>
struct StreamWidthConfig {
  Param<int, "lanes of the narrow side", range(1, 4096)> lanes = 1;
  Param<int, "how many times as many lanes the wide side has", range(1, 4096)> factor = 2;
  bool checks =
      false;  ///< Assert the protocol of the streams, and that only the last beat of a packet has empty lanes.
  PayloadShape<T> shape = {};  ///< Of a value in a lane.
};

namespace detail {

/// The lanes in use are the lower ones, and all of them unless the packet ends.
template <typename T, int N>
Bool is_well_formed(const Lanes<T, N>& beat) {
  const UInt<> after = add_carry(UInt<>(beat.keep), 1);  // a run of ones from bit 0 becomes a single one
  return ((after & zext(UInt<>(beat.keep), after.width())) == 0) & (beat.last | reduce_and(beat.keep));
}

}  // namespace detail

/// Gathers `factor` beats into a wide one; a packet that ends earlier leaves lanes empty. A narrow beat is taken in
/// each cycle; the wide one is there in the cycle after its last part.
template <typename T>
struct StreamWiden {
  using Config = StreamWidthConfig<T>;
  Config config;

  StreamIn<Lanes<T>> in = StreamIn<Lanes<T>>::of(lanes_of(config.lanes, config.shape.value));
  StreamOut<Lanes<T>> out = StreamOut<Lanes<T>>::of(lanes_of(config.lanes * config.factor, config.shape.value));

  Reg<Lanes<T>> word{lanes_of(config.lanes * config.factor, config.shape.value)};
  Reg<UInt<>> part{bits(index_bits(config.factor)), 0};  // the one that comes next
  Reg<Bool> complete{false};

  void logic() {
    in.ready = ~complete | out.ready;
    out.valid = complete;
    out.payload = word;

    const int lanes = config.lanes;
    const Bool is_final = in.payload.last | (part == config.factor - 1);
    IF (in.ready) { complete = in.valid & is_final; }
    IF (in.fire()) {
      part = config.factor == 1 ? part : mux(is_final, 0, part + 1);
      word.last = in.payload.last;
      for (int i = 0; i < config.factor; ++i) {
        IF (part == i) {
          for (int lane = 0; lane < lanes; ++lane) word.data[i * lanes + lane] = in.payload.data[lane];
          word.keep.bits((i + 1) * lanes - 1, i * lanes) = in.payload.keep;
        }
        ELIF (part == 0) { word.keep.bits((i + 1) * lanes - 1, i * lanes) = 0; }
      }
    }

    if (config.checks) {
      assert_stream(in);
      assert_stream(out);
      assert_(~in.valid | detail::is_well_formed<T>(in.payload), "a beat has empty lanes before the end of its packet");
    }
  }
};

/// Sends the lanes of a wide beat in up to `factor` narrow ones; parts without a value are left out. Latency 0, a
/// narrow beat in each cycle.
template <typename T>
struct StreamNarrow {
  using Config = StreamWidthConfig<T>;
  Config config;

  StreamIn<Lanes<T>> in = StreamIn<Lanes<T>>::of(lanes_of(config.lanes * config.factor, config.shape.value));
  StreamOut<Lanes<T>> out = StreamOut<Lanes<T>>::of(lanes_of(config.lanes, config.shape.value));

  Reg<UInt<>> part{bits(index_bits(config.factor)), 0};  // the one on offer

  void logic() {
    const int lanes = config.lanes;
    std::vector<Lanes<T>> parts;
    for (int i = 0; i < config.factor; ++i) {
      const uint32_t above = in.payload.keep.width();
      const Bool is_final = in.payload.keep.bits(above - 1, (i + 1) * lanes) == 0;
      std::vector<T> data;
      for (int lane = 0; lane < lanes; ++lane) data.push_back(in.payload.data[i * lanes + lane]);
      parts.push_back(
          {.data = Vec<T>(data), .keep = in.payload.keep.bits((i + 1) * lanes - 1, i * lanes), .last = is_final});
    }
    const Lanes<T> now = Vec<Lanes<T>>(parts)[part];
    out.valid = in.valid;
    out.payload = Lanes<T>{now.data, now.keep, now.last & in.payload.last};
    in.ready = out.ready & now.last;
    if (config.factor > 1) {
      IF (out.fire()) { part = mux(now.last, 0, part + 1); }
    }

    if (config.checks) {
      assert_stream(in);
      assert_stream(out);
      assert_(~in.valid | detail::is_well_formed<T>(in.payload), "a beat has empty lanes before the end of its packet");
    }
  }
};

/// What `widen` and `narrow` give.
template <bool widens>
struct WidthStage : StreamStage {
  int factor;
  Where where;

  template <typename T, int N>
  StreamValue<Lanes<T>> operator()(const StreamValue<Lanes<T, N>>& stream) const {
    using Block = std::conditional_t<widens, StreamWiden<T>, StreamNarrow<T>>;
    const auto lanes = static_cast<int>(stream.payload.data.size());
    const Block& block = detail::make_block<Block>(
        {.lanes = {widens ? lanes : lanes / factor, where}, .factor = {factor, where}, .shape = stream.payload.data[0]},
        stream.name() + (widens ? "_widen" : "_narrow"), where);
    detail::connect_stream(stream, detail::StreamSink<Lanes<T, N>>(block.in, where));
    return stream_of(block.out).named(stream.name());
  }
  template <typename T>
  StreamValue<Lanes<T>> operator()(const StreamValue<Beat<T>>& stream) const {
    const Beat<T>& beat = stream.payload;
    return (*this)(stream.with_payload(Lanes<T>{Vec<T>{beat.data}, UInt<>(UInt<1>(1)), beat.last}));
  }
};

/// `factor` times as many lanes, for streams of `Lanes` and of `Beat`, which has one. @see StreamWiden
[[nodiscard]] inline WidthStage<true> widen(int factor, const Where& where = Where::current()) {
  return {{}, factor, where};
}
/// Lanes divided by `factor`, for streams of `Lanes` whose number of lanes it divides. @see StreamNarrow
[[nodiscard]] inline WidthStage<false> narrow(int factor, const Where& where = Where::current()) {
  return {{}, factor, where};
}

}  // namespace burin
