// SPDX-License-Identifier: Apache-2.0
//! @file bit_graph_test.cpp
//! @brief The stated dependencies of bits against the true ones, found by changing one bit at a time.
#include "burin/passes/bit_graph.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <numeric>

#include "build.h"
#include "burin/passes/evaluate.h"

namespace burin::passes {
namespace {

using namespace ir;
using test::Build;

struct Case {
  Op op;
  std::vector<uint32_t> widths;
  bool exact;  // whether bits depend on no more than they must
  uint32_t width = 0;
  uint32_t immediate = 0;
};

const std::vector<Case> kCases = {
    {Op::bit_not, {5}, true},      {Op::bit_and, {5, 5}, true},  {Op::bit_or, {5, 5}, true},
    {Op::bit_xor, {5, 5}, true},   {Op::add, {5, 5}, true},      {Op::sub, {5, 5}, true},
    {Op::mul_u, {3, 4}, false},    {Op::mul_s, {4, 3}, false},   {Op::div_u, {4, 4}, false},
    {Op::div_s, {4, 4}, false},    {Op::rem_u, {4, 4}, false},   {Op::rem_s, {4, 4}, false},
    {Op::eq, {4, 4}, true},        {Op::ne, {4, 4}, true},       {Op::lt_u, {4, 4}, true},
    {Op::le_u, {4, 4}, true},      {Op::lt_s, {4, 4}, true},     {Op::le_s, {4, 4}, true},
    {Op::shl, {5, 2}, false},      {Op::shr_u, {5, 3}, false},   {Op::shr_s, {5, 3}, false},
    {Op::cat, {2, 0, 3, 1}, true}, {Op::slice, {6}, true, 3, 2}, {Op::zext, {3}, true, 6},
    {Op::sext, {3}, true, 6},      {Op::mux, {1, 4, 4}, true},   {Op::select, {2, 3, 3, 3}, true},
    {Op::reduce_and, {5}, true},   {Op::reduce_or, {5}, true},   {Op::reduce_xor, {5}, true},
};

std::vector<Vertex> all_vertices(const WordGraph& graph) {
  std::vector<Vertex> vertices(graph.size());
  std::iota(vertices.begin(), vertices.end(), 0);
  return vertices;
}

/// For each bit of `node`, which of the `count` input bits (numbered through all inputs) it is said to depend on.
std::vector<uint64_t> stated(const Build& t, NodeId node) {
  const Analysis analysis(t.design());
  const WordGraph& words = analysis.graph(t.id());
  const BitGraph graph(analysis, t.id(), all_vertices(words));
  std::vector<uint64_t> own(graph.size(), 0);
  uint32_t index = 0;
  for (SignalId id = 0; id < t.module().signals.size(); ++id) {
    if (t.module().signals[id].kind != SignalKind::input) continue;
    for (uint32_t bit = 0; bit < t.module().signals[id].width; ++bit) {
      own[graph.number(words.of_signal(id), bit)] = uint64_t{1} << index++;
    }
  }
  const auto labels = BitLabels(graph).propagate([&own](uint32_t number) { return own[number]; });
  std::vector<uint64_t> result;
  for (uint32_t bit = 0; bit < t.module().width(node); ++bit) result.push_back(labels[graph.number(node, bit)]);
  return result;
}

/// The same by trying all values of the operands, or many.
std::vector<uint64_t> true_dependencies(const Case& c, uint32_t width) {
  const uint32_t total = std::accumulate(c.widths.begin(), c.widths.end(), 0U);
  std::vector<uint64_t> result(width, 0);
  const auto value = [&](uint64_t packed) {
    std::vector<Bits> operands;
    for (const uint32_t operand_width : c.widths) {
      operands.emplace_back(operand_width, packed);
      packed >>= operand_width;
    }
    return evaluate(c.op, operands, width, c.immediate);
  };
  for (uint64_t packed = 0; packed < uint64_t{1} << total; ++packed) {
    const Bits before = value(packed);
    for (uint32_t changed = 0; changed < total; ++changed) {
      const Bits difference = bits_ops::bit_xor(before, value(packed ^ uint64_t{1} << changed));
      for (uint32_t bit = 0; bit < width; ++bit) {
        if (difference.bit(bit)) result[bit] |= uint64_t{1} << changed;
      }
    }
  }
  return result;
}

TEST_CASE("every true dependency of a bit is stated, and no other where an operation is precise") {
  for (const Case& c : kCases) {
    CAPTURE(info(c.op).text);
    Build t;
    std::vector<NodeId> operands;
    for (size_t i = 0; i < c.widths.size(); ++i) operands.push_back(t.input(fmt::format("i{}", i), c.widths[i]));
    const NodeId node = t.module().make(c.op, operands, kNoLocation, c.width, c.immediate);
    const std::vector<uint64_t> said = stated(t, node);
    const std::vector<uint64_t> needed = true_dependencies(c, t.module().width(node));
    REQUIRE(said.size() == needed.size());
    for (size_t bit = 0; bit < said.size(); ++bit) {
      CAPTURE(bit);
      CHECK((needed[bit] & ~said[bit]) == 0);
      if (c.exact) CHECK(said[bit] == needed[bit]);
    }
  }
}

TEST_CASE("constants narrow dependencies to the bits that matter") {
  Build t;
  const NodeId x = t.input("x", 6);
  const auto masks = [&t](NodeId node) { return stated(t, node); };
  using Masks = std::vector<uint64_t>;
  CHECK(masks(t.and_(x, t.constant(6, 0b001010))) == Masks{0, 2, 0, 8, 0, 0});
  CHECK(masks(t.or_(t.constant(6, 0b111101), x)) == Masks{0, 2, 0, 0, 0, 0});
  CHECK(masks(t.make(Op::shl, {x, t.constant(3, 4)})) == Masks{0, 0, 0, 0, 1, 2});
  CHECK(masks(t.make(Op::shl, {x, t.constant(8, 200)})) == Masks{0, 0, 0, 0, 0, 0});
  CHECK(masks(t.make(Op::shr_u, {x, t.constant(3, 4)})) == Masks{16, 32, 0, 0, 0, 0});
  CHECK(masks(t.make(Op::shr_s, {x, t.constant(3, 4)})) == Masks{16, 32, 32, 32, 32, 32});
  CHECK(masks(t.make(Op::shr_s, {x, t.constant(40, 1ULL << 36)})) == Masks{32, 32, 32, 32, 32, 32});
  CHECK(masks(t.mux(t.constant(1, 0), x, t.constant(6, 1))) == Masks{0, 0, 0, 0, 0, 0});
}

TEST_CASE("a variable shift depends on the bits that can get there and on the whole amount") {
  Build t;
  const NodeId x = t.input("x", 3);
  const NodeId amount = t.input("amount", 2);
  using Masks = std::vector<uint64_t>;
  CHECK(stated(t, t.make(Op::shl, {x, amount})) == Masks{0b11001, 0b11011, 0b11111});
  CHECK(stated(t, t.make(Op::shr_u, {x, amount})) == Masks{0b11111, 0b11110, 0b11100});
}

TEST_CASE("a product depends on the operands' bits up to its own") {
  Build t;
  const NodeId a = t.input("a", 2);
  const NodeId b = t.input("b", 3);
  using Masks = std::vector<uint64_t>;
  CHECK(stated(t, t.make(Op::mul_u, {a, b})) == Masks{0b00101, 0b01111, 0b11111, 0b11111, 0b11111});
}

TEST_CASE("bits of a long concatenation are found in their parts") {
  Build t;
  std::vector<NodeId> parts;
  std::vector<std::vector<uint64_t>> bits;
  uint32_t next = 0;
  for (uint32_t i = 0; i < 40; ++i) {
    parts.push_back(t.input(fmt::format("p{}", i), i % 3));
    bits.emplace_back();
    for (uint32_t bit = 0; bit < i % 3; ++bit) bits.back().push_back(uint64_t{1} << next++);
  }
  REQUIRE(next < 64);
  std::vector<uint64_t> expected;  // the first operand is the most significant
  for (size_t i = bits.size(); i-- > 0;) expected.insert(expected.end(), bits[i].begin(), bits[i].end());
  CHECK(stated(t, t.module().make(Op::cat, parts)) == expected);
}

TEST_CASE("combinational paths of a module are those of its bits") {
  Design design;
  Build leaf(design, "Leaf");
  const NodeId x = leaf.input("x", 70);
  const NodeId y = leaf.input("y", 2);
  leaf.output("low", leaf.slice(x, 3, 2));
  leaf.output("sum", leaf.add(leaf.slice(x, 66, 2), y));
  leaf.output("state", leaf.delay("q", leaf.slice(x, 0, 1), leaf.add_clock("clk")));
  Build top(design, "Top");
  top.instance("u", leaf, {{"x", top.input("x", 70)}, {"y", top.input("y", 2)}, {"clk", top.input("clk", 1)}});
  const Analysis analysis(design);
  const Module& module = leaf.module();
  const auto id = [&module](const char* name) { return module.find_signal(name); };
  CHECK(analysis.combinational_paths(0).inputs_of(id("low")) == std::vector<SignalId>{id("x")});
  CHECK(analysis.combinational_paths(0).inputs_of(id("sum")) == std::vector<SignalId>{id("x"), id("y")});
  CHECK(analysis.combinational_paths(0).inputs_of(id("state")).empty());
  const BitPaths& sum = analysis.bit_paths(0, id("sum"));
  REQUIRE(sum.size() == 2);
  REQUIRE(sum[1].size() == 2);
  CHECK(sum[1][0].port == id("x"));
  CHECK(sum[1][0].low == 66);
  CHECK(sum[1][0].count == 2);
  CHECK(sum[0][1].port == id("y"));
  CHECK(sum[0][1].count == 1);
}

}  // namespace
}  // namespace burin::passes
