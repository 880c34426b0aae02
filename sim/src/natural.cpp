// SPDX-License-Identifier: Apache-2.0
//! @file natural.cpp
//! @brief Natural numbers of any size, by the arithmetic of school: digit by digit, with a carry.
#include "natural.h"

#include <algorithm>
#include <bit>

namespace burin::sim {
namespace {

constexpr uint32_t kDigitBits = 32;

uint32_t low_digit(uint64_t value) { return static_cast<uint32_t>(value & 0xffffffff); }

}  // namespace

Natural::Natural(uint64_t value) {
  if (value != 0) digits_ = {low_digit(value), low_digit(value >> kDigitBits)};
  trim();
}

void Natural::trim() {
  while (!digits_.empty() && digits_.back() == 0) digits_.pop_back();
}

Natural Natural::power_of_two(uint32_t exponent) { return Natural(1) << exponent; }

Natural Natural::from_words(std::span<const uint64_t> words) {
  Natural result;
  result.digits_.reserve(words.size() * 2);
  for (const uint64_t word : words) {
    result.digits_.push_back(low_digit(word));
    result.digits_.push_back(low_digit(word >> kDigitBits));
  }
  result.trim();
  return result;
}

std::vector<uint64_t> Natural::words() const {
  std::vector<uint64_t> result;
  for (size_t i = 0; i < digits_.size(); i += 2) result.push_back(digit(i) | digit(i + 1) << kDigitBits);
  return result;
}

bool Natural::bit(uint32_t index) const { return (digit(index / kDigitBits) >> (index % kDigitBits) & 1) != 0; }

uint64_t Natural::word_at(uint32_t low) const {
  const size_t first = low / kDigitBits;
  const uint32_t shift = low % kDigitBits;
  const uint64_t pair = digit(first) | digit(first + 1) << kDigitBits;
  return shift == 0 ? pair : pair >> shift | digit(first + 2) << (2 * kDigitBits - shift);
}

Natural Natural::part(uint32_t low, uint32_t width) const {
  const size_t first = low / kDigitBits;
  const uint32_t shift = low % kDigitBits;
  Natural result;
  const size_t wanted = (static_cast<size_t>(width) + kDigitBits - 1) / kDigitBits;
  const size_t count = std::min(wanted, digits_.size() - std::min(first, digits_.size()));
  result.digits_.resize(count);
  for (size_t i = 0; i < count; ++i) {
    const uint64_t pair = digit(first + i) | digit(first + i + 1) << kDigitBits;
    result.digits_[i] = low_digit(pair >> shift);
  }
  if (count == wanted && width % kDigitBits != 0) result.digits_.back() &= (uint32_t{1} << width % kDigitBits) - 1;
  result.trim();
  return result;
}

uint32_t Natural::ones() const {
  uint32_t count = 0;
  for (const uint32_t digit : digits_) count += static_cast<uint32_t>(std::popcount(digit));
  return count;
}

Natural operator+(const Natural& a, const Natural& b) {
  Natural result;
  uint64_t carry = 0;
  for (size_t i = 0; i < std::max(a.digits_.size(), b.digits_.size()); ++i) {
    const uint64_t sum = a.digit(i) + b.digit(i) + carry;
    result.digits_.push_back(low_digit(sum));
    carry = sum >> kDigitBits;
  }
  result.digits_.push_back(low_digit(carry));
  result.trim();
  return result;
}

Natural operator-(const Natural& a, const Natural& b) {
  Natural result;
  uint64_t borrow = 0;
  for (size_t i = 0; i < a.digits_.size(); ++i) {
    const uint64_t taken = b.digit(i) + borrow;
    borrow = a.digit(i) < taken ? 1 : 0;
    result.digits_.push_back(low_digit(a.digit(i) - taken));
  }
  result.trim();
  return result;
}

Natural operator*(const Natural& a, const Natural& b) {
  Natural result;
  result.digits_.resize(a.digits_.size() + b.digits_.size());
  for (size_t i = 0; i < a.digits_.size(); ++i) {
    uint64_t carry = 0;
    for (size_t j = 0; j < b.digits_.size(); ++j) {
      const uint64_t sum = a.digit(i) * b.digit(j) + result.digits_[i + j] + carry;
      result.digits_[i + j] = low_digit(sum);
      carry = sum >> kDigitBits;
    }
    result.digits_[i + b.digits_.size()] = low_digit(carry);
  }
  result.trim();
  return result;
}

// Long division in base 2: bring down one bit, and take the divisor away where it fits.
std::pair<Natural, Natural> divide(const Natural& a, const Natural& b) {
  Natural quotient;
  Natural rest;
  quotient.digits_.resize(a.digits_.size());
  for (size_t i = a.digits_.size() * kDigitBits; i-- > 0;) {
    const auto index = static_cast<uint32_t>(i);
    rest = rest << 1;
    if (a.bit(index)) rest = rest + Natural(1);
    if (rest < b) continue;
    rest = rest - b;
    quotient.digits_[index / kDigitBits] |= uint32_t{1} << index % kDigitBits;
  }
  quotient.trim();
  return {quotient, rest};
}

Natural operator<<(const Natural& a, uint32_t amount) {
  const uint32_t shift = amount % kDigitBits;
  Natural result;
  result.digits_.resize(amount / kDigitBits);
  uint64_t carry = 0;
  for (const uint32_t digit : a.digits_) {
    const uint64_t shifted = static_cast<uint64_t>(digit) << shift | carry;
    result.digits_.push_back(low_digit(shifted));
    carry = shifted >> kDigitBits;
  }
  result.digits_.push_back(low_digit(carry));
  result.trim();
  return result;
}

Natural operator>>(const Natural& a, uint32_t amount) {
  const auto bits = static_cast<uint32_t>(a.digits_.size() * kDigitBits);
  return a.part(std::min(amount, bits), bits);
}

Natural operator&(const Natural& a, const Natural& b) {
  Natural result;
  for (size_t i = 0; i < std::min(a.digits_.size(), b.digits_.size()); ++i) {
    result.digits_.push_back(a.digits_[i] & b.digits_[i]);
  }
  result.trim();
  return result;
}

Natural operator|(const Natural& a, const Natural& b) {
  Natural result;
  for (size_t i = 0; i < std::max(a.digits_.size(), b.digits_.size()); ++i) {
    result.digits_.push_back(low_digit(a.digit(i) | b.digit(i)));
  }
  result.trim();
  return result;
}

Natural operator^(const Natural& a, const Natural& b) {
  Natural result;
  for (size_t i = 0; i < std::max(a.digits_.size(), b.digits_.size()); ++i) {
    result.digits_.push_back(low_digit(a.digit(i) ^ b.digit(i)));
  }
  result.trim();
  return result;
}

std::strong_ordering operator<=>(const Natural& a, const Natural& b) {
  if (a.digits_.size() != b.digits_.size()) return a.digits_.size() <=> b.digits_.size();
  for (size_t i = a.digits_.size(); i-- > 0;) {
    if (a.digits_[i] != b.digits_[i]) return a.digits_[i] <=> b.digits_[i];
  }
  return std::strong_ordering::equal;
}

}  // namespace burin::sim
