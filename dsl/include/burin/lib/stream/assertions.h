// SPDX-License-Identifier: Apache-2.0
//! @file assertions.h
//! @brief The promises of a stream's producer as checks, for simulation and proofs.
//!
//! Once `valid` is 1 it stays 1, and the payload stays the same, until the transfer; a reset ends the promise.
#pragma once

#include <string>

#include "burin/lib/stream/stage.h"

namespace burin {

namespace detail {

void name_local(Object& object, const std::string& name);

/// A register that is no member: it lives as long as the elaboration, called `name`.
template <typename T, typename... Arguments>
Reg<T>& make_register(const std::string& name, const Where& where, const Arguments&... arguments) {
  auto* const made = new Reg<T>(arguments...);  // NOLINT(cppcoreguidelines-owning-memory): kept
  keep(
      made, [](void* kept) { delete static_cast<Reg<T>*>(kept); }, where);
  name_local(*made, name);
  return *made;
}

/// States the two promises through `promise(condition, message, where)`.
template <typename T, typename Promise>
void stream_promises(const T& payload, const Bool& valid, const Bool& ready, const std::string& name, Promise promise,
                     const Where& where) {
  Reg<Bool>& stalled = make_register<Bool>(name + "_stalled", where, Bool(false), RegOptions{}, where);
  Reg<T>& offered = make_register<T>(name + "_offered", where, shape_like(payload), RegOptions{}, where);
  stalled = Operand<Bool>(valid & Operand<Bool>(~Left<Bool>(ready, where), where), where);
  offered = Source<T>(payload, where);
  const Bool unchanged = Left<UInt<>>(pack(payload, where), where) == Operand<UInt<>>(pack(offered, where), where);
  promise(~Left<Bool>(stalled, where) | Operand<Bool>(valid, where), name + ": valid falls before the transfer", where);
  promise(~Left<Bool>(stalled, where) | Operand<Bool>(unchanged, where),
          name + ": the payload changes before the transfer", where);
}

}  // namespace detail

/// Asserts what the producer of a stream promises: of a port of the module at hand, or a `StreamWire`.
template <typename S>
  requires requires(const S& stream) { stream.payload, stream.valid, stream.ready; }
void assert_stream(const S& stream, const Where& where = Where::current()) {
  detail::stream_promises<detail::ValueOf<decltype(stream.payload)>>(
      stream.payload, stream.valid, stream.ready, detail::stream_name(stream.valid),
      [](const Bool& condition, const std::string& message, const Where& w) { assert_(condition, message, w); }, where);
}

/// Assumes the same of the producer outside, for proofs; a simulation checks it.
template <typename S>
  requires requires(const S& stream) { stream.payload, stream.valid, stream.ready; }
void assume_stream(const S& stream, const Where& where = Where::current()) {
  detail::stream_promises<detail::ValueOf<decltype(stream.payload)>>(
      stream.payload, stream.valid, stream.ready, detail::stream_name(stream.valid),
      [](const Bool& condition, const std::string& message, const Where& w) { assume(condition, message, w); }, where);
}

/// Asserts the promises of a stream on its way: `source >> checked() >> sink`. No cycle, no hardware in synthesis.
struct CheckedStage : StreamStage {
  Where where;

  template <typename T>
  StreamValue<T> operator()(const StreamValue<T>& stream) const {
    return {
        stream.payload, stream.valid,
        [stream, at = where](const Bool& ready, const Where& taken) {
          stream.take(ready, taken);
          detail::stream_promises<T>(
              stream.payload, stream.valid, ready, stream.name(),
              [](const Bool& condition, const std::string& message, const Where& w) { assert_(condition, message, w); },
              at);
        },
        stream.name()};
  }
};
[[nodiscard]] inline CheckedStage checked(const Where& where = Where::current()) { return {{}, where}; }

}  // namespace burin
