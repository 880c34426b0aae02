// SPDX-License-Identifier: Apache-2.0
//! @file axi_test.cpp
//! @brief AXI4 and AXI4-Stream: models of both sides against each other, and every rule that the checks know.
#include <doctest/doctest.h>

#include <map>
#include <set>

#include "burin/lib/buses.h"
#include "burin/lib/streams.h"
#include "burin/sim/bus/axi.h"
#include "burin/sim/bus/axi_stream.h"
#include "burin/sim/random.h"
#include "dsl/lib/bus/rules.h"
#include "dsl/verilog/tools.h"

namespace burin {
namespace {

using test::said_of;

struct AxiWire {
  struct Config {
    Param<int, "width of the data", one_of(32, 64)> data = 32;
    Param<int, "width of identifiers", range(0, 8)> id = 0;
  };
  Config config;
  AxiSubordinate in{{.address = 14, .data = config.data, .id = config.id}};
  AxiManager out{{.address = 14, .data = config.data, .id = config.id}};
  void logic() {
    connect(in, out);
    check_protocol(in, {.max_wait = 200});
  }
};

struct StreamWire {
  struct Config {
    Param<bool, "with all that a stream may have"> full = false;
  };
  Config config;
  AxiStreamWidths widths{.data = 32,
                         .last = true,
                         .keep = config.full,
                         .strobe = config.full,
                         .id = config.full ? 3 : 0,
                         .dest = config.full ? 5 : 0,
                         .user = config.full ? 70 : 0};
  AxiStreamIn in{widths};
  AxiStreamOut out{widths};
  void logic() {
    connect(in, out);
    check_protocol(in, {.max_wait = 100});
  }
};

/// Both in one design, so that Verilator has to be started once.
struct Wires {
  AxiSubordinate in{{.address = 14, .data = 64, .id = 2}};
  AxiManager out{{.address = 14, .data = 64, .id = 2}};
  Instance<AxiWire> wire{{.data = 64, .id = 2}};
  void logic() {
    connect(in, wire->in);
    connect(out, wire->out);
  }
};

constexpr size_t kMemory = 8192;

/// Random bursts through a design into a memory, against a model of the memory that goes byte by byte.
template <typename Wire>
void run_bursts(sim::Bench<Wire>& bench, sim::Random& random, uint32_t stalls, int bursts) {
  const auto timing = [&] { return sim::BusTiming{.seed = random.word(), .stalls_per_mille = stalls}; };
  sim::AxiDriver driver(bench, bench->in, timing());
  sim::AxiMemory memory(bench, bench->out, kMemory, timing());
  bench.reset();
  const auto bytes = static_cast<uint32_t>(bench->in.widths.data) / 8;
  const bool has_id = bench->in.widths.id != 0;
  std::vector<uint8_t> expected(kMemory, 0);
  size_t refused = 0;
  std::set<uint64_t> ids;
  for (int i = 0; i < bursts; ++i) {
    sim::AxiRequest request;
    request.burst = static_cast<AxiBurst>(random.below(3));
    request.size = static_cast<uint32_t>(random.below(bytes == 8 ? 4 : 3));
    request.id = has_id ? random.below(4) : 0;
    const uint64_t beat = uint64_t{1} << request.size;
    uint64_t count = request.burst == AxiBurst::wrap    ? uint64_t{2} << random.below(4)
                     : request.burst == AxiBurst::fixed ? random.between(1, 16)
                                                        : random.between(1, random.chance(100) ? 256 : 20);
    request.address = i == 0 ? kMemory : random.below(random.chance(100) ? 0x4000 : kMemory);  // the first is refused
    if (request.burst == AxiBurst::wrap) request.address -= request.address % beat;
    if (request.burst == AxiBurst::incr) {
      const uint64_t room = (0x1000 - request.address % 0x1000 + request.address % beat) / beat;
      count = std::min(count, std::max<uint64_t>(room, 1));
    }
    // The addresses of its beats, each on its own.
    std::vector<uint64_t> addresses;
    const uint64_t total = beat * count;
    for (uint64_t k = 0; k < count; ++k) {
      uint64_t address = request.address;
      if (request.burst != AxiBurst::fixed && k > 0) address = request.address - request.address % beat + k * beat;
      if (request.burst == AxiBurst::wrap && address >= request.address / total * total + total) address -= total;
      addresses.push_back(address);
    }
    bool beyond = false;
    for (const uint64_t address : addresses) beyond = beyond || address >= kMemory;
    refused += beyond ? 1 : 0;
    INFO("burst ", i, " kind ", static_cast<int>(request.burst), " at ", request.address, " of ", count, " beats of ",
         beat);
    if (random.chance(500)) {
      for (const uint64_t address : addresses) {
        Bits data = random.bits(8 * bytes);
        if (address < kMemory) {
          for (uint64_t at = address; at < address - address % beat + beat; ++at)
            expected[at] = static_cast<uint8_t>(data.slice(8 * (at % bytes), 8).to_uint64());
        }
        request.beats.push_back(std::move(data));
      }
      const sim::AxiAnswer answer = driver.write(request);
      REQUIRE(answer.error == beyond);
      REQUIRE(answer.id == request.id);
    } else {
      request.count = static_cast<uint32_t>(count);
      const sim::AxiAnswer answer = driver.read(request);
      REQUIRE(answer.error == beyond);
      REQUIRE(answer.id == request.id);
      REQUIRE(answer.beats.size() == count);
      for (size_t k = 0; k < count; ++k) {
        if (addresses[k] >= kMemory) continue;
        for (uint64_t at = addresses[k]; at < addresses[k] - addresses[k] % beat + beat; ++at)
          REQUIRE(answer.beats[k].slice(8 * (at % bytes), 8).to_uint64() == expected[at]);
      }
    }
    ids.insert(request.id);
  }
  CHECK(refused > 0);
  CHECK(ids.size() == (has_id ? 4 : 1));
  CHECK(memory.bytes() == expected);
  for (const sim::Event& event : bench.engine().events()) FAIL_CHECK(event.text);
}

TEST_CASE("AXI4: random bursts of all kinds and sizes arrive with random stalls, and keep the rules") {
  sim::Random random;
  INFO(random.replay());
  for (const uint32_t stalls : {0U, 300U, 600U}) {
    for (const bool wide : {false, true}) {
      sim::Bench<AxiWire> bench({.data = wide ? 64 : 32, .id = wide ? 2 : 0});
      run_bursts(bench, random, stalls, 200);
    }
  }
  sim::Bench<AxiWire> interpreted({}, sim::EngineKind::interpreter);
  run_bursts(interpreted, random, 300, 100);
}

TEST_CASE("AXI4: the same in Verilator") {
  if (!test::has_tool("verilator")) return;
  sim::Random random;
  INFO(random.replay());
  sim::Bench<Wires> bench({}, sim::EngineKind::verilator);
  run_bursts(bench, random, 300, 200);
}

TEST_CASE("AXI4: a beat a clock, ahead of the answers, and a reset in the middle") {
  sim::Bench<AxiWire> bench;
  sim::AxiDriver driver(bench, bench->in);
  bench.reset();
  {
    sim::AxiMemory memory(bench, bench->out, kMemory);
    const uint64_t begin = bench.cycles();
    for (uint64_t i = 0; i < 4; ++i)
      driver.post_write({.address = 64 * i, .beats = std::vector<Bits>(16, Bits(32, 0x01010101 * i))});
    driver.finish();
    CHECK(bench.cycles() - begin == 65);  // 64 beats, the last answer a cycle behind
    driver.post_write({.address = 0, .beats = std::vector<Bits>(256, Bits(32))});
    driver.post_read({.address = 0, .count = 200});
    bench.step(50);
    driver.abandon();
  }
  bench.reset();
  sim::AxiMemory memory(bench, bench->out, kMemory);
  CHECK_FALSE(driver.write({.address = 8, .beats = {Bits(32, 77)}}).error);
  const sim::AxiAnswer answer = driver.read({.address = 8, .count = 1});
  REQUIRE(answer.beats.size() == 1);
  CHECK(answer.beats[0] == Bits(32, 77));
  CHECK(bench.engine().events().empty());
  CHECK_THROWS_AS(driver.post_read({.count = 257}), UserError);
  CHECK_THROWS_AS(driver.post_write({}), UserError);
}

TEST_CASE("AXI4: each rule that is broken is named") {
  using W = AxiWire;
  using Cycle = std::map<std::string, uint64_t>;
  const auto with = [](Cycle first, const Cycle& more) {
    for (const auto& [name, value] : more) first[name] = value;
    return first;
  };
  const Cycle aw{{"in_awvalid", 1}, {"out_awready", 1}, {"in_awlen", 1}, {"in_awburst", 1}, {"in_awsize", 2}};
  const Cycle w{{"in_awvalid", 0}, {"in_wvalid", 1}, {"out_wready", 1}};
  const Cycle last{{"in_wlast", 1}};
  const Cycle b{{"in_wvalid", 0}, {"out_bvalid", 1}, {"in_bready", 1}};
  const Cycle end{{"out_bvalid", 0}};
  const Cycle ar{{"in_arvalid", 1}, {"out_arready", 1}, {"in_arlen", 1}, {"in_arburst", 1}, {"in_arsize", 2}};
  const Cycle r{{"in_arvalid", 0}, {"out_rvalid", 1}, {"in_rready", 1}};
  const Cycle rlast{{"out_rlast", 1}};
  const Cycle rend{{"out_rvalid", 0}};
  CHECK(said_of<W>({aw, w, last, b, end, {}}) == "");
  CHECK(said_of<W>({ar, r, rlast, rend, {}}) == "");
  CHECK(said_of<W>({with(w, aw), with(last, {{"in_awvalid", 0}}), b, end, {}}) == "");  // data beside their address

  CHECK(said_of<W>({with(aw, {{"out_awready", 0}}), {{"in_awlen", 2}}}) == "AXI4: AW changes before it is taken");
  CHECK(said_of<W>({{{"in_wvalid", 1}}, {{"in_wlast", 1}}}) == "AXI4: W changes before it is taken");
  CHECK(said_of<W>({with(ar, {{"out_arready", 0}}), {{"in_araddr", 4}}}) == "AXI4: AR changes before it is taken");
  CHECK(said_of<W>({aw, w, last, with(b, {{"in_bready", 0}}), {{"out_bresp", 2}}}) ==
        "AXI4: B changes before it is taken");
  CHECK(said_of<W>({ar, with(r, {{"in_rready", 0}}), {{"out_rdata", 2}}}) == "AXI4: R changes before it is taken");
  CHECK(said_of<W>({aw, with(w, last), {{"in_wvalid", 0}}, {}}) ==
        "AXI4: a written burst has not the beats that AW asked for");
  CHECK(said_of<W>({aw, w, {}, last, {{"in_wvalid", 0}}, {}}) ==
        "AXI4: a written burst has not the beats that AW asked for");
  CHECK(said_of<W>({aw, w, with(b, {{"in_wvalid", 0}})}) == "AXI4: B answers no write");
  CHECK(said_of<W>({ar, with(r, rlast), rend, {}}) == "AXI4: a read burst has not the beats that AR asked for");
  CHECK(said_of<W>({with(r, {})}) == "AXI4: R answers no read");
  CHECK(said_of<W>({with(aw, {{"in_awsize", 3}})}) == "AXI4: a burst is wider than the data");
  CHECK(said_of<W>({with(aw, {{"in_awaddr", 0xffc}})}) == "AXI4: a burst crosses 4 KiB");
  CHECK(said_of<W>({with(aw, {{"in_awaddr", 0xff8}})}) == "");
  CHECK(said_of<W>({with(aw, {{"in_awburst", 3}})}) == "AXI4: a burst of no kind");
  CHECK(said_of<W>({with(aw, {{"in_awburst", 0}, {"in_awlen", 16}})}) == "AXI4: a fixed burst of more than 16 beats");
  const std::string wrong_wrap = "AXI4: a wrapping burst of another length than 2, 4, 8 or 16, or not aligned";
  CHECK(said_of<W>({with(ar, {{"in_arburst", 2}})}) == "");
  CHECK(said_of<W>({with(ar, {{"in_arburst", 2}, {"in_arlen", 2}})}) == wrong_wrap);
  CHECK(said_of<W>({with(ar, {{"in_arburst", 2}, {"in_araddr", 2}})}) == wrong_wrap);
  CHECK(said_of<W>({with(aw, {{"out_awready", 0}})}, 210) == "AXI4: AW waits too long");
  CHECK(said_of<W>({with(ar, {{"out_arready", 0}})}, 210) == "AXI4: AR waits too long");
  CHECK(said_of<W>({{{"in_wvalid", 1}}}, 210) == "AXI4: W waits too long");
  CHECK(said_of<W>({ar, {{"in_arvalid", 0}}}, 210) == "AXI4: a read is not answered in time");
  CHECK(said_of<W>({aw, w, last, {{"in_wvalid", 0}}}, 210) == "AXI4: a write is not answered in time");
  CHECK(said_of<W>({aw, w, last, with(b, {{"in_bready", 0}})}, 210) == "AXI4: B waits too long");
  CHECK(said_of<W>({ar, with(r, {{"in_rready", 0}})}, 210) == "AXI4: R waits too long");
}

TEST_CASE("AXI4-Stream: packets of random lengths arrive with random stalls") {
  sim::Random random;
  INFO(random.replay());
  for (const sim::EngineKind kind : {sim::EngineKind::interpreter, sim::kDefaultEngine}) {
    for (const uint32_t stalls : {0U, 500U}) {
      for (const bool full : {false, true}) {
        sim::Bench<StreamWire> bench({.full = full}, kind);
        sim::AxiStreamDriver driver(bench, bench->in, {.seed = random.word(), .stalls_per_mille = stalls});
        sim::AxiStreamMonitor monitor(bench, bench->out, {.seed = random.word(), .stalls_per_mille = stalls});
        bench.reset();
        std::vector<std::vector<uint8_t>> packets;
        for (int i = 0; i < 40; ++i) {
          std::vector<uint8_t> bytes(full ? random.between(1, 30) : 4 * random.between(1, 8));
          for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random.word());
          driver.push_packet(bytes);
          packets.push_back(std::move(bytes));
        }
        bench.run_until([&] { return monitor.packets().size() == packets.size(); });
        CHECK(monitor.packets() == packets);
        CHECK(driver.pending() == 0);
        CHECK(bench.engine().events().empty());
      }
    }
  }
}

/// A bus as a stream of the library, buffered, and a bus again.
struct PacketBuffer {
  struct Config {
    Param<bool, "the buses have tkeep"> keep = false;
  };
  Config config;
  AxiStreamIn in{{.data = 32, .keep = config.keep}};
  AxiStreamOut out{{.data = 32, .keep = config.keep}};
  void logic() {
    packets(in) >> fifo(4) >> to_axi_stream(out);
    check_protocol(out, {.max_wait = 100});
  }
};

TEST_CASE("AXI4-Stream: packets go through streams of the library") {
  sim::Random random;
  INFO(random.replay());
  for (const bool keep : {false, true}) {
    for (const uint32_t stalls : {0U, 400U}) {
      sim::Bench<PacketBuffer> bench({.keep = keep});
      sim::AxiStreamDriver driver(bench, bench->in, {.seed = random.word(), .stalls_per_mille = stalls});
      sim::AxiStreamMonitor monitor(bench, bench->out, {.seed = random.word(), .stalls_per_mille = stalls});
      bench.reset();
      std::vector<std::vector<uint8_t>> packets;
      for (int i = 0; i < 40; ++i) {
        std::vector<uint8_t> bytes(keep ? random.between(1, 30) : 4 * random.between(1, 8));
        for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random.word());
        driver.push_packet(bytes);
        packets.push_back(std::move(bytes));
      }
      bench.run_until([&] { return monitor.packets().size() == packets.size(); });
      CHECK(monitor.packets() == packets);
      CHECK(bench.engine().events().empty());
    }
  }
}

