// SPDX-License-Identifier: Apache-2.0
//! @file prove.cpp
//! @brief Proofs of assertions.
//!
//! 1. Yosys makes a model of the design and lists its checks.
//! 2. Bounded, a few cycles: does an assertion fail? Each one that does is reported with its trace.
//! 3. Induction over those that do not: supposing that all hold in k cycles, do they in the next one? k grows to the
//!    same few cycles. Those that stand in the way at the end are taken out, and the rest is tried again.
//! 4. For each assertion that is left: search an invariant. Where the search finds that it fails, go back to 2 for its
//!    trace.
//! 5. What is left still: 2 and 3 to the whole depth.
//! 6. Covers: is there a run to each within the depth?
//!
//! What only bounded proofs are asked for begins with 2 at the whole depth and leaves out 3 to 5.
#include "burin/flows/prove.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "burin/base/diagnostics.h"
#include "burin/base/interrupt.h"
#include "smtbmc.h"

namespace burin::flows {
namespace {

using End = SmtbmcRun::End;

constexpr uint32_t kFewCycles = 5;

class Prover {
 public:
  Prover(const ProofInput& input, const ProofOptions& options, ProofTools tools)
      : input_(input), options_(options), work_(input, options, std::move(tools)) {}

  ProofResult run() {
    const ProofWork::Checks checks = work_.prepare();
    const bool wants_covers = options_.mode == ProofMode::cover || options_.mode == ProofMode::all;
    const bool wants_assertions = options_.mode != ProofMode::cover;
    for (const std::string& name : checks.assertions) {
      if (wants_assertions) result_.checks.push_back({.name = name});
    }
    for (const std::string& name : checks.covers) {
      if (wants_covers) result_.checks.push_back({.name = name, .is_cover = true, .verdict = Verdict::unreached});
    }
    if (result_.checks.empty()) fail_without_checks(checks);
    all_ = checks.assertions;
    all_.insert(all_.end(), checks.covers.begin(), checks.covers.end());
    try {
      if (wants_assertions && !checks.assertions.empty()) assertions();
      if (wants_covers && !checks.covers.empty()) covers();
    } catch (const ProofTimeout&) {
      result_.timed_out = true;
    }
    return std::move(result_);
  }

 private:
  [[noreturn]] void fail_without_checks(const ProofWork::Checks& checks) const {
    const std::string_view wanted = options_.mode == ProofMode::cover ? "cover" : "assertion";
    std::string hint;
    if (options_.mode == ProofMode::cover && !checks.assertions.empty()) hint = "; its assertions need another mode";
    if (options_.mode != ProofMode::cover && !checks.covers.empty()) hint = "; its covers need another mode";
    throw UserError(fmt::format("design '{}' has no {}: there is nothing to prove{}", input_.design, wanted, hint));
  }

  CheckResult& check(const std::string& name) {
    const auto found = std::find_if(result_.checks.begin(), result_.checks.end(),
                                    [&](const CheckResult& one) { return one.name == name; });
    if (found == result_.checks.end())
      throw InternalError("yosys-smtbmc names a check that is not in the model: " + name);
    return *found;
  }

  void assertions() {
    if (options_.mode == ProofMode::bmc) return bounded(options_.depth);
    const uint32_t few = std::min(options_.depth, kFewCycles);
    bounded(few);
    induction(few);
    if (options_.search.count() != 0) search();
    if (options_.depth == few || open().empty()) return;
    bounded(options_.depth);
    induction(options_.depth);
  }

  /// Assertions of which neither is known that they hold nor that they fail.
  [[nodiscard]] std::vector<std::string> open() const {
    std::vector<std::string> names;
    for (const CheckResult& one : result_.checks) {
      if (!one.is_cover && one.verdict == Verdict::holds) names.push_back(one.name);
    }
    return names;
  }

  /// All assertions that are not open.
  [[nodiscard]] std::set<std::string> settled() const {
    std::set<std::string> names;
    for (const CheckResult& one : result_.checks) {
      if (!one.is_cover && one.verdict != Verdict::holds) names.insert(one.name);
    }
    return names;
  }

