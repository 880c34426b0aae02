// SPDX-License-Identifier: Apache-2.0
//! @file interpreter_loops_test.cpp
//! @brief Words that depend on themselves while their bits do not, through every kind of operation.
//!
//! Each circuit is w = f(w, v), v = g(w, v) with functions in which bit i depends on lower bits only (or on higher
//! ones only). Then the equations have one solution, which repeated substitution finds.
#include <doctest/doctest.h>

#include <functional>
#include <random>

#include "burin/base/diagnostics.h"
#include "burin/sim/interpreter.h"
#include "support/circuit.h"

namespace burin::sim {
namespace {

using ir::NodeId;
using ir::Op;
using test::Circuit;

constexpr uint32_t kWidth = 24;
constexpr uint64_t kMask = (uint64_t{1} << kWidth) - 1;

struct Words {
  uint64_t w = 0;
  uint64_t v = 0;
  uint64_t a = 0;  // inputs
  uint64_t b = 0;
  uint64_t amount = 0;
};

struct Nodes {
  Circuit& circuit;
  NodeId w, v, a, b, amount;
  NodeId make(Op op, std::initializer_list<NodeId> operands) const { return circuit.make(op, operands); }
  NodeId number(uint32_t width, uint64_t value) const { return circuit.constant(width, value); }
  NodeId left(NodeId value, uint64_t amount) const { return make(Op::shl, {value, number(6, amount)}); }
  NodeId right(NodeId value, uint64_t amount) const { return make(Op::shr_u, {value, number(6, amount)}); }
};

void check(const std::function<NodeId(const Nodes&)>& f, const std::function<uint64_t(const Words&)>& f_words,
           const std::function<NodeId(const Nodes&)>& g, const std::function<uint64_t(const Words&)>& g_words) {
  Circuit circuit;
  Nodes nodes{circuit,
              circuit.wire("w", kWidth),
              circuit.wire("v", kWidth),
              circuit.input("a", kWidth),
              circuit.input("b", kWidth),
              circuit.input("amount", 4)};
  circuit.drive(nodes.w, f(nodes));
  circuit.drive(nodes.v, g(nodes));
  circuit.output("w_out", nodes.w);
  circuit.output("v_out", nodes.v);
  Interpreter engine(circuit.design());
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    Words words;
    words.a = random() & kMask;
    words.b = random() & kMask;
    words.amount = random() % 16;
    for (uint32_t i = 0; i <= 2 * kWidth; ++i) {
      Words next = words;
      next.w = f_words(words) & kMask;
      next.v = g_words(words) & kMask;
      words = next;
    }
    REQUIRE(words.w == (f_words(words) & kMask));
    engine.set_u64("a", words.a);
    engine.set_u64("b", words.b);
    engine.set_u64("amount", words.amount);
    engine.evaluate();
    REQUIRE(engine.get_u64("w_out") == words.w);
    REQUIRE(engine.get_u64("v_out") == words.v);
  }
}

int64_t as_signed(uint64_t value) {
  const uint64_t sign = uint64_t{1} << (kWidth - 1);
  return static_cast<int64_t>((value ^ sign) - sign);
}

TEST_CASE("bits that depend on lower bits through sums and shifts") {
  check(
      [](const Nodes& n) {
        return n.make(Op::bit_xor, {n.a, n.left(n.make(Op::add, {n.w, n.v}), 3)});
      },
      [](const Words& x) { return x.a ^ (x.w + x.v) << 3; },
      [](const Nodes& n) {
        return n.make(Op::sub, {n.b, n.left(n.w, 1)});
      },
      [](const Words& x) { return x.b - (x.w << 1); });
}

TEST_CASE("bits that depend on lower bits through products") {
  check(
      [](const Nodes& n) {
        return n.make(Op::add, {n.a, n.left(n.circuit.slice(n.make(Op::mul_u, {n.w, n.v}), 0, kWidth), 1)});
      },
      [](const Words& x) { return x.a + (x.w * x.v << 1); },
      [](const Nodes& n) {
        return n.make(Op::bit_xor, {n.b, n.left(n.circuit.slice(n.make(Op::mul_s, {n.v, n.w}), 0, kWidth), 2)});
      },
      [](const Words& x) { return x.b ^ x.v * x.w << 2; });
}

TEST_CASE("bits that depend on lower bits through a variable shift") {
  check(
      [](const Nodes& n) {
        return n.make(Op::bit_or, {n.a, n.left(n.make(Op::shl, {n.v, n.amount}), 1)});
      },
      [](const Words& x) { return x.a | x.v << x.amount << 1; },
      [](const Nodes& n) {
        return n.make(Op::bit_and, {n.b, n.make(Op::bit_not, {n.left(n.w, 2)})});
      },
      [](const Words& x) { return x.b & ~(x.w << 2); });
}

TEST_CASE("bits that depend on higher bits through right shifts of all kinds") {
  check(
      [](const Nodes& n) {
        return n.make(Op::bit_xor, {n.a, n.right(n.make(Op::shr_u, {n.v, n.amount}), 1)});
      },
      [](const Words& x) { return x.a ^ x.v >> x.amount >> 1; },
      [](const Nodes& n) {
        // The sign of w comes from a alone.
        const NodeId top = n.circuit.slice(n.a, kWidth - 1, 1);
        const NodeId word = n.make(Op::cat, {top, n.circuit.slice(n.w, 0, kWidth - 1)});
        const NodeId shifted = n.make(Op::shr_s, {n.make(Op::shr_s, {word, n.amount}), n.number(2, 1)});
        return n.make(Op::bit_xor, {n.b, shifted});
      },
      [](const Words& x) {
        const uint64_t word = (x.w & kMask >> 1) | (x.a & uint64_t{1} << (kWidth - 1));
        return x.b ^ static_cast<uint64_t>(as_signed(word) >> x.amount >> 1);
      });
}

TEST_CASE("bits that depend on each other through choices, parts and extensions") {
  check(
      [](const Nodes& n) {
        const NodeId choice = n.make(Op::select, {n.circuit.slice(n.amount, 0, 2), n.v, n.a, n.b});
        return n.make(Op::mux, {n.circuit.slice(n.b, 0, 1), n.left(choice, 4), n.left(n.v, 5)});
      },
      [](const Words& x) {
        const uint64_t choices[] = {x.v, x.a, x.b, 0};
        return (x.b & 1) != 0 ? choices[x.amount & 3] << 4 : x.v << 5;
      },
      [](const Nodes& n) {
        // Upper half: the sign of the lower half of w. Lower half: a.
        const NodeId low = n.circuit.slice(n.w, 0, kWidth / 2);
        const NodeId sign = n.circuit.slice(n.circuit.module().sext(low, kWidth), kWidth / 2, kWidth / 2);
        return n.make(Op::cat, {sign, n.circuit.slice(n.a, 0, kWidth / 2)});
      },
      [](const Words& x) {
        const bool sign = (x.w >> (kWidth / 2 - 1) & 1) != 0;
        const uint64_t half = (uint64_t{1} << kWidth / 2) - 1;
        return (sign ? half << kWidth / 2 : 0) | (x.a & half);
      });
}

TEST_CASE("masks and constant choices cut what does not come through") {
  check(
      [](const Nodes& n) {
        const NodeId low_half = n.number(kWidth, 0x000fff);
        // The lower half is a's, the upper half takes w's lower half.
        const NodeId fixed = n.make(Op::bit_and, {n.a, low_half});
        const NodeId moved = n.left(n.make(Op::bit_and, {n.v, low_half}), 12);
        return n.make(Op::bit_or, {fixed, moved});
      },
      [](const Words& x) { return (x.a & 0xfff) | (x.v & 0xfff) << 12; },
      [](const Nodes& n) {
        const NodeId ones = n.make(Op::bit_or, {n.w, n.number(kWidth, 0xfff000)});  // only w's lower half counts
        const NodeId chosen = n.make(Op::mux, {n.number(1, 1), ones, n.v});
        const NodeId none = n.make(Op::select, {n.number(2, 3), n.v, n.w});
        return n.make(Op::bit_or, {n.make(Op::select, {n.number(3, 1), n.v, chosen, n.v}), none});
      },
      [](const Words& x) { return x.w | 0xfff000; });
}

TEST_CASE("a part that decides about the other part of its wire") {
  check(
      [](const Nodes& n) {
        const NodeId low = n.circuit.slice(n.w, 0, 8);
        const NodeId is_small = n.make(Op::lt_u, {low, n.number(8, 100)});
        const NodeId odd = n.make(Op::reduce_xor, {low});
        const NodeId high = n.make(Op::mux, {is_small, n.circuit.slice(n.v, 0, 14), n.circuit.slice(n.b, 0, 14)});
        return n.make(Op::cat, {high, odd, is_small, n.circuit.slice(n.a, 0, 8)});
      },
      [](const Words& x) {
        const uint64_t low = x.w & 0xff;
        const bool small = low < 100;
        return ((small ? x.v : x.b) & 0x3fff) << 10 | uint64_t{__builtin_parityll(low) != 0} << 9 |
               uint64_t{small} << 8 | (x.a & 0xff);
      },
      [](const Nodes& n) {
        return n.circuit.module().zext(n.make(Op::div_u, {n.circuit.slice(n.w, 0, 8), n.number(8, 3)}), kWidth);
      },
      [](const Words& x) { return (x.w & 0xff) / 3; });
}

TEST_CASE("a loop of words of zero width has no bit and is no loop") {
  Circuit circuit;
  const NodeId w = circuit.wire("w", 0);
  circuit.drive(w, circuit.make(Op::bit_not, {w}));
  circuit.output("out", circuit.make(Op::cat, {w, circuit.input("a", 4)}));
  Interpreter engine(circuit.design());
  engine.set_u64("a", 5);
  engine.evaluate();
  CHECK(engine.get_u64("out") == 5);
}

TEST_CASE("one bit of many that depends on itself is found") {
  for (const uint32_t shift : {0U, 1U}) {
    Circuit circuit;
    const NodeId w = circuit.wire("w", 16);
    const NodeId moved = circuit.make(Op::shl, {w, circuit.constant(4, shift)});
    circuit.drive(w, circuit.make(Op::add, {moved, circuit.input("a", 16)}));
    circuit.output("out", w);
    if (shift == 0) {
      CHECK_THROWS_AS(Interpreter(circuit.design()), UserError);
    } else {
      CHECK_NOTHROW(Interpreter(circuit.design()));
    }
  }
}

}  // namespace
}  // namespace burin::sim
