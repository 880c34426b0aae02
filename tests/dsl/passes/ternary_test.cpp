// SPDX-License-Identifier: Apache-2.0
//! @file ternary_test.cpp
//! @brief Values with known, free and undefined bits: no operation may claim to know what it cannot.
#include "burin/passes/ternary.h"

#include <doctest/doctest.h>

#include <random>

#include "burin/passes/evaluate.h"

namespace burin::passes {
namespace {

using namespace ir;

constexpr Op kOps[] = {Op::bit_not, Op::bit_and, Op::bit_or, Op::bit_xor,    Op::add,       Op::sub,
                       Op::mul_u,   Op::mul_s,   Op::div_u,  Op::div_s,      Op::rem_u,     Op::rem_s,
                       Op::eq,      Op::ne,      Op::lt_u,   Op::le_u,       Op::lt_s,      Op::le_s,
                       Op::shl,     Op::shr_u,   Op::shr_s,  Op::cat,        Op::slice,     Op::zext,
                       Op::sext,    Op::mux,     Op::select, Op::reduce_and, Op::reduce_or, Op::reduce_xor};

struct Case {
  Op op;
  std::vector<uint32_t> widths;
  uint32_t width;
  uint32_t immediate;
};

class Cases {
 public:
  explicit Cases(uint64_t seed) : random_(seed) {}

  Case next() {
    const Op op = kOps[pick(std::size(kOps))];
    const uint32_t w = pick(6) == 0 ? 60 + pick(80) : pick(10);
    switch (op) {
      case Op::bit_not:
        return {op, {w}, w, 0};
      case Op::mul_u:
      case Op::mul_s: {
        const uint32_t v = pick(10);
        return {op, {w, v}, w + v, 0};
      }
      case Op::eq:
      case Op::ne:
      case Op::lt_u:
      case Op::le_u:
      case Op::lt_s:
      case Op::le_s:
        return {op, {w, w}, 1, 0};
      case Op::shl:
      case Op::shr_u:
      case Op::shr_s:
        return {op, {w, pick(5)}, w, 0};
      case Op::cat: {
        const uint32_t a = pick(70);
        const uint32_t b = pick(70);
        return {op, {a, w, b}, a + w + b, 0};
      }
      case Op::slice: {
        const uint32_t low = pick(w + 1);
        return {op, {w}, pick(w - low + 1), low};
      }
      case Op::zext:
      case Op::sext:
        return {op, {w}, w + pick(70), 0};
      case Op::mux:
        return {op, {1, w, w}, w, 0};
      case Op::select:
        return {op, {pick(3), w, w, w}, w, 0};
      case Op::reduce_and:
      case Op::reduce_or:
      case Op::reduce_xor:
        return {op, {w}, 1, 0};
      default:
        return {op, {w, w}, w, 0};
    }
  }

  uint32_t pick(uint32_t count) { return static_cast<uint32_t>(random_() % count); }

  /// Every bit known, free (where `free` allows) or undefined. Mostly known, so that results are not all unknown.
  void fill(const Ternary& value, bool free) {
    value.set_free();
    const uint32_t style = pick(4);
    for (uint32_t bit = 0; bit < value.width; ++bit) {
      const uint32_t kind = style == 0 ? pick(2) : pick(style == 1 ? 12 : 4);
      const uint64_t mask = uint64_t{1} << (bit % 64);
      if (kind == 2 && free) continue;
      const auto plane = kind == 2 || kind == 3 ? value.undefined : kind % 2 == 0 ? value.zeros : value.ones;
      plane[bit / 64] |= mask;
    }
  }

  /// The value with its unknown bits chosen at random.
  Bits choose(const Ternary& value) {
    Bits bits = value.value();
    for (uint32_t bit = 0; bit < value.width; ++bit) {
      const bool known = ((value.ones[bit / 64] | value.zeros[bit / 64]) >> (bit % 64) & 1) != 0;
      if (!known && pick(2) == 1) bits.set_bit(bit, true);
    }
    return bits;
  }

