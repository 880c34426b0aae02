// SPDX-License-Identifier: Apache-2.0
//! @file operand.h
//! @brief How the right-hand side of an operator finds its width, its sign and its place in the source.
//!
//! A C++ operator cannot have a default argument, but a conversion can: the right operand of every operator
//! is an `Operand<T>`, built on the spot from a value or a C++ integer, which notes where that happens.
#pragma once

#include <type_traits>

#include "burin/lang/value.h"

namespace burin {

template <int W>
class UInt;
template <int W>
class SInt;
template <typename Tag>
class BasicBool;
/// One bit with a meaning of true and false: what conditions are made of.
using Bool = BasicBool<void>;
template <typename E>
class Enum;

namespace detail {

/// The left operand of `==`: exactly a `T`, so that `a == b` has one reading only.
template <typename T>
struct Left {
  T value;
  Where where;
  // NOLINTNEXTLINE(google-explicit-constructor): converting is its purpose
  Left(const T& v, const Where& w = Where::current()) : value(v), where(w) {}
};

/// The right operand of an operator of `T`, or the source of an assignment to a `T`. Specialised per type.
template <typename T>
struct Operand;

/// A C++ integer on the left of an operator.
struct LeftLiteral {
  Literal literal;
  Where where;
  template <Integer I>
  // NOLINTNEXTLINE(google-explicit-constructor): converting is its purpose
  LeftLiteral(I integer, const Where& w = Where::current()) : literal(plain_integer(integer)), where(w) {}
};

template <int W>
struct Operand<UInt<W>> : AnyOperand {
  Operand(const UInt<W>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::unsigned_, w) {}
  template <int V>
    requires(V != W)
  Operand(const UInt<V>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::unsigned_, w) {
    static_assert(V == W || V == dynamic || W == dynamic,
                  "Burin: the two sides have different widths; write zext<N>(x), trunc<N>(x) or resize<N>(x)");
  }
  template <Integer I>
  Operand(I integer, const Where& w = Where::current()) : AnyOperand(Literal(plain_integer(integer)), Sort::unsigned_, w) {}
  Operand(const Bits& v, const Where& w = Where::current()) : AnyOperand(Literal(v), Sort::unsigned_, w) {}
  template <int V>
  Operand(const SInt<V>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::signed_, w) {
    static_assert(always_false<UInt<V>>, "Burin: a signed value meets an unsigned one; write x.as_uint() or y.as_sint()");
  }
  template <typename Tag>
  Operand(const BasicBool<Tag>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::boolean, w) {
    static_assert(always_false<Tag>, "Burin: a Bool meets a UInt; write b.as_uint()");
  }
};

template <int W>
struct Operand<SInt<W>> : AnyOperand {
  Operand(const SInt<W>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::signed_, w) {}
  template <int V>
    requires(V != W)
  Operand(const SInt<V>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::signed_, w) {
    static_assert(V == W || V == dynamic || W == dynamic,
                  "Burin: the two sides have different widths; write sext<N>(x), trunc<N>(x) or resize<N>(x)");
  }
  template <Integer I>
  Operand(I integer, const Where& w = Where::current()) : AnyOperand(Literal(plain_integer(integer)), Sort::signed_, w) {}
  Operand(const Bits& v, const Where& w = Where::current()) : AnyOperand(Literal(v), Sort::signed_, w) {}
  template <int V>
  Operand(const UInt<V>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::unsigned_, w) {
    static_assert(always_false<SInt<V>>, "Burin: an unsigned value meets a signed one; write x.as_sint() or y.as_uint()");
  }
};

template <typename Tag>
struct Operand<BasicBool<Tag>> : AnyOperand {
  Operand(const BasicBool<Tag>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::boolean, w) {}
  template <std::integral I>
  Operand(I integer, const Where& w = Where::current()) : AnyOperand(Literal(integer), Sort::boolean, w) {}
  template <int V>
  Operand(const UInt<V>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::unsigned_, w) {
    static_assert(always_false<UInt<V>>,
                  "Burin: a UInt stands where a Bool is needed; write x != 0, x.bit(i) or x.as_bool()");
  }
};

template <typename E>
struct Operand<Enum<E>> : AnyOperand {
  Operand(const Enum<E>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::enumeration, w) {}
  Operand(E v, const Where& w = Where::current())
      : AnyOperand(Literal(static_cast<std::underlying_type_t<E>>(v)), Sort::enumeration, w) {}
};

/// An unsigned amount or index: a `UInt` of any width or a C++ integer.
struct Amount : AnyOperand {
  template <int V>
  Amount(const UInt<V>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::unsigned_, w) {}
  template <Integer I>
  Amount(I integer, const Where& w = Where::current()) : AnyOperand(Literal(plain_integer(integer)), Sort::unsigned_, w) {}
  template <int V>
  Amount(const SInt<V>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::signed_, w) {
    static_assert(always_false<SInt<V>>, "Burin: a shift amount or index is unsigned; write x.as_uint()");
  }
};

/// A hardware value that chooses an element of a vector.
struct HardwareIndex : AnyOperand {
  template <int V>
  HardwareIndex(const UInt<V>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::unsigned_, w) {}
  template <int V>
  HardwareIndex(const SInt<V>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::signed_, w) {
    static_assert(always_false<SInt<V>>, "Burin: a shift amount or index is unsigned; write x.as_uint()");
  }
};

/// A factor of a product with a `Self`: a value of any width and the same sign, or a C++ integer.
template <typename Self>
struct Factor : AnyOperand {
  template <int V>
  Factor(const UInt<V>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::unsigned_, w) {
    static_assert(Self::kSort == Sort::unsigned_ || always_false<UInt<V>>,
                  "Burin: an unsigned value meets a signed one; write x.as_sint() or y.as_uint()");
  }
  template <int V>
  Factor(const SInt<V>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::signed_, w) {
    static_assert(Self::kSort == Sort::signed_ || always_false<SInt<V>>,
                  "Burin: a signed value meets an unsigned one; write x.as_uint() or y.as_sint()");
  }
  template <Integer I>
  Factor(I integer, const Where& w = Where::current()) : AnyOperand(Literal(plain_integer(integer)), Self::kSort, w) {}
  Factor(const Bits& v, const Where& w = Where::current()) : AnyOperand(Literal(v), Self::kSort, w) {}
};

/// A part of a port, wire or register that can be assigned to: `x.bits(7, 0) = y`.
template <typename T>
class Part : public T {
 public:
  explicit Part(const Value& place) : T(FromPlace{}, place) {}
  Part(const Part& other) : T(FromPlace{}, other) {}
  void operator=(Operand<T> value) const { drive(*this, value); }
  Part& operator=(const Part&)  // left to the assignment above, which knows its place in the source
    requires always_false<T>
  = delete;
};

}  // namespace detail
}  // namespace burin
