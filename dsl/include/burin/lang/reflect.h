// SPDX-License-Identifier: Apache-2.0
//! @file reflect.h
//! @brief Names and members of plain C++ aggregates, so that nobody types a name twice.
//!
//! The members of an aggregate are counted by trying how many initialisers it takes, bound by structured
//! bindings, and named by the compiler's own rendering of a template argument that points to the member. Types
//! adapted with BOOST_HANA_DEFINE_STRUCT or BOOST_HANA_ADAPT_STRUCT are visited through Hana instead, and
//! `lang/hana.h` offers every aggregate to Hana's algorithms.
#pragma once

#include <array>
#include <boost/hana/accessors.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/pair.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>
#include <string_view>
#include <type_traits>
#include <utility>

#include "burin/lang/member_tie.h"

namespace burin::detail {

/// Converts to anything, in unevaluated code.
struct AnyMember {
  template <typename T>
  constexpr operator T() const;  // NOLINT(google-explicit-constructor)
};

template <typename T, std::size_t... I>
constexpr bool takes_initialisers(std::index_sequence<I...>) {
  return requires { T{(static_cast<void>(I), AnyMember{})...}; };
}

template <typename T, std::size_t N = 0>
constexpr std::size_t count_members() {
  if constexpr (N > kMostMembers) {
    return N;
  } else if constexpr (takes_initialisers<T>(std::make_index_sequence<N + 1>{})) {
    return count_members<T, N + 1>();
  } else {
    return N;
  }
}

template <typename T>
inline constexpr std::size_t member_count = count_members<T>();

template <typename T>
struct Storage {
  T value;
};

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-var-template"
#pragma clang diagnostic ignored "-Wundefined-internal"
#endif

/// Never defined: only addresses of its members are taken, at compile time.
template <typename T>
extern const Storage<T> no_object;

template <typename T>
struct MemberPointer {
  const T* pointer;
};
template <typename T>
constexpr MemberPointer<T> member_pointer(const T& member) {
  return {&member};
}

template <auto Pointer>
consteval std::string_view spelled() {
  return __PRETTY_FUNCTION__;
}

/// Whether `c` can be part of a name in C++; bytes beyond ASCII belong to letters.
constexpr bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// The last identifier of the compiler's rendering of a member pointer.
consteval std::string_view last_identifier(std::string_view text) {
  // "... {(& no_object<M>.Storage<M>::value.M::name)}; std::string_view = ..." or "...{&no_object.value.name}]"
  std::size_t end = text.rfind('}');
  const std::size_t semicolon = text.find("}; ");
  if (semicolon != std::string_view::npos) end = semicolon;
  while (end > 0 && !is_name_character(text[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && is_name_character(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

template <typename T, std::size_t I>
inline constexpr std::string_view member_name =
    last_identifier(spelled<member_pointer(std::get<I>(tie_members<member_count<T>, const T>(no_object<T>.value)))>());

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

template <typename T>
consteval std::string_view spelled_type() {
  return __PRETTY_FUNCTION__;
}

/// The name of a class without namespaces and template arguments.
template <typename T>
constexpr std::string_view type_name() {
  constexpr std::string_view text = spelled_type<T>();
  std::size_t begin = text.find("T = ") + 4;
  std::size_t end = begin;
  // The name ends at the first '<', ';' or ']' and begins after the last "::" before that.
  while (end < text.size() && text[end] != '<' && text[end] != ';' && text[end] != ']') {
    if (text[end] == '(') {  // "main()::Local", "{anonymous}" and "(anonymous namespace)" of the compilers
      while (end < text.size() && text[end] != ')') ++end;
    }
    if (text[end] == ':') begin = end + 1;
    ++end;
  }
  return text.substr(begin, end - begin);
}

/// A type that somebody adapted for Hana; not one that `lang/hana.h` offers to it.
template <typename T>
concept HanaStruct = boost::hana::Struct<T>::value && !requires { boost::hana::accessors_impl<T>::kOfBurin; };

/// A class whose members can be visited by name.
template <typename T>
concept Reflectable = std::is_class_v<T> && (std::is_aggregate_v<T> || HanaStruct<T>);

template <typename T, typename Visit, std::size_t... I>
constexpr void visit_members(T& object, Visit& visit, std::index_sequence<I...>) {
  using Plain = std::remove_const_t<T>;
  auto members = tie_members<sizeof...(I)>(object);
  static_cast<void>(members);
  (visit(member_name<Plain, I>, std::get<I>(members)), ...);
}

/// Calls `visit(std::string_view name, member&)` for each member of `object`, in order of declaration.
template <typename T, typename Visit>
constexpr void for_each_member(T& object, Visit&& visit) {
  using Plain = std::remove_const_t<T>;
  if constexpr (HanaStruct<Plain>) {
    boost::hana::for_each(boost::hana::accessors<Plain>(), [&](auto accessor) {
      visit(std::string_view(boost::hana::to<const char*>(boost::hana::first(accessor))),
            boost::hana::second(accessor)(object));
    });
  } else {
    visit_members(object, visit, std::make_index_sequence<member_count<Plain>>{});
  }
}

}  // namespace burin::detail
