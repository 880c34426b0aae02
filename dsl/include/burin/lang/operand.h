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
  Left(const T& v, const Where& w = Where::current()) : value(v, w), where(w) {}
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
                  "Burin B0101: the two sides have different widths; write zext<N>(x), trunc<N>(x) or resize<N>(x)");
  }
  template <Integer I>
  Operand(I integer, const Where& w = Where::current())
      : AnyOperand(Literal(plain_integer(integer)), Sort::unsigned_, w) {}
  Operand(const Bits& v, const Where& w = Where::current()) : AnyOperand(Literal(v), Sort::unsigned_, w) {}
  template <int V>
  Operand(const SInt<V>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::signed_, w) {
    static_assert(always_false<UInt<V>>,
                  "Burin B0102: a signed value meets an unsigned one; write x.as_uint() or y.as_sint()");
  }
  template <typename Tag>
  Operand(const BasicBool<Tag>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::boolean, w) {
    static_assert(always_false<Tag>, "Burin: a Bool meets a UInt; write b.as_uint()");
  }
  template <typename E>
  Operand(const Enum<E>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::enumeration, w) {
    static_assert(always_false<E>, "Burin: an Enum meets a UInt; write e.as_uint()");
  }
  template <std::same_as<bool> B>
  Operand(B, const Where& w = Where::current()) : AnyOperand(Value(), Sort::boolean, w) {
    static_assert(always_false<B>, "Burin: a C++ bool meets a number; write 1 or 0, or b ? x : y in C++");
  }
};

template <int W>
struct Operand<SInt<W>> : AnyOperand {
  Operand(const SInt<W>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::signed_, w) {}
  template <int V>
    requires(V != W)
  Operand(const SInt<V>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::signed_, w) {
    static_assert(V == W || V == dynamic || W == dynamic,
                  "Burin B0101: the two sides have different widths; write sext<N>(x), trunc<N>(x) or resize<N>(x)");
  }
  template <Integer I>
  Operand(I integer, const Where& w = Where::current())
      : AnyOperand(Literal(plain_integer(integer)), Sort::signed_, w) {}
  Operand(const Bits& v, const Where& w = Where::current()) : AnyOperand(Literal(v), Sort::signed_, w) {}
  template <int V>
  Operand(const UInt<V>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::unsigned_, w) {
    static_assert(always_false<SInt<V>>,
                  "Burin B0102: an unsigned value meets a signed one; write x.as_sint() or y.as_uint()");
  }
  template <typename Tag>
  Operand(const BasicBool<Tag>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::boolean, w) {
    static_assert(always_false<Tag>, "Burin: a Bool meets an SInt; write b.as_uint().as_sint(), which is 0 or -1");
  }
};

template <typename Tag>
struct Operand<BasicBool<Tag>> : AnyOperand {
  Operand(const BasicBool<Tag>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::boolean, w) {}
  template <std::integral I>
  Operand(I integer, const Where& w = Where::current()) : AnyOperand(Literal(integer), Sort::boolean, w) {}
  template <BooleanParameter P>
  Operand(const P& parameter, const Where& w = Where::current()) : Operand(parameter.value(), w) {}
  template <int V>
  Operand(const SInt<V>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::signed_, w) {
    static_assert(always_false<SInt<V>>, "Burin: an SInt stands where a Bool is needed; write x != 0 or x < 0");
  }
  template <int V>
  Operand(const UInt<V>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::unsigned_, w) {
    static_assert(always_false<UInt<V>>,
                  "Burin: a UInt stands where a Bool is needed; write x != 0, x.bit(i) or x.as_bool()");
  }
};

template <typename E>
struct Operand<Enum<E>> : AnyOperand {
  Operand(const Enum<E>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::enumeration, w) {}
  Operand(E v, const Where& w = Where::current())  // as wide as its type, also where it meets another enumerator
      : AnyOperand(Value::of_literal(Literal(static_cast<std::underlying_type_t<E>>(v)), Enum<E>::kWidth,
                                     Sort::enumeration, w),
                   Sort::enumeration, w) {}
  template <EnumParameter<E> P>
  Operand(const P& parameter, const Where& w = Where::current()) : Operand(parameter.value(), w) {}
  template <int V>
  Operand(const UInt<V>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::unsigned_, w) {
    static_assert(always_false<UInt<V>>,
                  "Burin: a UInt meets an Enum; write unpack<Enum<E>>(x), or compare e.as_uint()");
  }
  template <typename F>
    requires(!std::same_as<E, F>)
  Operand(const Enum<F>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::enumeration, w) {
    static_assert(always_false<F>, "Burin: the two sides are enumerators of different enumerations");
  }
};

/// An unsigned amount or index: a `UInt` of any width or a C++ integer.
struct Amount : AnyOperand {
  template <int V>
  Amount(const UInt<V>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::unsigned_, w) {}
  template <Integer I>
  Amount(I integer, const Where& w = Where::current())
      : AnyOperand(Literal(plain_integer(integer)), Sort::unsigned_, w) {}
  template <int V>
  Amount(const SInt<V>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::signed_, w) {
    static_assert(always_false<SInt<V>>, "Burin: a shift amount or index is unsigned; write x.as_uint()");
  }
  template <typename Tag>
  Amount(const BasicBool<Tag>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::boolean, w) {
    static_assert(always_false<Tag>, "Burin: a shift amount or index is a UInt; write b.as_uint()");
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
                  "Burin B0102: an unsigned value meets a signed one; write x.as_sint() or y.as_uint()");
  }
  template <int V>
  Factor(const SInt<V>& v, const Where& w = Where::current()) : AnyOperand(v, Sort::signed_, w) {
    static_assert(Self::kSort == Sort::signed_ || always_false<SInt<V>>,
                  "Burin B0102: a signed value meets an unsigned one; write x.as_uint() or y.as_sint()");
  }
  template <Integer I>
  Factor(I integer, const Where& w = Where::current()) : AnyOperand(Literal(plain_integer(integer)), Self::kSort, w) {}
  Factor(const Bits& v, const Where& w = Where::current()) : AnyOperand(Literal(v), Self::kSort, w) {}
};

/// A part of a port, wire or register; `scalar.h` has its members.
template <typename T>
class Part;

}  // namespace detail
}  // namespace burin
