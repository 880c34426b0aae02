// SPDX-License-Identifier: Apache-2.0
//! @file bits_ops.cpp
//! @brief Arithmetic on `Bits` against an independent model, and the edge cases that docs/semantics.md fixes.
#include <array>

#include "burin/base/bits.h"
#include "model.h"

using burin::Bits;
using model::cpp_int;
using model::number;
using model::Random;
using model::signed_number;
namespace ops = burin::bits_ops;

namespace {

constexpr int kRounds = 6000;

const std::array kWidths = {0U, 1U, 2U, 8U, 63U, 64U, 65U, 127U, 128U, 129U};

Bits minimum(uint32_t width) { return model::bits(width, width == 0 ? cpp_int(0) : model::power_of_two(width - 1)); }

}  // namespace

TEST_CASE("logic and reductions") {
  model::repeat(kRounds, 11, [](Random& random) {
    const uint32_t width = random.width();
    const Bits a = random.value(width);
    const Bits b = random.value(width);
    CHECK(ops::bit_not(a) == model::bits(width, model::power_of_two(width) - 1 - number(a)));
    CHECK(ops::bit_and(a, b) == model::bits(width, number(a) & number(b)));
    CHECK(ops::bit_or(a, b) == model::bits(width, number(a) | number(b)));
    CHECK(ops::bit_xor(a, b) == model::bits(width, number(a) ^ number(b)));
    unsigned ones = 0;
    for (uint32_t i = 0; i < width; ++i) ones += boost::multiprecision::bit_test(number(a), i) ? 1U : 0U;
    CHECK(ops::reduce_and(a) == (ones == width));
    CHECK(ops::reduce_or(a) == (ones > 0));
    CHECK(ops::reduce_xor(a) == (ones % 2 == 1));
  });
  CHECK(ops::reduce_and(Bits()));
  CHECK_FALSE(ops::reduce_or(Bits()));
  CHECK_FALSE(ops::reduce_xor(Bits()));
}

TEST_CASE("sums, differences and products") {
  model::repeat(kRounds, 12, [](Random& random) {
    const uint32_t width = random.width();
    const Bits a = random.value(width);
    const Bits b = random.value(width);
    CHECK(ops::add(a, b) == model::bits(width, number(a) + number(b)));
    CHECK(ops::sub(a, b) == model::bits(width, number(a) - number(b)));

    const Bits c = random.value(random.width());
    const uint32_t full = a.width() + c.width();
    CHECK(ops::mul_unsigned(a, c) == model::bits(full, number(a) * number(c)));
    CHECK(ops::mul_signed(a, c) == model::bits(full, signed_number(a) * signed_number(c)));
  });
}

TEST_CASE("carries run through all words") {
  for (const uint32_t width : kWidths) {
    CAPTURE(width);
    CHECK(ops::add(Bits::ones(width), Bits(width, 1)) == Bits(width));
    CHECK(ops::sub(Bits(width), Bits(width, 1)) == Bits::ones(width));
    if (width > 0)
      CHECK(number(ops::mul_unsigned(Bits::ones(width), Bits::ones(width))) ==
            (model::power_of_two(width) - 1) * (model::power_of_two(width) - 1));
  }
}

TEST_CASE("division and remainder") {
  model::repeat(kRounds, 13, [](Random& random) {
    const uint32_t width = random.width();
    const Bits a = random.value(width);
    // Divisors of all lengths: the estimate of a quotient digit is corrected only for some.
    const Bits b = random.value(width).slice(random.below(width + 1), width);
    if (b.is_zero()) return;
    CHECK(ops::div_unsigned(a, b) == model::bits(width, number(a) / number(b)));
    CHECK(ops::rem_unsigned(a, b) == model::bits(width, number(a) % number(b)));
    // cpp_int truncates towards zero and gives the remainder the dividend's sign, as the semantics do.
    CHECK(ops::div_signed(a, b) == model::bits(width, signed_number(a) / signed_number(b)));
    CHECK(ops::rem_signed(a, b) == model::bits(width, signed_number(a) % signed_number(b)));
  });
}

