// SPDX-License-Identifier: Apache-2.0
//! @file lint_test.cpp
//! @brief Designs at which Yosys, Icarus or Verilator like to warn.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "../../support/circuit.h"
#include "burin/base/diagnostics.h"
#include "tools.h"

namespace burin::test {
namespace {

using namespace ir;

bool has_pragma(const std::string& text) {
  return text.find("lint_off") != std::string::npos || text.find("verilator") != std::string::npos;
}

void check(const Circuit& circuit) {
  for (const VerilogFile& file : emit_verilog(circuit.design())) CHECK(!has_pragma(file.text));
  VerilogFolder folder;
  folder.add(circuit.design());
  folder.check_clean();
}

}  // namespace

TEST_CASE("false loops: a ripple through one wire, two wires that exchange halves, a shifted sum") {
  Circuit c("ripple");
  const NodeId a = c.input("a", 8);
  const NodeId b = c.input("b", 8);
  // carry[i + 1] = a[i] & b[i] | carry[i] & (a[i] ^ b[i])
  const NodeId carry = c.wire("carry", 9);
  const NodeId below = c.slice(carry, 0, 8);
  const NodeId next =
      c.make(Op::bit_or, {c.make(Op::bit_and, {a, b}), c.make(Op::bit_and, {below, c.make(Op::bit_xor, {a, b})})});
  c.drive(carry, c.make(Op::cat, {next, c.constant(1, 0)}));
  c.output("sum", c.make(Op::bit_xor, {c.make(Op::bit_xor, {a, b}), below}));
  c.output("over", c.slice(carry, 8, 1));
  const NodeId left = c.wire("left", 8);
  const NodeId right = c.wire("right", 8);
  c.drive(left, c.make(Op::cat, {c.slice(right, 0, 4), c.slice(a, 0, 4)}));
  c.drive(right,
          c.make(Op::cat, {c.make(Op::bit_not, {c.slice(left, 4, 4)}), c.make(Op::bit_not, {c.slice(left, 0, 4)})}));
  c.output("mixed", c.make(Op::bit_xor, {left, right}));
  const NodeId chain = c.wire("chain", 6);
  c.drive(chain, c.make(Op::add, {c.slice(a, 0, 6), c.make(Op::cat, {c.slice(chain, 0, 5), c.constant(1, 0)})}));
  c.output("summed", chain);
  check(c);
}

TEST_CASE("a real loop is an error that names its signals") {
  Circuit c;
  const NodeId x = c.wire("x", 1);
  c.drive(x, c.make(Op::bit_not, {x}));
  c.output("y", x);
  CHECK_THROWS_WITH_AS(static_cast<void>(emit_verilog(c.design())), doctest::Contains("x"), UserError);
}

TEST_CASE("bits that nothing reads") {
  Circuit c("unread");
  const NodeId a = c.input("a", 8);
  const NodeId b = c.input("b", 8);
  c.module().signals[c.signal(c.input("spare", 3))].may_be_unused = true;
  const NodeId product = c.make(Op::mul_u, {a, b});
  c.output("high", c.slice(product, 11, 5));
  c.output("third", c.slice(product, 3, 1));
  const NodeId wire = c.wire("wire_", 8);
  c.drive(wire, c.make(Op::sub, {a, c.constant(8, 1)}));
  const NodeId state = c.reg("state", 8, c.clock_input("clk"));
  c.drive(state, c.make(Op::bit_xor, {b, wire}));
  const MemoryId memory = c.memory("never_read", 4, 8);
  c.write_port(memory, 0, c.slice(a, 0, 3), c.slice(b, 0, 4), c.slice(a, 7, 1));
  const MemoryId partly = c.memory("partly_read", 8, 8);
  c.write_port(partly, 0, c.slice(a, 0, 3), b, c.slice(a, 7, 1));
  c.output("word_bit", c.slice(c.read_port(partly, "word", c.slice(b, 0, 3)), 2, 1));
  check(c);
  const std::string text = verilog_of(c.design());
  CHECK(text.find("wire _unused_spare = &{1'b0, spare};") != std::string::npos);
  CHECK(text.find("[10:4]") != std::string::npos);
}

TEST_CASE("an asynchronous reset that is an ordinary value elsewhere") {
  Circuit child("AsyncChild");
  {
    const NodeId rst = child.input("rst", 1);
    const ClockId clock = child.clock("clk", child.input("clk", 1), rst, ResetKind::asynchronous);
    const NodeId r = child.reg("r", 2, clock, Bits(2, 1));
    child.drive(r, child.input("d", 2));
    child.output("q", r);
    child.process(ProcessKind::assert_, "never_three", clock, child.constant(1, 1),
                  child.make(Op::ne, {r, child.constant(2, 3)}), "");
  }
  Circuit top(child.design(), "Mixed");
  const NodeId clk = top.input("clk", 1);
  const NodeId rst = top.input("rst", 1);
  const NodeId d = top.input("d", 2);
  const auto q = top.instance("inner", child, {{"rst", rst}, {"clk", clk}, {"d", d}});
  top.output("q", q[0]);
  const ClockId synchronous = top.clock("clk", clk, rst, ResetKind::synchronous);
  const ClockId asynchronous = top.clock("clk", clk, rst, ResetKind::asynchronous);
  const ClockId plain = top.clock("clk", clk);
  const NodeId s = top.reg("s", 2, synchronous, Bits(2, 2));
  top.drive(s, d);
  const NodeId t = top.reg("t", 2, asynchronous, Bits(2, 2));
  top.drive(t, s);
  const NodeId u = top.reg("u", 1, plain);
  top.drive(u, top.make(Op::bit_and, {rst, top.slice(d, 0, 1)}));
  top.output("t_out", t);
  top.output("u_out", u);
  check(top);
  CHECK(verilog_of(top.design()).find("always @(posedge clk or posedge rst_async)") != std::string::npos);
}

TEST_CASE("a design with one kind of reset does not rename it") {
  Circuit c("one_kind");
  const NodeId rst = c.input("rst_n", 1);
  const NodeId r = c.reg(
      "r", 2, c.clock("clk", c.input("clk", 1), rst, ResetKind::asynchronous, ResetLevel::active_low), Bits(2, 1));
  c.drive(r, c.input("d", 2));
  c.output("q", r);
  check(c);
  CHECK(verilog_of(c.design()).find("always @(posedge clk or negedge rst_n)") != std::string::npos);
}

TEST_CASE("gated and derived clocks, constants as enables, registers that only hold") {
  Circuit c("clocks");
  const NodeId clk = c.input("clk", 1);
  const NodeId en = c.input("en", 2);
  const NodeId d = c.input("d", 4);
  const ClockId plain = c.clock("clk", clk);
  const NodeId toggle = c.reg("toggle", 1, plain, std::nullopt, Bits(1, 0));
  c.drive(toggle, c.make(Op::bit_not, {toggle}));
  const ClockId half = c.clock("half", toggle);
  const ClockId gated = c.clock("gated", c.make(Op::bit_and, {clk, c.slice(en, 0, 1)}));
  const ClockId part = c.clock("part", c.slice(en, 1, 1), Edge::falling);
  const ClockId dead = c.clock("dead", c.constant(1, 0));
  for (const auto& [name, clock] :
       {std::pair("a", half), std::pair("b", gated), std::pair("c", part), std::pair("e", dead)}) {
    const NodeId r = c.reg(std::string("r_") + name, 4, clock);
    c.drive(r, d);
    c.output(name, r);
  }
  const NodeId holds = c.reg("holds", 4, plain, std::nullopt, Bits(4, 9));
  c.drive(holds, holds);
  c.output("h", holds);
  const MemoryId memory = c.memory("m", 4, 4);
  c.write_port(memory, plain, c.constant(2, 3), d, c.constant(1, 1));
  c.write_port(memory, plain, c.constant(2, 2), d, c.constant(1, 0));
  c.output("w", c.sync_read_port(memory, "word", plain, c.constant(2, 3), ReadUnderWrite::new_data, c.constant(1, 1)));
  check(c);
}

TEST_CASE("synchronisers, attributes and pads") {
  Circuit c("marks");
  const ClockId clock = c.clock_input("clk");
  const NodeId d = c.input("d", 1);
  const NodeId first = c.reg("first", 1, clock);
  c.drive(first, d);
  c.module().registers[0].synchroniser = true;
  c.module().attributes = {{"keep_hierarchy", ""}};
  c.module().signals[c.signal(d)].attributes = {{"async", "1"}};
  const NodeId pad = c.inout("pad", 4);
  const NodeId one = c.inout("one", 1);
  const NodeId open = c.inout("open_drain", 1);
  c.drive_pad(pad, c.make(Op::cat, {first, first, d, d}), c.make(Op::bit_and, {first, d}));
  c.drive_pad(one, c.make(Op::bit_xor, {first, d}), d);
  c.drive_pad(open, c.constant(1, 0), first);
  c.inout("passed", 2);
  c.output("y", c.make(Op::cat, {pad, one, open}));
  check(c);
  const std::string text = verilog_of(c.design());
  CHECK(text.find("(* ASYNC_REG = \"TRUE\" *) reg first;") != std::string::npos);
  CHECK(text.find("(* keep_hierarchy *)\nmodule marks (") != std::string::npos);
}

TEST_CASE("checks are read by formal tools and skipped by synthesis") {
  Circuit c("checked");
  const NodeId rst = c.input("rst", 1);
  const NodeId a = c.input("a", 8);
  const ClockId clock = c.clock("clk", c.input("clk", 1), rst, ResetKind::synchronous);
  const NodeId r = c.reg("r", 8, clock, Bits(8, 0), Bits(8, 0));
  c.drive(r, c.make(Op::mux, {c.make(Op::lt_u, {r, c.constant(8, 5)}), c.make(Op::add, {r, c.constant(8, 1)}),
                              c.constant(8, 0)}));
  c.output("y", c.slice(r, 0, 2));
  c.process(ProcessKind::assert_, "bounded", clock, c.constant(1, 1), c.make(Op::le_u, {r, c.constant(8, 5)}),
            "r is {}")
      .arguments = {r};
  c.process(ProcessKind::assume, "odd", clock, c.slice(a, 0, 1),
            c.make(Op::eq, {a, c.make(Op::bit_or, {a, c.constant(8, 1)})}), "");
  c.process(ProcessKind::cover, "five", clock, c.constant(1, 1), c.make(Op::eq, {r, c.constant(8, 5)}), "");
  c.process(ProcessKind::print, "hello", clock, c.slice(a, 7, 1), kNone, "a = {:x} {:b} {}").arguments = {a, a, a};
  check(c);
  if (!has_tool("yosys")) return;
  VerilogFolder folder;
  folder.add(c.design());
  const ProcessResult result = folder.run(
      {"yosys", "-q", "-p",
       "read_verilog -formal checked.v; prep; select -assert-count 1 t:$assert; select -assert-count 1 t:$assume; "
       "select -assert-count 1 t:$cover; delete t:$assume t:$cover; clk2fflogic; sat -verify -tempinduct "
       "-prove-asserts -seq 1"});
  CHECK_MESSAGE(result.ok(), failure_text(result));
}

TEST_CASE("a slice of a slice, and a signed result at a port of an instance") {
  Circuit child("Taker");
  child.output("y", child.make(Op::bit_not, {child.input("a", 4)}));
  Circuit c(child.design(), "Odd");
  const NodeId a = c.input("a", 4);
  const NodeId n = c.input("n", 3);
  const NodeId bit = c.slice(a, 1, 1);
  // Shifted by its width: the copies of the sign, which is a slice of this slice.
  c.output("sign", c.make(Op::shr_s, {bit, c.constant(2, 2)}));
  const auto y = c.instance("taker", child, {{"a", c.make(Op::shr_s, {a, n})}});
  c.output("y", y[0]);
  check(c);
}

TEST_CASE("chains and cases that take turns do not nest without end") {
  Circuit c("turns");
  const NodeId s = c.input("s", 16);
  const NodeId p = c.input("p", 16);
  const NodeId d = c.input("d", 4);
  NodeId value = d;
  for (uint32_t i = 0; i < 400; ++i) {
    const NodeId key = c.make(Op::bit_xor, {s, c.constant(16, i)});
    for (uint32_t k = 0; k < 3; ++k) {
      value = c.make(Op::mux, {c.make(Op::eq, {key, c.constant(16, k)}), c.constant(4, (i + k) % 16), value});
    }
    value = c.make(Op::mux, {c.make(Op::lt_u, {p, c.constant(16, 3 * i + 1)}), c.constant(4, i % 7), value});
  }
  c.output("y", value);
  const std::string text = verilog_of(c.design());
  CHECK(text.find(std::string(60, ' ')) == std::string::npos);
  check(c);
}

TEST_CASE("every construct together, with and without places") {
  for (const bool locations : {false, true}) {
    Circuit c("everything");
    LocationTable& table = c.design().locations;
    const NodeId clk = c.input("clk", 1);
    const NodeId rst = c.input("rst", 1);
    const NodeId s = c.input("s", 3);
    const NodeId a = c.input("a", 12);
    const NodeId b = c.input("b", 12);
    const ClockId clock = c.clock("clk", clk, rst, ResetKind::synchronous);
    std::vector<NodeId> values{a, b};
    for (uint32_t i = 0; i < 40; ++i) {
      const LocationId at = table.intern(i % 2 == 0 ? "one.cpp" : "two.h", 10 + i, 1);
      const NodeId x = values[i * 7 % values.size()];
      const NodeId y = values[i * 5 % values.size()];
      const auto make = [&](Op op, std::initializer_list<NodeId> operands) {
        return c.module().make(op, operands, at);
      };
      const auto is = [&](uint64_t value) { return make(Op::eq, {s, c.constant(3, value)}); };
      NodeId node = kNone;
      switch (i % 8) {
        case 0:
          node = make(Op::mux,
                      {is(0), x, make(Op::mux, {is(1), y, make(Op::mux, {is(i % 3 + 2), make(Op::add, {x, y}), y})})});
          break;
        case 1:
          node = make(Op::select, {s, x, y, x, make(Op::bit_not, {y}), x});
          break;
        case 2:
          node = make(Op::mux, {make(Op::lt_s, {x, y}), make(Op::mux, {make(Op::reduce_xor, {x}), x, y}),
                                make(Op::sub, {x, y})});
          break;
        case 3:
          node = make(Op::shr_s, {make(Op::bit_xor, {x, y}), s});
          break;
        case 4:
          node = c.slice(make(Op::mul_s, {x, y}), 3, 12);
          break;
        case 5:
          node = c.module().sext(c.slice(make(Op::add, {x, y}), 2, 7), 12, at);
          break;
        case 6:
          node = make(Op::cat, {c.slice(x, 0, 5), make(Op::le_u, {x, y}), c.slice(y, 2, 6)});
          break;
        default:
          node = make(Op::div_u, {x, make(Op::bit_or, {y, c.constant(12, 1)})});
          break;
      }
      if (i % 3 == 0) {
        const NodeId wire = c.wire("w" + std::to_string(i), 12);
        c.drive(wire, node);
        node = wire;
      } else if (i % 3 == 1) {
        const NodeId reg = c.reg("r" + std::to_string(i), 12, clock, Bits(12, i));
        c.drive(reg, make(Op::mux, {make(Op::ne, {a, b}), node, reg}));
        node = reg;
      }
      c.module().signals.back().location = at;
      values.push_back(node);
    }
    c.output("y", values.back());
    c.output("z", values[values.size() - 3]);
    VerilogOptions options;
    options.locations = locations;
    VerilogFolder folder;
    folder.add(c.design(), options);
    folder.check_clean();
  }
}

}  // namespace burin::test
