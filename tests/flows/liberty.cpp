// SPDX-License-Identifier: Apache-2.0
//! @file liberty.cpp
//! @brief Liberty: what is read, what is left out for synthesis, and what is refused.
#include "liberty.h"

#include <doctest/doctest.h>
#include <zlib.h>

#include <string>

#include "support/fake_tool.h"

using namespace burin::flows;
using burin::test::Scratch;
using burin::test::user_error;
using burin::test::Variable;

namespace {

constexpr const char* kSmall = R"lib(/* a library */
library (small) {
  time_unit : "1ns";
  lu_table_template (t) { index_1 ("1, 2"); }
  cell (INV) { area : 2; pin (A) { direction : input; } pin (Y) { direction : output; function : "A'"; } }
  cell (NAND) {
    area : 3.5 ;
    pin (A) { direction : input; capacitance : 0.1; }
    pin (B) { direction : input; }
    pin (Y) {
      direction : output;
      function : "(!A) | (!B)";
      timing () { related_pin : "A"; cell_rise (t) { values ("1, 2", \
        "3, 4"); } }
    }
  }
  cell (BUFBIG) { area : 9; pin (A) { direction : input; } pin (Y) { direction : output; function : "A"; } }
  cell (BUF) { area : 4; pin (A) { direction : input; } pin (Y) { direction : output; function : "A"; } }
  cell (dlybuf) { area : 1; pin (A) { direction : input; } pin (Y) { direction : output; function : "A"; } }
  cell (TRI) {
    area : 5;
    pin (A) { direction : input; } pin (EN) { direction : input; }
    pin (Y) { direction : output; function : "A"; three_state : "EN'"; }
  }
  cell ("DFF") {
    area : 20;
    ff (IQ, IQN) { next_state : "D"; clocked_on : "CK"; clear : "!R"; }
    pin (D) { direction : input; } pin (CK) { direction : input; clock : true; } pin (R) { direction : input; }
    pin (Q) { direction : output; function : "IQ"; }
  }
  cell (SDFF) {
    area : 20;
    ff (IQ, IQN) { next_state : "D"; clocked_on : "CK"; }
    test_cell () { pin (D) { direction : input; } }
    pin (D) { direction : input; } pin (CK) { direction : input; }
    pin (Q) { direction : output; function : "IQ"; }
  }
  cell (FILL) { area : 1; }
  cell (SLOW) { area : 1; dont_use : true; pin (Y) { direction : output; function : "1"; } }
}
)lib";

}  // namespace

TEST_CASE("liberty: cells, pins, functions and state") {
  const Liberty liberty = parse_liberty(kSmall, "small.lib");
  CHECK(liberty.name == "small");
  REQUIRE(liberty.cells.size() == 10);
  const LibertyCell& nand = liberty.cells.at("NAND");
  CHECK(nand.area == 3.5);
  CHECK(nand.inputs() == std::vector<std::string>{"A", "B"});
  REQUIRE(nand.pins.size() == 3);
  CHECK(nand.pins[2].function == "(!A) | (!B)");
  const LibertyCell& dff = liberty.cells.at("DFF");
  CHECK(dff.flip_flop);
  CHECK(dff.clock == std::vector<std::string>{"CK"});
  CHECK(dff.next_state == "D");
  CHECK(dff.clear == "!R");
  CHECK(!dff.dont_use);
}

TEST_CASE("liberty: scan, tri-state, delay, filler and forbidden cells are not for synthesis") {
  const Liberty liberty = parse_liberty(kSmall, "small.lib");
  const std::string usable = liberty.usable_text();
  for (const char* cell : {"TRI", "SDFF", "FILL", "SLOW", "dlybuf"}) {
    CAPTURE(cell);
    CHECK(liberty.cells.at(cell).dont_use);
    CHECK(usable.find(cell) == std::string::npos);
  }
  const Liberty again = parse_liberty(usable, "usable.lib");
  CHECK(again.cells.size() == 5);
  CHECK(again.cells.at("NAND").area == 3.5);
}

