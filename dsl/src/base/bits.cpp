// SPDX-License-Identifier: Apache-2.0
//! @file bits.cpp
//! @brief Construction, inspection, cutting and text forms of `Bits`; arithmetic is in bits_ops.cpp.
#include "burin/base/bits.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace burin {
namespace {

constexpr uint32_t kWordBits = 64;

/// The low `count` bits set; `count` is at most 64.
constexpr uint64_t mask_of(uint32_t count) { return count >= kWordBits ? ~uint64_t{0} : (uint64_t{1} << count) - 1; }

constexpr uint32_t words_for(uint32_t width) { return width / kWordBits + (width % kWordBits != 0 ? 1 : 0); }

/// The digit's value, or 255 for a character that is a digit of no base.
constexpr uint32_t digit_value(char character) {
  if (character >= '0' && character <= '9') return static_cast<uint32_t>(character - '0');
  if (character >= 'a' && character <= 'f') return static_cast<uint32_t>(character - 'a') + 10;
  if (character >= 'A' && character <= 'F') return static_cast<uint32_t>(character - 'A') + 10;
  return 255;
}

[[noreturn]] void bad_number(std::string_view text, const std::string& why) {
  constexpr size_t kShown = 60;
  std::string shown(text.substr(0, kShown));
  if (text.size() > kShown) shown += "...";
  throw std::invalid_argument("\"" + shown + "\" " + why);
}

/// The digits of `text` without prefix and separators, checked against `base`.
std::string digits_of(std::string_view text, std::string_view digits, uint32_t base) {
  std::string result;
  result.reserve(digits.size());
  bool after_digit = false;
  for (const char character : digits) {
    if (character == '_') {
      if (!after_digit) bad_number(text, "is not a number: '_' must stand between digits");
      after_digit = false;
      continue;
    }
    if (digit_value(character) >= base) {
      bad_number(text, "is not a number of base " + std::to_string(base) + ": unexpected '" + character + "'");
    }
    result.push_back(character);
    after_digit = true;
  }
  if (result.empty()) bad_number(text, "is not a number: digits are missing");
  if (!after_digit) bad_number(text, "is not a number: '_' must stand between digits");
  return result;
}

/// `words = words * factor + summand`, growing by one word where needed.
void multiply_add(std::vector<uint64_t>& words, uint32_t factor, uint32_t summand) {
  uint64_t carry = summand;
  for (uint64_t& word : words) {
    const uint64_t low = (word & 0xffffffffU) * factor + carry;
    const uint64_t high = (word >> 32) * factor + (low >> 32);
    word = (high << 32) | (low & 0xffffffffU);
    carry = high >> 32;
  }
  if (carry != 0) words.push_back(carry);
}

std::vector<uint64_t> decimal_words(std::string_view digits) {
  constexpr size_t kChunk = 9;  // 10^9 fits in 32 bits
  std::vector<uint64_t> words;
  size_t position = 0;
  while (position < digits.size()) {
    const size_t count = std::min(kChunk, digits.size() - position);
    uint32_t factor = 1;
    uint32_t value = 0;
    for (size_t i = 0; i < count; ++i) {
      factor *= 10;
      value = value * 10 + digit_value(digits[position + i]);
    }
    multiply_add(words, factor, value);
    position += count;
  }
  return words;
}

/// Words of digits of `bits_a_digit` bits each: 1, 3 or 4.
std::vector<uint64_t> power_of_two_words(std::string_view digits, uint32_t bits_a_digit) {
  std::vector<uint64_t> words(digits.size() * bits_a_digit / kWordBits + 1, 0);
  size_t position = 0;
  for (size_t i = digits.size(); i-- > 0; position += bits_a_digit) {
    const uint64_t value = digit_value(digits[i]);
    const size_t word = position / kWordBits;
    const size_t shift = position % kWordBits;
    words[word] |= value << shift;
    if (shift + bits_a_digit > kWordBits && word + 1 < words.size()) words[word + 1] |= value >> (kWordBits - shift);
  }
  return words;
}

}  // namespace

Bits::Bits(uint32_t width, uint64_t value) : width_(width) {
  if (width <= kWordBits) {
    small_ = value & mask_of(width);
  } else {
    large_.resize(words_for(width));
    large_[0] = value;
  }
}

Bits Bits::from_signed(uint32_t width, int64_t value) {
  Bits result(width, static_cast<uint64_t>(value));
  if (width > kWordBits && value < 0) {
    std::fill(result.large_.begin() + 1, result.large_.end(), ~uint64_t{0});
    result.clear_unused();
  }
  return result;
}

Bits Bits::ones(uint32_t width) { return from_signed(width, -1); }

Bits Bits::from_words(uint32_t width, std::span<const uint64_t> words) {
  Bits result(width);
  const size_t count = std::min<size_t>(words.size(), words_for(width));
  std::copy_n(words.begin(), count, result.data());
  result.clear_unused();
  return result;
}

