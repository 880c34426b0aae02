// SPDX-License-Identifier: Apache-2.0
//! @file fir_filter_test.cpp
//! @brief The filter against double precision, in which its sums are exact.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "designs/examples/fir_filter.h"
#include "dsl/lib/engines.h"

namespace burin {
namespace {

using examples::FirFilter;
using Sample = FirFilter::Sample;

/// Sends random samples with pauses and compares what leaves; gives a digest of it.
uint64_t filter_random(sim::EngineKind kind, uint64_t seed, int cycles) {
  sim::Bench<FirFilter> bench({}, kind);
  std::mt19937_64 random(seed);
  std::deque<double> last(8, 0.0);
  std::deque<std::pair<bool, double>> expected{{false, 0.0}, {false, 0.0}};
  uint64_t digest = 0;
  bench.reset();
  for (int cycle = 0; cycle < cycles; ++cycle) {
    const bool valid = random() % 4 != 0;
    // Long runs of the extremes bring sums near to the ends of the range.
    const uint64_t kind_of_sample = cycle / 16 % 3;
    const Bits sample(16, kind_of_sample == 0 ? random() : kind_of_sample == 1 ? 0x8000 : 0x7fff);
    bench.set(bench->in.valid, valid);
    bench.set(bench->in.payload, sample);
    bench.settle();
    REQUIRE(bench.get_u64(bench->out.valid) == (expected.front().first ? 1 : 0));
    if (expected.front().first) REQUIRE(Sample::number_of(bench.get(bench->out.payload)) == expected.front().second);
    digest = digest * 0x9e3779b97f4a7c15U + bench.get_u64(bench->out.payload);
    expected.pop_front();
    if (valid) {
      last.push_front(Sample::number_of(sample));
      last.pop_back();
    }
    double sum = 0;
    for (size_t i = 0; i < 8; ++i)
      sum += last[i] * std::ldexp(std::nearbyint(std::ldexp(FirFilter::kCoefficients[i], 15)), -15);
    const double rounded = std::clamp(std::nearbyint(std::ldexp(sum, 15)), -32768.0, 32767.0);
    expected.emplace_back(valid, std::ldexp(rounded, -15));
    bench.step();
  }
  return digest;
}

TEST_CASE("fir filter: random samples against double precision, on all engines") {
  test::check_on_all_engines(filter_random, 600, 5000);
}

TEST_CASE("fir filter: a constant passes unchanged but for the sum of the coefficients") {
  sim::Bench<FirFilter> bench;
  bench.reset();
  bench.set(bench->in.valid, true);
  bench.set(bench->in.payload, Sample::bits_of(0.5));
  bench.step(20);
  bench.settle();
  CHECK(std::abs(Sample::number_of(bench.get(bench->out.payload)) - 0.5) < 0.001);
}

TEST_CASE("fir filter: the tools have nothing to say") { test::check_clean_verilog<FirFilter>(); }

}  // namespace
}  // namespace burin
