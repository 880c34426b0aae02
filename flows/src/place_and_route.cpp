// SPDX-License-Identifier: Apache-2.0
//! @file place_and_route.cpp
//! @brief Runs nextpnr's seeds side by side and reads its reports.
#include "place_and_route.h"

#include <fmt/format.h>

#include <charconv>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

#include "burin/base/content_hash.h"
#include "burin/base/diagnostics.h"
#include "burin/base/files.h"
#include "burin/base/parallel.h"

namespace burin::flows {
namespace {

namespace fs = std::filesystem;

/// The lines of nextpnr's log that tell a waiting person something.
bool tells_progress(std::string_view line) {
  for (const std::string_view word :
       {"Packing", "Placed ", "at initial placer", "at iteration #", "Running ", "Routing", "Routed ",
        "HeAP Placer Time", "SA placement time", "Max frequency for clock"}) {
    if (line.find(word) != std::string_view::npos) return true;
  }
  return false;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

/// A number and nothing else.
bool parse_number(std::string_view text, uint64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

void read_report(const fs::path& folder, Placement& placement) {
  const nlohmann::json report = nlohmann::json::parse(read_file(folder / "report.json"));
  for (const auto& [net, entry] : report.at("fmax").items()) {
    placement.fmax[clock_name(net)] = entry.at("achieved").get<double>();
  }
  for (const auto& [resource, entry] : report.at("utilization").items()) {
    placement.used[resource] = entry.at("used").get<uint64_t>();
  }
}

}  // namespace

std::string clock_name(std::string_view net) {
  constexpr std::string_view kGlobal = "$glbnet$";
  if (net.starts_with(kGlobal)) net.remove_prefix(kGlobal.size());
  // A net's own name has no $ but at its front, where Yosys made it up.
  if (const size_t suffix = net.find('$', 1); suffix != std::string_view::npos && net.front() != '$') {
    net = net.substr(0, suffix);
  }
  // The net behind a buffer that synthesis put on the port.
  for (const std::string_view buffer : {"_IBUF_I_O", "_IB_I_O"}) {
    if (net.ends_with(buffer)) net.remove_suffix(buffer.size());
  }
  return std::string(net);
}

std::string overflow_text(std::string_view log) {
  // Lines like "Info: 	         ICESTORM_LC:  9001/ 7680   117%".
  std::string text;
  while (!log.empty()) {
    const size_t end = log.find('\n');
    std::string_view line = log.substr(0, end);
    log.remove_prefix(end == std::string_view::npos ? log.size() : end + 1);
    constexpr std::string_view kInfo = "Info:";
    if (!line.starts_with(kInfo)) continue;
    line.remove_prefix(kInfo.size());
    const size_t colon = line.find(':');
    const size_t slash = line.find('/', colon == std::string_view::npos ? 0 : colon);
    if (colon == std::string_view::npos || slash == std::string_view::npos || line.find('%') == std::string_view::npos)
      continue;
    const std::string_view name = trimmed(line.substr(0, colon));
    const std::string_view used_text = trimmed(line.substr(colon + 1, slash - colon - 1));
    std::string_view available_text = trimmed(line.substr(slash + 1));
    available_text = available_text.substr(0, available_text.find(' '));
    uint64_t used = 0;
    uint64_t available = 0;
    if (!parse_number(used_text, used) || !parse_number(available_text, available) || used <= available) continue;
    if (!text.empty()) text += " and ";
    text += fmt::format("{} {} where the device has {}", used, name, available);
    if (available != 0)
      text += fmt::format(" ({:.0f} % too many)",
                          100.0 * static_cast<double>(used - available) / static_cast<double>(available));
  }
  return text;
}

std::vector<Placement> place_and_route(const FlowContext& context, const PlacementRecipe& recipe,
                                       const PinnedNetlist& netlist) {
  const FlowOptions& options = context.options;
  const double frequency = options.frequency > 0 ? options.frequency : recipe.frequency;
  std::vector<std::string> arguments = recipe.arguments;
  for (const char* fixed : {"--json", "netlist.json", "--report", "report.json", "--timing-allow-fail"}) {
    arguments.emplace_back(fixed);
  }
  arguments.insert(arguments.end(), {"--freq", fmt::format("{:g}", frequency)});

  const PinMap pins = assign_pins(recipe.pins, netlist.ports, context.input.clocks, options.pins);
  const std::string constraints = pin_constraints(recipe.pins.style, pins);
  if (!pins.empty()) arguments.insert(arguments.end(), recipe.pins.arguments.begin(), recipe.pins.arguments.end());
  if (options.bitstream) {
    arguments.insert(arguments.end(), recipe.bitstream_arguments.begin(), recipe.bitstream_arguments.end());
  }

  const std::string what = "a timing report";
  ContentHash common;
  common.add(recipe.nextpnr.name).add(recipe.nextpnr.version).add(netlist.json).add(constraints);
  for (const std::string& argument : arguments) common.add(argument);

  std::vector<Placement> placements(options.seeds.size());
  std::mutex mutex;
  const size_t jobs = options.jobs != 0 ? options.jobs : default_jobs();
  run_parallel(jobs, placements.size(), [&](size_t index, std::stop_token stop) {
    Placement& placement = placements[index];
    placement.seed = options.seeds[index];
    ContentHash key = common;
    key.add(placement.seed);
    const auto tell = [&](std::string_view what) {
      const std::scoped_lock lock(mutex);
      context.progress(fmt::format("seed {}: {}", placement.seed, what));
    };
    placement.folder = cached_step(
        context, "placement", fmt::format("placement, seed {}", placement.seed), key.hex(),
        [&](const fs::path& folder) {
          tell(fmt::format("place and route with {} {}", recipe.nextpnr.name, recipe.nextpnr.version));
          write_file(folder / "netlist.json", netlist.json);
          if (!pins.empty()) write_file(folder / recipe.pins.file, constraints);
          std::vector<std::string> own = arguments;
          own.insert(own.end(), {"--seed", std::to_string(placement.seed)});
          const auto on_line = [&](std::string_view line) {
            if (!tells_progress(line)) return;
            constexpr std::string_view kInfo = "Info: ";
            if (line.starts_with(kInfo)) line.remove_prefix(kInfo.size());
            tell(trimmed(line));
          };
          const auto too_large = [&](const ProcessResult& result) -> std::string {
            const std::string overflow = overflow_text(result.output);
            if (overflow.empty()) return "";
            return fmt::format("design '{}' is too large for {}: it needs {}", context.input.design,
                               context.target.name, overflow);
          };
          run_tool(context, recipe.nextpnr, own, folder, "nextpnr.log", std::move(stop), on_line, {}, too_large);
          if (!fs::exists(folder / "report.json")) {
            throw UserError(
                fmt::format("{} {} ended without writing its report", recipe.nextpnr.name, recipe.nextpnr.version));
          }
          Placement trial;
          read_step(recipe.nextpnr, what, folder, true, [&](const fs::path& made) { read_report(made, trial); });
          // The same netlist in every seed's folder would fill the disk.
          fs::remove(folder / "netlist.json");
        });
    read_step(recipe.nextpnr, what, placement.folder, false,
              [&](const fs::path& made) { read_report(made, placement); });
  });
  return placements;
}

}  // namespace burin::flows
