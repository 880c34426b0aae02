// SPDX-License-Identifier: Apache-2.0
//! @file formal_test.cpp
//! @brief Values of former cycles and free values: what they give, on every engine.
#include <doctest/doctest.h>

#include <random>
#include <set>

#include "burin/sim/bench.h"
#include "support/agreement.h"
#include "support/expect_diagnostic.h"
#include "support/simulated.h"

namespace burin {
namespace {

struct Pair {
  UInt<4> number;
  Bool flag;
};

/// Everything that remembers, at outputs.
struct History {
  In<UInt<8>> x;
  In<Bool> b;
  In<Pair> pair;
  In<Bool> go;
  Out<UInt<8>> x0;
  Out<UInt<8>> x1;
  Out<UInt<8>> x3;
  Out<Pair> pair1;
  Out<Bool> rises;
  Out<Bool> falls;
  Out<Bool> differs;
  Out<Bool> same;
  Out<Bool> first;
  Out<Bool> early;
  Out<UInt<8>> branch;
  void logic() {
    x0 = past(x, 0);
    x1 = past(x);
    x3 = past(x, 3);
    pair1 = past(pair);
    rises = rose(b);
    falls = fell(b);
    differs = changed(pair);
    same = stable(pair);
    first = initially();
    early = initially(3);
    branch = 0;
    IF (go) { branch = past(x ^ 0x55); }
  }
};

/// The same in C++: inputs of all cycles since the last reset or time zero.
struct Model {
  std::vector<std::array<uint64_t, 4>> cycles;  // x, b, pair, go; the newest last
  [[nodiscard]] uint64_t ago(size_t input, size_t n) const {
    return n < cycles.size() ? cycles[cycles.size() - 1 - n][input] : 0;
  }
  [[nodiscard]] bool is_first() const { return cycles.size() == 1; }
};

void check_history(sim::EngineKind kind) {
  sim::Bench<History> bench({}, kind);
  std::random_device device;
  const uint64_t seed = device();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  Model model;
  for (int cycle = 0; cycle < 200; ++cycle) {
    const bool reset = random() % 10 == 0;
    const uint64_t x = random() & 0xff;
    const uint64_t b = random() & 1;
    const uint64_t pair = random() % 3 == 0 ? random() & 0x1f : model.ago(2, 0);
    const uint64_t go = random() & 1;
    bench.set("rst", Bits(1, reset ? 1 : 0));
    bench.set(bench->x, x);
    bench.set(bench->b, b != 0);
    bench.set_packed(bench->pair, Bits(5, pair));
    bench.set(bench->go, go != 0);
    bench.settle();
    model.cycles.push_back({x, b, pair, go});
    INFO("cycle ", cycle);
    CHECK(bench.get_u64(bench->x0) == x);
    CHECK(bench.get_u64(bench->x1) == model.ago(0, 1));
    CHECK(bench.get_u64(bench->x3) == model.ago(0, 3));
    CHECK(bench.get_packed(bench->pair1) == Bits(5, model.ago(2, 1)));
    const bool first = model.is_first();
    CHECK(bench.get_u64(bench->rises) == uint64_t{!first && b == 1 && model.ago(1, 1) == 0});
    CHECK(bench.get_u64(bench->falls) == uint64_t{!first && b == 0 && model.ago(1, 1) == 1});
    CHECK(bench.get_u64(bench->differs) == uint64_t{!first && pair != model.ago(2, 1)});
    CHECK(bench.get_u64(bench->same) == uint64_t{first || pair == model.ago(2, 1)});
    CHECK(bench.get_u64(bench->first) == uint64_t{first});
    CHECK(bench.get_u64(bench->early) == uint64_t{model.cycles.size() <= 3});
    const uint64_t before = first ? 0 : model.ago(0, 1) ^ 0x55;
    CHECK(bench.get_u64(bench->branch) == (go != 0 ? before : 0));
    bench.step();
    if (reset) model.cycles.clear();
  }
}

TEST_CASE("past and its kin give what the semantics says, from time zero and after each reset") {
  check_history(sim::EngineKind::interpreter);
  check_history(sim::kDefaultEngine);
}

TEST_CASE("the Verilog remembers as the interpreter does, and no tool has a complaint") {
  test::Agreement agreement;
  agreement.add<History>();
  agreement.check();
}

/// One memory of the value before, however often it is asked for.
struct Twice {
  In<UInt<8>> x;
  Out<Bool> y;
  void logic() { y = (past(x) == 1) & (past(x) != 2) & stable(x); }
};

TEST_CASE("asking twice costs one register, with a name after what it remembers") {
  const auto made = elaborate<Twice>();
  const ir::Module& top = made.design->top_module();
  CHECK(top.registers.size() == 2);
  CHECK(top.find_signal("x_past") != ir::kNone);
  CHECK(top.find_signal("initially") != ir::kNone);
}

struct OtherClock {
  Clock slow{ClockOptions{.edge = Edge::falling, .reset = ResetKind::none}};
  In<UInt<8>> x{PortOptions{.clock = slow}};
  Out<UInt<8>> y{PortOptions{.clock = slow}};
  Out<Bool> first{PortOptions{.clock = slow}};
  void logic() {
    const WithClock scope(slow);
    y = past(x);
    first = initially();
  }
};

TEST_CASE("the clock in force counts; without a reset there is one first cycle") {
  test::Simulated<OtherClock> s;
  s.set("x", 7);
  s.settle();
  CHECK(s.get("first") == 1);
  CHECK(s.get("y") == 0);
  s.set("slow_clk", 1);
  s.settle();
  CHECK(s.get("first") == 1);
  s.set("slow_clk", 0);
  s.settle();
  CHECK(s.get("first") == 0);
  CHECK(s.get("y") == 7);
}

struct Negative {
  In<UInt<8>> x;
  Out<UInt<8>> y;
  Out<Bool> z;
  void logic() {
    y = past(x, -1);
    z = initially(0);
  }
};

TEST_CASE("a number of cycles that makes no sense is refused with its range") {
  std::string report;
  try {
    static_cast<void>(elaborate<Negative>());
  } catch (const DesignError& error) {
    report = error.what();
  }
  INFO(report);
  CHECK(report.find("`past` of -1 cycles") != std::string::npos);
  CHECK(report.find("`initially` of 0 cycles") != std::string::npos);
  CHECK(report.find("formal_test.cpp") != std::string::npos);
}

// ------------------------------------------------------------------------------------------- free values

struct FreeValues {
  AnyConst<UInt<40>> constant;
  AnySeq<Pair> sequence;
  AnySeq<UInt<70>> wide;
  Out<UInt<40>> c;
  Out<Pair> s;
  Out<UInt<70>> w;
  Reg<Bool> control{false};
  void logic() {
    c = constant;
    s = sequence;
    w = wide;
    IF (constant == 3) { control = true; }  // a free value is no undefined one
    const auto local = any_const<UInt<3>>("local");
    const auto chosen = any_seq<UInt<3>>("chosen");
    cover(local == chosen);
  }
};

TEST_CASE("a free constant holds and follows the power-up option; a free sequence moves; engines agree") {
  for (const uint64_t seed : {1U, 2U}) {
    std::vector<Bits> constants;
    std::set<std::string> values;
    std::set<std::string> wides;
    sim::BenchOptions options;
    options.power_up = {sim::PowerUp::Kind::random, seed};
    sim::Bench<FreeValues> a({}, sim::EngineKind::interpreter, options);
    sim::Bench<FreeValues> b({}, sim::kDefaultEngine, options);
    a.reset();
    b.reset();
    const Bits start = a.get(a->c);
    CHECK_FALSE(start.is_zero());
    for (int cycle = 0; cycle < 300; ++cycle) {
      CHECK(a.get(a->c) == start);
      CHECK(b.get(b->c) == start);
      CHECK(a.get_packed(a->s) == b.get_packed(b->s));
      CHECK(a.get(a->w) == b.get(b->w));
      values.insert(a.get_packed(a->s).to_hex());
      wides.insert(a.get(a->w).to_hex());
      a.step();
      b.step();
    }
    CHECK(values.size() == 32);  // all there are
    CHECK(wides.size() == 300);
  }
  sim::Bench<FreeValues> zero;
  zero.settle();
  CHECK(zero.get(zero->c).is_zero());
}

TEST_CASE("free values are no undefined ones, and their Verilog is clean") {
  const auto made = elaborate<FreeValues>();
  CHECK(made.warnings == "");
  test::VerilogFolder folder;
  folder.add(*made.design);
  folder.check_clean();
}

}  // namespace
}  // namespace burin
