// SPDX-License-Identifier: Apache-2.0
//! @file collect.h
//! @brief Walks a value of any type, scalar, vector or bundle, down to its scalars.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "burin/lang/enum.h"
#include "burin/lang/reflect.h"
#include "burin/lang/scalar.h"

namespace burin {

template <typename T, int N>
class Vec;

namespace detail {

/// A scalar inside a value, in order of declaration.
struct Leaf {
  Value* value = nullptr;
  Sort sort = Sort::unsigned_;
  uint32_t width = 0;
  uint32_t low = 0;       ///< Its lowest bit in the packed whole: first fields on top, first elements at the bottom.
  bool has_shape = true;  ///< False: a dynamic width that nobody stated.
  std::string name;       ///< "_state_a": what it adds to the name of the whole.
  std::string object;     ///< ".state.a", "[3].count": what it adds to the C++ path of the whole.
  ir::TypeId type = ir::kNone;
};

/// Gathers leaves and, for declarations, their names and types.
class Collector {
 public:
  /// `named`: gather names and types too.
  explicit Collector(bool named) : named_(named) {}

  void scalar(Value& value, Sort sort, uint32_t width, bool has_shape);
  void enumeration(Value& value, uint32_t width, std::string_view name, std::span<const std::string_view> enumerators);
  void begin_vector();
  void element(size_t index);
  void end_vector();
  void begin_bundle(std::string_view name);
  void field(std::string_view name);
  void end_bundle();

  [[nodiscard]] bool named() const { return named_; }
  std::vector<Leaf> leaves;
  /// Type of the whole value.
  [[nodiscard]] ir::TypeId type() const { return finished_; }

 private:
  struct Open {
    ir::Type type;
    size_t name_length;
    size_t object_length;
  };
  struct Group {  // a vector or bundle whose parts are being visited
    bool is_vector;
    size_t first_leaf;
    uint32_t width;
  };
  void finish(ir::TypeId type, uint32_t width);
  void place(size_t first_leaf, uint32_t width);

  bool named_;
  std::vector<Group> groups_;
  std::string name_;
  std::string object_;
  std::vector<Open> open_;
  ir::TypeId finished_ = ir::kNone;
};

template <typename T>
concept Scalar = std::derived_from<T, Value>;

template <typename T>
inline constexpr bool is_std_array = false;
template <typename T, std::size_t N>
inline constexpr bool is_std_array<std::array<T, N>> = true;
template <typename T>
inline constexpr bool is_vec = false;
template <typename T, int N>
inline constexpr bool is_vec<Vec<T, N>> = true;

/// A bundle: an aggregate of hardware values.
template <typename T>
concept BundleType = Reflectable<T> && !Scalar<T> && !is_std_array<T> && !is_vec<T>;

template <int W>
void collect_scalar(UInt<W>& v, Collector& c) {
  c.scalar(v, Sort::unsigned_, v.width(), W != dynamic || !v.is_empty());
}
template <int W>
void collect_scalar(SInt<W>& v, Collector& c) {
  c.scalar(v, Sort::signed_, v.width(), W != dynamic || !v.is_empty());
}
inline void collect_scalar(Bool& v, Collector& c) { c.scalar(v, Sort::boolean, 1, true); }
template <typename E>
void collect_scalar(Enum<E>& v, Collector& c) {
  c.enumeration(v, Enum<E>::kWidth, type_name<E>(), enumerator_table<E>);
}

/// Visits every scalar of `value`.
template <typename T>
void collect(T& value, Collector& collector) {
  if constexpr (Scalar<T>) {
    collect_scalar(value, collector);
  } else if constexpr (is_vec<T> || is_std_array<T>) {
    collector.begin_vector();
    size_t index = 0;
    for (auto& element : value) {
      collector.element(index++);
      collect(element, collector);
    }
    collector.end_vector();
  } else {
    static_assert(BundleType<T>,
                  "Burin: this type is no hardware value: use Bool, UInt, SInt, Enum, Vec or a struct of them");
    collector.begin_bundle(type_name<T>());
    for_each_member(value, [&](std::string_view name, auto& member) {
      collector.field(name);
      collect(member, collector);
    });
    collector.end_bundle();
  }
}

/// The plain value type behind a port, wire or register; the type itself for values.
template <typename T>
struct ValueTypeOf {
  using type = T;
};
template <typename T>
  requires requires { typename T::ValueType; }
struct ValueTypeOf<T> {
  using type = typename T::ValueType;
};
template <typename T>
using ValueOf = typename ValueTypeOf<T>::type;

/// The scalars of `value`, without names. They are not changed through the result unless `value` may be.
template <typename T>
std::vector<Leaf> leaves_of(const T& value) {
  Collector collector(false);
  collect(const_cast<ValueOf<T>&>(static_cast<const ValueOf<T>&>(value)),
          collector);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  return std::move(collector.leaves);
}

/// A value on its way into an assignment to a `T`, with its place in the source.
template <typename T>
struct LocatedValue {
  T value;
  Where where;
  template <typename U>
    requires std::convertible_to<const U&, T>
  LocatedValue(const U& v, const Where& w = Where::current()) : value((note_place(w), v)), where(w) {}
};

template <typename T>
struct SourceOf {
  using type = LocatedValue<T>;
};
template <Scalar T>
struct SourceOf<T> {
  using type = Operand<T>;
};
/// What may stand on the right of `=` when a `T` is on the left.
template <typename T>
using Source = typename SourceOf<T>::type;

/// The only scalar of an operand.
inline Leaf leaf_of(const AnyOperand& operand) {
  Leaf leaf;
  leaf.value = const_cast<Value*>(&operand.value);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  leaf.sort = operand.sort;
  return leaf;
}

// Operations on whole values, scalar by scalar; each reports shapes that differ.
void drive_all(std::span<const Leaf> targets, std::span<const Leaf> values, const Where& where);
void mux_leaves(const Value& condition, std::span<const Leaf> targets, std::span<const Leaf> a, std::span<const Leaf> b,
                const Where& where);
/// Binds `targets` to the or of those of `count` values whose selector bit is 1. `values` are their scalars.
void one_hot_leaves(const Value& selectors, std::span<const Leaf> targets, std::span<const Leaf> values, size_t count,
                    const Where& where);
Value pack_leaves(std::span<const Leaf> leaves, const Where& where);
Value pack_leaves_as(std::span<const Leaf> shapes, std::span<const Leaf> leaves, const Where& where);
std::vector<Value> packed_values(std::span<const Leaf> leaves);  // the most significant one first
void unpack_leaves(std::span<const Leaf> targets, const Value& bits, const Where& where);
void name_leaves(std::span<const Leaf> leaves, std::string_view name);
/// Makes `targets` the element of a vector that `index` chooses: places when the elements are places. `elements` are
/// the scalars of all elements one after another.
void choose_element(std::span<const Leaf> targets, const AnyOperand& index, std::span<const Leaf> elements);

/// Drives all of `target`, whose scalars are places.
template <typename T>
void drive_value(const T& target, const Source<T>& source) {
  if constexpr (Scalar<T>) {
    drive(target, source);
  } else {
    drive_all(leaves_of(target), leaves_of(source.value), source.where);
  }
}

}  // namespace detail
}  // namespace burin
