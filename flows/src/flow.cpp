// SPDX-License-Identifier: Apache-2.0
//! @file flow.cpp
//! @brief The flow that all families share.
//!
//! 1. Find the target's tools; a flow without them should fail before it takes time.
//! 2. Synthesise; count cells.
//! 3. Leave as many ports in the netlist as the package has pins.
//! 4. Place and route it with each seed.
//! 5. State the numbers; write them and the files they come from.
#include "burin/flows/flow.h"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <utility>

#include "burin/base/content_hash.h"
#include "burin/base/diagnostics.h"
#include "burin/base/files.h"
#include "burin/base/interrupt.h"
#include "equivalence.h"
#include "family.h"
#include "flow_parts.h"

namespace burin::flows {
namespace {

namespace fs = std::filesystem;

FlowContext make_context(const FlowInput& input, const FlowOptions& options) {
  if (input.top.empty() || input.sources.empty()) throw UserError("a flow needs a top module and its Verilog");
  if (options.place_and_route && options.seeds.empty()) throw UserError("place and route needs at least one seed");
  if (std::set<uint64_t>(options.seeds.begin(), options.seeds.end()).size() != options.seeds.size()) {
    throw UserError("the placement seeds must differ from each other");
  }
  for (const uint64_t seed : options.seeds) {
    // nextpnr reads its seed as a signed number of 32 bits.
    if (seed == 0 || seed > 0x7fffffff) throw UserError(fmt::format("{} is no placement seed: 1 to 2147483647", seed));
  }
  if (options.frequency < 0 || !std::isfinite(options.frequency)) {
    throw UserError(fmt::format("{} MHz is no frequency to aim at", options.frequency));
  }
  const fs::path cache = options.cache.empty() ? cache_folder() / "flows" : options.cache;
  return {input, options, find_target(options.target), fs::absolute(cache)};
}

FamilyRecipe make_recipe(const Target& target, bool with_placement) {
  switch (target.family) {
    case Family::ice40:
      return ice40_recipe(target, with_placement);
    case Family::ecp5:
      return ecp5_recipe(target, with_placement);
    case Family::gowin:
      return gowin_recipe(target, with_placement);
    case Family::xilinx:
      return xilinx_recipe(target);
    case Family::nexus:
    case Family::asic:
      break;
  }
  throw InternalError("a family without a recipe");
}

SimulationNetlist make_netlist(const FlowContext& context, const FamilyRecipe& recipe, const Synthesis& synthesis) {
  std::string netlist = read_file(synthesis.folder / "netlist.v");
  const fs::path& data = recipe.synthesis.yosys.data;
  switch (context.target.family) {
    case Family::ice40:
      return ice40_simulation(context.input.top, std::move(netlist), data);
    case Family::ecp5:
      return ecp5_simulation(context.input.top, std::move(netlist), data);
    case Family::gowin:
      return gowin_simulation(context.input.top, std::move(netlist), data);
    case Family::xilinx:
      return xilinx_simulation(context.input.top, std::move(netlist), data);
    case Family::nexus:
    case Family::asic:
      break;
  }
  throw InternalError("a family without models");
}

void add_timing(const FlowContext& context, const FamilyRecipe& recipe, const std::vector<Placement>& placements,
                uint64_t flip_flops, const std::string& constraint, const std::string& note,
                std::vector<Result>& results) {
  std::set<std::string> clocks;
  for (const Placement& placement : placements) {
    for (const auto& [clock, mhz] : placement.fmax) clocks.insert(clock);
  }
  if (clocks.empty()) {
    Result result = make_result(context, recipe.placement.nextpnr, "fmax", Evidence::placed_and_routed);
    result.unit = "MHz";
    result.constraint = constraint;
    result.note = flip_flops == 0 ? "no fmax: the design is combinational and has no clock"
                                  : "no fmax: no path leads from one register to another";
    for (const Placement& placement : placements) result.seeds.push_back(placement.seed);
    results.push_back(std::move(result));
    return;
  }
  for (const std::string& clock : clocks) {
    const std::string metric = clocks.size() == 1 ? "fmax" : "fmax " + clock;
    Result result = make_result(context, recipe.placement.nextpnr, metric, Evidence::placed_and_routed);
    result.unit = "MHz";
    result.constraint = constraint;
    result.note = note;
    for (const Placement& placement : placements) {
      const auto found = placement.fmax.find(clock);
      if (found == placement.fmax.end()) continue;
      result.samples.push_back(found->second);
      result.seeds.push_back(placement.seed);
    }
    result.value = median(result.samples);
    results.push_back(std::move(result));
  }
}

}  // namespace

Result make_result(const FlowContext& context, const Tool& tool, std::string metric, Evidence evidence) {
  Result result;
  result.design = context.input.design;
  result.target = context.target.name;
  result.metric = std::move(metric);
  result.evidence = evidence;
  result.tool = tool.name;
  result.command = context.input.command;
  result.input_hash = input_hash(context.input);
  return result;
}

void add_version(Result& result, const Tool& tool) { result.tool_versions[tool.name] = tool.version; }

OutputFiles synthesis_files(const Synthesis& synthesis) {
  OutputFiles files;
  for (const char* file : {"netlist.json", "netlist.v", "stat.json", "yosys.log"}) {
    files.emplace_back(file, synthesis.folder / file);
  }
  return files;
}

void write_output(const FlowContext& context, const OutputFiles& files, const FlowResult& flow) {
  const fs::path& output = context.options.output;
  if (output.empty()) return;
  make_folder(output);
  const std::unique_ptr<FileLock> lock = FileLock::try_lock(output / ".burin-flow.lock");
  if (!lock)
    throw UserError(fmt::format("another flow writes to {} just now; give this one another folder", output.string()));
  for (const auto& [name, file] : files) write_file(output / name, read_file(file));
  write_file(output / "results.json", to_json(flow.results));
  write_file(output / "results.md", to_markdown(flow.results));
}

namespace {

/// Runs, or recalls, the packer on what a seed gave.
fs::path make_bitstream(const FlowContext& context, const FamilyRecipe& recipe, const Placement& placement) {
  if (recipe.packer.empty()) {
    throw UserError(fmt::format("there is no bitstream for {}: no open program makes one", context.target.name));
  }
  const Tool packer = find_packer(recipe.packer);
  const std::string routed = read_file(placement.folder / recipe.placement.routed);
  ContentHash key;
  key.add(packer.name).add(routed);
  const fs::path folder = cached_step(context, "bitstream", "bitstream", key.hex(), [&](const fs::path& made) {
    context.progress(fmt::format("bitstream with {}", packer.name));
    write_file(made / recipe.placement.routed, routed);
    run_tool(context, packer, {recipe.placement.routed, "bitstream.bit"}, made, packer.name + ".log", {}, {});
    if (!fs::exists(made / "bitstream.bit")) throw UserError(fmt::format("{} ended without a bitstream", packer.name));
  });
  return folder / "bitstream.bit";
}

/// Types of cells in the netlist that no source of the simulation defines, or defines without contents.
std::vector<std::string> cells_without_model(const Synthesis& synthesis, const SimulationNetlist& netlist) {
  std::vector<std::string> missing;
  for (const auto& [type, count] : synthesis.cells) {
    bool known = false;
    for (size_t i = 1; i < netlist.sources.size() && !known; ++i) known = has_contents(netlist.sources[i].text, type);
    if (!known) missing.push_back(type);
  }
  return missing;
}

}  // namespace

FlowResult run_flow(const FlowInput& input, const FlowOptions& options) {
  const InterruptScope scope;
  const FlowContext context = make_context(input, options);
  if (context.target.family == Family::asic) return run_asic_flow(context);
  const FamilyRecipe recipe = make_recipe(context.target, options.place_and_route);
  const bool with_placement = options.place_and_route && !recipe.placement.nextpnr.name.empty();
  const Synthesis synthesis = synthesize(context, recipe.synthesis);

  FlowResult flow;
  for (const CellMetric& cell : recipe.cells) {
    Result result = make_result(context, recipe.synthesis.yosys, cell.metric, Evidence::synthesis_estimate);
    result.value = static_cast<double>(synthesis.count(cell.cell_prefixes));
    flow.results.push_back(std::move(result));
  }

  if (recipe.add_results) recipe.add_results(context, recipe, synthesis, flow.results);

  std::vector<Placement> placements;
  if (with_placement) {
    const PinnedNetlist netlist =
        fit_pins(read_file(synthesis.folder / "netlist.json"), input.top, context.target.pins);
    std::string note;
    if (netlist.dropped_bits != 0) {
      note = fmt::format("{} of the {} port bits have no pin ({} has {}): paths through them are not timed",
                         netlist.dropped_bits, netlist.port_bits, context.target.package, context.target.pins);
      context.progress(note);
    }
    const double frequency = options.frequency > 0 ? options.frequency : recipe.placement.frequency;
    const std::string constraint = fmt::format("{:g} MHz", frequency);
    placements = place_and_route(context, recipe.placement, netlist);
    for (const PlacedMetric& placed : recipe.placed) {
      const auto used = placements.front().used.find(placed.resource);
      if (used == placements.front().used.end()) continue;
      Result result = make_result(context, recipe.placement.nextpnr, placed.metric, Evidence::placed_and_routed);
      result.value = static_cast<double>(used->second);
      result.constraint = constraint;
      result.note = note;
      flow.results.push_back(std::move(result));
    }
    add_timing(context, recipe, placements, synthesis.count(recipe.flip_flops), constraint, note, flow.results);
  }
  for (Result& result : flow.results) {
    add_version(result, recipe.synthesis.yosys);
    if (result.evidence == Evidence::placed_and_routed) add_version(result, recipe.placement.nextpnr);
  }
  flow.netlist = make_netlist(context, recipe, synthesis);
  flow.netlist.missing = cells_without_model(synthesis, flow.netlist);
  OutputFiles files = synthesis_files(synthesis);
  for (const Placement& placement : placements) {
    for (const char* file : {"report.json", "nextpnr.log"}) {
      files.emplace_back(fmt::format("seed{}_{}", placement.seed, file), placement.folder / file);
    }
  }
  if (options.equivalence.count() != 0) flow.equivalence = check_equivalence(context, flow.netlist);
  if (with_placement && options.bitstream) {
    const fs::path bitstream = make_bitstream(context, recipe, placements.front());
    files.emplace_back(bitstream.filename().string(), bitstream);
  }
  if (with_placement && !options.pins.empty()) {
    files.emplace_back(recipe.placement.pins.file, placements.front().folder / recipe.placement.pins.file);
  }
  flow.stages = context.stages->take();
  write_output(context, files, flow);
  return flow;
}

FlowIdentity identify_flow(const FlowInput& input, const FlowOptions& options) {
  const FlowContext context = make_context(input, options);
  if (context.target.family == Family::asic) return identify_asic_flow(context);
  const FamilyRecipe recipe = make_recipe(context.target, options.place_and_route);
  FlowIdentity identity{input_hash(input), {{recipe.synthesis.yosys.name, recipe.synthesis.yosys.version}}};
  if (!recipe.placement.nextpnr.name.empty()) {
    identity.tool_versions[recipe.placement.nextpnr.name] = recipe.placement.nextpnr.version;
  }
  return identity;
}

SimulationNetlist synthesize_for_simulation(const FlowInput& input, const FlowOptions& options) {
  FlowOptions synthesis_only = options;
  synthesis_only.place_and_route = false;
  return run_flow(input, synthesis_only).netlist;
}

}  // namespace burin::flows
