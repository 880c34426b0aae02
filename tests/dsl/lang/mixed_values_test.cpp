// SPDX-License-Identifier: Apache-2.0
//! @file mixed_values_test.cpp
//! @brief Small designs that mix types, memories and operators: the tools take their Verilog without a word, and
//! Icarus computes what the interpreter computes.
#include <doctest/doctest.h>

#include "support/agreement.h"

namespace burin {
namespace {

using test::Agreement;

std::vector<Bits> words(size_t count, uint32_t width) {
  std::vector<Bits> result;
  for (size_t i = 0; i < count; ++i) result.push_back(Bits(64, i * 0x9e3779b97f4a7c15).resize(width));
  return result;
}

// --------------------------------------------------------------------- collections in each other, in memories

enum class Operation { add, sub, hold, swap, negate };

struct Dot {
  UInt<3> r;
  SInt<5> g;
  Bool b;
};
struct Row {
  Vec<Dot, 3> dots;
  UInt<2> tag;
  Enum<Operation> operation;
};

struct MixRows {
  In<Vec<Row, 2>> data;
  In<UInt<3>> write_address, read_address;
  In<Bool> write;
  In<UInt<2>> which;
  Out<Vec<Row, 2>> later;
  Out<Row> row;
  Out<Dot> dot;
  Out<Bool> adds;
  Memory<Vec<Row, 2>> rows{8, {.contents = words(8, 64)}};
  void logic() {
    IF (write) { rows.write(write_address, data); }
    later = rows.read_sync(read_address, {.policy = ReadUnderWrite::new_data});
    Vec<Row, 2> now = rows.read(write_address);
    row = now[which];
    dot = now[which.bit(0).as_uint()].dots[which];
    adds = now[0].operation == Operation::add;
  }
};

struct Pixel4 {
  UInt<4> a;
  SInt<4> b;
};

struct MixPorts {
  In<UInt<3>> a1, a2, r2;
  In<UInt<4>> r1, mask;
  In<Pixel4> d1, d2;
  In<Bool> e1, e2, re;
  Out<Pixel4> now, kept, later, forwarded;
  Memory<Pixel4> memory{6, {.contents = words(6, 8), .granule = 2}};
  void logic() {
    IF (e1) { memory.write_masked(a1, d1, mask); }
    IF (e2) { memory.write(a2, d2); }
    ELIF (e1) { memory.write_masked(a2, d1, 3); }
    now = memory.read(r1);
    kept = memory.read_sync(r2, {.enable = re, .policy = ReadUnderWrite::new_data});
    later = memory.read_sync(r1);
    forwarded = memory.read_sync(a1, {.policy = ReadUnderWrite::new_data});
  }
};

struct MixElements {
  In<UInt<2>> i, j;
  In<UInt<3>> offset;
  In<UInt<4>> d;
  In<Bool> go;
  struct Part {
    UInt<4> low;
    Vec<UInt<4>, 2> high;
  };
  Reg<Vec<Part, 3>> state{Vec<Part, 3>{Part{1, {2, 3}}, Part{4, {5, 6}}, Part{7, {8, 9}}}};
  Out<Vec<Part, 3>> parts;
  Out<Part> one;
  Out<UInt<4>> word;
  void logic() {
    IF (go) { state[i].high[j].window(offset, 2) = d.bits(1, 0); }
    ELIF (d.bit(0)) { state[i].low = d; }
    ELSE { state[j].high = Vec<UInt<4>, 2>{d, d}; }
    parts = state;
    one = state[i];
    word = state[i].high[j];
  }
};

TEST_CASE("collections in each other, in memories and behind variable indices") {
  Agreement agreement;
  agreement.add<MixRows>();
  agreement.add<MixPorts>({}, 200);
  agreement.add<MixElements>({}, 200);
  agreement.check();
}

// -------------------------------------------------------------------------------------------- no bits, one bit

struct Sparse {
  UInt<0> a;
  UInt<4> b;
  Vec<UInt<0>, 3> c;
  SInt<0> d;
};

struct MixNothing {
  In<Sparse> x;
  In<UInt<0>> z;
  In<Bool> go;
  Out<Sparse> y;
  Out<UInt<0>> zo;
  Out<Bool> equal, every, less;
  Out<UInt<4>> mixed, shifted;
  Reg<Sparse> state{Sparse{0, 3, {0, 0, 0}, 0}};
  Reg<UInt<0>> nothing{0};
  Memory<UInt<0>> empty{4};
  Memory<UInt<4>> one_word{1, {.contents = {Bits(4, 9)}}};
  void logic() {
    IF (go) {
      state = x;
      nothing = z;
      empty.write(x.b.bits(1, 0), z);
    }
    y = state;
    Wire<UInt<0>> w{"w"};
    w = empty.read(x.b.bits(3, 2));
    zo = w;
    one_word.write(z, x.b);
    equal = z == nothing;
    every = reduce_and(z);
    less = x.d < x.d;
    mixed = cat(z, x.b, nothing, x.d.as_uint());
    shifted = (x.b << z) + one_word.read(z);
  }
};

struct MixNoPort {
  In<UInt<0>> x;
  Out<UInt<0>> y;
  void logic() { y = x; }
};

struct MixNoPortAround {
  In<UInt<0>> x;
  Out<UInt<0>> y;
  In<Bool> b;
  Out<Bool> c;
  Instance<MixNoPort> inner;
  void logic() {
    inner->x = x;
    y = inner->y;
    c = b;
  }
};

struct MixDynamicNothing {
  struct Config {
    int width = 0;
  };
  Config config;
  In<UInt<>> x{bits(config.width)};
  In<UInt<3>> n;
  Out<UInt<>> y{bits(config.width)}, square{bits(config.width * 2)};
  Reg<UInt<>> r{bits(config.width), 0};
  void logic() {
    r = x + r;
    y = rotate_left(r, n) - (x << n);
    square = x * r;
  }
};

struct MixOneBit {
  In<UInt<1>> a, b;
  In<SInt<1>> s, t;
  Out<UInt<1>> sum, shifted, negative, gray, count, zeros, quotient, rest, chosen;
  Out<UInt<2>> product, carry;
  Out<UInt<0>> first;
  Out<Bool> less, is_negative;
  Out<SInt<1>> minus, signed_quotient, signed_rest;
  Out<SInt<2>> signed_product, difference;
  Out<Vec<UInt<1>, 1>> v;
  void logic() {
    sum = a + b;
    product = a * b;
    carry = add_carry(a, b);
    shifted = a << b;
    negative = 0 - a;
    gray = gray_encode(a);
    count = popcount(a);
    zeros = leading_zeros(a);
    first = priority_encode(a);
    quotient = a / b;
    rest = a % b;
    less = s < t;
    is_negative = s < 0;
    minus = -s;
    signed_quotient = s / t;
    signed_rest = s % t;
    signed_product = s * t;
    difference = sub_borrow(s, t);
    v[0] = a;
    chosen = v[0];
  }
};

TEST_CASE("no bits and one bit, everywhere") {
  Agreement agreement;
  agreement.add<MixNothing>();
  agreement.add<MixNoPortAround>();
  agreement.add<MixDynamicNothing>();
  agreement.add<MixOneBit>();
  agreement.check();
}

// ------------------------------------------------------------------------------------------------------ widths

struct MixWide {
  In<UInt<1100>> a, b;
  In<UInt<64>> n;
  In<UInt<40>> m;
  In<SInt<1027>> s, t;
  Out<UInt<1100>> sum, difference, left, right, turned, back, window;
  Out<UInt<2200>> product;
  Out<SInt<1027>> arithmetic;
  Out<SInt<2054>> signed_product;
  Out<UInt<1101>> carry;
  Out<UInt<11>> ones, zeros;
  Out<Bool> less, signed_less;
  void logic() {
    sum = a + b;
    difference = a - b;
    product = a * b;
    left = a << m;
    right = a >> n;
    arithmetic = s >> n;
    signed_product = s * t;
    carry = add_carry(a, b);
    turned = rotate_left(a, n);
    back = rotate_right(a, m);
    window = a.window(m, 1100);
    ones = popcount(a);
    zeros = leading_zeros(a);
    less = a < b;
    signed_less = s < t;
  }
};

struct MixSignedProducts {  // around the width up to which Verilator multiplies signed numbers
  In<SInt<300>> a;
  In<SInt<213>> b;
  In<SInt<256>> c;
  In<SInt<1>> sign;
  In<SInt<513>> d;
  Out<SInt<513>> just_above;
  Out<SInt<512>> just_below, by_constant;
  Out<SInt<600>> square;
  Out<SInt<514>> by_sign;
  Out<SInt<80>> low;
  void logic() {
    just_above = a * b;
    just_below = c * c;
    by_constant = c * SInt<256>(-3);
    square = a * a;
    by_sign = sign * d;
    low = trunc<80>(a * b);
  }
};

struct MixDivisions {
  In<UInt<130>> a, b;
  In<SInt<130>> s, t;
  In<SInt<2>> u, v;
  In<UInt<8>> x;
  Out<UInt<130>> quotient, rest;
  Out<SInt<130>> signed_quotient, signed_rest;
  Out<SInt<2>> small_quotient, small_rest, by_minus_one, by_minimum;
  Out<UInt<8>> by_itself, rest_of_itself, nothing_by;
  void logic() {
    quotient = a / b;
    rest = a % b;
    signed_quotient = s / t;
    signed_rest = s % t;
    small_quotient = u / v;
    small_rest = u % v;
    by_minus_one = u / -1;
    by_minimum = u % -2;
    by_itself = x / x;
    rest_of_itself = x % x;
    nothing_by = 0 / x;
  }
};

struct MixShifts {
  In<UInt<8>> a;
  In<SInt<8>> s;
  In<UInt<33>> n33;
  In<UInt<64>> n64;
  In<UInt<3>> n3;
  Out<UInt<8>> left, right, left_all, right_all, turned, turned_back;
  Out<SInt<8>> arithmetic, sign;
  Out<Bool> one;
  Out<UInt<3>> window;
  Out<UInt<64>> itself;
  Out<UInt<4>> beyond;
  void logic() {
    left = a << n33;
    right = a >> n64;
    arithmetic = s >> n33;
    left_all = a << 8;
    right_all = a >> 8;
    sign = s >> 8;
    turned = rotate_left(a, n33);
    turned_back = rotate_right(a, n64);
    one = a.bit(n33);
    window = a.window(n64, 3);
    itself = n64 << n64;
    beyond = a.window(n3, 4);
  }
};

struct MixBoundaries {
  In<SInt<8>> a;
  In<SInt<64>> b;
  In<SInt<1>> c;
  Out<Bool> is_least, below_greatest, is_least_64, is_minus_one, at_least, at_greatest;
  Out<SInt<8>> minus_least, rest;
  Out<SInt<64>> wrapped;
  Out<SInt<16>> product;
  Out<SInt<65>> wider;
  void logic() {
    is_least = a == -128;
    below_greatest = a < 127;
    is_least_64 = b == INT64_MIN;
    is_minus_one = c == -1;
    at_least = -128 <= a;
    at_greatest = b >= INT64_MAX;
    minus_least = a - -128;
    rest = a % -128;
    wrapped = b + INT64_MIN;
    product = a * SInt<8>(-128);
    wider = sext<65>(b) + INT64_MIN;
  }
};

struct MixFolded {  // what is known before it is computed
  In<UInt<8>> x;
  In<SInt<8>> s;
  In<Bool> c;
  Out<Bool> a, b, d, e, i, k, l, p, q, r, t;
  Out<UInt<8>> f, g, j, m, n;
  Out<SInt<8>> o;
  Out<UInt<8>> h;
  void logic() {
    a = zext<9>(x) < 256;
    b = zext<9>(x) == 300;
    d = (x & 0x0f) == 0x10;
    e = cat(UInt<4>(3), x) < 0x200;
    f = (x | 0xf0) & 0xf0;
    g = (x >> 4) << 4;
    h = x * UInt<0>(0);
    i = (x & 1) > 1;
    j = mux(c, x, mux(c, ~x, x));
    k = sext<9>(s) < 200;
    l = sext<9>(s) >= -129;
    m = (x ^ x) + (x - x);
    n = rotate_left(x, 0) & ~x;
    o = s >> 7 >> 7;
    p = (x >> 7) == 2;
    q = zext<9>(x) <= 255;
    r = x >= 0;
    t = reduce_or(x & 0);
  }
};

TEST_CASE("a thousand bits, huge amounts, boundaries, and what folds away") {
  Agreement agreement;
  agreement.add<MixWide>({}, 12);
  agreement.add<MixSignedProducts>({}, 60);
  agreement.add<MixDivisions>({}, 100);
  agreement.add<MixShifts>({}, 200);
  agreement.add<MixBoundaries>({}, 200);
  agreement.add<MixFolded>({}, 100);
  agreement.check();
}

}  // namespace
}  // namespace burin
