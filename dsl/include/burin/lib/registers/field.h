// SPDX-License-Identifier: Apache-2.0
//! @file field.h
//! @brief Fields of a register map: what software may do with each, and what hardware sees of it.
//!
//! A field *is* a register or wire of the module whose member the map is. Hardware reads it as such and, where it has
//! something to say, assigns to it. An assignment that stands behind `serve` wins over software in the same cycle.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "burin/lang/control.h"
#include "burin/lang/functions.h"
#include "burin/lang/signal.h"

namespace burin::registers {

/// What software may do with a field.
enum class Access : uint8_t {
  read_write,          ///< Software reads and writes it.
  read_only,           ///< Hardware drives it; writes are refused.
  write_only,          ///< Software writes it and reads 0.
  secret,              ///< The same, for keys: there is no path from it to the bus.
  write_one_to_clear,  ///< A 1 that is written clears its bit.
  toggle_on_one,       ///< A 1 that is written inverts its bit.
  clear_on_read,       ///< Reading clears it; writes are refused.
  write_one_to_set,    ///< A 1 that is written sets its bit; hardware clears it.
  pulse,               ///< A 1 that is written stands for one cycle; it reads 0.
  snapshot,            ///< Read only, of several words: reading the first one latches the others.
};

/// Where a register or a field lies.
struct Spot {
  enum class Kind : uint8_t { next, offset, bit };
  Kind kind = Kind::next;
  uint64_t value = 0;
};

/// A register at `offset` bytes from the start of its map, array element or block.
constexpr Spot at(uint64_t offset) { return {Spot::Kind::offset, offset}; }
/// A field whose lowest bit is bit `low` of its register.
constexpr Spot bit(uint64_t low) { return {Spot::Kind::bit, low}; }
/// Behind what is declared before it; what an omitted place means.
constexpr Spot next() { return {}; }

/// A field without its type.
class FieldCore {
 public:
  FieldCore(const FieldCore&) = delete;
  FieldCore& operator=(const FieldCore&) = delete;

  /// 1 in the cycle in which software writes bytes of the field. It has its new value from the next cycle on.
  [[nodiscard]] Bool write_strobe(const Where& where = Where::current()) const;
  /// 1 in the cycle in which software reads the register of the field.
  [[nodiscard]] Bool read_strobe(const Where& where = Where::current()) const;

  // For the library: what maps are made of.
  [[nodiscard]] Access access() const { return access_; }
  [[nodiscard]] const Spot& spot() const { return spot_; }
  [[nodiscard]] const std::string& description() const { return description_; }
  [[nodiscard]] uint32_t field_width() const { return width_; }
  [[nodiscard]] const Bits& reset_value() const { return reset_; }
  [[nodiscard]] std::span<const std::string_view> enumerators() const { return enumerators_; }
  /// Bits `high` to `low` of the field, as a value and as what can be driven.
  [[nodiscard]] UInt<> value(uint32_t high, uint32_t low) const;
  void drive(uint32_t high, uint32_t low, const UInt<>& value) const;
  void set_bits(const UInt<>& events) const;
  void set_strobes(const Bool& write, const Bool& read);
  [[nodiscard]] const std::optional<Bool>& locked() const { return locked_; }
  void lock(const Bool& condition, const Where& where);
  [[nodiscard]] bool is_served() const { return write_strobe_.has_value(); }

 protected:
  FieldCore(Access access, const Spot& spot, std::string_view description)
      : access_(access), spot_(spot), description_(description) {}
  void adopt(const detail::Value& object, uint32_t width, std::optional<Bits> reset,
             std::span<const std::string_view> enumerators);

 private:
  Access access_;
  Spot spot_;
  std::string description_;
  detail::Value object_;
  uint32_t width_ = 0;
  Bits reset_;
  std::span<const std::string_view> enumerators_;
  std::optional<Bool> write_strobe_;
  std::optional<Bool> read_strobe_;
  std::optional<Bool> locked_;
};

namespace detail_registers {

inline constexpr bool is_driven_by_hardware(Access access) {
  return access == Access::read_only || access == Access::snapshot;
}

template <Access A, typename T>
using Storage = std::conditional_t<is_driven_by_hardware(A), Wire<T>, Reg<T>>;

template <typename T>
inline constexpr bool is_enum_value = false;
template <typename E>
inline constexpr bool is_enum_value<Enum<E>> = true;

template <typename T>
detail::Source<T> zero(const Where& where) {
  if constexpr (is_enum_value<T>) {
    return {static_cast<typename T::Enumeration>(0), where};
  } else {
    return {0, where};
  }
}

template <typename T>
std::span<const std::string_view> enumerators_of() {
  if constexpr (is_enum_value<T>) {
    return detail::enumerator_table<typename T::Enumeration>;
  } else {
    return {};
  }
}

}  // namespace detail_registers

/// A field of type `T`: Bool, UInt, SInt or Enum. One that is a member of a map is a register of its own, of as many
/// words as it needs, the low one first; one that is a member of a `Register`'s struct is some bits of a word.
/// `ReadWrite<UInt<8>> level{at(0x10), 0x20, "fill level that raises the interrupt"};`
template <Access A, typename T>
class Field : public detail_registers::Storage<A, T>, public FieldCore {
  static_assert(detail::Scalar<T>, "Burin: a field is a Bool, UInt, SInt or Enum; an Array holds many of them");
  using Base = detail_registers::Storage<A, T>;
  static constexpr bool kHasReset = !detail_registers::is_driven_by_hardware(A);
  static constexpr bool kHasShape = detail::ShapedByWidth<T>;

