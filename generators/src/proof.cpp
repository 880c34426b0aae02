// SPDX-License-Identifier: Apache-2.0
//! @file proof.cpp
//! @brief From a design to a proof and back to the designer's terms.
#include "burin/cli/proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "burin/base/diagnostics.h"
#include "burin/passes/flatten.h"
#include "burin/sim/waves.h"
#include "replay.h"

namespace burin::cli {
namespace {

namespace fs = std::filesystem;

using flows::Verdict;

void refuse_what_cannot_be_proven(const ir::Module& flat, const std::string& name) {
  for (const ir::Signal& signal : flat.signals) {
    if (signal.kind == ir::SignalKind::inout) {
      throw UserError(fmt::format("design '{}' has the pad '{}', and proofs know no pads; prove the module inside",
                                  name, signal.name));
    }
  }
  for (const ir::Instance& instance : flat.instances) {
    if (flat.design().module(instance.module).black_box->verilog.empty()) {
      throw UserError(
          fmt::format("design '{}' has the black box '{}' without Verilog; attach some (BlackBox::verilog), "
                      "or prove the modules around it",
                      name, instance.name));
    }
  }
}

/// Whether state changes at other edges than those of one input.
bool has_several_clocks(const ir::Module& flat) {
  std::set<std::pair<ir::NodeId, ir::Edge>> edges;
  bool derived = false;
  const auto add = [&](ir::ClockId id) {
    const ir::Clock& clock = flat.clocks[id];
    edges.insert({clock.clock, clock.edge});
    const ir::Node& node = flat.node(clock.clock);
    derived = derived || node.op != ir::Op::read || flat.signals[node.immediate].kind != ir::SignalKind::input;
  };
  for (const ir::Register& state : flat.registers) add(state.clock);
  for (const ir::Process& process : flat.processes) add(process.clock);
  for (const ir::Memory& memory : flat.memories) {
    for (const ir::ReadPort& port : memory.reads) {
      if (port.synchronous) add(port.clock);
    }
    for (const ir::WritePort& port : memory.writes) add(port.clock);
  }
  return derived || edges.size() > 1;
}

std::string place_text(const ir::Design& design, LocationId id) {
  const Location& place = design.locations.at(id);
  return place.file.empty() ? "" : fmt::format("{}:{}", place.file, place.line);
}

/// "cex.vcd" for the first, "cex.NAME.vcd" for others.
fs::path waves_of(const fs::path& base, const std::string& check, bool is_first) {
  if (base.empty() || is_first) return base;
  return base.parent_path() / fmt::format("{}.{}{}", base.stem().string(), check, base.extension().string());
}

std::string verdict_text(const ProvenCheck& check, flows::ProofMode mode) {
  switch (check.verdict) {
    case Verdict::proven:
      if (check.by_invariant) return "by an invariant";
      return check.induction_depth == 0 ? "follows from nothing but its own cycle"
                                        : fmt::format("by induction over {} cycle{}", check.induction_depth,
                                                      check.induction_depth == 1 ? "" : "s");
    case Verdict::holds:
      return fmt::format("within {} cycles{}", check.cycles,
                         mode == flows::ProofMode::bmc ? "" : "; neither induction nor a search proves it");
    case Verdict::fails:
    case Verdict::reached:
      return fmt::format("in cycle {}", check.cycles);
    case Verdict::unreached:
      return fmt::format("within {} cycles", check.cycles);
  }
  throw InternalError("a verdict without a text");
}

/// A table with one column a step.
std::string table_of(const Counterexample& example) {
  if (example.rows.empty()) return "";
  size_t name_width = std::string_view("cycle").size();
  for (const Counterexample::Row& row : example.rows) name_width = std::max(name_width, row.name.size());
  std::vector<size_t> widths;
  for (size_t i = 0; i < example.rows[0].values.size(); ++i) {
    size_t width = std::to_string(example.first_step + i).size();
    for (const Counterexample::Row& row : example.rows) width = std::max(width, row.values[i].size());
    widths.push_back(width);
  }
  std::string text = fmt::format("  {:<{}}", "cycle", name_width);
  for (size_t i = 0; i < widths.size(); ++i) text += fmt::format("  {:>{}}", example.first_step + i, widths[i]);
  text += '\n';
  for (const Counterexample::Row& row : example.rows) {
    text += fmt::format("  {:<{}}", row.name, name_width);
    for (size_t i = 0; i < widths.size(); ++i) text += fmt::format("  {:>{}}", row.values[i], widths[i]);
    text += '\n';
  }
  return text;
}

std::string example_text(const ProvenCheck& check) {
  const Counterexample& example = *check.example;
  std::string text = fmt::format("\n{}: ", check.location.empty() ? check.name : check.location);
  if (check.is_cover) {
    text += fmt::format("cover `{}` is reached in cycle {}: {}\n", check.name, check.cycles, check.message);
  } else if (example.from_start) {
    text += fmt::format("assertion `{}` fails in cycle {}: {}\n", check.name, check.cycles, check.message);
  } else {
    text += fmt::format(
        "induction does not prove `{}`: {}\n  It would fail after this, which begins in a state that may be out of "
        "reach; an "
        "assertion that excludes that state helps.\n",
        check.name, check.message);
  }
  text += check.excerpt;
  text += table_of(example);
  if (!example.confirmed)
    text += "  the simulator does not repeat this: state that has no name in the design matters\n";
  if (!example.waves.empty()) text += fmt::format("  waves: {}\n", example.waves.string());
  return text;
}

}  // namespace

bool ProofReport::ok() const {
  if (timed_out) return false;
  return std::all_of(checks.begin(), checks.end(), [&](const ProvenCheck& check) {
    return check.verdict == Verdict::proven || check.verdict == Verdict::reached ||
           (check.verdict == Verdict::holds && mode == flows::ProofMode::bmc);
  });
}

std::string ProofReport::text() const {
  size_t name_width = 0;
  for (const ProvenCheck& check : checks) name_width = std::max(name_width, check.name.size());
  std::string all;
  for (const ProvenCheck& check : checks) {
    all += fmt::format("{:<9}  {:<{}}  {}\n", flows::text(check.verdict), check.name, name_width,
                       verdict_text(check, mode));
  }
  for (const ProvenCheck& check : checks) {
    if (check.example && !check.is_cover) all += example_text(check);
  }
  return all;
}

ProofReport prove(ir::Design& design, const std::string& name, const ProofRequest& request) {
  if (!request.waves.empty()) static_cast<void>(sim::wave_file(request.waves));  // refuse a bad name before the work
  const std::unique_ptr<ir::Module> flat = passes::flatten(design);
  refuse_what_cannot_be_proven(*flat, name);
  const ProvenModule module{design, *flat, verilog_names(*flat), has_several_clocks(*flat)};

  VerilogOptions verilog;
  verilog.header_comment = false;
  verilog.largest_inline_contents = SIZE_MAX;
  verilog.locations = true;
  verilog.formal = FormalVerilog{.reset = request.reset};
  flows::ProofInput input{.design = name, .top = flat->name, .sources = {}, .several_clocks = module.several_clocks};
  for (VerilogFile& file : emit_flat_verilog(*flat, verilog)) {
    input.sources.push_back({std::move(file.name), std::move(file.text)});
  }
  flows::ProofResult proof = flows::prove(input, request.options);

  ProofReport report{.design = name,
                     .mode = request.options.mode,
                     .checks = {},
                     .timed_out = proof.timed_out,
                     .tool_versions = std::move(proof.tool_versions),
                     .seconds = proof.seconds};
  const Diagnostics sources(design.locations);
  bool is_first = true;
  for (size_t i = 0; i < flat->processes.size(); ++i) {
    const ir::Process& process = flat->processes[i];
    const auto found = std::find_if(proof.checks.begin(), proof.checks.end(), [&](const flows::CheckResult& check) {
      return check.name == module.names.processes[i];
    });
    if (found == proof.checks.end()) continue;
    ProvenCheck check{.name = process.name,
                      .message = process.message,
                      .location = place_text(design, process.location),
                      .excerpt = sources.excerpt(design.locations.at(process.location)),
                      .is_cover = found->is_cover,
                      .verdict = found->verdict,
                      .cycles = found->cycles,
                      .induction_depth = found->induction_depth,
                      .by_invariant = found->by_invariant};
    const std::optional<flows::Trace>& trace = found->trace ? found->trace : found->attempt;
    if (trace && check.verdict != Verdict::proven) {
      check.example = replay(module, process, *trace, waves_of(request.waves, process.name, is_first));
      is_first = false;
    }
    report.checks.push_back(std::move(check));
  }
  return report;
}

}  // namespace burin::cli
