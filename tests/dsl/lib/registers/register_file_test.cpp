// SPDX-License-Identifier: Apache-2.0
//! @file register_file_test.cpp
//! @brief The sample map on every bus and engine against a model, with random stalls, events and resets.
#include <doctest/doctest.h>

#include "burin/sim/bus/ahb_lite.h"
#include "burin/sim/bus/apb.h"
#include "burin/sim/bus/axi_lite.h"
#include "burin/sim/random.h"
#include "dsl/verilog/tools.h"
#include "sample_map.h"
#include "sample_model.h"

namespace burin {
namespace {

using test::SampleModel;
using test::SampleOnAhb;
using test::SampleOnApb;
using test::SampleOnAxi;
using test::SampleWires;

/// The map on three buses in one design, so that Verilator has to be started once.
struct Triple {
  struct Config {
    Param<bool, "answer without errors"> lenient = false;
  };
  Config config;
  AxiLiteSubordinate axi{{.address = 8}};
  AhbLiteSubordinate ahb{{.address = 8}};
  ApbSubordinate apb{{.address = 8}};
  SampleWires axi_wires;
  SampleWires ahb_wires;
  SampleWires apb_wires;
  Instance<SampleOnAxi> on_axi{{.lenient = config.lenient}};
  Instance<SampleOnAhb> on_ahb{{.lenient = config.lenient}};
  Instance<SampleOnApb> on_apb{{.lenient = config.lenient}};
  void logic() {
    connect(axi, on_axi->bus);
    connect(ahb, on_ahb->bus);
    connect(apb, on_apb->bus);
    connect(axi_wires, on_axi->wires);
    connect(ahb_wires, on_ahb->wires);
    connect(apb_wires, on_apb->wires);
  }
};

/// Reads of the counter take so many cycles from the one in which the bus has the address; what was read is compared
/// with the number of cycles.
constexpr uint64_t kTicks = 0x20;

void check_wires(sim::BenchCore& bench, const SampleWires& wires, const SampleModel& model) {
  bench.settle();
  REQUIRE(bench.get_u64(wires.enable) == (model.control & 1));
  REQUIRE(bench.get_u64(wires.speed) == (model.control >> 4 & 3));
  REQUIRE(bench.get_u64(wires.trim) == (model.control >> 12 & 0xfff));
  REQUIRE(bench.get_u64(wires.kick) == 0);
  REQUIRE(bench.get_u64(wires.limit) == model.limit);
  REQUIRE(bench.get_u64(wires.key) == model.key);
  REQUIRE(bench.get_u64(wires.flags) == model.flags);
  REQUIRE(bench.get_u64(wires.gain) == model.gain[1]);
  for (int i = 0; i < 3; ++i) REQUIRE(bench.get_u64(wires.lane[i]) == model.lane[i]);
  const uint64_t index = bench.get_u64(wires.lane_index);
  REQUIRE(bench.get_u64(wires.lane_at_index) == (index < 3 ? model.lane[index] : 0));
}

/// Looks at what is there for one cycle only, in every cycle.
class PulseWatch final : public sim::ClockAgent {
 public:
  PulseWatch(sim::BenchCore& bench, const SampleWires& wires) : bench_(bench), wires_(wires) { bench_.attach(*this); }
  ~PulseWatch() override { bench_.detach(*this); }
  PulseWatch(const PulseWatch&) = delete;
  PulseWatch& operator=(const PulseWatch&) = delete;
  void drive() override {}
  void sample() override {
    kicks += bench_.get_u64(wires_.kick) != 0 ? 1 : 0;
    kicked |= bench_.get_u64(wires_.kick);
    writes += bench_.get_u64(wires_.scratch_written);
    reads += bench_.get_u64(wires_.scratch_read);
  }
  uint64_t kicks = 0;
  uint64_t kicked = 0;
  uint64_t writes = 0;
  uint64_t reads = 0;

