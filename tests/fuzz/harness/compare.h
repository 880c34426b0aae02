// SPDX-License-Identifier: Apache-2.0
//! @file compare.h
//! @brief Runs a stimulus on an engine, notes all that is seen from outside, and compares two such runs.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "burin/ir/ir.h"
#include "burin/sim/engine.h"
#include "fuzz/harness/stimulus.h"

namespace burin::fuzz {

/// A design with what is done to it.
struct Case {
  uint32_t seed = 0;
  std::shared_ptr<ir::Design> design = {};
  Stimulus stimulus = {};
};

/// The case of a seed: every tenth one has values of up to 1,024 bits, every second one went through the passes.
Case make_case(uint32_t seed);

/// A copy of a design that shares nothing with it.
std::shared_ptr<ir::Design> copy(const ir::Design& design);

/// Makes an engine for a design.
using EngineMaker = std::function<std::unique_ptr<sim::Engine>(ir::Design& design, const sim::PowerUp& power_up)>;

/// An engine under test.
struct Candidate {
  std::string name = {};
  EngineMaker make = {};
  /// The engine gives checks and prints of one step in the order of the semantics, and cover points and the driven bits
  /// of pads too. Verilog leaves the order to the simulator and shows neither of the others.
  bool strict = true;
};

/// What was seen. Step 0 is time zero.
struct Run {
  struct Step {
    std::vector<Bits> values;  ///< By `ports`: the value, and of a pad what the design drives too.
    std::vector<std::string> events;
  };
  std::vector<std::string> ports;
  std::vector<Step> steps;
  std::string error;  ///< Why it ended early; "" when it did not.
};

/// Runs `stimulus` on a new engine; what the engine throws is noted as the run's error.
Run run(const Case& test, const Candidate& candidate);

/// Runs `stimulus` on `engine`, which is at time zero.
Run run(sim::Engine& engine, const Stimulus& stimulus);

/// The first difference of two runs of one stimulus.
struct Difference {
  size_t step = 0;
  std::vector<std::string> ports = {};  ///< Names of outputs that differ in that step; none: events or errors differ.
  std::string text = {};                ///< What differs, a line each.
};
std::optional<Difference> first_difference(const Run& expected, const Run& got, bool strict);

/// The reference: the interpreter.
const Candidate& oracle();

/// The engines that need no other tool, by name: "passes" (the interpreter after all passes) and those of the native
/// simulator. @throws UserError that lists the names for one that is unknown.
std::vector<Candidate> find_candidates(const std::vector<std::string>& names);

/// The names that `find_candidates` knows.
std::vector<std::string> candidate_names();

}  // namespace burin::fuzz
