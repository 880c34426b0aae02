// SPDX-License-Identifier: Apache-2.0
//! @file values_test.cpp
//! @brief Pipelined functions of values against the same functions in C++, at every depth and on all engines.
#include <doctest/doctest.h>

#include <array>
#include <random>

#include "burin/lib/pipeline.h"
#include "designs/support.h"
#include "dsl/lib/engines.h"
#include "dsl/verilog/tools.h"
#include "support/expect_diagnostic.h"

namespace burin {
namespace {

struct Operands {
  UInt<16> a;
  UInt<16> b;
  UInt<3> n;
};
struct Results {
  UInt<32> product;
  UInt<16> mixed;
  Bool greater;
};

constexpr std::array<uint64_t, 8> kTable{3, 1, 4, 1, 5, 9, 2, 6};

/// A bit of everything: products, carries, shifts, a table, a choice with IF, and an argument that goes straight
/// through.
Results mix(const Operands& x) {
  const Rom<UInt<4>> table{kTable};
  Wire<UInt<16>> chosen{"chosen"};
  chosen = x.a;
  IF (x.a < x.b) {
    chosen = x.b - zext<16>(table.read(x.n));
  }
  const UInt<32> product = (x.a ^ 0x5a5a) * (x.b + 1);
  const UInt<16> mixed = (chosen << x.n) + trunc<16>(product >> 7) + x.a;
  return {.product = product, .mixed = mixed, .greater = mixed > x.b};
}

/// The same in C++, packed as the hardware packs it.
uint64_t model(uint64_t a, uint64_t b, uint64_t n) {
  const uint64_t chosen = a < b ? (b - kTable[n]) & 0xffff : a;
  const uint64_t product = (a ^ 0x5a5a) * ((b + 1) & 0xffff);
  const uint64_t mixed = ((chosen << n) + (product >> 7) + a) & 0xffff;
  return product << 17 | mixed << 1 | (mixed > b ? 1 : 0);
}

/// Every depth at once, so that one build of Verilator serves all of them.
struct Depths {
  static constexpr int kDeepest = 9;

  In<Operands> in;
  In<Bool> enable;
  List<Out<Results>> out{kDeepest + 1, PortOptions{.guarded = true}};
  List<Out<Results>> open{kDeepest + 1, PortOptions{.guarded = true}};     // logic behind the last register
  List<Out<Results>> stalled{kDeepest + 1, PortOptions{.guarded = true}};  // with `enable`

