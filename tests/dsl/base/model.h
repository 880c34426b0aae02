// SPDX-License-Identifier: Apache-2.0
//! @file model.h
//! @brief The independent model of `Bits` (Boost.Multiprecision) and random values for the tests against it.
#pragma once

#include <doctest/doctest.h>

#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>

#include "burin/base/bits.h"

namespace model {

using boost::multiprecision::cpp_int;
using burin::Bits;

/// Widths at which representations change, tried in every randomised test.
inline constexpr std::array<uint32_t, 12> kEdgeWidths = {0, 1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129};
inline constexpr uint32_t kMaxWidth = 200;

/// The seed of this run: that of the environment, to repeat a failure, or a new one.
inline uint64_t seed() {
  static const uint64_t value = [] {
    const char* const given = std::getenv("BURIN_TEST_SEED");
    const uint64_t chosen = given != nullptr ? std::strtoull(given, nullptr, 0) : std::random_device{}();
    MESSAGE("BURIN_TEST_SEED=" << chosen);
    return chosen;
  }();
  return value;
}

inline cpp_int power_of_two(uint32_t exponent) { return cpp_int(1) << exponent; }

/// Words to number, word by word: shares nothing with the text forms of `Bits`.
inline cpp_int number(const Bits& bits) {
  cpp_int value = 0;
  for (size_t i = bits.words().size(); i-- > 0;) value = (value << 64) | bits.words()[i];
  return value;
}

/// The value read as two's complement.
inline cpp_int signed_number(const Bits& bits) {
  const cpp_int value = number(bits);
  const bool negative = bits.width() > 0 && value >= power_of_two(bits.width() - 1);
  return negative ? cpp_int(value - power_of_two(bits.width())) : value;
}

/// A number modulo 2^width, never negative.
inline cpp_int wrap(const cpp_int& value, uint32_t width) {
  const cpp_int modulus = power_of_two(width);
  cpp_int rest = value % modulus;
  if (rest < 0) rest += modulus;
  return rest;
}

/// The `Bits` of a number, cut to the width.
inline Bits bits(uint32_t width, const cpp_int& value) {
  cpp_int rest = wrap(value, width);
  std::vector<uint64_t> words;
  while (rest != 0) {
    words.push_back(static_cast<uint64_t>(rest & cpp_int(~uint64_t{0})));
    rest >>= 64;
  }
  return Bits::from_words(width, words);
}

class Random {
 public:
  explicit Random(uint64_t stream) : engine_(seed() + stream) {}

  uint64_t word() { return engine_(); }
  uint32_t below(uint32_t limit) { return static_cast<uint32_t>(engine_() % limit); }
  uint32_t width() { return below(2) == 0 ? kEdgeWidths[below(kEdgeWidths.size())] : below(kMaxWidth + 1); }

  /// A value of uniform bits, or one of those at which carries and signs change.
  Bits value(uint32_t width) {
    switch (below(8)) {
      case 0:
        return Bits(width);
      case 1:
        return Bits::ones(width);
      case 2:
        return Bits(width, below(4));
      case 3:
        return bits(width, power_of_two(width == 0 ? 0 : width - 1));  // the signed minimum
      case 4:
        return bits(width, power_of_two(width == 0 ? 0 : width - 1) - 1);  // the signed maximum
      case 5:
        return bits(width, power_of_two(below(width + 1)) - below(3));
      default: {
        std::vector<uint64_t> words(width / 64 + 1);
        for (uint64_t& each : words) each = word();
        return Bits::from_words(width, words);
      }
    }
  }

 private:
  std::mt19937_64 engine_;
};

/// Runs `body(random)` many times, naming the seed in every failure.
template <typename Body>
void repeat(int times, uint64_t stream, Body body) {
  Random random(stream);
  for (int i = 0; i < times; ++i) {
    INFO("BURIN_TEST_SEED=" << seed() << ", round " << i);
    body(random);
  }
}

}  // namespace model

template <>
struct doctest::StringMaker<burin::Bits> {
  static doctest::String convert(const burin::Bits& bits) {
    return (std::to_string(bits.width()) + "'h" + bits.to_hex()).c_str();
  }
};

template <>
struct doctest::StringMaker<model::cpp_int> {
  static doctest::String convert(const model::cpp_int& value) { return value.str().c_str(); }
};
