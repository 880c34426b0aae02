// SPDX-License-Identifier: Apache-2.0
//! @file stage.h
//! @brief Streams inside a module, and `>>`, which leads them through blocks to where they are taken.
//!
//! ```
//! requests >> fifo(16) >> map([](const Request& r) { return r.address; }) >> memory->address;
//! ```
//! On the left stands a source: a `StreamIn` of the module, a `StreamOut` of an instance, a `StreamWire`, or what `>>`
//! gave. In the middle stand stages: the blocks of `burin/lib/stream`, and any instance with one stream in and one
//! out. On the right stands a sink: a `StreamOut` of the module, a `StreamIn` of an instance, or a `StreamWire`. The
//! instances that stages make are called after the stream: `requests_fifo`.
#pragma once

#include <concepts>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "burin/burin.h"
#include "burin/lib/stream/same_kind.h"

namespace burin {

/// A stream within a module, to be driven and taken there: both a sink and a source.
template <typename T>
struct StreamWire {
  Wire<T> payload;
  Wire<Bool> valid;
  Wire<Bool> ready;

  /// A transfer happens in this cycle.
  [[nodiscard]] Bool fire(const Where& where = Where::current()) const {
    return valid & detail::Operand<Bool>(ready, where);
  }
  /// A stream whose payload has the shape of `shape`, for types with dynamic widths.
  static StreamWire of(const T& shape) { return StreamWire{.payload = Wire<T>(shape), .valid = {}, .ready = {}}; }
};

/// Values that come without being asked for: one in each cycle in which `valid` is 1. Nobody can hold them back.
template <Role R, typename T>
struct Flow {
  Port<R, T> payload{PortOptions{.guarded = true}};
  Port<R, Bool> valid;

  /// A flow whose payload has the shape of `shape`, for types with dynamic widths; the options are those of its ports.
  static Flow of(const T& shape, const PortOptions& options = {}, const Where& where = Where::current()) {
    PortOptions guarded = options;
    guarded.guarded = true;
    return Flow{.payload = Port<R, T>(shape, guarded, where), .valid = Port<R, Bool>(options, where)};
  }
};

/// The receiving and the sending side of a flow.
template <typename T>
using FlowIn = Flow<Role::in, T>;
template <typename T>
using FlowOut = Flow<Role::out, T>;

/// A flow within a module.
template <typename T>
struct FlowWire {
  Wire<T> payload;
  Wire<Bool> valid;

  /// A flow whose payload has the shape of `shape`, for types with dynamic widths.
  static FlowWire of(const T& shape) { return FlowWire{.payload = Wire<T>(shape), .valid = {}}; }
};

/// A block that stands between two `>>`: a function object from a `StreamValue` or `FlowValue` to another one, or to
/// several. Base class of all of them; own ones need nothing more.
struct StreamStage {};

namespace detail {

/// A shape of the shape of `value`, of which nothing is read.
template <typename T>
T shape_like(const T& value) {
  const CopyShapes shapes;
  return T(value);
}

}  // namespace detail

/// The widths of a block's values, where their type does not state them; a part of the block's configuration. Made from
/// any value, whose widths it takes.
template <typename T>
struct PayloadShape {
  T value;

  PayloadShape() {}  // NOLINT(modernize-use-equals-default): g++ 12 fails on a default argument that needs it
  PayloadShape(const T& like) : value(detail::shape_like(like)) {}  // NOLINT(google-explicit-constructor)
  operator const T&() const { return value; }                       // NOLINT(google-explicit-constructor)
};

namespace detail {

/// A handle on a place: a copy of it stands for the same place, where a copy of a `Value` is its value.
class PlaceHandle {
 public:
  explicit PlaceHandle(const Value& place) { place_.rebind(place); }
  PlaceHandle(const PlaceHandle& other) { place_.rebind(other.place_); }
  PlaceHandle& operator=(const PlaceHandle& other) {
    place_.rebind(other.place_);
    return *this;
  }
  ~PlaceHandle() = default;
  [[nodiscard]] const Value& place() const { return place_; }

