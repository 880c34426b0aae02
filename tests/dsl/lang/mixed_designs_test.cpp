// SPDX-License-Identifier: Apache-2.0
//! @file mixed_designs_test.cpp
//! @brief Small designs that mix what other tests look at alone: the tools take their Verilog without a word, and
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

// -------------------------------------------------------------------------------------- conditions and targets

struct MixBranches {
  In<Enum<Operation>> first, second;
  In<UInt<4>> a, b;
  In<Bool> c;
  Out<UInt<4>> y;
  Out<UInt<8>> z;
  Reg<UInt<8>> sum{0};
  void logic() {
    y = 0;
    SWITCH (first) {
      CASE (Operation::add) {
        IF (c) {
          SWITCH (second) {
            CASE (Operation::add, Operation::negate) {
              y = a + b;
              sum.bits(3, 0) = a;
            }
            CASE (Operation::sub) {
              y = a - b;
              IF (a > b) { sum.window(b, 2) = a.bits(2, 1); }
              ELSE { sum.bit(a) = c; }
            }
            DEFAULT { y = 1; }
          }
        }
        ELSE {
          y = 2;
          SWITCH (a) {
            CASE ("1??0") { sum = 0xff; }
            CASE ("0??1") { sum.bits(7, 6) = b.bits(3, 2); }
          }
        }
      }
      CASE (Operation::sub) {
        y = b;
        SWITCH (b) {
          CASE (1, 2, 3) { sum = sum + 1; }
          CASE (4) { sum = sum - 1; }
          DEFAULT { sum.bits<5, 2>() = a; }
        }
      }
      CASE (Operation::hold) { y = sum.bits(3, 0); }
      CASE (Operation::swap) { sum = cat(sum.bits(3, 0), sum.bits(7, 4)); }
      CASE (Operation::negate) {
        y = ~a;
        sum.window(a, 4) = b;
      }
    }
    z = sum;
  }
};

struct MixParts {
  In<UInt<16>> a;
  In<UInt<5>> offset;
  In<UInt<3>> i, d;
  In<Bool> c;
  Out<UInt<16>> y, state;
  Out<Vec<UInt<3>, 5>> v;
  Wire<UInt<16>> w;
  Reg<UInt<16>> r{0x1234};
  Reg<Vec<UInt<3>, 5>> rv{Vec<UInt<3>, 5>{1, 2, 3, 4, 5}};
  void logic() {
    w.bits(7, 0) = a.bits(15, 8);
    w.bits(15, 8) = 0;
    IF (c) {
      w.window(offset, 5) = a.bits(4, 0);
      w.bits(15, 12).bit(i.bits(1, 0)) = true;
    }
    w.bits(11, 4).window(i, 3).bit(1) = c;
    y = w;
    r.window(offset, 8) = a.bits(7, 0);
    IF (~c) {
      r.bits(3, 2) = 3;
      r.window(offset, 4).bits(2, 1) = a.bits(9, 8);
    }
    state = r;
    rv[i] = d;
    rv[i].bit(0) = c;
    IF (c) { rv[2].bits(2, 1) = 0; }
    v = rv;
  }
};

struct MixChoices {  // parts and elements of ports as arms of a choice, beside C++ constants
  In<UInt<4>> x;
  In<Vec<UInt<4>, 5>> v;
  In<Bool> c;
  Out<Bool> bit_or_true;
  Out<UInt<2>> part;
  Out<UInt<4>> part_or_five, element_or_seven, either, repacked;
  Out<SInt<4>> least;
  void logic() {
    bit_or_true = mux(c, true, x.bit(0));
    part = mux(c, x.bits(3, 2), x.bits<1, 0>());
    part_or_five = mux(c, x.bits<3, 0>(), 5);
    element_or_seven = mux(c, v[x], 7);
    either = mux(c, v[x], v[1]);
    repacked = unpack<UInt<4>>(pack(x.bits<3, 0>()));
    least = mux(c, -8, x.as_sint());
  }
};

TEST_CASE("SWITCH in IF in SWITCH, and parts of parts as targets") {
  Agreement agreement;
  agreement.add<MixChoices>();
  agreement.add<MixBranches>({}, 300);
  agreement.add<MixParts>({}, 300);
  agreement.check();
}