  void logic() {
    for (int depth = 0; depth <= kDeepest; ++depth) {
      out[depth] = pipelined(depth, mix, in).at(depth);
      open[depth] = pipelined(PipelineOptions{.depth = depth, .registered_output = false}, mix, in).at(depth);
      stalled[depth] = pipelined(PipelineOptions{.depth = depth, .enable = enable}, mix, in).at(depth);
    }
  }
};

void run(sim::EngineKind kind, uint64_t seed, int cycles) {
  sim::Bench<Depths> bench({}, kind);
  std::mt19937_64 random(seed);
  std::vector<uint64_t> history;          // results of the inputs so far
  std::vector<uint64_t> enabled_history;  // of those cycles in which `enable` was 1
  for (int cycle = 0; cycle < cycles; ++cycle) {
    const uint64_t a = random() & 0xffff;
    const uint64_t b = random() % 4 == 0 ? a : random() & 0xffff;
    const uint64_t n = random() & 7;
    const bool enable = random() % 3 != 0;
    bench.set(bench->in.a, a);
    bench.set(bench->in.b, b);
    bench.set(bench->in.n, n);
    bench.set(bench->enable, enable);
    bench.settle();
    history.push_back(model(a, b, n));
    for (size_t depth = 0; depth <= Depths::kDeepest; ++depth) {
      INFO("depth ", depth, " cycle ", cycle);
      if (history.size() > depth) {
        const uint64_t expected = history[history.size() - 1 - depth];
        REQUIRE(bench.get_packed(bench->out[depth]).to_uint64() == expected);
        REQUIRE(bench.get_packed(bench->open[depth]).to_uint64() == expected);
      }
      if (depth == 0) {
        REQUIRE(bench.get_packed(bench->stalled[depth]).to_uint64() == history.back());
      } else if (enabled_history.size() >= depth) {
        REQUIRE(bench.get_packed(bench->stalled[depth]).to_uint64() == enabled_history[enabled_history.size() - depth]);
      }
    }
    if (enable) enabled_history.push_back(history.back());
    bench.step();
  }
}

TEST_CASE("pipelined: at every depth the result of the arguments that many cycles ago, one a clock, on all engines") {
  const uint64_t seed = test::test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  run(sim::EngineKind::interpreter, seed, 100);
  run(sim::kDefaultEngine, seed, 2000);
  if (test::has_tool("verilator")) run(sim::EngineKind::verilator, seed, 1000);
}

TEST_CASE("pipelined: the Verilog is taken by Yosys, Icarus and Verilator without a word") {
  test::check_clean_verilog<Depths>();
}

/// A mark where no balance would put a cut: behind the first of five sums.
UInt<8> marked(const UInt<8>& x) {
  UInt<8> sum = stage(x + 1);
  for (int i = 0; i < 4; ++i) sum = sum + 3;
  return sum;
}

struct Marked {
  In<UInt<8>> a;
  Out<UInt<8>> y{PortOptions{.guarded = true}};
  Out<UInt<8>> plain;
  void logic() {
    y = pipelined(2, marked, a).at(2);
    plain = marked(a);
  }
};

TEST_CASE("stage: a cut stands at the mark, and outside of pipelines the mark means nothing") {
  sim::Bench<Marked> bench({}, sim::EngineKind::interpreter);
  bench.set(bench->a, 5);
  bench.settle();
  CHECK(bench.get_u64(bench->plain) == 5 + 1 + 4 * 3);
  bench.step();
  CHECK(bench.get("a_pipeline.add1_s1").to_uint64() == 6);
  bench.step();
  CHECK(bench.get_u64(bench->y) == 5 + 1 + 4 * 3);
}

// -------------------------------------------------------------------------------------------------------------- delays

struct Delays {
  struct Pair {
    SInt<6> first;
    Bool second;
  };
  In<Pair> in;
  In<UInt<8>> a;
  In<Bool> enable;
  Out<Pair> late{PortOptions{.guarded = true}};
  Out<Pair> same;
  Out<UInt<8>> held{PortOptions{.guarded = true}};
  Out<UInt<9>> sum{PortOptions{.guarded = true}};

