// SPDX-License-Identifier: Apache-2.0
//! @file bits.cpp
//! @brief Construction, cutting, comparison and text forms of `Bits` against an independent model.
#include "burin/base/bits.h"

#include <algorithm>
#include <limits>
#include <sstream>
#include <stdexcept>

#include "model.h"

using burin::Bits;
using model::cpp_int;
using model::number;
using model::Random;
using model::signed_number;
using model::wrap;

namespace {

constexpr int kRounds = 4000;

/// Every result must keep the words beyond the width at zero and have exactly the words it needs.
void check_canonical(const Bits& value) {
  REQUIRE(value.words().size() == (value.width() + 63) / 64);
  CHECK(number(value) < model::power_of_two(value.width()));
}

std::string model_hex(const cpp_int& value, uint32_t width) {
  std::ostringstream stream;
  stream << std::hex << value;
  const size_t digits = (width + 3) / 4;
  const std::string text = width == 0 ? "" : stream.str();
  return std::string(digits - text.size(), '0') + text;
}

}  // namespace

TEST_CASE("a default value has no bits") {
  const Bits empty;
  CHECK(empty.width() == 0);
  CHECK(empty.words().empty());
  CHECK(empty.is_zero());
  CHECK(empty.is_ones());
  CHECK(empty.to_uint64() == 0);
  CHECK(empty.to_int64() == 0);
  CHECK(empty.to_hex().empty());
  CHECK(empty.to_binary().empty());
  CHECK(empty.to_decimal() == "0");
  CHECK(empty.to_bytes_big_endian().empty());
  CHECK(empty == Bits(0, 5));
  CHECK(empty == Bits::ones(0));
}

TEST_CASE("construction cuts and extends as stated") {
  model::repeat(kRounds, 1, [](Random& random) {
    const uint32_t width = random.width();
    const uint64_t word = random.word() >> random.below(64);
    const auto integer = static_cast<int64_t>(random.word()) >> random.below(64);
    const Bits from_unsigned(width, word);
    check_canonical(from_unsigned);
    CHECK(from_unsigned.width() == width);
    CHECK(number(from_unsigned) == wrap(word, width));

    const Bits from_signed = Bits::from_signed(width, integer);
    check_canonical(from_signed);
    CHECK(number(from_signed) == wrap(integer, width));

    const Bits ones = Bits::ones(width);
    check_canonical(ones);
    CHECK(number(ones) == model::power_of_two(width) - 1);
    CHECK(ones.is_ones());

    std::vector<uint64_t> words(random.below(6));
    cpp_int expected = 0;
    for (size_t i = 0; i < words.size(); ++i) {
      words[i] = random.word();
      expected |= cpp_int(words[i]) << (64 * i);
    }
    const Bits from_words = Bits::from_words(width, words);
    check_canonical(from_words);
    CHECK(number(from_words) == wrap(expected, width));
  });
}

TEST_CASE("bytes in either order") {
  model::repeat(kRounds, 2, [](Random& random) {
    std::vector<uint8_t> bytes(random.below(30));
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random.word());
    cpp_int expected = 0;
    for (const uint8_t byte : bytes) expected = (expected << 8) | byte;

    const Bits big = Bits::from_bytes_big_endian(bytes);
    check_canonical(big);
    CHECK(big.width() == 8 * bytes.size());
    CHECK(number(big) == expected);
    CHECK(big.to_bytes_big_endian() == bytes);

    std::vector<uint8_t> reversed(bytes.rbegin(), bytes.rend());
    CHECK(Bits::from_bytes_little_endian(reversed) == big);
    CHECK(big.to_bytes_little_endian() == reversed);
  });
  CHECK(Bits(9, 0x1ab).to_bytes_big_endian() == std::vector<uint8_t>{0x01, 0xab});
  CHECK(Bits(9, 0x1ab).to_bytes_little_endian() == std::vector<uint8_t>{0xab, 0x01});
}

