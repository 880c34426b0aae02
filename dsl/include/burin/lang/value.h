// SPDX-License-Identifier: Apache-2.0
//! @file value.h
//! @brief The handle behind every hardware value, and the functions that the typed classes are thin covers of.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <source_location>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "burin/base/bits.h"
#include "burin/ir/ir.h"

namespace burin {

/// Place of a statement in the designer's source; every function of the language takes one by default.
using Where = std::source_location;

/// Width that is known at elaboration only: `UInt<>` is `UInt<dynamic>`.
inline constexpr int dynamic = -1;

/// A width in bits, as an argument of a declaration: `Out<UInt<>> count{bits(8)}`.
struct Shape {
  int64_t width = 0;
};

/// The shape of a value of `width` bits (0 to 2^24).
constexpr Shape bits(int64_t width) { return Shape{width}; }

/// Bits needed to hold the values 0 to `largest`: 0 for 0, 1 for 1, 2 for 2 and 3.
constexpr int bits_for(uint64_t largest) {
  int width = 0;
  for (; largest != 0; largest >>= 1) ++width;
  return width;
}

/// Bits of an index into `count` things: `bits_for(count - 1)`, and 0 for none or one.
constexpr int index_bits(uint64_t count) { return count < 2 ? 0 : bits_for(count - 1); }

namespace detail {

class Builder;

/// A configuration value that holds an integer (`Param<int, …>`).
template <typename T>
concept IntegerParameter = requires {
  requires T::kIsParameter;
  requires std::integral<typename T::ValueType> && !std::same_as<typename T::ValueType, bool>;
};

/// A configuration value that holds a bool (`Param<bool, …>`).
template <typename T>
concept BooleanParameter = requires {
  requires T::kIsParameter;
  requires std::same_as<typename T::ValueType, bool>;
};

/// A configuration value that holds an enumerator of `E` (`Param<E, …>`).
template <typename T, typename E>
concept EnumParameter = requires {
  requires T::kIsParameter;
  requires std::same_as<typename T::ValueType, E>;
};

/// A C++ integer, as such or as a configuration value. `bool` is none: it is no number.
template <typename T>
concept Integer = (std::integral<T> && !std::same_as<T, bool>) || IntegerParameter<T>;

template <Integer I>
constexpr auto plain_integer(const I& integer) {
  if constexpr (std::integral<I>) {
    return integer;
  } else {
    return static_cast<typename I::ValueType>(integer);
  }
}

/// A number of words or elements, given as a C++ integer of any type.
struct Count {
  int64_t value;
  template <Integer I>
  Count(I v) : value(static_cast<int64_t>(plain_integer(v))) {}  // NOLINT(google-explicit-constructor)
};

/// What a scalar value is called in messages.
enum class Sort : uint8_t { boolean, unsigned_, signed_, enumeration };

/// A C++ integer or a `Bits` on its way into an operation; it takes on the other operand's width.
struct Literal {
  bool is_bits = false;
  bool negative = false;
  uint64_t magnitude = 0;
  Bits value;

  Literal() = default;
  template <std::integral I>
  explicit Literal(I integer)
      : negative(integer < I{}),
        magnitude(negative ? 0 - static_cast<uint64_t>(integer) : static_cast<uint64_t>(integer)) {}
  explicit Literal(Bits bits) : is_bits(true), value(std::move(bits)) {}
};

/// A hardware value: a C++ handle of 8 bytes, copied freely. It is one of
/// * a *value*: a node of the module under construction,
/// * a *place*: a port, wire or register, or a part of one, that can be driven. A copy is a value,
/// * a *literal*: a C++ constant that becomes a node where it is used, so it belongs to no module,
/// * a *shape*: only a width, in declarations,
/// * empty: default-constructed.
class Value {
 public:
  Value();
  Value(const Value& other);
  Value(const Value& other, const Where& where);
  Value(Value&& other) noexcept = default;
  Value& operator=(const Value&) = default;
  Value& operator=(Value&&) noexcept = default;

  /// Width in bits; for static types without a value, whatever the type says.
  [[nodiscard]] uint32_t handle_width() const;
  [[nodiscard]] bool is_empty() const { return node_ == ir::kNone && (scope_ & ~kScopeMask) == 0; }
  [[nodiscard]] bool is_shape() const { return scope_ == kShapeScope; }
  [[nodiscard]] bool is_place() const { return (scope_ & kPlaceBit) != 0 && scope_ != kShapeScope; }
  [[nodiscard]] bool is_literal() const { return (scope_ & ~kScopeMask) == kLiteralBit; }

  /// A handle on the same place; a copy would be the place's value only.
  static Value same_place(const Value& other) {
    Value handle;
    handle.rebind(other);
    return handle;
  }
  /// Makes this the same handle as `other`, place or not.
  void rebind(const Value& other) {
    node_ = other.node_;
    scope_ = other.scope_;
  }

  static Value of_shape(uint32_t width);
  /// A constant of `width` bits, or, when `width` is `dynamic`, of the width of what it meets. Reports a
  /// constant that does not fit.
  static Value of_literal(const Literal& literal, int64_t width, Sort sort, const Where& where);

 protected:
  static constexpr uint32_t kPlaceBit = 0x80000000;
  static constexpr uint32_t kLiteralBit = 0x40000000;
  static constexpr uint32_t kScopeMask = 0x3fffffff;  // scopes count from 1; 0 is outside all elaborations
  static constexpr uint32_t kShapeScope = 0xffffffff;

