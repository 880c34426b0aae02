// SPDX-License-Identifier: Apache-2.0
//! @file bits_ops.cpp
//! @brief Arithmetic, logic and shifts on `Bits`: one word where the width allows, words otherwise.
#include <algorithm>
#include <bit>
#include <vector>

#include "burin/base/bits.h"

namespace burin::bits_ops {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr uint32_t kWordBits = 64;

bool negative(const Bits& a) { return a.width() > 0 && a.bit(a.width() - 1); }

template <typename Function>
Bits word_by_word(const Bits& a, const Bits& b, Function function) {
  if (a.width() <= kWordBits) return Bits(a.width(), function(a.word(0), b.word(0)));
  const auto left = a.words();
  std::vector<uint64_t> words(left.size());
  for (uint32_t i = 0; i < words.size(); ++i) words[i] = function(left[i], b.word(i));
  return Bits::from_words(a.width(), words);
}

Bits negate(const Bits& a) { return sub(Bits(a.width()), a); }

Bits magnitude(const Bits& a) { return negative(a) ? negate(a) : a; }

std::vector<uint32_t> half_words(const Bits& a) {
  std::vector<uint32_t> halves;
  halves.reserve(a.words().size() * 2);
  for (const uint64_t word : a.words()) {
    halves.push_back(static_cast<uint32_t>(word));
    halves.push_back(static_cast<uint32_t>(word >> 32));
  }
  while (!halves.empty() && halves.back() == 0) halves.pop_back();
  return halves;
}

Bits from_half_words(uint32_t width, const std::vector<uint32_t>& halves) {
  std::vector<uint64_t> words(halves.size() / 2 + 1, 0);
  for (size_t i = 0; i < halves.size(); ++i) words[i / 2] |= static_cast<uint64_t>(halves[i]) << (32 * (i % 2));
  return Bits::from_words(width, words);
}

struct Division {
  Bits quotient;
  Bits remainder;
};

/// Long division in base 2^32 (Knuth, The Art of Computer Programming 2, 4.3.1, algorithm D). The divisor is
/// not zero and both values have one width above 64.
Division divide(const Bits& a, const Bits& b) {
  const std::vector<uint32_t> dividend = half_words(a);
  const std::vector<uint32_t> divisor = half_words(b);
  if (dividend.size() < divisor.size()) return {Bits(a.width()), a};
  const size_t n = divisor.size();
  const size_t m = dividend.size() - n;
  std::vector<uint32_t> quotient(m + 1, 0);

  if (n == 1) {
    uint64_t remainder = 0;
    for (size_t i = dividend.size(); i-- > 0;) {
      const uint64_t part = (remainder << 32) | dividend[i];
      quotient[i] = static_cast<uint32_t>(part / divisor[0]);
      remainder = part % divisor[0];
    }
    return {from_half_words(a.width(), quotient), Bits(a.width(), remainder)};
  }

  // D1: scale both so that the divisor's top bit is set; the estimate of a digit is then at most 2 too large.
  const auto shift = static_cast<uint32_t>(std::countl_zero(divisor.back()));
  const auto scaled = [shift](const std::vector<uint32_t>& halves, size_t index) -> uint32_t {
    const uint64_t high = index < halves.size() ? halves[index] : 0;
    const uint64_t low = index > 0 ? halves[index - 1] : 0;
    return static_cast<uint32_t>((((high << 32) | low) << shift) >> 32);
  };
  std::vector<uint32_t> u(dividend.size() + 1);
  std::vector<uint32_t> v(n);
  for (size_t i = 0; i < u.size(); ++i) u[i] = scaled(dividend, i);
  for (size_t i = 0; i < n; ++i) v[i] = scaled(divisor, i);

  constexpr uint64_t kBase = uint64_t{1} << 32;
  for (size_t j = m + 1; j-- > 0;) {
    // D3: estimate a digit from the top two of the dividend, corrected with the next.
    const uint64_t top = (static_cast<uint64_t>(u[j + n]) << 32) | u[j + n - 1];
    uint64_t digit = top / v[n - 1];
    uint64_t rest = top % v[n - 1];
    while (digit >= kBase || digit * v[n - 2] > ((rest << 32) | u[j + n - 2])) {
      --digit;
      rest += v[n - 1];
      if (rest >= kBase) break;
    }
    // D4: subtract digit * divisor.
    int64_t borrow = 0;
    uint64_t carry = 0;
    for (size_t i = 0; i < n; ++i) {
      const uint64_t product = digit * v[i] + carry;
      carry = product >> 32;
      const int64_t difference = static_cast<int64_t>(u[i + j]) - borrow - static_cast<int64_t>(product & 0xffffffffU);
      u[i + j] = static_cast<uint32_t>(difference);
      borrow = difference < 0 ? 1 : 0;
    }
    const int64_t difference = static_cast<int64_t>(u[j + n]) - borrow - static_cast<int64_t>(carry);
    u[j + n] = static_cast<uint32_t>(difference);
    // D6: the digit was one too large; add the divisor back.
    if (difference < 0) {
      --digit;
      uint64_t sum = 0;
      for (size_t i = 0; i < n; ++i) {
        sum += static_cast<uint64_t>(u[i + j]) + v[i];
        u[i + j] = static_cast<uint32_t>(sum);
        sum >>= 32;
      }
      u[j + n] += static_cast<uint32_t>(sum);
    }
    quotient[j] = static_cast<uint32_t>(digit);
  }
  // D8: undo the scaling in the remainder.
  std::vector<uint32_t> remainder(n);
  for (size_t i = 0; i < n; ++i) {
    const uint64_t pair = (static_cast<uint64_t>(u[i + 1]) << 32) | u[i];
    remainder[i] = static_cast<uint32_t>(pair >> shift);
  }
  return {from_half_words(a.width(), quotient), from_half_words(a.width(), remainder)};
}

/// The amount, or `limit` where the amount is larger.
uint32_t clamp_amount(const Bits& amount, uint32_t limit) {
  const auto words = amount.words();
  for (size_t i = 1; i < words.size(); ++i) {
    if (words[i] != 0) return limit;
  }
  return static_cast<uint32_t>(std::min<uint64_t>(amount.word(0), limit));
}

/// The product modulo 2^width.
Bits multiply(const Bits& a, const Bits& b, uint32_t width) {
  if (width <= kWordBits) return Bits(width, a.word(0) * b.word(0));
  std::vector<uint64_t> words(width / kWordBits + 1, 0);
  const auto left = a.words();
  const auto right = b.words();
  for (size_t i = 0; i < left.size(); ++i) {
    uint64_t carry = 0;
    for (size_t j = 0; i + j < words.size() && (j < right.size() || carry != 0); ++j) {
      const Wide sum = static_cast<Wide>(left[i]) * (j < right.size() ? right[j] : 0) + words[i + j] + carry;
      words[i + j] = static_cast<uint64_t>(sum);
      carry = static_cast<uint64_t>(sum >> kWordBits);
    }
  }
  return Bits::from_words(width, words);
}

}  // namespace

