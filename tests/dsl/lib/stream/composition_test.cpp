// SPDX-License-Identifier: Apache-2.0
//! @file composition_test.cpp
//! @brief `>>`: what may stand left and right of it, the names it gives, and what it says about mistakes.
#include <doctest/doctest.h>

#include <algorithm>

#include "burin/lib/streams.h"
#include "support/expect_diagnostic.h"
#include "support/simulated.h"

namespace burin {
namespace {

using Byte = UInt<8>;

/// A block of the user's own, with other names than the library's.
struct Doubler {
  StreamIn<Byte> numbers;
  StreamOut<Byte> doubled;
  void logic() {
    numbers >> map([](const Byte& x) { return x << 1; }) >> doubled;
  }
};

/// A stage of the user's own.
struct Buffered : StreamStage {
  template <typename T>
  auto operator()(const StreamValue<T>& stream) const {
    return stream >> fifo(2) >> register_slice(Slice::forward);
  }
};

struct Named {
  StreamIn<Byte> requests;
  StreamOut<Byte> answers;
  List<StreamIn<Byte>> ports{2};
  StreamOut<Byte> merged;

  Instance<Doubler> doubler;
  StreamWire<Byte> between;

  void logic() {
    requests >> register_slice() >> fifo(16) >> fifo(4) >> between;
    between >> fifo(2) >> doubler >> fifo(2) >> Buffered() >> answers;
    arbitrate(ports) >> fifo(2) >> merged;
  }
};

std::vector<std::string> instances_of(const ir::Module& module) {
  std::vector<std::string> names;
  for (const ir::Instance& instance : module.instances) names.push_back(instance.name);
  std::sort(names.begin(), names.end());
  return names;
}

TEST_CASE("composition: instances are called after the stream that they stand in") {
  const auto made = elaborate<Named>();
  CHECK(made.warnings == "");
  CHECK(instances_of(made.design->top_module()) ==
        std::vector<std::string>{"between_fifo", "doubler", "doubler_doubled_fifo", "doubler_doubled_fifo_2",
                                 "doubler_doubled_register", "ports_arbiter", "ports_fifo", "requests_fifo",
                                 "requests_fifo_2", "requests_register"});
}

/// The same with one more block on another stream.
struct NamedMore {
  StreamIn<Byte> other;
  StreamOut<Byte> onward;
  StreamIn<Byte> requests;
  StreamOut<Byte> answers;
  void logic() {
    other >> fifo(3) >> fifo(3) >> onward;
    requests >> fifo(16) >> answers;
  }
};

TEST_CASE("composition: a block on another stream renames nothing") {
  const auto made = elaborate<NamedMore>();
  CHECK(instances_of(made.design->top_module()) ==
        std::vector<std::string>{"other_fifo", "other_fifo_2", "requests_fifo"});
}

TEST_CASE("composition: static and dynamic widths meet") {
  struct Mixed {
    StreamIn<Byte> in;
    StreamOut<UInt<>> out = StreamOut<UInt<>>::of(UInt<>(bits(8)));
    void logic() { in >> fifo(2) >> out; }
  };
  CHECK_NOTHROW(elaborate<Mixed>());
}

TEST_CASE("composition: blocks are in the clock that is in force") {
  struct TwoClocks {
    Clock fast;
    StreamIn<Byte> in = StreamIn<Byte>::of(Byte(), {.clock = fast});
    StreamOut<Byte> out = StreamOut<Byte>::of(Byte(), {.clock = fast});
    void logic() {
      const WithClock with(fast);
      in >> fifo(2) >> out;
    }
  };
  const auto made = elaborate<TwoClocks>();
  CHECK(made.warnings == "");
  CHECK(made.design->top_module().find_signal("clk") == ir::kNone);
}

TEST_CASE("composition: what several streams are called together") {
  CHECK(detail::common_name({"ports_0", "ports_1", "ports_2"}) == "ports");
  CHECK(detail::common_name({"ports_0"}) == "ports_0");
  CHECK(detail::common_name({"left", "right"}) == "left");
  CHECK(detail::common_name({"port", "ports"}) == "port");
  CHECK(detail::common_name({"a_x", "a_y", "b"}) == "a_x");
}

// Which types may meet at >>: those that differ in what one of them leaves to elaboration.
struct One {
  UInt<8> a;
  Vec<Bool, 3> b;
};
static_assert(detail::kSameKind<Byte, UInt<>>);
static_assert(!detail::kSameKind<Byte, UInt<9>>);
static_assert(!detail::kSameKind<Byte, SInt<8>>);
static_assert(!detail::kSameKind<UInt<1>, Bool>);
static_assert(detail::kSameKind<Lanes<Byte, 4>, Lanes<Byte>>);
static_assert(!detail::kSameKind<Lanes<Byte, 4>, Lanes<Byte, 3>>);
static_assert(!detail::kSameKind<Beat<Byte>, Lanes<Byte, 1>>);
static_assert(detail::kSameKind<Beat<Byte>, Beat<UInt<>>>);
static_assert(detail::kSameKind<One, One>);
static_assert(detail::kSameKind<std::array<UInt<>, 2>, std::array<Byte, 2>>);
static_assert(!detail::kSameKind<std::array<Byte, 3>, std::array<Byte, 2>>);

// ------------------------------------------------------------------------------------------------------------ mistakes

struct TakenTwice {
  StreamIn<Byte> in;
  StreamOut<Byte> out;
  StreamOut<Byte> copy;
  void logic() {
    in >> fifo(2) >> out;
    in >> copy;  // expect: B0202 "the stream `in` is taken a second time"
  }
};
TEST_CASE("composition: a stream that is taken twice") { test::expect_diagnostics<TakenTwice>(); }

struct DrivenTwice {
  StreamIn<Byte> in;
  StreamIn<Byte> other;
  StreamOut<Byte> out;
  void logic() {
    in >> fifo(2) >> out;
    other >> fifo(2) >> out;  // expect: B0202 "the stream `out` is fed a second time"
  }
};
TEST_CASE("composition: a sink that is fed twice") {
  CHECK_THROWS_WITH_AS(elaborate<DrivenTwice>(), doctest::Contains("`out` is fed a second time"), UserError);
}

struct NeverTaken {
  StreamIn<Byte> in;
  StreamOut<Byte> out;
  void logic() {
    static_cast<void>(in >> fifo(2));  // expect: B0201
    out.valid = false;
    out.payload = 0;
  }
};
TEST_CASE("composition: a stream that is taken by nobody") { CHECK_THROWS_AS(elaborate<NeverTaken>(), UserError); }

struct WidthsDiffer {
  StreamIn<UInt<>> in = StreamIn<UInt<>>::of(UInt<>(bits(7)));
  StreamOut<Byte> out;
  void logic() {
    in >> out;  // expect: B0101
  }
};
TEST_CASE("composition: widths that only elaboration knows") { test::expect_diagnostics<WidthsDiffer>(); }

struct BadFunction {
  StreamIn<Byte> in;
  StreamOut<UInt<>> out = StreamOut<UInt<>>::of(UInt<>(bits(9)));
  void logic() {
    in >> map([](const Byte& x) { return UInt<>(x) + UInt<>(Bits(9, 1)); }) >> out;  // expect: B0101
  }
};
TEST_CASE("composition: a mistake inside a function") { test::expect_diagnostics<BadFunction>(); }

// ---------------------------------------------------------------------------------------------------------- assertions

/// Breaks one of the promises of a producer, as its inputs say.
struct Breaker {
  In<Bool> offer;
  In<Byte> value;
  StreamOut<Byte> out;
  void logic() {
    StreamValue<Byte>(
        value, offer, [](const Bool&, const Where&) {}, "offers") >>
        out;
    assert_stream(out);
  }
};

TEST_CASE("assertions: an offer that falls, and a payload that changes, are failures; transfers and resets are none") {
  test::Simulated<Breaker> breaker;
  const auto cycle = [&](bool offer, uint64_t value, bool ready, bool reset = false) {
    breaker.set("offer", offer ? 1 : 0);
    breaker.set("value", value);
    breaker.set("out_ready", ready ? 1 : 0);
    breaker.set("rst", reset ? 1 : 0);
    breaker.settle();
    breaker.step();
    return breaker.engine().failures();
  };
  cycle(false, 0, false, true);
  CHECK(cycle(true, 1, true) == 0);
  CHECK(cycle(true, 2, true) == 0);
  CHECK(cycle(true, 3, false) == 0);
  CHECK(cycle(true, 3, false) == 0);
  CHECK(cycle(true, 3, true) == 0);
  CHECK(cycle(false, 9, false) == 0);
  CHECK(cycle(true, 4, false) == 0);
  CHECK(cycle(true, 5, false) == 1);  // another value
  CHECK(cycle(true, 5, true) == 1);
  CHECK(cycle(true, 6, false) == 1);
  CHECK(cycle(false, 6, false) == 2);  // withdrawn
  CHECK(cycle(true, 7, false) == 2);
  CHECK(cycle(false, 0, false, true) == 2);  // a reset may withdraw it
  CHECK(cycle(false, 0, false) == 2);
}

}  // namespace
}  // namespace burin
