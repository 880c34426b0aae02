// SPDX-License-Identifier: Apache-2.0
//! @file waves_test.cpp
//! @brief Wave files say what the engine said: VCD is read back, FST is read by way of GTKWave's fst2vcd.
#include "burin/sim/waves.h"

#include <doctest/doctest.h>
#include <sys/mount.h>

#include <filesystem>
#include <optional>

#include "burin/base/process.h"
#include "burin/sim/bench.h"
#include "burin/sim/engine_adapter.h"
#include "burin/sim/interpreter.h"
#include "burin/sim/random.h"
#include "observed_design.h"
#include "support/circuit.h"
#include "wave_files.h"

namespace burin::sim {
namespace {

namespace fs = std::filesystem;
using burin::test::Circuit;
using ir::Op;
using test::Folder;
using test::read_waves;
using test::wave_endings;

/// What the engine says of every signal of the catalog: a reading of its own, signal by signal.
std::map<std::string, Bits> values_now(ObservedEngine& engine) {
  std::map<std::string, Bits> values;
  const WaveCatalog& catalog = engine.catalog();
  const auto walk = [&](const auto& self, uint32_t id, const std::string& path) -> void {
    const WaveScope& scope = catalog.scopes[id];
    for (const uint32_t i : scope.signals) {
      const WaveSignal& signal = catalog.signals[i];
      values[path + signal.name] = signal.kind == WaveSignal::Kind::word
                                       ? engine.peek_memory(signal.path, signal.address)
                                       : engine.get_internal(signal.path);
    }
    for (const uint32_t inner : scope.scopes) self(self, inner, path + catalog.scopes[inner].name + ".");
  };
  walk(walk, 0, catalog.scopes[0].name + ".");
  return values;
}

/// Compares the values of a file with those that were seen, at the times at which they were.
void check_equal(const test::Vcd& vcd, const std::map<uint64_t, std::map<std::string, Bits>>& seen) {
  for (const auto& [time, values] : seen) {
    CHECK(values.size() == vcd.variables.size());
    for (const auto& [path, value] : values) {
      const auto found = vcd.variables.find(path);
      REQUIRE_MESSAGE(found != vcd.variables.end(), path);
      INFO(path << " at " << time);
      CHECK(found->second.at(time).to_hex() == value.to_hex());
    }
  }
}

void set_random_inputs(Bench<test::Watched>& bench, Random& random) {
  bench.set(bench->data, random.bits(8));
  bench.set(bench->go, random.chance(600));
  if (random.chance(300)) bench.set(bench->wide, random.bits(512));
}

TEST_CASE("a wave file has the values of every signal at every time") {
  for (const std::string& ending : wave_endings()) {
    for (const bool memories : {false, true}) {
      CAPTURE(ending);
      CAPTURE(memories);
      const Folder folder;
      const fs::path path = folder / ("waves" + ending);
      Random random(7);
      Bench<test::Watched> bench;
      ObservedEngine& engine = bench.observe({.catalog = {.memories = memories}});
      bench.record(path);
      bench.set("rst", Bits(1, 1));
      std::map<uint64_t, std::map<std::string, Bits>> seen;
      for (int cycle = 0; cycle < 40; ++cycle) {
        if (cycle == 2) bench.set("rst", Bits(1, 0));
        set_random_inputs(bench, random);
        bench.settle();
        seen[static_cast<uint64_t>(cycle) * 10] = values_now(engine);
        engine.set_u64("clk", 1);
        engine.evaluate();
        seen[static_cast<uint64_t>(cycle) * 10 + 5] = values_now(engine);
        engine.set_u64("clk", 0);
        engine.evaluate();
      }
      bench.finish();
      const std::optional<test::Vcd> vcd = read_waves(path);
      if (!vcd) continue;
      CHECK(vcd->end == 400);
      CHECK(vcd->timescale == "1ns");
      check_equal(*vcd, seen);
      CHECK(vcd->variables.contains("Watched.memory.memory[3]") == memories);
    }
  }
}

TEST_CASE("signals are grouped as the C++ objects are, and instances are scopes") {
  const Folder folder;
  Bench<test::Watched> bench;
  bench.record(folder / "waves.vcd");
  bench.step(3);
  bench.finish();
  const test::Vcd vcd = test::parse_vcd(read_file(folder / "waves.vcd"));
  CHECK(vcd.variables.at("Watched.pair.low").width == 8);
  CHECK(vcd.variables.at("Watched.pair_out.high").width == 4);
  CHECK(vcd.variables.at("Watched.lanes.lanes[2]").type == "reg");
  CHECK(vcd.variables.at("Watched.child.value").width == 6);
  CHECK(vcd.variables.at("Watched.child.enable").type == "wire");
  CHECK(vcd.variables.at("Watched.wide_reg").width == 512);
}

TEST_CASE("only changes are written") {
  const Folder folder;
  Bench<test::Watched> bench;
  bench.observe();
  bench.reset();
  bench.record(folder / "waves.vcd");
  bench.step(10);
  bench.finish();
  const test::Vcd vcd = test::parse_vcd(read_file(folder / "waves.vcd"));
  // In each cycle the clock twice, `pair.high` with its output, and `shift`, which rotates one bit.
  CHECK(vcd.changes == 10 * (2 + 1 + 1));
}

TEST_CASE("inputs are seen before the edge that samples them") {
  for (const bool settle : {false, true}) {
    const Folder folder;
    Bench<test::Watched> bench;
    bench.record(folder / "waves.vcd");
    bench.step(2);
    bench.set(bench->data, 0x5a);
    if (settle) bench.settle();
    bench.step(2);
    bench.finish();
    const test::Vcd vcd = test::parse_vcd(read_file(folder / "waves.vcd"));
    CHECK(vcd.variables.at("Watched.data").at(19) == Bits(8, 0));
    CHECK(vcd.variables.at("Watched.data").at(20) == Bits(8, 0x5a));
    CHECK(vcd.variables.at("Watched.lanes.lanes[0]").at(24) == Bits(8, 0));
    CHECK(vcd.variables.at("Watched.lanes.lanes[0]").at(25) == Bits(8, 0x5a));
  }
}

TEST_CASE("a design whose clock is made inside runs as it does without waves") {
  // A gated clock: an enable that changes with a falling clock makes no edge.
  const auto build = [](Circuit& circuit) {
    const ir::NodeId clk = circuit.input("clk", 1);
    const ir::NodeId enable = circuit.input("enable", 1);
    const ir::NodeId gated = circuit.make(Op::bit_and, {clk, enable});
    const ir::NodeId q = circuit.reg("q", 8, circuit.clock("gated", gated));
    circuit.drive(q, circuit.make(Op::add, {q, circuit.constant(8, 1)}));
    circuit.output("out", q);
  };
  Circuit plain_circuit;
  Circuit observed_circuit;
  build(plain_circuit);
  build(observed_circuit);
  Interpreter plain(plain_circuit.design());
  ObservedEngine observed(std::make_unique<Interpreter>(observed_circuit.design()), observed_circuit.design());
  const Folder folder;
  observed.add(wave_file(folder / "waves.vcd"));
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    const bool clk = random.chance(500);
    const bool enable = random.chance(500);
    for (Engine* engine : {static_cast<Engine*>(&plain), static_cast<Engine*>(&observed)}) {
      engine->set_u64("enable", enable ? 1 : 0);
      engine->set_u64("clk", clk ? 1 : 0);
      engine->evaluate();
    }
    REQUIRE(plain.get_u64("out") == observed.get_u64("out"));
  }
}

TEST_CASE("several clocks have their own edges, and those at one time are one moment") {
  for (const std::string& ending : wave_endings()) {
    const Folder folder;
    const fs::path path = folder / ("waves" + ending);
    Bench<test::TwoClocks> bench;
    bench.record(path, {.unit = "100ps"});
    bench.clocks().add("fast_clk", {.period = 6, .phase = 3});
    bench.clocks().add("slow_clk", {.period = 14, .phase = 5, .high = 4});
    bench.clocks().run_until(100);
    bench.finish();
    CHECK(bench.clocks().cycles("fast_clk") == 17);  // 3, 9 … 99
    CHECK(bench.clocks().cycles("slow_clk") == 7);   // 5, 19 … 89
    const std::optional<test::Vcd> vcd = read_waves(path);
    if (!vcd) continue;
    CHECK(vcd->timescale == "100ps");
    for (uint64_t time = 0; time <= 99; ++time) {
      CAPTURE(time);
      const auto level = [&](uint64_t period, uint64_t phase, uint64_t high) {
        return time >= phase && (time - phase) % period < high ? 1U : 0U;
      };
      const auto count = [&](uint64_t period, uint64_t phase) {
        return time < phase ? 0 : (time - phase) / period + 1;
      };
      CHECK(vcd->variables.at("TwoClocks.fast.clk").at(time) == Bits(1, level(6, 3, 3)));
      CHECK(vcd->variables.at("TwoClocks.slow.clk").at(time) == Bits(1, level(14, 5, 4)));
      CHECK(vcd->variables.at("TwoClocks.fast_count").at(time) == Bits(8, count(6, 3)));
      CHECK(vcd->variables.at("TwoClocks.slow_out").at(time) == Bits(8, count(14, 5)));
    }
  }
}

TEST_CASE("an engine without access to the inside shows its ports") {
  // Hands everything on but the inside.
  class Closed final : public EngineAdapter {
   public:
    using EngineAdapter::EngineAdapter;
    [[nodiscard]] bool can_access_internals() const override { return false; }
    [[nodiscard]] std::vector<Storage> watch(std::span<const std::string> paths) override {
      return std::vector<Storage>(paths.size());
    }
    [[nodiscard]] Bits get_internal(std::string_view path) override { return Engine::get_internal(path); }
  };
  const Folder folder;
  Bench<test::Watched> bench(
      NoConfig{}, [](ir::Design& design) { return std::make_unique<Closed>(std::make_unique<Interpreter>(design)); });
  bench.record(folder / "waves.vcd");
  bench.step(5);
  bench.finish();
  const test::Vcd vcd = test::parse_vcd(read_file(folder / "waves.vcd"));
  CHECK(vcd.variables.contains("Watched.wide_out"));
  CHECK(vcd.variables.contains("Watched.pair_out.low"));
  CHECK_FALSE(vcd.variables.contains("Watched.wide_reg"));
  for (uint64_t time = 0; time < 50; ++time)
    CHECK(vcd.variables.at("Watched.clk").at(time) == Bits(1, time % 10 >= 5 ? 1 : 0));
  CHECK(vcd.variables.at("Watched.pair_out.high").at(5) == Bits(4, 15));
}

TEST_CASE("the save file shows the clock first, then ports in their groups, enumerators by name") {
  const Folder folder;
  const fs::path path = folder / "waves.vcd";
  {
    Bench<test::Watched> bench;
    bench.record(path);
    bench.step(2);
  }
  const std::string save = read_file(folder / "waves.vcd.gtkw");
  CHECK(save.find("[dumpfile] \"" + path.string() + "\"") != std::string::npos);
  const size_t clock = save.find("Watched.clk\n");
  const size_t data = save.find("Watched.data[7:0]\n");
  REQUIRE(clock != std::string::npos);
  REQUIRE(data != std::string::npos);
  CHECK(clock < data);
  CHECK(
      save.find("-pair_out\n@22\nWatched.pair_out.low[7:0]\n@424\nWatched.pair_out.high[3:0]\n@1000200\n-pair_out\n") !=
      std::string::npos);
  const std::string filter = path.string() + ".Phase.filter";
  CHECK(save.find("^1 " + filter + "\nWatched.phase[1:0]\n") != std::string::npos);
  CHECK(read_file(filter) == "00 idle\n01 load\n10 run\n11 done\n");
}

TEST_CASE("an FST file has the names of enumerators") {
  if (!can_write_fst()) return;
  const Folder folder;
  Bench<test::Watched> bench;
  bench.record(folder / "waves.fst");
  bench.step(2);
  bench.finish();
  ProcessRequest request;
  request.argv = {"fst2vcd", "-e", (folder / "waves.fst").string()};  // with the extensions of FST
  const ProcessResult result = run_process(request);
  if (result.outcome == ProcessOutcome::missing) {
    MESSAGE("skipped: fst2vcd of gtkwave is not installed");
    return;
  }
  CHECK(result.output.find("Phase 4 idle load run done 00 01 10 11") != std::string::npos);
}

TEST_CASE("names and units of waves that cannot be are refused") {
  CHECK_THROWS_WITH_AS(static_cast<void>(wave_file("waves.txt")),
                       "waves are written as VCD or FST: let the name of 'waves.txt' end in .vcd or .fst", UserError);
  CHECK_THROWS_WITH_AS(static_cast<void>(wave_file("waves.vcd", {.unit = "2ns"})),
                       "'2ns' is no unit of time for waves: write 1, 10 or 100 of s, ms, us, ns, ps or fs, like 1ns",
                       UserError);
  for (const std::string& ending : wave_endings()) {
    Bench<test::Watched> bench;
    const std::string path = "/proc/no/folder/waves" + ending;
    CHECK_THROWS_WITH_AS(bench.record(path),
                         ("cannot write waves to '" + path + "': No such file or directory").c_str(), WaveError);
  }
}

TEST_CASE("on a full disk the waves so far are readable and one message says so") {
  for (const std::string& ending : wave_endings()) {
    CAPTURE(ending);
    const Folder folder;
    if (mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "size=512k") != 0) {
      MESSAGE("skipped: this user may not mount a small tmpfs");
      return;
    }
    const fs::path path = folder / ("waves" + ending);
    std::string message;
    std::optional<test::Vcd> vcd;
    std::map<uint64_t, Bits> expected;
    {
      Random random(11);
      Bench<test::Watched> bench;
      bench.record(path);
      try {
        for (uint64_t cycle = 0; cycle < 200'000; ++cycle) {
          set_random_inputs(bench, random);
          bench.set(bench->wide, random.bits(512));
          bench.settle();
          expected[cycle * 10] = bench.get(bench->wide_reg);
          bench.step();
        }
      } catch (const WaveError& error) {
        message = error.what();
      }
      vcd = read_waves(path);
      bench.finish();  // nothing is left to be said
    }
    umount2(folder.path().c_str(), MNT_DETACH);
    CHECK(message.find("cannot go on writing waves to '" + path.string() + "'") == 0);
    CHECK((message.find("o space left") != std::string::npos));
    CHECK(message.find('\n') == std::string::npos);
    if (!vcd) continue;
    CHECK(vcd->end > 1000);
    for (const auto& [time, value] : expected) {
      if (time >= vcd->end) break;
      REQUIRE(vcd->variables.at("Watched.wide_reg").at(time) == value);
    }
  }
}

