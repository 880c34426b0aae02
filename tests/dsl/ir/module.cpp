// SPDX-License-Identifier: Apache-2.0
//! @file module.cpp
//! @brief The node arena: equal operations are one node, widths are checked, names and places are kept.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "burin/base/diagnostics.h"
#include "burin/ir/ir.h"

using burin::Bits;
using burin::InternalError;
using burin::kNoLocation;
using burin::LocationId;
using namespace burin::ir;

namespace {

Signal signal(std::string name, SignalKind kind, uint32_t width) {
  Signal result;
  result.name = std::move(name);
  result.kind = kind;
  result.width = width;
  return result;
}

/// A module with nodes of widths 1, 8, 9 and 0 to build on.
struct Fixture {
  Design design;
  Module& module = design.module(design.add_module("m"));
  SignalId bit_signal = module.add_signal(signal("bit", SignalKind::input, 1));
  SignalId byte_signal = module.add_signal(signal("byte", SignalKind::input, 8));
  SignalId other_signal = module.add_signal(signal("other", SignalKind::input, 8));
  SignalId wide_signal = module.add_signal(signal("wide", SignalKind::input, 9));
  SignalId none_signal = module.add_signal(signal("none", SignalKind::input, 0));
  NodeId bit = module.read(bit_signal);
  NodeId a = module.read(byte_signal);
  NodeId b = module.read(other_signal);
  NodeId wide = module.read(wide_signal);
  NodeId none = module.read(none_signal);

  void refuses(Op op, std::initializer_list<NodeId> operands, uint32_t width = 0, uint32_t immediate = 0) {
    CAPTURE(info(op).text);
    const size_t before = module.node_count();
    CHECK_THROWS_AS(module.make(op, operands, kNoLocation, width, immediate), InternalError);
    CHECK(module.node_count() == before);
  }
};

}  // namespace

