// SPDX-License-Identifier: Apache-2.0
//! @file register_buses_test.cpp
//! @brief AXI4-Lite, APB and AHB-Lite: models of both sides against each other, and every rule that the checks know.
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>

#include "burin/lib/buses.h"
#include "burin/sim/bus/ahb_lite.h"
#include "burin/sim/bus/apb.h"
#include "burin/sim/bus/axi_lite.h"
#include "burin/sim/random.h"
#include "dsl/lib/bus/rules.h"
#include "dsl/verilog/tools.h"

namespace burin {
namespace {

using test::said_of;

constexpr size_t kMemory = 64;  // bytes; half of what 7 bits of address reach

struct AxiLiteWire {
  AxiLiteSubordinate in{{.address = 7}};
  AxiLiteManager out{{.address = 7}};
  void logic() {
    connect(in, out);
    check_protocol(in, {.max_wait = 100});
  }
};
struct ApbWire {
  ApbSubordinate in{{.address = 7}};
  ApbManager out{{.address = 7}};
  void logic() {
    connect(in, out);
    check_protocol(in, {.max_wait = 100});
  }
};
struct AhbLiteWire {
  AhbLiteSubordinate in{{.address = 7}};
  AhbLiteManager out{{.address = 7}};
  void logic() {
    connect(in, out);
    check_protocol(in, {.max_wait = 100});
  }
};

/// Strobes that every bus has: one byte, two or four.
constexpr uint64_t kStrobes[] = {0x1, 0x2, 0x4, 0x8, 0x3, 0xc, 0xf};

std::string failures_of(sim::Engine& engine) {
  std::string text;
  for (const sim::Event& event : engine.events()) text += event.text + "\n";
  return text;
}

/// A driver and a memory on a wire. Each acts on what the other one has set: on AHB-Lite the driver on the memory's
/// readiness, on APB the memory on the driver's request.
template <typename Wire, typename Driver, typename Memory>
struct Ends {
  Ends(sim::Bench<Wire>& bench, sim::Random& random, uint32_t stalls) {
    const auto timing = [&] { return sim::BusTiming{.seed = random.word(), .stalls_per_mille = stalls}; };
    if (std::is_same_v<Wire, AhbLiteWire>) memory.emplace(bench, bench->out, kMemory, timing());
    driver.emplace(bench, bench->in, timing());
    if (!memory) memory.emplace(bench, bench->out, kMemory, timing());
  }
  std::optional<Driver> driver;
  std::optional<Memory> memory;
};

/// Random accesses from a driver through a design to a memory, against a model of the memory.
template <typename Wire, typename Driver, typename Memory>
void run_random(sim::EngineKind kind, uint32_t stalls) {
  sim::Random random;
  INFO(random.replay());
  sim::Bench<Wire> bench({}, kind);
  Ends<Wire, Driver, Memory> ends(bench, random, stalls);
  Driver& driver = *ends.driver;
  bench.reset();
  std::vector<uint8_t> expected(kMemory, 0);
  size_t refused = 0;
  for (int i = 0; i < 400; ++i) {
    const uint64_t address = random.below(24) * 4;  // a third of them beyond the end
    const bool beyond = address >= kMemory;
    refused += beyond ? 1 : 0;
    if (random.chance(500)) {
      const uint64_t data = random.word() & 0xffffffff;
      const uint64_t strobes = kStrobes[random.below(std::size(kStrobes))];
      REQUIRE(driver.write(address, data, strobes).error == beyond);
      for (uint64_t byte = 0; byte < 4 && !beyond; ++byte) {
        if ((strobes >> byte & 1) != 0) expected[address + byte] = static_cast<uint8_t>(data >> 8 * byte);
      }
    } else {
      uint64_t word = 0;
      for (uint64_t byte = 0; byte < 4 && !beyond; ++byte) word |= uint64_t{expected[address + byte]} << 8 * byte;
      const sim::BusAnswer answer = driver.read(address);
      REQUIRE(answer.error == beyond);
      if (!beyond) REQUIRE(answer.data == word);
    }
  }
  CHECK(refused > 50);
  CHECK(ends.memory->bytes() == expected);
  CHECK(failures_of(bench.engine()) == "");
}

TEST_CASE("buses: random accesses with random stalls arrive, in the right bytes, and keep the rules") {
  for (const sim::EngineKind kind : {sim::EngineKind::interpreter, sim::kDefaultEngine}) {
    for (const uint32_t stalls : {0U, 300U, 700U}) {
      INFO("engine ", sim::engine_name(kind), ", stalls ", stalls);
      run_random<AxiLiteWire, sim::AxiLiteDriver, sim::AxiLiteMemory>(kind, stalls);
      run_random<ApbWire, sim::ApbDriver, sim::ApbMemory>(kind, stalls);
      run_random<AhbLiteWire, sim::AhbLiteDriver, sim::AhbLiteMemory>(kind, stalls);
    }
  }
}

/// Many accesses at once: they overlap as far as the bus can.
template <typename Wire, typename Driver, typename Memory>
uint64_t cycles_for_posted(uint32_t stalls) {
  sim::Random random;
  INFO(random.replay());
  sim::Bench<Wire> bench;
  Ends<Wire, Driver, Memory> ends(bench, random, stalls);
  Driver& driver = *ends.driver;
  bench.reset();
  for (uint64_t i = 0; i < 16; ++i) driver.post_write(4 * i, 0x01010101 * i);
  driver.finish();
  const uint64_t begin = bench.cycles();
  for (uint64_t i = 0; i < 16; ++i) driver.post_read(4 * i);
  driver.finish();
  for (uint64_t i = 0; i < 16; ++i) CHECK(driver.read_answers()[i] == sim::BusAnswer{0x01010101 * i, false});
  CHECK(failures_of(bench.engine()) == "");
  return bench.cycles() - begin;
}

TEST_CASE("buses: posted accesses are done in order, one a clock on AXI4-Lite and AHB-Lite") {
  CHECK(cycles_for_posted<AxiLiteWire, sim::AxiLiteDriver, sim::AxiLiteMemory>(0) == 17);
  CHECK(cycles_for_posted<AhbLiteWire, sim::AhbLiteDriver, sim::AhbLiteMemory>(0) == 17);
  CHECK(cycles_for_posted<ApbWire, sim::ApbDriver, sim::ApbMemory>(0) == 32);
  cycles_for_posted<AxiLiteWire, sim::AxiLiteDriver, sim::AxiLiteMemory>(500);
  cycles_for_posted<AhbLiteWire, sim::AhbLiteDriver, sim::AhbLiteMemory>(500);
  cycles_for_posted<ApbWire, sim::ApbDriver, sim::ApbMemory>(500);
}

TEST_CASE("buses: one after the other with strobes that AHB-Lite has not are refused") {
  sim::Bench<AhbLiteWire> bench;
  sim::AhbLiteDriver driver(bench, bench->in);
  for (const uint64_t strobes : {0x0, 0x5, 0x6, 0x7, 0xe}) CHECK_THROWS_AS(driver.post_write(0, 0, strobes), UserError);
}

TEST_CASE("AXI4-Lite: each rule that is broken is named") {
  using W = AxiLiteWire;
  CHECK(said_of<W>({{}, {}}) == "");
  CHECK(said_of<W>({{{"in_awvalid", 1}}, {{"in_awvalid", 0}}}) == "AXI4-Lite: AW changes before it is taken");
  CHECK(said_of<W>({{{"in_awvalid", 1}}, {{"in_awaddr", 4}}}) == "AXI4-Lite: AW changes before it is taken");
  CHECK(said_of<W>({{{"in_wvalid", 1}}, {{"in_wstrb", 4}}}) == "AXI4-Lite: W changes before it is taken");
  CHECK(said_of<W>({{{"in_wvalid", 1}}, {{"in_wdata", 4}}}) == "AXI4-Lite: W changes before it is taken");
  CHECK(said_of<W>({{{"in_arvalid", 1}}, {{"in_arprot", 1}}}) == "AXI4-Lite: AR changes before it is taken");
  CHECK(said_of<W>({{{"out_bvalid", 1}, {"in_bready", 1}}}) == "AXI4-Lite: B answers no write");
  CHECK(said_of<W>({{{"in_awvalid", 1}, {"out_awready", 1}}, {{"in_awvalid", 0}, {"out_bvalid", 1}}}) ==
        "AXI4-Lite: B answers no write");  // its data are missing
  CHECK(said_of<W>({{{"out_rvalid", 1}, {"in_rready", 1}}}) == "AXI4-Lite: R answers no read");
  const std::map<std::string, uint64_t> read{{"in_arvalid", 1}, {"out_arready", 1}};
  CHECK(said_of<W>({read, {{"in_arvalid", 0}, {"out_rvalid", 1}}, {{"out_rdata", 1}}}) ==
        "AXI4-Lite: R changes before it is taken");
  CHECK(said_of<W>({read, {{"in_arvalid", 0}, {"out_rvalid", 1}, {"out_rresp", 1}}}) == "AXI4-Lite: R is EXOKAY");
  const std::map<std::string, uint64_t> write{
      {"in_awvalid", 1}, {"out_awready", 1}, {"in_wvalid", 1}, {"out_wready", 1}};
  const std::map<std::string, uint64_t> written{{"in_awvalid", 0}, {"in_wvalid", 0}, {"out_bvalid", 1}};
  CHECK(said_of<W>({write, written, {{"out_bvalid", 0}}}) == "AXI4-Lite: B changes before it is taken");
  CHECK(said_of<W>({write, written, {{"in_bready", 1}}, {}}) == "AXI4-Lite: B answers no write");  // twice
  CHECK(said_of<W>({write, written, {{"in_bready", 1}, {"out_bresp", 1}}}) ==
        "AXI4-Lite: B changes before it is taken; AXI4-Lite: B is EXOKAY");
  CHECK(said_of<W>({{{"in_awvalid", 1}}}, 110) == "AXI4-Lite: AW waits too long");
  CHECK(said_of<W>({{{"in_wvalid", 1}}}, 110) == "AXI4-Lite: W waits too long");
  CHECK(said_of<W>({{{"in_arvalid", 1}}}, 110) == "AXI4-Lite: AR waits too long");
  CHECK(said_of<W>({read, {{"in_arvalid", 0}}}, 110) == "AXI4-Lite: a read is not answered in time");
  CHECK(said_of<W>({write, {{"in_awvalid", 0}, {"in_wvalid", 0}}}, 110) ==
        "AXI4-Lite: a write is not answered in time");
  CHECK(said_of<W>({read, {{"in_arvalid", 0}, {"out_rvalid", 1}}}, 110) == "AXI4-Lite: R waits too long");
  CHECK(said_of<W>({write, written}, 110) == "AXI4-Lite: B waits too long");
}

TEST_CASE("APB: each rule that is broken is named") {
  using W = ApbWire;
  const std::map<std::string, uint64_t> setup{{"in_psel", 1}, {"in_penable", 0}, {"in_pwrite", 1}, {"in_pstrb", 3}};
  const std::map<std::string, uint64_t> access{{"in_penable", 1}};
  CHECK(said_of<W>({setup, access, {{"out_pready", 1}}, {{"in_psel", 0}, {"in_penable", 0}}}) == "");
  CHECK(said_of<W>({{{"in_penable", 1}}}) == "APB: an access without a setup cycle; APB: enable without select");
  CHECK(said_of<W>({{{"in_psel", 1}, {"in_penable", 1}}}) == "APB: an access without a setup cycle");
  CHECK(said_of<W>({setup, {}}) == "APB: an access is broken off");
  CHECK(said_of<W>({setup, access, {{"in_psel", 0}, {"in_penable", 0}}}) == "APB: an access is broken off");
  CHECK(said_of<W>({setup, access, {{"in_pwdata", 1}}}) == "APB: an access changes under way");
  CHECK(said_of<W>({setup, {{"in_penable", 1}, {"in_pstrb", 1}}}) == "APB: an access changes under way");
  CHECK(said_of<W>({{{"in_psel", 1}, {"in_pstrb", 1}}}) == "APB: a read with strobes");
  CHECK(said_of<W>({setup, access}, 110) == "APB: an access waits too long");
}

TEST_CASE("AHB-Lite: each rule that is broken is named") {
  using W = AhbLiteWire;
  const auto code = [](auto value) { return static_cast<uint64_t>(value); };
  const uint64_t kNonseq = code(AhbTransfer::nonseq);
  const uint64_t kSeq = code(AhbTransfer::seq);
  const std::map<std::string, uint64_t> quiet{{"in_hready", 1}, {"out_hreadyout", 1}, {"in_hsize", 2}};
  const auto with = [&](std::map<std::string, uint64_t> more) {
    for (const auto& [name, value] : quiet) more.try_emplace(name, value);
    return more;
  };
  const std::map<std::string, uint64_t> stop{{"in_htrans", 0}};
  const auto start = with({{"in_hsel", 1}, {"in_htrans", kNonseq}, {"in_haddr", 8}});
  const auto burst = [&](AhbBurst kind) {
    return with({{"in_hsel", 1}, {"in_htrans", kNonseq}, {"in_haddr", 8}, {"in_hburst", code(kind)}});
  };
  const std::map<std::string, uint64_t> wait{{"in_hready", 0}, {"out_hreadyout", 0}};

  CHECK(said_of<W>({start, stop, {}}) == "");
  CHECK(said_of<W>({start, with({{"in_haddr", 12}}), stop, {}}) == "");
  CHECK(said_of<W>({start, wait, {{"in_haddr", 12}}}) == "AHB-Lite: a transfer changes while it waits");
  CHECK(said_of<W>({with({{"in_hsel", 1}, {"in_htrans", kNonseq}, {"in_haddr", 2}})}) ==
        "AHB-Lite: an address is no multiple of the size");
  CHECK(said_of<W>({with({{"in_hsel", 1}, {"in_htrans", kNonseq}, {"in_hsize", 3}})}) ==
        "AHB-Lite: a transfer is wider than the data");
  CHECK(said_of<W>({start, {{"in_htrans", kSeq}}}) ==
        "AHB-Lite: seq or busy outside a burst; AHB-Lite: seq or busy with another address than the next");
  CHECK(said_of<W>({burst(AhbBurst::incr), {{"in_htrans", kSeq}, {"in_haddr", 12}}, stop}) == "");
  CHECK(said_of<W>({burst(AhbBurst::incr4), {{"in_htrans", kSeq}, {"in_haddr", 16}}}) ==
        "AHB-Lite: seq or busy with another address than the next");
  CHECK(said_of<W>({burst(AhbBurst::wrap4),
                    {{"in_htrans", kSeq}, {"in_haddr", 12}},
                    {{"in_haddr", 0}},
                    {{"in_haddr", 4}},
                    stop}) == "");
  CHECK(said_of<W>({burst(AhbBurst::wrap4), {{"in_htrans", kSeq}, {"in_haddr", 12}}, {{"in_haddr", 16}}}) ==
        "AHB-Lite: seq or busy with another address than the next");
  CHECK(said_of<W>({burst(AhbBurst::wrap8), {{"in_htrans", kSeq}, {"in_haddr", 12}}, {{"in_haddr", 16}}, stop}) == "");
  CHECK(said_of<W>({burst(AhbBurst::incr),
                    {{"in_htrans", code(AhbTransfer::busy)}, {"in_haddr", 12}},
                    {{"in_htrans", kSeq}},
                    stop}) == "");
  CHECK(said_of<W>({burst(AhbBurst::incr), {{"in_htrans", kSeq}, {"in_haddr", 12}, {"in_hwrite", 1}}}) ==
        "AHB-Lite: a burst changes its kind");
  auto write = start;
  write["in_hwrite"] = 1;
  CHECK(said_of<W>({write, {{"in_htrans", 0}, {"in_hready", 0}, {"out_hreadyout", 0}}, {{"in_hwdata", 1}}}) ==
        "AHB-Lite: write data change while they wait");
  CHECK(said_of<W>({quiet, {{"out_hreadyout", 0}}}) == "AHB-Lite: an answer to no transfer");
  CHECK(said_of<W>({start,
                    {{"in_htrans", 0}, {"out_hresp", 1}, {"in_hready", 1}, {"out_hreadyout", 1}},
                    {{"out_hresp", 0}}}) == "AHB-Lite: an error lacks its first cycle");
  CHECK(said_of<W>({start,
                    {{"in_htrans", 0}, {"out_hresp", 1}, {"in_hready", 0}, {"out_hreadyout", 0}},
                    {{"out_hresp", 0}, {"in_hready", 1}, {"out_hreadyout", 1}}}) ==
        "AHB-Lite: an error lacks its second cycle");
  CHECK(said_of<W>({start,
                    {{"in_htrans", 0}, {"out_hresp", 1}, {"in_hready", 0}, {"out_hreadyout", 0}},
                    {{"in_hready", 1}, {"out_hreadyout", 1}},
                    {{"out_hresp", 0}}}) == "");
  CHECK(said_of<W>({start, {{"in_htrans", 0}, {"in_hready", 0}, {"out_hreadyout", 0}}}, 110) ==
        "AHB-Lite: a transfer waits too long");
}

// ------------------------------------------------------------------------------------------------- the hardware side

struct BusLogic {
  struct Config {
    Param<int, "width of the data", one_of(32, 64)> data = 32;
  };
  Config config;
  AxiLiteSubordinate in{{.address = 12, .data = config.data}};
  Instance<AxiLiteWire> wire;
  AxiLiteManager out{{.address = 7}};
  Out<UInt<>> address{bits(12)};
  void logic() {
    connect(wire->out, out);
    connect(in, wire->in);
    address = in.awaddr;
  }
};

TEST_CASE("buses: interfaces of different widths do not meet") {
  CHECK_THROWS_WITH_AS(elaborate<BusLogic>(), doctest::Contains("B0101"), DesignError);
}

struct WithoutData {
  AxiLiteSubordinate in{{.address = 12, .data = 16}};
  Out<Bool> x;
  void logic() { x = true; }
};

TEST_CASE("buses: widths that the bus does not have are refused") {
  CHECK_THROWS_WITH_AS(elaborate<WithoutData>(), doctest::Contains("32 or 64"), DesignError);
}

TEST_CASE("buses: the checks and the wires pass the tools without a word") {
  test::VerilogFolder folder;
  folder.add(*elaborate<AxiLiteWire>().design);
  folder.add(*elaborate<ApbWire>().design);
  folder.add(*elaborate<AhbLiteWire>().design);
  folder.check_clean();
}

}  // namespace
}  // namespace burin