TEST_CASE("long division with digits at their bounds") {
  // Digits of 0, 1, 2^31, 2^32 - 1 make the rare corrections of the algorithm happen.
  static constexpr std::array<uint64_t, 5> kDigits = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff};
  model::repeat(20000, 14, [](Random& random) {
    const auto pick = [&random](uint32_t digits) {
      cpp_int value = 0;
      for (uint32_t i = 0; i < digits; ++i) value = (value << 32) | kDigits[random.below(kDigits.size())];
      return value;
    };
    constexpr uint32_t kWidth = 192;
    const cpp_int a = pick(1 + random.below(6));
    const cpp_int b = pick(1 + random.below(5));
    if (b == 0) return;
    CHECK(number(ops::div_unsigned(model::bits(kWidth, a), model::bits(kWidth, b))) == a / b);
    CHECK(number(ops::rem_unsigned(model::bits(kWidth, a), model::bits(kWidth, b))) == a % b);
  });
}

TEST_CASE("division by zero") {
  model::repeat(500, 15, [](Random& random) {
    const uint32_t width = random.width();
    const Bits a = random.value(width);
    const Bits zero(width);
    CHECK(ops::div_unsigned(a, zero) == Bits::ones(width));
    CHECK(ops::div_signed(a, zero) == Bits::ones(width));
    CHECK(ops::rem_unsigned(a, zero) == a);
    CHECK(ops::rem_signed(a, zero) == a);
  });
}

TEST_CASE("the signed minimum divided by minus one") {
  for (const uint32_t width : kWidths) {
    CAPTURE(width);
    const Bits smallest = minimum(width);
    const Bits minus_one = Bits::ones(width);
    CHECK(ops::div_signed(smallest, minus_one) == smallest);
    CHECK(ops::rem_signed(smallest, minus_one) == Bits(width));
  }
}

TEST_CASE("signs of quotient and remainder") {
  const auto s8 = [](int64_t value) { return Bits::from_signed(8, value); };
  CHECK(ops::div_signed(s8(-7), s8(2)) == s8(-3));
  CHECK(ops::rem_signed(s8(-7), s8(2)) == s8(-1));
  CHECK(ops::div_signed(s8(7), s8(-2)) == s8(-3));
  CHECK(ops::rem_signed(s8(7), s8(-2)) == s8(1));
  CHECK(ops::div_signed(s8(-7), s8(-2)) == s8(3));
  CHECK(ops::rem_signed(s8(-7), s8(-2)) == s8(-1));
}

TEST_CASE("shifts") {
  model::repeat(kRounds, 16, [](Random& random) {
    const uint32_t width = random.width();
    const Bits a = random.value(width);
    const Bits amount = random.below(2) == 0 ? Bits(32, random.below(width + 3)) : random.value(random.width());
    const uint32_t count = number(amount) > width ? width : static_cast<uint32_t>(number(amount));
    CHECK(ops::shift_left(a, amount) == model::bits(width, number(a) << count));
    CHECK(ops::shift_right_unsigned(a, amount) == model::bits(width, number(a) >> count));
    // Division towards minus infinity by a power of two.
    const cpp_int divisor = model::power_of_two(count);
    const cpp_int value = signed_number(a);
    const cpp_int floored = value >= 0 ? cpp_int(value / divisor) : cpp_int(-((-value + divisor - 1) / divisor));
    CHECK(ops::shift_right_signed(a, amount) == model::bits(width, floored));
  });
}

TEST_CASE("shifts by amounts at and beyond the width") {
  for (const uint32_t width : kWidths) {
    CAPTURE(width);
    const Bits a = Bits::ones(width);
    const std::array amounts = {
        Bits(32, width), Bits(33, width + 1), Bits(64, 1ULL << 32), Bits::ones(64), Bits::concat(Bits(1, 1), Bits(64)),
        Bits::ones(200)};
    for (const Bits& amount : amounts) {
      CAPTURE(amount);
      CHECK(ops::shift_left(a, amount) == Bits(width));
      CHECK(ops::shift_right_unsigned(a, amount) == Bits(width));
      CHECK(ops::shift_right_signed(a, amount) == a);
    }
    CHECK(ops::shift_left(a, Bits()) == a);
    CHECK(ops::shift_right_signed(a, Bits()) == a);
  }
}

TEST_CASE("zero width passes through every operation") {
  const Bits zero;
  for (const auto operation : {ops::bit_and, ops::bit_or, ops::bit_xor, ops::add, ops::sub, ops::mul_unsigned,
                               ops::mul_signed, ops::div_unsigned, ops::div_signed, ops::rem_unsigned, ops::rem_signed,
                               ops::shift_left, ops::shift_right_unsigned, ops::shift_right_signed}) {
    CHECK(operation(zero, zero) == zero);
  }
  CHECK(ops::bit_not(zero) == zero);
  CHECK(ops::mul_signed(Bits::ones(8), zero) == Bits(8));
  CHECK(ops::mul_unsigned(zero, Bits::ones(80)) == Bits(80));
}
