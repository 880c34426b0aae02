// SPDX-License-Identifier: Apache-2.0
//! @file mixed_structures_test.cpp
//! @brief Small designs that mix conditions, clocks, hierarchy and names: the tools take their Verilog without a word, and
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

enum class Operation { add, sub, hold, swap, negate };

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
