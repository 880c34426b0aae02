// SPDX-License-Identifier: Apache-2.0
//! @file sample_design.cpp
//! @brief The designs of sample_design.h.
#include "sample_design.h"

#include <array>

namespace sample {

using burin::Bits;
using burin::LocationId;
using namespace burin::ir;

namespace {

const char* const kOddText =
    "quote \" backslash \\ line\nend tab\t return\r bell\a delete\x7f caf\xc3\xa9 # not a comment";

Signal signal(std::string name, SignalKind kind, uint32_t width, LocationId location = burin::kNoLocation) {
  Signal result;
  result.name = std::move(name);
  result.kind = kind;
  result.width = width;
  result.location = location;
  return result;
}

Type named(TypeKind kind, uint32_t width, std::string name) {
  Type type;
  type.kind = kind;
  type.width = width;
  type.name = std::move(name);
  return type;
}

void add_types(Design& design) {
  const TypeId bit = design.boolean_type();
  const TypeId byte = design.unsigned_type(8);
  design.signed_type(12);
  design.unsigned_type(0);
  Type state = named(TypeKind::enumeration, 2, "State");
  state.enumerators = {{"idle", 0}, {"busy", 1}, {"done \"2\"", 0xffffffffffffffff}};
  design.add_type(state);
  Type pair = named(TypeKind::bundle, 9, "Pair");
  pair.fields = {{"valid", bit}, {"data", byte}};
  const TypeId pair_id = design.add_type(pair);
  design.add_type(named(TypeKind::bundle, 0, "Empty"));
  Type vector = named(TypeKind::vector, 36, "");
  vector.element = pair_id;
  vector.length = 4;
  design.add_type(vector);
}

ModuleId add_black_box(Design& design) {
  const ModuleId id = design.add_module("pad_cell");
  Module& m = design.module(id);
  m.base_name = "PadCell";
  m.location = design.locations.intern("lib/cells.h", 7, 8);
  m.parameters = {{"drive", "12"}};
  BlackBox box;
  box.verilog_name = "IOBUF";
  box.parameters = {{"DRIVE", "12"}, {"IOSTANDARD", "\"LVCMOS33\""}};
  box.verilog = "module IOBUF(inout pin, input i, output o);\n  // text\nendmodule\n";
  m.black_box = box;
  m.add_signal(signal("pin", SignalKind::inout, 1));
  Signal input = signal("i", SignalKind::input, 1);
  input.timing.kind = PortTiming::Kind::asynchronous;
  m.add_signal(input);
  m.add_signal(signal("o", SignalKind::output, 1));
  m.add_signal(signal("unconnected", SignalKind::input, 3));
  return id;
}

/// One node of every operation, each over operands of the module.
void add_every_operation(Module& m, NodeId bit, NodeId a, NodeId b, LocationId place) {
  const auto none = burin::kNoLocation;
  for (const Op op : {Op::bit_and, Op::bit_or, Op::bit_xor, Op::add,   Op::sub,   Op::mul_u, Op::mul_s,
                      Op::div_u,   Op::div_s,  Op::rem_u,   Op::rem_s, Op::eq,    Op::ne,    Op::lt_u,
                      Op::le_u,    Op::lt_s,   Op::le_s,    Op::shl,   Op::shr_u, Op::shr_s}) {
    m.make(op, {a, b}, place);
  }
  for (const Op op : {Op::bit_not, Op::reduce_and, Op::reduce_or, Op::reduce_xor}) m.make(op, {a});
  m.make(Op::cat, {}, place);
  m.make(Op::cat, {a, bit, b});
  m.slice(a, 3, 5);
  m.slice(a, 8, 0);
  m.zext(a, 20, place);
  m.sext(a, 200);
  m.make(Op::mux, {bit, a, b});
  m.make(Op::select, {a, a, b, a, b, b});
  m.make(Op::crossing, {a}, none, 0, 1);
  m.make(Op::dont_care, {}, place, 33);
  m.constant(Bits());
  m.constant(Bits::ones(64), place);
  m.constant(Bits::concat(Bits(1, 1), Bits(300, 0xabc)));
  m.set_name(m.make(Op::add, {a, b}), "sum");
  m.set_name(m.zext(a, 20), kOddText);
}

ModuleId add_child(Design& design) {
  const ModuleId id = design.add_module("child_1");
  Module& m = design.module(id);
  m.base_name = "Child<int>";
  const auto place = [&design](uint32_t line, uint32_t column = 3) {
    return design.locations.intern("src/child.cpp", line, column);
  };
  m.location = place(1, 0);
  m.parameters = {{"width", "8"}, {"odd", kOddText}};
  m.attributes = {{"keep_hierarchy", "1"}, {"odd", kOddText}};
  m.crossing_reasons = {"gray code", kOddText};

  Signal clk = signal("clk", SignalKind::input, 1, place(2));
  clk.timing = {PortTiming::Kind::is_clock, 0};
  const SignalId clk_id = m.add_signal(clk);
  Signal rst = signal("rst", SignalKind::input, 1, place(3));
  rst.timing = {PortTiming::Kind::is_reset, 0};
  const SignalId rst_id = m.add_signal(rst);
  Signal other_clock = signal("clk_b", SignalKind::input, 1);
  other_clock.timing.kind = PortTiming::Kind::is_clock;
  other_clock.may_be_unused = true;
  const SignalId other_id = m.add_signal(other_clock);
  Signal a = signal("a", SignalKind::input, 8, place(4));
  a.timing = {PortTiming::Kind::clock, 1};
  a.type = design.unsigned_type(8);
  a.object = "lanes[3].a";
  const SignalId a_id = m.add_signal(a);
  const SignalId b_id = m.add_signal(signal("b", SignalKind::input, 8));
  const SignalId empty_id = m.add_signal(signal("empty", SignalKind::input, 0));
  const SignalId out = m.add_signal(signal("out", SignalKind::output, 8, place(5)));
  m.add_signal(signal("undriven", SignalKind::output, 4));
  const SignalId pad = m.add_signal(signal("pad", SignalKind::inout, 1, place(6)));
  const SignalId wire = m.add_signal(signal("wire", SignalKind::wire, 8));
  m.signals[wire].generated_name = true;
  m.signals[wire].attributes = {{"keep", ""}, {"mark_debug", kOddText}};

  const NodeId clk_node = m.read(clk_id);
  const NodeId rst_node = m.read(rst_id, place(7));
  const NodeId a_node = m.read(a_id);
  const NodeId b_node = m.read(b_id);
  const NodeId other_node = m.read(other_id);
  m.read(empty_id);
  m.clocks.push_back(
      {"clk", clk_node, Edge::rising, ResetKind::synchronous, ResetLevel::active_high, rst_node, place(2)});
  m.clocks.push_back({"b \"quoted\"", other_node, Edge::falling, ResetKind::asynchronous, ResetLevel::active_low,
                      m.make(Op::bit_not, {rst_node}), burin::kNoLocation});
  m.clocks.push_back(
      {"c", other_node, Edge::falling, ResetKind::none, ResetLevel::active_high, kNone, burin::kNoLocation});
  add_every_operation(m, rst_node, a_node, b_node, place(8));

  Signal count = signal("count", SignalKind::reg, 8, place(9));
  count.driver = m.make(Op::add, {a_node, b_node});
  Register count_state;
  count_state.clock = 0;
  count_state.reset_value = Bits(8, 0x2a);
  count_state.power_up = Bits(8, 0);
  const SignalId count_id = m.add_register(count, count_state);
  Register sync_state;
  sync_state.clock = 1;
  sync_state.synchroniser = true;
  m.add_register(signal("sync", SignalKind::reg, 1), sync_state);
  Register wide_state;
  wide_state.power_up = Bits::ones(130);
  m.add_register(signal("wide", SignalKind::reg, 130), wide_state);  // neither clock nor driver

  m.signals[out].driver = m.read(count_id);
  m.signals[wire].driver = m.make(Op::bit_xor, {a_node, b_node});
  m.signals[pad].driver = m.slice(a_node, 0, 1);
  m.signals[pad].output_enable = m.slice(a_node, 1, 1);

  const auto read_data = [&m](std::string name, uint32_t width, MemoryId memory, uint32_t port) {
    Signal data = signal(std::move(name), SignalKind::memory_read, width);
    data.detail = memory;
    data.detail_port = port;
    return m.add_signal(data);
  };
  const NodeId enable = m.slice(b_node, 0, 1);
  Memory ram;
  ram.name = "ram";
  ram.width = 8;
  ram.depth = 40;
  ram.granule = 2;
  ram.type = design.unsigned_type(8);
  ram.style = "block";
  ram.attributes = {{"ram_style", "block"}};
  ram.location = place(10);
  for (uint64_t i = 0; i < 37; ++i) ram.contents.emplace_back(8, i * 7);
  ram.reads.push_back({true, 0, a_node, enable, ReadUnderWrite::new_data, 0, read_data("ram_r0", 8, 0, 0), place(11)});
  ram.reads.push_back(
      {true, 1, b_node, kNone, ReadUnderWrite::undefined, 1, read_data("ram_r1", 8, 0, 1), burin::kNoLocation});
  ram.reads.push_back(
      {false, kNone, b_node, kNone, ReadUnderWrite::old_data, kNone, read_data("ram_r2", 8, 0, 2), place(12)});
  ram.reads.push_back(
      {true, 0, b_node, enable, ReadUnderWrite::old_data, 0, read_data("ram_r3", 8, 0, 3), burin::kNoLocation});
  ram.writes.push_back({0, a_node, b_node, enable, m.slice(a_node, 0, 4), 0, place(13)});
  ram.writes.push_back({1, b_node, a_node, enable, kNone, 1, burin::kNoLocation});
  m.memories.push_back(ram);
  Memory rom;
  rom.name = "rom";
  rom.width = 100;
  rom.depth = 2;
  rom.read_only = true;
  rom.contents = {Bits::ones(100), Bits(100)};
  rom.reads.push_back(
      {false, kNone, a_node, kNone, ReadUnderWrite::undefined, kNone, read_data("rom_r0", 100, 1, 0), place(14)});
  m.memories.push_back(rom);
  Memory unused;
  unused.name = "unused";
  unused.width = 4;
  unused.depth = 1ULL << 40;
  m.memories.push_back(unused);

  for (const ProcessKind kind : {ProcessKind::assert_, ProcessKind::assume, ProcessKind::cover, ProcessKind::print}) {
    Process process;
    process.kind = kind;
    process.clock = 0;
    process.enable = enable;
    if (kind != ProcessKind::print) process.condition = rst_node;
    process.name = "check_" + std::to_string(static_cast<int>(kind));
    if (kind != ProcessKind::cover) process.message = std::string("a = {}, b = {:x}") + kOddText;
    process.arguments = {a_node, b_node};
    process.argument_types = {a.type, kNone};
    process.location = place(15);
    m.processes.push_back(process);
  }
  m.processes.emplace_back();  // nothing at all
  return id;
}

ModuleId add_top(Design& design, ModuleId box, ModuleId child) {
  const ModuleId id = design.add_module("top");
  Module& m = design.module(id);
  const LocationId place = design.locations.intern("src/top \"main\".cpp", 3, 9);
  const SignalId clk = m.add_signal(signal("clk", SignalKind::input, 1));
  const SignalId data = m.add_signal(signal("data", SignalKind::input, 8));
  const SignalId pin = m.add_signal(signal("pin", SignalKind::inout, 1));
  const auto output = [&m](const std::string& name, uint32_t width, InstanceId instance, SignalId port) {
    Signal result = signal(name, SignalKind::instance_output, width);
    result.detail = instance;
    result.detail_port = port;
    return m.add_signal(result);
  };
  const NodeId clk_node = m.read(clk);
  const NodeId data_node = m.read(data);

  Instance cell;
  cell.name = "cell";
  cell.module = box;
  cell.location = place;
  cell.attributes = {{"dont_touch", "1"}};
  const Module& box_module = design.module(box);
  const SignalId cell_o = output("cell_o", 1, 0, box_module.find_signal("o"));
  cell.inputs = {{box_module.find_signal("pin"), kNone, pin, place},
                 {box_module.find_signal("i"), clk_node, kNone, burin::kNoLocation},
                 {box_module.find_signal("unconnected"), kNone, kNone, burin::kNoLocation}};
  cell.outputs = {{box_module.find_signal("o"), cell_o}};
  m.instances.push_back(cell);

  const Module& child_module = design.module(child);
  for (InstanceId i = 1; i <= 2; ++i) {
    Instance instance;
    instance.name = "child_" + std::to_string(i);
    instance.module = child;
    for (const SignalId port : child_module.ports()) {
      const Signal& child_signal = child_module.signals[port];
      if (child_signal.kind == SignalKind::output) {
        instance.outputs.push_back(
            {port, output(instance.name + "_" + child_signal.name, child_signal.width, i, port)});
      } else if (child_signal.kind == SignalKind::inout) {
        instance.inputs.push_back({port, kNone, pin, place});
      } else {
        const NodeId value = child_signal.width == 8   ? data_node
                             : child_signal.width == 0 ? m.constant(Bits())
                                                       : m.read(cell_o);
        instance.inputs.push_back({port, value, kNone, place});
      }
    }
    m.instances.push_back(instance);
  }
  return id;
}

}  // namespace

std::unique_ptr<Design> everything() {
  auto design = std::make_unique<Design>();
  design->locations.intern("unused.h", 1, 1);
  design->locations.resolve(design->locations.add_placeholder({}), "unused.h", 1, 1);
  design->locations.add_placeholder({});
  add_types(*design);
  const ModuleId box = add_black_box(*design);
  const ModuleId child = add_child(*design);
  design->top = add_top(*design, box, child);
  return design;
}

std::unique_ptr<Design> counter() {
  auto design = std::make_unique<Design>();
  design->top = design->add_module("Counter");
  Module& m = design->top_module();
  const auto place = [&design](uint32_t line, uint32_t column) {
    return design->locations.intern("counter.cpp", line, column);
  };
  m.location = place(3, 8);
  Signal clk = signal("clk", SignalKind::input, 1);
  clk.timing = {PortTiming::Kind::is_clock, 0};
  const NodeId clk_node = m.read(m.add_signal(clk));
  const NodeId enable = m.read(m.add_signal(signal("enable", SignalKind::input, 1, place(5, 12))));
  Clock clock;
  clock.name = "clk";
  clock.clock = clk_node;
  clock.reset_kind = ResetKind::none;
  m.clocks.push_back(clock);
  Register state;
  state.clock = 0;
  state.power_up = Bits(8, 0);
  Signal value = signal("value", SignalKind::reg, 8, place(7, 13));
  value.type = design->unsigned_type(8);
  value.object = "value";
  const SignalId value_id = m.add_register(value, state);
  const SignalId count = m.add_signal(signal("count", SignalKind::output, 8));
  const NodeId now = m.read(value_id);
  const NodeId next = m.make(Op::add, {now, m.constant(8, 1)}, place(9, 33));
  m.set_name(next, "next");
  m.signals[value_id].driver = m.make(Op::mux, {enable, next, now}, place(9, 5));
  m.signals[count].driver = now;
  return design;
}

}  // namespace sample
