// SPDX-License-Identifier: Apache-2.0
//! @file random.h
//! @brief Random stimulus that can be repeated: the seed is printed when a test fails.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include "burin/base/bits.h"

namespace burin::sim {

/// Random values from one seed: that of the environment variable BURIN_SEED where it is set, else the one given, else a
/// new one. Equal seeds give equal values, on every machine. When an exception ends the life of the object, it prints
/// the seed to standard error; with a test framework that does not throw, put `replay()` in its message.
class Random {
 public:
  /// @throws UserError when BURIN_SEED is no number.
  explicit Random(std::optional<uint64_t> seed = std::nullopt);
  ~Random();
  Random(const Random&) = delete;
  Random& operator=(const Random&) = delete;

  [[nodiscard]] uint64_t seed() const { return seed_; }
  /// What to type to repeat the run: "BURIN_SEED=123".
  [[nodiscard]] std::string replay() const;

  /// 64 random bits.
  uint64_t word() { return generator_(); }
  /// A number below `count`, which is not 0; all equally likely.
  uint64_t below(uint64_t count);
  /// A number from `first` to `last`, both included.
  uint64_t between(uint64_t first, uint64_t last);
  /// True in `per_mille` of 1,000 calls on average.
  bool chance(uint32_t per_mille) { return below(1000) < per_mille; }
  /// A value of `width` bits.
  Bits bits(uint32_t width);

 private:
  uint64_t seed_;
  std::mt19937_64 generator_;
  int exceptions_;  // that were under way when the object was made
};

}  // namespace burin::sim
