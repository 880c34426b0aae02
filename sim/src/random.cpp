// SPDX-License-Identifier: Apache-2.0
//! @file random.cpp
//! @brief Random stimulus that can be repeated.
#include "burin/sim/random.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>
#include <vector>

#include "burin/base/diagnostics.h"

namespace burin::sim {
namespace {

uint64_t chosen_seed(std::optional<uint64_t> given) {
  if (const char* text = std::getenv("BURIN_SEED"); text != nullptr && *text != '\0') {
    const std::string_view digits = text;
    uint64_t seed = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seed);
    if (error != std::errc() || end != digits.data() + digits.size())
      throw UserError(fmt::format("BURIN_SEED is '{}', which is no number from 0 to 2^64 - 1", text));
    return seed;
  }
  if (given) return *given;
  std::random_device device;
  return uint64_t{device()} << 32 | device();
}

}  // namespace

Random::Random(std::optional<uint64_t> seed)
    : seed_(chosen_seed(seed)), generator_(seed_), exceptions_(std::uncaught_exceptions()) {}

Random::~Random() {
  if (std::uncaught_exceptions() <= exceptions_) return;
  std::fprintf(stderr, "random stimulus: %s repeats this run\n", replay().c_str());
}

std::string Random::replay() const { return fmt::format("BURIN_SEED={}", seed_); }

// Values from the ragged end of the range are drawn again, or the low ones would come more often.
uint64_t Random::below(uint64_t count) {
  internal_check(count != 0, "a random number below 0 was asked for");
  const uint64_t ragged = (UINT64_MAX - count + 1) % count;
  for (;;) {
    const uint64_t value = generator_();
    if (value <= UINT64_MAX - ragged) return value % count;
  }
}

uint64_t Random::between(uint64_t first, uint64_t last) {
  internal_check(first <= last, "a random number from an empty range was asked for");
  const uint64_t count = last - first + 1;  // 0: all numbers
  return count == 0 ? word() : first + below(count);
}

Bits Random::bits(uint32_t width) {
  std::vector<uint64_t> words;
  for (uint32_t low = 0; low < width; low += 64) words.push_back(word());
  return Bits::from_words(width, words);
}

}  // namespace burin::sim