TEST_CASE("single bits") {
  model::repeat(kRounds, 3, [](Random& random) {
    const uint32_t width = random.width();
    Bits value = random.value(width);
    const uint32_t index = random.below(width + 70);
    const bool expected = index < width && boost::multiprecision::bit_test(number(value), index);
    CHECK(value.bit(index) == expected);
    CHECK(value.word(index) == (index < value.words().size() ? value.words()[index] : 0));
    const bool level = random.below(2) == 1;
    if (index >= width) {
      CHECK_THROWS_AS(value.set_bit(index, level), std::out_of_range);
      return;
    }
    cpp_int model_value = number(value);
    if (level) {
      boost::multiprecision::bit_set(model_value, index);
    } else {
      boost::multiprecision::bit_unset(model_value, index);
    }
    value.set_bit(index, level);
    check_canonical(value);
    CHECK(number(value) == model_value);
  });
}

TEST_CASE("conversion to integers refuses what does not fit") {
  int refused = 0;
  model::repeat(kRounds, 4, [&refused](Random& random) {
    const Bits value = random.value(random.width());
    if (number(value) <= std::numeric_limits<uint64_t>::max()) {
      CHECK(value.to_uint64() == number(value));
    } else {
      ++refused;
      CHECK_THROWS_AS((void)value.to_uint64(), std::out_of_range);
    }
    const cpp_int integer = signed_number(value);
    if (integer >= std::numeric_limits<int64_t>::min() && integer <= std::numeric_limits<int64_t>::max()) {
      CHECK(value.to_int64() == integer);
    } else {
      CHECK_THROWS_AS((void)value.to_int64(), std::out_of_range);
    }
  });
  CHECK(refused > 0);
  CHECK(Bits(1, 1).to_int64() == -1);
  CHECK(Bits(64, 1ULL << 63).to_int64() == std::numeric_limits<int64_t>::min());
  CHECK(Bits::from_signed(65, std::numeric_limits<int64_t>::min()).to_int64() == std::numeric_limits<int64_t>::min());
  CHECK_THROWS_AS((void)Bits(65, 1ULL << 63).to_int64(), std::out_of_range);
}

TEST_CASE("slices, extensions and concatenation") {
  model::repeat(kRounds, 5, [](Random& random) {
    const Bits value = random.value(random.width());
    const uint32_t width = random.width();
    const uint32_t low = random.below(5) == 0 ? random.below(0xffffffff) : random.below(value.width() + 10);
    const Bits slice = value.slice(low, width);
    check_canonical(slice);
    CHECK(slice.width() == width);
    CHECK(number(slice) == wrap(low > 1000 ? cpp_int(0) : cpp_int(number(value) >> low), width));

    const Bits cut = value.resize(width);
    check_canonical(cut);
    CHECK(cut == model::bits(width, number(value)));
    const Bits extended = value.resize_signed(width);
    check_canonical(extended);
    CHECK(extended == model::bits(width, signed_number(value)));

    const Bits other = random.value(random.width());
    const Bits joined = Bits::concat(value, other);
    check_canonical(joined);
    CHECK(joined.width() == value.width() + other.width());
    CHECK(number(joined) == ((number(value) << other.width()) | number(other)));
    CHECK(joined.slice(0, other.width()) == other);
    CHECK(joined.slice(other.width(), value.width()) == value);
  });
}

TEST_CASE("text forms") {
  model::repeat(kRounds, 6, [](Random& random) {
    const uint32_t width = random.width();
    const Bits value = random.value(width);
    CHECK(value.to_hex() == model_hex(number(value), width));
    CHECK(value.to_decimal() == number(value).str());
    const std::string binary = value.to_binary();
    REQUIRE(binary.size() == width);
    for (uint32_t i = 0; i < width; ++i) CHECK((binary[width - 1 - i] == '1') == value.bit(i));

    CHECK(Bits::parse(width, "0x0" + value.to_hex()) == value);
    CHECK(Bits::parse(width, "0b0" + binary) == value);
    CHECK(Bits::parse(width, value.to_decimal()) == value);
    std::ostringstream octal;
    octal << "0o" << std::oct << number(value);
    CHECK(Bits::parse(width, octal.str()) == value);
  });
}

