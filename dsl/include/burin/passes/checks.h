// SPDX-License-Identifier: Apache-2.0
//! @file checks.h
//! @brief What can be wrong with a design that could be elaborated. `pipeline.h` runs all checks.
//!
//! A check reports every finding once, for the first instance of a module. It expects a design whose ids and widths
//! are consistent. Black boxes are looked at from outside: their ports have names, directions and timing.
#pragma once

#include <span>
#include <string_view>

#include "burin/base/diagnostics.h"
#include "burin/passes/analysis.h"

namespace burin::passes {

/// Outputs, wires, registers, pads and inputs of instances that nothing drives. Signals of no bits need no driver.
void check_undriven(const Analysis& analysis, Diagnostics& diagnostics);

/// Bits that depend on themselves without a register between, also through instances; how bits depend on each other
/// is stated at `BitGraph`. Paths through black boxes are not known and count as none.
void check_combinational_loops(const Analysis& analysis, Diagnostics& diagnostics);

/// Inputs that influence nothing outside their module. Clocks, resets and inputs that were declared unused are left
/// out; an input that only feeds an input of an instance counts as used, since the instance has its own finding.
void check_unused_inputs(const Analysis& analysis, Diagnostics& diagnostics);

/// Values of one clock that reach state of another without a synchroniser or a waiver.
/// check_clock_crossing.cpp states which clock a value belongs to.
void check_clock_crossings(const Analysis& analysis, Diagnostics& diagnostics);

/// Values of registers without reset and power-up value, and of memories without contents, that reach a register
/// with reset or an output of the top module in the first cycle after reset.
void check_uninitialised_control(const Analysis& analysis, Diagnostics& diagnostics);

/// Registers, memory ports and processes without a clock, and registers with a reset value whose clock has no reset.
void check_clocks_and_resets(const Analysis& analysis, Diagnostics& diagnostics);

/// Ports whose name is a keyword, is no Verilog identifier, or is that of another port of the module.
void check_port_names(const Analysis& analysis, Diagnostics& diagnostics);

/// One check as `check` runs it.
struct Check {
  std::string_view name;
  void (*run)(const Analysis& analysis, Diagnostics& diagnostics);
  bool needs_whole_design = false;  ///< Left out when the language has refused parts of the design.
};

/// All checks, in the order in which they run.
std::span<const Check> all_checks();

}  // namespace burin::passes