// ---------------------------------------------------------------------------------------------------- clocks

struct MixLowReset {
  Clock c{{.edge = Edge::falling, .reset = ResetKind::asynchronous, .level = ResetLevel::active_low}};
  In<UInt<4>> d{{.clock = c}};
  Out<UInt<4>> q{{.clock = c}};
  Reg<UInt<4>> r{5, {.clock = c}};
  void logic() {
    r = gray_encode(d + 1);
    q = r;
  }
};

struct MixClocks {
  Clock a{{.edge = Edge::falling, .reset = ResetKind::asynchronous, .level = ResetLevel::active_low}};
  Clock b{{.reset = ResetKind::asynchronous}};
  In<UInt<4>> da{{.clock = a}};
  In<UInt<4>> db{{.clock = b}};
  In<Bool> go{{.clock = a}};
  Out<UInt<4>> qa{{.clock = a}}, held{{.clock = a}};
  Out<UInt<4>> qb{{.clock = b}};
  Instance<MixLowReset> inner;
  Reg<UInt<4>> rb{3, {.clock = b}}, code{0, {.clock = b}};
  Reg<UInt<4>> enabled{7, {.clock = a, .power_up = Bits(4, 2), .enable = go}};
  void logic() {
    inner->c = a;
    inner->d = da;
    qa = inner->q;
    enabled = da;
    held = enabled;
    rb = rb + db;
    code = synchronise_gray(inner->q, b);
    qb = rb ^ gray_decode(code);
  }
};

struct MixDerived {
  In<Bool> go;
  In<UInt<8>> d;
  DerivedClock half{{.reset = ResetKind::asynchronous}};
  DerivedClock gate{{.reset = ResetKind::none}};
  Out<UInt<8>> counted{{.clock = half}};
  Out<UInt<8>> kept{{.clock = gate}};
  Reg<Bool> phase{false};
  Reg<UInt<8>> count{0, {.clock = half}};
  Reg<UInt<8>> last{RegOptions{.clock = gate, .power_up = Bits(8, 0)}};
  void logic() {
    phase = ~phase;
    half.clock = phase;
    half.reset = waive_crossing(default_clock().reset_signal(), "the divided clock stands while it ends");
    gate.clock = gated(go);
    count = count + 1;
    counted = count;
    last = d;
    kept = last;
  }
};

TEST_CASE("clocks with asynchronous resets of both levels, divided and gated ones") {
  Agreement agreement;
  agreement.add<MixClocks>({}, 200);
  agreement.add<MixDerived>({}, 200);
  agreement.check();
}

// ------------------------------------------------------------------------------------------------- hierarchy

struct MixPadCell {
  In<Bool> value, drives;
  Pad<Bool> pin;
  Out<Bool> level;
  void logic() {
    pin.drive(value, drives);
    level = pin;
  }
};

struct MixPadRow {
  In<UInt<4>> value, drives;
  List<Pad<Bool>> pins{4};
  Out<UInt<4>> level;
  List<Instance<MixPadCell>> cells{4};
  void logic() {
    for (int i = 0; i < 4; ++i) {
      cells[i]->value = value.bit(i);
      cells[i]->drives = drives.bit(i);
      cells[i]->pin.connect(pins[i]);
      level.bit(i) = cells[i]->level;
    }
  }
};

struct MixPads {
  In<UInt<4>> value;
  List<Pad<Bool>> io{4};
  Out<UInt<4>> level;
  Instance<MixPadRow> row;
  void logic() {
    row->value = value;
    row->drives = 15;
    for (int i = 0; i < 4; ++i) row->pins[i].connect(io[i]);
    level = row->level;
  }
};

struct Command {
  UInt<4> code;
  Vec<SInt<3>, 2> arguments;
};
struct CommandPort {
  In<Command> command;
  In<Bool> valid;
  Out<Bool> ready;
};

