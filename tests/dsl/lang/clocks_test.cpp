// SPDX-License-Identifier: Apache-2.0
//! @file clocks_test.cpp
//! @brief Several clocks, derived and gated ones, clocks through the hierarchy, synchronisers.
#include <doctest/doctest.h>

#include "support/simulated.h"

namespace burin {
namespace {

using test::Simulated;

struct Several {
  Clock fast{{.reset = ResetKind::asynchronous, .level = ResetLevel::active_low}};
  Clock slow{{.edge = Edge::falling}};
  Out<UInt<8>> fast_count{{.clock = fast}};
  Out<UInt<8>> slow_count{{.clock = slow}};
  Out<UInt<8>> both{{.clock = slow}};
  Reg<UInt<8>> in_fast{1, {.clock = fast}};
  Reg<UInt<8>> in_slow{2, {.clock = slow}};
  void logic() {
    in_fast = in_fast + 1;
    in_slow = in_slow + 1;
    fast_count = in_fast;
    slow_count = in_slow;
    WithClock in(slow);
    Reg<UInt<8>> local{"local", 0};
    local = local + 2;
    both = local;
  }
};

TEST_CASE("several clocks with edges and resets of their own") {
  Simulated<Several> s;
  CHECK_FALSE(s.engine().has_port("clk"));
  CHECK_FALSE(s.engine().has_port("fast_rst"));
  CHECK(s.get("fast_count") == 1);  // active low, asynchronous, active at time zero
  s.set("slow_rst", 1);
  s.set("slow_clk", 1);
  s.settle();
  CHECK(s.get("slow_count") == 0);
  s.set("slow_clk", 0);
  s.settle();
  CHECK(s.get("slow_count") == 2);
  s.set("slow_rst", 0);
  s.set("fast_rst_n", 1);
  s.settle();
  s.engine().step("fast_clk", 5);
  CHECK(s.get("fast_count") == 6);
  CHECK(s.get("slow_count") == 2);
  s.set("slow_clk", 1);
  s.settle();
  CHECK(s.get("slow_count") == 2);
  s.set("slow_clk", 0);
  s.settle();
  CHECK(s.get("slow_count") == 3);
  CHECK(s.get("both") == 2);
}

struct Child {
  Reg<UInt<8>> value{0};
  Out<UInt<8>> y;
  void logic() {
    value = value + 1;
    y = value;
  }
};

struct NamedChild {
  Clock own;
  Reg<UInt<8>> value{0, {.clock = own}};
  Out<UInt<8>> y{{.clock = own}};
  void logic() {
    value = value + 1;
    y = value;
  }
};

struct Hierarchy {
  Clock other;
  DerivedClock half{{.reset = ResetKind::none}};
  Instance<Child> on_default;
  Instance<Child> on_other{{}, other};
  Instance<NamedChild> named;
  Instance<NamedChild> by_hand;
  Out<UInt<8>> a, d;
  Out<UInt<8>> b{{.clock = other}}, c{{.clock = other}};
  Reg<Bool> divider{false};
  Out<UInt<8>> halves{{.clock = half}};
  Reg<UInt<8>> count_halves{{.clock = half, .power_up = Bits(8)}};
  void logic() {
    named->own = other;
    by_hand->own.connect(default_clock().signal(), default_clock().reset_signal());
    a = on_default->y;
    b = on_other->y;
    c = named->y;
    d = by_hand->y;
    divider = ~divider;
    half.clock = divider;
    count_halves = count_halves + 1;
    halves = count_halves;
  }
};

TEST_CASE("clocks of instances, and a divided clock") {
  ElaborateOptions options;
  options.severities = {{.code = "B0301", .source_prefix = "", .severity = Severity::warning}};
  Simulated<Hierarchy> s({}, options);
  s.set("rst", 1);
  s.set("other_rst", 1);
  s.step();
  s.engine().step("other_clk");
  s.set("rst", 0);
  s.set("other_rst", 0);
  s.step(6);
  CHECK(s.get("a") == 6);
  CHECK(s.get("d") == 6);
  CHECK(s.get("b") == 0);
  CHECK(s.get("halves") == 3);
  s.engine().step("other_clk", 4);
  CHECK(s.get("b") == 4);
  CHECK(s.get("c") == 4);
  CHECK(s.get("a") == 6);
}

struct Gated {
  In<Bool> enable;
  DerivedClock slow{{.reset = ResetKind::none}};
  Reg<UInt<8>> count{{.clock = slow, .power_up = Bits(8)}};
  Out<UInt<8>> y{{.clock = slow}};
  void logic() {
    slow.clock = gated(enable);
    count = count + 1;
    y = count;
  }
};

TEST_CASE("a gated clock runs while its enable was 1 before the edge") {
  ElaborateOptions options;
  options.severities = {{.code = "B0301", .source_prefix = "", .severity = Severity::warning}};
  Simulated<Gated> s({}, options);
  s.step(3);
  CHECK(s.get("y") == 0);
  s.set("enable", 1);
  s.settle();
  s.step();  // taken over in the low phase that follows
  s.step(3);
  const uint64_t running = s.get("y");
  CHECK(running >= 3);
  s.set("enable", 0);
  s.settle();
  s.step(5);
  CHECK(s.get("y") <= running + 1);
}

struct Synchronised {
  Clock there;
  In<Bool> from_outside{{.asynchronous = true}};
  In<Bool> from_there{{.clock = there}};
  Out<Bool> x, y;
  Out<UInt<>> gray{bits(3)};
  Reg<UInt<3>> code{0, {.clock = there}};
  void logic() {
    code = gray_encode(gray_decode(code) + 1);
    x = synchronise(from_outside);
    y = synchronise(from_there);
    gray = gray_decode(synchronise_gray(code));
  }
};

TEST_CASE("synchronisers take two cycles") {
  Simulated<Synchronised> s;
  s.set("from_outside", 1);
  s.step();
  CHECK(s.get("x") == 0);
  s.step();
  CHECK(s.get("x") == 1);
  CHECK(s.get("y") == 0);
  s.set("from_there", 1);
  s.step(2);
  CHECK(s.get("y") == 1);
  s.set("there_rst", 1);
  s.engine().step("there_clk");
  s.set("there_rst", 0);
  s.engine().step("there_clk", 5);
  s.step(2);
  CHECK(s.get("gray") == 5);
}

struct ReadsItsClock {
  Clock aux{{.reset = ResetKind::none}};
  Out<Bool> level{{.asynchronous = true}};
  Out<Bool> reset_level{{.asynchronous = true}};
  Reg<Bool> unused_register{false};
  Out<Bool> q;
  void logic() {
    unused_register = true;
    q = unused_register;
    level = waive_crossing(aux.signal(), "a clock monitor");
    reset_level = waive_crossing(default_clock().reset_signal(), "a reset monitor");
  }
};

TEST_CASE("a clock and its reset can be read as signals") {
  Simulated<ReadsItsClock> s;
  CHECK(s.with("aux_clk", 1, "level") == 1);
  CHECK(s.with("aux_clk", 0, "level") == 0);
  CHECK(s.with("rst", 1, "reset_level") == 1);
}

}  // namespace
}  // namespace burin
