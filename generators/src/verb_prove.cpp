// SPDX-License-Identifier: Apache-2.0
//! @file verb_prove.cpp
//! @brief `prove`: what a design asserts, for all inputs.
#include <fmt/format.h>

#include <chrono>

#include "burin/base/interrupt.h"
#include "burin/cli/proof.h"
#include "burin/sim/waves.h"
#include "json.h"
#include "verb.h"

namespace burin::cli {
namespace {

constexpr uint64_t kDefaultDepth = 20;
constexpr uint64_t kMostDepth = 100'000;
constexpr uint64_t kMostSeconds = 10'000'000;

const std::vector<std::string>& mode_names() {
  static const std::vector<std::string> names = {"all", "bmc", "induction", "cover"};
  return names;
}

flows::ProofMode mode_called(const std::string& name) {
  check_choice("mode", name, mode_names());
  if (name == "bmc") return flows::ProofMode::bmc;
  if (name == "induction") return flows::ProofMode::induction;
  if (name == "cover") return flows::ProofMode::cover;
  return flows::ProofMode::all;
}

const std::vector<std::string>& reset_names() {
  static const std::vector<std::string> names = {"start", "once", "free"};
  return names;
}

FormalVerilog::Reset reset_called(const std::string& name) {
  check_choice("reset", name, reset_names());
  if (name == "once") return FormalVerilog::Reset::once;
  if (name == "free") return FormalVerilog::Reset::free;
  return FormalVerilog::Reset::at_start;
}

ordered_json json_of(const Counterexample& example) {
  ordered_json signals = ordered_json::array();
  for (const Counterexample::Row& row : example.rows) signals.push_back({{"name", row.name}, {"values", row.values}});
  ordered_json document = {{"from_start", example.from_start},
                           {"confirmed", example.confirmed},
                           {"first_cycle", example.first_step},
                           {"signals", std::move(signals)}};
  if (!example.waves.empty()) document["waves"] = example.waves.string();
  return document;
}

ordered_json json_of(const ProvenCheck& check) {
  ordered_json document = {
      {"name", check.name},         {"kind", check.is_cover ? "cover" : "assertion"}, {"message", check.message},
      {"location", check.location}, {"verdict", flows::text(check.verdict)},          {"cycles", check.cycles}};
  if (check.verdict == flows::Verdict::proven) {
    document["by"] = check.by_invariant ? "invariant" : "induction";
    if (!check.by_invariant) document["induction_depth"] = check.induction_depth;
  }
  if (check.example) document["example"] = json_of(*check.example);
  return document;
}

/// What is wrong, in one line.
std::string complaint(const ProofReport& report) {
  size_t fails = 0;
  size_t open = 0;
  size_t unreached = 0;
  for (const ProvenCheck& check : report.checks) {
    fails += check.verdict == flows::Verdict::fails ? 1 : 0;
    open += check.verdict == flows::Verdict::holds && report.mode != flows::ProofMode::bmc ? 1 : 0;
    unreached += check.verdict == flows::Verdict::unreached ? 1 : 0;
  }
  std::vector<std::string> parts;
  const auto add = [&](size_t count, std::string_view one, std::string_view many) {
    if (count != 0) parts.push_back(fmt::format("{} {}", count, count == 1 ? one : many));
  };
  add(fails, "assertion fails", "assertions fail");
  add(open, "assertion is not proven", "assertions are not proven");
  add(unreached, "cover is not reached", "covers are not reached");
  if (report.timed_out) parts.emplace_back("the time limit ended the work");
  return fmt::format("{}: {}", report.design, fmt::join(parts, ", "));
}

void run(const Invocation& call) {
  ProofRequest request;
  request.options.progress = call.console.progress(call.options.has("progress"));
  request.options.mode = mode_called(call.options.text("mode", "all"));
  request.options.depth = static_cast<uint32_t>(call.options.number("depth", kDefaultDepth, 1, kMostDepth));
  request.options.engine = call.options.text("engine", "z3");
  check_choice("engine", request.options.engine, flows::proof_engines());
  request.options.timeout = std::chrono::seconds(call.options.number("timeout", 0, 1, kMostSeconds));
  request.options.search = std::chrono::seconds(call.options.number("search", 60, 0, kMostSeconds));
  request.reset = reset_called(call.options.text("reset", "start"));
  request.waves = call.options.text("waves");

  request.options.progress("elaboration");
  const ElaboratedDesign elaborated = call.design->elaborate(call.parameters, {});
  if (!elaborated.warnings.empty()) call.console.tell(elaborated.warnings);
  throw_if_interrupted();
  const ProofReport report = prove(*elaborated.design, call.design->name(), request);

  if (call.json()) {
    ordered_json document = json_document();
    document["design"] = call.design->name();
    document["parameters"] = json_parameters(*call.design, call.design->values(call.parameters));
    document["ok"] = report.ok();
    document["timed_out"] = report.timed_out;
    document["checks"] = ordered_json::array();
    for (const ProvenCheck& check : report.checks) document["checks"].push_back(json_of(check));
    document["tools"] = report.tool_versions;
    document["seconds"] = report.seconds;
    call.console.print(text_of(document));
  } else {
    call.console.print(report.text());
  }
  if (report.ok()) return;
  call.console.finish();
  throw UserError(complaint(report));
}

}  // namespace

Verb prove_verb() {
  return {
      .name = "prove",
      .summary = "Prove what a design asserts, for all inputs, and reach what it covers",
      .operand = Operand::design,
      .options = {{.name = "mode",
                   .value = "MODE",
                   .help = "bmc: the first cycles; induction: all cycles; cover: what covers describe; all",
                   .default_text = "all",
                   .choices = mode_names()},
                  {.name = "depth",
                   .value = "N",
                   .help = "Cycles from the start, and the most that induction looks back",
                   .default_text = std::to_string(kDefaultDepth)},
                  {.name = "engine",
                   .value = "ENGINE",
                   .help = "The solver",
                   .default_text = "z3",
                   .choices = flows::proof_engines()},
                  {.name = "reset",
                   .value = "RESET",
                   .help = "start: active at first, then at any time; once: at first only; free: at any time or never",
                   .default_text = "start",
                   .choices = reset_names()},
                  {.name = "search",
                   .value = "SECONDS",
                   .help = "Longest search for an invariant, for each assertion that induction does not prove; 0: none",
                   .default_text = "60"},
                  {.name = "timeout", .value = "SECONDS", .help = "Stop after so long and say how far it came"},
                  {.name = "waves",
                   .value = "FILE",
                   .help = "Write the first counterexample as waves, others beside it; .vcd or .fst",
                   .is_path = true},
                  progress_option(),
                  json_option()},
      .examples = {"prove DESIGN", "prove DESIGN --mode bmc --depth 50 --waves failure.vcd",
                   "prove DESIGN --engine yices --timeout 60 --json"},
      .run = run};
}

}  // namespace burin::cli
