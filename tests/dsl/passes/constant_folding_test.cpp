// SPDX-License-Identifier: Apache-2.0
//! @file constant_folding_test.cpp
//! @brief Constant folding: values, identities, constants through wires.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "build.h"
#include "burin/passes/evaluate.h"
#include "burin/passes/pipeline.h"
#include "burin/passes/transforms.h"

namespace burin::passes {
namespace {

using namespace ir;
using test::Build;

/// What `make` of two inputs, "x" of 8 bits and "b" of 1 bit, becomes.
struct Folded {
  template <typename Make>
  explicit Folded(Make make) {
    const NodeId x = build.input("x", 8);
    const NodeId b = build.input("b", 1);
    build.output("out", make(build, x, b));
    fold_constants(build.design());
  }
  [[nodiscard]] NodeId driver() const { return build.module().signals[build.module().find_signal("out")].driver; }
  [[nodiscard]] bool is(const char* signal) const {
    const Node& node = build.module().node(driver());
    return node.op == Op::read && build.module().signals[node.immediate].name == signal;
  }
  [[nodiscard]] bool is(uint32_t width, uint64_t value) const {
    return build.module().is_constant(driver()) && build.module().constant_value(driver()) == Bits(width, value);
  }
  [[nodiscard]] Op op() const { return build.module().node(driver()).op; }
  Build build;
};

TEST_CASE("operations on constants become their value") {
  CHECK(Folded([](Build& t, NodeId, NodeId) { return t.add(t.constant(8, 200), t.constant(8, 100)); }).is(8, 44));
  CHECK(Folded([](Build& t, NodeId, NodeId) {
          return t.make(Op::mul_u, {t.constant(8, 200), t.constant(4, 15)});
        }).is(12, 3000));
  CHECK(Folded([](Build& t, NodeId, NodeId) {
          return t.make(Op::div_s, {t.constant(8, 0x80), t.constant(8, 0xff)});
        }).is(8, 0x80));
  CHECK(Folded([](Build& t, NodeId, NodeId) {
          return t.cat({t.constant(4, 0xa), t.constant(0, 0), t.constant(8, 0x5c)});
        }).is(12, 0xa5c));
  CHECK(Folded([](Build& t, NodeId, NodeId) { return t.module().sext(t.constant(4, 8), 8); }).is(8, 0xf8));
  CHECK(Folded([](Build& t, NodeId, NodeId) {
          return t.make(Op::select, {t.constant(2, 3), t.constant(8, 1), t.constant(8, 2)});
        }).is(8, 0));
}

TEST_CASE("the value of a concatenation of many constants is joined across words") {
  std::vector<Bits> parts;
  Bits expected;
  for (uint32_t i = 0; i < 50; ++i) {
    parts.emplace_back(i % 7 + 60, 0x9e3779b97f4a7c15U * (i + 1));
    expected = Bits::concat(expected, parts.back());
  }
  CHECK(evaluate(Op::cat, parts, expected.width(), 0) == expected);
}

TEST_CASE("neutral operands vanish") {
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.add(x, t.constant(8, 0)); }).is("x"));
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.add(t.constant(8, 0), x); }).is("x"));
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.make(Op::sub, {x, t.constant(8, 0)}); }).is("x"));
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.and_(x, t.constant(8, 255)); }).is("x"));
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.or_(t.constant(8, 0), x); }).is("x"));
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.make(Op::shl, {x, t.constant(3, 0)}); }).is("x"));
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.make(Op::div_u, {x, t.constant(8, 1)}); }).is("x"));
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.slice(x, 0, 8); }).is("x"));
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.module().zext(x, 8); }).is("x"));
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.cat({x, t.constant(0, 0)}); }).is("x"));
}

TEST_CASE("0 - x stays: it is not x") {
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.make(Op::sub, {t.constant(8, 0), x}); }).op() == Op::sub);
}

TEST_CASE("absorbing operands decide") {
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.and_(x, t.constant(8, 0)); }).is(8, 0));
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.or_(x, t.constant(8, 255)); }).is(8, 255));
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.make(Op::mul_s, {x, t.constant(4, 0)}); }).is(12, 0));
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.make(Op::shl, {x, t.constant(40, 1ULL << 35)}); }).is(8, 0));
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.make(Op::lt_u, {x, t.constant(8, 0)}); }).is(1, 0));
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.make(Op::le_s, {x, t.constant(8, 127)}); }).is(1, 1));
}

TEST_CASE("division by zero has its defined value") {
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.make(Op::div_u, {x, t.constant(8, 0)}); }).is(8, 255));
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.make(Op::rem_s, {x, t.constant(8, 0)}); }).is("x"));
}

TEST_CASE("a one-bit 1 is -1 for signed operations") {
  CHECK(Folded([](Build& t, NodeId, NodeId b) { return t.make(Op::mul_s, {b, t.constant(1, 1)}); }).op() == Op::mul_s);
  CHECK(Folded([](Build& t, NodeId, NodeId b) { return t.make(Op::div_s, {b, t.constant(1, 1)}); }).op() == Op::div_s);
}

