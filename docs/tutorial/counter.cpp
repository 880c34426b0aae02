// SPDX-License-Identifier: Apache-2.0
//! @file counter.cpp
//! @brief Tutorial, part 1: a module, a bench, its Verilog.
#include <fmt/format.h>

#include "burin/burin.h"
#include "burin/sim/bench.h"
#include "burin/verilog/emit.h"

using namespace burin;

// [module]
struct Counter {
  struct Config {
    Param<int, "width of the count in bits", range(1, 64)> width = 8;
  };
  Config config;

  In<Bool> enable;
  Out<UInt<>> count{bits(config.width)};

  Reg<UInt<>> value{bits(config.width), 0};

  void logic() {
    IF (enable) {
      value = value + 1;
    }
    count = value;
  }
};
// [/module]

int main() {
  // [bench]
  sim::Bench<Counter> bench({.width = 4});
  bench.reset();
  bench.set(bench->enable, true);
  bench.step(18);
  fmt::print("after 18 cycles: {}\n", bench.get_u64(bench->count));
  // [/bench]

  // [verilog]
  const auto counter = elaborate<Counter>({.width = 4});
  for (const VerilogFile& file : emit_verilog(*counter.design)) fmt::print("{}", file.text);
  // [/verilog]
}