struct MixOptional {
  struct Config {
    bool has_port = true;
    int more = 0;
  };
  Config config;
  Optional<CommandPort> port{config.has_port};
  List<CommandPort> others{config.more};
  Out<UInt<10>> y;
  Reg<UInt<10>> state{0};
  void logic() {
    y = state;
    if (port) {
      port->ready = state.bit(0);
      IF (port->valid & port->ready) { state = pack(port->command); }
    }
    for (auto& other : others) {
      other.ready = state.bit(1);
      IF (other.valid) { state = pack(other.command) ^ state; }
    }
  }
};

struct MixOptionalTop {
  In<Command> command;
  In<Bool> valid;
  Out<UInt<10>> lacking, having;
  Instance<MixOptional> none{MixOptional::Config{.has_port = false}};
  Instance<MixOptional> full{MixOptional::Config{.has_port = true, .more = 2}};
  void logic() {
    full->port->command = command;
    full->port->valid = valid;
    for (auto& other : full->others) {
      other.command = command;
      other.valid = valid;
    }
    lacking = none->y;
    having = full->y ^ cat(repeat(full->port->ready, 5), repeat(full->others[1].ready, 5));
  }
};

using Choice = Union<Command, UInt<12>, SInt<7>>;

struct MixUnionMaker {
  In<Command> command;
  In<Bool> is_command;
  Out<Choice> choice;
  void logic() {
    IF (is_command) { choice = Choice::of(command); }
    ELSE { choice = Choice::of(SInt<7>(-5)); }
  }
};

struct MixUnionUser {
  In<Choice> choice;
  Out<SInt<7>> number;
  Out<Command> command;
  Out<UInt<12>> word;
  Reg<Choice> last{Choice::of(UInt<12>(0xabc))};
  Memory<Choice> kept{2, {.contents = {Bits(12, 5), Bits(12, 6)}}};
  void logic() {
    number = choice.as<SInt<7>>();
    command = choice.as<Command>();
    last = choice;
    kept.write(choice.bits.bit(0).as_uint(), choice);
    word = kept.read(last.bits.bit(1).as_uint()).as<UInt<12>>();
  }
};

struct MixUnions {
  In<Command> command;
  In<Bool> is_command;
  Out<SInt<7>> number;
  Out<Command> back;
  Out<UInt<12>> word;
  Instance<MixUnionMaker> maker;
  Instance<MixUnionUser> user;
  void logic() {
    maker->command = command;
    maker->is_command = is_command;
    user->choice = maker->choice;
    number = user->number;
    back = user->command;
    word = user->word;
  }
};

struct MixTree {
  struct Config {
    int leaves = 1;
  };
  Config config;
  List<In<UInt<4>>> leaves{config.leaves};
  Out<UInt<4>> sum;
  List<Instance<MixTree>> halves{config.leaves > 1 ? 2 : 0, [this](int i) {
                                   return Config{i == 0 ? config.leaves / 2 : config.leaves - config.leaves / 2};
                                 }};
  void logic() {
    if (config.leaves == 1) {
      sum = leaves[0];
      return;
    }
    int next = 0;
    for (auto& half : halves) {
      for (auto& leaf : half->leaves) leaf = leaves[next++];
    }
    sum = halves[0]->sum + halves[1]->sum;
  }
};

template <int Depth>
struct MixDeep {
  In<UInt<8>> x;
  Out<UInt<8>> y;
  Instance<MixDeep<Depth - 1>> inner;
  Reg<UInt<8>> r{0};
  void logic() {
    inner->x = x ^ UInt<8>(Depth);
    r = inner->y;
    y = r + Depth;
  }
};
template <>
struct MixDeep<0> {
  In<UInt<8>> x;
  Out<UInt<8>> y;
  void logic() { y = ~x; }
};

struct MixCell {
  In<UInt<2>> d;
  Out<UInt<2>> q;
  Reg<UInt<2>> r{0};
  void logic() {
    r = d;
    q = r;
  }
};
struct MixMany {
  In<UInt<2>> d;
  Out<UInt<2>> q;
  List<Instance<MixCell>> cells{1000};
  void logic() {
    for (int i = 0; i < 1000; ++i) cells[i]->d = i == 0 ? UInt<2>(d) : UInt<2>(cells[i - 1]->q);
    q = cells.back()->q;
  }
};

