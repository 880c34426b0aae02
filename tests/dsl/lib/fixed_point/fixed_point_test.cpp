// SPDX-License-Identifier: Apache-2.0
//! @file fixed_point_test.cpp
//! @brief Fixed point against a model of its own: growth, alignment, comparison, every rounding and overflow,
//! constants.
#include "burin/lib/fixed_point.h"

#include <doctest/doctest.h>

#include "dsl/lib/engines.h"
#include "dsl/lib/fixed_point/model.h"
#include "support/expect_diagnostic.h"

namespace burin {
namespace {

using test::Exact;

/// Everything that there is to do with two formats and a target.
template <typename A, typename B, typename To>
struct Operations {
  In<A> a;
  In<B> b;
  Out<To> floor_wrap, floor_saturate, zero_wrap, zero_saturate, up_wrap, up_saturate, even_wrap, even_saturate;
  Out<Bool> equal, not_equal, less, less_equal, greater, greater_equal;

  // The results' formats are part of what is tested.
  static constexpr bool kSigned = A::kIsSigned;
  static constexpr int kI = std::max(A::kIntegerBits, B::kIntegerBits) + 1;
  static constexpr int kF = std::max(A::kFractionBits, B::kFractionBits);
  Out<FixedPoint<kSigned, kI, kF>> sum;
  Out<Fixed<kI, kF>> difference;
  Out<FixedPoint<kSigned, A::kIntegerBits + B::kIntegerBits, A::kFractionBits + B::kFractionBits>> product;
  Out<Fixed<A::kIntegerBits + 1, A::kFractionBits>> negative;