Bits bit_not(const Bits& a) {
  return word_by_word(a, a, [](uint64_t x, uint64_t) { return ~x; });
}

Bits bit_and(const Bits& a, const Bits& b) {
  return word_by_word(a, b, [](uint64_t x, uint64_t y) { return x & y; });
}

Bits bit_or(const Bits& a, const Bits& b) {
  return word_by_word(a, b, [](uint64_t x, uint64_t y) { return x | y; });
}

Bits bit_xor(const Bits& a, const Bits& b) {
  return word_by_word(a, b, [](uint64_t x, uint64_t y) { return x ^ y; });
}

Bits add(const Bits& a, const Bits& b) {
  uint64_t carry = 0;
  return word_by_word(a, b, [&carry](uint64_t x, uint64_t y) {
    const uint64_t partial = x + y;
    const uint64_t sum = partial + carry;
    carry = (partial < x || sum < partial) ? 1 : 0;
    return sum;
  });
}

Bits sub(const Bits& a, const Bits& b) {
  uint64_t borrow = 0;
  return word_by_word(a, b, [&borrow](uint64_t x, uint64_t y) {
    const uint64_t partial = x - y;
    const uint64_t difference = partial - borrow;
    borrow = (x < y || partial < borrow) ? 1 : 0;
    return difference;
  });
}

Bits mul_unsigned(const Bits& a, const Bits& b) { return multiply(a, b, a.width() + b.width()); }

Bits mul_signed(const Bits& a, const Bits& b) {
  const uint32_t width = a.width() + b.width();
  return multiply(a.resize_signed(width), b.resize_signed(width), width);
}

Bits div_unsigned(const Bits& a, const Bits& b) {
  if (b.is_zero()) return Bits::ones(a.width());
  if (a.width() <= kWordBits) return Bits(a.width(), a.word(0) / b.word(0));
  return divide(a, b).quotient;
}

Bits rem_unsigned(const Bits& a, const Bits& b) {
  if (b.is_zero()) return a;
  if (a.width() <= kWordBits) return Bits(a.width(), a.word(0) % b.word(0));
  return divide(a, b).remainder;
}

// The magnitude of the minimum is the minimum itself, read as unsigned; so min / -1 comes out as min and
// min % -1 as 0 without a case of their own.
Bits div_signed(const Bits& a, const Bits& b) {
  if (b.is_zero()) return Bits::ones(a.width());
  const Bits quotient = div_unsigned(magnitude(a), magnitude(b));
  return negative(a) != negative(b) ? negate(quotient) : quotient;
}

Bits rem_signed(const Bits& a, const Bits& b) {
  if (b.is_zero()) return a;
  const Bits remainder = rem_unsigned(magnitude(a), magnitude(b));
  return negative(a) ? negate(remainder) : remainder;
}

Bits shift_left(const Bits& a, const Bits& amount) {
  const uint32_t count = clamp_amount(amount, a.width());
  if (count >= a.width()) return Bits(a.width());
  if (a.width() <= kWordBits) return Bits(a.width(), a.word(0) << count);
  return Bits::concat(a.slice(0, a.width() - count), Bits(count));
}

Bits shift_right_unsigned(const Bits& a, const Bits& amount) {
  return a.slice(clamp_amount(amount, a.width()), a.width());
}

Bits shift_right_signed(const Bits& a, const Bits& amount) {
  if (a.width() == 0) return a;
  const uint32_t count = clamp_amount(amount, a.width() - 1);
  return a.slice(count, a.width() - count).resize_signed(a.width());
}

bool reduce_and(const Bits& a) { return a.is_ones(); }

bool reduce_or(const Bits& a) { return !a.is_zero(); }

bool reduce_xor(const Bits& a) {
  uint64_t folded = 0;
  for (const uint64_t word : a.words()) folded ^= word;
  return std::popcount(folded) % 2 != 0;
}

}  // namespace burin::bits_ops
