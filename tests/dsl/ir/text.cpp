// SPDX-License-Identifier: Apache-2.0
//! @file text.cpp
//! @brief The text form of designs: what it looks like, and that parsing gives back what was printed.
#include "burin/ir/text.h"

#include <doctest/doctest.h>

#include "burin/base/diagnostics.h"
#include "sample_design.h"

using burin::Bits;
using namespace burin::ir;

namespace {

void check_round_trip(const Design& design, const TextOptions& options = {}) {
  const std::string text = print(design, options);
  const auto again = parse(text, "round trip");
  CHECK(print(*again, options) == text);
}

}  // namespace

TEST_CASE("a small design as text") {
  CHECK(print(*sample::counter()) == R"(burin-ir 1
top 0
file 0 "counter.cpp"
@1 = 0:3:8
@2 = 0:5:12
@3 = 0:7:13
@4 = 0:9:33
@5 = 0:9:5
type 0 unsigned 8

module 0 "Counter" base "Counter" @1 {
  $0 input 1 "clk" timing is_clock 0
  $1 input 1 "enable" @2
  $2 reg 8 "value" = %5 type 0 object "value" @3
  $3 output 8 "count" = %2
  clock 0 "clk" rising none active_high = %0
  register $2 clock 0 power_up 0x0
  %0 = read 1 $0  # clk
  %1 = read 1 $1  # enable
  %2 = read 8 $2  # value
  %3 = const 8 0x1
  %4 = add 8 %2 %3 @4 "next"
  %5 = mux 8 %1 %4 %2 @5
}
)");
}

TEST_CASE("locations can be left out") {
  const auto design = sample::counter();
  const std::string text = print(*design, {.locations = false});
  CHECK(text.find('@') == std::string::npos);
  CHECK(text.find("counter.cpp") == std::string::npos);
  CHECK(text.find("%4 = add 8 %2 %3 \"next\"\n") != std::string::npos);
  const auto again = parse(text);
  CHECK(again->locations.size() == 1);
  CHECK(print(*again) == text);
}

TEST_CASE("one node and one module as text") {
  const auto design = sample::counter();
  const Module& module = design->top_module();
  CHECK(print_node(module, 4) == "%4 = add 8 %2 %3 @4 \"next\"");
  CHECK(print_node(module, 4, {.locations = false}) == "%4 = add 8 %2 %3 \"next\"");
  const std::string text = print(module);
  CHECK(text.starts_with("module 0 \"Counter\""));
  CHECK(print(*design).ends_with("\n" + text));
}

TEST_CASE("everything survives printing and parsing") {
  const auto design = sample::everything();
  check_round_trip(*design);
  check_round_trip(*design, {.locations = false});
}

TEST_CASE("the empty design survives") {
  const Design design;
  CHECK(print(design) == "burin-ir 1\n");
  check_round_trip(design);
}

TEST_CASE("parsing restores the whole structure") {
  const auto original = sample::everything();
  const auto design = parse(print(*original));
  REQUIRE(design->modules.size() == original->modules.size());
  CHECK(design->top == original->top);
  REQUIRE(design->type_count() == original->type_count());
  for (TypeId i = 0; i < design->type_count(); ++i) CHECK(design->type(i) == original->type(i));
  REQUIRE(design->locations.size() == original->locations.size());
  for (burin::LocationId i = 0; i < design->locations.size(); ++i) {
    CHECK(design->locations.at(i) == original->locations.at(i));
  }
  for (ModuleId id = 0; id < design->modules.size(); ++id) {
    const Module& a = original->module(id);
    const Module& b = design->module(id);
    CHECK(a.name == b.name);
    CHECK(a.base_name == b.base_name);
    CHECK(a.parameters == b.parameters);
    CHECK(a.attributes == b.attributes);
    CHECK(a.location == b.location);
    CHECK(a.crossing_reasons == b.crossing_reasons);
    REQUIRE(a.black_box.has_value() == b.black_box.has_value());
    if (a.black_box) {
      CHECK(a.black_box->verilog_name == b.black_box->verilog_name);
      CHECK(a.black_box->parameters == b.black_box->parameters);
      CHECK(a.black_box->verilog == b.black_box->verilog);
    }
    REQUIRE(a.signals.size() == b.signals.size());
    for (SignalId i = 0; i < a.signals.size(); ++i) {
      const Signal& x = a.signals[i];
      const Signal& y = b.signals[i];
      CAPTURE(x.name);
      CHECK(x.name == y.name);
      CHECK(x.object == y.object);
      CHECK((x.kind == y.kind));
      CHECK(x.width == y.width);
      CHECK(x.type == y.type);
      CHECK(x.driver == y.driver);
      CHECK(x.output_enable == y.output_enable);
      CHECK(x.location == y.location);
      CHECK((x.timing == y.timing));
      CHECK(x.detail == y.detail);
      CHECK(x.detail_port == y.detail_port);
      CHECK(x.may_be_unused == y.may_be_unused);
      CHECK(x.generated_name == y.generated_name);
      CHECK(x.attributes == y.attributes);
    }
    REQUIRE(a.node_count() == b.node_count());
    for (NodeId i = 0; i < a.node_count(); ++i) {
      CHECK((a.node(i).op == b.node(i).op));
      CHECK(a.width(i) == b.width(i));
      CHECK(std::vector(a.operands(i).begin(), a.operands(i).end()) ==
            std::vector(b.operands(i).begin(), b.operands(i).end()));
      CHECK(a.location_of(i) == b.location_of(i));
      CHECK(a.name_of(i) == b.name_of(i));
      if (a.is_constant(i)) {
        CHECK((a.constant_value(i) == b.constant_value(i)));
      } else {
        CHECK(a.node(i).immediate == b.node(i).immediate);
      }
    }
    REQUIRE(a.registers.size() == b.registers.size());
    for (size_t i = 0; i < a.registers.size(); ++i) {
      CHECK(a.registers[i].signal == b.registers[i].signal);
      CHECK(a.registers[i].clock == b.registers[i].clock);
      CHECK((a.registers[i].reset_value == b.registers[i].reset_value));
      CHECK((a.registers[i].power_up == b.registers[i].power_up));
      CHECK(a.registers[i].synchroniser == b.registers[i].synchroniser);
    }
    REQUIRE(a.memories.size() == b.memories.size());
    for (size_t i = 0; i < a.memories.size(); ++i) {
      CHECK((a.memories[i].contents == b.memories[i].contents));
      CHECK(a.memories[i].depth == b.memories[i].depth);
      CHECK(a.memories[i].read_only == b.memories[i].read_only);
      CHECK(a.memories[i].reads.size() == b.memories[i].reads.size());
      CHECK(a.memories[i].writes.size() == b.memories[i].writes.size());
    }
    REQUIRE(a.instances.size() == b.instances.size());
    for (size_t i = 0; i < a.instances.size(); ++i) {
      CHECK(a.instances[i].module == b.instances[i].module);
      CHECK(a.instances[i].inputs.size() == b.instances[i].inputs.size());
      CHECK(a.instances[i].outputs.size() == b.instances[i].outputs.size());
    }
    REQUIRE(a.processes.size() == b.processes.size());
    for (size_t i = 0; i < a.processes.size(); ++i) {
      CHECK(a.processes[i].message == b.processes[i].message);
      CHECK(a.processes[i].arguments == b.processes[i].arguments);
      CHECK(a.processes[i].argument_types == b.processes[i].argument_types);
    }
  }
}

