// SPDX-License-Identifier: Apache-2.0
//! @file layout_test.cpp
//! @brief Where the parts of a map come to lie, and what is said of those that cannot.
#include <doctest/doctest.h>

#include <map>

#include "burin/lib/registers.h"
#include "support/expect_diagnostic.h"

namespace burin {
namespace {

using namespace registers;

/// The constants of the C header that a design makes.
template <typename M>
std::map<std::string, uint64_t> constants_of() {
  const Elaboration<M> made = elaborate<M>();
  CHECK(made.warnings == "");
  std::map<std::string, uint64_t> constants;
  const std::vector<SideFile> files = made.side_files();
  REQUIRE(!files.empty());
  std::istringstream lines(files.front().text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string define;
    std::string name;
    std::string value;
    if (words >> define >> name >> value && define == "#define") constants[name] = std::stoull(value, nullptr, 0);
  }
  return constants;
}

struct Automatic {
  struct Bits2 {
    ReadWrite<UInt<3>> low{"bits 2 to 0"};
    ReadWrite<Bool> next_one{"bit 3"};
    ReadWrite<UInt<4>> placed{bit(16), "bits 19 to 16"};
    ReadWrite<Bool> behind{"bit 20"};
  };
  struct Channel {
    ReadWrite<UInt<32>> a{"first"};
    ReadWrite<UInt<64>> b{"second"};
  };
  struct Group {
    ReadWrite<UInt<1>> x{"one bit"};
    ReadWrite<UInt<33>> y{"two words"};
  };
  struct Map {
    ReadWrite<UInt<8>> first{"at 0"};
    registers::Register<Bits2> flags{"at 4"};
    Array<Channel> channel{3, next(), "at 8, 12 bytes each"};
    Group group;
    Block<Group> block{at(0x40), "its offsets count from here"};
    Window window{next(), 4, "behind the block"};
  };
};

TEST_CASE("register maps: what has no place lies behind what is before it") {
  struct Design {
    ApbSubordinate bus{{.address = 8}};
    Automatic::Map map;
    Out<Bool> any;
    void logic() {
      serve(bus, map, {.name = "automatic"});
      any = map.first != 0;
    }
  };
  // The group ends at 0x38, and the block begins at 0x40: a gap.
  CHECK_THROWS_WITH_AS(elaborate<Design>(), doctest::Contains("from 0x38 to 0x3f"), DesignError);
}

struct Closed {
  struct Map {
    ReadWrite<UInt<8>> first{"at 0"};
    registers::Register<Automatic::Bits2> flags{"at 4"};
    Array<Automatic::Channel> channel{3, next(), "at 8, 12 bytes each"};
    Automatic::Group group;
    Reserved gap{next(), 8};
    Block<Automatic::Group> block{at(0x40), "its offsets count from here"};
    Window window{next(), 4, "behind the block"};
    Array<ReadWrite<UInt<16>>> spread{2, next(), "with room between", {.stride = 8, .first = 5}};
  };
  ApbSubordinate bus{{.address = 8}};
  Map map;
  Out<Bool> any;

