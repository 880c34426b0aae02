// SPDX-License-Identifier: Apache-2.0
//! @file engines.cpp
//! @brief Native, interpreter, Verilog in Verilator, netlist in Verilator.
#include "engines.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>

#include "burin/base/process.h"
#include "burin/flows/tools.h"
#include "burin/sim/bench.h"
#include "burin/sim/verilator_engine.h"
#include "burin/verilog/emit.h"
#include "interruptible_engine.h"
#include "verb.h"

namespace burin::cli {
namespace {

std::unique_ptr<sim::Engine> interruptible(std::unique_ptr<sim::Engine> engine) {
  return std::make_unique<InterruptibleEngine>(std::move(engine));
}

}  // namespace

const std::vector<std::string>& engine_names() {
  static const std::vector<std::string> names = {"native", "interpreter", "verilator", "netlist"};
  return names;
}

const std::vector<std::string>& power_up_names() {
  static const std::vector<std::string> names = {"zeros", "ones", "random"};
  return names;
}

sim::PowerUp power_up(std::string_view kind, uint64_t seed) {
  check_choice("power-up state", kind, power_up_names());
  if (kind == "ones") return {sim::PowerUp::Kind::ones, seed};
  if (kind == "random") return {sim::PowerUp::Kind::random, seed};
  return {sim::PowerUp::Kind::zeros, seed};
}

flows::FlowInput flow_input(const ir::Design& design, std::string name, std::string command) {
  VerilogOptions options;
  options.largest_inline_contents = SIZE_MAX;  // a flow takes Verilog only, no files beside it
  flows::FlowInput input{
      .design = std::move(name), .top = design.top_module().name, .sources = {}, .command = std::move(command)};
  for (VerilogFile& file : emit_verilog(design, options)) {
    input.sources.push_back({std::move(file.name), std::move(file.text)});
  }
  return input;
}

std::unique_ptr<sim::Engine> run_netlist(const ir::Design& design, const flows::SimulationNetlist& netlist,
                                         const sim::PowerUp& power_up, const Progress& progress) {
  sim::VerilatorDesign verilog{.top = netlist.top,
                               .ports = sim::ports_of(design.top_module()),
                               .sources = {},
                               .defines = netlist.defines,
                               .netlist = true};
  for (const flows::FlowSource& source : netlist.sources) verilog.sources.push_back({source.name, source.text});
  sim::VerilatorOptions options;
  options.power_up = power_up;
  options.active_low_resets = sim::falling_resets_of(design.top_module());
  options.progress = progress;
  return interruptible(sim::make_verilator_engine(verilog, options));
}

std::string verilator_version() {
  const char* chosen = std::getenv("BURIN_VERILATOR");
  ProcessRequest request;
  request.argv = {chosen != nullptr && *chosen != '\0' ? chosen : "verilator", "--version"};
  request.timeout = std::chrono::seconds(60);
  return flows::extract_version(run_process(request).output);
}

MakeEngine engine_maker(const EngineRequest& request) {
  check_choice("engine", request.engine, engine_names());
  if (request.engine != "netlist") {
    sim::BenchOptions options;
    options.power_up = request.power_up;
    options.internals = request.internals;
    options.progress = request.progress;
    const sim::EngineKind kind = request.engine == "verilator" ? sim::EngineKind::verilator
                                 : request.engine == "native"  ? sim::EngineKind::native
                                                               : sim::EngineKind::interpreter;
    return [=](ir::Design& design) { return interruptible(sim::make_engine(design, kind, options)); };
  }
  static_cast<void>(flows::find_target(request.target));
  return [=](ir::Design& design) {
    flows::FlowOptions options;
    options.target = request.target;
    options.progress = request.progress;
    const flows::SimulationNetlist netlist =
        flows::synthesize_for_simulation(flow_input(design, request.design, request.command), options);
    return run_netlist(design, netlist, request.power_up, request.progress);
  };
}

}  // namespace burin::cli
