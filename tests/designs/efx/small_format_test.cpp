// SPDX-License-Identifier: Apache-2.0
//! @file small_format_test.cpp
//! @brief Every operation on every operand of a format of 8 bits, against exact rational arithmetic.
#include <doctest/doctest.h>

#include <string>

#include "designs/efx/add.h"
#include "designs/efx/convert.h"
#include "designs/efx/divide.h"
#include "designs/efx/exact.h"
#include "designs/efx/multiply.h"
#include "designs/efx/units.h"

namespace burin::test {
namespace {

using efx::ConversionKind;
using Direction = ExactFormat::Direction;

constexpr int kExponent = 3;
constexpr int kFraction = 4;
constexpr size_t kCodes = 256;
const ExactFormat kExact({kExponent, kFraction});

void check_equal(uint64_t got, uint64_t expected, const Words& operation, const std::string& name) {
  if (got == expected) return;
  INFO(name, " of ", operation[0], " ", operation.size() > 1 ? operation[1] : 0, ": ", got, " instead of ", expected);
  REQUIRE(got == expected);
}

TEST_CASE("8 bits: sums and differences of all operands, with 1 to 7 stages") {
  for (const int stages : {1, 2, 4, 7}) {
    CAPTURE(stages);
    sim::Bench<efx::Adder> bench({.exponent_bits = kExponent, .fraction_bits = kFraction, .stages = stages});
    const uint64_t cycles = run_unit(
        bench, {bench->in.payload.x, bench->in.payload.y}, {bench->out.payload.sum, bench->out.payload.difference},
        kCodes * kCodes,
        [](size_t i) {
          return Words{i / kCodes % kCodes, i % kCodes};
        },
        [](const Words& o, const Words& r) {
          check_equal(r[0], kExact.add(o[0], o[1]), o, "sum");
          check_equal(r[1], kExact.subtract(o[0], o[1]), o, "difference");
        });
    CHECK(cycles == kCodes * kCodes - 1 + static_cast<uint64_t>(stages));
  }
}

TEST_CASE("8 bits: products of all operands, as numbers and as integers, with both multipliers") {
  for (const auto multiplier : {efx::Multiplier::operation, efx::Multiplier::parts}) {
    for (const int stages : {1, 5}) {
      CAPTURE(stages);
      sim::Bench<efx::MultiplyUnit> bench(
          {.exponent_bits = kExponent, .fraction_bits = kFraction, .stages = stages, .multiplier = multiplier});
      const uint64_t cycles = run_unit(
          bench, {bench->in.payload.x, bench->in.payload.y, bench->in.payload.integer_high}, {bench->out.payload},
          2 * kCodes * kCodes,
          [](size_t i) {
            return Words{i / 2 / kCodes % kCodes, i / 2 % kCodes, i % 2};
          },
          [](const Words& o, const Words& r) {
            check_equal(r[0], o[2] != 0 ? kExact.multiply_high(o[0], o[1]) : kExact.multiply(o[0], o[1]), o, "product");
          });
      CHECK(cycles == 2 * kCodes * kCodes - 1 + static_cast<uint64_t>(stages));
    }
  }
}

TEST_CASE("8 bits: quotients of all operands, and all roots, with 1 to 4 bits a cycle") {
  for (int bits_per_cycle = 1; bits_per_cycle <= 4; ++bits_per_cycle) {
    CAPTURE(bits_per_cycle);
    sim::Bench<efx::Divider> bench(
        {.exponent_bits = kExponent, .fraction_bits = kFraction, .bits_per_cycle = bits_per_cycle});
    run_unit(
        bench, {bench->in.payload.x, bench->in.payload.y, bench->in.payload.root}, {bench->out.payload},
        kCodes * (kCodes + 1),
        [](size_t i) {
          return Words{i % kCodes, i / kCodes % kCodes, i < kCodes * kCodes ? 0U : 1U};
        },
        [](const Words& o, const Words& r) {
          check_equal(r[0], o[2] != 0 ? kExact.square_root(o[0]) : kExact.divide(o[0], o[1]), o, "quotient or root");
        });
  }
}

TEST_CASE("8 bits: all conversions") {
  const efx::Converter::Config config{.exponent_bits = kExponent, .fraction_bits = kFraction};
  sim::Bench<efx::Converter> bench(config);
  run_unit(
      bench, {bench->in.payload.x, bench->in.payload.kind}, {bench->out.payload}, 5 * kCodes,
      [](size_t i) {
        return Words{i % kCodes, i / kCodes % 5};
      },
      [](const Words& o, const Words& r) {
        switch (static_cast<ConversionKind>(o[1])) {
          case ConversionKind::rint:
            return check_equal(r[0], kExact.to_integer(o[0], Direction::nearest), o, "rint");
          case ConversionKind::truncate:
            return check_equal(r[0], kExact.to_integer(o[0], Direction::to_zero), o, "truncate");
          case ConversionKind::floor:
            return check_equal(r[0], kExact.to_integer(o[0], Direction::down), o, "floor");
          case ConversionKind::from_integer:
            return check_equal(r[0], kExact.from_integer(o[0]), o, "from integer");
          case ConversionKind::half:
            return check_equal(r[0], kExact.half(o[0]), o, "half");
        }
      });
}

}  // namespace
}  // namespace burin::test