Bits Bits::from_bytes_little_endian(std::span<const uint8_t> bytes) {
  Bits result(static_cast<uint32_t>(bytes.size() * 8));
  uint64_t* const words = result.data();
  for (size_t i = 0; i < bytes.size(); ++i) words[i / 8] |= static_cast<uint64_t>(bytes[i]) << (8 * (i % 8));
  return result;
}

Bits Bits::from_bytes_big_endian(std::span<const uint8_t> bytes) {
  const std::vector<uint8_t> reversed(bytes.rbegin(), bytes.rend());
  return from_bytes_little_endian(reversed);
}

Bits Bits::parse(uint32_t width, std::string_view text) {
  std::string_view digits = text;
  uint32_t base = 10;
  if (text.size() >= 2 && text[0] == '0') {
    switch (text[1]) {
      case 'x':
      case 'X':
        base = 16;
        break;
      case 'o':
      case 'O':
        base = 8;
        break;
      case 'b':
      case 'B':
        base = 2;
        break;
      default:
        break;
    }
    if (base != 10) digits.remove_prefix(2);
  }
  const std::string clean = digits_of(text, digits, base);
  const std::vector<uint64_t> words =
      base == 10 ? decimal_words(clean) : power_of_two_words(clean, base == 16 ? 4 : (base == 8 ? 3 : 1));
  const auto top = std::find_if(words.rbegin(), words.rend(), [](uint64_t word) { return word != 0; });
  if (top != words.rend()) {
    const auto index = static_cast<size_t>(words.rend() - top) - 1;
    const size_t needed = index * kWordBits + static_cast<size_t>(std::bit_width(*top));
    if (needed > width) {
      bad_number(text, "needs " + std::to_string(needed) + " bits and does not fit in " + std::to_string(width));
    }
  }
  return from_words(width, words);
}

std::span<const uint64_t> Bits::words() const { return {data(), word_count()}; }

uint64_t Bits::word(uint32_t index) const { return index < word_count() ? data()[index] : 0; }

bool Bits::bit(uint32_t index) const {
  return index < width_ && ((data()[index / kWordBits] >> (index % kWordBits)) & 1U) != 0;
}

void Bits::set_bit(uint32_t index, bool value) {
  if (index >= width_) {
    throw std::out_of_range("bit " + std::to_string(index) + " of a value of " + std::to_string(width_) + " bits");
  }
  uint64_t& word = data()[index / kWordBits];
  const uint64_t mask = uint64_t{1} << (index % kWordBits);
  word = value ? word | mask : word & ~mask;
}

uint64_t Bits::to_uint64() const {
  if (width_ <= kWordBits) return small_;
  if (std::any_of(large_.begin() + 1, large_.end(), [](uint64_t word) { return word != 0; })) {
    throw std::out_of_range("0x" + to_hex() + " needs more than 64 bits");
  }
  return large_[0];
}

int64_t Bits::to_int64() const {
  if (width_ <= kWordBits) {
    const uint64_t extension = width_ > 0 && bit(width_ - 1) ? ~mask_of(width_) : 0;
    return static_cast<int64_t>(small_ | extension);
  }
  const Bits low = slice(0, kWordBits);
  if (low.resize_signed(width_) != *this) throw std::out_of_range("0x" + to_hex() + " needs more than 64 bits");
  return static_cast<int64_t>(low.small_);
}

bool Bits::is_zero() const {
  if (width_ <= kWordBits) return small_ == 0;
  return std::all_of(large_.begin(), large_.end(), [](uint64_t word) { return word == 0; });
}

bool Bits::is_ones() const {
  if (width_ <= kWordBits) return small_ == mask_of(width_);
  const uint32_t used = width_ % kWordBits == 0 ? kWordBits : width_ % kWordBits;
  return std::all_of(large_.begin(), large_.end() - 1, [](uint64_t word) { return word == ~uint64_t{0}; }) &&
         large_.back() == mask_of(used);
}

Bits Bits::slice(uint32_t low, uint32_t width) const {
  if (width_ <= kWordBits && width <= kWordBits) return Bits(width, low < kWordBits ? small_ >> low : 0);
  Bits result(width);
  uint64_t* const words = result.data();
  const uint32_t first = low / kWordBits;
  const uint32_t shift = low % kWordBits;
  for (uint32_t i = 0; i < result.word_count(); ++i) {
    const uint32_t index = first + i;
    words[i] = word(index) >> shift;
    if (shift != 0) words[i] |= word(index + 1) << (kWordBits - shift);
  }
  result.clear_unused();
  return result;
}

Bits Bits::resize(uint32_t width) const { return width == width_ ? *this : slice(0, width); }

Bits Bits::resize_signed(uint32_t width) const {
  Bits result = resize(width);
  if (width <= width_ || width_ == 0 || !bit(width_ - 1)) return result;
  uint64_t* const words = result.data();
  uint32_t index = width_ / kWordBits;
  words[index] |= ~mask_of(width_ % kWordBits);
  for (++index; index < result.word_count(); ++index) words[index] = ~uint64_t{0};
  result.clear_unused();
  return result;
}

