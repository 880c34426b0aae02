// SPDX-License-Identifier: Apache-2.0
//! @file formal.h
//! @brief What properties are made of besides logic: values of former cycles, and values that a proof may choose.
//!
//! ```
//! IF (past(out.valid & ~out.ready)) {
//!   assert_(out.valid, "valid stays until the transfer");
//!   assert_(stable(out.payload), "a payload that waits does not change");
//! }
//! ```
//! Everything here is logic with a meaning of its own (docs/semantics.md): it may be used anywhere, simulates on every
//! engine, and costs registers, which synthesis drops where only checks read them. Conditions around a call do not
//! count: `past` looks at every cycle of the clock in force.
#pragma once

#include "burin/lang/process.h"

namespace burin {

namespace detail {

/// Binds each of `leaves` to its value `cycles` ago.
void past_leaves(std::span<const Leaf> leaves, int64_t cycles, const Where& where);
/// 1 bit: one of `leaves` is not what it was a cycle ago.
Value changed_leaves(std::span<const Leaf> leaves, const Where& where);
Value in_first_cycles(int64_t cycles, const Where& where);

enum class FreeKind : uint8_t { constant, sequence };
/// Makes the registers of an object free values.
void make_free(const Object& object, FreeKind kind, const Where& where);

}  // namespace detail

/// True in the first `cycles` (1 and more) of the clock in force: after time zero, and after each reset. Reset itself
/// does not count: the first cycle is the one in which the registers still have their reset values.
inline Bool initially(int64_t cycles = 1, const Where& where = Where::current()) {
  return {detail::FromValue{}, detail::in_first_cycles(cycles, where)};
}

/// `value`, of any type, as it was `cycles` (0 and more) of the clock in force ago; 0 as long as there is no such
/// cycle: in the first `cycles` after time zero and after each reset.
template <typename T>
detail::ValueOf<T> past(const T& value, int64_t cycles = 1, const Where& where = Where::current()) {
  detail::note_place(where);
  detail::ValueOf<T> result(value);
  detail::past_leaves(detail::leaves_of(result), cycles, where);
  return result;
}

/// Whether `value`, of any type, differs from what it was a cycle ago; 0 in the first cycle.
template <typename T>
Bool changed(const T& value, const Where& where = Where::current()) {
  detail::note_place(where);
  const detail::ValueOf<T> copy(value);
  return {detail::FromValue{}, detail::changed_leaves(detail::leaves_of(copy), where)};
}

/// Whether `value`, of any type, is what it was a cycle ago; 1 in the first cycle.
template <typename T>
Bool stable(const T& value, const Where& where = Where::current()) {
  return ~detail::Left<Bool>(changed(value, where), where);
}

/// `bit` is 1 and was 0 a cycle ago; 0 in the first cycle.
inline Bool rose(const Bool& bit, const Where& where = Where::current()) {
  return bit & detail::Operand<Bool>(changed(bit, where), where);
}

/// `bit` is 0 and was 1 a cycle ago; 0 in the first cycle.
inline Bool fell(const Bool& bit, const Where& where = Where::current()) {
  return past(bit, 1, where) & detail::Operand<Bool>(~detail::Left<Bool>(bit, where), where);
}

namespace detail {

/// A register without a driver of the designer's: `AnyConst` and `AnySeq`.
template <typename T, FreeKind K>
class Free : public Storing<T> {
 public:
  using ValueType = T;

  Free(const Where& where = Where::current()) { declare_free({}, where); }  // NOLINT(google-explicit-constructor)
  Free(Shape shape, const Where& where = Where::current())
    requires ShapedByWidth<T>
      : Storing<T>(T(shape, where)) {
    declare_free({}, where);
  }
  explicit Free(const T& prototype, const Where& where = Where::current()) : Storing<T>(prototype) {
    declare_free({}, where);
  }
  explicit Free(Name name, const Where& where = Where::current()) { declare_free(name.text, where); }
  Free(Name name, const T& prototype, const Where& where = Where::current()) : Storing<T>(prototype) {
    declare_free(name.text, where);
  }
  Free(const Free&) = delete;
  Free& operator=(const Free&) = delete;

 private:
  void declare_free(std::string_view name, const Where& where) {
    this->declare_as({.kind = ir::SignalKind::reg, .name = name, .where = where});
    make_free(*this, K, where);
  }
};

}  // namespace detail

/// A value that never changes and of which nothing else is known: a proof holds for all of them. In simulation it has
/// what the power-up option gives a register without a power-up value: 0, or random bits from the seed.
///
/// A member takes its name from C++; a local object states one: `AnyConst<UInt<8>> token{"token"}`.
template <typename T>
using AnyConst = detail::Free<T, detail::FreeKind::constant>;

/// A value of which nothing is known, another one in each cycle: a proof holds for all sequences. In simulation it is
/// a pseudo-random sequence that begins with what the power-up option gives.
template <typename T>
using AnySeq = detail::Free<T, detail::FreeKind::sequence>;

/// A local `AnyConst` as a value.
template <typename T>
T any_const(Name name, const Where& where = Where::current()) {
  return static_cast<const T&>(AnyConst<T>(name, where));
}
template <typename T>
T any_const(Name name, const T& prototype, const Where& where = Where::current()) {
  return static_cast<const T&>(AnyConst<T>(name, prototype, where));
}
/// A local `AnySeq` as a value.
template <typename T>
T any_seq(Name name, const Where& where = Where::current()) {
  return static_cast<const T&>(AnySeq<T>(name, where));
}
template <typename T>
T any_seq(Name name, const T& prototype, const Where& where = Where::current()) {
  return static_cast<const T&>(AnySeq<T>(name, prototype, where));
}

}  // namespace burin