/// Full beats only, from beats that may not be full.
struct FullBeats {
  AxiStreamIn in{{.data = 32, .keep = true}};
  AxiStreamOut out{{.data = 32}};
  void logic() { packets(in) >> to_axi_stream(out); }
};

TEST_CASE("AXI4-Stream: a beat that is not full does not go to a bus without tkeep") {
  sim::Bench<FullBeats> bench;
  sim::AxiStreamDriver driver(bench, bench->in);
  sim::AxiStreamMonitor monitor(bench, bench->out);
  bench.reset();
  driver.push_packet({1, 2, 3, 4, 5, 6, 7, 8});
  bench.run_until([&] { return monitor.packets().size() == 1; });
  CHECK(monitor.packets().front() == std::vector<uint8_t>{1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(bench.engine().events().empty());
  driver.push_packet({1, 2, 3});
  bench.step(4);
  REQUIRE_FALSE(bench.engine().events().empty());
  CHECK(bench.engine().events().front().text.find("without tkeep, every byte of a beat is there") != std::string::npos);
}

TEST_CASE("AXI4-Stream: all that belongs to a beat goes with it") {
  sim::Bench<StreamWire> bench({.full = true});
  sim::AxiStreamDriver driver(bench, bench->in);
  sim::AxiStreamMonitor monitor(bench, bench->out);
  bench.reset();
  const sim::AxiStreamBeat beat{.data = Bits(32, 0x12345678),
                                .keep = Bits(4, 0b0111),
                                .strobe = Bits(4, 0b0101),
                                .last = true,
                                .id = 5,
                                .dest = 17,
                                .user = Bits::ones(70)};
  driver.push(beat);
  bench.run_until([&] { return !monitor.beats().empty(); });
  CHECK(monitor.beats().front() == beat);
  CHECK(monitor.packets().front() == std::vector<uint8_t>{0x78, 0x56, 0x34});
  CHECK(bench.engine().events().empty());
}

TEST_CASE("AXI4-Stream: packets that cannot be sent are refused") {
  sim::Bench<StreamWire> bench;
  sim::AxiStreamDriver driver(bench, bench->in);
  CHECK_THROWS_AS(driver.push_packet({}), UserError);
  CHECK_THROWS_AS(driver.push_packet({1, 2, 3}), UserError);
}

TEST_CASE("AXI4-Stream: each rule that is broken is named") {
  using W = StreamWire;
  const StreamWire::Config full{.full = true};
  CHECK(said_of<W>({{{"in_tvalid", 1}}, {{"in_tdata", 1}}}) == "AXI4-Stream: a beat changes before it is taken");
  CHECK(said_of<W>({{{"in_tvalid", 1}}, {{"in_tlast", 1}}}) == "AXI4-Stream: a beat changes before it is taken");
  CHECK(said_of<W>({{{"in_tvalid", 1}}, {{"in_tvalid", 0}}}) == "AXI4-Stream: a beat changes before it is taken");
  CHECK(said_of<W>({{{"in_tvalid", 1}}}, 110) == "AXI4-Stream: a beat waits too long");
  CHECK(said_of<W>({{{"in_tvalid", 1}, {"in_tstrb", 1}}}, 0, full) ==
        "AXI4-Stream: a strobe for a byte that is not there");
  for (const char* port : {"in_tkeep", "in_tid", "in_tdest"})
    CHECK(said_of<W>({{{"in_tvalid", 1}}, {{port, 1}}}, 0, full) == "AXI4-Stream: a beat changes before it is taken");
}

struct Mismatch {
  AxiStreamIn in{{.last = false}};
  AxiStreamOut out{{.last = true}};
  void logic() { connect(in, out); }
};

TEST_CASE("AXI4-Stream: a side without tlast does not meet one with it") {
  CHECK_THROWS_WITH_AS(elaborate<Mismatch>(), doctest::Contains("has been made without it"), DesignError);
}

TEST_CASE("AXI4 and AXI4-Stream: the checks pass the tools without a word") {
  test::VerilogFolder folder;
  folder.add(*elaborate<Wires>().design);
  folder.add(*elaborate<AxiWire>().design);
  folder.add(*elaborate<StreamWire>({.full = true}).design);
  folder.check_clean();
}

}  // namespace
}  // namespace burin
