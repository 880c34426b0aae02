// SPDX-License-Identifier: Apache-2.0
//! @file synchroniser_test.cpp
//! @brief Synchronisers: the names of their registers, and those that a designer builds.
#include <doctest/doctest.h>

#include "burin/lib/crossings.h"
#include "burin/verilog/emit.h"
#include "support/expect_diagnostic.h"

namespace burin {
namespace {

std::string verilog_of(const ir::Design& design) {
  std::string text;
  for (const VerilogFile& file : emit_verilog(design)) text += file.text;
  return text;
}

struct Named {
  Clock fast;
  In<Bool> button{{.asynchronous = true}};
  In<UInt<4>> level;
  Out<Bool> pressed{{.clock = fast}};
  Out<Bool> again{{.clock = fast}};
  Out<Bool> high{{.clock = fast}};
  Reg<Bool> is_high{false};
  void logic() {
    is_high = level > 9;
    pressed = synchronise(button, fast);
    again = synchronise(button, fast);
    high = synchronise(is_high, fast);
  }
};

TEST_CASE("the registers of a synchroniser are called after what they synchronise") {
  const auto made = elaborate<Named>();
  CHECK(made.warnings == "");
  const std::string text = verilog_of(*made.design);
  for (const std::string name :
       {"button_meta", "button_sync", "button_meta_2", "button_sync_2", "is_high_meta", "is_high_sync"}) {
    INFO(name);
    CHECK(text.find("(* ASYNC_REG = \"TRUE\" *) reg " + name + " = ") != std::string::npos);
  }
  CHECK(text.find("always @(posedge fast_clk) button_meta <= button;") != std::string::npos);
  CHECK(text.find("always @(posedge fast_clk) button_sync <= button_meta;") != std::string::npos);
}

/// Three registers, for a clock so fast that two are too few.
struct ThreeStages {
  In<Bool> button{{.asynchronous = true}};
  Out<Bool> pressed;
  Reg<Bool> meta{{.power_up = Bits(1), .synchroniser = true}};
  Reg<Bool> settling{{.power_up = Bits(1), .attributes = {{"ASYNC_REG", "TRUE"}}}};
  Reg<Bool> settled{{.power_up = Bits(1)}};
  void logic() {
    meta = button;
    settling = meta;
    settled = settling;
    pressed = settled;
  }
};

TEST_CASE("a designer's own synchroniser is one to the crossing check, and has ASYNC_REG") {
  const auto made = elaborate<ThreeStages>();
  CHECK(made.warnings == "");
  CHECK(verilog_of(*made.design).find("(* ASYNC_REG = \"TRUE\" *) reg meta = ") != std::string::npos);
}

struct LogicBefore {
  Clock fast;
  In<Bool> a;
  In<Bool> b;
  Out<Bool> seen{{.clock = fast}};
  Reg<Bool> kept_a{false};
  Reg<Bool> kept_b{false};
  Reg<Bool> meta{{.clock = fast, .power_up = Bits(1), .synchroniser = true}};  // expect: B0301 "synchroniser"
  Reg<Bool> settled{{.clock = fast, .power_up = Bits(1)}};
  void logic() {
    kept_a = a;
    kept_b = b;
    meta = kept_a & kept_b;
    settled = meta;
    seen = settled;
  }
};

TEST_CASE("logic of another clock before a designer's own synchroniser is reported") {
  test::expect_diagnostics<LogicBefore>();
}

}  // namespace
}  // namespace burin
