// SPDX-License-Identifier: Apache-2.0
//! @file large_design.h
//! @brief A module of as many operations as one asks for, and the same computation in C++.
#pragma once

#include <cstdint>
#include <vector>

#include "burin/burin.h"

namespace burin::bench {

inline uint32_t rotate_right(uint32_t x, int amount) { return x >> amount | x << (32 - amount); }
inline uint32_t mux(bool condition, uint32_t yes, uint32_t no) { return condition ? yes : no; }

/// Operations behind one register.
inline constexpr uint32_t kOperationsEach = 100;

/// The next value of register `index` out of `count`: a hundred operations on registers all over the module. `Word` is
/// hardware or uint32_t.
template <typename Word, typename Read>
Word next_value(uint32_t index, uint32_t count, const Read& read) {
  uint32_t random = index * 2654435761U + 1;
  const auto any = [&]() -> Word {
    random = random * 1664525U + 1013904223U;
    return read((random >> 8) % count);
  };
  Word x = read(index);
  for (uint32_t i = 0; i < kOperationsEach / 10; ++i) {  // ten operations
    const Word y = any();
    const Word z = any();
    const Word w = any();
    x = x + y;
    x = x ^ z;
    x = rotate_right(x, static_cast<int>(1 + random % 31));
    x = x - w;
    x = mux(y < z, x, w);
    x = (x & any()) ^ y;
    x = x + any();
    x = x ^ any();
  }
  return x;
}

/// What register `index` starts with.
inline uint32_t first_value(uint32_t index) { return index * 0x9e37'79b9U; }

struct LargeDesign {
  struct Config {
    Param<int, "operations", range(1000, 100'000'000)> operations = 100'000;
  };
  Config config;

  In<UInt<32>> input_word;
  Out<UInt<32>> output_word;

  List<Reg<UInt<32>>> values{config.operations / static_cast<int>(kOperationsEach),
                             [](int i) { return first_value(static_cast<uint32_t>(i)); }};

  void logic() {
    const auto count = static_cast<uint32_t>(values.size());
    const auto read = [&](uint32_t index) -> UInt<32> { return values[index]; };
    for (uint32_t i = 0; i < count; ++i) values[i] = next_value<UInt<32>>(i, count, read) ^ input_word;
    output_word = values[0];
  }
};

/// `output_word` of the design after each of `clocks` clocks, with `input_word` 0, 1, 2, …
inline std::vector<uint32_t> large_outputs(uint32_t operations, uint32_t clocks) {
  const uint32_t count = operations / kOperationsEach;
  std::vector<uint32_t> values(count);
  for (uint32_t i = 0; i < count; ++i) values[i] = first_value(i);
  std::vector<uint32_t> outputs;
  for (uint32_t clock = 0; clock < clocks; ++clock) {
    std::vector<uint32_t> next(count);
    const auto read = [&](uint32_t index) { return values[index]; };
    for (uint32_t i = 0; i < count; ++i) next[i] = next_value<uint32_t>(i, count, read) ^ clock;
    values = std::move(next);
    outputs.push_back(values[0]);
  }
  return outputs;
}

}  // namespace burin::bench
