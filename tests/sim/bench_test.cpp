// SPDX-License-Identifier: Apache-2.0
//! @file bench_test.cpp
//! @brief Benches: access by object and by name, snapshots, several clocks, streams, random stimulus.
#include "burin/sim/bench.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <cstring>
#include <deque>

#include "burin/sim/interpreter.h"
#include "burin/sim/random.h"
#include "burin/sim/streams.h"
#include "observed_design.h"

namespace burin::sim {
namespace {

/// A queue of two entries with a stream at each end.
struct Queue {
  StreamIn<UInt<512>> in;
  StreamOut<UInt<512>> out;
  Reg<UInt<512>> first{0};
  Reg<UInt<512>> second{0};
  Reg<UInt<2>> count{0};
  void logic() {
    in.ready = count != 2;
    out.valid = count != 0;
    out.payload = first;
    IF (out.fire()) {
      first = second;
    }
    IF (in.fire()) {
      IF ((count == 0) | ((count == 1) & out.fire())) {
        first = in.payload;
      }
      ELSE { second = in.payload; }
    }
    IF (in.fire() & ~out.fire()) {
      count = count + 1;
    }
    ELIF (out.fire() & ~in.fire()) {
      count = count - 1;
    }
  }
};

/// Two queues side by side.
struct Queues {
  StreamIn<UInt<512>> a_in;
  StreamOut<UInt<512>> a_out;
  StreamIn<UInt<512>> b_in;
  StreamOut<UInt<512>> b_out;
  Instance<Queue> a;
  Instance<Queue> b;
  void logic() {
    connect(a->in, a_in);
    connect(a_out, a->out);
    connect(b->in, b_in);
    connect(b_out, b->out);
  }
};

/// A register on each side of two clocks, each with a stream through it.
struct TwoStreams {
  Clock fast{{.reset = ResetKind::none}};
  Clock slow{{.reset = ResetKind::none}};
  Port<Role::in, UInt<8>> fast_in{{.clock = fast}};
  Out<UInt<8>> fast_out;
  Reg<UInt<8>> held{{.clock = fast, .power_up = Bits(8, 0)}};
  Out<UInt<8>> slow_out;
  Reg<UInt<8>> ticks{{.clock = slow, .power_up = Bits(8, 0)}};
  void logic() {
    held = fast_in;
    fast_out = held;
    ticks = ticks + 1;
    slow_out = ticks;
  }
};

TEST_CASE("a bench takes an engine of the caller's making, with and without a configuration in braces") {
  const auto interpreted = [](ir::Design& design) { return make_engine(design, EngineKind::interpreter); };
  Bench<Queue> from_braces({}, interpreted);
  Bench<Queue> from_elaboration(elaborate<Queue>(), interpreted);
  for (auto* bench : {&from_braces, &from_elaboration}) {
    bench->reset();
    CHECK(bench->get_u64((*bench)->in.ready) == 1);
  }
}

/// Things whose Verilog names are not those of the design.
struct Hidden {
  struct Inner {
    In<UInt<4>> d;
    Out<UInt<4>> q;
    Reg<UInt<4>> wire{0};
    Memory<UInt<4>> initial{2, {.contents = {Bits(4, 6), Bits(4, 7)}}};
    void logic() {
      wire = d;
      initial.write(0, wire);
      q = wire ^ initial.read(d.bit(0).as_uint());
    }
  };
  In<UInt<4>> d;
  Out<UInt<4>> q;
  Instance<Inner> wire_;
  void logic() {
    wire_->d = d;
    q = wire_->q;
  }
};

TEST_CASE("what the Verilog calls otherwise is reached by its object on every engine") {
  for (const EngineKind kind : {EngineKind::interpreter, EngineKind::verilator}) {
    Bench<Hidden> bench({}, kind, {.internals = true});
    bench.reset();
    bench.set(bench->d, 5);
    bench.step();
    CHECK(bench.get_u64(bench->wire_->wire) == 5);
    bench.step();
    CHECK(bench.engine().peek_memory("wire_.initial", 0).to_uint64() == 5);
    CHECK(bench.engine().peek_memory("wire_.initial", 1).to_uint64() == 7);
  }
}

TEST_CASE("memories are reached by their C++ objects, also those of instances") {
  Bench<test::Watched> bench;
  bench.reset();
  bench.poke(bench->memory, 3, Bits(16, 0xbeef));
  CHECK(bench.peek(bench->memory, 3) == Bits(16, 0xbeef));
  CHECK(bench.engine().peek_memory("memory", 3) == Bits(16, 0xbeef));
  bench.set("address", Bits(3, 3));
  bench.settle();
  CHECK(bench.get_u64(bench->sum) == 0xef);
  CHECK_THROWS_AS(static_cast<void>(bench.peek(bench->memory, 8)), UserError);
  Bench<test::Watched> other;
  CHECK(other.peek(other->memory, 3) == Bits(16, 0));
}

TEST_CASE("signals are reached by name as well as by object") {
  Bench<test::Watched> bench;
  bench.reset();
  bench.set("go", Bits(1, 1));
  bench.step(3);
  CHECK(bench.get("child.value") == Bits(6, 3));
  CHECK(bench.get(bench->child->value) == Bits(6, 3));
  bench.set("child.value", Bits(6, 40));
  bench.settle();
  CHECK(bench.get(bench->child->count) == Bits(6, 40));
  CHECK_THROWS_AS(bench.set("child.nothing", Bits(6, 40)), UserError);
}

TEST_CASE("ports of 512 bits and wider go in and out whole") {
  Bench<test::Watched> bench;
  bench.reset();
  Random random(1);
  Bits expected(512, 0);
  for (int i = 0; i < 10; ++i) {
    const Bits value = random.bits(512);
    bench.set(bench->wide, value);
    bench.step();
    expected = bits_ops::bit_xor(expected, value);
    CHECK(bench.get(bench->wide_out) == expected);
  }
  CHECK_THROWS_AS(bench.set(bench->wide, Bits::ones(513)), UserError);
}

TEST_CASE("a snapshot brings back registers, memories, inputs and outputs") {
  Random random(9);
  for (const bool observed : {false, true}) {
    Bench<test::Watched> bench;
    if (observed) bench.observe();
    bench.reset();
    const auto drive = [&](Random& from) {
      bench.set(bench->data, from.bits(8));
      bench.set(bench->go, from.chance(500));
      bench.set(bench->wide, from.bits(512));
      bench.step();
    };
    for (int i = 0; i < 20; ++i) drive(random);
    bench.set(bench->data, 77);  // set, and not yet evaluated
    const BenchCore::State state = bench.save();
    const uint64_t cycles = bench.cycles();
    const auto run = [&] {
      std::vector<Bits> seen;
      Random stimulus(4);
      bench.step();
      for (int i = 0; i < 30; ++i) {
        drive(stimulus);
        for (const char* name : {"sum", "wide_out", "phase", "shift", "child.value"}) seen.push_back(bench.get(name));
        for (uint64_t word = 0; word < 8; ++word) seen.push_back(bench.peek(bench->memory, word));
      }
      return seen;
    };
    const std::vector<Bits> first = run();
    bench.restore(state);
    CHECK(bench.cycles() == cycles);
    CHECK(run() == first);
    bench.restore(state);
    bench.restore(state);
    CHECK(run() == first);
  }
}

TEST_CASE("a snapshot of another engine is refused, and an engine without them says so") {
  Bench<test::Watched> a;
  Bench<test::Watched> b;
  const BenchCore::State state = a.save();
  CHECK_THROWS_WITH_AS(b.restore(state), "a snapshot can only be restored by the engine that took it", UserError);

  class Plain final : public Engine {
   public:
    Plain() : Engine({{"clk", PortDirection::input, 1}}) {}
    [[nodiscard]] std::string_view name() const override { return "plain"; }
    void evaluate() override {}
    void restart() override {}

   protected:
    void do_set(PortId, const Bits&) override {}
    [[nodiscard]] Bits do_get(PortId) override { return Bits(1); }
  };
  Plain plain;
  CHECK_THROWS_WITH_AS(static_cast<void>(plain.snapshot()),
                       "engine 'plain' cannot take snapshots: use the interpreter or the native engine", UserError);
  CHECK_THROWS_AS(plain.restore(*state.snapshot), UserError);
}

TEST_CASE("storage that an engine states holds the values that it gives") {
  Bench<test::Watched> bench;
  std::vector<std::string> paths = {"sum", "child.value", "phase", "no.such.signal", "wide_reg", "clk"};
  const std::vector<Storage> storage = bench.engine().watch(paths);
  REQUIRE(storage.size() == paths.size());
  CHECK(storage[3].data == nullptr);
  bench.reset();
  Random random(2);
  size_t compared = 0;
  for (int i = 0; i < 20; ++i) {
    bench.set(bench->go, random.chance(700));
    bench.set(bench->data, random.bits(8));
    bench.step();
    if (i == 10) bench.engine().restart();
    for (size_t k = 0; k < paths.size(); ++k) {
      if (storage[k].data == nullptr || storage[k].size > 8) continue;
      uint64_t word = 0;
      std::memcpy(&word, storage[k].data, storage[k].size);
      CHECK(word == bench.get(paths[k]).to_uint64());
      ++compared;
    }
  }
  CHECK(compared == 20 * 4);
}

TEST_CASE("two streams with stalls of their own lose nothing and keep their order") {
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    Random random(seed);
    Bench<Queues> bench;
    bench.reset();
    StreamDriver a_in(bench, bench->a_in, {random.word(), 300});
    StreamDriver b_in(bench, bench->b_in, {random.word(), 700});
    StreamMonitor a_out(bench, bench->a_out, {random.word(), 500});
    StreamMonitor b_out(bench, bench->b_out);
    std::vector<Bits> a;
    std::vector<Bits> b;
    for (int i = 0; i < 50; ++i) {
      a.push_back(random.bits(512));
      b.push_back(random.bits(512));
      a_in.push(a.back());
      b_in.push(b.back());
    }
    INFO(random.replay());
    bench.run_until([&] { return a_out.received().size() == 50 && b_out.received().size() == 50; }, 2000);
    CHECK(a_out.received() == a);
    CHECK(b_out.take() == b);
    CHECK(b_out.received().empty());
    CHECK(a_in.pending() == 0);
    CHECK(b_in.transfers() == 50);
    CHECK(bench.cycles() > 100);  // 70 % of stalls cost cycles
  }
}

TEST_CASE("a driver keeps an offer until it is taken, and a dead one drives no more") {
  Bench<Queue> bench;
  bench.reset();
  {
    StreamDriver driver(bench, bench->in, {5, 900});
    for (uint64_t i = 1; i <= 4; ++i) driver.push(Bits(512, i));
    bench.step(200);  // by now the queue is full, and there is an offer that nobody takes
    for (int i = 0; i < 50; ++i) {
      bench.step();
      CHECK(bench.get_u64(bench->in.valid) == 1);
      CHECK(bench.get_u64(bench->in.ready) == 0);
    }
    CHECK(driver.pending() == 2);
  }
  bench.set(bench->in.valid, false);
  bench.step(5);
  CHECK(bench.get_u64(bench->in.valid) == 0);
}

TEST_CASE("what a bench waits for has a limit") {
  Bench<Queue> bench;
  bench.reset();
  CHECK_THROWS_WITH_AS(bench.run_until([] { return false; }, 25),
                       "what a bench waited for did not come within 25 cycles", UserError);
  CHECK(bench.cycles() == 26);
}

TEST_CASE("clocks of any ratio and phase tick when they should") {
  Bench<test::TwoClocks> bench;
  Clocks& clocks = bench.clocks();
  clocks.add("fast_clk", {.period = 7, .phase = 2});
  clocks.add("slow_clk", {.period = 10, .phase = 0, .high = 1});
  for (uint64_t time = 0; time <= 500; time += 13) {
    clocks.run_until(time);
    CHECK(bench.get_u64(bench->fast_out) == (time < 2 ? 0 : ((time - 2) / 7 + 1) % 256));
    CHECK(bench.get_u64(bench->slow_out) == (time / 10 + 1) % 256);
    CHECK(clocks.now() <= time);
  }
  const uint64_t before = clocks.cycles("slow_clk");
  clocks.step("slow_clk", 3);
  CHECK(clocks.cycles("slow_clk") == before + 3);
  CHECK(clocks.now() % 10 == 0);
}

TEST_CASE("clocks that cannot be are refused") {
  Bench<test::TwoClocks> bench;
  Clocks& clocks = bench.clocks();
  CHECK_THROWS_AS(clocks.advance(), UserError);
  CHECK_THROWS_AS(clocks.add("fast_out", {}), UserError);
  CHECK_THROWS_AS(clocks.add("fast_clk", {.period = 1}), UserError);
  CHECK_THROWS_AS(clocks.add("fast_clk", {.period = 4, .high = 4}), UserError);
  clocks.add("fast_clk", {});
  CHECK_THROWS_AS(clocks.add("fast_clk", {}), UserError);
  CHECK_THROWS_AS(clocks.step("slow_clk"), UserError);
  clocks.run_until(40);
  CHECK_THROWS_AS(clocks.add("slow_clk", {.phase = 40}), UserError);
  clocks.add("slow_clk", {.phase = 41});
}

TEST_CASE("agents act before the edges of their clock only") {
  class Writer final : public ClockAgent {
   public:
    explicit Writer(Bench<TwoStreams>& bench) : bench_(bench) {}
    void drive() override { bench_.set(bench_->fast_in, ++next_); }
    void sample() override { seen_.push_back(bench_.get_u64(bench_->fast_out)); }
    uint64_t next_ = 0;
    std::vector<uint64_t> seen_;

   private:
    Bench<TwoStreams>& bench_;
  };
  for (const bool observed : {false, true}) {
    Bench<TwoStreams> bench;
    bench.clocks().add("fast_clk", {.period = 6, .phase = 1});
    bench.clocks().add("slow_clk", {.period = 4});
    Writer writer(bench);
    bench.clocks().attach("fast_clk", writer);
    if (observed) bench.observe();
    bench.clocks().run_until(31);
    CHECK(writer.next_ == 6);
    CHECK(writer.seen_ == std::vector<uint64_t>{0, 1, 2, 3, 4, 5});
    CHECK(bench.get_u64(bench->slow_out) == 8);
    bench.clocks().detach(writer);
    bench.clocks().run_until(60);
    CHECK(writer.next_ == 6);
  }
}

TEST_CASE("random values come from the seed, and the environment has the last word") {
  Random a(42);
  Random b(42);
  Random c(43);
  CHECK(a.bits(200) == b.bits(200));
  CHECK(a.bits(200).width() == 200);
  CHECK_FALSE(a.bits(200) == c.bits(200));
  CHECK(a.replay() == "BURIN_SEED=42");
  for (int i = 0; i < 1000; ++i) {
    CHECK(a.below(7) < 7);
    const uint64_t value = a.between(10, 12);
    CHECK((value >= 10 && value <= 12));
  }
  CHECK_FALSE(a.chance(0));
  CHECK(a.chance(1000));
  setenv("BURIN_SEED", "7", 1);
  Random d(42);
  CHECK(d.seed() == 7);
  Random e;
  CHECK(d.word() == e.word());
  setenv("BURIN_SEED", "seven", 1);
  CHECK_THROWS_WITH_AS(Random{}, "BURIN_SEED is 'seven', which is no number from 0 to 2^64 - 1", UserError);
  unsetenv("BURIN_SEED");
}

}  // namespace
}  // namespace burin::sim
