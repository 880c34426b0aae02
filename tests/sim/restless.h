// SPDX-License-Identifier: Apache-2.0
//! @file restless.h
//! @brief A design that does not settle.
#pragma once

#include "support/circuit.h"

namespace burin::test {

/// A counter; and two clocks that set each other off for as long as `start` is 1.
inline Circuit restless() {
  using ir::Op;
  Circuit circuit;
  const ir::NodeId start = circuit.input("start", 1);
  const ir::NodeId count = circuit.reg("count", 8, circuit.clock_input("clk"), {}, Bits(8, 0));
  circuit.drive(count, circuit.make(Op::add, {count, circuit.constant(8, 1)}));
  circuit.output("count_out", count);
  const ir::NodeId ring = circuit.wire("ring", 1);
  const ir::NodeId q = circuit.reg("q", 1, circuit.clock("ring_up", ring), {}, Bits(1, 0));
  const ir::NodeId p = circuit.reg("p", 1, circuit.clock("ring_down", ring, ir::Edge::falling), {}, Bits(1, 0));
  circuit.drive(q, circuit.make(Op::bit_not, {q}));
  circuit.drive(p, circuit.make(Op::bit_not, {p}));
  circuit.drive(ring, circuit.make(Op::bit_and, {start, circuit.make(Op::eq, {q, p})}));
  return circuit;
}

}  // namespace burin::test