  void logic() {
    serve(bus, map, {.name = "closed"});
    any = map.first != 0;
  }
};

TEST_CASE("register maps: addresses, bits, arrays and blocks") {
  const std::map<std::string, uint64_t> constants = constants_of<Closed>();
  const std::map<std::string, uint64_t> expected{
      {"FIRST", 0x00},          {"FLAGS", 0x04},           {"FLAGS_LOW_LSB", 0},
      {"FLAGS_LOW_MASK", 0x7},  {"FLAGS_NEXT_ONE_LSB", 3}, {"FLAGS_PLACED_MASK", 0xf0000},
      {"FLAGS_BEHIND_LSB", 20}, {"CHANNEL_A", 0x08},       {"CHANNEL_A_COUNT", 3},
      {"CHANNEL_A_STRIDE", 12}, {"CHANNEL_B", 0x0c},       {"CHANNEL_B_WORDS", 2},
      {"CHANNEL_B_STRIDE", 12}, {"GROUP_X", 0x2c},         {"GROUP_Y", 0x30},
      {"BLOCK", 0x40},          {"BLOCK_X", 0x40},         {"BLOCK_Y", 0x44},
      {"WINDOW", 0x4c},         {"WINDOW_WORDS", 4},       {"SPREAD", 0x5c},
      {"SPREAD_STRIDE", 8},
  };
  for (const auto& [name, value] : expected) {
    INFO(name);
    REQUIRE(constants.contains(name));
    CHECK(constants.at(name) == value);
  }
}

// ----------------------------------------------------------------------------------------------------------- mistakes

struct Overlap {
  struct OverlapMap {
    ReadWrite<UInt<64>> wide{at(0x00), "two words"};
    ReadWrite<UInt<32>> inside{at(0x04), "in the second"};  // expect: B0901 "`inside` at 0x4 lies where `wide` lies"
    ReadWrite<UInt<32>> behind{at(0x08), "free"};
    Array<ReadWrite<UInt<32>>> back{2, at(0x00), "again"};  // expect: B0901 "`back[0]` at 0x0"
  };
  ApbSubordinate bus{{.address = 8}};
  OverlapMap map;
  void logic() { serve(bus, map); }
};

struct BitOverlap {
  struct BitOverlapFields {
    ReadWrite<UInt<8>> low{bit(0), "bits 7 to 0"};
    ReadWrite<Bool> seventh{bit(7), "the last of these"};  // expect: B0901 "field `control.seventh` at bit 7"
  };
  struct BitOverlapMap {
    registers::Register<BitOverlapFields> control{at(0x00), "control"};
  };
  ApbSubordinate bus{{.address = 8}};
  BitOverlapMap map;
  void logic() { serve(bus, map); }
};

struct Gap {
  struct GapMap {
    ReadWrite<UInt<32>> low{at(0x00), "at 0"};
    ReadWrite<UInt<32>> high{at(0x0c), "at 12"};  // expect: B0902 "the 8 bytes before `high`, from 0x4 to 0xb"
    Array<ReadWrite<UInt<32>>> spread{3, at(0x10), "room between is no gap", {.stride = 16}};
  };
  ApbSubordinate bus{{.address = 8}};
  GapMap map;
  void logic() { serve(bus, map); }
};

struct Misfits {
  struct MisfitsFields {
    ReadWrite<UInt<16>> beyond{bit(20), "ends at bit 36"};  // expect: B0903 "reaches beyond the 32 bits"
    ReadWrite<Bool> offset{at(4), "has no offset"};         // expect: B0903 "field `control.offset` of a register"
  };
  struct MisfitsMap {
    registers::Register<MisfitsFields> control{at(0x00), "control"};
    ReadWrite<UInt<32>> odd{at(0x05), "inside a word"};      // expect: B0903 "begins at 0x5, inside a word"
    ReadWrite<Bool> lone{bit(3), "a bit of nothing"};        // expect: B0903 "is given a bit"
    Window narrow{at(0x04), 4, "", Access::read_write, 16};  // expect: B0903 "words of 16 bits on a bus of 32 bits"
    Window strange{at(0x04), 4, "?", Access::pulse};         // expect: B0903 "an access that memories do not have"
    Array<ReadWrite<UInt<64>>> tight{2, at(0x04), "?", {.stride = 4}};  // expect: B0903 "4 bytes apart and have 8"
  };
  ApbSubordinate bus{{.address = 8}};
  MisfitsMap map;
  void logic() { serve(bus, map); }
};

struct TooSmall {
  struct TooSmallMap {
    Array<ReadWrite<UInt<32>>> many{17, at(0x00), "68 bytes"};
  };
  ApbSubordinate bus{{.address = 6}};
  TooSmallMap map;
  void logic() {
    serve(bus, map);  // expect: B0903 "the map has 0x44 bytes, and the bus an address of 6 bits"
  }
};

struct WideBus {
  struct WideBusMap {
    ReadWrite<UInt<32>> word{"one"};
  };
  AxiLiteSubordinate bus{{.address = 8, .data = 64}};
  WideBusMap map;
  void logic() {
    serve(bus, map);  // expect: B0903 "the map is served on a bus of 64 bits"
  }
};

struct Twice {
  struct TwiceMap {
    ReadWrite<UInt<32>> word{"one"};
  };
  ApbSubordinate first{{.address = 8}};
  ApbSubordinate second{{.address = 8}};
  TwiceMap map;
  void logic() {
    serve(first, map);
    serve(second, map);  // expect: B0903 "the map is served a second time"
  }
};

TEST_CASE("register maps: a bus of another width is reported") { test::expect_diagnostics<WideBus>(); }
TEST_CASE("register maps: a map on two buses is reported") { test::expect_diagnostics<Twice>(); }
TEST_CASE("register maps: overlaps are reported at the member") { test::expect_diagnostics<Overlap>(); }
TEST_CASE("register maps: so are overlaps of bits") { test::expect_diagnostics<BitOverlap>(); }
TEST_CASE("register maps: gaps are reported, room between elements is not") { test::expect_diagnostics<Gap>(); }
TEST_CASE("register maps: what does not fit is reported at the member") { test::expect_diagnostics<Misfits>(); }
TEST_CASE("register maps: a map that the address does not reach is reported") { test::expect_diagnostics<TooSmall>(); }

struct StrobeTooEarly {
  struct StrobeTooEarlyMap {
    ReadWrite<UInt<32>> word{"one"};
  };
  ApbSubordinate bus{{.address = 8}};
  Out<Bool> written;
  StrobeTooEarlyMap map;
  void logic() {
    written = map.word.write_strobe();
    serve(bus, map);
  }
};

struct LockedTooLate {
  struct LateMap {
    ReadWrite<UInt<32>> word{"one"};
  };
  ApbSubordinate bus{{.address = 8}};
  In<Bool> locked;
  LateMap map;
  void logic() {
    serve(bus, map);
    lock(map, locked);
  }
};

TEST_CASE("register maps: a lock behind `serve` is refused with its line") {
  CHECK_THROWS_WITH_AS(elaborate<LockedTooLate>(), doctest::Contains("call `lock` first"), UserError);
}

TEST_CASE("register maps: a strobe before `serve` is refused with its line") {
  CHECK_THROWS_WITH_AS(elaborate<StrobeTooEarly>(), doctest::Contains("call `serve` first"), UserError);
}

}  // namespace
}  // namespace burin
