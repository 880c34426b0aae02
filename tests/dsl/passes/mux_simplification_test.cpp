// SPDX-License-Identifier: Apache-2.0
//! @file mux_simplification_test.cpp
//! @brief Muxes: conditions that are known from outside, constant arms, what stays readable.
#include <doctest/doctest.h>

#include "build.h"
#include "burin/passes/transforms.h"

namespace burin::passes {
namespace {

using namespace ir;
using test::Build;

struct Muxes {
  Muxes() : c(t.input("c", 1)), d(t.input("d", 1)), x(t.input("x", 8)), y(t.input("y", 8)), z(t.input("z", 8)) {}

  /// The node that drives an output after the pass, through an expression that is no assignment.
  NodeId simplify(NodeId value) {
    t.output("out", t.module().width(value) == 1 ? t.xor_(value, d) : t.not_(value));
    simplify_muxes(t.design());
    const NodeId driver = t.module().signals[t.module().find_signal("out")].driver;
    return t.module().operand(driver, 0);
  }
  NodeId assign(NodeId value) {
    t.output("out", value);
    simplify_muxes(t.design());
    return t.module().signals[t.module().find_signal("out")].driver;
  }
  [[nodiscard]] const Module& module() const { return t.module(); }
  [[nodiscard]] bool reads(NodeId node, const char* name) const {
    return module().node(node).op == Op::read && module().signals[module().node(node).immediate].name == name;
  }

  Build t;
  NodeId c, d, x, y, z;
};

TEST_CASE("a complement as condition exchanges the arms") {
  Muxes m;
  const NodeId result = m.simplify(m.t.mux(m.t.not_(m.c), m.x, m.y));
  REQUIRE(m.module().node(result).op == Op::mux);
  CHECK(m.reads(m.module().operand(result, 0), "c"));
  CHECK(m.reads(m.module().operand(result, 1), "y"));
  CHECK(m.reads(m.module().operand(result, 2), "x"));
}

TEST_CASE("an arm that asks for the same condition again is resolved") {
  Muxes m;
  const NodeId inner = m.t.mux(m.c, m.x, m.y);
  const NodeId result = m.simplify(m.t.mux(m.c, inner, m.t.mux(m.t.not_(m.c), m.z, m.x)));
  REQUIRE(m.module().node(result).op == Op::mux);
  CHECK(m.reads(m.module().operand(result, 1), "x"));
  CHECK(m.reads(m.module().operand(result, 2), "z"));
}

TEST_CASE("a long nest of one condition is resolved without recursion") {
  Muxes m;
  NodeId nest = m.y;
  for (int i = 0; i < 200000; ++i) nest = m.t.mux(m.c, m.x, m.t.mux(m.d, nest, m.z));
  m.assign(nest);
  CHECK(m.module().node_count() > 0);
}

TEST_CASE("equal arms need no mux") {
  Muxes m;
  CHECK(m.reads(m.simplify(m.t.mux(m.c, m.t.mux(m.c, m.x, m.y), m.x)), "x"));
}

TEST_CASE("one-bit constant arms are the condition or its complement") {
  Muxes m;
  CHECK(m.reads(m.simplify(m.t.mux(m.c, m.t.constant(1, 1), m.t.constant(1, 0))), "c"));
  Muxes n;
  CHECK(n.module().node(n.simplify(n.t.mux(n.c, n.t.constant(1, 0), n.t.constant(1, 1)))).op == Op::bit_not);
}

TEST_CASE("a one-bit arm that is the condition itself is known") {
  Muxes m;
  CHECK(m.reads(m.simplify(m.t.mux(m.c, m.c, m.t.constant(1, 0))), "c"));
  Muxes n;
  const NodeId result = n.simplify(n.t.mux(n.c, n.d, n.c));
  CHECK(n.module().node(result).op == Op::bit_and);
}

TEST_CASE("one constant arm in an expression is a gate") {
  Muxes m;
  CHECK(m.module().node(m.simplify(m.t.mux(m.c, m.t.make(Op::eq, {m.x, m.y}), m.t.constant(1, 0)))).op == Op::bit_and);
  Muxes n;
  CHECK(n.module().node(n.simplify(n.t.mux(n.c, n.t.constant(1, 1), n.t.make(Op::eq, {n.x, n.y})))).op == Op::bit_or);
}

TEST_CASE("no gate where it would need a complement") {
  Muxes m;
  CHECK(m.module().node(m.simplify(m.t.mux(m.c, m.t.constant(1, 0), m.t.make(Op::eq, {m.x, m.y})))).op == Op::mux);
}

TEST_CASE("an assignment under a condition stays an if") {
  Muxes m;
  CHECK(m.module().node(m.assign(m.t.mux(m.c, m.t.constant(1, 1), m.d))).op == Op::mux);
  // The else branch of one, too.
  Muxes n;
  const NodeId inner = n.t.mux(n.d, n.t.make(Op::eq, {n.x, n.y}), n.t.constant(1, 0));
  const NodeId result = n.assign(n.t.mux(n.c, n.t.make(Op::lt_u, {n.x, n.y}), inner));
  CHECK(n.module().node(n.module().operand(result, 2)).op == Op::mux);
}

TEST_CASE("wide constant arms stay a mux") {
  Muxes m;
  CHECK(m.module().node(m.simplify(m.t.mux(m.c, m.t.constant(8, 255), m.t.constant(8, 0)))).op == Op::mux);
}

}  // namespace
}  // namespace burin::passes
