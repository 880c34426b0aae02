// SPDX-License-Identifier: Apache-2.0
//! @file state_graph.h
//! @brief The state machines of a design: their states, and under which conditions each state follows another.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "burin/ir/ir.h"

namespace burin::passes {

/// A register that holds an enumerator and whose next value is chosen among enumerators.
struct StateMachine {
  /// No state: the next value is computed, not chosen.
  static constexpr size_t kComputed = ~size_t{0};
  /// A step to another state; to stay in a state is none.
  struct Transition {
    size_t from = 0;
    size_t to = 0;          ///< A state, or `kComputed`.
    std::string condition;  ///< In terms of the design's signals: "start & !busy"; "" for always.
    friend bool operator==(const Transition&, const Transition&) = default;
  };
  std::string module;
  std::string name;                     ///< Of the register: "state".
  std::string type;                     ///< Of the enumeration: "State".
  LocationId location = kNoLocation;    ///< Of the register's declaration.
  std::vector<std::string> states;      ///< Enumerators in the order of their values.
  std::optional<size_t> reset;          ///< Which state reset, or else power-up, gives.
  std::vector<Transition> transitions;  ///< By `from`, then by `to`.

  /// States to which no chain of transitions leads from the reset state. None where the reset state is not known.
  [[nodiscard]] std::vector<size_t> unreachable() const;
};

/// The state machines of all modules, in the order of these. Wires are looked through, instances are not.
std::vector<StateMachine> find_state_machines(const ir::Design& design);

/// The machines as one graph in the DOT language of Graphviz, a cluster for each.
std::string dot_text(std::span<const StateMachine> machines);

}  // namespace burin::passes
