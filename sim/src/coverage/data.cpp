// SPDX-License-Identifier: Apache-2.0
//! @file data.cpp
//! @brief Coverage added up over runs, and as JSON in files.
#include <fmt/format.h>

#include <bit>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "burin/base/diagnostics.h"
#include "burin/base/files.h"
#include "burin/sim/coverage.h"

namespace burin::sim {
namespace {

using nlohmann::ordered_json;

// Grows when a reader of the old form could misread the new one.
constexpr int kSchema = 1;

ordered_json json_of(const CoveragePlace& place) {
  return {{"file", place.file}, {"line", place.line}, {"column", place.column}};
}

CoveragePlace place_of(const ordered_json& from) {
  return {from.at("file").get<std::string>(), from.at("line").get<uint32_t>(), from.at("column").get<uint32_t>()};
}

std::map<std::string, uint64_t> counts_of(const ordered_json& from) {
  std::map<std::string, uint64_t> counts;
  for (const auto& [name, count] : from.items()) counts[name] = count.get<uint64_t>();
  return counts;
}

void add_counts(std::map<std::string, uint64_t>& to, const std::map<std::string, uint64_t>& from) {
  for (const auto& [name, count] : from) to[name] += count;
}

uint64_t ones(const Bits& bits) {
  uint64_t count = 0;
  for (const uint64_t word : bits.words()) count += static_cast<uint64_t>(std::popcount(word));
  return count;
}

}  // namespace

void CoverageData::add(const CoverageData& other) {
  if (runs == 0) {
    *this = other;
    return;
  }
  if (design != other.design) {
    throw UserError(
        fmt::format("coverage of {} cannot be added to that of {}: they are different designs", other.design, design));
  }
  for (const auto& [name, from] : other.toggles) {
    Toggle& to =
        toggles.try_emplace(name, Toggle{from.place, Bits(from.rose.width()), Bits(from.fell.width())}).first->second;
    if (to.rose.width() != from.rose.width()) {
      throw UserError(
          fmt::format("coverage cannot be added: {} has {} bits in one run and {} in another, so the design "
                      "has changed between them",
                      name, to.rose.width(), from.rose.width()));
    }
    for (uint32_t i = 0; i < to.rose.width(); ++i) {
      if (from.rose.bit(i)) to.rose.set_bit(i, true);
      if (from.fell.bit(i)) to.fell.set_bit(i, true);
    }
  }
  for (const auto& [name, from] : other.branches) {
    Branch& to = branches.try_emplace(name, Branch{from.place, from.condition, 0, 0}).first->second;
    to.taken += from.taken;
    to.not_taken += from.not_taken;
  }
  for (const auto& [name, from] : other.machines) {
    Machine& to = machines.try_emplace(name, Machine{from.place, from.type, {}, {}}).first->second;
    add_counts(to.states, from.states);
    add_counts(to.transitions, from.transitions);
  }
  for (const auto& [name, from] : other.covers)
    covers.try_emplace(name, Cover{from.place, from.message, 0}).first->second.runs += from.runs;
  runs += other.runs;
}

CoverageSummary summary_of(const CoverageData& data) {
  CoverageSummary summary;
  for (const auto& [name, toggle] : data.toggles) {
    summary.toggles.all += 2 * uint64_t{toggle.rose.width()};
    summary.toggles.seen += ones(toggle.rose) + ones(toggle.fell);
  }
  for (const auto& [name, branch] : data.branches) {
    summary.branches.all += 2;
    summary.branches.seen += (branch.taken != 0 ? 1 : 0) + (branch.not_taken != 0 ? 1 : 0);
  }
  for (const auto& [name, machine] : data.machines) {
    summary.states.all += machine.states.size();
    for (const auto& [state, times] : machine.states) summary.states.seen += times != 0 ? 1 : 0;
    summary.transitions += machine.transitions.size();
  }
  summary.covers.all = data.covers.size();
  for (const auto& [name, cover] : data.covers) summary.covers.seen += cover.runs != 0 ? 1 : 0;
  return summary;
}

std::string coverage_text(const CoverageData& data) {
  ordered_json document;
  document["burin_coverage"] = kSchema;
  document["design"] = data.design;
  document["runs"] = data.runs;
  document["toggles"] = ordered_json::object();
  for (const auto& [name, toggle] : data.toggles) {
    ordered_json& to = document["toggles"][name] = json_of(toggle.place);
    to["width"] = toggle.rose.width();
    to["rose"] = toggle.rose.to_hex();
    to["fell"] = toggle.fell.to_hex();
  }
  document["branches"] = ordered_json::object();
  for (const auto& [name, branch] : data.branches) {
    ordered_json& to = document["branches"][name] = json_of(branch.place);
    to["condition"] = branch.condition;
    to["taken"] = branch.taken;
    to["not_taken"] = branch.not_taken;
  }
  document["machines"] = ordered_json::object();
  for (const auto& [name, machine] : data.machines) {
    ordered_json& to = document["machines"][name] = json_of(machine.place);
    to["type"] = machine.type;
    to["states"] = machine.states;
    to["transitions"] = machine.transitions;
  }
  document["covers"] = ordered_json::object();
  for (const auto& [name, cover] : data.covers) {
    ordered_json& to = document["covers"][name] = json_of(cover.place);
    to["message"] = cover.message;
    to["runs"] = cover.runs;
  }
  return document.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

CoverageData parse_coverage(const std::string& text, const std::string& name) {
  try {
    const ordered_json document = ordered_json::parse(text);
    if (document.at("burin_coverage").get<int>() != kSchema)
      throw UserError(fmt::format("{} has coverage in a form of another version of Burin: make it anew", name));
    CoverageData data;
    data.design = document.at("design").get<std::string>();
    data.runs = document.at("runs").get<uint64_t>();
    for (const auto& [key, from] : document.at("toggles").items()) {
      const auto width = from.at("width").get<uint32_t>();
      data.toggles[key] = {place_of(from), Bits::parse(width, "0x0" + from.at("rose").get<std::string>()),
                           Bits::parse(width, "0x0" + from.at("fell").get<std::string>())};
    }
    for (const auto& [key, from] : document.at("branches").items()) {
      data.branches[key] = {place_of(from), from.at("condition").get<std::string>(), from.at("taken").get<uint64_t>(),
                            from.at("not_taken").get<uint64_t>()};
    }
    for (const auto& [key, from] : document.at("machines").items()) {
      data.machines[key] = {place_of(from), from.at("type").get<std::string>(), counts_of(from.at("states")),
                            counts_of(from.at("transitions"))};
    }
    for (const auto& [key, from] : document.at("covers").items()) {
      data.covers[key] = {place_of(from), from.at("message").get<std::string>(), from.at("runs").get<uint64_t>()};
    }
    return data;
  } catch (const nlohmann::json::exception& error) {
    throw UserError(fmt::format("{} is no coverage that burin wrote: {}", name, error.what()));
  } catch (const std::invalid_argument& error) {
    throw UserError(fmt::format("{} is no coverage that burin wrote: {}", name, error.what()));
  }
}

CoverageData read_coverage(const std::filesystem::path& path) { return parse_coverage(read_file(path), path.string()); }

void write_coverage(const std::filesystem::path& path, const CoverageData& data) {
  write_file(path, coverage_text(data));
}

}  // namespace burin::sim