  uint32_t node_ = ir::kNone;  // node, width of a shape, number of a literal; of no meaning for a place
  uint32_t scope_ = 0;  // scope in which the variable was bound (| kLiteralBit), or kPlaceBit | index of the place

  friend class Builder;
};

/// One operand of an operation and the place where it stands.
struct AnyOperand {
  Value value;
  Sort sort = Sort::unsigned_;
  Where where;

  AnyOperand(const Value& v, Sort s, const Where& w) : value(v, w), sort(s), where(w) {}
  AnyOperand(const Literal& l, Sort s, const Where& w)
      : value(Value::of_literal(l, dynamic, s, w)), sort(s), where(w) {}
};

/// A C++ index and the place where it stands.
struct Index {
  int64_t value;
  Where where;
  template <Integer I>
  Index(I v, const Where& w = Where::current()) : value(static_cast<int64_t>(plain_integer(v))), where(w) {}
};

// The operations. Each reports the designer's mistakes at `where` and returns a usable value all the same, so
// that one elaboration finds as many of them as possible.

Value binary(ir::Op op, const AnyOperand& a, const AnyOperand& b);
Value compare(ir::Op op, const AnyOperand& a, const AnyOperand& b);
Value multiply(const AnyOperand& a, const AnyOperand& b);
Value add_carry(const AnyOperand& a, const AnyOperand& b);   // one bit more: the carry
Value sub_borrow(const AnyOperand& a, const AnyOperand& b);  // one bit more: the borrow (signed: the sign)
Value negate(const Value& a, const Where& where);
Value invert(const Value& a, const Where& where);
Value shift(ir::Op op, const Value& a, const AnyOperand& amount);
Value rotate(const Value& a, const AnyOperand& amount, bool left);
Value reduce(ir::Op op, const Value& a, const Where& where);
Value slice(const Value& a, int64_t high, int64_t low, const Where& where);  // stays a place when `a` is one
Value window(const Value& a, const AnyOperand& offset, int64_t width, const Where& where);  // likewise
Value concatenate(std::span<const Value> parts, const Where& where);
Value resize(ir::Op op, const Value& a, int64_t width, const Where& where);  // zext or sext
Value truncate(const Value& a, int64_t width, const Where& where);
Value mux(const Value& condition, const AnyOperand& a, const AnyOperand& b);
Value match(const Value& a, std::string_view pattern, const Where& where);  // 1 bit
Value popcount(const Value& a, const Where& where);
Value leading_zeros(const Value& a, const Where& where);
Value trailing_zeros(const Value& a, const Where& where);
Value priority_encode(const Value& a, const Where& where);
Value one_hot(const Value& index, int64_t width, const Where& where);
Value one_hot_to_binary(const Value& a, const Where& where);
Value gray_encode(const Value& a, const Where& where);
Value gray_decode(const Value& a, const Where& where);
Value reverse(const Value& a, const Where& where);
Value lowest_one(const Value& a, const Where& where);
Value is_one_hot(const Value& a, const Where& where);  // 1 bit
Value dont_care(int64_t width, const Where& where);
Value crossing(const Value& a, std::string_view reason, const Where& where);

/// Drives `target` when it is a place, rebinds the C++ variable otherwise. The place in the source is that of
/// the newest located operation: that of the copy or conversion of `value`.
void assign(Value& target, const Value& value, Sort sort);
/// Drives `target`, which must be a place.
void drive(const Value& target, const AnyOperand& value);
/// A shape of the width of `value`; empty when that takes on the width of what it meets.
Value shape_of(const Value& value);
/// `value` as a plain value; checks that it has `width` bits, as its new static type says, unless that is `dynamic`.
Value expect_width(const Value& value, int64_t width, const Where& where);
/// The constant behind `value`, at `width` bits, or nothing when it is not one.
std::optional<Bits> constant_of(const Value& value, uint32_t width, Sort sort);
/// The value read as a plain value: a place loses the right to be driven.
Value plain(const Value& value);
/// What `checked_width` gives for a number that is no width.
inline constexpr uint32_t kBadWidth = 0xffffffff;
/// Checks a width given by the designer.
uint32_t checked_width(int64_t width, const Where& where);
/// Makes `where` the place of what is read or made next.
void note_place(const Where& where);

/// While it lives, a copy of a value is its shape only.
class CopyShapes {
 public:
  CopyShapes();
  ~CopyShapes();
  CopyShapes(const CopyShapes&) = delete;
  CopyShapes& operator=(const CopyShapes&) = delete;
};
/// Keeps an object until the end of the elaboration. Throws a `UserError` when there is none.
void keep(void* object, void (*destroy)(void*), const Where& where);
/// Reports a constant index outside a vector.
void check_index(int64_t index, int64_t size, const Where& where);
/// The same for a list of objects, which has nothing else to give: throws a `UserError`.
void check_list_index(int64_t index, size_t size, const Where& where);
void report_shape_mismatch(const std::string& what, const Where& where);

/// Tags of the constructors that make a typed value from a handle.
struct FromValue {};  // the handle's value, unbound from any place
struct FromPlace {};  // the handle as it is

template <typename T>
inline constexpr bool always_false = false;

}  // namespace detail
}  // namespace burin
