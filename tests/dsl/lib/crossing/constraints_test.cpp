// SPDX-License-Identifier: Apache-2.0
//! @file constraints_test.cpp
//! @brief SDC and XDC for the crossings of a design with a hierarchy.
#include "burin/verilog/constraints.h"

#include <doctest/doctest.h>

#include "burin/lib/crossings.h"
#include "burin/lib/streams.h"

namespace burin {
namespace {

using Word = UInt<12>;

/// The buffer one level down.
struct Inner {
  Clock slow;
  Clock fast;
  StreamIn<Word> in = StreamIn<Word>::of(Word(), {.clock = slow});
  StreamOut<Word> out = StreamOut<Word>::of(Word(), {.clock = fast});
  void logic() { in >> async_fifo(4, slow, fast) >> out; }
};

struct Outer {
  Clock slow;
  Clock fast;
  In<Bool> button{{.asynchronous = true}};
  In<Bool> pulse{{.clock = slow}};
  StreamIn<Word> words = StreamIn<Word>::of(Word(), {.clock = slow});
  StreamIn<Word> few = StreamIn<Word>::of(Word(), {.clock = slow});
  StreamOut<Word> words_out = StreamOut<Word>::of(Word(), {.clock = fast});
  StreamOut<Word> few_out = StreamOut<Word>::of(Word(), {.clock = fast});
  Out<Bool> seen{{.clock = fast}};

  DerivedClock core{{.reset = ResetKind::asynchronous}};
  Reg<Bool> running{false, {.clock = core}};
  Out<Bool> runs{{.clock = core}};

  Instance<Inner> inner;
  Instance<StreamForwardRegister<Word>> last{{}, fast};

  void logic() {
    inner->slow = slow;
    inner->fast = fast;
    words >> inner->in;
    inner->out >> words_out;
    few >> handshake(slow, fast) >> last >> few_out;
    seen = cross_pulse(pulse, slow, fast);
    core.clock = fast.signal();
    core.reset = synchronise_reset(button, fast);
    running = true;
    runs = running;
  }
};

bool has_line(const VerilogFile& file, std::string_view line) {
  const std::string text = "\n" + file.text;
  const bool found = text.find("\n" + std::string(line) + "\n") != std::string::npos;
  if (!found) MESSAGE("no line ", line, " in\n", file.text);
  return found;
}

const std::map<std::string, double> kPeriods = {{"slow_clk", 12.5}, {"fast_clk", 4}};

TEST_CASE("constraints: SDC bounds words, and lets bits and resets go") {
  const auto made = elaborate<Outer>();
  const VerilogFile file = emit_constraints(*made.design, {.format = ConstraintFormat::sdc, .periods = kPeriods});
  CHECK(file.name == "Outer.sdc");
  CHECK(has_line(file, "create_clock -name {slow_clk} -period 12.5 [get_ports {slow_clk}]"));
  CHECK(has_line(file,
                 "set_max_delay 4 -from [get_cells {inner/in_async_fifo/tail_gray_reg[*]}] -to [get_cells "
                 "{inner/in_async_fifo/tail_gray_meta_reg[*]}]"));
  CHECK(has_line(file,
                 "set_false_path -hold -from [get_cells {inner/in_async_fifo/head_gray_reg[*]}] -to [get_cells "
                 "{inner/in_async_fifo/head_gray_meta_reg[*]}]"));
  CHECK(has_line(file,
                 "set_max_delay 4 -from [get_cells {inner/in_async_fifo/memory_reg*}] -to [get_cells "
                 "{inner/in_async_fifo/memory_read_0_reg[*]}]"));
  CHECK(has_line(file,
                 "set_max_delay 4 -from [get_cells {few_handshake/held_reg[*]}] -to [get_cells {last/held_reg[*]}]"));
  CHECK(has_line(file,
                 "set_false_path -from [get_cells {few_handshake/sent_reg}] -to [get_cells "
                 "{few_handshake/sent_meta_reg}]"));
  CHECK(has_line(file, "set_false_path -from [get_ports {button}] -to [get_cells {synchronised_reset/chain_0_reg}]"));
}

TEST_CASE("constraints: XDC bounds paths without the clocks' skew, and the skew of Gray codes") {
  const auto made = elaborate<Outer>();
  const VerilogFile file = emit_constraints(*made.design, {.format = ConstraintFormat::xdc, .periods = kPeriods});
  CHECK(file.name == "Outer.xdc");
  CHECK(has_line(file,
                 "set_max_delay -datapath_only -from [get_cells {inner/in_async_fifo/tail_gray_reg[*]}] -to [get_cells "
                 "{inner/in_async_fifo/tail_gray_meta_reg[*]}] 4"));
  CHECK(has_line(file,
                 "set_bus_skew -from [get_cells {inner/in_async_fifo/tail_gray_reg[*]}] -to [get_cells "
                 "{inner/in_async_fifo/tail_gray_meta_reg[*]}] 4"));
  CHECK(file.text.find("set_property ASYNC_REG TRUE [get_cells {inner/in_async_fifo/head_gray_meta_reg[*] "
                       "inner/in_async_fifo/head_gray_sync_reg[*] ") != std::string::npos);
}

TEST_CASE("constraints: the registers that they name are in the Verilog") {
  const auto made = elaborate<Outer>();
  std::string verilog;
  for (const VerilogFile& file : emit_verilog(*made.design)) verilog += file.text;
  const VerilogFile file = emit_constraints(*made.design, {.format = ConstraintFormat::xdc, .periods = kPeriods});
  size_t names = 0;
  for (size_t at = file.text.find("_reg"); at != std::string::npos; at = file.text.find("_reg", at + 1)) {
    const char after = file.text[at + 4];
    if (after == '_') continue;  // inside a name
    const size_t start = file.text.find_last_of("/ {", at) + 1;
    const std::string name = file.text.substr(start, at - start);
    INFO(name);
    CHECK((verilog.find(" " + name + ";") != std::string::npos || verilog.find(" " + name + " ") != std::string::npos));
    ++names;
  }
  CHECK(names > 20);
}

TEST_CASE("constraints: a missing period and a clock that is none are errors of one line") {
  const auto made = elaborate<Outer>();
  CHECK_THROWS_WITH_AS(static_cast<void>(emit_constraints(*made.design, {.periods = {{"slow_clk", 10}}})),
                       "the crossing to inner/in_async_fifo/head_gray_meta needs the period of clock 'fast_clk'; give "
                       "--clock fast_clk=NS",
                       UserError);
  CHECK_THROWS_WITH_AS(
      static_cast<void>(emit_constraints(*made.design, {.periods = {{"clk", 10}}})),
      "a period is given for 'clk', which is no clock of the design; its clocks are fast_clk, slow_clk", UserError);
}

}  // namespace
}  // namespace burin
