// SPDX-License-Identifier: Apache-2.0
//! @file packet.h
//! @brief Payloads of streams that carry packets.
#pragma once

#include "burin/burin.h"

namespace burin {

/// One value of a packet; `last` ends it.
template <typename T>
struct Beat {
  T data;
  Bool last;
};

/// Up to `N` values of a packet, the first one in lane 0; bit i of `keep` says that lane i holds one. Only the last
/// beat of a packet has empty lanes, all of them above the others; what these hold is of no meaning.
template <typename T, int N = dynamic>
struct Lanes {
  Vec<T, N> data;
  UInt<N> keep;
  Bool last;
};

/// The shape of a beat with `count` lanes, for declarations: `StreamIn<Lanes<T>>::of(lanes_of(4, T()))`.
template <typename T>
Lanes<T> lanes_of(int count, const T& element) {
  return {.data = Vec<T>(count, element), .keep = UInt<>(bits(count)), .last = {}};
}

namespace detail {

/// A payload that says where its packet ends.
template <typename T>
concept HasLast = requires(const T& value) {
  { value.last } -> std::convertible_to<Bool>;
};

/// Whether `payload` ends a packet; true where there are none.
template <typename T>
Bool ends_packet(const T& payload) {
  if constexpr (HasLast<T>) {
    return payload.last;
  } else {
    static_cast<void>(payload);
    return true;
  }
}

}  // namespace detail
}  // namespace burin
