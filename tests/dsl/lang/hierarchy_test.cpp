// SPDX-License-Identifier: Apache-2.0
//! @file hierarchy_test.cpp
//! @brief Instances, lists of them, optional and vector ports, bulk connection, streams, pads, black boxes, unions.
#include <doctest/doctest.h>

#include <algorithm>

#include "designs/examples/counter.h"
#include "designs/examples/fifo.h"
#include "support/simulated.h"

namespace burin {
namespace {

using test::Simulated;

struct Pixel {
  UInt<4> r, g;
  Vec<Bool, 2> flags;
};

struct Stage {
  struct Config {
    Param<int, "added to what passes", range(0, 15)> step = 1;
    Param<bool, "has a clear input"> clearable = false;
  };
  Config config;
  In<Pixel> from;
  Out<Pixel> result;
  In<Vec<UInt<4>, 3>> taps;
  Out<UInt<4>> tap_sum;
  Optional<In<Bool>> clear{config.clearable};
  List<In<UInt<4>>> extras{config.step};
  Out<UInt<4>> extra_sum;
  void logic() {
    result = from;
    result.r = from.r + config.step;
    if (clear) {
      IF (*clear) {
        result.g = 0;
      }
    }
    tap_sum = taps[0] + taps[1] + taps[2];
    UInt<4> sum = 0;
    for (const auto& extra : extras) sum = sum + extra;
    extra_sum = sum;
  }
};

struct Chain {
  In<Pixel> x;
  In<Bool> clear;
  In<UInt<2>> i;
  Out<Pixel> y;
  Out<UInt<4>> sums, extras;
  Instance<Stage> first{{.step = 2}};
  List<Instance<Stage>> middle{3};
  Instance<Stage> last{{.step = 1, .clearable = true}};
  void logic() {
    first->from = x;
    const Instance<Stage>* previous = &first;
    for (auto& stage : middle) {
      stage->from = (*previous)->result;
      stage->taps = Vec<UInt<4>, 3>{1, 2, 3};
      stage->extras[0] = 7;
      previous = &stage;
    }
    last->from->r = (*previous)->result.r;  // field by field
    last->from->g = (*previous)->result.g;
    last->from->flags = (*previous)->result.flags;
    *last->clear = clear;
    last->extras[0] = 1;
    first->extras[0] = 2;
    first->extras[1] = x.g;
    for (int k = 0; k < 3; ++k) first->taps[k] = k;  // an element of a vector port of an instance
    last->taps[0] = 1;
    last->taps[1] = 1;
    last->taps[2] = 1;
    last->taps[i] = 5;  // chosen by hardware
    y = last->result;
    sums = first->tap_sum + middle[1]->tap_sum + last->tap_sum;
    extras = first->extra_sum + last->extra_sum;
  }
};

TEST_CASE("instances as members, in lists, with bundle, vector and optional ports") {
  for (const bool optimise : {false, true}) {
    ElaborateOptions options;
    options.optimise = optimise;
    Simulated<Chain> s({}, options);
    s.set("x_r", 3);
    s.set("x_g", 9);
    s.set("x_flags_1", 1);
    s.settle();
    CHECK(s.get("y_r") == 3 + 2 + 3 + 1);
    CHECK(s.get("y_g") == 9);
    CHECK(s.get("y_flags_0") == 0);
    CHECK(s.get("y_flags_1") == 1);
    CHECK(s.get("extras") == 2 + 9 + 1);
    for (uint64_t i = 0; i < 4; ++i) CHECK(s.with("i", i, "sums") == ((3 + 6 + (i == 3 ? 3 : 7)) & 15));
    CHECK(s.with("clear", 1, "y_g") == 0);
  }
}

TEST_CASE("instances are named by members, list elements by their number") {
  const auto e = elaborate<Chain>({}, {.optimise = false});
  std::vector<std::string> names;
  for (const ir::Instance& instance : e.design->top_module().instances) names.push_back(instance.name);
  CHECK(names == std::vector<std::string>{"first", "middle_0", "middle_1", "middle_2", "last"});
}

/// Instances made in C++ loops inside `logic`, and one in a function.
struct Local {
  In<Bool> enable;
  Out<UInt<8>> sum;
  UInt<8> counted() {
    Instance<examples::Counter> counter({.width = 8});
    counter->enable = enable;
    return counter->count;
  }
  void logic() {
    UInt<8> total = counted() + counted();
    for (int i = 0; i < 3; ++i) {
      Instance<examples::Counter> counter;
      counter->enable = true;
      total = total + counter->count;
    }
    sum = total;
  }
};

TEST_CASE("instances in functions and loops live on in the design") {
  Simulated<Local> s;
  s.reset();
  s.step(4);
  CHECK(s.get("sum") == 12);
  s.set("enable", 1);
  s.step(2);
  CHECK(s.get("sum") == 22);
  const auto& instances = elaborate<Local>({}, {.optimise = false}).design;
  std::vector<std::string> names;
  for (const ir::Instance& instance : instances->top_module().instances) names.push_back(instance.name);
  CHECK(names == std::vector<std::string>{"counter", "counter_2", "counter_3", "counter_4", "counter_5"});
}

// --------------------------------------------------------------------------------------- connection

template <Role R>
struct Link {
  Port<R, UInt<8>> data;
  Port<R, Pixel> pixel;
  Port<flip(R), Bool> grant;
  Stream<R, UInt<4>> stream;
};

struct Producer {
  Link<Role::out> link;
  Reg<UInt<4>> n{0};
  void logic() {
    link.data = 77;
    link.pixel = Pixel{.r = 1, .g = 2, .flags = {true, false}};
    link.stream.payload = n;
    link.stream.valid = link.grant;
    IF (link.stream.fire()) {
      n = n + 1;
    }
  }
};

struct Consumer {
  Link<Role::in> link;
  Out<UInt<8>> seen;
  Reg<UInt<8>> sum{0};
  void logic() {
    link.grant = true;
    link.stream.ready = link.data == 77;
    IF (link.stream.fire()) {
      sum = sum + zext<8>(link.stream.payload);
    }
    seen = sum + zext<8>(link.pixel.g);
  }
};

struct Wrapped {  // the same direction on both sides of the border
  Link<Role::in> link;
  Out<UInt<8>> seen;
  Instance<Consumer> inner;
  void logic() {
    connect(link, inner->link);
    connect(inner->seen, seen);
  }
};

struct Connected {
  Out<UInt<8>> seen;
  Out<UInt<8>> by_hand;
  Instance<Producer> producer, second;
  Instance<Wrapped> wrapped;
  Instance<Consumer> partly;
  void logic() {
    connect(producer->link, wrapped->link);  // two instances: flipped
    seen = wrapped->seen;
    connect(second->link, partly->link, Except{"data", "stream"});
    partly->link.data = 77;
    connect(second->link.stream, partly->link.stream);
    by_hand = partly->seen;
  }
};

TEST_CASE("bulk connection: same direction, flipped, partial, streams inside") {
  Simulated<Connected> s;
  s.reset();
  CHECK(s.get("seen") == 2);
  s.step(4);
  CHECK(s.get("seen") == 2 + 0 + 1 + 2 + 3);
  CHECK(s.get("by_hand") == 8);
}

struct OverFifo {
  StreamIn<Pixel> from;
  StreamOut<Pixel> to;
  Instance<examples::Fifo<Pixel>> fifo{{.depth = 3}};
  void logic() {
    connect(from, fifo->in);
    connect(to, fifo->out);
  }
};

TEST_CASE("a stream of bundles through the FIFO of the examples") {
  ElaborateOptions options;
  options.severities = {{.code = "B0401", .source_prefix = "", .severity = Severity::ignored}};
  Simulated<OverFifo> s({}, options);
  s.reset();
  std::vector<uint64_t> sent;
  std::vector<uint64_t> received;
  uint64_t next = 1;
  for (int cycle = 0; cycle < 200; ++cycle) {
    s.set("from_valid", cycle % 3 != 0);
    s.set("from_payload_r", next & 15);
    s.set("to_ready", cycle % 5 < 2);
    s.settle();
    if (s.get("from_valid") != 0 && s.get("from_ready") != 0) {
      sent.push_back(next & 15);
      ++next;
    }
    if (s.get("to_valid") != 0 && s.get("to_ready") != 0) received.push_back(s.get("to_payload_r"));
    s.step();
  }
  REQUIRE(received.size() > 50);
  CHECK(std::equal(received.begin(), received.end(), sent.begin()));
  CHECK(sent.size() - received.size() <= 3);
}

// --------------------------------------------------------------------------------------------- unions

struct Address {
  UInt<6> page;
  UInt<2> offset;
};
using Word = Union<UInt<4>, Address, SInt<8>, Vec<UInt<2>, 3>>;
struct Tagged {
  Bool valid;
  Word word;
};

struct Unions {
  In<UInt<8>> raw;
  Out<UInt<6>> page;
  Out<UInt<4>> nibble;
  Out<SInt<8>> number;
  Out<UInt<2>> element;
  Out<Word> made;
  Reg<Tagged> stored{Tagged{.valid = false, .word = Word::of(UInt<4>(0))}};
  Out<Tagged> out_stored;
  void logic() {
    const Word word{.bits = raw};
    page = word.as<Address>().page;
    nibble = word.as<UInt<4>>();
    number = word.as<SInt<8>>();
    element = word.as<Vec<UInt<2>, 3>>()[2];
    made = Word::of(Address{.page = 33, .offset = 2});
    stored.valid = true;
    stored.word = Word::of(SInt<8>(-3));
    out_stored = stored;
  }
};

TEST_CASE("unions at ports, in registers and in bundles") {
  Simulated<Unions> s;
  s.set("raw", 0xb6);
  s.step();
  CHECK(s.get("page") == 0xb6 >> 2);
  CHECK(s.get("nibble") == 6);
  CHECK(s.get("number") == 0xb6);
  CHECK(s.get("element") == 3);
  CHECK(s.get("made_bits") == (33 << 2 | 2));
  CHECK(s.get("out_stored_valid") == 1);
  CHECK(s.get("out_stored_word_bits") == 0xfd);
}

// ----------------------------------------------------------------------------------------------- pads

struct Inner {
  In<Bool> drive;
  Pad<UInt<2>> pin;
  void logic() { pin.drive(1, drive); }
};

struct Pads {
  In<Bool> oe, pull, inner_drives;
  In<UInt<4>> value;
  Out<UInt<4>> seen;
  Out<Bool> line;
  Out<UInt<2>> through;
  Pad<UInt<4>> wide;
  Pad<Bool> drain;
  Pad<UInt<2>> passed;
  Pad<UInt<2>> conditional;
  Instance<Inner> inner;
  void logic() {
    wide.drive(value, oe);
    seen = wide;
    drain.open_drain(pull);
    line = drain;
    inner->drive = inner_drives;
    inner->pin.connect(passed);
    through = passed;
    IF (oe & pull) {
      conditional.drive(3, true);
    }
  }
};

TEST_CASE("pads: tri-state, open drain, passed through, driven under a condition") {
  Simulated<Pads> s;
  s.set("value", 9);
  s.set("wide", 6);
  s.set("drain", 1);
  s.set("passed", 2);
  s.settle();
  CHECK(s.get("seen") == 6);
  CHECK(s.get("line") == 1);
  CHECK(s.get("through") == 2);
  CHECK(s.engine().get_output_enable(s.engine().port("wide")).is_zero());
  s.set("oe", 1);
  s.set("pull", 1);
  s.set("inner_drives", 1);
  s.settle();
  CHECK(s.get("seen") == 9);
  CHECK(s.get("line") == 0);
  CHECK(s.get("through") == 1);
  CHECK(s.get("conditional") == 3);
  CHECK(s.engine().get_output_enable(s.engine().port("conditional")).is_ones());
  s.set("pull", 0);
  s.settle();
  CHECK(s.engine().get_output_enable(s.engine().port("conditional")).is_zero());
}

// ---------------------------------------------------------------------------------------- black boxes

struct Pll {
  struct Config {
    Param<int, "multiplier", range(1, 64)> times = 4;
  };
  Config config;
  In<Bool> refclk{{.asynchronous = true}};
  Out<Bool> locked{{.asynchronous = true}};
  Out<UInt<3>> phase{{.asynchronous = true}};
  BlackBox black_box() const {
    return {.verilog_name = "PLL_CELL",
            .parameters = {{"TIMES", std::to_string(config.times)}, {"MODE", "\"fast\""}},
            .verilog = "// model\n"};
  }
};

struct UsesPll {
  In<Bool> reference{{.asynchronous = true}};
  Out<Bool> locked{{.asynchronous = true}};
  Out<UInt<3>> phase{{.asynchronous = true}};
  Instance<Pll> pll{{.times = 9}};
  void logic() {
    pll->refclk = reference;
    locked = pll->locked;
    phase = pll->phase + 1;
  }
};

TEST_CASE("a black box keeps its name, its parameters and its model") {
  const auto e = elaborate<UsesPll>();
  const auto found = std::find_if(e.design->modules.begin(), e.design->modules.end(),
                                  [](const auto& m) { return m->black_box.has_value(); });
  REQUIRE(found != e.design->modules.end());
  CHECK((*found)->black_box->verilog_name == "PLL_CELL");
  CHECK((*found)->black_box->parameters.at(0) == std::pair<std::string, std::string>{"TIMES", "9"});
  CHECK((*found)->black_box->verilog == "// model\n");
  Simulated<UsesPll> s;
  s.engine().set_internal("pll_phase", Bits(3, 4));
  s.settle();
  CHECK(s.get("phase") == 5);
}

}  // namespace
}  // namespace burin