TEST_CASE("equal operands decide") {
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.xor_(x, x); }).is(8, 0));
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.make(Op::sub, {x, x}); }).is(8, 0));
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.and_(x, x); }).is("x"));
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.make(Op::eq, {x, x}); }).is(1, 1));
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.make(Op::lt_s, {x, x}); }).is(1, 0));
  CHECK(Folded([](Build& t, NodeId x, NodeId b) { return t.mux(b, x, x); }).is("x"));
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.and_(x, t.not_(x)); }).is(8, 0));
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.make(Op::ne, {t.not_(x), x}); }).is(1, 1));
}

TEST_CASE("x / x stays: 0 / 0 is all ones") {
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.make(Op::div_u, {x, x}); }).op() == Op::div_u);
}

TEST_CASE("comparisons of one bit with a constant are the bit or its complement") {
  CHECK(Folded([](Build& t, NodeId, NodeId b) { return t.make(Op::eq, {b, t.constant(1, 1)}); }).is("b"));
  CHECK(Folded([](Build& t, NodeId, NodeId b) { return t.make(Op::ne, {t.constant(1, 0), b}); }).is("b"));
  CHECK(Folded([](Build& t, NodeId, NodeId b) { return t.make(Op::eq, {b, t.constant(1, 0)}); }).op() == Op::bit_not);
  CHECK(Folded([](Build& t, NodeId, NodeId b) { return t.make(Op::reduce_xor, {b}); }).is("b"));
}

TEST_CASE("complements cancel") {
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.not_(t.not_(x)); }).is("x"));
  CHECK(Folded([](Build& t, NodeId x, NodeId) {
          return t.not_(t.make(Op::eq, {x, t.constant(8, 3)}));
        }).op() == Op::ne);
}

TEST_CASE("extensions of extensions are one") {
  const Folded folded([](Build& t, NodeId x, NodeId) { return t.module().sext(t.module().zext(x, 9), 20); });
  CHECK(folded.op() == Op::zext);
  CHECK(folded.build.module().operand(folded.driver(), 0) == folded.build.module().read(0));
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.module().zext(t.module().sext(x, 9), 20); }).op() == Op::zext);
}

TEST_CASE("values of no bits are the constant of no bits") {
  const Folded folded([](Build& t, NodeId x, NodeId) { return t.slice(x, 8, 0); });
  CHECK(folded.is(0, 0));
}

TEST_CASE("don't care reads as zero") {
  CHECK(Folded([](Build& t, NodeId, NodeId) { return t.module().make(Op::dont_care, {}, kNoLocation, 8); }).is(8, 0));
}

TEST_CASE("a waived crossing of a value stays, of a constant it vanishes") {
  CHECK(Folded([](Build& t, NodeId x, NodeId) { return t.waive(x, "test"); }).op() == Op::crossing);
  CHECK(Folded([](Build& t, NodeId, NodeId) { return t.waive(t.constant(8, 3), "test"); }).is(8, 3));
}

TEST_CASE("a wire that is driven by a constant is read as the constant, wherever the read stands") {
  Build t;
  const NodeId x = t.input("x", 8);
  const NodeId late = t.wire("late", 8);
  t.output("out", t.and_(x, late));
  // Known only after folding, and read before that.
  t.drive(late, t.and_(t.constant(8, 0xf0), t.constant(8, 0x0f)));
  fold_constants(t.design());
  const Module& module = t.module();
  CHECK(module.is_constant(module.signals[module.find_signal("out")].driver));
}

TEST_CASE("a chain of constant wires against the order of ids is followed") {
  Build t;
  std::vector<NodeId> wires;
  for (int i = 0; i < 5; ++i) wires.push_back(t.wire(fmt::format("w{}", i), 8));
  t.output("out", wires[0]);
  for (int i = 0; i + 1 < 5; ++i) t.drive(wires[i], t.not_(wires[i + 1]));
  t.drive(wires[4], t.constant(8, 1));
  fold_constants(t.design());
  const Module& module = t.module();
  const NodeId driver = module.signals[module.find_signal("out")].driver;
  REQUIRE(module.is_constant(driver));
  CHECK(module.constant_value(driver) == Bits(8, 1));
}

TEST_CASE("a wire that is no constant is still read by its name") {
  Build t;
  const NodeId total = t.wire("total", 8);
  t.drive(total, t.not_(t.input("x", 8)));
  t.output("out", total);
  optimise(t.design());
  const Node& driver = t.module().node(t.module().signals[t.module().find_signal("out")].driver);
  REQUIRE(driver.op == Op::read);
  CHECK(t.module().signals[driver.immediate].name == "total");
}

TEST_CASE("registers are never taken for constants") {
  Build t;
  const ClockId clock = t.add_clock("clk");
  const NodeId q = t.reg("q", 8, clock);
  t.drive(q, t.constant(8, 0));
  t.output("out", q);
  fold_constants(t.design());
  const Module& module = t.module();
  CHECK(module.node(module.signals[module.find_signal("out")].driver).op == Op::read);
}

}  // namespace
}  // namespace burin::passes
