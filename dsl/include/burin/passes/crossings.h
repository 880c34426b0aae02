// SPDX-License-Identifier: Apache-2.0
//! @file crossings.h
//! @brief The clock crossings of a checked design, one by one: what constraints have to say about.
#pragma once

#include <string>
#include <vector>

#include "burin/ir/ir.h"

namespace burin::passes {

/// Where a crossing begins or ends, by the path of its Verilog names: "fifo/tail_gray".
struct CrossingEnd {
  enum class Kind : uint8_t { reg, memory, port };
  Kind kind = Kind::reg;
  std::string path;
  uint32_t width = 1;
  friend auto operator<=>(const CrossingEnd&, const CrossingEnd&) = default;
};

/// Values that go from one clock to another in a way that the check of crossings accepts.
struct Crossing {
  enum class Kind : uint8_t {
    bit,     ///< Into a synchroniser of one bit: when it arrives does not matter.
    code,    ///< Into a synchroniser of several bits: they must arrive within a period of each other.
    waived,  ///< Behind `waive_crossing`: must arrive before the receiver is told.
    memory,  ///< From the words of a memory into the register of a read port of another clock.
    reset    ///< The request of a reset synchroniser.
  };
  Kind kind = Kind::bit;
  std::vector<CrossingEnd> from;
  std::vector<CrossingEnd> to;
  std::vector<std::string> from_clocks;  ///< The sources of the clocks: the name of a port, or of a clock made inside.
  std::string to_clock;
};

struct Crossings {
  std::vector<Crossing> all;               ///< In a stable order.
  std::vector<CrossingEnd> synchronisers;  ///< All registers of synchronisers: they get ASYNC_REG.
  std::vector<std::string> clock_ports;    ///< Inputs of the top module that are clocks.
};

/// Finds the crossings of a design, all levels of its hierarchy taken together.
Crossings find_crossings(ir::Design& design);

}  // namespace burin::passes
