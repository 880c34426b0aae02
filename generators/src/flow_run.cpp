// SPDX-License-Identifier: Apache-2.0
//! @file flow_run.cpp
//! @brief Plans and carries out flows.
#include "flow_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>
#include <sstream>
#include <system_error>

#include "burin/base/files.h"
#include "burin/base/interrupt.h"
#include "burin/flows/target.h"
#include "engines.h"
#include "new_folders.h"
#include "shell_words.h"
#include "simulation.h"
#include "trace_recorder.h"

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

/// The command without what only says where results go and how they are shown.
std::string canonical_command(const Invocation& call) {
  std::string command = fmt::format("{} flow {}", call.program, shell_quoted(call.operand));
  const std::vector<OptionSpec> options = flow_options();
  for (const auto& [name, value] : call.parameters) {
    const std::string flag = detail::flag_of(name);
    const bool own =
        std::any_of(options.begin(), options.end(), [&](const auto& option) { return option.name == flag; });
    command += own ? fmt::format(" --param {}", shell_quoted(fmt::format("{}={}", name, value)))
                   : fmt::format(" --{} {}", flag, shell_quoted(value));
  }
  for (const OptionSpec& option : options) {
    for (const std::string& value : call.options.all(option.name)) {
      command += fmt::format(" --{} {}", option.name, shell_quoted(value));
    }
  }
  return command;
}

/// A number that an option has.
double real_option(const Invocation& call, std::string_view name, double otherwise, double low, double high) {
  if (!call.options.has(name)) return otherwise;
  const std::string text = call.options.text(name);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value >= low && value <= high)) {
    throw UserError(fmt::format("--{} {}: a number from {:g} to {:g} expected", name, text, low, high));
  }
  return value;
}

/// A flow over Verilog that somebody wrote.
flows::FlowInput verilog_input(const Invocation& call) {
  const fs::path file = call.operand;
  flows::FlowInput input;
  input.top = call.options.text("top", file.stem().string());
  input.design = input.top;
  input.sources.push_back({file.filename().string(), read_file(file)});
  for (const std::string& source : call.options.all("source")) {
    input.sources.push_back({fs::path(source).filename().string(), read_file(source)});
  }
  return input;
}

/// A file with a line for each pin; '#' begins a comment.
std::map<std::string, std::string> read_pins(const fs::path& file) {
  std::map<std::string, std::string> pins;
  std::istringstream lines(read_file(file));
  size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::istringstream words(line.substr(0, line.find('#')));
    std::string bit;
    std::string pin;
    std::string more;
    if (!(words >> bit)) continue;
    if (!(words >> pin) || words >> more) {
      throw UserError(
          fmt::format("{}:{}: write a bit of a port and its pin, such as 'count[3] A4'", file.string(), number));
    }
    if (!pins.emplace(bit, pin).second) {
      throw UserError(fmt::format("{}:{}: '{}' has a pin already", file.string(), number, bit));
    }
  }
  return pins;
}

std::vector<std::string> clock_ports(const ir::Module& module) {
  std::vector<std::string> names;
  for (const ir::Signal& signal : module.signals) {
    if (signal.kind == ir::SignalKind::input && signal.timing.kind == ir::PortTiming::Kind::is_clock)
      names.push_back(signal.name);
  }
  return names;
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

flows::Result simulated(const FlowPlan& plan, const flows::FlowResult& flow, uint64_t cycles) {
  flows::Result result;
  result.design = plan.input.design;
  result.target = flow.results.empty() ? plan.options.target : flow.results.front().target;
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
  result.command = plan.input.command;
  result.note = "the netlist after synthesis passed the design's own test; timing is not simulated";
  return result;
}

/// Runs the design's test on the native engine and takes down what its inputs and registers hold.
flows::SimulationTrace trace_of_test(const Invocation& call, const Progress& progress) {
  progress("activity of the test");
  const auto recorder = std::make_shared<TraceRecorder>();
  SimulationRequest request = simulation_request(call, progress);
  request.on_warnings = nullptr;
  const MakeEngine make = engine_maker({.engine = "native",
                                        .target = "",
                                        .power_up = {},
                                        .internals = true,
                                        .design = call.design->name(),
                                        .command = call.command,
                                        .progress = progress});
  request.make_engine = [&](ir::Design& design) -> std::unique_ptr<sim::Engine> {
    auto observed = std::make_unique<sim::ObservedEngine>(make(design), design);
    observed->add(recorder);
    return observed;
  };
  static_cast<void>(simulate_checked(*call.design, request));
  return recorder->take();
}

}  // namespace

std::vector<std::string> target_names() {
  std::vector<std::string> names;
  for (const flows::Target& target : flows::targets()) names.push_back(target.name);
  return names;
}

void check_target(const std::string& name) {
  if (name == "asic" || flows::is_liberty_target(name)) return;
  std::vector<std::string> known = target_names();
  known.emplace_back("asic-liberty:FILE");
  check_choice("target", name, known);
  if (name == known.back()) throw UserError("asic-liberty:FILE: write the name of a Liberty file for FILE");
}

