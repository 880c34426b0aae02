// SPDX-License-Identifier: Apache-2.0
//! @file functions.h
//! @brief Operations that are functions: resizing, concatenation, multiplexers, packing, bit counting and codes.
#pragma once

#include "burin/lang/object.h"
#include "burin/lang/vec.h"

namespace burin {

// ------------------------------------------------------------------------------------------- resizing

/// `x` extended with zeros to `width` bits, not below its own.
template <int W>
UInt<> zext(const UInt<W>& x, int64_t width, const Where& where = Where::current()) {
  return {detail::FromValue{}, detail::resize(ir::Op::zext, x, width, where)};
}
template <int N, int W>
UInt<N> zext(const UInt<W>& x, const Where& where = Where::current()) {
  static_assert(W == dynamic || N >= W, "Burin B0106: zext cannot shrink; write trunc<N>(x)");
  return {detail::FromValue{}, detail::resize(ir::Op::zext, x, N, where)};
}
/// `x` extended with copies of its sign to `width` bits, not below its own.
template <int W>
SInt<> sext(const SInt<W>& x, int64_t width, const Where& where = Where::current()) {
  return {detail::FromValue{}, detail::resize(ir::Op::sext, x, width, where)};
}
template <int N, int W>
SInt<N> sext(const SInt<W>& x, const Where& where = Where::current()) {
  static_assert(W == dynamic || N >= W, "Burin B0106: sext cannot shrink; write trunc<N>(x)");
  return {detail::FromValue{}, detail::resize(ir::Op::sext, x, N, where)};
}
/// The low `width` bits of `x`, not more than it has.
template <int W>
UInt<> trunc(const UInt<W>& x, int64_t width, const Where& where = Where::current()) {
  return {detail::FromValue{}, detail::truncate(x, width, where)};
}
template <int N, int W>
UInt<N> trunc(const UInt<W>& x, const Where& where = Where::current()) {
  static_assert(W == dynamic || N <= W, "Burin B0106: trunc cannot extend; write zext<N>(x)");
  return {detail::FromValue{}, detail::truncate(x, N, where)};
}
template <int W>
SInt<> trunc(const SInt<W>& x, int64_t width, const Where& where = Where::current()) {
  return {detail::FromValue{}, detail::truncate(x, width, where)};
}
template <int N, int W>
SInt<N> trunc(const SInt<W>& x, const Where& where = Where::current()) {
  static_assert(W == dynamic || N <= W, "Burin B0106: trunc cannot extend; write sext<N>(x)");
  return {detail::FromValue{}, detail::truncate(x, N, where)};
}
/// `x` cut, or extended as its type says, to `width` bits.
template <int W>
UInt<> resize(const UInt<W>& x, int64_t width, const Where& where = Where::current()) {
  return static_cast<int64_t>(x.width()) > width ? trunc(x, width, where) : zext(x, width, where);
}
template <int W>
SInt<> resize(const SInt<W>& x, int64_t width, const Where& where = Where::current()) {
  return static_cast<int64_t>(x.width()) > width ? trunc(x, width, where) : sext(x, width, where);
}
template <int N, int W>
UInt<N> resize(const UInt<W>& x, const Where& where = Where::current()) {
  return resize(x, N, where);
}
template <int N, int W>
SInt<N> resize(const SInt<W>& x, const Where& where = Where::current()) {
  return resize(x, N, where);
}

// ---------------------------------------------------------------------------------- sums with carry

/// The sum with its carry: one bit wider than the operands.
template <int W>
UInt<W == dynamic ? dynamic : W + 1> add_carry(const UInt<W>& a, std::type_identity_t<detail::Operand<UInt<W>>> b) {
  return {detail::FromValue{}, detail::add_carry({a, UInt<W>::kSort, b.where}, b)};
}
template <int W>
SInt<W == dynamic ? dynamic : W + 1> add_carry(const SInt<W>& a, std::type_identity_t<detail::Operand<SInt<W>>> b) {
  return {detail::FromValue{}, detail::add_carry({a, SInt<W>::kSort, b.where}, b)};
}
/// The difference, one bit wider than the operands; the top bit is the borrow, or the sign of an `SInt`.
template <int W>
UInt<W == dynamic ? dynamic : W + 1> sub_borrow(const UInt<W>& a, std::type_identity_t<detail::Operand<UInt<W>>> b) {
  return {detail::FromValue{}, detail::sub_borrow({a, UInt<W>::kSort, b.where}, b)};
}
template <int W>
SInt<W == dynamic ? dynamic : W + 1> sub_borrow(const SInt<W>& a, std::type_identity_t<detail::Operand<SInt<W>>> b) {
  return {detail::FromValue{}, detail::sub_borrow({a, SInt<W>::kSort, b.where}, b)};
}

// -------------------------------------------------------------------------------- bits and vectors

namespace detail {

/// The arguments of `cat`, the first one with its place in the source.
struct CatParts {
  std::vector<Value> values;
  Where where;
  template <typename T>
  CatParts(const T& first, const Where& w = Where::current()) : where(w) {  // NOLINT(google-explicit-constructor)
    add(first);
  }
  template <typename T>
  void add(const T& part) {
    static_assert(
        !Integer<T> && !std::same_as<T, bool>,
        "Burin: a C++ integer in a concatenation has no width; write UInt<8>(5), with the width that you mean");
    if constexpr (!Integer<T> && !std::same_as<T, bool>) {
      const std::vector<Leaf> leaves = leaves_of(part);
      const std::vector<Value> packed = packed_values(leaves);
      values.insert(values.end(), packed.begin(), packed.end());
    }
  }
};

}  // namespace detail

/// The bits of the arguments, which may be vectors and bundles, next to each other, the first one on top.
template <typename... Rest>
UInt<> cat(detail::CatParts first, const Rest&... rest) {
  (first.add(rest), ...);
  return {detail::FromValue{}, detail::concatenate(first.values, first.where)};
}

/// `count` copies of `x`, 0 included.
template <detail::Scalar T>
UInt<> repeat(const T& x, int64_t count, const Where& where = Where::current()) {
  std::vector<detail::Value> parts(static_cast<size_t>(count < 0 ? 0 : count), x);
  return {detail::FromValue{}, detail::concatenate(parts, where)};
}

/// The bits of a value of any type: a bundle's first field on top, a vector's element 0 at the bottom.
template <typename T>
UInt<> pack(const T& value, const Where& where = Where::current()) {
  return {detail::FromValue{}, detail::pack_leaves(detail::leaves_of(value), where)};
}

/// The opposite of `pack`. `shape` is a value of the type wanted, for its dynamic widths.
template <typename T, int W>
T unpack(const UInt<W>& bits, const T& shape = T(), const Where& where = Where::current()) {
  T result(shape);
  const auto leaves = detail::leaves_of(result);
  detail::unpack_leaves(leaves, bits, where);
  return result;
}

/// Bits needed by a value of type `T` of the shape of `shape`.
template <typename T>
uint32_t width_of(const T& shape = T()) {
  uint32_t width = 0;
  for (const detail::Leaf& leaf : detail::leaves_of(shape)) width += leaf.width;
  return width;
}

/// Bits turned left, towards the most significant end; an amount is taken modulo the width.
template <int W>
UInt<W> rotate_left(const UInt<W>& x, detail::Amount amount) {
  return {detail::FromValue{}, detail::rotate(x, amount, true)};
}
template <int W>
UInt<W> rotate_right(const UInt<W>& x, detail::Amount amount) {
  return {detail::FromValue{}, detail::rotate(x, amount, false)};
}

/// All bits set; true for zero width.
template <int W>
Bool reduce_and(const UInt<W>& x, const Where& where = Where::current()) {
  return {detail::FromValue{}, detail::reduce(ir::Op::reduce_and, x, where)};
}
/// Any bit set; false for zero width.
template <int W>
Bool reduce_or(const UInt<W>& x, const Where& where = Where::current()) {
  return {detail::FromValue{}, detail::reduce(ir::Op::reduce_or, x, where)};
}
/// An odd number of bits set; false for zero width.
template <int W>
Bool reduce_xor(const UInt<W>& x, const Where& where = Where::current()) {
  return {detail::FromValue{}, detail::reduce(ir::Op::reduce_xor, x, where)};
}

/// True when `x` matches `pattern`, most significant bit first, of 0, 1 and ? for either; `_` is skipped.
template <int W>
Bool match(const UInt<W>& x, std::string_view pattern, const Where& where = Where::current()) {
  return {detail::FromValue{}, detail::match(x, pattern, where)};
}

// --------------------------------------------------------------------------------------- choices

namespace detail {

/// The hardware type that a choice between a `A` and a `B` has: C++ constants follow the other side.
template <typename A, typename B>
struct ArmType {
  static constexpr bool kConstantA = Integer<A> || std::same_as<A, Bits>;
  static constexpr bool kConstantB = Integer<B> || std::same_as<B, Bits>;
  using type =
      ValueOf<std::conditional_t<kConstantA && kConstantB, UInt<dynamic>,
                                 std::conditional_t<kConstantA || std::same_as<A, bool> || std::is_enum_v<A>, B, A>>>;
};
template <>
struct ArmType<bool, bool> {
  static constexpr bool kConstantA = false;
  static constexpr bool kConstantB = false;
  using type = Bool;
};
template <typename E>
  requires std::is_enum_v<E>
struct ArmType<E, E> {
  static constexpr bool kConstantA = false;
  static constexpr bool kConstantB = false;
  using type = Enum<E>;
};

}  // namespace detail

/// `condition ? a : b` for values of any type. One of the two may be a C++ integer or enumerator.
template <typename A, typename B>
auto mux(const Bool& condition, const A& a, const B& b, const Where& where = Where::current()) {
  using Type = detail::ArmType<A, B>;
  static_assert(!Type::kConstantA || !Type::kConstantB,
                "Burin: a choice between two C++ integers has no width; write mux(c, UInt<8>(1), UInt<8>(0)), with the "
                "width that you mean");
  using T = typename Type::type;
  const detail::Source<T> yes(a, where);
  const detail::Source<T> no(b, where);
  if constexpr (detail::Scalar<T>) {
    return T(detail::FromValue{}, detail::mux(condition, yes, no));
  } else {
    T result(yes.value);
    detail::mux_leaves(condition, detail::leaves_of(result), detail::leaves_of(yes.value), detail::leaves_of(no.value),
                       where);
    return result;
  }
}

/// The or of those values whose bit in `selectors` is 1, bit 0 for the first: the chosen one when exactly one bit is 1,
/// 0 when none is. The values are scalars, vectors or bundles.
template <int W, typename T>
T one_hot_mux(const UInt<W>& selectors, const std::vector<T>& values, const Where& where = Where::current()) {
  std::vector<detail::Leaf> leaves;
  for (const T& value : values) {
    const auto of_one = detail::leaves_of(value);
    leaves.insert(leaves.end(), of_one.begin(), of_one.end());
  }
  T result = values.empty() ? T() : values.front();
  detail::one_hot_leaves(selectors, detail::leaves_of(result), leaves, values.size(), where);
  return result;
}
template <int W, typename T>
T one_hot_mux(const UInt<W>& selectors, std::initializer_list<T> values, const Where& where = Where::current()) {
  return one_hot_mux(selectors, std::vector<T>(values), where);
}
template <int W, typename T, int N>
T one_hot_mux(const UInt<W>& selectors, const Vec<T, N>& values, const Where& where = Where::current()) {
  return one_hot_mux(selectors, std::vector<T>(values.begin(), values.end()), where);
}

/// A value nobody cares about. It reads as 0 in every engine and in the Verilog.
template <typename T>
T dont_care(const T& shape = T(), const Where& where = Where::current()) {
  T result(shape);
  for (const detail::Leaf& leaf : detail::leaves_of(result)) {
    leaf.value->rebind(detail::dont_care(leaf.width, where));
  }
  return result;
}

// ------------------------------------------------------------------------------ counting and codes

/// Number of bits set: `bits_for(width)` bits.
template <int W>
UInt<> popcount(const UInt<W>& x, const Where& where = Where::current()) {
  return {detail::FromValue{}, detail::popcount(x, where)};
}
/// Zeros above the highest set bit, `width` of them for 0: `bits_for(width)` bits.
template <int W>
UInt<> leading_zeros(const UInt<W>& x, const Where& where = Where::current()) {
  return {detail::FromValue{}, detail::leading_zeros(x, where)};
}
/// Zeros below the lowest set bit, `width` of them for 0: `bits_for(width)` bits.
template <int W>
UInt<> trailing_zeros(const UInt<W>& x, const Where& where = Where::current()) {
  return {detail::FromValue{}, detail::trailing_zeros(x, where)};
}
/// Index of the lowest set bit, 0 for 0: `index_bits(width)` bits.
template <int W>
UInt<> priority_encode(const UInt<W>& x, const Where& where = Where::current()) {
  return {detail::FromValue{}, detail::priority_encode(x, where)};
}
/// The value with only bit `index` set, `width` bits; 0 when the index is beyond them.
template <int W>
UInt<> one_hot(const UInt<W>& index, int64_t width, const Where& where = Where::current()) {
  return {detail::FromValue{}, detail::one_hot(index, width, where)};
}
/// Index of the only set bit: the or of the indices of all set bits, `index_bits(width)` bits.
template <int W>
UInt<> one_hot_to_binary(const UInt<W>& x, const Where& where = Where::current()) {
  return {detail::FromValue{}, detail::one_hot_to_binary(x, where)};
}
/// Gray code of `x`, of the same width.
template <int W>
UInt<W> gray_encode(const UInt<W>& x, const Where& where = Where::current()) {
  return {detail::FromValue{}, detail::gray_encode(x, where)};
}
/// The number whose Gray code is `x`.
template <int W>
UInt<W> gray_decode(const UInt<W>& x, const Where& where = Where::current()) {
  return {detail::FromValue{}, detail::gray_decode(x, where)};
}

/// The bits of `x` in the opposite order: bit 0 becomes the most significant one.
template <int W>
UInt<W> reverse(const UInt<W>& x, const Where& where = Where::current()) {
  return {detail::FromValue{}, detail::reverse(x, where)};
}
/// `x` with its lowest set bit only, 0 for 0: what a fixed-priority arbiter grants.
template <int W>
UInt<W> lowest_one(const UInt<W>& x, const Where& where = Where::current()) {
  return {detail::FromValue{}, detail::lowest_one(x, where)};
}
/// Exactly one bit set; false for zero width.
template <int W>
Bool is_one_hot(const UInt<W>& x, const Where& where = Where::current()) {
  return {detail::FromValue{}, detail::is_one_hot(x, where)};
}

/// `operation` over all values, two at a time as a balanced tree: `reduce(words, [](auto& a, auto& b) { return a ^ b;
/// })`. The operation is associative; the depth is that of the binary logarithm of their number, which is not 0.
template <typename T, typename Operation>
T reduce(std::vector<T> values, Operation operation, const Where& where = Where::current()) {
  if (values.empty()) {
    detail::report_shape_mismatch("reduce has no values", where);
    return T();
  }
  // Values are bound and never assigned: what the vector holds are handles on nodes.
  while (values.size() > 1) {
    std::vector<T> next;
    next.reserve((values.size() + 1) / 2);
    for (size_t i = 0; i + 1 < values.size(); i += 2) next.push_back(T(operation(values[i], values[i + 1])));
    if (values.size() % 2 != 0) next.push_back(values.back());
    values.swap(next);
  }
  return values.front();
}
template <typename T, typename Operation>
T reduce(std::initializer_list<T> values, Operation operation, const Where& where = Where::current()) {
  return reduce(std::vector<T>(values), operation, where);
}
template <typename T, int N, typename Operation>
T reduce(const Vec<T, N>& values, Operation operation, const Where& where = Where::current()) {
  return reduce(std::vector<T>(values.begin(), values.end()), operation, where);
}

// ----------------------------------------------------------------------------------------- naming

/// The same value under a name of the designer's, for the Verilog and the waves.
template <typename T>
detail::ValueOf<T> named(const T& value, Name name) {
  detail::ValueOf<T> result(value);
  detail::Collector collector(true);
  detail::collect(result, collector);
  detail::name_leaves(collector.leaves, name.text);
  return result;
}

/// The same value, declared to cross clocks safely for the stated reason; the crossing check accepts it.
template <detail::Scalar T>
detail::ValueOf<T> waive_crossing(const T& value, std::string_view reason, const Where& where = Where::current()) {
  return {detail::FromValue{}, detail::crossing(value, reason, where)};
}

}  // namespace burin
