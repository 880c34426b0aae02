// SPDX-License-Identifier: Apache-2.0
//! @file verb_flow.cpp
//! @brief `flow`: area, fmax over placement seeds, and the netlist against the design's own test.
//!
//! 1. Elaborate, emit, and take the Verilog through the target's tools; all files go to a temporary folder.
//! 2. Run the design's test on the netlist in Verilator and add the cycles it took to the results.
//! 3. Move the files to their folder. Nothing of this run is there before all of it is right.
#include <fmt/format.h>

#include <filesystem>
#include <numeric>
#include <system_error>

#include "burin/base/files.h"
#include "burin/base/interrupt.h"
#include "engines.h"
#include "json.h"
#include "new_folders.h"
#include "simulation.h"
#include "verb.h"

namespace burin::cli {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMostSeeds = 1000;

/// The design's name with the parameters that are not at their defaults: "sha256_rounds_per_cycle_2".
std::string configured_name(const DesignEntry& design, const ParameterValues& values) {
  std::string name = design.name();
  const std::vector<ParameterInfo> infos = design.parameters();
  for (size_t i = 0; i < infos.size(); ++i) {
    if (values[i].second != infos[i].default_value) name += fmt::format("_{}_{}", infos[i].name, values[i].second);
  }
  return name;
}

/// Moves the finished files over those of an earlier run.
void publish(const fs::path& from, const fs::path& to) {
  throw_if_interrupted();
  make_folder(to);
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(from)) {
    const fs::path name = entry.path().filename();
    if (name.string().starts_with('.')) continue;
    fs::rename(entry.path(), to / name, error);
    if (error) throw UserError(fmt::format("cannot write {}: {}", (to / name).string(), error.message()));
  }
}

flows::Result simulated(const flows::FlowInput& input, const flows::FlowResult& flow, const std::string& target,
                        uint64_t cycles) {
  flows::Result result;
  result.design = input.design;
  result.target = target;
  result.metric = "netlist test";
  result.value = static_cast<double>(cycles);
  result.unit = "cycles";
  result.evidence = flows::Evidence::simulated;
  result.tool = "verilator";
  if (!flow.results.empty()) {
    result.input_hash = flow.results.front().input_hash;
    result.tool_versions = flow.results.front().tool_versions;
  }
  result.tool_versions["verilator"] = verilator_version();
  result.command = input.command;
  result.note = "the netlist after synthesis passed the design's own test; timing is not simulated";
  return result;
}

void run(const Invocation& call) {
  const Progress progress = call.console.progress(call.options.has("progress"));
  if (!call.options.has("target")) {
    std::vector<std::string> names;
    for (const flows::Target& target : flows::targets()) names.push_back(target.name);
    throw UserError(fmt::format("say for which device: --target {}", fmt::join(names, " or --target ")));
  }
  const std::string target = call.options.text("target");
  std::vector<std::string> known;
  for (const flows::Target& one : flows::targets()) known.push_back(one.name);
  check_choice("target", target, known);

  flows::FlowOptions options;
  options.target = target;
  options.seeds.resize(call.options.number("seeds", 3, 1, kMostSeeds));
  std::iota(options.seeds.begin(), options.seeds.end(), uint64_t{1});
  options.progress = progress;

  const ParameterValues values = call.design->values(call.parameters);
  progress("elaboration");
  const ElaboratedDesign elaborated = call.design->elaborate(call.parameters, {});
  if (!elaborated.warnings.empty()) call.console.tell(elaborated.warnings);
  const flows::FlowInput input = flow_input(*elaborated.design, configured_name(*call.design, values), call.command);

  const fs::path folder = fs::path(call.options.text("out", (fs::path("out") / call.design->name()).string())) / target;
  flows::FlowResult flow;
  bool tested = false;
  NewFolders made(folder);
  {
    const TemporaryFolder staging(folder, ".burin-flow-");
    options.output = staging.path();
    flow = flows::run_flow(input, options);
    if (call.design->has_test()) {
      progress("simulation of the netlist");
      SimulationRequest request = simulation_request(call, progress);
      request.on_warnings = nullptr;  // told already
      request.make_engine = [&](ir::Design& design) { return run_netlist(design, flow.netlist, {}, progress); };
      const SimulationReport report = simulate_checked(*call.design, request);
      flow.results.push_back(simulated(input, flow, target, report.cycles));
      tested = true;
    }
    write_file(staging.path() / "results.json", flows::to_json(flow.results));
    write_file(staging.path() / "results.md", flows::to_markdown(flow.results));
    publish(staging.path(), folder);
    made.keep();
  }
  if (call.json()) return call.console.print(flows::to_json(flow.results));
  call.console.print(flows::to_markdown(flow.results));
  if (!tested)
    call.console.tell(fmt::format("design '{}' has no test: its netlist was not simulated", call.design->name()));
  call.console.tell(fmt::format("results are in {}", folder.string()));
}

}  // namespace

Verb flow_verb() {
  return {.name = "flow",
          .summary = "Take a design to area, fmax and a simulated netlist",
          .operand = Operand::design,
          .options = {target_option(""),
                      {.name = "seeds",
                       .value = "N",
                       .help = "Placement seeds 1 to N; fmax is stated as minimum, median and maximum",
                       .default_text = "3"},
                      {.name = "out",
                       .value = "DIR",
                       .help = "Results go to DIR/TARGET",
                       .default_text = "out/DESIGN",
                       .is_path = true},
                      progress_option(),
                      json_option()},
          .examples = {"flow DESIGN --target ice40-hx8k", "flow DESIGN --target ecp5-85k --seeds 5 --json"},
          .run = run};
}

}  // namespace burin::cli
