// SPDX-License-Identifier: Apache-2.0
//! @file registers_test.cpp
//! @brief Registers: resets of every kind and level, enables, power-up values, types, local registers.
#include <doctest/doctest.h>

#include "support/simulated.h"

namespace burin {
namespace {

using test::Simulated;

enum class Phase { idle, busy, done };
struct State {
  UInt<4> count;
  SInt<4> level;
  Enum<Phase> phase;
  Vec<Bool, 2> flags;
};

struct Kinds {
  In<UInt<8>> x;
  In<Bool> enable;
  Out<UInt<8>> with_reset_out, enabled_out, held_out, powered_out;
  Out<State> state_out;
  Out<Bool> plain_seen;
  Reg<UInt<8>> with_reset{42};
  Reg<UInt<8>> enabled{7, {.enable = enable}};
  Reg<UInt<8>> held{9};                               // nobody assigns to it: it holds
  Reg<UInt<8>> powered{{.power_up = Bits(8, 0x5a)}};  // no reset: the reset does not touch it
  Reg<State> state{State{.count = 3, .level = -2, .phase = Phase::busy, .flags = {true, false}}};
  Reg<Bool> seen{false};
  void logic() {
    with_reset = with_reset + 1;
    enabled = x;
    powered = powered + 1;
    with_reset_out = with_reset;
    enabled_out = enabled;
    held_out = held;
    powered_out = powered;
    state_out = state;
    state.count = state.count + 1;
    state.flags[1] = state.flags[0];
    IF (x == 1) {
      state.phase = Phase::done;
    }
    seen = true;
    plain_seen = seen;
  }
};

TEST_CASE("reset values, enables, holding and power-up values") {
  Simulated<Kinds> s;
  CHECK(s.get("powered_out") == 0x5a);
  s.reset();
  CHECK(s.get("with_reset_out") == 42);
  CHECK(s.get("enabled_out") == 7);
  CHECK(s.get("held_out") == 9);
  CHECK(s.get("powered_out") == 0x5b);
  CHECK(s.get("state_out_count") == 3);
  CHECK(s.get("state_out_level") == 14);
  CHECK(s.get("state_out_phase") == 1);
  CHECK(s.get("state_out_flags_0") == 1);
  CHECK(s.get("state_out_flags_1") == 0);
  CHECK(s.get("plain_seen") == 0);
  s.set("x", 99);
  s.step();
  CHECK(s.get("enabled_out") == 7);
  CHECK(s.get("state_out_flags_1") == 1);
  s.set("enable", 1);
  s.step();
  CHECK(s.get("enabled_out") == 99);
  s.set("rst", 1);
  s.set("enable", 0);
  s.step();  // the reset does not look at the enable
  CHECK(s.get("enabled_out") == 7);
  s.set("rst", 0);
  s.set("x", 1);
  s.step(2);
  CHECK(s.get("with_reset_out") == 44);
  CHECK(s.get("state_out_phase") == 2);
  CHECK(s.get("state_out_count") == 5);
}

struct OneRegister {
  Reg<UInt<8>> value{5};
  Out<UInt<8>> y;
  void logic() {
    value = value + 1;
    y = value;
  }
};

TEST_CASE("every kind and level of the default clock's reset, and both edges") {
  for (const ResetLevel level : {ResetLevel::active_high, ResetLevel::active_low}) {
    const std::string reset = level == ResetLevel::active_high ? "rst" : "rst_n";
    const uint64_t active = level == ResetLevel::active_high ? 1 : 0;
    for (const Edge edge : {Edge::rising, Edge::falling}) {
      for (const ResetKind kind : {ResetKind::synchronous, ResetKind::asynchronous}) {
        ElaborateOptions options;
        options.clock = {.edge = edge, .reset = kind, .level = level};
        Simulated<OneRegister> s({}, options);
        CAPTURE(reset);
        s.set(reset, 1 - active);
        s.settle();
        s.step(3);
        s.set(reset, active);
        s.settle();
        const bool at_once = kind == ResetKind::asynchronous;
        CHECK((s.get("y") == 5) == at_once);
        s.set("clk", 1);
        s.settle();
        CHECK((s.get("y") == 5) == (at_once || edge == Edge::rising));
        s.set("clk", 0);
        s.settle();
        CHECK(s.get("y") == 5);
        s.set(reset, 1 - active);
        s.settle();
        s.set("clk", 1);
        s.settle();
        CHECK(s.get("y") == (edge == Edge::rising ? 6 : 5));
        s.set("clk", 0);
        s.settle();
        CHECK(s.get("y") == 6);
      }
    }
  }
}

TEST_CASE("an asynchronous reset that is active from time zero resets without an edge") {
  ElaborateOptions options;
  options.clock = {.edge = Edge::rising, .reset = ResetKind::asynchronous, .level = ResetLevel::active_low};
  Simulated<OneRegister> s({}, options);
  CHECK(s.get("y") == 5);  // rst_n is 0 at time zero
}

struct NoReset {
  Reg<UInt<8>> value{{.power_up = Bits(8, 250)}};
  Out<UInt<8>> y;
  void logic() {
    value = value + 1;
    y = value;
  }
};

TEST_CASE("a clock without reset makes no reset port") {
  ElaborateOptions options;
  options.clock.reset = ResetKind::none;
  Simulated<NoReset> s({}, options);
  CHECK_FALSE(s.engine().has_port("rst"));
  s.step(10);
  CHECK(s.get("y") == 4);
}

struct Shapes {
  struct Config {
    Param<int, "width", range(1, 128)> width = 12;
  };
  Config config;
  In<Bool> go;
  Out<UInt<>> y{bits(config.width)};
  Out<SInt<>> z{bits(config.width)};
  Reg<UInt<>> up{bits(config.width), 1};
  Reg<SInt<>> down{bits(config.width), -1};
  void logic() {
    Reg<UInt<>> local{"local", bits(config.width), 0};
    Reg<UInt<>> sized{"sized", UInt<>(Bits(4, 9))};  // the width of its reset value
    Reg<Bool> toggle{"toggle", false};
    Reg<Vec<UInt<>>> lanes{"lanes", Vec<UInt<>>(2, UInt<>(Bits(4, 1)))};
    IF (go) {
      up = up << 1;
      down = down + down;
      local = local + 1;
      sized = sized - 1;
      toggle = ~toggle;
      lanes[toggle.as_uint()] = sized;
    }
    y = up ^ local ^ zext(cat(sized, toggle, lanes), config.width + 20).bits(config.width - 1, 0);
    z = down;
  }
};

TEST_CASE("registers of dynamic width, and local ones") {
  for (const int width : {1, 12, 70}) {
    CAPTURE(width);
    Simulated<Shapes> s({.width = width});
    s.reset();
    s.set("go", 1);
    uint64_t up = 1;
    uint64_t local = 0;
    uint64_t sized = 9;
    uint64_t toggle = 0;
    uint64_t lanes[] = {1, 1};
    for (int i = 0; i < 20; ++i) {
      const Bits cat_bits =
          Bits((static_cast<uint32_t>(width) + 20), sized << 9 | toggle << 8 | lanes[1] << 4 | lanes[0]);
      Bits expected = cat_bits.slice(0, static_cast<uint32_t>(width));
      expected = bits_ops::bit_xor(expected, Bits(static_cast<uint32_t>(width), up));
      expected = bits_ops::bit_xor(expected, Bits(static_cast<uint32_t>(width), local));
      CHECK(s.get_bits("y") == expected);
      CHECK(s.get_bits("z").bit(static_cast<uint32_t>(width) - 1) == (i < width));
      s.step();
      up <<= 1;
      ++local;
      lanes[toggle] = sized;
      sized = (sized - 1) & 15;
      toggle ^= 1;
    }
  }
}

}  // namespace
}  // namespace burin
