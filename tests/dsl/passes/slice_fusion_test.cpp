// SPDX-License-Identifier: Apache-2.0
//! @file slice_fusion_test.cpp
//! @brief Slices and concatenations: looking through, joining, and what long ones cost.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "build.h"
#include "burin/passes/transforms.h"

namespace burin::passes {
namespace {

using namespace ir;
using test::Build;

struct Slices {
  Slices() : x(t.input("x", 8)), y(t.input("y", 8)), z(t.input("z", 8)) {}

  NodeId fuse(NodeId value) {
    t.output("out", value);
    fuse_slices(t.design());
    return t.module().signals[t.module().find_signal("out")].driver;
  }
  [[nodiscard]] const Module& module() const { return t.module(); }
  [[nodiscard]] bool reads(NodeId node, const char* name) const {
    return module().node(node).op == Op::read && module().signals[module().node(node).immediate].name == name;
  }
  /// Whether `node` is bits `low` to `low + width - 1` of input `name`.
  [[nodiscard]] bool is_slice(NodeId node, const char* name, uint32_t low, uint32_t width) const {
    return module().node(node).op == Op::slice && module().width(node) == width &&
           module().node(node).immediate == low && reads(module().operand(node, 0), name);
  }

  Build t;
  NodeId x, y, z;
};

TEST_CASE("a slice of a slice is one slice") {
  Slices s;
  CHECK(s.is_slice(s.fuse(s.t.slice(s.t.slice(s.x, 2, 5), 1, 3)), "x", 3, 3));
}

TEST_CASE("a slice inside one part of a concatenation is a slice of the part") {
  Slices s;
  CHECK(s.is_slice(s.fuse(s.t.slice(s.t.cat({s.x, s.y}), 9, 3)), "x", 1, 3));
}

TEST_CASE("a slice that is a part of a concatenation is the part") {
  Slices s;
  CHECK(s.reads(s.fuse(s.t.slice(s.t.cat({s.x, s.y, s.z}), 8, 8)), "y"));
}

TEST_CASE("a slice across parts joins their slices") {
  Slices s;
  const NodeId result = s.fuse(s.t.slice(s.t.cat({s.x, s.y, s.z}), 6, 12));
  REQUIRE(s.module().node(result).op == Op::cat);
  REQUIRE(s.module().node(result).count == 3);
  CHECK(s.is_slice(s.module().operand(result, 0), "x", 0, 2));
  CHECK(s.reads(s.module().operand(result, 1), "y"));
  CHECK(s.is_slice(s.module().operand(result, 2), "z", 6, 2));
}

TEST_CASE("slices look through extensions") {
  Slices s;
  CHECK(s.is_slice(s.fuse(s.t.slice(s.t.module().zext(s.x, 20), 3, 4)), "x", 3, 4));
  Slices zeros;
  const NodeId constant = zeros.fuse(zeros.t.slice(zeros.t.module().zext(zeros.x, 20), 8, 4));
  CHECK(zeros.module().is_constant(constant));
  Slices sign;
  const NodeId repeated = sign.fuse(sign.t.slice(sign.t.module().sext(sign.x, 20), 10, 4));
  REQUIRE(sign.module().node(repeated).op == Op::sext);
  CHECK(sign.is_slice(sign.module().operand(repeated, 0), "x", 7, 1));
}

TEST_CASE("adjacent slices become one, whole values lose the slice") {
  Slices s;
  CHECK(s.is_slice(s.fuse(s.t.cat({s.t.slice(s.x, 4, 3), s.t.slice(s.x, 1, 3)})), "x", 1, 6));
  Slices whole;
  CHECK(whole.reads(whole.fuse(whole.t.cat({whole.t.slice(whole.x, 4, 4), whole.t.slice(whole.x, 0, 4)})), "x"));
}

TEST_CASE("a rotation stays a rotation") {
  Slices s;
  const NodeId result = s.fuse(s.t.cat({s.t.slice(s.x, 0, 3), s.t.slice(s.x, 3, 5)}));
  REQUIRE(s.module().node(result).op == Op::cat);
  CHECK(s.module().node(result).count == 2);
}

TEST_CASE("neighbouring constants become one, zeros on top an extension") {
  Slices s;
  const NodeId result = s.fuse(s.t.cat({s.x, s.t.constant(3, 5), s.t.constant(4, 2)}));
  REQUIRE(s.module().node(result).count == 2);
  CHECK(s.module().constant_value(s.module().operand(result, 1)) == Bits(7, 0x52));
  Slices zeros;
  CHECK(zeros.module().node(zeros.fuse(zeros.t.cat({zeros.t.constant(3, 0), zeros.x}))).op == Op::zext);
}

TEST_CASE("a concatenation used once gives its parts away, a shared or named one does not") {
  Slices s;
  CHECK(s.module().node(s.fuse(s.t.cat({s.t.cat({s.x, s.y}), s.z}))).count == 3);
  Slices shared;
  const NodeId inner = shared.t.cat({shared.x, shared.y});
  shared.t.output("other", shared.t.not_(inner));
  CHECK(shared.module().node(shared.fuse(shared.t.cat({inner, shared.z}))).count == 2);
  Slices named;
  const NodeId pair = named.t.cat({named.x, named.y});
  named.t.module().set_name(pair, "pair");
  CHECK(named.module().node(named.fuse(named.t.cat({pair, named.z}))).count == 2);
}

TEST_CASE("a chain of concatenations keeps its size in proportion") {
  Slices s;
  NodeId chain = s.x;
  for (int i = 0; i < 20000; ++i) chain = s.t.cat({chain, s.t.slice(s.y, static_cast<uint32_t>(i % 7), 1)});
  s.fuse(chain);
  size_t operands = 0;
  for (NodeId id = 0; id < s.module().node_count(); ++id) operands += s.module().node(id).count;
  CHECK(operands < 20000 * 70);
}

TEST_CASE("many slices of a long concatenation find their parts") {
  Build t;
  std::vector<NodeId> parts;
  for (int i = 0; i < 5000; ++i) parts.push_back(t.input(fmt::format("p{}", i), 1 + static_cast<uint32_t>(i % 3)));
  const NodeId word = t.module().make(Op::cat, parts);
  uint32_t low = t.module().width(word);
  for (int i = 0; i < 5000; ++i) {
    low -= t.module().width(parts[i]);
    t.output(fmt::format("o{}", i), t.slice(word, low, t.module().width(parts[i])));
  }
  fuse_slices(t.design());
  for (int i = 0; i < 5000; ++i) {
    const Signal& output = t.module().signals[t.module().find_signal(fmt::format("o{}", i))];
    REQUIRE(t.module().node(output.driver).op == Op::read);
    REQUIRE(t.module().signals[t.module().node(output.driver).immediate].name == fmt::format("p{}", i));
  }
}

TEST_CASE("a deep nest of sign extensions is looked through without recursion") {
  Slices s;
  NodeId nest = s.x;
  for (uint32_t i = 0; i < 3000; ++i) nest = s.t.module().sext(s.t.cat({nest, s.t.slice(s.y, 0, 1)}), 11 + 2 * i);
  const uint32_t width = s.module().width(nest);
  const NodeId result = s.fuse(s.t.slice(nest, width - 1, 1));
  CHECK(s.is_slice(result, "x", 7, 1));
}

}  // namespace
}  // namespace burin::passes
