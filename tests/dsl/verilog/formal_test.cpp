// SPDX-License-Identifier: Apache-2.0
//! @file formal_test.cpp
//! @brief Verilog for proofs.
#include <doctest/doctest.h>

#include "burin/burin.h"
#include "burin/passes/flatten.h"
#include "dsl/verilog/tools.h"

namespace burin {
namespace {

struct Inner {
  In<UInt<4>> x;
  Out<UInt<4>> y;
  Reg<UInt<4>> state{0};
  void logic() {
    state = x;
    y = state;
    assert_(state == past(x), "state is x before");
    print("x is {}", x);
  }
};

struct Outer {
  Clock slow{ClockOptions{.reset = ResetKind::asynchronous, .level = ResetLevel::active_low}};
  In<UInt<4>> x;
  Out<UInt<4>> y;
  Instance<Inner> inner;
  AnyConst<UInt<4>> token;
  AnySeq<Bool> choice;
  Reg<Bool> toggle{false, RegOptions{.clock = slow}};
  void logic() {
    inner->x = x;
    y = inner->y;
    IF (choice) {
      cover(x == token, "the token");
    }
    toggle = ~toggle;
    const WithClock scope(slow);
    assert_((toggle != past(toggle)) | initially(), "toggles");
  }
};

std::string flat_text(const ir::Design& design, FormalVerilog::Reset reset) {
  const auto flat = passes::flatten(const_cast<ir::Design&>(design));  // NOLINT: it is not changed
  VerilogOptions options;
  options.formal = FormalVerilog{.reset = reset};
  const std::vector<VerilogFile> files = emit_flat_verilog(*flat, options);
  REQUIRE(files.size() == 1);
  return files[0].text;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_CASE("free values are left to the tool, prints to simulators") {
  const auto made = elaborate<Outer>();
  const std::string text = flat_text(*made.design, FormalVerilog::Reset::at_start);
  INFO(text);
  CHECK(contains(text, "(* anyconst *) reg [3:0] token;"));
  CHECK(contains(text, "(* anyseq *) reg choice;"));
  CHECK_FALSE(contains(text, "token <="));
  CHECK_FALSE(contains(text, "choice <="));
  CHECK_FALSE(contains(text, "x is %0d"));
  CHECK_FALSE(contains(text, "initial if"));
  CHECK_FALSE(contains(test::verilog_of(*made.design), "anyconst"));
}

TEST_CASE("labels of checks are in the table of names") {
  const auto made = elaborate<Outer>();
  const auto flat = passes::flatten(*made.design);
  const VerilogNames names = verilog_names(*flat);
  REQUIRE(names.processes.size() == flat->processes.size());
  const std::string text = flat_text(*made.design, FormalVerilog::Reset::at_start);
  for (size_t i = 0; i < names.processes.size(); ++i) {
    if (flat->processes[i].kind == ir::ProcessKind::print) {
      CHECK(names.processes[i].empty());
    } else {
      CHECK(contains(text, names.processes[i] + ": "));
    }
  }
}

TEST_CASE("resets are active until each clock had an edge, and then as the option says") {
  const auto made = elaborate<Outer>();
  const std::string start = flat_text(*made.design, FormalVerilog::Reset::at_start);
  INFO(start);
  CHECK(contains(start, "always @(posedge slow_clk) formal_started <= 1'b1;"));
  CHECK(contains(start, "always @(posedge clk) formal_started_1 <= 1'b1;"));
  CHECK(contains(start, "if (!(formal_started && formal_started_1)) assume ("));
  CHECK(contains(start, "!slow_rst_n"));
  const std::string once = flat_text(*made.design, FormalVerilog::Reset::once);
  CHECK(contains(once, "if (formal_started && formal_started_1) assume ("));
  CHECK_FALSE(contains(flat_text(*made.design, FormalVerilog::Reset::free), "assume"));
}

TEST_CASE("Yosys reads it with all checks, and their places are those in the C++") {
  if (!test::has_tool("yosys")) return;
  const auto made = elaborate<Outer>();
  test::VerilogFolder folder;
  const auto flat = passes::flatten(*made.design);
  VerilogOptions options;
  options.locations = true;
  options.formal = FormalVerilog{};
  for (VerilogFile& file : emit_flat_verilog(*flat, options)) folder.add(std::move(file));
  const ProcessResult result = folder.run(
      {"yosys", "-q", "-p",
       "read_verilog -formal -noautowire Outer.v; hierarchy -check -top Outer; proc; clk2fflogic; "
       "select -assert-count 2 t:$assert; select -assert-count 1 t:$cover; select -assert-count 1 t:$assume; "
       "select -assert-count 1 t:$anyconst; select -assert-count 1 t:$anyseq; "
       "select -assert-min 1 a:src=*formal_test.cpp:*; check -assert"});
  INFO(result.output);
  CHECK(result.ok());
}

}  // namespace
}  // namespace burin
