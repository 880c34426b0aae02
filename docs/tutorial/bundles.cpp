// SPDX-License-Identifier: Apache-2.0
//! @file bundles.cpp
//! @brief Tutorial, part 3: bundles, functions of hardware values, vectors.
#include <fmt/format.h>

#include "burin/burin.h"
#include "burin/sim/bench.h"

using namespace burin;

// [bundle]
struct Complex {
  SInt<16> real;
  SInt<16> imaginary;
};

/// The product, each part without the low 15 bits of its fraction.
Complex multiply(const Complex& a, const Complex& b) {
  const auto part = [](const SInt<>& x, const SInt<>& y) { return trunc<16>((x + y) >> 15); };
  return {.real = part(a.real * b.real, -(a.imaginary * b.imaginary)),
          .imaginary = part(a.real * b.imaginary, a.imaginary * b.real)};
}
// [/bundle]

// [module]
struct Rotator {
  In<Complex> sample;
  In<UInt<2>> turn;
  Out<Complex> rotated;

  Reg<Complex> result;

  void logic() {
    // Turns by 0, 45, 90 and 135 degrees; 23170 is 2^15 / sqrt(2).
    const Vec<Complex, 4> turns{
        {.real = 32767, .imaginary = 0},
        {.real = 23170, .imaginary = 23170},
        {.real = 0, .imaginary = 32767},
        {.real = -23170, .imaginary = 23170},
    };
    result = multiply(sample, turns[turn]);
    rotated = result;
  }
};
// [/module]

int main() {
  ElaborateOptions options;
  options.severities.push_back({.code = "uninitialised-control", .source_prefix = "", .severity = Severity::ignored});
  sim::Bench<Rotator> bench({}, sim::EngineKind::interpreter, {.elaborate = options});
  bench.set(bench->sample.real, 1000);
  bench.set(bench->sample.imaginary, 0);
  for (int turn = 0; turn < 4; ++turn) {
    bench.set(bench->turn, turn);
    bench.step();
    fmt::print("{:5} {:5}\n", bench.get_i64(bench->rotated.real), bench.get_i64(bench->rotated.imaginary));
  }
}
