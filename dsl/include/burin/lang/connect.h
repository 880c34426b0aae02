// SPDX-License-Identifier: Apache-2.0
//! @file connect.h
//! @brief Connection of whole interfaces: structs of ports, member by member, by name.
#pragma once

#include <concepts>
#include <string_view>
#include <vector>

#include "burin/lang/config.h"
#include "burin/lang/signal.h"

namespace burin {

template <typename T>
class Optional;

/// Members that a bulk connection leaves alone.
struct Except {
  std::vector<std::string_view> members;
  /// The names of the members: `Except{"payload", "last"}`.
  template <std::convertible_to<std::string_view>... Names>
  Except(const Names&... names) : members{names...} {}  // NOLINT(google-explicit-constructor)
};

namespace detail {

template <typename T>
inline constexpr bool is_port = false;
template <typename T>
inline constexpr bool is_port<In<T>> = true;
template <typename T>
inline constexpr bool is_port<Out<T>> = true;

template <typename T>
inline constexpr bool is_optional = false;
template <typename T>
inline constexpr bool is_optional<Optional<T>> = true;

void report_unmatched(std::string_view member, std::string_view why, const Where& where);

/// Which way a value flows between two ports is told by how the module at hand sees them: constness tells a
/// port of an instance from an own one (see `Instance::operator->`).
template <typename A, typename B>
void connect_ports(A& a, B& b, std::string_view name, const Where& where) {
  using PlainA = std::remove_const_t<A>;
  using PlainB = std::remove_const_t<B>;
  constexpr bool a_drives = std::is_const_v<A> ? PlainA::kRole == Role::out : PlainA::kRole == Role::in;
  constexpr bool b_drives = std::is_const_v<B> ? PlainB::kRole == Role::out : PlainB::kRole == Role::in;
  using T = typename PlainA::ValueType;
  static_assert(std::is_same_v<T, typename PlainB::ValueType>, "Burin: the two members have different types");
  if constexpr (a_drives && !b_drives) {
    b = Source<T>(static_cast<const T&>(a), where);
  } else if constexpr (b_drives && !a_drives) {
    a = Source<T>(static_cast<const T&>(b), where);
  } else {
    report_unmatched(name, a_drives ? "both sides drive it" : "both sides read it", where);
  }
}

template <typename A, typename B>
void connect_optional_ports(A& a, B& b, std::string_view name, const Where& where) {
  if (static_cast<bool>(a) && static_cast<bool>(b)) {
    connect_ports(*a, *b, name, where);
  } else if (static_cast<bool>(a) != static_cast<bool>(b)) {
    report_unmatched(name, "one of the two sides has been made without it", where);
  }
}

template <typename A, typename B>
void connect_members(A& a, B& b, const Except& except, const Where& where) {
  for_each_member(a, [&](std::string_view name, auto& member) {
    for (const std::string_view left_out : except.members) {
      if (left_out == name) return;
    }
    bool found = false;
    for_each_member(b, [&](std::string_view other_name, auto& other) {
      if (other_name != name) return;
      found = true;
      using Member = std::remove_const_t<std::remove_reference_t<decltype(member)>>;
      using Other = std::remove_const_t<std::remove_reference_t<decltype(other)>>;
      if constexpr (is_port<Member> && is_port<Other>) {
        if constexpr (std::is_same_v<ValueOf<Member>, ValueOf<Other>>) {
          connect_ports(member, other, name, where);
        } else {
          report_unmatched(name, "the two sides have different types", where);
        }
      } else if constexpr (is_param<Member> && is_param<Other>) {
        // What the interface was made with: its widths are compared where its ports meet.
      } else if constexpr (is_optional<Member> && is_optional<Other>) {
        connect_optional_ports(member, other, name, where);
      } else if constexpr (Reflectable<Member> && Reflectable<Other> && !is_port<Member> && !is_port<Other>) {
        connect_members(member, other, except, where);
      } else {
        report_unmatched(name, "one side is a port, the other a group of them", where);
      }
    });
    if (!found) report_unmatched(name, "the other side has no member of that name", where);
  });
  for_each_member(b, [&](std::string_view name, auto&) {
    for (const std::string_view left_out : except.members) {
      if (left_out == name) return;
    }
    bool found = false;
    for_each_member(a, [&](std::string_view other_name, auto&) { found = found || other_name == name; });
    if (!found) report_unmatched(name, "the first side has no member of that name", where);
  });
}

}  // namespace detail

/// Connects two interfaces member by member: an own one with an instance's of the same direction, or those of
/// two instances with each other. Every member must find its partner, but for those in `except`.
template <typename A, typename B>
void connect(A& a, B& b, const Except& except = {}, const Where& where = Where::current()) {
  if constexpr (detail::is_port<std::remove_const_t<A>>) {
    detail::connect_ports(a, b, "", where);
  } else {
    detail::connect_members(a, b, except, where);
  }
}

}  // namespace burin
