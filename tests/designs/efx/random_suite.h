// SPDX-License-Identifier: Apache-2.0
//! @file random_suite.h
//! @brief Random operations in binary64 on each unit, against the processor's arithmetic.
#pragma once

#include <string>

#include "designs/efx/add.h"
#include "designs/efx/convert.h"
#include "designs/efx/divide.h"
#include "designs/efx/host.h"
#include "designs/efx/multiply.h"
#include "designs/efx/operands.h"
#include "designs/efx/units.h"

namespace burin::test {

inline void check_result(uint64_t got, uint64_t expected, const Words& operation, const std::string& name) {
  if (got == expected) return;
  const auto hex = [](uint64_t word) { return Bits(64, word).to_hex(); };
  INFO(name, " of ", hex(operation[0]), " ", hex(operation[1]), ": ", hex(got), " instead of ", hex(expected));
  REQUIRE(got == expected);
}

/// `count` additions and as many subtractions.
inline void random_sums(size_t count, uint64_t seed) {
  OperandSource source(seed);
  sim::Bench<efx::Adder> bench;
  const auto make = [&](size_t) {
    const auto [x, y] = source.two();
    return Words{x, y};
  };
  const auto check = [](const Words& o, const Words& r) {
    check_result(r[0], host::add(o[0], o[1]), o, "sum");
    check_result(r[1], host::subtract(o[0], o[1]), o, "difference");
  };
  const uint64_t cycles = run_unit(bench, {bench->in.payload.x, bench->in.payload.y},
                                   {bench->out.payload.sum, bench->out.payload.difference}, count, make, check);
  CHECK(cycles == count - 1 + 2);
}

/// `count` products of numbers and as many of integers, mixed.
inline void random_products(size_t count, uint64_t seed, efx::Multiplier multiplier = efx::Multiplier::operation) {
  OperandSource source(seed);
  std::mt19937_64 random(seed);
  sim::Bench<efx::MultiplyUnit> bench({.multiplier = multiplier});
  const auto make = [&](size_t) {
    const auto [x, y] = source.two();
    if (random() % 2 == 0) return Words{x, y, 0};
    return Words{random() % 4 == 0 ? source.integer() : random(), random() % 4 == 0 ? x : random(), 1};
  };
  const auto check = [](const Words& o, const Words& r) {
    check_result(r[0], o[2] != 0 ? host::multiply_high(o[0], o[1]) : host::multiply(o[0], o[1]), o,
                 o[2] != 0 ? "upper half of the product" : "product");
  };
  const uint64_t cycles = run_unit(bench, {bench->in.payload.x, bench->in.payload.y, bench->in.payload.integer_high},
                                   {bench->out.payload}, 2 * count, make, check);
  CHECK(cycles == 2 * count - 1 + 5);
}

/// `count` quotients and as many roots, mixed.
inline void random_quotients(size_t count, uint64_t seed, int bits_per_cycle, uint64_t interval) {
  OperandSource source(seed);
  std::mt19937_64 random(seed);
  sim::Bench<efx::Divider> bench({.bits_per_cycle = bits_per_cycle});
  const auto make = [&](size_t) {
    const auto [x, y] = source.two();
    // Most roots are of positive numbers.
    const bool root = random() % 2 == 0;
    return Words{root && random() % 8 != 0 ? x & ~host::kSign : x, y, root ? 1U : 0U};
  };
  const auto check = [](const Words& o, const Words& r) {
    check_result(r[0], o[2] != 0 ? host::square_root(o[0]) : host::divide(o[0], o[1]), o,
                 o[2] != 0 ? "root" : "quotient");
  };
  const uint64_t cycles = run_unit(bench, {bench->in.payload.x, bench->in.payload.y, bench->in.payload.root},
                                   {bench->out.payload}, 2 * count, make, check);
  CHECK(cycles == 2 * count * interval + 1);
}

/// `count` conversions of each kind, mixed.
inline void random_conversions(size_t count, uint64_t seed) {
  using efx::ConversionKind;
  OperandSource source(seed);
  sim::Bench<efx::Converter> bench;
  const auto make = [&](size_t i) {
    const auto kind = static_cast<ConversionKind>(i % 5);
    const uint64_t x = kind == ConversionKind::half           ? source.one()
                       : kind == ConversionKind::from_integer ? source.integer()
                                                              : source.near_integers();
    return Words{x, i % 5};
  };
  const auto check = [](const Words& o, const Words& r) {
    switch (static_cast<ConversionKind>(o[1])) {
      case ConversionKind::rint:
        return check_result(r[0], host::rint(o[0]), o, "rint");
      case ConversionKind::truncate:
        return check_result(r[0], host::truncate(o[0]), o, "truncate");
      case ConversionKind::floor:
        return check_result(r[0], host::floor(o[0]), o, "floor");
      case ConversionKind::from_integer:
        return check_result(r[0], host::from_integer(o[0]), o, "from integer");
      case ConversionKind::half:
        return check_result(r[0], host::half(o[0]), o, "half");
    }
  };
  const uint64_t cycles =
      run_unit(bench, {bench->in.payload.x, bench->in.payload.kind}, {bench->out.payload}, 5 * count, make, check);
  CHECK(cycles == 5 * count - 1 + 2);
}

}  // namespace burin::test
