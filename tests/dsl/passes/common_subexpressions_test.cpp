// SPDX-License-Identifier: Apache-2.0
//! @file common_subexpressions_test.cpp
//! @brief Sharing of equal operations.
#include <doctest/doctest.h>

#include "build.h"
#include "burin/passes/transforms.h"

namespace burin::passes {
namespace {

using namespace ir;
using test::Build;

TEST_CASE("operations equal but for the order of exchangeable operands are one") {
  Build t;
  const NodeId x = t.input("x", 8);
  const NodeId y = t.input("y", 8);
  t.output("a", t.not_(t.add(x, y)));
  t.output("b", t.not_(t.add(y, x)));
  share_subexpressions(t.design());
  CHECK(test::count_of(t.module(), Op::add) == 1);
  CHECK(test::count_of(t.module(), Op::bit_not) == 1);
}

TEST_CASE("the operation written first keeps the order of its operands") {
  Build t;
  const NodeId x = t.input("x", 8);
  const NodeId y = t.input("y", 8);
  t.output("a", t.xor_(y, x));
  t.output("b", t.xor_(x, y));
  share_subexpressions(t.design());
  const NodeId driver = t.module().signals[t.module().find_signal("b")].driver;
  const NodeId first = t.module().operand(driver, 0);
  CHECK(t.module().signals[t.module().node(first).immediate].name == "y");
}

TEST_CASE("differences and comparisons of order are not exchanged") {
  Build t;
  const NodeId x = t.input("x", 8);
  const NodeId y = t.input("y", 8);
  t.output("a", t.make(Op::sub, {x, y}));
  t.output("b", t.make(Op::sub, {y, x}));
  t.output("c", t.make(Op::lt_u, {x, y}));
  t.output("d", t.make(Op::lt_u, {y, x}));
  share_subexpressions(t.design());
  CHECK(test::count_of(t.module(), Op::sub) == 2);
  CHECK(test::count_of(t.module(), Op::lt_u) == 2);
}

TEST_CASE("what becomes equal by sharing is simplified") {
  Build t;
  const NodeId x = t.input("x", 8);
  const NodeId y = t.input("y", 8);
  t.output("out", t.xor_(t.and_(x, y), t.and_(y, x)));
  share_subexpressions(t.design());
  CHECK(t.module().is_constant(t.module().signals[t.module().find_signal("out")].driver));
}

}  // namespace
}  // namespace burin::passes
