// SPDX-License-Identifier: Apache-2.0
//! @file names_test.cpp
//! @brief Names are legal and distinct, ports keep theirs, and the text depends on nothing but the design.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>
#include <set>
#include <sstream>

#include "../../support/circuit.h"
#include "burin/ir/text.h"
#include "tools.h"

namespace burin::test {
namespace {

using namespace ir;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The lines of `now` that do not stand in `before`, where `before` minus its `removed` lines is a subsequence of
/// `now`.
struct Difference {
  std::vector<std::string> added;
  std::vector<std::string> removed;
};

/// The shortest difference, by longest common subsequence.
Difference difference(const std::string& before_text, const std::string& now_text) {
  const std::vector<std::string> before = lines_of(before_text);
  const std::vector<std::string> now = lines_of(now_text);
  std::vector<std::vector<uint32_t>> common(before.size() + 1, std::vector<uint32_t>(now.size() + 1, 0));
  for (size_t i = before.size(); i-- > 0;) {
    for (size_t k = now.size(); k-- > 0;) {
      common[i][k] = before[i] == now[k] ? common[i + 1][k + 1] + 1 : std::max(common[i + 1][k], common[i][k + 1]);
    }
  }
  Difference result;
  size_t i = 0;
  size_t k = 0;
  while (i < before.size() || k < now.size()) {
    if (i < before.size() && k < now.size() && before[i] == now[k]) {
      ++i;
      ++k;
    } else if (k < now.size() && (i == before.size() || common[i][k + 1] >= common[i + 1][k])) {
      result.added.push_back(now[k++]);
    } else {
      result.removed.push_back(before[i++]);
    }
  }
  return result;
}

/// A design of about 300 lines of Verilog: stages that feed each other, with registers, choices and a memory.
/// `insert_at` says before which stage an unrelated statement stands; -1: nowhere.
std::string staged(int insert_at, int what, bool locations = false) {
  Circuit c("staged");
  const NodeId clk = c.input("clk", 1);
  const NodeId rst = c.input("rst", 1);
  const NodeId a = c.input("a", 16);
  const NodeId b = c.input("b", 16);
  const NodeId p = c.input("p", 4);
  const NodeId extra = c.input("extra", 8);
  const ClockId clock = c.clock("clk", clk, rst, ResetKind::synchronous);
  uint32_t line = 10;
  const auto at = [&] { return c.design().locations.intern("stages.cpp", line++, 3); };
  const auto make = [&](Op op, std::initializer_list<NodeId> operands) { return c.module().make(op, operands, at()); };
  const auto place = [&](NodeId read) { c.module().signals[c.signal(read)].location = at(); };
  NodeId last = a;
  std::vector<NodeId> stages;
  for (int i = 0; i < 22; ++i) {
    if (i == insert_at) {
      line += 3;
      if (what == 0) {
        const NodeId wire = c.wire("inserted", 8);
        c.drive(wire, make(Op::bit_and, {make(Op::add, {extra, make(Op::bit_not, {extra})}),
                                         make(Op::sub, {extra, c.constant(8, 3)})}));
        place(wire);
      } else if (what == 1) {
        const NodeId reg = c.reg("inserted", 8, clock, Bits(8, 0));
        c.drive(reg, make(Op::mux, {c.slice(extra, 0, 1), make(Op::add, {reg, extra}), reg}));
        place(reg);
      } else {
        const NodeId sum = make(Op::bit_or, {make(Op::add, {extra, c.constant(8, 77)}),
                                             make(Op::mul_u, {c.slice(extra, 0, 4), c.slice(extra, 4, 4)})});
        place(c.output("inserted", make(Op::cat, {make(Op::shr_u, {sum, extra}), make(Op::reduce_xor, {sum})})));
      }
    }
    const std::string n = std::to_string(i);
    const NodeId key = c.constant(16, static_cast<uint64_t>(i) * 4099 + 7);
    const NodeId sum =
        make(Op::add, {make(Op::bit_xor, {last, key}), make(Op::bit_and, {b, make(Op::bit_not, {last})})});
    const NodeId test = make(Op::lt_u, {sum, b});
    const NodeId state = c.reg("state" + n, 16, clock, Bits(16, 1));
    place(state);
    const NodeId flag = make(Op::eq, {p, c.constant(4, static_cast<uint64_t>(i % 16))});
    c.drive(state, make(Op::mux, {flag, sum, make(Op::mux, {test, make(Op::sub, {sum, state}), state})}));
    const NodeId wire = c.wire("w" + n, 16);
    place(wire);
    c.drive(wire,
            make(Op::mux, {test, make(Op::shl, {sum, p}), make(Op::mux, {flag, make(Op::bit_or, {sum, state}), b})}));
    stages.push_back(wire);
    last = wire;
  }
  const MemoryId memory = c.memory("store", 16, 16);
  c.write_port(memory, clock, p, last, c.slice(a, 3, 1));
  place(c.output("word", c.sync_read_port(memory, "store_word", clock, p)));
  place(c.output("y", last));
  place(c.output("e", extra));
  VerilogOptions options;
  options.locations = locations;
  return verilog_of(c.design(), options);
}

}  // namespace

TEST_CASE("an unrelated statement changes no line but its own, wherever it is inserted") {
  const std::string before = staged(-1, 0);
  CHECK(lines_of(before).size() > 300);
  for (const int what : {0, 1, 2}) {
    for (const int where : {0, 3, 11, 21}) {
      CAPTURE(what);
      CAPTURE(where);
      const Difference change = difference(before, staged(where, what));
      CHECK(change.removed.size() == 0);
      REQUIRE(!change.added.empty());
      CHECK(change.added.size() <= 14);
      for (const std::string& line : change.added) {
        const bool own = line.find("inserted") != std::string::npos || line.find("extra") != std::string::npos;
        const bool frame = line.find_first_not_of(' ') == std::string::npos || line == "  end" || line == "    end" ||
                           line == "  always @(posedge clk) begin" || line == "    if (rst) begin" ||
                           line == "  // Read by nothing.";
        CHECK_MESSAGE((own || frame), line);
      }
    }
  }
}

TEST_CASE("with locations, an unrelated statement above moves only line numbers") {
  const auto without_numbers = [](const std::string& text) {
    std::string result;
    for (const std::string& line : lines_of(text)) {
      if (line.starts_with("`line")) continue;
      result += line + "\n";
    }
    return result;
  };
  const std::string before = staged(-1, 0, true);
  CHECK(before.find("`line 15 \"stages.cpp\" 0\n") != std::string::npos);
  CHECK(without_numbers(before) == staged(-1, 0));
  CHECK(without_numbers(staged(3, 1, true)) == staged(3, 1));
}

TEST_CASE("one added output changes one line and adds two") {
  const auto with = [](bool more) {
    Circuit c;
    const NodeId clk = c.input("clk", 1);
    const NodeId a = c.input("a", 8);
    const NodeId r = c.reg("r", 8, c.clock("clk", clk));
    c.drive(r, c.make(Op::add, {c.make(Op::bit_xor, {a, r}), c.make(Op::bit_and, {a, r})}));
    c.output("y", r);
    if (more) c.output("z", c.make(Op::bit_not, {r}));
    return verilog_of(c.design());
  };
  const Difference change = difference(with(false), with(true));
  CHECK(change.removed == std::vector<std::string>{"  output wire [7:0] y"});
  CHECK(change.added ==
        std::vector<std::string>{"  output wire [7:0] y,", "  output wire [7:0] z", "  assign z = ~r;"});
}

TEST_CASE("equal designs give equal text") {
  CHECK(staged(5, 2, true) == staged(5, 2, true));
  // The printed form and back is another object with the same content.
  Circuit c;
  const NodeId a = c.input("a", 8);
  c.output("y", c.make(Op::mul_u, {c.make(Op::add, {a, a}), c.make(Op::sub, {a, c.constant(8, 3)})}));
  CHECK(emit_verilog(c.design()) == emit_verilog(*ir::parse(ir::print(c.design()))));
}

TEST_CASE("ports keep their names, others give way") {
  Circuit c("names");
  const NodeId a = c.input("value", 4);
  const auto inner = [&](const std::string& name) {
    const NodeId wire = c.wire(name, 4);
    c.drive(wire, c.make(Op::bit_not, {a}));
    c.output("y_" + std::to_string(c.module().signals.size()), wire);
  };
  inner("reg");    // Verilog
  inner("logic");  // SystemVerilog
  inner("value_1");
  inner("a[3].b");  // no identifier
  inner("3d");
  const NodeId named = c.make(Op::add, {a, a});
  c.module().set_name(named, "value");
  c.output("z", c.make(Op::bit_xor, {named, a}));
  const std::string text = verilog_of(c.design());
  CHECK(text.find("  input wire [3:0] value,\n") != std::string::npos);
  for (const char* name : {"reg_", "logic_", "value_1", "a_3__b", "_3d"}) {
    CHECK_MESSAGE(text.find(fmt::format("  wire [3:0] {};\n", name)) != std::string::npos, name);
  }
  CHECK(text.find("  wire [3:0] value_2 = value + value;\n") != std::string::npos);
  VerilogFolder folder;
  folder.add(c.design());
  folder.check_clean();
}

TEST_CASE("the name map leads from C++ objects to Verilog") {
  Circuit c("Mapped");
  c.module().base_name = "Mapped";
  c.module().parameters = {{"width", "4"}};
  const NodeId a = c.input("a", 4);
  const NodeId r = c.reg("reg", 4, c.clock_input("clk"));
  c.module().signals[c.signal(r)].object = "state.value[3]";
  c.drive(r, a);
  c.input("nothing", 0);
  c.memory("m", 8, 4);
  const VerilogNames names = verilog_names(c.module());
  CHECK(names.signals[c.signal(r)] == "reg_");
  CHECK(names.memories == std::vector<std::string>{"m"});
  CHECK(verilog_name_map(c.design()) == R"({
  "schema": 1,
  "top": "Mapped",
  "modules": [
    {
      "module": "Mapped",
      "type": "Mapped",
      "parameters": [
        {"name": "width", "value": "4"}
      ],
      "objects": [
        {"object": "a", "verilog": "a", "kind": "input", "width": 4},
        {"object": "clk", "verilog": "clk", "kind": "input", "width": 1},
        {"object": "state.value[3]", "verilog": "reg_", "kind": "reg", "width": 4},
        {"object": "nothing", "verilog": null, "kind": "input", "width": 0}
      ],
      "memories": [
        {"object": "m", "verilog": "m", "width": 8, "depth": 4}
      ],
      "instances": []
    }
  ]
}
)");
}