struct MixInverter {
  In<Bool> x;
  Out<Bool> y;
  void logic() { y = ~x; }
};
struct MixRipple {  // one wire whose bits follow each other through instances
  In<Bool> x;
  Out<UInt<33>> y;
  List<Instance<MixInverter>> inverters{32};
  Wire<UInt<33>> chain;
  void logic() {
    chain.bit(0) = x;
    for (int i = 0; i < 32; ++i) {
      inverters[i]->x = chain.bit(i);
      chain.bit(i + 1) = inverters[i]->y;
    }
    y = chain;
  }
};

struct Halves {
  UInt<4> p, q;
};
struct MixThrough {
  In<Halves> x;
  Out<Halves> y;
  void logic() { y = x; }
};
struct MixAround {  // a bundle that goes twice through one instance
  In<UInt<4>> a;
  Out<UInt<4>> b;
  Instance<MixThrough> through;
  void logic() {
    through->x->p = a;
    through->x->q = through->y.p;
    b = through->y.q;
  }
};

TEST_CASE("hierarchy: pads in lists, optional ports, unions, recursion, depth, many instances") {
  Agreement agreement;
  agreement.add<MixPads>();
  agreement.add<MixOptionalTop>();
  agreement.add<MixUnions>();
  agreement.add<MixTree>({.leaves = 7});
  agreement.add<MixDeep<40>>();
  agreement.add<MixMany>({}, 12);
  agreement.add<MixRipple>();
  agreement.add<MixAround>();
  agreement.check();
}

// ----------------------------------------------------------------------------------------------------- names

struct reg {
  In<UInt<2>> a;
  Out<UInt<2>> b;
  Reg<UInt<2>> wire{0};
  Wire<UInt<2>> output_;
  void logic() {
    output_ = a;
    wire = output_;
    b = wire;
  }
};

struct module_ {
  enum class Words { begin, wire, module };
  In<UInt<2>> a;
  In<Enum<Words>> word;
  Out<UInt<2>> b;
  Out<Enum<Words>> last;
  Instance<reg> always;
  Memory<UInt<2>> initial{4, {.contents = words(4, 2)}};
  Reg<Enum<Words>> posedge{Words::wire};
  Wire<UInt<2>> assign;
  void logic() {
    always->a = a;
    assign = always->b;
    initial.write(a, assign);
    b = initial.read_sync(assign);
    SWITCH (word) {
      CASE (Words::begin) { posedge = Words::module; }
      DEFAULT { posedge = word; }
    }
    last = posedge;
    assert_(a == a, "endmodule");
  }
};

struct MixKeywords {
  In<UInt<2>> a;
  Out<UInt<2>> b;
  Instance<module_> generate;
  Instance<reg> wire;  // called like a register in it
  void logic() {
    generate->a = a;
    generate->word = module_::Words::begin;
    wire->a = generate->b;
    b = wire->b;
  }
};

struct MixCounter {
  In<Bool> enable;
  Out<UInt<4>> count;
  Memory<UInt<4>> ram{4, {.contents = words(4, 4)}};
  Reg<UInt<2>> value{0};
  void logic() {
    IF (enable) { value = value + 1; }
    count = ram.read(value);
  }
};
struct MixHidden {  // instances that are called like a port, a register, a memory and all of these in turn
  In<Bool> enable;
  Out<UInt<4>> y;
  Instance<MixCounter> count, value, ram, enable_inst;
  Wire<UInt<4>> count_inst;
  void logic() {
    count->enable = enable;
    value->enable = enable;
    ram->enable = enable;
    enable_inst->enable = ram->count.bit(0);
    count_inst = count->count ^ value->count;
    y = count_inst ^ enable_inst->count;
  }
};

TEST_CASE("names: keywords everywhere but at ports, and instances that are called like what is in them") {
  Agreement agreement;
  agreement.add<MixKeywords>();
  agreement.add<MixHidden>();
  agreement.check();
}

TEST_CASE("without the passes modules have legal names of their own as well") {
  ElaborateOptions options;
  options.optimise = false;
  Agreement agreement;
  agreement.add<MixKeywords>({}, 60, options);
  agreement.add<MixTree>({.leaves = 5}, 60, options);
  agreement.add<MixHidden>({}, 60, options);
  agreement.check();
}

}  // namespace
}  // namespace burin
