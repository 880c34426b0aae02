// SPDX-License-Identifier: Apache-2.0
//! @file processes_test.cpp
//! @brief Checks and messages under conditions, and attributes.
#include <doctest/doctest.h>

#include <algorithm>

#include "support/simulated.h"

namespace burin {
namespace {

using test::Simulated;

enum class Mode { slow, fast };

struct Checks {
  In<UInt<4>> x;
  In<SInt<4>> y;
  In<Bool> go;
  In<Enum<Mode>> mode;
  void logic() {
    assert_(x != 3, "x is never three");
    IF (go) {
      assert_(x < 8);
      assume(y < 4, "y is small");
      cover(x == 5, "five");
      print("x {} {:x} {:b} y {} go {} mode {}", x, x, x, y, go, mode);
    }
    ELSE { print("idle"); }
  }
};

TEST_CASE("checks and messages speak at clock edges under their conditions, outside reset") {
  Simulated<Checks> s;
  const auto texts = [&] {
    std::vector<std::string> all;
    for (const sim::Event& event : s.engine().events()) all.push_back(event.text);
    s.engine().clear_events();
    return all;
  };
  s.set("x", 3);
  s.set("rst", 1);
  s.step();
  CHECK(texts().empty());
  s.set("rst", 0);
  s.step();
  CHECK(texts() == std::vector<std::string>{"x is never three", "idle"});
  s.set("go", 1);
  s.set("x", 13);
  s.set("y", 0xd);
  s.set("mode", 1);
  s.step();
  CHECK(texts() == std::vector<std::string>{"assertion failed", "x 13 d 1101 y -3 go 1 mode 1"});
  s.set("x", 5);
  s.set("y", 6);
  s.step();
  s.step();
  const auto said = texts();
  CHECK(std::count(said.begin(), said.end(), "y is small") == 2);
  CHECK(std::count(said.begin(), said.end(), "five") == 1);
  CHECK(s.engine().failures() == 4);
  CHECK(s.engine().cover_counts().at(0).hits == 2);
}

TEST_CASE("labels of checks follow their messages") {
  const auto e = elaborate<Checks>({}, {.optimise = false});
  std::vector<std::string> names;
  for (const ir::Process& process : e.design->top_module().processes) names.push_back(process.name);
  CHECK(names == std::vector<std::string>{"assert_x_is_never_three", "assert_assertion_failed", "assume_y_is_small",
                                          "cover_five", "print_x_x_b_y_go_mode", "print_idle"});
}

struct Wordy {
  In<Bool> a;
  void logic() {
    assert_(a, "values leave in the order in which they came, all of them, and none of them twice");
    assert_(a, std::string(70, 'x'));
  }
};

TEST_CASE("labels of long messages end between words") {
  const auto e = elaborate<Wordy>();
  const auto& processes = e.design->top_module().processes;
  REQUIRE(processes.size() == 2);
  CHECK(processes[0].name == "assert_values_leave_in_the_order_in_which_they_came_all_of_them");
  CHECK(processes[1].name == "assert_" + std::string(60, 'x'));
}

struct Attributed {
  In<Bool> a{{.attributes = {{"iob", "1"}}}};
  Out<Bool> y{{.attributes = {{"keep", "1"}}}};
  Wire<UInt<4>> w{bits_of_w(), {.attributes = {{"mark", "\"yes\""}}}};
  Reg<Bool> r{false, {.attributes = {{"preserve", "1"}}}};
  Memory<UInt<8>> m{4, {.contents = std::vector<Bits>(4, Bits(8)), .style = "block", .attributes = {{"cascade", "0"}}}};
  static UInt<4> bits_of_w() { return {}; }
  void logic() {
    w = 3;
    r = a & w.bit(0);
    y = r ^ m.read(0).bit(1);
  }
};

TEST_CASE("attributes reach the signals and memories") {
  auto e = elaborate<Attributed>({}, {.optimise = false});
  const ir::Module& m = e.design->top_module();
  const auto has = [](const ir::Attributes& attributes, const std::string& name, const std::string& value) {
    return std::find(attributes.begin(), attributes.end(), std::pair{name, value}) != attributes.end();
  };
  CHECK(has(m.signals[m.find_signal("a")].attributes, "iob", "1"));
  CHECK(has(m.signals[m.find_signal("y")].attributes, "keep", "1"));
  CHECK(has(m.signals[m.find_signal("w")].attributes, "mark", "\"yes\""));
  CHECK(has(m.signals[m.find_signal("r")].attributes, "preserve", "1"));
  CHECK(has(m.memories.at(0).attributes, "cascade", "0"));
  CHECK(m.memories.at(0).style == "block");
}

}  // namespace
}  // namespace burin
