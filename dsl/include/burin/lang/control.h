// SPDX-License-Identifier: Apache-2.0
//! @file control.h
//! @brief `IF`, `ELIF`, `ELSE`, `SWITCH`, `CASE`, `DEFAULT`: conditions on assignments.
//!
//! ```
//! IF (enable) { value = value + 1; }
//! ELIF (clear) { value = 0; }
//! ELSE { idle = true; }
//!
//! SWITCH (state) {
//!   CASE (State::idle) { … }
//!   CASE (State::run, State::drain) { … }
//!   DEFAULT { … }
//! }
//! ```
//! The bodies are all run by C++; what they assign takes effect in hardware under the condition. Labels of
//! `CASE` are constants, enumerators or patterns of 0, 1 and ? ("1??0"); the first one that matches wins. A
//! `SWITCH` on an `Enum` that lists every enumerator is complete: other encodings behave as its last `CASE`.
#pragma once

#include "burin/lang/enum.h"
#include "burin/lang/scalar.h"

namespace burin::detail {

/// The condition of an `IF`.
struct Condition {
  Value value;
  Where where;
  Condition(const Bool& condition, const Where& w = Where::current()) : value(condition, w), where(w) {}
  template <int W>
  Condition(const UInt<W>& v, const Where& w = Where::current()) : value(v), where(w) {
    static_assert(always_false<UInt<W>>, "Burin: a condition is a Bool; write x != 0 or x.bit(i)");
  }
  template <int W>
  Condition(const SInt<W>& v, const Where& w = Where::current()) : value(v), where(w) {
    static_assert(always_false<SInt<W>>, "Burin: a condition is a Bool; write x != 0 or x < 0");
  }
  template <typename E>
  Condition(const Enum<E>& v, const Where& w = Where::current()) : value(v), where(w) {
    static_assert(always_false<E>, "Burin: a condition is a Bool; write x == E::enumerator");
  }
  template <typename B>
    requires std::integral<B> || IntegerParameter<B> || BooleanParameter<B>
  Condition(const B&, const Where& w = Where::current()) : where(w) {
    static_assert(always_false<B>, "Burin: this condition is known to C++; write if (x) { … }");
  }
};

/// Scope of an `IF`, `ELIF` or `ELSE` body.
class IfScope {
 public:
  enum class Branch : uint8_t { first, next, otherwise };
  IfScope(Branch branch, const Condition& condition);
  explicit IfScope(const Where& where = Where::current());  // ELSE
  ~IfScope();
  IfScope(const IfScope&) = delete;
  IfScope& operator=(const IfScope&) = delete;
};

/// A label of a `CASE`.
struct CaseLabel {
  bool is_pattern = false;
  std::string_view pattern;
  AnyOperand value{Value(), Sort::unsigned_, Where{}};
  std::span<const std::string_view> enumerators;
  template <Integer I>
  CaseLabel(I integer) : value(Literal(plain_integer(integer)), Sort::unsigned_, Where{}) {}
  CaseLabel(bool flag) : value(Literal(flag), Sort::boolean, Where{}) {}
  template <typename E>
    requires std::is_enum_v<E>
  CaseLabel(E enumerator)
      : value(Literal(static_cast<std::underlying_type_t<E>>(enumerator)), Sort::enumeration, Where{}),
        enumerators(enumerator_table<E>) {}
  CaseLabel(const char* text) : is_pattern(true), pattern(text) {}
  CaseLabel(const Bits& bits) : value(Literal(bits), Sort::unsigned_, Where{}) {}
};

/// What a `SWITCH` decides on.
struct Subject {
  Value value;
  Sort sort;
  std::span<const std::string_view> enumerators;
  Where where;
  template <int W>
  Subject(const UInt<W>& v, const Where& w = Where::current()) : value(v, w), sort(Sort::unsigned_), where(w) {}
  template <int W>
  Subject(const SInt<W>& v, const Where& w = Where::current()) : value(v, w), sort(Sort::signed_), where(w) {}
  Subject(const Bool& v, const Where& w = Where::current()) : value(v, w), sort(Sort::boolean), where(w) {}
  template <typename E>
  Subject(const Enum<E>& v, const Where& w = Where::current())
      : value(v, w), sort(Sort::enumeration), enumerators(enumerator_table<E>), where(w) {}
};

/// Scope of a `SWITCH` body.
class SwitchScope {
 public:
  explicit SwitchScope(const Subject& subject);
  ~SwitchScope();
  SwitchScope(const SwitchScope&) = delete;
  SwitchScope& operator=(const SwitchScope&) = delete;
};

/// Scope of a `CASE` or `DEFAULT` body.
class CaseScope {
 public:
  CaseScope(std::initializer_list<CaseLabel> labels, const Where& where = Where::current());
  explicit CaseScope(const Where& where = Where::current());  // DEFAULT
  ~CaseScope();
  CaseScope(const CaseScope&) = delete;
  CaseScope& operator=(const CaseScope&) = delete;
};

}  // namespace burin::detail

// NOLINTBEGIN(cppcoreguidelines-macro-usage): control flow cannot be spelt otherwise
#define IF(...) \
  if (const ::burin::detail::IfScope burin_scope_{::burin::detail::IfScope::Branch::first, {__VA_ARGS__}}; true)
#define ELIF(...) \
  if (const ::burin::detail::IfScope burin_scope_{::burin::detail::IfScope::Branch::next, {__VA_ARGS__}}; true)
#define ELSE if (const ::burin::detail::IfScope burin_scope_{::burin::Where::current()}; true)
#define SWITCH(...) if (const ::burin::detail::SwitchScope burin_switch_{::burin::detail::Subject(__VA_ARGS__)}; true)
#define CASE(...) if (const ::burin::detail::CaseScope burin_case_{{__VA_ARGS__}, ::burin::Where::current()}; true)
#define DEFAULT if (const ::burin::detail::CaseScope burin_case_{::burin::Where::current()}; true)
// NOLINTEND(cppcoreguidelines-macro-usage)
