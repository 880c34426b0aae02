// SPDX-License-Identifier: Apache-2.0
//! @file ccu_suite.h
//! @brief What the common computing unit must do, whatever engine runs it.
#pragma once

#include "designs/efx/ccu_bench.h"
#include "designs/efx/vectors.h"

namespace burin::test {

using efx::Opcode;

/// 2^63 · ccs · exp(-r) as FALCON's sampler computes it: a polynomial in integers. Its conversions and products are
/// operations of the unit; the host shifts and subtracts.
inline uint64_t expm(CcuBench& ccu, uint64_t r, uint64_t ccs) {
  static constexpr std::array<uint64_t, 13> kCoefficients{
      0x00000004741183A3, 0x00000036548CFC06, 0x0000024FDCBF140A, 0x0000171D939DE045, 0x0000D00CF58F6F84,
      0x000680681CF796E3, 0x002D82D8305B0FEA, 0x011111110E066FD0, 0x0555555555070F00, 0x155555555581FF00,
      0x400000000002B400, 0x7FFFFFFFFFFF4800, 0x8000000000000000};
  constexpr uint64_t kTwoTo63 = 0x43E0000000000000;
  const auto fixed = [&](uint64_t x) {
    return ccu.compute(Opcode::truncate, ccu.compute(Opcode::multiply, x, kTwoTo63)) << 1;
  };
  const uint64_t z = fixed(r);
  uint64_t y = kCoefficients[0];
  for (size_t i = 1; i < kCoefficients.size(); ++i) {
    y = kCoefficients[i] - ccu.compute(Opcode::multiply_high, z, y);
  }
  return ccu.compute(Opcode::multiply_high, fixed(ccs), y);
}

/// Every `stride`-th case of FALCON's reference implementation.
inline void ccu_agrees_with_falcon(sim::EngineKind kind, size_t stride) {
  static const std::vector<std::pair<std::string, Opcode>> operations{
      {"add", Opcode::add},          {"mul", Opcode::multiply},    {"div", Opcode::divide},
      {"sqrt", Opcode::square_root}, {"rint", Opcode::rint},       {"trunc", Opcode::truncate},
      {"floor", Opcode::floor},      {"of", Opcode::from_integer}, {"half", Opcode::half}};
  CcuBench ccu(kind);
  std::vector<CcuCase> cases;
  size_t index = 0;
  for (const FprCase& one : load_fpr_cases()) {
    if (index++ % stride != 0) continue;
    if (one.operation == "expm") {
      REQUIRE(expm(ccu, one.words[0], one.words[1]) == one.words[2]);
      continue;
    }
    const auto operation = std::find_if(operations.begin(), operations.end(),
                                        [&](const auto& known) { return known.first == one.operation; });
    REQUIRE(operation != operations.end());
    const bool is_unary = one.words.size() == 2;
    CcuCase expected = ccu_case(operation->second, one.words[0], is_unary ? 0 : one.words[1]);
    expected.value = one.words.back();
    cases.push_back(expected);
  }
  ccu.check(cases, 1);
}

/// The corners that the vectors have no case of; docs/designs/efx-ccu.md states the rules that the values follow from.
inline const std::vector<CcuCase>& ccu_corners() {
  constexpr uint64_t kMinus = 0x8000000000000000;
  constexpr uint64_t kOne = 0x3FF0000000000000;
  constexpr uint64_t kTwo = 0x4000000000000000;
  constexpr uint64_t kHalf = 0x3FE0000000000000;
  constexpr uint64_t kSmallest = 0x0010000000000000;  // 2^-1022
  constexpr uint64_t kLargest = 0x7FEFFFFFFFFFFFFF;
  constexpr uint64_t kSubnormal = 0x000FFFFFFFFFFFFF;
  constexpr uint64_t kInfinity = 0x7FF0000000000000;
  constexpr uint64_t kNan = 0x7FF8000000000000;
  constexpr uint64_t kPlace = 1;  // added to the bits of a number: one unit in its last place more
  constexpr uint64_t kAllOnes = 0xFFFFFFFFFFFFFFFF;
  static const std::vector<CcuCase> corners{
      // Zeros: a sum that is exactly zero is positive, unless both operands are -0.
      {Opcode::add, 0, 0, 0, 0},
      {Opcode::add, kMinus, kMinus, kMinus, 0},
      {Opcode::add, 0, kMinus, 0, 0},
      {Opcode::add, kMinus, 0, 0, kMinus},
      {Opcode::subtract, kMinus, 0, kMinus, 0},
      {Opcode::add, kOne, kMinus | kOne, 0, kTwo},
      {Opcode::add, kMinus | kOne, kOne, 0, kMinus | kTwo},
      // Subnormal operands count as zero.
      {Opcode::add, kSubnormal, kSubnormal, 0, 0},
      {Opcode::add, kMinus | kSubnormal, kMinus | 1, kMinus, 0},
      {Opcode::add, kOne, kSubnormal, kOne, kOne},
      {Opcode::add, kSmallest, kSubnormal, kSmallest, kSmallest},
      {Opcode::multiply, kSubnormal, kLargest, 0},
      {Opcode::divide, kSubnormal, kMinus | kOne, 0},
      {Opcode::divide, kOne, kMinus | kSubnormal, kMinus | kInfinity},
      {Opcode::square_root, kSubnormal, 0, 0},
      {Opcode::square_root, kMinus | kSubnormal, 0, kMinus},
      {Opcode::half, kMinus | kSubnormal, 0, 0},
      {Opcode::rint, kSubnormal, 0, 0},
      {Opcode::floor, kMinus | 1, 0, kAllOnes},
      // Results below 2^-1022 are zero with the sign of the exact one …
      {Opcode::subtract, kSmallest + kPlace, kSmallest, 0, 0x0020000000000000},
      {Opcode::subtract, kSmallest, kSmallest + kPlace, kMinus, 0x0020000000000000},
      {Opcode::multiply, kSmallest, kMinus | kHalf, kMinus},
      {Opcode::multiply, 0x2000000000000000, 0x1FE0000000000000, 0},
      {Opcode::divide, kSmallest, kTwo, 0},
      {Opcode::divide, kMinus | kSmallest, kLargest, kMinus},
      {Opcode::half, kSmallest, 0, 0},
      {Opcode::half, kMinus | (kSmallest + kPlace), 0, kMinus},
      // … also those that would be rounded up to it: (1 + 2^-52) · (1 - 2^-53) · 2^-1022 is more, (1 - 2^-53) · 2^-1022
      // less.
      {Opcode::multiply, kSmallest + kPlace, kOne - kPlace, kSmallest},
      {Opcode::multiply, kSmallest, kOne - kPlace, 0},
      {Opcode::multiply, kMinus | kSmallest, kOne - kPlace, kMinus},
      {Opcode::divide, kSmallest, kOne + kPlace, 0},
      {Opcode::divide, kSmallest, kOne, kSmallest},
      {Opcode::half, 0x001FFFFFFFFFFFFF, 0, 0},
      {Opcode::half, 0x0020000000000000, 0, kSmallest},
      // Ties go to the even fraction: half a unit in the last place of 1 is 2^-53.
      {Opcode::add, kOne, 0x3CA0000000000000, kOne, kOne - kPlace},
      {Opcode::add, kOne + kPlace, 0x3CA0000000000000, kOne + 2 * kPlace, kOne},
      {Opcode::add, kOne, 0x3CA0000000000001, kOne + kPlace, kOne - kPlace},
      {Opcode::multiply, kOne + kPlace, 0x3FF8000000000000, 0x3FF8000000000002},      // 1.5 + 1.5 units: to 1.5 + 2
      {Opcode::multiply, kOne + 3 * kPlace, 0x3FF8000000000000, 0x3FF8000000000004},  // 1.5 + 4.5 units: to 1.5 + 4
      {Opcode::rint, kHalf, 0, 0},
      {Opcode::rint, 0x3FF8000000000000, 0, 2},             // 1.5
      {Opcode::rint, 0xC004000000000000, 0, kAllOnes - 1},  // -2.5
      {Opcode::rint, kHalf + kPlace, 0, 1},
      {Opcode::from_integer, 0x0020000000000001, 0, 0x4340000000000000},  // 2^53 + 1
      {Opcode::from_integer, 0x0020000000000003, 0, 0x4340000000000002},  // 2^53 + 3
      {Opcode::from_integer, 0x7FFFFFFFFFFFFFFF, 0, 0x43E0000000000000},  // rounded up to 2^63
      {Opcode::from_integer, kAllOnes, 0, kMinus | kOne},
      {Opcode::from_integer, kMinus, 0, 0xC3E0000000000000},
      {Opcode::from_integer, 0, 0, 0},
      // Too large: infinity, from half a unit beyond the largest number on.
      {Opcode::add, kLargest, 0x7C90000000000000, kInfinity, kLargest - kPlace},
      {Opcode::add, kLargest, 0x7C8FFFFFFFFFFFFF, kLargest, kLargest},
      {Opcode::add, kMinus | kLargest, kMinus | kLargest, kMinus | kInfinity, 0},
      {Opcode::multiply, kLargest, kTwo, kInfinity},
      {Opcode::multiply, kLargest, kMinus | kOne, kMinus | kLargest},
      {Opcode::multiply, kLargest, kOne + kPlace, kInfinity},
      {Opcode::divide, kLargest, kHalf, kInfinity},
      {Opcode::divide, kLargest, kOne - kPlace, kInfinity},
      // Division by powers of two is exact; zero divided is +0, whatever the signs; by zero, infinity.
      {Opcode::divide, 0x400921FB54442D18, 0x4010000000000000, 0x3FE921FB54442D18},
      {Opcode::divide, 0x400921FB54442D18, 0xBFD0000000000000, 0xC02921FB54442D18},
      {Opcode::divide, kSmallest, kSmallest, kOne},
      {Opcode::divide, 0, kMinus | kOne, 0},
      {Opcode::divide, kMinus, kOne, 0},
      {Opcode::divide, kOne, 0, kInfinity},
      {Opcode::divide, kOne, kMinus, kMinus | kInfinity},
      {Opcode::divide, 0, 0, kNan},
      // Roots: of even and odd exponents, the ends of the format, and what has none.
      {Opcode::square_root, 0x4010000000000000, 0, kTwo},
      {Opcode::square_root, kTwo, 0, 0x3FF6A09E667F3BCD},
      {Opcode::square_root, kLargest, 0, 0x5FEFFFFFFFFFFFFF},
      {Opcode::square_root, kSmallest, 0, 0x2000000000000000},
      {Opcode::square_root, kMinus, 0, kMinus},
      {Opcode::square_root, kMinus | kOne, 0, kNan},
      // Halves of zeros are +0.
      {Opcode::half, 0, 0, 0},
      {Opcode::half, kMinus, 0, 0},
      {Opcode::half, kMinus | kOne, 0, kMinus | kHalf},
      // Conversions: shifts by 64 and more, the floor of -0, and the ends of the integers.
      {Opcode::floor, kMinus, 0, kAllOnes},
      {Opcode::floor, 0, 0, 0},
      {Opcode::floor, kMinus | kHalf, 0, kAllOnes},
      {Opcode::floor, kMinus | kOne, 0, kAllOnes},
      {Opcode::floor, 0xBFF0000000000001, 0, kAllOnes - 1},
      {Opcode::floor, 0x3BF0000000000000, 0, 0},         // 2^-64
      {Opcode::floor, 0xBBF0000000000000, 0, kAllOnes},  // -2^-64
      {Opcode::floor, kMinus | kSmallest, 0, kAllOnes},
      {Opcode::truncate, 0xBFEFFFFFFFFFFFFF, 0, 0},
      {Opcode::truncate, kMinus | kSmallest, 0, 0},
      {Opcode::rint, kMinus | kSmallest, 0, 0},
      {Opcode::truncate, 0x43DFFFFFFFFFFFFF, 0, 0x7FFFFFFFFFFFFC00},
      {Opcode::floor, 0xC3DFFFFFFFFFFFFF, 0, 0x8000000000000400},
      {Opcode::truncate, 0x43E0000000000000, 0, kMinus},
      {Opcode::rint, 0xC3E0000000000000, 0, kMinus},
      {Opcode::floor, kLargest, 0, kMinus},
      {Opcode::rint, kInfinity, 0, kMinus},
      {Opcode::truncate, kNan, 0, kMinus},
      // Infinities and NaN do not arise in FALCON; whatever meets one becomes the one NaN.
      {Opcode::add, kInfinity, kMinus | kInfinity, kNan, kNan},
      {Opcode::add, kOne, kInfinity, kNan, kNan},
      {Opcode::subtract, 0xFFF4000000000001, kOne, kNan, kNan},
      {Opcode::multiply, kInfinity, 0, kNan},
      {Opcode::multiply, kMinus | kInfinity, kTwo, kNan},
      {Opcode::divide, kOne, kInfinity, kNan},
      {Opcode::divide, kInfinity, 0, kNan},
      {Opcode::square_root, kInfinity, 0, kNan},
      {Opcode::half, kMinus | kInfinity, 0, kNan},
      // Integers: the upper half of the product, whatever the words would be as numbers.
      {Opcode::multiply_high, kAllOnes, kAllOnes, kAllOnes - 1},
      {Opcode::multiply_high, kInfinity, 2, 0},
      {Opcode::multiply_high, kMinus, 2, 1},
      {Opcode::multiply_high, kMinus, kMinus, 0x4000000000000000},
  };
  return corners;
}

/// Operations of all kinds, mixed, with stalls on neither, either and both sides.
inline void ccu_takes_any_mix(sim::EngineKind kind, size_t count, uint64_t seed) {
  INFO("BURIN_TEST_SEED=", seed);
  CcuBench ccu(kind);
  for (const auto& [offer, take] : {std::pair(0, 0), std::pair(500, 0), std::pair(0, 500), std::pair(300, 900)}) {
    ccu.check(random_ccu_cases(count, seed, 8), seed, offer, take);
    ++seed;
  }
}

/// One kind of operation after the other: one a cycle, and a division every 19.
inline void ccu_takes_an_operation_a_cycle(sim::EngineKind kind) {
  CcuBench ccu(kind);
  for (uint64_t code = 0; code < kOpcodes; ++code) {
    const auto opcode = static_cast<Opcode>(code);
    CAPTURE(code);
    const auto unit = CcuBench::unit_of(opcode);
    constexpr uint64_t kCount = 50;
    const std::vector<CcuCase> cases(kCount, ccu_case(opcode, 0x400921FB54442D18, 0x3FF6A09E667F3BCD));
    const uint64_t interval = unit == efx::Ccu::Unit::divider ? 19 : 1;
    CHECK(ccu.check_in_order(cases) == (kCount - 1) * interval + ccu.latency(unit) + 1);
  }
}

/// A reset in any cycle of a mix leaves nothing behind.
inline void ccu_forgets_at_reset(sim::EngineKind kind, uint64_t seed) {
  INFO("BURIN_TEST_SEED=", seed);
  CcuBench ccu(kind);
  sim::Bench<WatchedCcu>& bench = ccu.bench;
  const CcuCase after = ccu_case(Opcode::divide, 0x400921FB54442D18, 0x3FF6A09E667F3BCD);
  for (uint64_t cycles = 1; cycles < 45; ++cycles) {
    CAPTURE(cycles);
    bench.set(bench->operation.valid, true);
    bench.set(bench->result.ready, cycles % 3 != 0);
    for (uint64_t i = 0; i < cycles; ++i) {
      bench.set(bench->operation.payload.opcode, (i * 3 + cycles) % kOpcodes);
      bench.set(bench->operation.payload.tag, i % 16);
      bench.set(bench->operation.payload.x, seed * (2 * i + 1));
      bench.step();
    }
    bench.set(bench->operation.valid, false);
    bench.reset();
    CHECK(bench.get_u64(bench->under_way) == 0);
    CHECK(bench.get_u64(bench->utilisation.sums) == 0);
    bench.set(bench->result.ready, true);
    for (int i = 0; i < 25; ++i) {
      REQUIRE(bench.get_u64(bench->result.valid) == 0);
      bench.step();
    }
    ccu.check({after}, cycles);
  }
}

/// The counters, and what is refused.
inline void ccu_counts(sim::EngineKind kind) {
  CcuBench ccu(kind);
  sim::Bench<WatchedCcu>& bench = ccu.bench;
  const auto offer = [&](Opcode opcode, uint64_t tag) {
    bench.set(bench->operation.payload.opcode, static_cast<uint64_t>(opcode));
    bench.set(bench->operation.payload.tag, tag);
    bench.set(bench->operation.valid, true);
    bench.settle();
    const bool accepted = bench.get_u64(bench->operation.ready) != 0;
    bench.step();
    bench.set(bench->operation.valid, false);
    return accepted;
  };
  bench.set(bench->count_anew, true);
  bench.step();
  bench.set(bench->count_anew, false);
  bench.set(bench->result.ready, true);
  CHECK(offer(Opcode::divide, 0));        // cycle 0: comes in cycle 20
  CHECK(offer(Opcode::multiply, 1));      // cycle 1: comes in cycle 6
  CHECK_FALSE(offer(Opcode::divide, 2));  // the divider is at work
  CHECK_FALSE(offer(Opcode::add, 1));     // tag 1 is under way
  CHECK_FALSE(offer(Opcode::half, 2));    // cycle 4: would come with the product
  CHECK(offer(Opcode::half, 2));          // cycle 5
  CHECK(bench.get_u64(bench->under_way) == 0b111);
  bench.set(bench->result.ready, false);  // cycle 6: the product waits
  CHECK_FALSE(offer(Opcode::add, 3));
  CHECK_FALSE(offer(Opcode::add, 3));
  bench.set(bench->result.ready, true);
  CHECK(offer(Opcode::add, 3));  // cycle 8
  bench.step();
  CHECK(bench.get_u64(bench->utilisation.cycles) == 10);
  CHECK(bench.get_u64(bench->utilisation.sums) == 1);
  CHECK(bench.get_u64(bench->utilisation.products) == 1);
  CHECK(bench.get_u64(bench->utilisation.quotients) == 1);
  CHECK(bench.get_u64(bench->utilisation.conversions) == 1);
  CHECK(bench.get_u64(bench->utilisation.refused) == 3);
  CHECK(bench.get_u64(bench->utilisation.stalled) == 2);
}

}  // namespace burin::test
