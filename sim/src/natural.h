// SPDX-License-Identifier: Apache-2.0
//! @file natural.h
//! @brief Natural numbers of any size, by the arithmetic of school.
//!
//! The interpreter is the oracle, so it has arithmetic of its own: this and `Bits`, which the passes compute with,
//! have nothing in common.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace burin::sim {

class Natural {
 public:
  Natural() = default;
  /// NOLINTNEXTLINE(google-explicit-constructor): a machine word is a number
  Natural(uint64_t value);

  static Natural power_of_two(uint32_t exponent);
  /// Words of 64 bits, least significant first.
  static Natural from_words(std::span<const uint64_t> words);
  [[nodiscard]] std::vector<uint64_t> words() const;

  [[nodiscard]] bool is_zero() const { return digits_.empty(); }
  [[nodiscard]] bool bit(uint32_t index) const;
  /// The number modulo 2^64.
  [[nodiscard]] uint64_t low_word() const { return word_at(0); }
  /// floor(number / 2^low) modulo 2^64.
  [[nodiscard]] uint64_t word_at(uint32_t low) const;
  /// The number modulo 2^width.
  [[nodiscard]] Natural modulo_power(uint32_t width) const { return part(0, width); }
  /// floor(number / 2^low) modulo 2^width.
  [[nodiscard]] Natural part(uint32_t low, uint32_t width) const;
  /// How many bits are 1.
  [[nodiscard]] uint32_t ones() const;

  friend Natural operator+(const Natural& a, const Natural& b);
  /// `b` is not larger than `a`.
  friend Natural operator-(const Natural& a, const Natural& b);
  friend Natural operator*(const Natural& a, const Natural& b);
  /// Quotient and remainder; `b` is not 0.
  friend std::pair<Natural, Natural> divide(const Natural& a, const Natural& b);
  friend Natural operator<<(const Natural& a, uint32_t amount);
  friend Natural operator>>(const Natural& a, uint32_t amount);
  friend Natural operator&(const Natural& a, const Natural& b);
  friend Natural operator|(const Natural& a, const Natural& b);
  friend Natural operator^(const Natural& a, const Natural& b);
  friend bool operator==(const Natural& a, const Natural& b) = default;
  friend std::strong_ordering operator<=>(const Natural& a, const Natural& b);

 private:
  [[nodiscard]] uint64_t digit(size_t index) const { return index < digits_.size() ? digits_[index] : 0; }
  void trim();

  std::vector<uint32_t> digits_;  // base 2^32, least significant first; the last one is not 0
};

}  // namespace burin::sim
