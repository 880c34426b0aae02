// SPDX-License-Identifier: Apache-2.0
//! @file prove.h
//! @brief Proofs of the assertions in Verilog: bounded, by induction, and searches for what covers describe.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "burin/base/bits.h"
#include "burin/flows/flow.h"

namespace burin::flows {

/// What is asked for.
enum class ProofMode : uint8_t {
  bmc,        ///< No assertion fails within the depth, from the start on.
  induction,  ///< The same, and no assertion ever fails.
  cover,      ///< Each cover is reached within the depth.
  all         ///< `induction` and `cover`.
};

/// Verilog as `read_verilog -formal` of Yosys takes it, and what the text does not say.
struct ProofInput {
  std::string design;               ///< Name for messages.
  std::string top;                  ///< Name of the top module.
  std::vector<FlowSource> sources;  ///< All modules.
  /// Not all state changes at one edge of one input: then each step of a proof lets clocks move as they like, and a
  /// clock cycle takes several steps.
  bool several_clocks = false;
};

struct ProofOptions {
  ProofMode mode = ProofMode::all;
  uint32_t depth = 20;                   ///< Cycles from the start, and the most cycles that induction looks back.
  std::string engine = "z3";             ///< One of `proof_engines()`.
  std::chrono::milliseconds timeout{0};  ///< For all of it; zero: no limit.
  /// Longest search for an invariant that proves an assertion which induction does not prove; zero: none.
  std::chrono::seconds search{60};
  std::function<void(std::string_view)> progress = {};
};

/// The solvers there may be: "z3", "yices".
[[nodiscard]] const std::vector<std::string>& proof_engines();

/// What is known about an assertion or a cover.
enum class Verdict : uint8_t {
  proven,     ///< An assertion that never fails.
  holds,      ///< An assertion that does not fail within `cycles` cycles.
  fails,      ///< An assertion that fails in cycle `cycles`, counted from 0.
  reached,    ///< A cover, in cycle `cycles`, counted from 0.
  unreached,  ///< A cover that is not reached within `cycles` cycles.
};
/// "proven", "holds", "fails", "reached", "unreached".
[[nodiscard]] std::string_view text(Verdict verdict);

/// A value in a trace.
struct TraceValue {
  std::string name;                      ///< Verilog name, from the top module on, joined by dots.
  std::optional<uint64_t> address = {};  ///< Of a word, where `name` is a memory.
  uint32_t low = 0;                      ///< Lowest bit of the signal that `value` gives.
  Bits value;
};

/// A run of the design that shows something.
struct Trace {
  /// False: it begins in an arbitrary state that may be out of reach, as attempts at induction do.
  bool from_start = true;
  /// For each step the inputs and free values; for the first one also the state, as far as it matters.
  std::vector<std::vector<TraceValue>> steps;
};

struct CheckResult {
  std::string name;  ///< Label in the Verilog.
  bool is_cover = false;
  Verdict verdict = Verdict::holds;
  uint64_t cycles = 0;                ///< See `Verdict`.
  uint32_t induction_depth = 0;       ///< Of a proven assertion: how many cycles induction looked back.
  bool by_invariant = false;          ///< Proven by an invariant that a search found, not by induction.
  std::optional<Trace> trace = {};    ///< How it fails, or is reached.
  std::optional<Trace> attempt = {};  ///< Of an assertion that is not proven: why induction does not work.
};

struct ProofResult {
  std::vector<CheckResult> checks;  ///< In the order of the model.
  bool timed_out = false;           ///< The time limit ended the work; verdicts say how far it came.
  std::map<std::string, std::string> tool_versions;
  double seconds = 0;
};

/// Proves what the sources assert, by Yosys, yosys-smtbmc and a solver, and ABC's property-directed reachability.
///
/// All assertions are proven together: induction supposes all of them for the cycles that it looks back. Those that
/// stand in its way are left out one after the other, so that one that cannot be proven does not hide what can be. For
/// these an invariant is searched.
/// @throws UserError with one line when a tool is missing or fails, when Yosys refuses the design, when there is
/// nothing to prove, or when the assumptions contradict each other; Interrupted.
[[nodiscard]] ProofResult prove(const ProofInput& input, const ProofOptions& options);

}  // namespace burin::flows
