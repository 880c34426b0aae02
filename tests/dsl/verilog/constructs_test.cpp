// SPDX-License-Identifier: Apache-2.0
//! @file constructs_test.cpp
//! @brief The text of each construct.
#include <doctest/doctest.h>

#include "../../support/circuit.h"
#include "tools.h"

namespace burin::test {
namespace {

using namespace ir;

/// The text between the declarations and `endmodule`.
std::string body_of(const Circuit& circuit) {
  const std::string text = verilog_of(circuit.design());
  const size_t begin = text.find("\n\n");
  const size_t end = text.rfind("endmodule");
  REQUIRE(begin != std::string::npos);
  return text.substr(begin + 2, end - begin - 2);
}

}  // namespace

TEST_CASE("a counter") {
  Circuit c("Counter_width8");
  c.module().base_name = "Counter";
  c.module().parameters = {{"width", "8"}};
  const NodeId clk = c.input("clk", 1);
  const NodeId rst = c.input("rst", 1);
  const NodeId enable = c.input("enable", 1);
  const ClockId clock = c.clock("clk", clk, rst, ResetKind::synchronous);
  const NodeId count = c.wire("count", 8);
  c.module().signals[c.signal(count)].kind = SignalKind::output;
  const NodeId value = c.reg("value", 8, clock, Bits(8, 0));
  c.drive(value, c.make(Op::mux, {enable, c.make(Op::add, {value, c.constant(8, 1)}), value}));
  c.drive(count, value);
  CHECK(verilog_of(c.design()) == R"(// Counter_width8: Counter with
//   width = 8
module Counter_width8 (
  input wire clk,
  input wire rst,
  input wire enable,
  output wire [7:0] count
);
  reg [7:0] value;

  assign count = value;

  always @(posedge clk) begin
    if (rst) begin
      value <= 8'd0;
    end else if (enable) begin
      value <= value + 8'd1;
    end
  end
endmodule
)");
}

TEST_CASE("expressions have few parentheses and no doubt") {
  Circuit c;
  const NodeId a = c.input("a", 8);
  const NodeId b = c.input("b", 8);
  const NodeId d = c.input("d", 8);
  const NodeId p = c.input("p", 1);
  const NodeId q = c.input("q", 1);
  const NodeId r = c.input("r", 1);
  c.output("sum", c.make(Op::sub, {c.make(Op::add, {a, c.make(Op::add, {b, d})}), c.make(Op::sub, {a, d})}));
  c.output("mixed", c.make(Op::bit_or, {c.make(Op::bit_and, {a, b}), c.make(Op::bit_not, {d})}));
  c.output("chain", c.make(Op::bit_xor, {c.make(Op::bit_xor, {a, b}), c.make(Op::bit_xor, {d, a})}));
  c.output("logic", c.make(Op::bit_or, {c.make(Op::bit_and, {p, c.make(Op::bit_not, {q})}), r}));
  c.output("order", c.make(Op::bit_and, {c.make(Op::lt_u, {c.make(Op::add, {a, b}), d}), c.make(Op::eq, {a, b})}));
  c.output("none", c.make(Op::bit_not, {c.make(Op::lt_u, {a, d})}));
  c.output("any", c.make(Op::bit_and, {c.make(Op::reduce_or, {a}), p}));
  c.output("minus", c.make(Op::sub, {c.constant(8, 0), a}));
  c.output("moved", c.make(Op::shl, {c.make(Op::add, {a, b}), c.constant(3, 2)}));
  c.output("signs", c.make(Op::lt_s, {a, c.constant(8, 0xfd)}));
  c.output("least", c.make(Op::le_s, {a, c.constant(8, 0x80)}));
  c.output("more", c.make(Op::lt_u, {c.constant(8, 5), a}));
  c.output("joined", c.make(Op::cat, {a, c.make(Op::cat, {p, p, p}), b, c.constant(4, 0xc)}));
  CHECK(body_of(c) == R"(  assign sum = a + b + d - (a - d);
  assign mixed = (a & b) | ~d;
  assign chain = a ^ b ^ d ^ a;
  assign logic = (p && !q) || r;
  assign order = a + b < d && a == b;
  assign none = a >= d;
  assign any = (|a) && p;
  assign minus = -a;
  assign moved = (a + b) << 2;
  assign signs = $signed(a) < -8'sd3;
  assign least = $signed(a) <= 8'sh80;
  assign more = a > 8'd5;
  assign joined = {a, {3{p}}, b, 4'hc};
)");
}

TEST_CASE("a value with several users gets a name, a small one is repeated") {
  Circuit c;
  const NodeId a = c.input("a", 8);
  const NodeId b = c.input("b", 8);
  const NodeId small = c.make(Op::add, {a, b});
  const NodeId large = c.make(Op::bit_and, {c.make(Op::add, {small, b}), c.make(Op::bit_not, {a})});
  c.output("x", small);
  c.output("y", c.make(Op::bit_xor, {small, large}));
  c.output("z", c.make(Op::bit_or, {small, large}));
  CHECK(body_of(c) == R"(  assign x = a + b;
  wire [7:0] _a_and_5798 = (a + b + b) & ~a;
  assign y = (a + b) ^ _a_and_5798;
  assign z = (a + b) | _a_and_5798;
)");
}

TEST_CASE("what drives a signal goes by its name, what the designer named by that") {
  Circuit c;
  const NodeId a = c.input("a", 8);
  const NodeId b = c.input("b", 8);
  const NodeId sum = c.make(Op::bit_and, {c.make(Op::add, {a, b}), c.make(Op::sub, {a, b})});
  const NodeId busy = c.make(Op::ne, {a, b});
  c.module().set_name(busy, "busy");
  c.output("y", c.make(Op::bit_not, {sum}));
  c.output("both", sum);
  c.output("flag", busy);
  CHECK(body_of(c) == R"(  assign y = ~both;
  assign both = (a + b) & (a - b);
  wire busy = a != b;
  assign flag = busy;
)");
}

TEST_CASE("full and low products, signed and unsigned") {
  Circuit c;
  const NodeId a = c.input("a", 8);
  const NodeId b = c.input("b", 4);
  const NodeId d = c.input("d", 8);
  c.output("full", c.make(Op::mul_u, {c.make(Op::add, {a, d}), b}));
  c.output("low", c.slice(c.make(Op::mul_u, {c.make(Op::add, {a, d}), d}), 0, 8));
  c.output("lower", c.slice(c.make(Op::mul_s, {a, d}), 0, 5));
  c.output("signs", c.make(Op::mul_s, {c.make(Op::add, {a, d}), c.constant(4, 0xd)}));
  c.output("sum", c.make(Op::add, {c.make(Op::mul_u, {a, b}), c.constant(12, 1)}));
  CHECK(body_of(c) == R"(  wire [7:0] _a_add_7e4a = a + d;
  assign full = _a_add_7e4a * b;
  assign low = _a_add_7e4a * d;
  assign lower = a[4:0] * d[4:0];
  assign signs = $signed(_a_add_7e4a) * 4'shd;
  wire [11:0] _a_mul_9eef = a * b;
  assign sum = _a_mul_9eef + 12'd1;
)");
}

TEST_CASE("chains of choices have a row each, trees and comparisons with constants are processes") {
  Circuit c;
  const NodeId p = c.input("p", 1);
  const NodeId q = c.input("q", 1);
  const NodeId s = c.input("s", 2);
  const NodeId a = c.input("a", 8);
  const NodeId b = c.input("b", 8);
  const auto is = [&](uint64_t value) { return c.make(Op::eq, {s, c.constant(2, value)}); };
  c.output("one", c.make(Op::mux, {p, a, b}));
  c.output("rows", c.make(Op::mux, {p, a, c.make(Op::mux, {c.make(Op::bit_not, {q}), b, c.constant(8, 0x3c)})}));
  c.output("tree", c.make(Op::mux, {p, c.make(Op::mux, {q, a, c.constant(8, 1)}), b}));
  c.output("cases",
           c.make(Op::mux,
                  {is(0), a,
                   c.make(Op::mux, {is(1), b, c.make(Op::mux, {is(2), c.make(Op::add, {a, b}), c.constant(8, 7)})})}));
  c.output("full", c.make(Op::mux, {is(0), a,
                                    c.make(Op::mux, {c.make(Op::bit_or, {is(3), is(1)}), b,
                                                     c.make(Op::mux, {is(2), c.constant(8, 1), c.constant(8, 7)})})}));
  c.output("chosen", c.make(Op::select, {s, a, b, c.constant(8, 9)}));
  CHECK(body_of(c) == R"(  assign one = p ? a : b;

  assign rows =
    p ? a :
    q ? 8'h3c :
    b;

  always @* begin
    if (p) begin
      if (q) begin
        tree = a;
      end else begin
        tree = 8'd1;
      end
    end else begin
      tree = b;
    end
  end

  always @* begin
    case (s)
      2'd0: cases = a;
      2'd1: cases = b;
      2'd2: cases = a + b;
      default: cases = 8'd7;
    endcase
  end

  always @* begin
    case (s)
      2'd0: full = a;
      2'd3, 2'd1: full = b;
      2'd2: full = 8'd1;
    endcase
  end

  always @* begin
    case (s)
      2'd0: chosen = a;
      2'd1: chosen = b;
      2'd2: chosen = 8'd9;
      default: chosen = 8'd0;
    endcase
  end
)");
}

TEST_CASE("registers of one object share a process, with the branches they share") {
  Circuit c;
  const NodeId clk = c.input("clk", 1);
  const NodeId rst = c.input("rst_n", 1);
  const NodeId load = c.input("load", 1);
  const NodeId step = c.input("step", 1);
  const NodeId d = c.input("d", 8);
  const ClockId clock = c.clock("clk", clk, rst, ResetKind::asynchronous, ResetLevel::active_low);
  const auto part = [&](const std::string& name, const std::string& object, std::optional<Bits> reset) {
    const NodeId read = c.reg(name, 8, clock, std::move(reset));
    c.module().signals[c.signal(read)].object = object;
    return read;
  };
  const NodeId a = part("state_a", "state.a", Bits(8, 1));
  const NodeId b = part("state_b", "state.b", Bits(8, 2));
  const NodeId other = part("other", "other", std::nullopt);
  c.drive(a, c.make(Op::mux, {load, d, c.make(Op::mux, {step, b, a})}));
  c.drive(b, c.make(Op::mux, {load, b, c.make(Op::mux, {step, c.make(Op::add, {a, b}), b})}));
  c.drive(other, a);
  c.output("y", other);
  c.module().signals[c.signal(other)].attributes = {{"keep", ""}, {"note", "a \"b\""}};
  CHECK(verilog_of(c.design()).substr(0, 300).find("  (* keep, note = \"a \\\"b\\\"\" *) reg [7:0] other;\n") !=
        std::string::npos);
  CHECK(body_of(c) == R"(`ifndef SYNTHESIS
  initial if (!rst_n) begin
    state_a = 8'd1;
    state_b = 8'd2;
  end
`endif
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      state_a <= 8'd1;
      state_b <= 8'd2;
    end else if (load) begin
      state_a <= d;
    end else if (step) begin
      state_a <= state_b;
      state_b <= state_a + state_b;
    end
  end

  always @(posedge clk) other <= state_a;
  assign y = other;
)");
}

TEST_CASE("state machines use the names of the enumerators") {
  Circuit c;
  Type type;
  type.kind = TypeKind::enumeration;
  type.width = 2;
  type.name = "Uart::State";
  type.enumerators = {{"idle", 0}, {"run", 1}, {"done", 2}};
  const TypeId id = c.design().add_type(type);
  const NodeId clk = c.input("clk", 1);
  const NodeId rst = c.input("rst", 1);
  const NodeId go = c.input("go", 1);
  const NodeId state = c.reg("state", 2, c.clock("clk", clk, rst, ResetKind::synchronous), Bits(2, 0));
  c.module().signals[c.signal(state)].type = id;
  const auto is = [&](uint64_t value) { return c.make(Op::eq, {state, c.constant(2, value)}); };
  c.drive(
      state,
      c.make(Op::mux, {is(0), c.make(Op::mux, {go, c.constant(2, 1), state}),
                       c.make(Op::mux, {is(1), c.constant(2, 2), c.make(Op::mux, {is(2), c.constant(2, 0), state})})}));
  c.output("busy", c.make(Op::ne, {state, c.constant(2, 0)}));
  CHECK(verilog_of(c.design()) == R"(// top
module top (
  input wire clk,
  input wire rst,
  input wire go,
  output wire busy
);
  localparam [1:0] State_idle = 2'd0;
  localparam [1:0] State_run = 2'd1;
  localparam [1:0] State_done = 2'd2;
  reg [1:0] state;

  always @(posedge clk) begin
    if (rst) begin
      state <= State_idle;
    end else begin
      case (state)
        State_idle: begin
          if (go) begin
            state <= State_run;
          end
        end
        State_run: state <= State_done;
        State_done: state <= State_idle;
        default: ;
      endcase
    end
  end

  assign busy = state != State_idle;
endmodule
)");
}

TEST_CASE("zero width vanishes") {
  Circuit c;
  const NodeId clk = c.input("clk", 1);
  const NodeId e = c.input("e", 0);
  const NodeId a = c.input("a", 4);
  const NodeId state = c.reg("r", 0, c.clock("clk", clk));
  c.drive(state, e);
  c.output("none", e);
  c.output("equal", c.make(Op::eq, {e, state}));
  c.output("joined", c.make(Op::cat, {e, a, state}));
  c.output("wide", c.module().sext(e, 3));
  c.output("all", c.make(Op::reduce_and, {e}));
  c.output("product", c.make(Op::mul_s, {a, e}));
  c.output("moved", c.make(Op::shl, {a, e}));
  const MemoryId memory = c.memory("m", 0, 4);
  c.output("word", c.read_port(memory, "m_data", a));
  CHECK(verilog_of(c.design()) == R"(// top
module top (
  input wire clk,
  input wire [3:0] a,
  output wire equal,
  output wire [3:0] joined,
  output wire [2:0] wide,
  output wire all,
  output wire [3:0] product,
  output wire [3:0] moved
);

  assign equal = 1'b1;
  assign joined = a;
  assign wide = 3'd0;
  assign all = 1'b1;
  assign product = 4'd0;
  assign moved = a;

  // Read by nothing.
  wire _unused_clk = &{1'b0, clk};
endmodule
)");
}

TEST_CASE("pads, instances, black boxes") {
  Circuit child("Child");
  child.output("y", child.make(Op::bit_not, {child.input("a", 4)}));
  child.inout("pin", 1);
  Circuit box(child.design(), "Pll");
  box.input("reference", 1);
  box.output("locked", box.constant(1, 0));
  box.module().black_box = BlackBox{"PLL_CELL", {{"DIVIDE", "4'd3"}, {"MODE", "\"FAST\""}}, ""};
  Circuit top(child.design(), "Top");
  const NodeId a = top.input("a", 4);
  const NodeId pin = top.inout("pin", 1);
  const NodeId bus = top.inout("bus", 4);
  top.drive_pad(bus, top.make(Op::add, {a, a}), top.slice(a, 0, 1));
  const auto y = top.instance("inner", child, {{"a", top.make(Op::add, {a, bus})}, {"pin", pin}});
  top.output("z", y[0]);
  top.instance("pll", box, {{"reference", top.slice(a, 1, 1)}});
  const std::vector<VerilogFile> files = emit_verilog(top.design());
  REQUIRE(files.size() == 2);
  CHECK(files[1].name == "Top.v");
  CHECK(files[1].text == R"(// Top
module Top (
  input wire [3:0] a,
  inout wire pin,
  inout wire [3:0] bus,
  output wire [3:0] z
);
  wire [3:0] inner_y;
  wire pll_locked;

  wire [3:0] _a_add_4561 = a + a;
  wire _a_slice_5326 = a[0];

  genvar bus_bit;
  generate
    for (bus_bit = 0; bus_bit < 4; bus_bit = bus_bit + 1) begin : bus_driver
      bufif1 (bus[bus_bit], _a_add_4561[bus_bit], _a_slice_5326);
    end
  endgenerate

  Child inner (
    .a(a + bus),
    .y(inner_y),
    .pin(pin)
  );

  assign z = inner_y;

  PLL_CELL #(
    .DIVIDE(4'd3),
    .MODE("FAST")
  ) pll (
    .reference(a[1]),
    .locked(pll_locked)
  );

  // Read by nothing.
  wire _unused_pll_locked = &{1'b0, pll_locked};
endmodule
)");
}

TEST_CASE("the definition attached to a black box is written once") {
  Circuit box("One");
  box.output("y", box.constant(1, 0));
  box.module().black_box = BlackBox{"CELL", {}, "module CELL(output y); assign y = 1'b0; endmodule"};
  Circuit again(box.design(), "Two");
  again.output("y", again.constant(1, 0));
  again.module().black_box = box.module().black_box;
  const std::vector<VerilogFile> files = emit_verilog(box.design());
  REQUIRE(files.size() == 1);
  CHECK(files[0].name == "CELL.v");
  CHECK(files[0].text == "module CELL(output y); assign y = 1'b0; endmodule\n");
}

TEST_CASE("checks and messages") {
  Circuit c;
  const NodeId clk = c.input("clk", 1);
  const NodeId rst = c.input("rst", 1);
  const NodeId en = c.input("en", 1);
  const NodeId a = c.input("a", 8);
  const ClockId clock = c.clock("clk", clk, rst, ResetKind::synchronous);
  auto& check =
      c.process(ProcessKind::assert_, "small", clock, en, c.make(Op::lt_u, {a, c.constant(8, 100)}), "got {} of 100%");
  check.arguments = {a};
  check.argument_types = {c.design().signed_type(8)};
  c.process(ProcessKind::cover, "seen", clock, c.constant(1, 1), c.make(Op::eq, {a, c.constant(8, 7)}), "");
  auto& message = c.process(ProcessKind::print, "note", clock, en, kNone, "x {:x} \"{:b}\"\n{}");
  message.arguments = {a, a, a};
  CHECK(body_of(c) == R"(`ifdef FORMAL
  always @(posedge clk) begin
    if (!rst && en) begin
      small_: assert (a < 8'd100);
    end
  end
`else
`ifndef SYNTHESIS
  always @(posedge clk) begin
    if (!rst && en && a >= 8'd100) begin
      $display("assertion small failed: got %0d of 100%%", $signed(a));
      $stop;
    end
  end
`endif
`endif

`ifdef FORMAL
  always @(posedge clk) begin
    if (!rst) begin
      seen: cover (a == 8'd7);
    end
  end
`endif

`ifndef SYNTHESIS
  always @(posedge clk) begin
    if (!rst && en) begin
      $display("x %h \"%b\"\n%0d", a, a, a);
    end
  end
`endif
)");
}

}  // namespace burin::test