TEST_CASE("two expressions never get one name") {
  Circuit c("many");
  const NodeId a = c.input("a", 16);
  const NodeId b = c.input("b", 16);
  for (uint32_t i = 0; i < 3000; ++i) {
    const NodeId key = c.constant(16, i);
    // Used twice and too large to be repeated.
    const NodeId node = c.make(Op::bit_and, {c.make(Op::add, {a, key}), c.make(Op::bit_xor, {b, a})});
    c.output("x" + std::to_string(i), c.make(Op::bit_not, {node}));
    c.output("y" + std::to_string(i), c.make(Op::add, {node, b}));
  }
  std::set<std::string> names;
  size_t count = 0;
  for (const std::string& line : lines_of(verilog_of(c.design()))) {
    if (!line.starts_with("  wire [15:0] _")) continue;
    ++count;
    names.insert(line.substr(14, line.find(' ', 14) - 14));
  }
  CHECK(count == 3000);
  CHECK(names.size() == 3000);
}

TEST_CASE("lines stay within the margin") {
  Circuit c("wide");
  std::vector<NodeId> parts;
  for (int i = 0; i < 60; ++i) parts.push_back(c.input("a_rather_long_input_name_" + std::to_string(i), 7));
  NodeId all = parts[0];
  NodeId chosen = parts[0];
  const NodeId select = c.input("select_input", 6);
  for (size_t i = 1; i < parts.size(); ++i) {
    all = c.make(Op::bit_xor, {c.make(Op::add, {all, parts[i]}), parts[i / 2]});
    chosen =
        c.make(Op::mux,
               {c.make(Op::bit_and, {c.make(Op::lt_u, {parts[i], all}), c.make(Op::ne, {parts[i / 2], parts[i / 3]})}),
                c.make(Op::sub, {all, parts[i]}), chosen});
  }
  c.output("x", all);
  c.output("y", c.module().make(Op::cat, parts));
  c.output("z", chosen);
  parts.insert(parts.begin(), select);
  c.output("s", c.module().make(Op::select, parts));
  c.output("k", c.module().constant(Bits::ones(1000)));
  for (const std::string& line : lines_of(verilog_of(c.design()))) CHECK(line.size() <= 120);
  VerilogFolder folder;
  folder.add(c.design());
  folder.check_clean();
}

