// SPDX-License-Identifier: Apache-2.0
//! @file rebuild_test.cpp
//! @brief Rebuilding: names and places survive, dead nodes do not, failures leave the module as it was.
#include "burin/passes/rebuild.h"

#include <doctest/doctest.h>

#include <stdexcept>

#include "build.h"
#include "burin/ir/text.h"
#include "burin/passes/pipeline.h"
#include "burin/passes/transforms.h"

namespace burin::passes {
namespace {

using namespace ir;
using test::Build;

void copy_all(Module& module) {
  Rebuilder rebuild(module);
  rebuild.run([&rebuild](NodeId id, std::span<const NodeId> operands) { return rebuild.copy(id, operands); });
}

TEST_CASE("a copy without rewriting is the same design, without dead nodes") {
  Build t;
  const ClockId clock = t.add_clock_and_reset("clk");
  const NodeId x = t.input("x", 8);
  t.output("out", t.delay("q", t.add(x, t.constant(8, 1)), clock, Bits(8)));
  t.module().set_name(t.add(x, t.constant(8, 1)), "next");
  copy_all(t.module());
  const std::string before = print(t.design());
  CHECK(test::contains(before, "\"next\""));
  t.not_(t.module().read(0));
  copy_all(t.module());
  CHECK(print(t.design()) == before);
}

TEST_CASE("a node that lost its place takes that of the node it replaces") {
  Build t;
  const NodeId x = t.input("x", 8);
  const NodeId y = t.input("y", 8);
  const LocationId here = t.design().locations.intern("here.cpp", 7, 1);
  const NodeId inner = t.xor_(x, y);
  const NodeId outer = t.module().make(Op::add, {inner, t.constant(8, 0)}, here);
  t.output("out", outer);
  fold_constants(t.design());
  const NodeId driver = t.module().signals[t.module().find_signal("out")].driver;
  CHECK(t.module().node(driver).op == Op::bit_xor);
  CHECK(t.module().location_of(driver) == here);
}

TEST_CASE("a node keeps its own place when another is simplified to it") {
  Build t;
  const NodeId x = t.input("x", 8);
  const LocationId first = t.design().locations.intern("here.cpp", 3, 1);
  const LocationId second = t.design().locations.intern("here.cpp", 9, 1);
  const NodeId inner = t.module().make(Op::bit_not, {x}, first);
  t.output("out", t.module().make(Op::bit_or, {inner, t.constant(8, 0)}, second));
  fold_constants(t.design());
  CHECK(t.module().location_of(t.module().signals[t.module().find_signal("out")].driver) == first);
}

TEST_CASE("names survive simplification") {
  Build t;
  const NodeId x = t.input("x", 8);
  const NodeId y = t.input("y", 8);
  const NodeId sum = t.add(t.xor_(x, y), t.constant(8, 0));
  t.module().set_name(sum, "sum");
  t.output("out", t.not_(sum));
  optimise(t.design());
  const NodeId driver = t.module().signals[t.module().find_signal("out")].driver;
  CHECK(t.module().name_of(t.module().operand(driver, 0)) == "sum");
}

TEST_CASE("a node's own name goes before one that it inherits") {
  Build t;
  const NodeId x = t.input("x", 8);
  const NodeId own = t.not_(x);
  const NodeId other = t.or_(own, t.constant(8, 0));
  t.module().set_name(other, "other");
  t.module().set_name(own, "own");
  t.output("out", t.add(other, own));
  fold_constants(t.design());
  const NodeId driver = t.module().signals[t.module().find_signal("out")].driver;
  CHECK(t.module().name_of(t.module().operand(driver, 0)) == "own");
}

TEST_CASE("constants and reads of signals take no other node's name") {
  Build t;
  const NodeId x = t.input("x", 8);
  const NodeId same = t.or_(x, t.constant(8, 0));
  const NodeId none = t.and_(x, t.constant(8, 0));
  t.module().set_name(same, "same");
  t.module().set_name(none, "none");
  t.output("out", t.cat({same, none, t.not_(x)}));
  fold_constants(t.design());
  for (NodeId id = 0; id < t.module().node_count(); ++id) CHECK(t.module().name_of(id).empty());
}

TEST_CASE("a rewrite that fails leaves the module as it was") {
  Build t;
  const NodeId x = t.input("x", 8);
  t.output("out", t.not_(x));
  const std::string before = print(t.design());
  const auto fail = [&t] {
    Rebuilder rebuild(t.module());
    rebuild.run([&rebuild](NodeId id, std::span<const NodeId> operands) {
      if (rebuild.source().node(id).op == Op::bit_not) throw std::runtime_error("no");
      return rebuild.copy(id, operands);
    });
  };
  CHECK_THROWS_AS(fail(), std::runtime_error);
  CHECK(print(t.design()) == before);
}

}  // namespace
}  // namespace burin::passes
