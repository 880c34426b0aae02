// SPDX-License-Identifier: Apache-2.0
//! @file verb_simulate.cpp
//! @brief `simulate`: a design's own test, or a file, on any engine.
#include <fmt/format.h>

#include <chrono>
#include <optional>

#include "burin/base/interrupt.h"
#include "burin/sim/bench.h"
#include "engines.h"
#include "input_file.h"
#include "json.h"
#include "recording.h"
#include "simulation.h"
#include "verb.h"

namespace burin::cli {
namespace {

/// "RESULT  FILE" as sha256sum prints it: file names that would break the line are escaped and the line marked.
std::string result_line(const std::string& result, const std::string& file) {
  std::string name;
  for (const char c : file) {
    if (c == '\\') {
      name += "\\\\";
    } else if (c == '\n') {
      name += "\\n";
    } else if (c == '\r') {
      name += "\\r";
    } else {
      name += c;
    }
  }
  return fmt::format("{}{}  {}\n", name.size() != file.size() ? "\\" : "", result, name);
}

void run(const Invocation& call) {
  const Progress progress = call.console.progress(call.options.has("progress"));
  const std::string engine = call.options.text("engine", sim::engine_name(sim::kDefaultEngine));
  const std::string kind = call.options.text("power-up", "zeros");
  const uint64_t seed = call.options.number("seed", 1, 0, UINT64_MAX);
  Recording recording(call);
  EngineRequest engine_request{.engine = engine,
                               .target = call.options.text("target", kDefaultTarget),
                               .power_up = power_up(kind, seed),
                               .internals = recording.needs_internals(),
                               .design = call.design->name(),
                               .command = call.command,
                               .progress = progress};
  SimulationRequest request = simulation_request(call, progress);
  request.elaborate.optimise = !recording.needs_whole_design();
  request.make_engine = recording.around(engine_maker(engine_request));
  if (call.options.has("target") && engine != "netlist")
    throw UserError("--target has a meaning with --engine netlist only");
  if (call.options.has("seed") && kind != "random") throw UserError("--seed has a meaning with --power-up random only");

  const std::string file = call.options.text("file");
  std::optional<InputFile> input;
  if (call.options.has("file")) {
    input.emplace(file, progress);
    request.file = &input->stream();
  }
  const auto start = std::chrono::steady_clock::now();
  SimulationReport report;
  try {
    report = simulate_checked(*call.design, request);
  } catch (const Interrupted&) {
    throw;
  } catch (const UserError&) {
    recording.tell_failure();
    if (input) input->check();  // a file that broke off is the cause, not what the design made of it
    throw;
  }
  if (input) input->check();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  recording.finish();

  if (call.json()) {
    ordered_json document = json_document();
    document["design"] = call.design->name();
    document["parameters"] = json_parameters(*call.design, call.design->values(call.parameters));
    document["engine"] = engine;
    if (engine == "netlist") document["target"] = engine_request.target;
    document["power_up"] = kind;
    if (kind == "random") document["seed"] = seed;
    if (input) {
      document["file"] = file;
      document["result"] = report.result;
    } else {
      document["test"] = "passed";
    }
    document["cycles"] = report.cycles;
    if (recording.needs_whole_design()) document["coverage"] = recording.coverage_json();
    document["seconds"] = seconds.count();
    return call.console.print(text_of(document));
  }
  if (input) return call.console.print(result_line(report.result, file));
  std::string where = engine;
  if (engine == "netlist") where += fmt::format(" for {}", engine_request.target);
  if (kind == "random") where += fmt::format(", power-up random with seed {}", seed);
  call.console.print(fmt::format("{}: test passed on {}, {} cycles in {:.2f} s\n", call.design->name(), where,
                                 report.cycles, seconds.count()));
}

}  // namespace

Verb simulate_verb() {
  return {
      .name = "simulate",
      .summary = "Run a design's test, or a file through it, on any engine",
      .operand = Operand::design,
      .options = {{.name = "engine",
                   .value = "ENGINE",
                   .help = "native: machine code, starts at once; interpreter: the reference, slow; verilator: the "
                           "Verilog; netlist: after synthesis",
                   .default_text = std::string(sim::engine_name(sim::kDefaultEngine)),
                   .choices = engine_names()},
                  {.name = "file",
                   .value = "FILE",
                   .help = "Send a file through the design and print its result; - is standard input",
                   .is_path = true},
                  target_option(kDefaultTarget),
                  {.name = "power-up",
                   .value = "STATE",
                   .help = "What state without a stated value holds at the start: zeros, ones or random",
                   .default_text = "zeros",
                   .choices = power_up_names()},
                  {.name = "seed", .value = "N", .help = "Seed of --power-up random", .default_text = "1"},
                  waves_option(),
                  waves_on_failure_option(),
                  last_option(),
                  waves_memories_option(),
                  coverage_option(),
                  progress_option(),
                  json_option()},
      .examples = {"simulate DESIGN", "simulate DESIGN --engine verilator",
                   "simulate DESIGN --engine netlist --target ice40-hx8k", "simulate DESIGN --power-up random --seed 7",
                   "simulate DESIGN --waves waves.fst", "simulate DESIGN --waves-on-failure failure.vcd --last 200"},
      .run = run};
}

}  // namespace burin::cli