 private:
  std::mt19937_64 random_;
};

bool bit_of(std::span<const uint64_t> plane, uint32_t bit) { return (plane[bit / 64] >> (bit % 64) & 1) != 0; }

TEST_CASE("a known bit of a result has its value whatever the unknown bits of the operands are") {
  Cases cases(1);
  size_t known_bits = 0;
  for (int round = 0; round < 20000; ++round) {
    const Case c = cases.next();
    const bool free = round % 2 == 0;
    TernaryTable table;
    for (const uint32_t width : c.widths) table.add(width);
    const uint32_t index = table.add(c.width);
    std::vector<Ternary> operands;
    for (uint32_t i = 0; i < c.widths.size(); ++i) {
      operands.push_back(table.at(i));
      cases.fill(operands.back(), free);
    }
    const Ternary result = table.at(index);
    evaluate_ternary(c.op, operands, c.immediate, result);
    CAPTURE(info(c.op).text);
    CAPTURE(c.width);
    for (uint32_t bit = 0; bit < c.width; ++bit) {
      const int planes = bit_of(result.ones, bit) + bit_of(result.zeros, bit) + bit_of(result.undefined, bit);
      REQUIRE(planes <= 1);
      // Where no operand is free, nothing hides an undefined bit: a result is known or undefined.
      if (!free && c.op != Op::shl && c.op != Op::shr_u && c.op != Op::shr_s) REQUIRE(planes == 1);
      known_bits += bit_of(result.ones, bit) || bit_of(result.zeros, bit) ? 1 : 0;
    }
    for (int choice = 0; choice < 8; ++choice) {
      std::vector<Bits> values;
      for (const Ternary& operand : operands) values.push_back(cases.choose(operand));
      const Bits value = evaluate(c.op, values, c.width, c.immediate);
      for (uint32_t bit = 0; bit < c.width; ++bit) {
        if (bit_of(result.ones, bit)) REQUIRE(value.bit(bit));
        if (bit_of(result.zeros, bit)) REQUIRE_FALSE(value.bit(bit));
      }
    }
  }
  CHECK(known_bits > 100000);
}

TEST_CASE("operations on known values give the known result") {
  Cases cases(2);
  for (int round = 0; round < 3000; ++round) {
    const Case c = cases.next();
    TernaryTable table;
    for (const uint32_t width : c.widths) table.add(width);
    const uint32_t index = table.add(c.width);
    std::vector<Ternary> operands;
    std::vector<Bits> values;
    for (uint32_t i = 0; i < c.widths.size(); ++i) {
      operands.push_back(table.at(i));
      values.push_back(cases.choose(operands.back()));
      operands.back().set_constant(values.back());
    }
    evaluate_ternary(c.op, operands, c.immediate, table.at(index));
    CAPTURE(info(c.op).text);
    REQUIRE(table.at(index).is_known());
    REQUIRE(table.at(index).value() == evaluate(c.op, values, c.width, c.immediate));
  }
}

TEST_CASE("a free bit that masks or selects hides an undefined one") {
  TernaryTable table;
  for (int i = 0; i < 3; ++i) table.add(1);
  const Ternary free = table.at(0);
  const Ternary undefined = table.at(1);
  const Ternary result = table.at(2);
  undefined.set_undefined();
  const auto is_hidden = [&](Op op, std::vector<Ternary> operands) {
    evaluate_ternary(op, operands, 0, result);
    return !result.any_undefined() && !result.is_known();
  };
  CHECK(is_hidden(Op::bit_and, {free, undefined}));
  CHECK(is_hidden(Op::bit_or, {undefined, free}));
  CHECK(is_hidden(Op::mux, {free, undefined, free}));
  CHECK_FALSE(is_hidden(Op::mux, {free, undefined, undefined}));
  CHECK_FALSE(is_hidden(Op::bit_xor, {free, undefined}));
  CHECK_FALSE(is_hidden(Op::eq, {free, undefined}));
}

}  // namespace
}  // namespace burin::passes