 private:
  sim::BenchCore& bench_;
  const SampleWires& wires_;
};

constexpr uint64_t kStrobes[] = {0x1, 0x2, 0x4, 0x8, 0x3, 0xc, 0xf, 0xf, 0xf};

/// Random accesses and events, one after the other.
void exercise(sim::BenchCore& bench, sim::BusDriver& driver, const SampleWires& wires, bool lenient, int accesses,
              sim::Random& random) {
  SampleModel model;
  model.lenient = lenient;
  bench.set(wires.locked, false);
  bench.set(wires.busy, false);
  bench.set(wires.level, 0);
  bench.set(wires.seen, 0);
  bench.set(wires.fresh, 0);
  bench.reset();
  PulseWatch watch(bench, wires);
  for (int i = 0; i < accesses; ++i) {
    const uint64_t address = random.below(random.chance(900) ? 0x28 : 0x40) * 4;
    switch (random.below(8)) {
      case 0: {  // something happens in the hardware
        const uint64_t seen = random.below(16);
        const uint64_t fresh = random.below(256);
        bench.set(wires.seen, seen);
        bench.set(wires.fresh, fresh);
        bench.step();
        bench.set(wires.seen, 0);
        bench.set(wires.fresh, 0);
        model.seen |= static_cast<uint32_t>(seen);
        model.fresh |= static_cast<uint32_t>(fresh);
        break;
      }
      case 1:
        model.busy = random.chance(500);
        model.locked = random.chance(300);
        model.level = static_cast<uint32_t>(random.below(0x10000));
        bench.set(wires.busy, model.busy);
        bench.set(wires.locked, model.locked);
        bench.set(wires.lane_index, random.below(4));
        bench.set(wires.level, model.level);
        break;
      case 2:
      case 3:
      case 4: {
        const uint64_t data = random.word() & 0xffffffff;
        const uint64_t strobes = kStrobes[random.below(std::size(kStrobes))];
        const bool failed = model.write(address, data, strobes);
        watch.kicks = watch.kicked = watch.writes = watch.reads = 0;
        INFO("write ", address, " data ", data, " strobes ", strobes);
        REQUIRE(driver.write(address, data, strobes).error == failed);
        bench.step();
        REQUIRE(watch.kicked == model.last_kick);
        REQUIRE(watch.kicks == (model.last_kick != 0 ? 1 : 0));
        REQUIRE(watch.writes == (address == 0x08 ? 1 : 0));
        REQUIRE(watch.reads == 0);
        break;
      }
      default: {
        INFO("read ", address);
        watch.writes = watch.reads = 0;
        const sim::BusAnswer answer = driver.read(address);
        REQUIRE(watch.reads == (address == 0x08 ? 1 : 0));
        REQUIRE(watch.writes == 0);
        const sim::BusAnswer expected = model.read(address, answer.data);
        if (address == kTicks) {
          REQUIRE(answer.data < bench.cycles());
          REQUIRE(answer.error == false);
        } else {
          REQUIRE(answer.error == expected.error);
          REQUIRE(answer.data == expected.data);
        }
        break;
      }
    }
    check_wires(bench, wires, model);
  }
  for (uint64_t i = 0; i < 8; ++i) {
    bench.set(wires.table_index, i);
    bench.set(wires.vault_index, i % 4);
    bench.settle();
    REQUIRE(bench.get_u64(wires.table_word) == model.table[i]);
    REQUIRE(bench.get_u64(wires.vault_word) == model.vault[i % 4]);
  }
}

/// A reset in the middle of accesses leaves the reset values and a bus that works.
void reset_in_the_middle(sim::BenchCore& bench, sim::BusDriver& driver, sim::Random& random) {
  for (int round = 0; round < 20; ++round) {
    for (uint64_t i = 0; i < 6; ++i) {
      driver.post_write(0x08, random.word() & 0xffffffff);
      driver.post_read(4 * random.below(8));
    }
    bench.step(1 + random.below(20));
    driver.abandon();
    bench.reset();
    REQUIRE(driver.read(0x08) == sim::BusAnswer{0xdeadbeef, false});
    REQUIRE((driver.read(0x00).data & ~uint64_t{0x100}) == 0xffb010);  // bit 8 is an input
    REQUIRE(driver.write(0x08, 0x11223344).error == false);
    REQUIRE(driver.read(0x08) == sim::BusAnswer{0x11223344, false});
  }
}

void run(sim::EngineKind kind, bool lenient, uint32_t stalls, int accesses) {
  sim::Random random;
  INFO("engine ", sim::engine_name(kind), ", stalls ", stalls, ", ", random.replay());
  sim::Bench<Triple> bench({.lenient = lenient}, kind);
  const auto timing = [&] { return sim::BusTiming{.seed = random.word(), .stalls_per_mille = stalls}; };
  {
    sim::AxiLiteDriver driver(bench, bench->axi, timing());
    exercise(bench, driver, bench->axi_wires, lenient, accesses, random);
    reset_in_the_middle(bench, driver, random);
  }
  {
    sim::AhbLiteDriver driver(bench, bench->ahb, timing());
    exercise(bench, driver, bench->ahb_wires, lenient, accesses, random);
    reset_in_the_middle(bench, driver, random);
  }
  {
    sim::ApbDriver driver(bench, bench->apb, timing());
    exercise(bench, driver, bench->apb_wires, lenient, accesses, random);
    reset_in_the_middle(bench, driver, random);
  }
  for (const sim::Event& event : bench.engine().events()) FAIL_CHECK(event.text);
}

TEST_CASE("register files: random accesses and events on AXI4-Lite, AHB-Lite and APB, interpreter") {
  for (const uint32_t stalls : {0U, 500U}) run(sim::EngineKind::interpreter, stalls != 0, stalls, 300);
}

TEST_CASE("register files: the same natively") {
  for (const bool lenient : {false, true}) {
    for (const uint32_t stalls : {0U, 300U, 700U}) run(sim::kDefaultEngine, lenient, stalls, 2000);
  }
}

TEST_CASE("register files: the same in Verilator") {
  if (!test::has_tool("verilator")) return;
  run(sim::EngineKind::verilator, false, 300, 1500);
}

TEST_CASE("register files: a write a clock and a read a clock beside it on AXI4-Lite") {
  sim::Bench<SampleOnAxi> bench;
  sim::AxiLiteDriver driver(bench, bench->bus);
  bench.reset();
  const uint64_t begin = bench.cycles();
  for (uint64_t i = 0; i < 40; ++i) {
    driver.post_write(0x60 + i % 8 * 4, i);
    driver.post_read(0x60 + i % 8 * 4);
  }
  driver.finish();
  CHECK(bench.cycles() - begin == 41);
  CHECK(driver.read_answers()[39].data == 31);  // the word as it was before the write of this cycle
}

TEST_CASE("register files: a read on AHB-Lite behind a write sees it, and has one wait state") {
  sim::Bench<SampleOnAhb> bench;
  sim::AhbLiteDriver driver(bench, bench->bus);
  bench.reset();
  const uint64_t begin = bench.cycles();
  for (uint64_t i = 0; i < 20; ++i) {
    driver.post_write(0x08, 1000 + i);
    driver.post_read(0x08);
  }
  driver.finish();
  CHECK(bench.cycles() - begin == 61);
  for (uint64_t i = 0; i < 20; ++i) CHECK(driver.read_answers()[i] == sim::BusAnswer{1000 + i, false});
}

TEST_CASE("register files: hardware wins over software in the same cycle") {
  sim::Bench<SampleOnApb> bench;
  sim::ApbDriver driver(bench, bench->bus);
  bench.reset();
  bench.set(bench->wires.seen, 0x5);
  bench.set(bench->wires.fresh, 0x81);
  CHECK(driver.write(0x04, 0xf).error == false);  // clears nothing that keeps happening
  CHECK(driver.read(0x04).data == 0x8105);
  CHECK(driver.read(0x04).data == 0x8105);
  bench.set(bench->wires.seen, 0);
  bench.set(bench->wires.fresh, 0);
  CHECK(driver.read(0x04).data == 0x8105);
  CHECK(driver.read(0x04).data == 0x0005);
  CHECK(driver.write(0x04, 0x1).error == false);
  CHECK(driver.read(0x04).data == 0x0004);
}

TEST_CASE("register files: the high word of a snapshot is that of the read of the low one") {
  sim::Bench<SampleOnAxi> bench;
  sim::AxiLiteDriver driver(bench, bench->bus);
  bench.reset();
  bench.set(bench->now, Bits(64, 0x1fffffff0));
  uint64_t seen_high = 0;
  for (int i = 0; i < 12; ++i) {
    const uint64_t low = driver.read(0x20).data;
    bench.step(3);
    const uint64_t high = driver.read(0x24).data;
    CHECK(high == (low > 0xffff0000 ? 1 : 2));
    seen_high |= high;
  }
  CHECK(seen_high == 3);  // it went over in between
  bench.set(bench->now, Bits(64, 0x500000000));
  bench.step(5);
  CHECK(driver.read(0x24).data == 2);  // nothing latched it
}

TEST_CASE("register files: lint and synthesis") {
  test::VerilogFolder folder;
  folder.add(*elaborate<Triple>().design);
  folder.check_clean();
  if (!test::has_tool("yosys")) return;
  folder.add(*elaborate<SampleOnAxi>({.lenient = true}).design);
  const ProcessResult result = folder.run(
      {"yosys", "-q", "-p",
       "read_verilog " + folder.tops()[1] + ".v; synth -run begin:fine -top " + folder.tops()[1] + "; check -assert"});
  CHECK_MESSAGE(result.ok(), failure_text(result));
}

}  // namespace
}  // namespace burin