  void logic() {
    late = delay(in, 3);
    same = delay(in, 0);
    held = delay(a, 2, enable);
    const auto slow = pipelined(
        2, [](const UInt<8>& x) { return x + 1; }, a);
    const auto [x, y] = align(slow, a);
    sum = combine([](const UInt<8>& p, const UInt<8>& q) { return add_carry(p, q); }, x, y).at(2);
  }
};

TEST_CASE("delay and align: values meet those of their own time") {
  sim::Bench<Delays> bench;
  std::vector<uint64_t> pairs;
  std::vector<uint64_t> values;
  std::vector<uint64_t> enabled;
  std::mt19937_64 random(7);
  for (size_t cycle = 0; cycle < 300; ++cycle) {
    pairs.push_back(random() & 0x7f);
    values.push_back(random() & 0xff);
    const bool enable = random() % 2 == 0;
    bench.set_packed(bench->in, Bits(7, pairs.back()));
    bench.set(bench->a, values.back());
    bench.set(bench->enable, enable);
    bench.settle();
    REQUIRE(bench.get_packed(bench->same).to_uint64() == pairs.back());
    if (cycle >= 3) REQUIRE(bench.get_packed(bench->late).to_uint64() == pairs[cycle - 3]);
    if (cycle >= 2) REQUIRE(bench.get_u64(bench->sum) == ((values[cycle - 2] + 1) & 0xff) + values[cycle - 2]);
    if (enabled.size() >= 2) REQUIRE(bench.get_u64(bench->held) == enabled[enabled.size() - 2]);
    if (enable) enabled.push_back(values.back());
    bench.step();
  }
}

// ------------------------------------------------------------------------------------------------------------ mistakes

UInt<8> next(const UInt<8>& x) { return x + 1; }
UInt<8> sum_of(const UInt<8>& x, const UInt<8>& y) { return x + y; }

struct Mismatch {
  In<UInt<8>> a;
  Out<UInt<8>> y{PortOptions{.guarded = true}};
  void logic() {
    const auto one = pipelined(1, next, a);
    const auto two = delay(one, 2);
    y = pipelined(4, sum_of, one, two).value();  // expect: B0801 "late by 1 cycle and by 3 cycles"
  }
};
TEST_CASE("pipelined: arguments of different times") { test::expect_diagnostics<Mismatch>(); }

struct WrongTime {
  In<UInt<8>> a;
  Out<UInt<8>> y{PortOptions{.guarded = true}};
  void logic() {
    const auto late = pipelined(
        2, [](const UInt<8>& x) { return x + 1; }, a);
    y = late.at(1);  // expect: B0801 "late by 2 cycles is used as one of 1 cycle"
  }
};
TEST_CASE("pipelined: a result at another time than its own") { test::expect_diagnostics<WrongTime>(); }

struct Captured {
  In<UInt<8>> a;
  In<UInt<8>> key;
  Out<UInt<8>> y{PortOptions{.guarded = true}};
  void logic() {
    const auto mixed = [&](const UInt<8>& x) {
      return x ^ key;  // expect: B0501
    };
    y = pipelined(2, mixed, a).value();
  }
};
TEST_CASE("pipelined: a value from outside that is no argument") { test::expect_diagnostics<Captured>(); }

struct Stateful {
  In<UInt<8>> a;
  Out<UInt<8>> y{PortOptions{.guarded = true}};
  void logic() {
    const auto add_up = [](const UInt<8>& x) {
      Reg<UInt<8>> sum{"sum", 0};
      sum = sum + x;
      return x + sum;
    };
    y = pipelined(2, add_up, a).value();
  }
};
TEST_CASE("pipelined: a register inside the function") {
  CHECK_THROWS_WITH_AS(elaborate<Stateful>(), doctest::Contains("a pipelined function reads `sum`"), UserError);
}

struct Checking {
  In<UInt<8>> a;
  Out<UInt<8>> y{PortOptions{.guarded = true}};
  void logic() {
    const auto checked_sum = [](const UInt<8>& x) {
      assert_(x != 3);  // expect: B0802
      return x + 1;
    };
    y = pipelined(2, checked_sum, a).value();
  }
};
TEST_CASE("pipelined: a check inside the function") { test::expect_diagnostics<Checking>(); }

struct TooManyMarks {
  In<UInt<8>> a;
  Out<UInt<8>> y{PortOptions{.guarded = true}};
  void logic() {
    const auto sums = [](const UInt<8>& x) { return stage(stage(x + 1) + x) + x; };
    y = pipelined(2, sums, a).value();  // expect: B0803 "2 stage() marks"
  }
};
TEST_CASE("pipelined: more marks than registers") { test::expect_diagnostics<TooManyMarks>(); }

struct NegativeDepth {
  In<UInt<8>> a;
  Out<UInt<8>> y{PortOptions{.guarded = true}};
  void logic() {
    y = pipelined(-1, next, a).value();  // expect: B0701
  }
};
TEST_CASE("pipelined: a depth below 0") { test::expect_diagnostics<NegativeDepth>(); }

}  // namespace
}  // namespace burin