TEST_CASE("directives name files relative to the source root") {
  Circuit c("places");
  LocationTable& table = c.design().locations;
  c.module().location = table.intern("/home/me/project/src/places.h", 5, 8);  // not stated: Verilator would warn
  const NodeId a = c.input("a", 4);
  c.module().signals[c.signal(a)].location = table.intern("/home/me/project/src/places.h", 7, 3);
  const NodeId y =
      c.output("y", c.module().make(Op::add, {a, a}, table.intern("/home/me/project/src/places.h", 12, 9)));
  c.module().signals[c.signal(y)].location = table.intern("/home/me/project/src/places.h", 8, 3);
  c.output("z", c.module().make(Op::sub, {a, c.constant(4, 3)}, table.intern("/usr/include/lib/block.h", 3, 1)));
  VerilogOptions options;
  options.locations = true;
  options.source_root = "/home/me/project";
  CHECK(verilog_of(c.design(), options) == R"(// places
module places (
`line 7 "src/places.h" 0
  input wire [3:0] a,
  output wire [3:0] y,
`line 7 "places.v" 0
  output wire [3:0] z
);

`line 12 "src/places.h" 0
  assign y = a + a;
`line 3 "block.h" 0
  assign z = a - 4'd3;
endmodule
)");
  VerilogFolder folder;
  folder.add(c.design(), options);
  folder.check_clean();
}

}  // namespace burin::test