std::vector<OptionSpec> flow_options() {
  return {
      target_option(""),
      {.name = "seeds",
       .value = "N",
       .help = "Placement seeds 1 to N; fmax is stated as minimum, median and maximum",
       .default_text = "3"},
      {.name = "frequency",
       .value = "MHZ",
       .help = "What the tools are asked for",
       .default_text = "the target's usual aim"},
      {.name = "toggle-rate",
       .value = "RATE",
       .help = "Changes a cycle of every signal, for the power of cells",
       .default_text = "0.1"},
      {.name = "pins",
       .value = "FILE",
       .help = "Package pins of ports, a line 'BIT PIN' each, such as 'count[3] A4'",
       .is_path = true},
      {.name = "top", .value = "MODULE", .help = "The top module, of a Verilog file", .default_text = "FILE's name"},
      {.name = "source",
       .value = "FILE",
       .help = "A further Verilog file, with a Verilog file",
       .is_path = true,
       .repeats = true}};
}

FlowPlan plan_flow(const Invocation& call, const Progress& progress) {
  if (!call.options.has("target")) {
    throw UserError(fmt::format("say for which device: --target {}", fmt::join(target_names(), " or --target ")));
  }
  FlowPlan plan;
  plan.options.target = call.options.text("target");
  check_target(plan.options.target);
  plan.options.seeds.resize(call.options.number("seeds", 3, 1, kMostSeeds));
  std::iota(plan.options.seeds.begin(), plan.options.seeds.end(), uint64_t{1});
  plan.options.frequency = real_option(call, "frequency", 0, 1e-3, 1e5);
  plan.options.toggle_rate = real_option(call, "toggle-rate", plan.options.toggle_rate, 0, 2);
  if (call.options.has("pins")) plan.options.pins = read_pins(call.options.text("pins"));
  plan.options.progress = progress;
  if (call.design == nullptr) {
    plan.input = verilog_input(call);
  } else {
    for (const char* option : {"top", "source"}) {
      if (call.options.has(option)) throw UserError(fmt::format("--{} has a meaning with a Verilog file only", option));
    }
    const ParameterValues values = call.design->values(call.parameters);
    progress("elaboration");
    const ElaboratedDesign elaborated = call.design->elaborate(call.parameters, {});
    if (!elaborated.warnings.empty()) call.console.tell(elaborated.warnings);
    plan.input = flow_input(*elaborated.design, configured_name(*call.design, values), call.command);
    plan.input.clocks = clock_ports(elaborated.design->top_module());
  }
  plan.input.command = canonical_command(call);
  return plan;
}

flows::FlowResult carry_out_flow(const Invocation& call, const fs::path& folder, const Progress& progress) {
  FlowPlan plan = plan_flow(call, progress);
  const bool tested = call.design != nullptr && call.design->has_test();
  if (tested && flows::find_target(plan.options.target).family == flows::Family::asic) {
    plan.options.trace = trace_of_test(call, progress);
  }
  NewFolders made(folder);
  const TemporaryFolder staging(folder, ".burin-flow-");
  plan.options.output = staging.path();
  plan.options.equivalence = std::chrono::seconds(call.options.number("equivalence", 0, 1, 1'000'000));
  plan.options.bitstream = call.options.has("bitstream");
  flows::FlowResult flow = flows::run_flow(plan.input, plan.options);
  if (tested && !flow.netlist.missing.empty()) {
    call.console.tell(fmt::format("the netlist is not simulated: there is no open model of {}",
                                  fmt::join(flow.netlist.missing, ", ")));
  } else if (tested) {
    progress("simulation of the netlist");
    SimulationRequest request = simulation_request(call, progress);
    request.on_warnings = nullptr;  // told already
    request.make_engine = [&](ir::Design& design) { return run_netlist(design, flow.netlist, {}, progress); };
    const SimulationReport report = simulate_checked(*call.design, request);
    flow.results.push_back(simulated(plan, flow, report.cycles));
  }
  write_file(staging.path() / "results.json", flows::to_json(flow.results));
  write_file(staging.path() / "results.md", flows::to_markdown(flow.results));
  publish(staging.path(), folder);
  made.keep();
  return flow;
}

flows::Result does_not_fit(const FlowPlan& plan, const std::string& why) {
  flows::Result result;
  result.design = plan.input.design;
  result.target = flows::find_target(plan.options.target).name;
  result.metric = "fit";
  result.evidence = flows::Evidence::synthesis_estimate;
  result.command = plan.input.command;
  const flows::FlowIdentity identity = flows::identify_flow(plan.input, plan.options);
  result.input_hash = identity.input_hash;
  result.tool_versions = identity.tool_versions;
  // The place of the log is of this machine alone.
  result.note = why.substr(0, why.find(" (log: "));
  return result;
}

std::string why_stale(const Invocation& call, const flows::StoredRun& run) {
  const FlowPlan plan = plan_flow(call, [](std::string_view) {});
  const flows::FlowIdentity now = flows::identify_flow(plan.input, plan.options);
  for (const flows::Result& result : run.results) {
    if (result.input_hash != now.input_hash) return "the design or its library has changed";
    for (const auto& [tool, version] : now.tool_versions) {
      const auto then = result.tool_versions.find(tool);
      if (then != result.tool_versions.end() && then->second != version) {
        return fmt::format("{} is {} now and was {}", tool, version, then->second);
      }
    }
  }
  return "";
}

}  // namespace burin::cli