TEST_CASE("every operation and kind occurs in the sample") {
  const std::string text = print(*sample::everything());
  const auto contains = [&text](const std::string& piece) { return text.find(piece) != std::string::npos; };
#define BURIN_OP(name, spelling, arity, summary) CHECK_MESSAGE(contains(" = " spelling " "), spelling);
#include "burin/ir/ops.def"
#undef BURIN_OP
  for (const char* word : {" bool ",
                           " unsigned ",
                           " signed ",
                           " enum ",
                           " vector ",
                           " bundle ",
                           " input ",
                           " output ",
                           " inout ",
                           " wire ",
                           " reg ",
                           " instance_output ",
                           " memory_read ",
                           " clock 1",
                           " asynchronous",
                           " is_clock",
                           " is_reset",
                           " rising ",
                           " falling ",
                           " none ",
                           " synchronous ",
                           " active_high",
                           " active_low",
                           " policy old_data",
                           " policy new_data",
                           " policy undefined",
                           " assert ",
                           " assume ",
                           " cover ",
                           " print ",
                           " black_box ",
                           " verilog ",
                           " granule ",
                           " style ",
                           " read_only",
                           " mask ",
                           " synchroniser",
                           " may_be_unused",
                           " generated_name",
                           " enable "}) {
    CHECK_MESSAGE(contains(word), word);
  }
}

TEST_CASE("comments, blank lines, spaces and line ends do not matter") {
  const std::string canonical = print(*sample::counter());
  std::string text = "# a comment first\n\n\n";
  for (const char c : canonical) {
    if (c == '\n') {
      text += " \t# \"comment\n\r\n";
    } else if (c == ' ') {
      text += "  ";
    } else {
      text += c;
    }
  }
  CHECK(print(*parse(text)) == canonical);
  std::string without_end = canonical;
  without_end.pop_back();
  CHECK(print(*parse(without_end)) == canonical);
}

TEST_CASE("lines of a module may come in another order") {
  const std::string text = R"(burin-ir 1
module 0 "m" base "m" {
  $0 input 1 "clk" timing is_clock 0
  %0 = read 1 $0
  $1 reg 1 "r" = %1
  register $1 clock 0
  %1 = not 1 %0
  clock 0 "clk" rising none active_high = %0
}
top 0
)";
  const auto design = parse(text);
  const Module& module = design->top_module();
  CHECK(module.signals[1].driver == 1);
  CHECK(module.register_of(1).clock == 0);
  check_round_trip(*design);
}

TEST_CASE("escapes in strings") {
  const auto design = parse(
      "burin-ir 1\n"
      "module 0 \"\\x41\\x0A\\x7f\\\\\\\"\\n\\t\\r\xc3\xa9\" base \"\" {\n}\n");
  CHECK(design->module(0).name == "A\n\x7f\\\"\n\t\r\xc3\xa9");
  CHECK(design->module(0).base_name.empty());
  CHECK(print(*design).find("\"A\\n\\x7f\\\\\\\"\\n\\t\\r\xc3\xa9\"") != std::string::npos);
  check_round_trip(*design);
}

TEST_CASE("a large module goes through text") {
  Design design;
  Module& module = design.module(design.add_module("large"));
  Signal input;
  input.name = "x";
  input.kind = SignalKind::input;
  input.width = 32;
  const NodeId x = module.read(module.add_signal(input));
  NodeId y = x;
  for (uint32_t i = 0; i < 200000; ++i) y = module.make(i % 2 == 0 ? Op::add : Op::bit_xor, {y, x});
  check_round_trip(design);
}
