// SPDX-License-Identifier: Apache-2.0
//! @file product_test.cpp
//! @brief Products in parts against those of C++.
#include <doctest/doctest.h>

#include <random>

#include "burin/lib/pipeline.h"
#include "designs/support.h"

namespace burin {
namespace {

struct Product {
  struct Config {
    Param<int, "width of a", range(0, 32)> a = 8;
    Param<int, "width of b", range(0, 32)> b = 8;
    Param<int, "registers", range(0, 16)> depth = 0;
  };
  Config config;
  In<UInt<>> a{bits(config.a)};
  In<UInt<>> b{bits(config.b)};
  Out<UInt<>> y{bits(config.a + config.b), PortOptions{.guarded = true}};
  void logic() {
    y = pipelined(
            config.depth, [](const UInt<>& p, const UInt<>& q) { return product_in_parts(p, q); }, a, b)
            .value();
  }
};

TEST_CASE("product in parts: equal to the product, for all widths, in pipelines of all depths") {
  const uint64_t seed = test::test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  std::mt19937_64 random(seed);
  for (const auto& [wa, wb] :
       {std::pair{1, 1}, {1, 7}, {7, 1}, {2, 2}, {3, 5}, {8, 8}, {24, 24}, {32, 31}, {0, 4}, {4, 0}}) {
    for (const int depth : {0, 1, 3, 7}) {
      if (wa * wb == 0 && depth > 0) continue;  // nothing to delay
      INFO("widths ", wa, " and ", wb, ", depth ", depth);
      sim::Bench<Product> bench({.a = wa, .b = wb, .depth = depth});
      for (int i = 0; i < 40; ++i) {
        const auto value = [&](int width) {
          const uint64_t mask = (uint64_t{1} << width) - 1;
          return random() % 4 == 0 ? mask : random() & mask;
        };
        const uint64_t a = value(wa);
        const uint64_t b = value(wb);
        bench.set(bench->a, a);
        bench.set(bench->b, b);
        if (depth == 0) {
          bench.settle();
        } else {
          bench.step(static_cast<uint64_t>(depth));
        }
        REQUIRE(bench.get_u64(bench->y) == a * b);
      }
    }
  }
}

}  // namespace
}  // namespace burin