 private:
  Value place_;
};

/// "requests_0" for the stream whose `valid` is `requests[0].valid`; "core_digest" for one of instance `core`.
std::string stream_name(const Value& valid);
/// Drives the ready of the stream `name`. Reports one that is driven already: a stream is taken once.
void take_stream(const PlaceHandle& ready, const Bool& value, std::string_view name, const Where& where);
/// Drives the valid of a sink. Reports one that is driven already.
void feed_stream(const PlaceHandle& valid, const Bool& value, const Where& where);
/// `stem`, or `stem_2` and so on when an instance of the module at hand has that name.
std::string unique_instance_name(const std::string& stem);

/// What several streams are called together: "requests" for "requests_0" and "requests_1", else the first name.
std::string common_name(const std::vector<std::string>& names);

/// An instance that lives as long as the elaboration, called `name`.
template <typename M>
const M& make_block(const typename Instance<M>::Config& config, const std::string& name, const Where& where) {
  auto* const block = new Instance<M>(config, {}, where);  // NOLINT(cppcoreguidelines-owning-memory): kept
  keep(
      block, [](void* kept) { delete static_cast<Instance<M>*>(kept); }, where);
  block->set_name(unique_instance_name(name), "");
  return **block;
}

}  // namespace detail

/// A stream on its way through a module: what `>>` gives. It is taken once.
template <typename T>
class StreamValue {
 public:
  using PayloadType = T;
  /// Told by the one who takes the stream in which cycles it is ready, and where that stands.
  using Take = std::function<void(const Bool& ready, const Where& where)>;

  StreamValue(const T& payload_value, const Bool& valid_value, Take take, std::string name)
      : payload(payload_value), valid(valid_value), take_(std::move(take)), name_(std::move(name)) {}

  T payload;   ///< The value on offer.
  Bool valid;  ///< There is one.

  /// What instances that work on the stream are called after.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Takes the stream, in the cycles in which `ready` is 1.
  void take(const Bool& ready, const Where& where) const { take_(ready, where); }
  /// The same stream with another payload.
  template <typename U>
  [[nodiscard]] StreamValue<U> with_payload(const U& other) const {
    return {other, valid, take_, name_};
  }
  /// The same stream, by another name.
  [[nodiscard]] StreamValue named(std::string name) const { return {payload, valid, take_, std::move(name)}; }

 private:
  Take take_;
  std::string name_;
};

/// A flow on its way through a module.
template <typename T>
class FlowValue {
 public:
  using PayloadType = T;

  FlowValue(const T& payload_value, const Bool& valid_value, std::string name)
      : payload(payload_value), valid(valid_value), name_(std::move(name)) {}

  T payload;   ///< The value that comes.
  Bool valid;  ///< There is one.