  void logic() {
    sum = a + b;
    difference = a - b;
    product = a * b;
    negative = -a;
    equal = a == b;
    not_equal = a != b;
    less = a < b;
    less_equal = a <= b;
    greater = a > b;
    greater_equal = a >= b;
    floor_wrap = convert<To>(a, Rounding::floor, Overflow::wrap);
    floor_saturate = convert<To>(a, Rounding::floor, Overflow::saturate);
    zero_wrap = convert<To>(a, Rounding::toward_zero, Overflow::wrap);
    zero_saturate = convert<To>(a, Rounding::toward_zero, Overflow::saturate);
    up_wrap = convert<To>(a, Rounding::half_up, Overflow::wrap);
    up_saturate = convert<To>(a, Rounding::half_up, Overflow::saturate);
    even_wrap = convert<To>(a, Rounding::half_even, Overflow::wrap);
    even_saturate = convert<To>(a, Rounding::half_even, Overflow::saturate);
  }
};

template <typename A, typename B, typename To>
void check_operations(sim::EngineKind kind, uint64_t seed, int rounds) {
  INFO("formats ", A::kIsSigned, " ", A::kIntegerBits, ".", A::kFractionBits, ", ", B::kIntegerBits, ".",
       B::kFractionBits, " to ", To::kIsSigned, " ", To::kIntegerBits, ".", To::kFractionBits);
  sim::Bench<Operations<A, B, To>> bench({}, kind);
  std::mt19937_64 random(seed);
  for (int i = 0; i < rounds; ++i) {
    const Bits bits_a = test::random_bits(random, A::kWidth);
    const Bits bits_b = random() % 4 == 0 && A::kWidth == B::kWidth ? bits_a : test::random_bits(random, B::kWidth);
    bench.set(bench->a, bits_a);
    bench.set(bench->b, bits_b);
    bench.settle();
    INFO("a=0x", bits_a.to_hex(), " b=0x", bits_b.to_hex());
    const Exact a = test::exact(bits_a, A::kFormat);
    const Exact b = test::exact(bits_b, B::kFormat);
    const auto exactly = [&](const auto& out, const detail::FixedFormat& format, const Exact& expected) {
      return test::compare(test::exact(bench.get(out), format), expected) == 0;
    };
    using M = Operations<A, B, To>;
    REQUIRE(exactly(bench->sum, {M::kSigned, M::kI, M::kF}, test::sum(a, b)));
    REQUIRE(exactly(bench->difference, {true, M::kI, M::kF}, test::difference(a, b)));
    REQUIRE(exactly(bench->product,
                    {M::kSigned, A::kIntegerBits + B::kIntegerBits, A::kFractionBits + B::kFractionBits},
                    test::product(a, b)));
    REQUIRE(exactly(bench->negative, {true, A::kIntegerBits + 1, A::kFractionBits}, test::difference({0, 0}, a)));
    const int order = test::compare(a, b);
    REQUIRE(bench.get_u64(bench->equal) == (order == 0 ? 1 : 0));
    REQUIRE(bench.get_u64(bench->not_equal) == (order != 0 ? 1 : 0));
    REQUIRE(bench.get_u64(bench->less) == (order < 0 ? 1 : 0));
    REQUIRE(bench.get_u64(bench->less_equal) == (order <= 0 ? 1 : 0));
    REQUIRE(bench.get_u64(bench->greater) == (order > 0 ? 1 : 0));
    REQUIRE(bench.get_u64(bench->greater_equal) == (order >= 0 ? 1 : 0));
    const auto conversion = [&](Rounding rounding, Overflow overflow) {
      return test::converted(a, To::kFormat, rounding, overflow);
    };
    REQUIRE(bench.get(bench->floor_wrap) == conversion(Rounding::floor, Overflow::wrap));
    REQUIRE(bench.get(bench->floor_saturate) == conversion(Rounding::floor, Overflow::saturate));
    REQUIRE(bench.get(bench->zero_wrap) == conversion(Rounding::toward_zero, Overflow::wrap));
    REQUIRE(bench.get(bench->zero_saturate) == conversion(Rounding::toward_zero, Overflow::saturate));
    REQUIRE(bench.get(bench->up_wrap) == conversion(Rounding::half_up, Overflow::wrap));
    REQUIRE(bench.get(bench->up_saturate) == conversion(Rounding::half_up, Overflow::saturate));
    REQUIRE(bench.get(bench->even_wrap) == conversion(Rounding::half_even, Overflow::wrap));
    REQUIRE(bench.get(bench->even_saturate) == conversion(Rounding::half_even, Overflow::saturate));
  }
}

TEST_CASE("every operation is exact and every conversion as stated") {
  const uint64_t seed = test::test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  const auto all = [&](sim::EngineKind kind, int rounds) {
    check_operations<Fixed<4, 4>, Fixed<4, 4>, Fixed<2, 2>>(kind, seed, rounds);
    check_operations<Fixed<1, 15>, Fixed<3, 5>, Fixed<1, 7>>(kind, seed, rounds);
    check_operations<UFixed<4, 4>, UFixed<2, 7>, UFixed<3, 1>>(kind, seed, rounds);
    check_operations<UFixed<8, 0>, UFixed<8, 0>, Fixed<4, 0>>(kind, seed,
                                                              rounds);             // an unsigned number to a signed one
    check_operations<Fixed<5, 6>, Fixed<5, 6>, UFixed<3, 4>>(kind, seed, rounds);  // and back
    check_operations<Fixed<8, -3>, Fixed<-2, 8>, Fixed<9, -5>>(kind, seed, rounds);  // binary points outside the bits
    check_operations<Fixed<-2, 8>, Fixed<8, -3>, Fixed<3, 1>>(kind, seed, rounds);   // all bits lost but one
    check_operations<UFixed<1, 0>, UFixed<0, 1>, UFixed<4, 4>>(kind, seed, rounds);
    check_operations<Fixed<20, 20>, Fixed<2, 18>, Fixed<18, 3>>(kind, seed, rounds);
  };
  all(sim::EngineKind::interpreter, 300);
  all(sim::kDefaultEngine, 1000);
}

TEST_CASE("Verilator agrees, and the tools have nothing to say") {
  const uint64_t seed = test::test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  if (test::has_tool("verilator")) {
    check_operations<Fixed<5, 6>, Fixed<3, 8>, Fixed<3, 4>>(sim::EngineKind::verilator, seed, 1000);
  }
  test::check_clean_verilog<Operations<Fixed<5, 6>, Fixed<3, 8>, Fixed<3, 4>>>();
  test::check_clean_verilog<Operations<UFixed<5, 6>, UFixed<3, 8>, UFixed<3, 4>>>();
}

struct Stage {
  Fixed<1, 7> gain;
  UFixed<4, 4> level;
};

struct Constants {
  In<Fixed<3, 5>> x;
  In<Bool> take;
  Out<Fixed<3, 5>> half, minus, nearest, chosen, held_out;
  Out<Fixed<4, 5>> added;
  Out<Fixed<4, 5>> subtracted;
  Out<Fixed<6, 10>> scaled;
  Out<Bool> is_large, is_zero;
  Out<Fixed<5, 3>> moved;
  Out<Fixed<5, 4>> widened;
  Out<SInt<8>> raw, from_raw_again;
  Out<Vec<Fixed<1, 7>, 2>> list;
  Reg<Fixed<3, 5>> held{-0.5};
  Reg<Stage> stage{Stage{.gain = 0.5, .level = 3}};
  void logic() {
    half = 0.5;
    minus = -4;
    nearest = Fixed<3, 5>::nearest(0.1);
    chosen = mux(take, x, 1.25);
    IF (take) {
      held = x;
    }
    held_out = held;
    added = x + 1;
    subtracted = 0.25 - x;
    scaled = 1.5 * x;
    is_large = x >= 2.5;
    is_zero = 0 == x;
    moved = x.scaled<2>();
    raw = x.raw();
    from_raw_again = Fixed<3, 5>::from_raw(x.raw()).raw();
    widened = stage.level.to_signed();
    list[0] = stage.gain;
    list[1] = stage.gain;
    IF (take) {
      stage.gain = -1;
    }
  }
};

TEST_CASE("C++ numbers take on the format of the other side") {
  sim::Bench<Constants> bench;
  bench.reset();
  const auto number = [&]<bool S, int I, int F>(const FixedPoint<S, I, F>& value) {
    return FixedPoint<S, I, F>::number_of(bench.get(value));
  };
  for (const double x : {-4.0, -0.03125, 0.0, 0.25, 2.5, 3.96875}) {
    INFO("x=", x);
    bench.set(bench->x, Fixed<3, 5>::bits_of(x));
    bench.settle();
    CHECK(number(bench->half) == 0.5);
    CHECK(number(bench->minus) == -4);
    CHECK(number(bench->nearest) == 0.09375);
    CHECK(number(bench->chosen) == 1.25);
    CHECK(number(bench->held_out) == -0.5);
    CHECK(number(bench->added) == x + 1);
    CHECK(number(bench->subtracted) == 0.25 - x);
    CHECK(number(bench->scaled) == 1.5 * x);
    CHECK(number(bench->moved) == 4 * x);
    CHECK(bench.get_i64(bench->raw) == static_cast<int64_t>(32 * x));
    CHECK(bench.get(bench->from_raw_again) == bench.get(bench->raw));
    CHECK(bench.get_u64(bench->is_large) == (x >= 2.5 ? 1 : 0));
    CHECK(bench.get_u64(bench->is_zero) == (x == 0 ? 1 : 0));
  }
  CHECK(number(bench->widened) == 3);
  CHECK(bench.get_packed(bench->list) == Bits(16, 0x4040));
  bench.set(bench->take, true);
  bench.step();
  bench.settle();
  CHECK(number(bench->held_out) == 3.96875);
  CHECK(bench.get_packed(bench->list) == Bits(16, 0x8080));
}

TEST_CASE("numbers and bits in C++") {
  CHECK(Fixed<1, 7>::bits_of(-1) == Bits(8, 0x80));
  CHECK(Fixed<1, 7>::bits_of(0.0040) == Bits(8, 1));  // to the nearest
  CHECK(UFixed<2, 70>::bits_of(3.0) == Bits::concat(Bits(2, 3), Bits(70)));
  CHECK(Fixed<70, 2>::bits_of(-1.0) == Bits::concat(Bits::ones(70), Bits(2)));
  CHECK(Fixed<70, 2>::number_of(Fixed<70, 2>::bits_of(-1.5e20)) == -1.5e20);
  CHECK(UFixed<-2, 10>::number_of(Bits(8, 255)) == 255.0 / 1024);
  CHECK_THROWS_WITH_AS(static_cast<void>(Fixed<1, 7>::bits_of(1)),
                       "1 is out of the range of Fixed<1, 7>: give a multiple of 0.0078125 from -1 to 0.9921875",
                       UserError);
}

struct NotExact {
  Out<Fixed<1, 7>> y;
  void logic() {
    y = 0.1;  // expect: B0912 "0.1 lies between two numbers of Fixed<1, 7>: 0.09375 and 0.1015625"
  }
};
struct TooLarge {
  In<UFixed<2, 2>> x;
  Out<Bool> y, z, w;
  void logic() {
    y = x == 4;  // expect: B0912 "4 is out of the range of UFixed<2, 2>"
    z = x > -1;  // expect: B0912 "-1 is out of the range"
    w = x < 0.25;
  }
};
struct NearestTooLarge {
  Out<Fixed<2, 6>> y;
  void logic() {
    y = Fixed<2, 6>::nearest(2.5);  // expect: B0912 "2.5 is out of the range of Fixed<2, 6>"
  }
};
struct IntegerNotExact {
  Out<Fixed<6, -2>> y;
  Out<Fixed<6, -2>> z;
  void logic() {
    y = 6;  // expect: B0912 "6 lies between two numbers of Fixed<6, -2>"
    z = -8;
  }
};

TEST_CASE("constants that a format does not have are errors where they stand") {
  test::expect_diagnostics<NotExact>();
  test::expect_diagnostics<TooLarge>();
  test::expect_diagnostics<NearestTooLarge>();
  test::expect_diagnostics<IntegerNotExact>();
}

}  // namespace
}  // namespace burin
