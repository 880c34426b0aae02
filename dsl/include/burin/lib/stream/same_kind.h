// SPDX-License-Identifier: Apache-2.0
//! @file same_kind.h
//! @brief Whether two types differ in static and dynamic widths at most: then elaboration checks what C++ cannot.
#pragma once

#include <array>
#include <tuple>
#include <type_traits>

#include "burin/lang/collect.h"
#include "burin/lang/vec.h"

namespace burin::detail {

template <typename A, typename B>
struct SameKind;

template <typename A, typename B>
struct SameMembers : std::false_type {};
template <typename... A, typename... B>
  requires(sizeof...(A) == sizeof...(B))
struct SameMembers<std::tuple<A...>, std::tuple<B...>>
    : std::bool_constant<(SameKind<std::remove_cvref_t<A>, std::remove_cvref_t<B>>::value && ...)> {};

template <typename A, typename B>
constexpr bool same_bundle() {
  if constexpr (BundleType<A> && BundleType<B>) {
    if constexpr (type_name<A>() == type_name<B>() && member_count<A> == member_count<B>) {
      return SameMembers<decltype(tie_members<member_count<A>>(std::declval<A&>())),
                         decltype(tie_members<member_count<B>>(std::declval<B&>()))>::value;
    }
  }
  return false;
}

template <typename A, typename B>
struct SameKind : std::bool_constant<std::is_same_v<A, B> || same_bundle<A, B>()> {};
template <int V, int W>
struct SameKind<UInt<V>, UInt<W>> : std::bool_constant<V == W || V == dynamic || W == dynamic> {};
template <int V, int W>
struct SameKind<SInt<V>, SInt<W>> : std::bool_constant<V == W || V == dynamic || W == dynamic> {};
template <typename A, int M, typename B, int N>
struct SameKind<Vec<A, M>, Vec<B, N>>
    : std::bool_constant<(M == N || M == dynamic || N == dynamic) && SameKind<A, B>::value> {};
template <typename A, std::size_t M, typename B, std::size_t N>
struct SameKind<std::array<A, M>, std::array<B, N>> : std::bool_constant<M == N && SameKind<A, B>::value> {};

/// `A` and `B` are the same type but for widths and lengths that one of them leaves to elaboration.
template <typename A, typename B>
inline constexpr bool kSameKind = SameKind<A, B>::value;

}  // namespace burin::detail