TEST_CASE("an FST file is whole while the design still runs") {
  if (!can_write_fst()) return;
  const Folder folder;
  Bench<test::Watched> bench;
  bench.record(folder / "waves.fst");
  Random random(12);
  std::map<uint64_t, Bits> expected;
  const auto size = [&] { return fs::file_size(folder / "waves.fst"); };
  const uintmax_t declared = size();
  for (uint64_t cycle = 0; size() < declared + 5'000'000; ++cycle) {  // two blocks
    bench.set(bench->wide, random.bits(512));
    bench.step();
    expected[cycle * 10 + 5] = bench.get(bench->wide_out);
  }
  fs::copy_file(folder / "waves.fst", folder / "copy.fst");  // as a program that was killed leaves it
  const std::optional<test::Vcd> vcd = read_waves(folder / "copy.fst");
  if (!vcd) return;
  CHECK(vcd->end + 1000 > expected.rbegin()->first);
  for (const auto& [time, value] : expected) {
    if (time > vcd->end) break;
    REQUIRE(vcd->variables.at("Watched.wide_out").at(time) == value);
  }
}

TEST_CASE("values of every width go into a file as they are") {
  for (const std::string& ending : wave_endings()) {
    Circuit circuit;
    const ir::ClockId clk = circuit.clock_input("clk");
    const std::vector<uint32_t> widths = {1,  2,  7,  8,  9,   31,  32,  33,  63,   64,
                                          65, 71, 72, 73, 120, 127, 128, 129, 1000, 1024};
    for (const uint32_t width : widths) {
      const ir::NodeId in = circuit.input("in" + std::to_string(width), width);
      const ir::NodeId q = circuit.reg("q" + std::to_string(width), width, clk);
      circuit.drive(q, in);
      circuit.output("out" + std::to_string(width), q);
    }
    const Folder folder;
    const fs::path path = folder / ("waves" + ending);
    std::map<uint64_t, std::map<std::string, Bits>> seen;
    {
      ObservedEngine engine(std::make_unique<Interpreter>(circuit.design()), circuit.design());
      engine.add(wave_file(path));
      Random random(8);
      for (uint64_t cycle = 0; cycle < 50; ++cycle) {
        for (const uint32_t width : widths) {
          // Often all ones or zeros, so that some changes are of a few bits.
          const Bits value = random.chance(300)   ? Bits::ones(width)
                             : random.chance(300) ? Bits(width)
                                                  : random.bits(width);
          engine.set("in" + std::to_string(width), value);
        }
        engine.step("clk");
        seen[cycle * 10 + 5] = values_now(engine);
        seen[cycle * 10 + 5].erase(engine.catalog().scopes[0].name + ".clk");  // is low again
      }
      engine.finish();
    }
    const std::optional<test::Vcd> vcd = read_waves(path);
    if (!vcd) continue;
    for (const auto& [time, values] : seen) {
      for (const auto& [name, value] : values) REQUIRE(vcd->variables.at(name).at(time) == value);
    }
  }
}