TEST_CASE("liberty: the smallest cell with a function") {
  const Liberty liberty = parse_liberty(kSmall, "small.lib");
  REQUIRE(liberty.smallest("a") != nullptr);
  CHECK(liberty.smallest("a")->name == "BUF");
  CHECK(liberty.smallest("!a")->name == "INV");
  CHECK(liberty.smallest("!(a&b)")->name == "NAND");
  CHECK(liberty.smallest("a|b") == nullptr);
}

TEST_CASE("liberty: expressions") {
  const std::map<std::string, bool> values = {{"A", true}, {"B", false}, {"C", true}};
  CHECK(evaluate_function("A", values));
  CHECK(!evaluate_function("!A", values));
  CHECK(!evaluate_function("A'", values));
  CHECK(evaluate_function("(A B)'", values));
  CHECK(evaluate_function("A*C + B", values));
  CHECK(evaluate_function("A ^ B & C", values));
  CHECK(evaluate_function("(!A & B) | (A & C)", values));
  CHECK(!evaluate_function("0", values));
  CHECK(user_error([&] { (void)evaluate_function("A & Z", values); }) == "'A & Z' is no function of a Liberty cell");
  CHECK(user_error([&] { (void)evaluate_function("(A", values); }) == "'(A' is no function of a Liberty cell");
}

TEST_CASE("liberty: what is none is refused with its line") {
  CHECK(user_error([] { (void)parse_liberty("module x;\n", "x.v"); }).starts_with("x.v:1: this is not Liberty: "));
  std::string text = kSmall;
  text.replace(text.find("area : 3.5"), 10, "area = 3.5");
  CHECK(user_error([&] { (void)parse_liberty(text, "x.lib"); }) ==
        "x.lib:7: this is not Liberty: 'area' is neither an attribute nor a group");
  const std::string cut = std::string(kSmall).substr(0, 400);
  CHECK(user_error([&] { (void)parse_liberty(cut, "cut.lib"); }).find("does not end") != std::string::npos);
  const std::string gates =
      "library (g) {\n cell (INV) { area : 1; pin (Y) { direction : output; function : \"A\"; } }\n}\n";
  CHECK(user_error([&] { (void)parse_liberty(gates, "g.lib"); }) ==
        "g.lib has no flip-flop that synthesis could use, of 1 cells");
}

TEST_CASE("liberty: a gzipped file is the same library, and a damaged one is refused") {
  const Scratch scratch;
  const std::string path = (scratch.path() / "small.lib.gz").string();
  gzFile file = gzopen(path.c_str(), "wb");
  REQUIRE(file != nullptr);
  gzwrite(file, kSmall, static_cast<unsigned>(std::string_view(kSmall).size()));
  gzclose(file);
  CHECK(read_liberty(path).text == kSmall);
  const std::string whole = burin::read_file(path);
  burin::write_file(path, whole.substr(0, whole.size() / 2));
  CHECK(user_error([&] { (void)read_liberty(path); }) == path + " is truncated or damaged: it does not decompress");
  // The name without .gz finds it.
  burin::write_file(path, whole);
  const Target target = find_target("asic-liberty:" + (scratch.path() / "small.lib").string());
  CHECK(find_liberty(target) == path);
}

TEST_CASE("liberty: libraries are looked for where PDKs put them") {
  const Scratch scratch;
  {
    const Variable root("PDK_ROOT", "");
    CHECK(user_error([] { (void)find_liberty(find_target("asic-sky130")); }) ==
          "asic-sky130 needs a PDK: set PDK_ROOT to the folder in which it is installed, or name its Liberty file with "
          "--target asic-liberty:FILE");
  }
  const Variable root("PDK_ROOT", scratch.path().string());
  const std::filesystem::path file =
      scratch.path() / "ihp-sg13g2/libs.ref/sg13g2_stdcell/lib/sg13g2_stdcell_typ_1p20V_25C.lib";
  CHECK(user_error([] { (void)find_liberty(find_target("asic-ihp")); }).find("there is no " + file.string()) !=
        std::string::npos);
  burin::write_file(file, kSmall);
  CHECK(find_liberty(find_target("asic-ihp")) == file);
  CHECK(user_error([] { (void)find_liberty(find_target("asic-liberty:/nonexistent/x.lib")); }) ==
        "there is no Liberty file /nonexistent/x.lib");
}
