// SPDX-License-Identifier: Apache-2.0
//! @file smtbmc.h
//! @brief Runs of Yosys and yosys-smtbmc for a proof, and what they say.
#pragma once

#include <chrono>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "burin/base/files.h"
#include "burin/flows/prove.h"
#include "burin/flows/tools.h"

namespace burin::flows {

/// What one run of yosys-smtbmc found.
struct SmtbmcRun {
  enum class Kind : uint8_t { bmc, induction, cover };
  enum class End : uint8_t { passed, failed, timed_out, contradiction };
  struct Finding {
    std::string name;
    uint64_t step = 0;
    std::optional<Trace> trace;
  };
  End end = End::passed;
  std::vector<Finding> findings;  ///< Failed assertions, or reached covers, each once.
  uint64_t steps_done = 0;        ///< Steps that were looked at whole.
  uint32_t looked_back = 0;       ///< Of an induction that passed.
};

/// The work on one proof, in a folder of its own.
class ProofWork {
 public:
  ProofWork(const ProofInput& input, const ProofOptions& options, ProofTools tools);

  struct Checks {
    std::vector<std::string> assertions;
    std::vector<std::string> covers;
  };
  /// Takes the sources through Yosys. @throws UserError when it refuses them.
  Checks prepare();

  /// Runs the solver to `depth` on the assertions (or covers) but `without`.
  SmtbmcRun run(SmtbmcRun::Kind kind, uint32_t depth, const std::set<std::string>& without);

  struct Search {
    bool proven = false;
    std::optional<uint64_t> fails_in;  ///< The cycle in which the assertion fails.
  };
  /// Searches an invariant that implies one assertion, for at most `ProofOptions::search`. `others` are all other
  /// checks. @throws ProofTimeout
  Search search(const std::string& assertion, const std::vector<std::string>& others);

 private:
  [[nodiscard]] std::chrono::milliseconds time_left() const;
  void yosys(const std::string& script, const std::string& name);
  /// yosys-smtbmc leaves the first values of registers out of traces that begin at the start, though a register that
  /// nothing initialises may hold anything; this makes it write them.
  void have_state_in_traces(const std::string& model);
  std::string make_model(const std::set<std::string>& without);
  [[nodiscard]] std::string script_without(const std::set<std::string>& checks) const;
  void progress(const std::string& text) const {
    if (options_.progress) options_.progress(text);
  }

  const ProofInput& input_;
  const ProofOptions& options_;
  ProofTools tools_;
  TemporaryFolder folder_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  int runs_ = 0;
};

/// Thrown where the time limit ends a run of Yosys.
struct ProofTimeout {};

}  // namespace burin::flows