  void bounded(uint32_t depth) {
    if (result_.timed_out) return;
    const SmtbmcRun run = work_.run(SmtbmcRun::Kind::bmc, depth, settled());
    if (run.end == End::contradiction) {
      throw UserError(
          fmt::format("design '{}': the assumptions contradict each other in cycle {}, so nothing can fail; "
                      "look for an assume that is too strong, or a reset that one forbids",
                      input_.design, run.steps_done));
    }
    result_.timed_out = run.end == End::timed_out;
    bounded_ = run.steps_done;
    if (run.end == End::failed) bounded_ = depth;
    for (CheckResult& one : result_.checks) {
      if (!one.is_cover && one.verdict == Verdict::holds) one.cycles = std::max<uint64_t>(one.cycles, bounded_);
    }
    for (const SmtbmcRun::Finding& finding : run.findings) {
      CheckResult& one = check(finding.name);
      one.verdict = Verdict::fails;
      one.cycles = finding.step;
      one.trace = finding.trace;
    }
  }

  void induction(uint32_t depth) {
    std::set<std::string> without = settled();
    while (!result_.timed_out && without.size() < settled().size() + open().size()) {
      const SmtbmcRun run = work_.run(SmtbmcRun::Kind::induction, depth, without);
      if (run.end == End::timed_out) result_.timed_out = true;
      if (run.end == End::passed && run.looked_back <= bounded_) {
        for (const std::string& name : open()) {
          if (without.contains(name)) continue;
          CheckResult& one = check(name);
          one.verdict = Verdict::proven;
          one.induction_depth = run.looked_back;
        }
      }
      if (run.end != End::failed || run.findings.empty()) return;
      for (const SmtbmcRun::Finding& finding : run.findings) {
        check(finding.name).attempt = finding.trace;
        without.insert(finding.name);
      }
    }
  }

  void search() {
    for (const std::string& name : open()) {
      if (result_.timed_out) return;
      if (check(name).verdict != Verdict::holds) continue;
      std::vector<std::string> others = all_;
      std::erase(others, name);
      const ProofWork::Search found = work_.search(name, others);
      if (found.proven) {
        check(name).verdict = Verdict::proven;
        check(name).by_invariant = true;
      } else if (found.fails_in) {
        bounded(static_cast<uint32_t>(*found.fails_in) + 1);
      }
    }
  }

  void covers() {
    const SmtbmcRun run = work_.run(SmtbmcRun::Kind::cover, options_.depth, {});
    result_.timed_out = result_.timed_out || run.end == End::timed_out;
    for (CheckResult& one : result_.checks) {
      if (one.is_cover) one.cycles = run.end == End::timed_out ? run.steps_done : options_.depth;
    }
    for (const SmtbmcRun::Finding& finding : run.findings) {
      CheckResult& one = check(finding.name);
      one.verdict = Verdict::reached;
      one.cycles = finding.step;
      one.trace = finding.trace;
    }
  }

  const ProofInput& input_;
  const ProofOptions& options_;
  ProofWork work_;
  ProofResult result_;
  std::vector<std::string> all_;  // assertions and covers
  uint64_t bounded_ = 0;          // cycles in which no assertion that is open fails
};

}  // namespace

const std::vector<std::string>& proof_engines() {
  static const std::vector<std::string> engines = {"z3", "yices"};
  return engines;
}

std::string_view text(Verdict verdict) {
  switch (verdict) {
    case Verdict::proven:
      return "proven";
    case Verdict::holds:
      return "holds";
    case Verdict::fails:
      return "fails";
    case Verdict::reached:
      return "reached";
    case Verdict::unreached:
      return "unreached";
  }
  throw InternalError("a verdict without a text");
}

ProofResult prove(const ProofInput& input, const ProofOptions& options) {
  if (input.top.empty() || input.sources.empty()) throw UserError("a proof needs a top module and its Verilog");
  if (options.depth == 0) throw UserError("a proof needs a depth of at least one cycle");
  const InterruptScope scope;
  const auto start = std::chrono::steady_clock::now();
  const ProofTools tools = find_proof_tools(options.engine);
  ProofResult result = Prover(input, options, tools).run();
  for (const Tool* tool : {&tools.yosys, &tools.solver}) result.tool_versions[tool->name] = tool->version;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace burin::flows
