// SPDX-License-Identifier: Apache-2.0
//! @file union.h
//! @brief `Union<A, B, …>`: the same bits read as one of several types.
#pragma once

#include <algorithm>

#include "burin/lang/functions.h"

namespace burin {

/// Bits that hold a value of one of the types, all of static width; as wide as the widest of them. A struct with one
/// member, so a union can be a port, a register, or a field of a bundle.
template <typename... Types>
struct Union {
  UInt<> bits{Shape{std::max({static_cast<int64_t>(width_of<Types>())...})}};

  /// The low bits read as a `T`.
  template <typename T>
  [[nodiscard]] T as(const Where& where = Where::current()) const {
    static_assert((std::same_as<T, Types> || ...), "Burin: the union has no alternative of this type");
    return unpack<T>(trunc(bits, width_of<T>(), where), T(), where);
  }
  /// A union that holds `value`, also the one of a port, wire or register, in its low bits, zeros above.
  template <typename T>
  [[nodiscard]] static Union of(const T& value, const Where& where = Where::current()) {
    static_assert((std::same_as<detail::ValueOf<T>, Types> || ...), "Burin: the union has no alternative of this type");
    const Union shape;
    return Union{.bits = zext(pack(value, where), shape.bits.width(), where)};
  }
};

}  // namespace burin