TEST_CASE("parse takes separators and refuses what is no number or does not fit") {
  CHECK(Bits::parse(16, "0xAb_cD") == Bits(16, 0xabcd));
  CHECK(Bits::parse(16, "0XABCD") == Bits(16, 0xabcd));
  CHECK(Bits::parse(8, "0b1010_0101") == Bits(8, 0xa5));
  CHECK(Bits::parse(8, "0o3_77") == Bits(8, 0xff));
  CHECK(Bits::parse(20, "1_000_000") == Bits(20, 1000000));
  CHECK(Bits::parse(1, "0000000000000000000000000000000000000000001") == Bits(1, 1));
  CHECK(Bits::parse(0, "0") == Bits());
  CHECK(Bits::parse(0, "0x0000") == Bits());
  CHECK(Bits::parse(4, "0xf") == Bits(4, 15));
  for (const char* text : {"", "0x", "0b", "x", "-1", "+1", " 1", "1 ", "0x1g", "0b2", "0o8", "1a", "_1", "1_", "1__0",
                           "0x_1", "0x1_", "_", "1.0"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(Bits::parse(64, text), std::invalid_argument);
  }
  CHECK_THROWS_AS(Bits::parse(4, "16"), std::invalid_argument);
  CHECK_THROWS_AS(Bits::parse(0, "1"), std::invalid_argument);
  CHECK_THROWS_AS(Bits::parse(64, "0x10000000000000000"), std::invalid_argument);
  CHECK_THROWS_AS(Bits::parse(128, "0o7777777777777777777777777777777777777777777"), std::invalid_argument);
  CHECK_THROWS_WITH(Bits::parse(4, "0x10"), "\"0x10\" needs 5 bits and does not fit in 4");
}

TEST_CASE("equality, order and hash") {
  int equal = 0;
  model::repeat(kRounds, 7, [&equal](Random& random) {
    const Bits a = random.value(random.width());
    const Bits b = random.below(4) == 0 ? a.resize(random.width()) : random.value(random.width());
    CHECK((a == b) == (a.width() == b.width() && number(a) == number(b)));
    const auto sign = [](const cpp_int& x, const cpp_int& y) {
      return x < y ? std::strong_ordering::less : (y < x ? std::strong_ordering::greater : std::strong_ordering::equal);
    };
    CHECK((Bits::compare_unsigned(a, b) == sign(number(a), number(b))));
    CHECK((Bits::compare_signed(a, b) == sign(signed_number(a), signed_number(b))));
    if (a == b) {
      ++equal;
      CHECK(a.hash() == b.hash());
    }
  });
  CHECK(equal > 0);
  CHECK(Bits(3, 0) != Bits(4, 0));
  CHECK(Bits(3, 0).hash() != Bits(4, 0).hash());
}

TEST_CASE("hashes of neighbouring values differ") {
  std::vector<size_t> hashes;
  for (uint32_t width = 0; width <= 130; ++width) {
    for (uint64_t value = 0; value < (width > 6 ? 64 : uint64_t{1} << width); ++value) {
      hashes.push_back(Bits(width, value).hash());
    }
  }
  std::sort(hashes.begin(), hashes.end());
  CHECK(std::adjacent_find(hashes.begin(), hashes.end()) == hashes.end());
}

TEST_CASE("the value survives copies and moves between small and large") {
  Bits large = Bits::ones(129);
  Bits small(7, 5);
  const Bits large_copy = large;
  large = small;
  CHECK(large == small);
  CHECK(large.words().size() == 1);
  small = large_copy;
  CHECK(small == Bits::ones(129));
  const Bits moved = std::move(small);
  CHECK(moved == large_copy);
}
