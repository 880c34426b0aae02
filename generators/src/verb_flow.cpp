// SPDX-License-Identifier: Apache-2.0
//! @file verb_flow.cpp
//! @brief `flow`: area, timing, and the netlist against the design's own test.
#include <fmt/format.h>

#include <filesystem>

#include "flow_run.h"

namespace burin::cli {
namespace {

namespace fs = std::filesystem;

/// "synthesis 3.2 s; placement, seed 1 20.1 s (recalled)".
std::string stages_text(const std::vector<flows::StageTime>& stages) {
  std::vector<std::string> parts;
  parts.reserve(stages.size());
  for (const flows::StageTime& stage : stages) {
    parts.push_back(fmt::format("{} {:.1f} s{}", stage.stage, stage.seconds, stage.recalled ? " (not run again)" : ""));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

void run(const Invocation& call) {
  const Progress progress = call.console.progress(call.options.has("progress"));
  const std::string name = call.design != nullptr ? call.design->name() : fs::path(call.operand).stem().string();
  const std::string target = call.options.text("target");
  if (!target.empty()) check_target(target);
  const std::string target_folder = flows::is_liberty_target(target)
                                        ? "asic-" + fs::path(target.substr(target.find(':') + 1)).stem().string()
                                        : target;
  const fs::path folder = fs::path(call.options.text("out", (fs::path("out") / name).string())) / target_folder;
  const flows::FlowResult flow = carry_out_flow(call, folder, progress);
  if (call.options.has("keep")) {
    const fs::path kept = flows::store_results(call.options.text("keep"), flow.results);
    call.console.tell(fmt::format("kept {}", kept.string()));
  }
  if (call.json()) return call.console.print(flows::to_json(flow.results));
  call.console.print(flows::to_markdown(flow.results));
  if (!flow.paths.empty()) {
    call.console.print("\nslowest paths:\n");
    for (const std::string& path : flow.paths) call.console.print(fmt::format("  {}\n", path));
  }
  if (flow.equivalence) call.console.tell(fmt::format("equivalence: {}", flows::text(*flow.equivalence)));
  if (call.design != nullptr && !call.design->has_test())
    call.console.tell(fmt::format("design '{}' has no test: its netlist was not simulated", call.design->name()));
  call.console.tell(fmt::format("stages: {}", stages_text(flow.stages)));
  call.console.tell(fmt::format("results are in {}", folder.string()));
}

}  // namespace

Verb flow_verb() {
  std::vector<OptionSpec> options = flow_options();
  options.push_back({.name = "out",
                     .value = "DIR",
                     .help = "Results go to DIR/TARGET",
                     .default_text = "out/DESIGN",
                     .is_path = true});
  options.push_back({.name = "bitstream", .value = "", .help = "Also make the bitstream of the first seed"});
  options.push_back({.name = "equivalence",
                     .value = "SECONDS",
                     .help = "Also compare the netlist with its source for all inputs, for at most this long"});
  options.push_back(
      {.name = "keep", .value = "DIR", .help = "Also keep the results in DIR, for 'results'", .is_path = true});
  options.push_back(progress_option());
  options.push_back(json_option());
  return {.name = "flow",
          .summary = "Take a design to area, timing and a simulated netlist",
          .operand = Operand::design_or_verilog,
          .options = std::move(options),
          .examples = {"flow DESIGN --target ice40-hx8k", "flow DESIGN --target ecp5-85k --seeds 5 --json",
                       "flow DESIGN --target asic --frequency 100", "flow DESIGN --target asic-liberty:cells.lib.gz",
                       "flow core.v --top core --target xcup"},
          .run = run};
}

}  // namespace burin::cli
