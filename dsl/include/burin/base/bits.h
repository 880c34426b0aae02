// SPDX-License-Identifier: Apache-2.0
//! @file bits.h
//! @brief A two-state bit vector of any width: the value of every constant and of every simulated signal.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// A vector of `width()` bits, 0 bits included. Bit 0 is the least significant one. Bits beyond the
/// width are always zero, so two equal values have equal words.
///
/// `Bits` has no sign: where an operation needs one, its name says so.
class Bits {
 public:
  /// The zero-width value.
  Bits() = default;

  /// A value of `width` bits from the low bits of `value`; the bits of `value` that do not fit are dropped.
  explicit Bits(uint32_t width, uint64_t value = 0);

  /// A value of `width` bits from a signed integer, sign-extended or cut to the width.
  static Bits from_signed(uint32_t width, int64_t value);

  /// All bits set.
  static Bits ones(uint32_t width);

  /// A value of `width` bits from 64-bit words, least significant word first. Missing words read as zero.
  static Bits from_words(uint32_t width, std::span<const uint64_t> words);

  /// A value of `8 * bytes.size()` bits whose bits 0 to 7 are `bytes[0]`.
  static Bits from_bytes_little_endian(std::span<const uint8_t> bytes);

  /// A value of `8 * bytes.size()` bits whose most significant byte is `bytes[0]`.
  static Bits from_bytes_big_endian(std::span<const uint8_t> bytes);

  /// A value from digits: "0x1f", "0b101", "0o17" or decimal, `_` between digits allowed.
  /// @throws std::invalid_argument when `text` is not a number or does not fit in `width` bits.
  static Bits parse(uint32_t width, std::string_view text);

  [[nodiscard]] uint32_t width() const { return width_; }

  /// The 64-bit words, least significant first; `(width() + 63) / 64` of them.
  [[nodiscard]] std::span<const uint64_t> words() const;

  /// Word `index`, zero beyond the last one.
  [[nodiscard]] uint64_t word(uint32_t index) const;

  /// Bit `index`; false at and beyond the width.
  [[nodiscard]] bool bit(uint32_t index) const;

  /// Sets bit `index`. @throws std::out_of_range at and beyond the width.
  void set_bit(uint32_t index, bool value);

  /// The value as an unsigned integer. @throws std::out_of_range when it needs more than 64 bits.
  [[nodiscard]] uint64_t to_uint64() const;

  /// The value read as two's complement of its width. @throws std::out_of_range when it needs more than 64 bits.
  [[nodiscard]] int64_t to_int64() const;

  [[nodiscard]] bool is_zero() const;
  [[nodiscard]] bool is_ones() const;

  /// Bits `low` to `low + width - 1`; bits beyond the value read as zero.
  [[nodiscard]] Bits slice(uint32_t low, uint32_t width) const;

  /// The value cut, or extended with zeros, to `width` bits.
  [[nodiscard]] Bits resize(uint32_t width) const;

  /// The value cut, or extended with its top bit, to `width` bits.
  [[nodiscard]] Bits resize_signed(uint32_t width) const;

  /// `high` above `low`.
  static Bits concat(const Bits& high, const Bits& low);

  /// Lower-case hexadecimal digits, `(width() + 3) / 4` of them, no prefix; "" for zero width.
  [[nodiscard]] std::string to_hex() const;

  /// Binary digits, `width()` of them, most significant first.
  [[nodiscard]] std::string to_binary() const;

  /// Decimal digits of the unsigned value.
  [[nodiscard]] std::string to_decimal() const;

  /// The bytes of the value, most significant first, `(width() + 7) / 8` of them.
  [[nodiscard]] std::vector<uint8_t> to_bytes_big_endian() const;

  /// The bytes of the value, least significant first, `(width() + 7) / 8` of them.
  [[nodiscard]] std::vector<uint8_t> to_bytes_little_endian() const;

  /// Equal width and equal bits.
  friend bool operator==(const Bits& a, const Bits& b);

  /// Unsigned comparison of values of any two widths.
  static std::strong_ordering compare_unsigned(const Bits& a, const Bits& b);

  /// Two's complement comparison; each value is read at its own width.
  static std::strong_ordering compare_signed(const Bits& a, const Bits& b);

  [[nodiscard]] size_t hash() const;

 private:
  [[nodiscard]] uint32_t word_count() const { return (width_ + 63) / 64; }
  [[nodiscard]] uint64_t* data() { return width_ <= 64 ? &small_ : large_.data(); }
  [[nodiscard]] const uint64_t* data() const { return width_ <= 64 ? &small_ : large_.data(); }
  void clear_unused();

  uint32_t width_ = 0;
  uint64_t small_ = 0;           // the value when it has at most 64 bits
  std::vector<uint64_t> large_;  // its words otherwise
};

/// Arithmetic on `Bits`, with the widths and edge cases of docs/semantics.md. The operands' widths are
/// the caller's business: each function states what it expects.
namespace bits_ops {

Bits bit_not(const Bits& a);
Bits bit_and(const Bits& a, const Bits& b);  ///< Equal widths.
Bits bit_or(const Bits& a, const Bits& b);   ///< Equal widths.
Bits bit_xor(const Bits& a, const Bits& b);  ///< Equal widths.
Bits add(const Bits& a, const Bits& b);      ///< Equal widths; wraps.
Bits sub(const Bits& a, const Bits& b);      ///< Equal widths; wraps.

Bits mul_unsigned(const Bits& a, const Bits& b);  ///< Full product, width a + b.
Bits mul_signed(const Bits& a, const Bits& b);    ///< Full product, width a + b.

/// Equal widths. x / 0 is all ones; the signed minimum / -1 is the minimum (the convention of RISC-V).
Bits div_unsigned(const Bits& a, const Bits& b);
Bits div_signed(const Bits& a, const Bits& b);

/// Equal widths. x % 0 is x; the signed remainder has the sign of the dividend; minimum % -1 is 0.
Bits rem_unsigned(const Bits& a, const Bits& b);
Bits rem_signed(const Bits& a, const Bits& b);

/// Shifts keep the width of `a`; an amount at or beyond the width gives zero, or copies of the sign.
Bits shift_left(const Bits& a, const Bits& amount);
Bits shift_right_unsigned(const Bits& a, const Bits& amount);
Bits shift_right_signed(const Bits& a, const Bits& amount);

bool reduce_and(const Bits& a);  ///< True for zero width.
bool reduce_or(const Bits& a);   ///< False for zero width.
bool reduce_xor(const Bits& a);  ///< False for zero width.

}  // namespace bits_ops
}  // namespace burin

template <>
struct std::hash<burin::Bits> {
  size_t operator()(const burin::Bits& bits) const { return bits.hash(); }
};
