// SPDX-License-Identifier: Apache-2.0
//! @file memories_test.cpp
//! @brief Memories and tables: ports, masks, policies, contents, words of any type.
#include <doctest/doctest.h>

#include <cstdio>
#include <fstream>

#include "support/simulated.h"

namespace burin {
namespace {

using test::Simulated;

struct Entry {
  Bool valid;
  UInt<4> tag;
  Vec<UInt<2>, 2> pair;
};

struct Ports {
  In<UInt<3>> a, b;
  In<UInt<8>> data;
  In<Bool> write, write_b, enable;
  In<UInt<2>> mask;
  Out<UInt<8>> now, old_word, new_word, held, masked;
  Out<Entry> entry;
  Memory<UInt<8>> memory{6,
                         {.contents = {Bits(8, 10), Bits(8, 11), Bits(8, 12), Bits(8, 13), Bits(8, 14), Bits(8, 15)}}};
  Memory<UInt<8>> bytes{8, {.contents = std::vector<Bits>(8, Bits(8)), .style = "distributed", .granule = 4}};
  Memory<Entry> entries{8, {.contents = std::vector<Bits>(8, Bits(9))}};
  void logic() {
    now = memory.read(a);
    old_word = memory.read_sync(a);
    new_word = memory.read_sync(a, {.policy = ReadUnderWrite::new_data});
    held = memory.read_sync(a, {.enable = enable});
    IF (write) {
      memory.write(a, data);
    }
    IF (write_b) {
      memory.write(b, data + 1);
    }  // the later port wins
    masked = bytes.read(a);
    IF (write) {
      bytes.write_masked(a, data, mask);
    }
    entry = entries.read(a);
    IF (write) {
      entries.write(a, Entry{.valid = true, .tag = data.bits<3, 0>(), .pair = {data.bits<5, 4>(), data.bits<7, 6>()}});
    }
  }
};

TEST_CASE("read and write ports of memories") {
  ElaborateOptions options;
  options.severities = {{.code = "B0302", .source_prefix = "", .severity = Severity::ignored}};
  Simulated<Ports> s({}, options);
  for (uint64_t a = 0; a < 8; ++a) CHECK(s.with("a", a, "now") == (a < 6 ? 10 + a : 0));
  s.set("a", 2);
  s.set("data", 0xb7);
  s.set("write", 1);
  s.set("mask", 2);
  s.set("enable", 1);
  s.step();
  CHECK(s.get("now") == 0xb7);
  CHECK(s.get("old_word") == 12);
  CHECK(s.get("new_word") == 0xb7);
  CHECK(s.get("held") == 12);
  CHECK(s.get("masked") == 0xb0);
  CHECK(s.get("entry_valid") == 1);
  CHECK(s.get("entry_tag") == 7);
  CHECK(s.get("entry_pair_0") == 3);
  CHECK(s.get("entry_pair_1") == 2);
  s.set("enable", 0);
  s.set("write_b", 1);
  s.set("b", 2);
  s.step();
  CHECK(s.get("now") == 0xb8);
  CHECK(s.get("old_word") == 0xb7);
  CHECK(s.get("new_word") == 0xb8);
  CHECK(s.get("held") == 12);
  s.set("a", 7);  // beyond the depth: writes nothing, reads 0
  s.set("b", 6);
  s.step();
  CHECK(s.get("now") == 0);
  CHECK(s.get("old_word") == 0);
  s.set("write", 0);
  s.set("write_b", 0);
  for (uint64_t a = 0; a < 6; ++a) CHECK(s.with("a", a, "now") == (a == 2 ? 0xb8 : 10 + a));
}

struct Literals {
  struct Config {
    Param<int, "words", range(1, 64)> depth = 4;
  };
  Config config;
  In<Bool> write;
  In<UInt<>> address{bits(index_bits(config.depth))};
  Out<UInt<>> y{bits(12)};
  Out<Bool> z;
  Memory<UInt<>> words{
      config.depth, bits(12), {.contents = std::vector<Bits>(static_cast<size_t>(config.depth), Bits(12))}};
  Memory<Vec<UInt<>>> pairs{config.depth,
                            Vec<UInt<>>(2, UInt<>(bits(3))),
                            {.contents = std::vector<Bits>(static_cast<size_t>(config.depth), Bits(6))}};
  void logic() {
    IF (write) {
      words.write(address, 77);  // a C++ integer takes on the width of the words
      pairs.write(address, Vec<UInt<>>{5, 6});
    }
    y = words.read(address);
    z = pack(pairs.read(0)) == (6 << 3 | 5);
  }
};

TEST_CASE("C++ integers as words of dynamic width") {
  for (const int depth : {1, 4, 5}) {
    Simulated<Literals> s({.depth = depth});
    CHECK(s.get("z") == 0);
    s.set("write", 1);
    s.step();
    CHECK(s.get("y") == 77);
    CHECK(s.get("z") == 1);
  }
}

enum class Opcode { nop, add, jump };

struct Tables {
  In<UInt<4>> a;
  Out<UInt<8>> square, later, from_file;
  Out<SInt<6>> negative;
  Out<Enum<Opcode>> opcode;
  static std::array<int, 10> squares() {
    std::array<int, 10> table{};
    for (int i = 0; i < 10; ++i) table[static_cast<size_t>(i)] = i * i;
    return table;
  }
  Rom<UInt<8>> rom{squares()};
  Rom<SInt<6>> signed_rom{std::array{-32, -1, 0, 31}};
  Rom<Enum<Opcode>> opcodes{std::vector<Bits>{Bits(2, 2), Bits(2, 1)}};
  Memory<UInt<8>> file{8, {.contents = contents_of_file(path, 8)}};
  static inline std::string path;
  void logic() {
    square = rom.read(a);
    later = rom.read_sync(a);
    negative = signed_rom.read(a.bits(1, 0));
    opcode = opcodes.read(a.bit(0).as_uint());
    from_file = file.read(a.bits(2, 0));
  }
};

TEST_CASE("tables, and contents from a file") {
  Tables::path = std::string(BURIN_BINARY_DIR) + "/lang_memory_contents.hex";
  std::ofstream(Tables::path) << "// a comment\n01 ff // two words\n@4\n7\n"
                              << "@5 1_0\n";
  Simulated<Tables> s;
  for (uint64_t a = 0; a < 16; ++a) {
    s.set("a", a);
    s.step();
    CHECK(s.get("square") == (a < 10 ? a * a : 0));
    CHECK(s.get("later") == (a < 10 ? a * a : 0));
    const uint64_t negative[] = {32, 63, 0, 31};
    CHECK(s.get("negative") == negative[a % 4]);
    CHECK(s.get("opcode") == (a % 2 == 0 ? 2 : 1));
    const uint64_t words[] = {1, 255, 0, 0, 7, 16, 0, 0};
    CHECK(s.get("from_file") == words[a % 8]);
  }
  std::remove(Tables::path.c_str());
}

struct TwoClocks {
  Clock write_side{{.reset = ResetKind::none}};
  Clock read_side{{.reset = ResetKind::none}};
  In<UInt<2>> write_address{{.clock = write_side}};
  In<UInt<8>> data{{.clock = write_side}};
  In<Bool> write{{.clock = write_side}};
  In<UInt<2>> read_address{{.clock = read_side}};
  Out<UInt<8>> q{{.clock = read_side}};
  Memory<UInt<8>> memory{4, {.contents = std::vector<Bits>(4, Bits(8))}};
  void logic() {
    IF (write) {
      memory.write(write_address, data, write_side);
    }
    q = waive_crossing(memory.read_sync(read_address, {.clock = read_side}), "words are stable when they are read");
  }
};

TEST_CASE("a memory between two clocks") {
  Simulated<TwoClocks> s;
  s.set("write_address", 3);
  s.set("data", 0x77);
  s.set("write", 1);
  s.set("read_address", 3);
  s.engine().step("read_side_clk");
  CHECK(s.get("q") == 0);
  s.engine().step("write_side_clk");
  CHECK(s.get("q") == 0);
  s.engine().step("read_side_clk");
  CHECK(s.get("q") == 0x77);
}

}  // namespace
}  // namespace burin