  /// What instances that work on the flow are called after.
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string name_;
};

// ------------------------------------------------------------------------------------------------- sources

namespace detail {

/// The stream whose three parts are members of `stream`.
template <typename T, typename S>
StreamValue<T> source_at(const S& stream) {
  std::string name = stream_name(stream.valid);
  return {stream.payload, stream.valid,
          [place = PlaceHandle(stream.ready), name](const Bool& ready, const Where& where) {
            take_stream(place, ready, name, where);
          },
          name};
}

}  // namespace detail

/// The stream behind a source.
template <typename T>
StreamValue<T> stream_of(const StreamValue<T>& stream) {
  return stream;
}
template <typename T>
StreamValue<T> stream_of(StreamIn<T>& stream) {
  return detail::source_at<T>(stream);
}
template <typename T>
StreamValue<T> stream_of(const StreamOut<T>& stream) {
  return detail::source_at<T>(stream);
}
template <typename T>
StreamValue<T> stream_of(StreamWire<T>& stream) {
  return detail::source_at<T>(stream);
}
template <typename T>
FlowValue<T> flow_of(const FlowValue<T>& flow) {
  return flow;
}
template <typename T>
FlowValue<T> flow_of(FlowIn<T>& flow) {
  return {flow.payload, flow.valid, detail::stream_name(flow.valid)};
}
template <typename T>
FlowValue<T> flow_of(const FlowOut<T>& flow) {
  return {flow.payload, flow.valid, detail::stream_name(flow.valid)};
}
template <typename T>
FlowValue<T> flow_of(FlowWire<T>& flow) {
  return {flow.payload, flow.valid, detail::stream_name(flow.valid)};
}

template <typename T>
StreamValue<T> stream_of(StreamOut<T>&) {
  static_assert(detail::always_false<T>, "Burin: the output of a module is a sink; a StreamWire is both");
}
template <typename T>
FlowValue<T> flow_of(FlowOut<T>&) {
  static_assert(detail::always_false<T>, "Burin: the output of a module is a sink; a FlowWire is both");
}

namespace detail {

template <typename S>
concept StreamSource = requires(S& source) { burin::stream_of(source); };
template <typename S>
concept FlowSource = requires(S& source) { burin::flow_of(source); };
template <typename S>
using StreamPayload = typename decltype(burin::stream_of(std::declval<S&>()))::PayloadType;
template <typename S>
using FlowPayload = typename decltype(burin::flow_of(std::declval<S&>()))::PayloadType;

// --------------------------------------------------------------------------------------------------- sinks

template <typename T, typename U>
constexpr void check_sink() {
  static_assert(kSameKind<T, U>,
                "Burin: the sink takes values of another type than the stream carries; write source >> map([](const "
                "auto& x) { return …; }) >> sink");
}

/// Where a stream of `T` can end, with its place in the source.
template <typename T>
struct StreamSink {
  std::vector<Leaf> payload;
  PlaceHandle valid;
  Bool ready;
  Where where;

  template <typename U>
  StreamSink(StreamOut<U>& stream, const Where& w = Where::current())  // NOLINT(google-explicit-constructor)
      : StreamSink(stream, w, 0) {
    check_sink<T, U>();
  }
  template <typename U>
  StreamSink(const StreamIn<U>& stream, const Where& w = Where::current())  // NOLINT(google-explicit-constructor)
      : StreamSink(stream, w, 0) {
    check_sink<T, U>();
  }
  template <typename U>
  StreamSink(StreamWire<U>& stream, const Where& w = Where::current())  // NOLINT(google-explicit-constructor)
      : StreamSink(stream, w, 0) {
    check_sink<T, U>();
  }
  template <typename U>
  StreamSink(StreamIn<U>&, const Where& = Where::current())  // NOLINT(google-explicit-constructor)
      : valid(Value()) {
    static_assert(always_false<U>, "Burin: the input of a module is a source; a StreamWire is both");
  }

 private:
  template <typename S>
  StreamSink(S& stream, const Where& w, int)
      : payload(leaves_of(stream.payload)), valid(stream.valid), ready(stream.ready), where(w) {}
};

/// Where a flow of `T` can end.
template <typename T>
struct FlowSink {
  std::vector<Leaf> payload;
  PlaceHandle valid;
  Where where;

