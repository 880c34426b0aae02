// SPDX-License-Identifier: Apache-2.0
//! @file counter.h
//! @brief A counter with an enable: the first example of the tutorial.
#pragma once

#include "burin/burin.h"

namespace burin::examples {

/// Counts the cycles in which `enable` is 1, modulo 2^width.
struct Counter {
  struct Config {
    Param<int, "width of the count in bits", range(1, 64)> width = 8;
  };
  Config config;

  In<Bool> enable;
  Out<UInt<>> count{bits(config.width)};

  Reg<UInt<>> value{bits(config.width), 0};

  void logic() {
    IF (enable) { value = value + 1; }
    count = value;
  }
};

}  // namespace burin::examples
