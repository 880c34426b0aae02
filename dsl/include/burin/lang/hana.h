// SPDX-License-Identifier: Apache-2.0
//! @file hana.h
//! @brief Every bundle and every struct of ports as a Boost.Hana `Struct`, without any macro.
//!
//! With this header `boost::hana::for_each`, `keys`, `members`, `unpack`, `fold_left` and all other algorithms for
//! Hana's structs work on a plain aggregate of hardware values, with the names of its members as compile-time
//! strings:
//! ```
//! boost::hana::for_each(state, boost::hana::fuse([&](auto name, auto value) { … }));
//! ```
//! `members` and `for_each` give values, as every copy of a hardware value does; `accessors` gives references, so
//! `boost::hana::second(accessor)(state) = x` drives. The other way round, types that were adapted for Hana with
//! BOOST_HANA_DEFINE_STRUCT or BOOST_HANA_ADAPT_STRUCT are bundles, with or without this header.
#pragma once

#include <boost/hana/core/when.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>

#include "burin/lang/object.h"
#include "burin/lang/vec.h"

namespace burin::detail {

template <typename T>
constexpr bool is_hardware();

/// Whether all members of the aggregate `T` are hardware values, objects or such aggregates.
template <typename T>
constexpr bool has_hardware_members() {
  constexpr std::size_t count = member_count<T>;
  return []<std::size_t... I>(std::index_sequence<I...>) {
    using Members = decltype(tie_members<count>(std::declval<T&>()));
    return count > 0 && (is_hardware<std::remove_cvref_t<std::tuple_element_t<I, Members>>>() && ...);
  }(std::make_index_sequence<count>{});
}

template <typename T>
constexpr bool is_plain_bundle() {
  if constexpr (std::is_class_v<T> && std::is_aggregate_v<T> && !std::is_empty_v<T> && !is_std_array<T> &&
                !requires { typename T::hana_accessors_impl; }) {
    return has_hardware_members<T>();
  } else {
    return false;
  }
}

template <typename T>
constexpr bool is_hardware() {
  if constexpr (std::derived_from<T, Value> || std::derived_from<T, Object> || is_vec<T>) {
    return true;
  } else if constexpr (is_std_array<T>) {
    return is_hardware<typename T::value_type>();
  } else {
    return is_plain_bundle<T>();
  }
}

/// Member `I` of an aggregate, by reference.
template <typename T, std::size_t I>
struct MemberAccessor {
  template <typename Object>
  constexpr auto&& operator()(Object&& object) const {
    auto& member = std::get<I>(tie_members<member_count<T>>(object));
    if constexpr (std::is_lvalue_reference_v<Object>) {
      return member;
    } else {
      return std::move(member);
    }
  }
};

/// The name of member `I` as a Hana string.
template <typename T, std::size_t I>
constexpr auto hana_name() {
  return []<std::size_t... C>(std::index_sequence<C...>) {
    return boost::hana::string_c<member_name<T, I>[C]...>;
  }(std::make_index_sequence<member_name<T, I>.size()>{});
}

}  // namespace burin::detail

template <typename T>
struct boost::hana::accessors_impl<T, boost::hana::when<burin::detail::is_plain_bundle<T>()>> {
  static constexpr bool kOfBurin = true;
  static constexpr auto apply() {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return boost::hana::make_tuple(
          boost::hana::make_pair(burin::detail::hana_name<T, I>(), burin::detail::MemberAccessor<T, I>{})...);
    }(std::make_index_sequence<burin::detail::member_count<T>>{});
  }
};