 public:
  /// @param reset its value after a reset, 0 when not given. @param description one line for the documents.
  Field(const Spot& spot, std::string_view description, const Where& where = Where::current())
    requires(kHasReset && !kHasShape)
      : Field(spot, detail_registers::zero<T>(where), description, where) {}
  Field(const Spot& spot, detail::Source<T> reset, std::string_view description, const Where& where = Where::current())
    requires(kHasReset && !kHasShape)
      : Base(reset, RegOptions{}, where), FieldCore(A, spot, description) {
    adopt_with(reset);
  }
  Field(const Spot& spot, std::string_view description, const Where& where = Where::current())
    requires(!kHasReset && !kHasShape)
      : Base(where), FieldCore(A, spot, description) {
    adopt_without_reset();
  }
  /// @param shape the width, for types of dynamic width.
  Field(const Spot& spot, Shape shape, std::string_view description, const Where& where = Where::current())
    requires(kHasReset && kHasShape)
      : Field(spot, shape, detail_registers::zero<T>(where), description, where) {}
  Field(const Spot& spot, Shape shape, detail::Source<T> reset, std::string_view description,
        const Where& where = Where::current())
    requires(kHasReset && kHasShape)
      : Base(shape, reset, RegOptions{}, where), FieldCore(A, spot, description) {
    adopt_with(reset);
  }
  Field(const Spot& spot, Shape shape, std::string_view description, const Where& where = Where::current())
    requires(!kHasReset && kHasShape)
      : Base(shape, WireOptions{}, where), FieldCore(A, spot, description) {
    adopt_without_reset();
  }

  /// The same, behind what is declared before it.
  Field(std::string_view description, const Where& where = Where::current())  // NOLINT(google-explicit-constructor)
    requires(!kHasShape)
      : Field(next(), description, where) {}
  Field(detail::Source<T> reset, std::string_view description, const Where& where = Where::current())
    requires(kHasReset && !kHasShape)
      : Field(next(), reset, description, where) {}
  Field(Shape shape, std::string_view description, const Where& where = Where::current())
    requires(kHasShape)
      : Field(next(), shape, description, where) {}
  Field(Shape shape, detail::Source<T> reset, std::string_view description, const Where& where = Where::current())
    requires(kHasReset && kHasShape)
      : Field(next(), shape, reset, description, where) {}

  using Base::operator=;
  Field& operator=(const Field&)
    requires detail::always_false<T>
  = delete;

  /// Sets the bits that are 1 in `events`, whatever software does to them in this cycle; the others are left alone.
  void set(const T& events)
    requires kHasReset
  {
    set_bits(pack(events));
  }

 private:
  void adopt_with(const detail::Source<T>& reset) {
    adopt(*this, this->width(), detail::constant_of(reset.value, this->width(), T::kSort),
          detail_registers::enumerators_of<T>());
  }
  void adopt_without_reset() { adopt(*this, this->width(), std::nullopt, detail_registers::enumerators_of<T>()); }
};

template <typename T>
using ReadWrite = Field<Access::read_write, T>;
template <typename T>
using ReadOnly = Field<Access::read_only, T>;
template <typename T>
using WriteOnly = Field<Access::write_only, T>;
template <typename T>
using Secret = Field<Access::secret, T>;
template <typename T>
using WriteOneToClear = Field<Access::write_one_to_clear, T>;
template <typename T>
using ToggleOnOne = Field<Access::toggle_on_one, T>;
template <typename T>
using ClearOnRead = Field<Access::clear_on_read, T>;
template <typename T>
using WriteOneToSet = Field<Access::write_one_to_set, T>;
template <typename T>
using Pulse = Field<Access::pulse, T>;
template <typename T>
using Snapshot = Field<Access::snapshot, T>;

}  // namespace burin::registers
