// SPDX-License-Identifier: Apache-2.0
//! @file register_file_test.cpp
//! @brief The register file of the DSig service, rule by rule, against the service description.
#include <doctest/doctest.h>

#include <map>
#include <set>

#include "burin/sim/bus/axi_lite.h"
#include "burin/sim/random.h"
#include "designs/dsig/register_file.h"
#include "dsl/verilog/tools.h"

namespace burin {
namespace {

using dsig::RegisterFile;
using sim::BusAnswer;
using Bench = sim::Bench<RegisterFile>;

constexpr BusAnswer kZero{0, false};

BusAnswer okay(uint64_t data) { return {data, false}; }

/// Drives every status input with a value of its own and returns what the registers have to read.
std::map<uint64_t, uint64_t> drive_status(Bench& bench, sim::Random& random) {
  std::map<uint64_t, uint64_t> words;
  const auto word = [&](const detail::Value& port, uint64_t offset) {
    words[offset] = random.word() & 0xffffffff;
    bench.set(port, words[offset]);
  };
  const auto pair = [&](const detail::Value& port, uint64_t offset) {
    const uint64_t value = random.word();
    words[offset] = value & 0xffffffff;
    words[offset + 4] = value >> 32;
    bench.set(port, Bits(64, value));
  };
  const auto& status = bench->status;
  pair(status.start_tick, 0x218);
  pair(status.done_tick, 0x220);
  pair(status.key_tick, 0x228);
  word(status.frames_signed, 0x230);
  word(status.sign_taken, 0x234);
  word(status.verified, 0x238);
  word(status.valid, 0x23c);
  word(status.cert_checks, 0x240);
  word(status.cert_fails, 0x244);
  word(status.certified, 0x248);
  word(status.announced, 0x24c);
  for (const auto& [latency, offset] :
       {std::pair{&status.sign_latency, 0x250}, std::pair{&status.verify_latency, 0x270}}) {
    word(latency->n, static_cast<uint64_t>(offset));
    word(latency->last, static_cast<uint64_t>(offset) + 4);
    word(latency->min, static_cast<uint64_t>(offset) + 8);
    word(latency->max, static_cast<uint64_t>(offset) + 12);
    pair(latency->sum, static_cast<uint64_t>(offset) + 16);
  }
  Bits key = random.bits(256);
  bench.set(status.public_key, key);
  for (uint32_t w = 0; w < 8; ++w) words[0x2a0 + 4 * w] = key.slice(32 * w, 32).to_uint64();
  return words;
}

/// Every argument word: its offset and where it appears.
struct ArgumentWord {
  uint64_t offset;
  const detail::Value* port;
  uint32_t low;
  uint32_t width;
};

std::vector<ArgumentWord> argument_words(const Bench& bench) {
  std::vector<ArgumentWord> all;
  const auto add = [&](uint64_t offset, const detail::Value& port, uint32_t width) {
    for (uint32_t low = 0; low < width; low += 32)
      all.push_back({offset + low / 8, &port, low, std::min(32U, width - low)});
  };
  const auto slots = static_cast<uint64_t>(bench->config.key_slots.value());
  const auto& arguments = bench->arguments;
  add(0x010, arguments.sign_count, 32);
  add(0x014, arguments.verify_count, 32);
  add(0x018, arguments.batches, 32);
  add(0x020, arguments.epoch, 64);
  add(0x028, arguments.first_batch, 64);
  add(0x030, arguments.cv, 256);
  add(0x050, arguments.seed, 256);
  add(0x070, bench->key_mask, static_cast<uint32_t>(slots));
  add(0x1c0, bench->epoch_mask, static_cast<uint32_t>(slots));
  for (uint64_t s = 0; s < slots; ++s) {
    const auto i = static_cast<int>(s);
    add(s < 8 ? 0x080 + 0x20 * s : 0x300 + 0x20 * (s - 8), bench->keys[i], 256);
    add(s < 8 ? 0x180 + 8 * s : 0x400 + 8 * (s - 8), bench->epochs[i], 64);
  }
  return all;
}

uint64_t argument(Bench& bench, const ArgumentWord& word) {
  return bench.get(*word.port).slice(word.low, word.width).to_uint64();
}

uint64_t merged(uint64_t old, uint64_t data, uint64_t strobes) {
  for (uint32_t byte = 0; byte < 4; ++byte) {
    const uint64_t mask = uint64_t{0xff} << 8 * byte;
    if ((strobes >> byte & 1) != 0) old = (old & ~mask) | (data & mask);
  }
  return old;
}

uint64_t mask_of(uint32_t width) { return (uint64_t{1} << width) - 1; }

/// All that is checked on every engine, with either number of slots.
void check_map(sim::EngineKind kind, const RegisterFile::Config& config, uint32_t stalls) {
  sim::Random random;
  INFO("engine ", sim::engine_name(kind), ", slots ", config.key_slots.value(), ", ", random.replay());
  Bench bench(config, kind);
  sim::AxiLiteDriver bus(bench, bench->s_axi_control, {.seed = random.word(), .stalls_per_mille = stalls});
  bench.reset();
  std::map<uint64_t, uint64_t> readable = drive_status(bench, random);
  readable[0x200] = 0x31555344;
  readable[0x204] = 1;
  readable[0x208] =
      static_cast<uint64_t>(config.slices.value()) | static_cast<uint64_t>(config.table_mask.value()) << 8 |
      static_cast<uint64_t>(config.key_slots.value() & 0xf) << 24 | static_cast<uint64_t>(config.profile.value()) << 28;

  // Arguments: in a random order, with random strobes, until every byte has been written several times.
  const std::vector<ArgumentWord> arguments = argument_words(bench);
  std::vector<uint64_t> expected(arguments.size(), 0);
  for (size_t i = 0; i < 8 * arguments.size(); ++i) {
    const size_t at = random.below(arguments.size());
    const uint64_t data = random.word() & 0xffffffff;
    const uint64_t strobes = random.below(16);
    REQUIRE(bus.write(arguments[at].offset, data, strobes).error == false);
    expected[at] = merged(expected[at], data, strobes) & mask_of(arguments[at].width);
    REQUIRE(argument(bench, arguments[at]) == expected[at]);
  }
  const auto check_arguments = [&] {
    for (size_t i = 0; i < arguments.size(); ++i) {
      INFO("argument at ", arguments[i].offset);
      REQUIRE(argument(bench, arguments[i]) == expected[i]);
    }
  };
  check_arguments();

  // Every address of the 12 bits: what has a value to read has it, all else reads 0, and nothing fails.
  // (On the interpreter, which is slow, every 16th beyond the last register.)
  const uint64_t beyond = kind == sim::EngineKind::interpreter ? 0x40 : 4;
  const auto check_reads = [&] {
    for (uint64_t offset = 0x10; offset < 0x1000; offset += offset < 0x480 ? 4 : beyond) {
      if (offset == 0x20c || offset == 0x210 || offset == 0x214) continue;  // have tests of their own
      INFO("read of ", offset);
      const auto found = readable.find(offset);
      REQUIRE(bus.read(offset) == okay(found == readable.end() ? 0 : found->second));
    }
  };
  check_reads();

  // Writes to all that is no argument change nothing.
  std::set<uint64_t> writable{0x000, 0x004, 0x008, 0x00c};
  for (const ArgumentWord& word : arguments) writable.insert(word.offset);
  for (uint64_t offset = 0; offset < 0x1000; offset += offset < 0x480 ? 4 : beyond) {
    if (!writable.contains(offset)) REQUIRE(bus.write(offset, 0xffffffff).error == false);
  }
  check_arguments();
  check_reads();
  REQUIRE(bench.get_u64(bench->start) == 0);

  // After ap_start, writes to arguments change nothing either, and are answered as before.
  REQUIRE(bus.write(0x000, 1).error == false);
  REQUIRE(bench.get_u64(bench->start) == 1);
  for (const ArgumentWord& word : arguments) REQUIRE(bus.write(word.offset, random.word() & 0xffffffff).error == false);
  check_arguments();
  bench.set(bench->status.ready, true);
  bench.step();
  bench.set(bench->status.ready, false);
  bench.step();
  REQUIRE((bus.read(0x000).data & 1) == 0);  // ap_start is cleared, the arguments stay locked
  REQUIRE(bench.get_u64(bench->start) == 1);
  REQUIRE(bus.write(arguments[0].offset, ~expected[0] & 0xffffffff).error == false);
  check_arguments();

  // A reset in the middle of accesses: all arguments are 0, and may be written again.
  for (const ArgumentWord& word : arguments) bus.post_write(word.offset, 0xffffffff);
  for (uint64_t offset = 0x200; offset < 0x280; offset += 4) bus.post_read(offset);
  bench.step(1 + random.below(30));
  bus.abandon();
  bench.reset();
  REQUIRE(bench.get_u64(bench->start) == 0);
  std::fill(expected.begin(), expected.end(), 0);
  check_arguments();
  REQUIRE(bus.write(0x010, 77).error == false);
  expected[0] = 77;
  check_arguments();
  for (const sim::Event& event : bench.engine().events()) FAIL_CHECK(event.text);
}

TEST_CASE("DSig registers: every address, strobes, unmapped and late access, a reset in the middle, natively") {
  for (const int slots : {8, 16}) {
    check_map(sim::kDefaultEngine, {.key_slots = slots}, 300);
    check_map(sim::kDefaultEngine, {.slices = 8, .table_mask = 0x3ff, .key_slots = slots, .profile = 1}, 0);
  }
}

TEST_CASE("DSig registers: the same on the interpreter") {
  check_map(sim::EngineKind::interpreter, {.slices = 4, .key_slots = 8}, 300);
}

TEST_CASE("DSig registers: the same in Verilator") {
  if (!test::has_tool("verilator")) return;
  check_map(sim::EngineKind::verilator, {.key_slots = 16}, 300);
}

/// A file with 8 slots whose bus has no stalls.
struct Small {
  Bench bench;
  sim::AxiLiteDriver bus{bench, bench->s_axi_control};
  Small() { bench.reset(); }
  void pulse(const detail::Value& port) {
    bench.set(port, true);
    bench.step();
    bench.set(port, false);
    bench.step();
  }
};

TEST_CASE("DSig registers: AP_CTRL") {
  Small s;
  CHECK(s.bus.read(0x000) == kZero);
  s.bench.set(s.bench->status.idle, true);
  CHECK(s.bus.read(0x000) == okay(4));
  CHECK(s.bus.write(0x000, 0).error == false);  // writing 0 starts nothing
  CHECK(s.bench.get_u64(s.bench->start) == 0);
  CHECK(s.bus.write(0x000, 1, 0xe).error == false);  // nor does a write without its byte
  CHECK(s.bench.get_u64(s.bench->start) == 0);
  CHECK(s.bus.write(0x000, 1).error == false);
  s.bench.set(s.bench->status.idle, false);
  CHECK(s.bus.read(0x000) == okay(1));
  CHECK(s.bus.write(0x000, 0).error == false);  // nor stop it
  CHECK(s.bus.read(0x000) == okay(1));
  s.pulse(s.bench->status.ready);
  CHECK(s.bus.read(0x000) == okay(8));
  s.pulse(s.bench->status.done);
  s.bench.set(s.bench->status.idle, true);
  CHECK(s.bus.read(0x000) == okay(0xe));  // ap_done, and reading clears it
  CHECK(s.bus.read(0x000) == okay(0xc));
  s.pulse(s.bench->status.done);
  CHECK(s.bus.write(0x000, 0xffffffff).error == false);  // writing does not
  CHECK(s.bus.read(0x000) == okay(0xf));
}

TEST_CASE("DSig registers: ap_done that comes in the cycle of a read is not lost") {
  Small s;
  s.bus.post_read(0x000);
  s.bench.set(s.bench->status.done, true);
  s.bench.step();  // the address is taken in this cycle
  s.bench.set(s.bench->status.done, false);
  s.bus.finish();
  CHECK(s.bus.read_answers().back() == kZero);
  CHECK(s.bus.read(0x000) == okay(2));
  CHECK(s.bus.read(0x000) == kZero);
}

TEST_CASE("DSig registers: interrupts: GIE, IER, and ISR that toggles where a 1 is written") {
  Small s;
  const auto interrupt = [&] { return s.bench.get_u64(s.bench->interrupt); };
  s.pulse(s.bench->status.done);
  CHECK(s.bus.read(0x00c) == kZero);  // not enabled
  CHECK(s.bus.write(0x008, 0xffffffff).error == false);
  CHECK(s.bus.read(0x008) == okay(3));
  s.pulse(s.bench->status.done);
  CHECK(s.bus.read(0x00c) == okay(1));
  CHECK(s.bus.read(0x00c) == okay(1));
  CHECK(interrupt() == 0);
  CHECK(s.bus.write(0x004, 0xffffffff).error == false);
  CHECK(s.bus.read(0x004) == okay(1));
  CHECK(interrupt() == 1);
  CHECK(s.bus.write(0x00c, 1).error == false);
  CHECK(s.bus.read(0x00c) == kZero);
  CHECK(interrupt() == 0);
  CHECK(s.bus.write(0x00c, 3).error == false);  // software may raise them as well
  CHECK(s.bus.read(0x00c) == okay(3));
  CHECK(s.bus.write(0x00c, 2, 0xe).error == false);
  CHECK(s.bus.read(0x00c) == okay(3));
  CHECK(s.bus.write(0x00c, 2).error == false);
  CHECK(s.bus.read(0x00c) == okay(1));
  CHECK(s.bus.write(0x008, 2).error == false);  // ap_ready alone
  CHECK(s.bus.write(0x00c, 1).error == false);
  s.pulse(s.bench->status.done);
  CHECK(s.bus.read(0x00c) == kZero);
  s.pulse(s.bench->status.ready);
  CHECK(s.bus.read(0x00c) == okay(2));
  CHECK(interrupt() == 1);
}

TEST_CASE("DSig registers: FAULT bits are sticky, each on its own") {
  Small s;
  const auto& fault = s.bench->status.fault;
  uint64_t expected = 0;
  const detail::Value* const ports[] = {&fault.slice, &fault.certificate, &fault.verify_core, &fault.trusted_key,
                                        &fault.framing};
  CHECK(s.bus.read(0x20c) == kZero);
  for (int i = 0; i < 5; ++i) {
    s.pulse(*ports[i]);
    expected |= uint64_t{1} << i;
    CHECK(s.bus.read(0x20c) == okay(expected));
    CHECK(s.bus.write(0x20c, 0xffffffff).error == false);
    CHECK(s.bus.read(0x20c) == okay(expected));
  }
  s.bench.reset();
  CHECK(s.bus.read(0x20c) == kZero);
}

TEST_CASE("DSig registers: TICKS lo snapshots TICKS hi") {
  Small s;
  const auto ticks = [&](uint64_t value) { s.bench.set(s.bench->status.ticks, Bits(64, value)); };
  ticks(0x1'ffffffff);
  CHECK(s.bus.read(0x210) == okay(0xffffffff));
  ticks(0x2'00000000);
  CHECK(s.bus.read(0x214) == okay(1));
  CHECK(s.bus.read(0x214) == okay(1));
  CHECK(s.bus.read(0x218) == kZero);  // the reading of another register latches nothing
  CHECK(s.bus.read(0x214) == okay(1));
  CHECK(s.bus.read(0x210) == kZero);
  CHECK(s.bus.read(0x214) == okay(2));
}

TEST_CASE("DSig registers: MIN reads all ones until something was measured") {
  Small s;
  for (const auto& [latency, offset] :
       {std::pair{&s.bench->status.sign_latency, 0x258}, std::pair{&s.bench->status.verify_latency, 0x278}}) {
    s.bench.set(latency->min, 123);
    CHECK(s.bus.read(static_cast<uint64_t>(offset)) == okay(0xffffffff));
    s.bench.set(latency->n, 1);
    CHECK(s.bus.read(static_cast<uint64_t>(offset)) == okay(123));
  }
}

TEST_CASE("DSig registers: secrets have no read path: whatever they are, the bus says the same") {
  sim::Random random;
  INFO(random.replay());
  Bench one;
  Bench other;
  sim::AxiLiteDriver one_bus(one, one->s_axi_control);
  sim::AxiLiteDriver other_bus(other, other->s_axi_control);
  one.reset();
  other.reset();
  for (uint64_t offset = 0x030; offset < 0x070; offset += 4) {
    one_bus.write(offset, random.word() & 0xffffffff);
    other_bus.write(offset, random.word() & 0xffffffff);
  }
  CHECK(one.get(one->arguments.seed) != other.get(other->arguments.seed));
  for (uint64_t offset = 0; offset < 0x1000; offset += 4) {
    one_bus.post_read(offset);
    other_bus.post_read(offset);
  }
  one_bus.finish();
  other_bus.finish();
  CHECK(one_bus.read_answers() == other_bus.read_answers());
}

TEST_CASE("DSig registers: 16 slots have a window of their own, and the map of 8 is unchanged") {
  const auto words_of = [](int slots) {
    const auto made = elaborate<RegisterFile>({.key_slots = slots});
    std::map<std::string, uint64_t> constants;
    const std::vector<SideFile> files = made.side_files();
    std::istringstream lines(files.at(0).text);
    for (std::string define, name, value; lines >> define;) {
      if (define == "#define" && lines >> name >> value && value.ends_with('u'))
        constants[name] = std::stoull(value, nullptr, 0);
    }
    return constants;
  };
  const auto eight = words_of(8);
  const auto sixteen = words_of(16);
  for (const auto& [name, value] : eight) {
    INFO(name);
    REQUIRE(sixteen.contains(name));
    CHECK(sixteen.at(name) == (name == "KEY_SLOTS" ? 16 : value));
  }
  CHECK(sixteen.at("ARG_KEYS_HIGH") == 0x300);
  CHECK(sixteen.at("ARG_KEYS_HIGH_STRIDE") == 0x20);
  CHECK(sixteen.at("ARG_EPOCHS_HIGH") == 0x400);
  CHECK_FALSE(eight.contains("ARG_KEYS_HIGH"));
}

TEST_CASE("DSig registers: lint and synthesis") {
  test::VerilogFolder folder;
  folder.add(*elaborate<RegisterFile>().design);
  folder.check_clean();
  folder.add(*elaborate<RegisterFile>({.key_slots = 16}).design);
  if (!test::has_tool("yosys")) return;
  const ProcessResult result = folder.run(
      {"yosys", "-q", "-p",
       "read_verilog " + folder.tops()[0] + ".v; synth -run begin:fine -top " + folder.tops()[0] + "; check -assert"});
  CHECK_MESSAGE(result.ok(), failure_text(result));
}

}  // namespace
}  // namespace burin