TEST_CASE("an exception ends a run with a readable file") {
  for (const std::string& ending : wave_endings()) {
    const Folder folder;
    const fs::path path = folder / ("waves" + ending);
    const auto run = [&] {
      Bench<test::Watched> bench;
      bench.record(path);
      bench.step(7);
      bench.wait_for(bench->go, 5);
    };
    CHECK_THROWS_WITH_AS(run(), "`go` was not 1 within 5 cycles", UserError);
    const std::optional<test::Vcd> vcd = read_waves(path);
    if (!vcd) continue;
    CHECK(vcd->end == 120);
    CHECK(vcd->variables.at("Watched.pair.high").at(115) == Bits(4, 4));
  }
}

TEST_CASE("recording changes nothing about what a design does") {
  Random random(5);
  const Folder folder;
  Bench<test::Watched> plain;
  Bench<test::Watched> recorded;
  recorded.record(folder / "waves.vcd");
  for (int i = 0; i < 100; ++i) {
    const uint64_t data = random.below(256);
    const bool go = random.chance(500);
    for (Bench<test::Watched>* bench : {&plain, &recorded}) {
      bench->set((*bench)->data, data);
      bench->set((*bench)->go, go);
      bench->step();
    }
    REQUIRE(plain.get((plain)->sum) == recorded.get(recorded->sum));
  }
}

}  // namespace
}  // namespace burin::sim