TEST_CASE("equal operations are one node") {
  Fixture f;
  const size_t before = f.module.node_count();
  const NodeId sum = f.module.make(Op::add, {f.a, f.b});
  CHECK(f.module.make(Op::add, {f.a, f.b}) == sum);
  CHECK(f.module.node_count() == before + 1);
  CHECK(f.module.read(f.byte_signal) == f.a);

  const std::vector<NodeId> different = {
      sum,
      f.module.make(Op::add, {f.b, f.a}),
      f.module.make(Op::sub, {f.a, f.b}),
      f.module.make(Op::add, {f.a, f.a}),
      f.module.slice(f.a, 0, 4),
      f.module.slice(f.a, 1, 4),
      f.module.slice(f.a, 0, 3),
      f.module.zext(f.a, 10),
      f.module.zext(f.a, 11),
      f.module.sext(f.a, 10),
      f.module.make(Op::cat, {f.a}),
      f.module.make(Op::cat, {f.a, f.a}),
      f.module.make(Op::cat, {}),
      f.module.constant(8, 0),
      f.module.constant(9, 0),
      f.module.constant(8, 1),
      f.module.make(Op::dont_care, {}, kNoLocation, 8),
  };
  std::vector<NodeId> sorted = different;
  std::sort(sorted.begin(), sorted.end());
  CHECK(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
}

TEST_CASE("a node keeps what it was made of") {
  Fixture f;
  const NodeId part = f.module.slice(f.wide, 3, 4);
  CHECK(f.module.node(part).op == Op::slice);
  CHECK(f.module.node(part).immediate == 3);
  CHECK(f.module.width(part) == 4);
  const NodeId choice = f.module.make(Op::select, {f.bit, f.a, f.b, f.a});
  REQUIRE(f.module.operands(choice).size() == 4);
  CHECK(f.module.operand(choice, 0) == f.bit);
  CHECK(f.module.operand(choice, 3) == f.a);
  const Bits value = Bits::ones(130);
  const NodeId constant = f.module.constant(value);
  CHECK(f.module.is_constant(constant));
  CHECK_FALSE(f.module.is_constant(part));
  CHECK(f.module.constant_value(constant) == value);
  CHECK(f.module.constant(value) == constant);
  CHECK(f.module.node(f.wide).immediate == f.wide_signal);
}

TEST_CASE("operands may lie in the module's own pool") {
  Fixture f;
  std::vector<NodeId> operands;
  for (uint32_t i = 0; i < 100; ++i) operands.push_back(f.module.slice(f.a, i % 8, 1));
  NodeId joined = f.module.make(Op::cat, operands);
  // Each round makes another node from the operands of the last one while the pool grows and moves.
  for (uint32_t i = 0; i < 200; ++i) {
    const NodeId next = f.module.make(Op::cat, f.module.operands(joined).subspan(i % 2));
    CHECK(std::equal(f.module.operands(next).begin(), f.module.operands(next).end(),
                     f.module.operands(joined).begin() + i % 2));
    const NodeId first = f.module.make(Op::select, f.module.operands(joined).subspan(0, 2));
    CHECK(f.module.operand(first, 0) == operands[0]);
    operands.push_back(f.module.slice(f.a, i % 8, 1));
    joined = f.module.make(Op::cat, operands);
  }
}

TEST_CASE("widths of results") {
  Fixture f;
  const auto width = [&](Op op, std::initializer_list<NodeId> operands, uint32_t wanted = 0) {
    return f.module.width(f.module.make(op, operands, kNoLocation, wanted));
  };
  for (const Op op :
       {Op::bit_and, Op::bit_or, Op::bit_xor, Op::add, Op::sub, Op::div_u, Op::div_s, Op::rem_u, Op::rem_s}) {
    CHECK(width(op, {f.a, f.b}) == 8);
    CHECK(width(op, {f.none, f.none}) == 0);
  }
  for (const Op op : {Op::eq, Op::ne, Op::lt_u, Op::le_u, Op::lt_s, Op::le_s}) {
    CHECK(width(op, {f.a, f.b}) == 1);
    CHECK(width(op, {f.none, f.none}) == 1);
  }
  for (const Op op : {Op::mul_u, Op::mul_s}) CHECK(width(op, {f.a, f.wide}) == 17);
  for (const Op op : {Op::shl, Op::shr_u, Op::shr_s}) {
    CHECK(width(op, {f.a, f.wide}) == 8);
    CHECK(width(op, {f.none, f.wide}) == 0);
    CHECK(width(op, {f.a, f.none}) == 8);
  }
  for (const Op op : {Op::reduce_and, Op::reduce_or, Op::reduce_xor}) {
    CHECK(width(op, {f.wide}) == 1);
    CHECK(width(op, {f.none}) == 1);
  }
  CHECK(width(Op::bit_not, {f.wide}) == 9);
  CHECK(width(Op::cat, {f.a, f.wide, f.none, f.bit}) == 18);
  CHECK(width(Op::cat, {}) == 0);
  CHECK(width(Op::slice, {f.a}, 8) == 8);
  CHECK(width(Op::slice, {f.none}, 0) == 0);
  CHECK(width(Op::zext, {f.a}, 8) == 8);
  CHECK(width(Op::zext, {f.none}, 5) == 5);
  CHECK(width(Op::sext, {f.none}, 5) == 5);
  CHECK(width(Op::mux, {f.bit, f.a, f.b}) == 8);
  CHECK(width(Op::select, {f.wide, f.a}) == 8);
  CHECK(width(Op::select, {f.none, f.a, f.b}) == 8);
  CHECK(width(Op::dont_care, {}, 77) == 77);
  f.module.crossing_reasons.emplace_back("gray code");
  CHECK(width(Op::crossing, {f.a}) == 8);
}

TEST_CASE("wrong widths, operands and immediates are refused") {
  Fixture f;
  for (const Op op : {Op::bit_and, Op::bit_or, Op::bit_xor, Op::add, Op::sub, Op::div_u, Op::div_s, Op::rem_u,
                      Op::rem_s, Op::eq, Op::ne, Op::lt_u, Op::le_u, Op::lt_s, Op::le_s}) {
    f.refuses(op, {f.a, f.wide});
    f.refuses(op, {f.a, f.none});
    f.refuses(op, {f.a});
    f.refuses(op, {f.a, f.b, f.b});
    f.refuses(op, {f.a, f.b}, 0, 1);
  }
  for (const Op op : {Op::mul_u, Op::mul_s, Op::shl, Op::shr_u, Op::shr_s}) {
    f.refuses(op, {f.a});
    f.refuses(op, {f.a, f.b}, 0, 1);
  }
  for (const Op op : {Op::bit_not, Op::reduce_and, Op::reduce_or, Op::reduce_xor}) {
    f.refuses(op, {});
    f.refuses(op, {f.a, f.b});
    f.refuses(op, {f.a}, 0, 1);
  }
  f.refuses(Op::slice, {f.a}, 9, 0);
  f.refuses(Op::slice, {f.a}, 1, 8);
  f.refuses(Op::slice, {f.a}, 2, 0xffffffff);
  f.refuses(Op::zext, {f.wide}, 8);
  f.refuses(Op::sext, {f.wide}, 8);
  f.refuses(Op::zext, {f.wide}, kNone);
  f.refuses(Op::mux, {f.a, f.a, f.b});
  f.refuses(Op::mux, {f.none, f.a, f.b});
  f.refuses(Op::mux, {f.bit, f.a, f.wide});
  f.refuses(Op::mux, {f.bit, f.a});
  f.refuses(Op::select, {f.a});
  f.refuses(Op::select, {});
  f.refuses(Op::select, {f.bit, f.a, f.wide});
  f.refuses(Op::crossing, {f.a}, 0, 0);
  f.refuses(Op::dont_care, {f.a}, 8);
  f.refuses(Op::read, {}, 0, 5);
  f.refuses(Op::constant, {}, 8, 0);
  f.refuses(Op::add, {f.a, 1000});
  f.refuses(Op::add, {f.a, kNone});
  CHECK_THROWS_AS(f.module.read(5), InternalError);

  // A result beyond 2^32 bits.
  NodeId large = f.module.zext(f.a, 1U << 31);
  f.refuses(Op::cat, {large, large});
  f.refuses(Op::mul_u, {large, large});
}

TEST_CASE("the reason of a refusal names the widths") {
  Fixture f;
  CHECK_THROWS_WITH_AS(f.module.make(Op::add, {f.a, f.wide}),
                       doctest::Contains("operation add: operands have 8 bits and 9 bits"), InternalError);
  std::string why;
  CHECK(f.module.result_width(Op::mux, std::vector{f.a, f.a, f.b}, 0, 0, why) == std::nullopt);
  CHECK(why == "its condition has 8 bits");
  CHECK(f.module.result_width(Op::mul_s, std::vector{f.a, f.b}, 0, 0, why) == 16);
}

TEST_CASE("the first place that is known stays") {
  Fixture f;
  const LocationId first = f.design.locations.intern("a.cpp", 1, 1);
  const LocationId second = f.design.locations.intern("a.cpp", 2, 1);
  const NodeId sum = f.module.make(Op::add, {f.a, f.b});
  CHECK(f.module.location_of(sum) == kNoLocation);
  f.module.make(Op::add, {f.a, f.b}, first);
  CHECK(f.module.location_of(sum) == first);
  f.module.make(Op::add, {f.a, f.b}, second);
  f.module.make(Op::add, {f.a, f.b});
  CHECK(f.module.location_of(sum) == first);
}

TEST_CASE("the first name stays") {
  Fixture f;
  CHECK(f.module.name_of(f.a).empty());
  f.module.set_name(f.a, "");
  CHECK(f.module.name_of(f.a).empty());
  f.module.set_name(f.a, "sum");
  f.module.set_name(f.a, "other");
  CHECK(f.module.name_of(f.a) == "sum");
  CHECK_THROWS_AS(f.module.set_name(1000, "x"), InternalError);
}

TEST_CASE("a copy of a constant or read through make is the same node") {
  Fixture f;
  const NodeId constant = f.module.constant(8, 5);
  CHECK(f.module.make(Op::constant, {}, kNoLocation, 0, f.module.node(constant).immediate) == constant);
  CHECK(f.module.make(Op::read, {}, kNoLocation, 0, f.byte_signal) == f.a);
}

TEST_CASE("hash-consing against a model") {
  Fixture f;
  std::mt19937 random(20240601);
  std::map<std::vector<uint32_t>, NodeId> model;
  std::vector<NodeId> bytes = {f.a, f.b};
  for (int i = 0; i < 50000; ++i) {
    const auto pick = [&] { return bytes[random() % std::min<size_t>(bytes.size(), 150)]; };
    const Op op = random() % 2 == 0 ? Op::add : (random() % 2 == 0 ? Op::bit_xor : Op::mux);
    std::vector<NodeId> operands;
    if (op == Op::mux) operands.push_back(f.bit);
    operands.push_back(pick());
    operands.push_back(pick());
    std::vector<uint32_t> key = {static_cast<uint32_t>(op)};
    key.insert(key.end(), operands.begin(), operands.end());
    const NodeId id = f.module.make(op, operands);
    const auto [entry, is_new] = model.try_emplace(key, id);
    REQUIRE(entry->second == id);
    if (is_new) {
      REQUIRE(id == f.module.node_count() - 1);
      bytes.push_back(id);
    }
  }
  CHECK(f.module.node_count() == model.size() + 5);
  CHECK(model.size() > 20000);
  CHECK(model.size() < 50000);
}

TEST_CASE("arenas are exchanged as a whole") {
  Fixture f;
  const NodeId five = f.module.constant(8, 5);
  f.module.set_name(five, "five");
  Module rebuilt(f.design, "rebuilt");
  rebuilt.signals = f.module.signals;
  const NodeId seven = rebuilt.constant(8, 7);
  const size_t old_count = f.module.node_count();
  f.module.swap_nodes(rebuilt);
  CHECK(f.module.node_count() == 1);
  CHECK(f.module.constant_value(seven) == Bits(8, 7));
  CHECK(f.module.name_of(five).empty());
  CHECK(f.module.constant(8, 7) == seven);
  CHECK(f.module.constant(8, 5) == 1);
  CHECK(rebuilt.node_count() == old_count);
  CHECK(rebuilt.name_of(five) == "five");
  CHECK(rebuilt.constant(8, 5) == five);

  Design other;
  CHECK_THROWS_AS(f.module.swap_nodes(other.module(other.add_module("x"))), InternalError);
}

TEST_CASE("signals, registers and ports") {
  Fixture f;
  Register state;
  state.reset_value = Bits(8, 3);
  const SignalId count = f.module.add_register(signal("count", SignalKind::wire, 8), state);
  const SignalId output = f.module.add_signal(signal("result", SignalKind::output, 8));
  const SignalId pad = f.module.add_signal(signal("pad", SignalKind::inout, 1));
  CHECK(f.module.signals[count].kind == SignalKind::reg);
  CHECK(f.module.register_of(count).signal == count);
  CHECK(f.module.register_of(count).reset_value == Bits(8, 3));
  CHECK(f.module.ports() == std::vector<SignalId>{0, 1, 2, 3, 4, output, pad});
  CHECK(f.module.find_signal("count") == count);
  CHECK(f.module.find_signal("no such") == kNone);
  const SignalId second = f.module.add_register(signal("next", SignalKind::reg, 4), Register{});
  CHECK(f.module.registers.size() == 2);
  CHECK(f.module.signals[second].detail == 1);
  CHECK_THROWS_AS(f.module.add_register(signal("bad", SignalKind::reg, 4), state), InternalError);
}

TEST_CASE("every root is visited and can be replaced") {
  Fixture f;
  Module& m = f.module;
  NodeId next = 0;
  const auto fresh = [&] { return m.constant(64, 1000 + next++); };
  std::vector<NodeId> expected;
  const auto root = [&] { return expected.emplace_back(fresh()); };

  Clock clock;
  clock.clock = root();
  clock.reset = root();
  m.clocks.push_back(clock);
  m.clocks.emplace_back();  // no roots at all
  m.signals[0].driver = root();
  m.signals[1].output_enable = root();
  Memory memory;
  ReadPort read;
  read.address = root();
  read.enable = root();
  memory.reads = {read, ReadPort{}};
  WritePort write;
  write.address = root();
  write.data = root();
  write.enable = root();
  write.mask = root();
  memory.writes = {write, WritePort{}};
  m.memories.push_back(memory);
  Instance instance;
  instance.inputs.emplace_back().value = root();
  instance.inputs.emplace_back();
  m.instances.push_back(instance);
  Process process;
  process.enable = root();
  process.condition = root();
  process.arguments = {root(), root()};
  m.processes.push_back(process);

  std::vector<NodeId> seen;
  m.for_each_root([&](NodeId& id) {
    seen.push_back(id);
    id = f.a;
  });
  CHECK(seen == expected);
  size_t replaced = 0;
  m.for_each_root([&](const NodeId& id) { replaced += id == f.a ? 1 : 0; });
  CHECK(replaced == expected.size());
}

TEST_CASE("a module of a million nodes") {
  Fixture f;
  constexpr uint32_t kNodes = 1'000'000;
  const size_t before = f.module.node_count();
  NodeId x = f.a;
  NodeId y = f.b;
  for (uint32_t i = 0; i < kNodes; ++i) {
    const NodeId next = f.module.make(i % 3 == 0 ? Op::bit_xor : Op::add, {x, y});
    y = x;
    x = next;
  }
  CHECK(f.module.node_count() == before + kNodes);
  NodeId x2 = f.a;
  NodeId y2 = f.b;
  for (uint32_t i = 0; i < kNodes; ++i) {
    const NodeId next = f.module.make(i % 3 == 0 ? Op::bit_xor : Op::add, {x2, y2});
    y2 = x2;
    x2 = next;
  }
  CHECK(x2 == x);
  CHECK(f.module.node_count() == before + kNodes);
}
