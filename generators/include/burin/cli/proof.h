// SPDX-License-Identifier: Apache-2.0
//! @file proof.h
//! @brief Proofs of the checks in a design, with counterexamples in the designer's terms.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "burin/burin.h"
#include "burin/flows/prove.h"
#include "burin/verilog/emit.h"

namespace burin::cli {

/// How a design is proven.
struct ProofRequest {
  flows::ProofOptions options = {};
  FormalVerilog::Reset reset = FormalVerilog::Reset::at_start;
  /// Gets the waves of the first run that is shown; others get its name with their check's in front of the ending.
  std::filesystem::path waves = {};
};

/// A run of the design that shows something, found by a solver and repeated on the simulator.
struct Counterexample {
  /// A signal that the check looks at, or that leads to one of these, with its values.
  struct Row {
    std::string name;                 ///< Path of the C++ object: "core.state.a".
    std::vector<std::string> values;  ///< In each step, as enumerators or numbers.
  };
  bool from_start = true;   ///< False: it begins in a state that may be out of reach.
  bool confirmed = false;   ///< The simulator saw the same check fail, or the same cover reached.
  uint64_t first_step = 0;  ///< Of `rows`.
  std::vector<Row> rows;    ///< Of the last steps, the nearest signals first.
  std::filesystem::path waves = {};
};

/// What is known about a check.
struct ProvenCheck {
  std::string name;      ///< Path and label: "core.assert_order".
  std::string message;   ///< As in the source.
  std::string location;  ///< "file:line".
  std::string excerpt;   ///< The line in the source, with a caret.
  bool is_cover = false;
  flows::Verdict verdict = flows::Verdict::holds;
  uint64_t cycles = 0;           ///< @see flows::CheckResult
  uint32_t induction_depth = 0;  ///< @see flows::CheckResult
  bool by_invariant = false;     ///< @see flows::CheckResult
  std::optional<Counterexample> example = {};
};

struct ProofReport {
  std::string design;
  flows::ProofMode mode = flows::ProofMode::all;
  std::vector<ProvenCheck> checks;  ///< In the order of the text.
  bool timed_out = false;
  std::map<std::string, std::string> tool_versions;
  double seconds = 0;

  /// Everything that was asked for is so: no assertion fails, each is proven unless the mode is bounded, each cover is
  /// reached, and time sufficed.
  [[nodiscard]] bool ok() const;
  /// For people: a line for each check, then the counterexamples.
  [[nodiscard]] std::string text() const;
};

/// Proves the checks of `design`. @throws UserError as `flows::prove`, and for what cannot be proven: pads, and black
/// boxes whose Verilog is not attached.
[[nodiscard]] ProofReport prove(ir::Design& design, const std::string& name, const ProofRequest& request = {});

/// Builds module `M` and proves its checks: for tests.
template <typename M>
ProofReport prove(const typename detail::ConfigOf<M>::type& config = {}, const ProofRequest& request = {},
                  const Where& where = Where::current()) {
  const Elaboration<M> elaboration = elaborate<M>(config, {}, where);
  return prove(*elaboration.design, elaboration.design->top_module().name, request);
}

}  // namespace burin::cli