  template <typename U>
  FlowSink(FlowOut<U>& flow, const Where& w = Where::current())  // NOLINT(google-explicit-constructor)
      : payload(leaves_of(flow.payload)), valid(flow.valid), where(w) {
    check_sink<T, U>();
  }
  template <typename U>
  FlowSink(const FlowIn<U>& flow, const Where& w = Where::current())  // NOLINT(google-explicit-constructor)
      : payload(leaves_of(flow.payload)), valid(flow.valid), where(w) {
    check_sink<T, U>();
  }
  template <typename U>
  FlowSink(FlowWire<U>& flow, const Where& w = Where::current())  // NOLINT(google-explicit-constructor)
      : payload(leaves_of(flow.payload)), valid(flow.valid), where(w) {
    check_sink<T, U>();
  }
};

template <typename T>
void connect_stream(const StreamValue<T>& source, const StreamSink<T>& sink) {
  feed_stream(sink.valid, source.valid, sink.where);
  drive_all(sink.payload, leaves_of(source.payload), sink.where);
  source.take(sink.ready, sink.where);
}
template <typename T>
void connect_flow(const FlowValue<T>& source, const FlowSink<T>& sink) {
  feed_stream(sink.valid, source.valid, sink.where);
  drive_all(sink.payload, leaves_of(source.payload), sink.where);
}

// The streams of a module that has one on each side.
template <typename M>
using MembersOf = decltype(tie_members<member_count<M>>(std::declval<const M&>()));

template <typename M, template <typename> typename Is, std::size_t... I>
constexpr std::size_t find_member(std::index_sequence<I...>) {
  std::size_t found = sizeof...(I);
  std::size_t count = 0;
  ((Is<std::remove_cvref_t<std::tuple_element_t<I, MembersOf<M>>>>::value ? (found = I, ++count) : 0), ...);
  return count == 1 ? found : sizeof...(I);
}
template <typename S>
struct IsStreamIn : std::false_type {};
template <typename T>
struct IsStreamIn<StreamIn<T>> : std::true_type {};
template <typename S>
struct IsStreamOut : std::false_type {};
template <typename T>
struct IsStreamOut<StreamOut<T>> : std::true_type {};

template <typename M, template <typename> typename Is>
const auto& only_stream(const M& module) {
  constexpr std::size_t kAt = find_member<M, Is>(std::make_index_sequence<member_count<M>>{});
  static_assert(kAt < member_count<M>,
                "Burin: >> leads through instances that have one StreamIn and one StreamOut; connect this one by its "
                "streams: source >> block->in; block->out >> sink");
  return std::get<kAt>(tie_members<member_count<M>>(module));
}

}  // namespace detail

// ------------------------------------------------------------------------------------------------------ >>

/// Leads a stream into a sink.
template <typename S>
  requires detail::StreamSource<S>
void operator>>(S&& source, std::type_identity_t<detail::StreamSink<detail::StreamPayload<S>>> sink) {
  detail::connect_stream(stream_of(source), sink);
}
template <typename S>
  requires detail::FlowSource<S>
void operator>>(S&& source, std::type_identity_t<detail::FlowSink<detail::FlowPayload<S>>> sink) {
  detail::connect_flow(flow_of(source), sink);
}
/// Leads a stream through a block.
template <typename S, std::derived_from<StreamStage> G>
  requires detail::StreamSource<S>
[[nodiscard]] auto operator>>(S&& source, const G& stage) {
  return stage(stream_of(source));
}
template <typename S, std::derived_from<StreamStage> G>
  requires detail::FlowSource<S>
[[nodiscard]] auto operator>>(S&& source, const G& stage) {
  return stage(flow_of(source));
}
/// Leads a stream through an instance that has one stream in and one out.
template <typename S, typename M>
  requires detail::StreamSource<S>
[[nodiscard]] auto operator>>(S&& source, const Instance<M>& instance) {
  using T = detail::StreamPayload<S>;
  detail::connect_stream(stream_of(source),
                         detail::StreamSink<T>(detail::only_stream<M, detail::IsStreamIn>(*instance), Where{}));
  return stream_of(detail::only_stream<M, detail::IsStreamOut>(*instance));
}

namespace detail {

/// Leads `stream` through a new instance of the block `M`, with the streams `in` and `out`.
template <typename M, typename T>
auto through_block(const StreamValue<T>& stream, const typename M::Config& config, std::string_view what,
                   const Where& where) {
  const M& block = make_block<M>(config, stream.name() + "_" + std::string(what), where);
  connect_stream(stream, StreamSink<T>(block.in, where));
  return stream_of(block.out).named(stream.name());
}

}  // namespace detail
}  // namespace burin
