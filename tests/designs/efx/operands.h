// SPDX-License-Identifier: Apache-2.0
//! @file operands.h
//! @brief Random operands by the method of Berkeley TestFloat: exponents and fractions of which mistakes are made, and
//! of any kind, weighted; the second operand often such that the two meet at an edge.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <utility>

namespace burin::test {

/// Operands of binary64.
class OperandSource {
 public:
  explicit OperandSource(uint64_t seed) : random_(seed) {}

  uint64_t one() { return word(exponent(), fraction()); }

  std::pair<uint64_t, uint64_t> two() {
    const uint64_t x = one();
    const int x_exponent = static_cast<int>(x >> 52 & 0x7ff);
    const int near = static_cast<int>(random_() % 5) - 2;
    int y_exponent = 0;
    switch (random_() % 8) {
      case 0:  // close by: cancellation, alignment, carries
      case 1:
        y_exponent = x_exponent + near;
        break;
      case 2:
        y_exponent = x_exponent - 60 + static_cast<int>(random_() % 121);
        break;
      case 3:
        y_exponent = 1023 - x_exponent + 1 + near;
        break;  // a product at the lower end
      case 4:
        y_exponent = 1023 - x_exponent + 2046 + near;
        break;  // a product at the upper end
      case 5:
        y_exponent = x_exponent + (random_() % 2 == 0 ? 1022 : -1023) + near;
        break;  // a quotient at an end
      default:
        return {x, one()};
    }
    const uint64_t y = word(static_cast<uint64_t>(y_exponent) & 0x7ff, random_() % 8 == 0 ? x : fraction());
    return random_() % 2 == 0 ? std::pair{x, y} : std::pair{y, x};
  }

  /// Two's complement integers of every length, with runs and few ones.
  uint64_t integer() {
    const uint64_t magnitude = (random_() % 2 == 0 ? random_() : few_ones() ^ run()) >> (random_() % 64);
    return random_() % 2 == 0 ? magnitude : 0 - magnitude;
  }
  /// For conversions to integers: exponents up to where the integers end, and a little beyond.
  uint64_t near_integers() { return random_() % 4 == 0 ? one() : word(1023 - 3 + random_() % 70, fraction()); }

 private:
  uint64_t word(uint64_t exponent, uint64_t fraction) {
    return (random_() & uint64_t{1} << 63) | exponent << 52 | (fraction & 0xfffffffffffff);
  }
  uint64_t exponent() {
    static constexpr std::array<uint64_t, 20> kEdges{0,    1,    2,    52,   53,   512,  968,  970,  1021, 1022,
                                                     1023, 1024, 1025, 1075, 1076, 1085, 1086, 2045, 2046, 2047};
    switch (random_() % 4) {
      case 0:
        return kEdges[random_() % kEdges.size()];
      case 1:
        return 1023 - 64 + random_() % 129;
      default:
        return random_() & 0x7ff;
    }
  }
  uint64_t fraction() {
    switch (random_() % 8) {
      case 0:
        return 0;
      case 1:
        return ~uint64_t{0};
      case 2:
        return few_ones();
      case 3:
        return ~few_ones();
      case 4:
        return run();
      case 5:
        return random_() << (random_() % 52);  // short: products and quotients that are exact or ties
      default:
        return random_();
    }
  }
  uint64_t few_ones() {
    uint64_t word = 0;
    for (uint64_t n = 1 + random_() % 3; n > 0; --n) word |= uint64_t{1} << (random_() % 64);
    return word;
  }
  uint64_t run() { return (~uint64_t{0} << (random_() % 64)) ^ (~uint64_t{0} << (random_() % 64)); }

  std::mt19937_64 random_;
};

}  // namespace burin::test
