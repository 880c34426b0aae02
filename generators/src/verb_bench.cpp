// SPDX-License-Identifier: Apache-2.0
//! @file verb_bench.cpp
//! @brief `bench`: measures Burin against its peers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "bench_compare.h"
#include "burin/base/build_cache.h"
#include "burin/base/interrupt.h"
#include "json.h"
#include "nearest.h"
#include "verb.h"

namespace burin::cli {
namespace {

const std::vector<sim::EngineKind>& engine_kinds() {
  static const std::vector<sim::EngineKind> kinds = {sim::EngineKind::native, sim::EngineKind::interpreter,
                                                     sim::EngineKind::verilator};
  return kinds;
}

std::vector<std::string> names_of_engines() {
  std::vector<std::string> names;
  for (const sim::EngineKind kind : engine_kinds()) names.emplace_back(engine_name(kind));
  return names;
}

/// The benchmark called `name`, or those of the group of that name; all when it is empty.
std::vector<const Benchmark*> chosen(const Invocation& call) {
  std::vector<const Benchmark*> all = benchmarks();
  if (all.empty()) throw UserError(fmt::format("{} has no benchmarks", call.program));
  if (call.operand.empty()) return all;
  std::vector<const Benchmark*> matches;
  std::set<std::string> names;
  for (const Benchmark* benchmark : all) {
    const std::string& name = benchmark->spec().name;
    if (name == call.operand) return {benchmark};
    if (name.starts_with(call.operand + ".")) matches.push_back(benchmark);
    names.insert(name);
    names.insert(name.substr(0, name.find('.')));
  }
  if (!matches.empty()) return matches;
  const std::string meant = suggestion(call.operand, {names.begin(), names.end()});
  throw UserError(fmt::format("there is no benchmark '{}'{}{} '{} bench --list' shows them", call.operand, meant,
                              meant.empty() ? ";" : "", call.program));
}

/// The number with four digits that count.
std::string number(double value) {
  if (value >= 1e9) return fmt::format("{:.4g} G", value / 1e9);
  if (value >= 1e6) return fmt::format("{:.4g} M", value / 1e6);
  if (value >= 1e4) return fmt::format("{:.4g} k", value / 1e3);
  return fmt::format("{:.4g}", value);
}

std::string mebibytes(uint64_t kib) {
  return kib == 0 ? "" : fmt::format("{:.0f} MiB", std::ceil(static_cast<double>(kib) / 1024));
}

/// Processes that wanted to run, on average over the last minute: the company that the measurement had.
double load() {
  double average = 0;
  return getloadavg(&average, 1) == 1 ? average : 0;
}

/// "AMD EPYC 7B13": what `processor_features` begins with.
std::string processor() {
  std::string text = processor_features();
  text.erase(std::min(text.find("flags"), text.size()));
  const size_t colon = text.find(": ");
  return colon == std::string::npos ? text : text.substr(colon + 2);
}

ordered_json json_side(const BenchSide& side) {
  ordered_json object = {{"name", side.name}, {"median", side.median}, {"least", side.least}, {"most", side.most}};
  object["memory_kib"] = side.peak_kib == 0 ? ordered_json(nullptr) : ordered_json(side.peak_kib);
  return object;
}

ordered_json json_row(const Invocation& call, const BenchmarkSpec& spec, const BenchRow& row, uint32_t rounds) {
  ordered_json object;
  object["name"] = spec.name;
  object["ratio"] = row.ratio ? ordered_json(*row.ratio) : ordered_json(nullptr);
  object["ours"] = row.ours.median;
  object["peer"] = row.peer() != nullptr ? ordered_json(row.peer()->median) : ordered_json(nullptr);
  object["unit"] = spec.unit;
  object["command"] = fmt::format("{} bench {}", call.program, spec.name);
  object["rounds"] = rounds;
  object["outputs_compared"] = row.peers.empty() ? 0 : row.outputs;
  object["sides"] = ordered_json::array({json_side(row.ours)});
  for (const BenchSide& peer : row.peers) object["sides"].push_back(json_side(peer));
  return object;
}

/// A program for one side of `spec`: this one, so that each measurement is a process of its own.
BenchRunner own_process(const BenchmarkSpec& spec, const BenchContext& context) {
  return [&spec, engine = context.engine] {
    return run_bench_program(
        {"/proc/self/exe", "bench", spec.name, "--once", "--engine", std::string(engine_name(engine)), "--json"},
        fmt::format("our side of {}", spec.name));
  };
}

void run_once(const Invocation& call, const std::vector<const Benchmark*>& benchmarks, const BenchContext& context) {
  if (benchmarks.size() != 1) throw UserError("--once measures our side of one benchmark; name it");
  const BenchmarkSpec& spec = benchmarks.front()->spec();
  const BenchSample sample = spec.ours(context);
  if (!call.json()) return call.console.print(fmt::format("{}: {} {}\n", spec.name, number(sample.value), spec.unit));
  ordered_json document = json_document();
  document["value"] = sample.value;
  document["outputs"] = sample.outputs;
  call.console.print(text_of(document));
}

void list(const Invocation& call, const std::vector<const Benchmark*>& benchmarks) {
  size_t width = 0;
  for (const Benchmark* benchmark : benchmarks) width = std::max(width, benchmark->spec().name.size());
  ordered_json document = json_document();
  document["benchmarks"] = ordered_json::array();
  for (const Benchmark* benchmark : benchmarks) {
    const BenchmarkSpec& spec = benchmark->spec();
    ordered_json entry = {{"name", spec.name}, {"summary", spec.summary}, {"unit", spec.unit}};
    entry["peers"] = ordered_json::array();
    for (const BenchPeer& peer : spec.peers) entry["peers"].push_back(peer.name);
    document["benchmarks"].push_back(std::move(entry));
    if (!call.json()) call.console.print(fmt::format("{:<{}}  {}\n", spec.name, width, spec.summary));
  }
  if (call.json()) call.console.print(text_of(document));
}

/// The name of the first tool without which `spec` has nothing to say: one of ours, or one of every peer.
std::string lacking(const BenchmarkSpec& spec) {
  std::string missing = missing_tool(spec.tools);
  if (!missing.empty() || spec.peers.empty()) return missing;
  for (const BenchPeer& peer : spec.peers) {
    missing = missing_tool(peer.tools);
    if (missing.empty()) return "";
  }
  return missing;
}

void run(const Invocation& call) {
  const std::vector<const Benchmark*> benchmarks = chosen(call);
  if (call.options.has("list")) return list(call, benchmarks);
  const std::string engine = call.options.text("engine", engine_name(sim::kDefaultEngine));
  check_choice("engine", engine, names_of_engines());
  BenchContext context{.engine = sim::kDefaultEngine, .progress = call.console.progress(call.options.has("progress"))};
  for (const sim::EngineKind kind : engine_kinds()) {
    if (engine_name(kind) == engine) context.engine = kind;
  }
  const uint64_t asked = call.options.number("rounds", 0, 1, 1000);
  if (call.options.has("once")) return run_once(call, benchmarks, context);

  ordered_json document = json_document();
  document["engine"] = engine;
  document["processor"] = processor();
  document["load_before"] = load();
  document["rows"] = ordered_json::array();
  document["skipped"] = ordered_json::array();
  document["failed"] = ordered_json::array();
  if (!call.json()) {
    call.console.print(fmt::format("{:<28}{:>8}  {:>12}{:>12}  {:<10}{:>9}{:>9}  {}\n", "", "ratio", "Burin", "peer",
                                   "", "memory", "peer's", "the peer"));
  }
  for (const Benchmark* benchmark : benchmarks) {
    const BenchmarkSpec& spec = benchmark->spec();
    if (const std::string missing = lacking(spec); !missing.empty()) {
      call.console.tell(fmt::format("{}: {} skipped, {} is not installed", call.program, spec.name, missing));
      document["skipped"].push_back({{"name", spec.name}, {"missing", missing}});
      continue;
    }
    const uint32_t rounds = asked != 0 ? static_cast<uint32_t>(asked) : spec.rounds;
    BenchRow row;
    try {
      row = compare(spec, context, own_process(spec, context), rounds);
    } catch (const Interrupted&) {
      throw;
    } catch (const UserError& error) {  // the others still have something to say
      call.console.error(error.what());
      document["failed"].push_back({{"name", spec.name}, {"error", error.what()}});
      continue;
    }
    document["rows"].push_back(json_row(call, spec, row, rounds));
    if (call.json()) continue;
    const BenchSide* peer = row.peer();
    call.console.print(fmt::format("{:<28}{:>8}  {:>12}{:>12}  {:<10}{:>9}{:>9}  {}\n", spec.name,
                                   row.ratio ? fmt::format("{:.2f}", *row.ratio) : "", number(row.ours.median),
                                   peer != nullptr ? number(peer->median) : "", spec.unit, mebibytes(row.ours.peak_kib),
                                   peer != nullptr ? mebibytes(peer->peak_kib) : "",
                                   peer != nullptr ? peer->name : ""));
  }
  document["load_after"] = load();
  if (call.json()) call.console.print(text_of(document));
  if (const size_t failed = document["failed"].size(); failed != 0) {
    call.console.finish();
    throw UserError(fmt::format("{} of {} benchmarks failed, see above", failed, benchmarks.size()));
  }
}

}  // namespace

Verb bench_verb() {
  return {.name = "bench",
          .summary = "Measure Burin against its peers",
          .operand = Operand::benchmark,
          .options = {{.name = "engine",
                       .value = "ENGINE",
                       .help = "What runs our side of a simulation",
                       .default_text = std::string(engine_name(sim::kDefaultEngine)),
                       .choices = names_of_engines()},
                      {.name = "rounds",
                       .value = "N",
                       .help = "Runs of each side, in turn; medians are compared",
                       .default_text = "the benchmark's own"},
                      {.name = "list", .value = "", .help = "List the benchmarks and run none"},
                      {.name = "once", .value = "", .help = "Measure our side once, in this process: for a profiler"},
                      progress_option(),
                      json_option()},
          .examples = {"bench", "bench sim", "bench sim.sha256 --rounds 3", "bench --list"},
          .run = run};
}

}  // namespace burin::cli
