// SPDX-License-Identifier: Apache-2.0
//! @file names_test.cpp
//! @brief Where names come from, and that a statement added somewhere renames
//! nothing elsewhere.
#include <doctest/doctest.h>

#include <fstream>
#include <regex>
#include <set>

#include "burin/ir/text.h"
#include "designs/examples/counter.h"
#include "designs/examples/fifo.h"
#include "support/simulated.h"

namespace burin {
namespace {

std::set<std::string> signal_names(const ir::Module& module) {
  std::set<std::string> names;
  for (const ir::Signal& signal : module.signals) names.insert(signal.name);
  return names;
}

struct Inner {
  UInt<2> x;
  std::array<Bool, 2> flags;
};
struct Group {
  In<UInt<4>> left;
  Wire<Inner> inside;
};

struct Sources {
  Clock fast{{.reset = ResetKind::none}};
  Group group;
  List<Wire<Bool>> list{2};
  Optional<In<Bool>> maybe{true};
  Optional<In<Bool>> missing{false};
  StreamIn<Inner> stream;
  Reg<Vec<UInt<2>, 2>> vec{Vec<UInt<2>, 2>{0, 0}};
  Memory<UInt<4>> store{2, {.contents = std::vector<Bits>(2, Bits(4))}};
  Out<UInt<8>> y;
  void helper() {
    Reg<Bool> unnamed(false);
    unnamed = *maybe;
    list[1] = unnamed;
  }
  void logic() {
    Wire<UInt<4>> local{"local"};
    local = group.left + 1;
    group.inside = stream.payload;
    list[0] = stream.valid;
    stream.ready = list[0] & list[1];
    vec[0] = group.inside.x;
    helper();
    y = named(cat(local, vec), "joined") ^ zext<8>(store.read(local.bit(0).as_uint())) ^
        zext<8>(cat(group.inside.flags));
  }
};

TEST_CASE("members, local names and functions give names") {
  auto e = elaborate<Sources>(
      {}, {.severities = {{.code = "B0205", .source_prefix = "", .severity = Severity::ignored}}, .optimise = false});
  const std::set<std::string> names = signal_names(e.design->top_module());
  for (const char* name : {"fast_clk",
                           "clk",
                           "rst",
                           "group_left",
                           "group_inside_x",
                           "group_inside_flags_0",
                           "group_inside_flags_1",
                           "list_0",
                           "list_1",
                           "maybe",
                           "stream_payload_x",
                           "stream_payload_flags_1",
                           "stream_valid",
                           "stream_ready",
                           "vec_0",
                           "vec_1",
                           "local",
                           "helper_reg_1",
                           "store_read_0",
                           "y"}) {
    CHECK_MESSAGE(names.contains(name), name);
  }
  CHECK_FALSE(names.contains("missing"));
  CHECK(ir::print(*e.design).find("\"joined\"") != std::string::npos);
  const ir::Module& m = e.design->top_module();
  CHECK(m.signals[m.find_signal("group_inside_flags_1")].object == "group.inside.flags[1]");
  CHECK(m.signals[m.find_signal("list_1")].object == "list[1]");
}

TEST_CASE("the examples type no name twice") {
  const std::regex member(R"(\b(?:In|Out|Reg|Wire|Memory|StreamIn|StreamOut|Instance)<.*> (\w+)\{\s*\")");
  for (const char* file : {"counter", "fifo", "uart_transmitter"}) {
    std::ifstream stream(std::string(BURIN_SOURCE_DIR) + "/designs/examples/" + file + ".h");
    REQUIRE(stream.good());
    std::string line;
    while (std::getline(stream, line)) CHECK_FALSE_MESSAGE(std::regex_search(line, member), line);
  }
}

/// A design of many statements; `extra` adds some in the middle that concern
/// nothing else.
template <bool kExtra>
struct Long {
  In<UInt<16>> x;
  In<Bool> go;
  List<Reg<UInt<16>>> stage{40, 0};
  List<Out<UInt<16>>> result{40};
  Out<UInt<16>> extra;
  void before() {
    for (int i = 0; i < 20; ++i) step(i);
  }
  void after() {
    for (int i = 20; i < 40; ++i) step(i);
    Instance<examples::Counter> counter({.width = 16});
    counter->enable = go;
    assert_(counter->count != 5, "counter");
  }
  void step(int i) {
    IF (go) {
      stage[i] = (i == 0 ? UInt<16>(x) : UInt<16>(stage[i - 1])) + i;
    }
    ELSE { stage[i] = stage[i] ^ (x >> (i % 16)); }
    Wire<UInt<16>> unnamed;
    unnamed = named(stage[i] + x, "sum");
    result[i] = unnamed;
  }
  void logic() {
    before();
    if constexpr (kExtra) {
      Reg<UInt<16>> mine{"mine", 0};
      mine = mine + x;
      Instance<examples::Counter> another({.width = 16});
      another->enable = go;
      assert_(mine != 77, "mine");
      extra = mine ^ another->count;
    } else {
      extra = x;
    }
    after();
  }
};

TEST_CASE("a statement added in the middle renames nothing elsewhere") {
  const ElaborateOptions options{.optimise = false};
  const auto without = elaborate<Long<false>>({}, options);
  const auto with = elaborate<Long<true>>({}, options);
  const auto check = [](const std::set<std::string>& before, const std::set<std::string>& after) {
    for (const std::string& name : before) CHECK_MESSAGE(after.contains(name), name << " has another name now");
  };
  check(signal_names(without.design->top_module()), signal_names(with.design->top_module()));
  std::set<std::string> before;
  std::set<std::string> after;
  for (const ir::Process& p : without.design->top_module().processes) before.insert(p.name);
  for (const ir::Process& p : with.design->top_module().processes) after.insert(p.name);
  check(before, after);
}

}  // namespace
}  // namespace burin