Bits Bits::concat(const Bits& high, const Bits& low) {
  const uint32_t width = high.width_ + low.width_;
  if (low.width_ == 0) return high;
  if (width <= kWordBits) return Bits(width, high.width_ == 0 ? low.small_ : (high.small_ << low.width_) | low.small_);
  Bits result(width);
  uint64_t* const words = result.data();
  std::copy_n(low.data(), low.word_count(), words);
  const uint32_t first = low.width_ / kWordBits;
  const uint32_t shift = low.width_ % kWordBits;
  for (uint32_t i = 0; i < high.word_count(); ++i) {
    words[first + i] |= high.data()[i] << shift;
    if (shift != 0 && first + i + 1 < result.word_count())
      words[first + i + 1] |= high.data()[i] >> (kWordBits - shift);
  }
  return result;
}

std::string Bits::to_hex() const {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  const uint32_t count = width_ / 4 + (width_ % 4 != 0 ? 1 : 0);
  std::string text(count, '0');
  for (uint32_t i = 0; i < count; ++i) text[count - 1 - i] = kDigits[(data()[i / 16] >> (4 * (i % 16))) & 15U];
  return text;
}

std::string Bits::to_binary() const {
  std::string text(width_, '0');
  for (uint32_t i = 0; i < width_; ++i) {
    if (bit(i)) text[width_ - 1 - i] = '1';
  }
  return text;
}

std::string Bits::to_decimal() const {
  if (width_ <= kWordBits) return std::to_string(small_);
  constexpr uint64_t kChunk = 1'000'000'000;
  std::vector<uint64_t> rest = large_;
  std::string reversed;
  while (!rest.empty()) {
    uint64_t remainder = 0;
    for (size_t i = rest.size(); i-- > 0;) {
      const uint64_t high = (remainder << 32) | (rest[i] >> 32);
      const uint64_t low = ((high % kChunk) << 32) | (rest[i] & 0xffffffffU);
      rest[i] = ((high / kChunk) << 32) | (low / kChunk);
      remainder = low % kChunk;
    }
    while (!rest.empty() && rest.back() == 0) rest.pop_back();
    for (int i = 0; i < 9; ++i, remainder /= 10) reversed.push_back(static_cast<char>('0' + remainder % 10));
  }
  while (reversed.size() > 1 && reversed.back() == '0') reversed.pop_back();
  return {reversed.rbegin(), reversed.rend()};
}

std::vector<uint8_t> Bits::to_bytes_little_endian() const {
  std::vector<uint8_t> bytes(width_ / 8 + (width_ % 8 != 0 ? 1 : 0));
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(data()[i / 8] >> (8 * (i % 8)));
  return bytes;
}

std::vector<uint8_t> Bits::to_bytes_big_endian() const {
  std::vector<uint8_t> bytes = to_bytes_little_endian();
  std::reverse(bytes.begin(), bytes.end());
  return bytes;
}

bool operator==(const Bits& a, const Bits& b) {
  return a.width_ == b.width_ && a.small_ == b.small_ && a.large_ == b.large_;
}

std::strong_ordering Bits::compare_unsigned(const Bits& a, const Bits& b) {
  if (a.width_ <= kWordBits && b.width_ <= kWordBits) return a.small_ <=> b.small_;
  for (uint32_t i = std::max(a.word_count(), b.word_count()); i-- > 0;) {
    const uint64_t left = a.word(i);
    const uint64_t right = b.word(i);
    if (left != right) return left <=> right;
  }
  return std::strong_ordering::equal;
}

std::strong_ordering Bits::compare_signed(const Bits& a, const Bits& b) {
  if (a.width_ <= kWordBits && b.width_ <= kWordBits) return a.to_int64() <=> b.to_int64();
  const bool a_negative = a.width_ > 0 && a.bit(a.width_ - 1);
  const bool b_negative = b.width_ > 0 && b.bit(b.width_ - 1);
  if (a_negative != b_negative) return a_negative ? std::strong_ordering::less : std::strong_ordering::greater;
  if (a.width_ == b.width_) return compare_unsigned(a, b);
  const uint32_t width = std::max(a.width_, b.width_);
  return compare_unsigned(a.resize_signed(width), b.resize_signed(width));
}

size_t Bits::hash() const {
  constexpr uint64_t kMultiplier = 0x9e3779b97f4a7c15U;
  uint64_t state = (width_ + 1) * kMultiplier;
  for (const uint64_t word : words()) {
    state = (state ^ word) * kMultiplier;
    state ^= state >> 32;
  }
  return static_cast<size_t>(state);
}

void Bits::clear_unused() {
  if (width_ <= kWordBits) {
    small_ &= mask_of(width_);
  } else if (width_ % kWordBits != 0) {
    large_.back() &= mask_of(width_ % kWordBits);
  }
}

}  // namespace burin
