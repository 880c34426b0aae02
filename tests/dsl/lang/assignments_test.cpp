// SPDX-License-Identifier: Apache-2.0
//! @file assignments_test.cpp
//! @brief What can stand on the left of `=`: whole objects, fields, elements, slices, bits, windows, and these inside
//! each other; and what a C++ copy of an object is.
#include <doctest/doctest.h>

#include "support/simulated.h"

namespace burin {
namespace {

using test::Simulated;

struct Pair {
  UInt<4> high;
  SInt<4> low;
};

struct Frame {
  Bool flag;
  Pair pair;
  Vec<UInt<4>, 3> nibbles;
  std::array<Pair, 2> pairs;
};

struct Parts {
  In<UInt<16>> x;
  In<UInt<4>> i;
  In<UInt<1>> j;
  Out<UInt<16>> slices, one_bit, one_window, clipped, nested, static_slices;
  Out<SInt<8>> of_signed;
  Out<UInt<16>> of_sum;
  void logic() {
    slices.bits(15, 8) = x.bits(7, 0);
    slices.bits(7, 0) = x.bits(15, 8);

    static_slices = 0;
    static_slices.bits<3, 0>() = x.bits<15, 12>();
    static_slices.bits<15, 12>() = 5;

    one_bit = x;
    one_bit.bit(3) = ~x.bit(3);
    one_bit.bit(i) = true;

    one_window = x;
    one_window.window(i, 4) = 0;

    clipped = 0;
    clipped.window(j.as_bool().as_uint(), 20) = cat(UInt<4>(15), x);  // wider than what is left: cut off

    nested = 0;
    nested.bits(11, 4).window(i, 2).bit(1) = true;  // bit 4 + i + 1, when it lies in 4 to 11

    of_signed = -1;
    of_signed.bits(3, 1) = 2;
    of_signed.bit(7) = false;
    of_signed.window(i, 1) = 0;

    auto part = of_sum.bits(7, 0);  // a part is a place, not a copy
    part = 9;
    of_sum.bits(15, 8) = part + 1;
  }
};

TEST_CASE("slices, bits and windows can be driven") {
  Simulated<Parts> s;
  for (const uint64_t x : {0x0000U, 0xffffU, 0x1234U, 0xa5c3U}) {
    for (uint64_t i = 0; i < 16; ++i) {
      s.set("x", x);
      s.set("i", i);
      s.set("j", i & 1);
      s.settle();
      CHECK(s.get("slices") == (((x & 0xff) << 8) | (x >> 8)));
      CHECK(s.get("static_slices") == (0x5000 | (x >> 12)));
      CHECK(s.get("one_bit") == ((x ^ 8) | (1U << i)));
      CHECK(s.get("one_window") == (x & ~(0xfULL << i) & 0xffff));
      CHECK(s.get("clipped") == ((x << (i & 1)) & 0xffff));
      CHECK(s.get("nested") == (i + 1 < 8 ? 0x10ULL << (i + 1) : 0));
      CHECK(s.get("of_signed") == (0x75 & ~(1ULL << i) & 0xff));
      CHECK(s.get("of_sum") == 0x0a09);
    }
  }
}

struct Fields {
  In<Frame> source;
  In<UInt<2>> i;
  In<UInt<1>> j;
  Out<Frame> copy, built;
  Wire<Frame> wire;
  Reg<Frame> reg;
  Out<UInt<8>> chosen;
  Out<UInt<4>> chosen_const;
  Out<Vec<Vec<UInt<2>, 2>, 3>> matrix;
  Out<Vec<Pair, 3>> pairs;
  void logic() {
    copy = source;

    wire = source;             // a default for all …
    wire.flag = ~source.flag;  // … and parts that differ
    wire.pair = source.pairs[1];
    wire.nibbles[2] = 7;
    wire.nibbles[i] = source.nibbles[0];
    wire.pairs[0].low = -8;
    wire.pairs[1].high.bits(1, 0) = 3;
    built = wire;

    reg = source;
    reg.nibbles = wire.nibbles;
    reg.pairs = wire.pairs;
    chosen = cat(reg.nibbles[i], wire.nibbles[i]);
    const Frame& constant = wire;
    chosen_const = constant.nibbles[i];

    for (auto& row : matrix) {
      for (auto& element : row) element = 0;
    }
    matrix[i][j] = 3;
    matrix[2][j] = 2;
    for (auto& pair : pairs) pair = Pair{1, 1};
    pairs[i].high = 9;
    pairs[i].low.bit(3) = true;
    pairs[0] = Pair{.high = 5, .low = -1};
  }
};

TEST_CASE("fields and elements can be driven apart, and hardware can choose them") {
  Simulated<Fields> s;
  s.set("source_flag", 1);
  s.set("source_pair_high", 1);
  s.set("source_pair_low", 2);
  for (uint64_t k = 0; k < 3; ++k) s.set("source_nibbles_" + std::to_string(k), 10 + k);
  s.set("source_pairs_0_high", 3);
  s.set("source_pairs_0_low", 4);
  s.set("source_pairs_1_high", 8);
  s.set("source_pairs_1_low", 6);
  for (uint64_t i = 0; i < 4; ++i) {
    for (uint64_t j = 0; j < 2; ++j) {
      s.set("i", i);
      s.set("j", j);
      s.settle();
      s.step();
      CHECK(s.get("copy_flag") == 1);
      CHECK(s.get("copy_pair_low") == 2);
      CHECK(s.get("copy_nibbles_2") == 12);
      CHECK(s.get("built_flag") == 0);
      CHECK(s.get("built_pair_high") == 8);
      CHECK(s.get("built_pair_low") == 6);
      const uint64_t nibbles[] = {10, i == 1 ? 10ULL : 11ULL, i == 2 ? 10ULL : 7ULL};
      for (uint64_t k = 0; k < 3; ++k) CHECK(s.get("built_nibbles_" + std::to_string(k)) == nibbles[k]);
      CHECK(s.get("built_pairs_0_high") == 3);
      CHECK(s.get("built_pairs_0_low") == 8);
      CHECK(s.get("built_pairs_1_high") == 11);
      CHECK(s.get("chosen") == (i == 3 ? 0 : nibbles[i] * 17));
      CHECK(s.get("chosen_const") == (i == 3 ? 0 : nibbles[i]));
      for (uint64_t a = 0; a < 3; ++a) {
        for (uint64_t b = 0; b < 2; ++b) {
          const uint64_t expected = a == 2 && b == j ? 2 : a == i && b == j ? 3 : 0;
          CHECK(s.get("matrix_" + std::to_string(a) + "_" + std::to_string(b)) == expected);
        }
        CHECK(s.get("pairs_" + std::to_string(a) + "_high") == (a == 0 ? 5 : a == i ? 9 : 1));
        CHECK(s.get("pairs_" + std::to_string(a) + "_low") == (a == 0 ? 15 : a == i ? 9 : 1));
      }
    }
  }
}

struct SameTypes {
  In<UInt<8>> a, b;
  Out<UInt<8>> from_out, from_wire, from_reg, from_in;
  Wire<UInt<8>> wire, other;
  Reg<UInt<8>> reg{0}, next{0};
  Out<Bool> flag, flag2;
  void logic() {
    wire = a;
    other = wire;
    reg = next;
    next = b;
    from_in = a;
    from_wire = other;
    from_out = from_wire;
    from_reg = reg;
    flag = a.bit(0);

    flag2 = flag;
    reg.bit(7) = next.bit(0);
  }
};

TEST_CASE("objects of one type can be assigned to each other") {
  Simulated<SameTypes> s;
  s.set("a", 77);
  s.set("b", 0x15);
  s.step(2);
  CHECK(s.get("from_out") == 77);
  CHECK(s.get("from_reg") == 0x95);
  CHECK(s.get("flag2") == 1);
}

struct Copies {
  In<UInt<8>> a;
  Out<UInt<8>> wire_copy, vector_copy, last;
  Wire<UInt<8>> wire;
  Wire<Vec<UInt<8>, 2>> vec;
  void logic() {
    UInt<8> copy = wire;  // a value: what the wire carries in this cycle
    auto another = wire.bits<7, 0>();
    static_cast<void>(another);
    wire = a;
    copy = copy + 1;  // binds the C++ variable anew and drives nothing
    wire_copy = copy;
    vec[0] = a;
    vec[1] = 3;
    std::vector<UInt<8>> values;
    for (const auto& element : vec) values.push_back(element);  // grows, so it copies
    values[0] = values[0] + values[1];
    std::vector<UInt<8>> more = values;
    std::swap(more[0], more[1]);
    vector_copy = more[1];
    last = vec[0];
  }
};

TEST_CASE("a copy of an object is its value, and assigning to the copy drives nothing") {
  Simulated<Copies> s;
  s.set("a", 20);
  s.settle();
  CHECK(s.get("wire_copy") == 21);
  CHECK(s.get("vector_copy") == 23);
  CHECK(s.get("last") == 20);
}

struct Dynamic {
  struct Config {
    Param<int, "width", range(0, 200)> width = 8;
    Param<int, "elements", range(0, 9)> count = 3;
  };
  Config config;
  In<Vec<UInt<>>> source{Vec<UInt<>>(config.count, UInt<>(bits(config.width)))};
  In<UInt<4>> i;
  Out<Vec<UInt<>>> result{Vec<UInt<>>(config.count, UInt<>(bits(config.width)))};
  Out<UInt<>> chosen{bits(config.width)};
  Reg<Vec<UInt<>>> reg{Vec<UInt<>>(config.count, UInt<>(Bits(static_cast<uint32_t>(config.width))))};
  Out<UInt<>> joined{bits(config.width * config.count)};
  void logic() {
    result = source;
    result[i] = 0;
    reg = source;
    chosen = reg[i];
    joined = pack(source);
  }
};

TEST_CASE("vectors of dynamic length and width") {
  for (const int width : {1, 8, 70}) {
    for (const int count : {1, 3, 9}) {
      CAPTURE(width);
      CAPTURE(count);
      Simulated<Dynamic> s({.width = width, .count = count});
      const auto element = [&](int k) {
        return Bits::from_signed(static_cast<uint32_t>(width), -1 - k).resize(static_cast<uint32_t>(width));
      };
      Bits packed;
      for (int k = 0; k < count; ++k) {
        s.set("source_" + std::to_string(k), element(k));
        packed = Bits::concat(element(k), packed);
      }
      for (int i = 0; i < 16; ++i) {
        s.set("i", static_cast<uint64_t>(i));
        s.step();
        const Bits zero(static_cast<uint32_t>(width));
        CHECK(s.get_bits("chosen") == (i < count ? element(i) : zero));
        for (int k = 0; k < count; ++k)
          CHECK(s.get_bits("result_" + std::to_string(k)) == (k == i ? zero : element(k)));
        CHECK(s.get_bits("joined") == packed);
      }
    }
  }
}

TEST_CASE("vectors of no elements or no bits vanish") { CHECK_NOTHROW(elaborate<Dynamic>({.width = 0, .count = 3})); }

struct Zero {
  In<UInt<0>> x;
  In<SInt<0>> x_signed;
  In<UInt<4>> i;
  Out<UInt<0>> y, sum;
  Reg<UInt<0>> reg{0};
  Reg<UInt<0>> plain;
  Memory<UInt<0>> memory{4};
  Out<Bool> equal, one_bit, none_set, all_set, less;
  Out<UInt<3>> padded, chosen;
  Out<SInt<3>> padded_signed;
  Out<Vec<UInt<0>, 2>> vec;
  void logic() {
    y = x;
    sum = x + 0;
    reg = x;
    plain = reg;
    memory.write(i.bits(1, 0), x);
    vec[0] = memory.read(i.bits(1, 0));
    vec[1] = x * x;
    equal = x == 0;
    less = x_signed < 0;
    one_bit = x.bit(i);
    none_set = reduce_or(x);
    all_set = reduce_and(x);
    padded = cat(x, UInt<3>(5), x_signed);
    padded_signed = sext<3>(x_signed);
    chosen = 6;
    chosen.bits(-1, 0) = x;
    chosen.bits(2, 3) = x;
    SWITCH (x) {
      CASE (0) {
        chosen.bit(0) = true;
      }
    }
  }
};

TEST_CASE("zero width is legal everywhere") {
  for (const bool optimise : {false, true}) {
    ElaborateOptions options;
    options.optimise = optimise;
    Simulated<Zero> s({}, options);
    s.set("i", 2);
    s.step(2);
    CHECK(s.get("equal") == 1);
    CHECK(s.get("less") == 0);
    CHECK(s.get("one_bit") == 0);
    CHECK(s.get("none_set") == 0);
    CHECK(s.get("all_set") == 1);
    CHECK(s.get("padded") == 5);
    CHECK(s.get("padded_signed") == 0);
    CHECK(s.get("chosen") == 7);
    CHECK(s.get_bits("y").width() == 0);
  }
}

}  // namespace
}  // namespace burin
