// SPDX-License-Identifier: Apache-2.0
//! @file result.cpp
//! @brief Results as JSON and as a table.
#include "burin/flows/result.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "burin/base/diagnostics.h"

namespace burin::flows {
namespace {

using nlohmann::ordered_json;

constexpr std::array<std::pair<Evidence, std::string_view>, 4> kEvidence = {{
    {Evidence::simulated, "simulated"},
    {Evidence::placed_and_routed, "placed and routed"},
    {Evidence::synthesis_estimate, "synthesis estimate"},
    {Evidence::published, "published"},
}};

Evidence parse_evidence(const std::string& word) {
  for (const auto& [evidence, name] : kEvidence) {
    if (name == word) return evidence;
  }
  throw UserError(fmt::format("a result's evidence is '{}', which is none that Burin knows", word));
}

ordered_json encode(const Result& result) {
  ordered_json object;
  object["design"] = result.design;
  object["target"] = result.target;
  object["metric"] = result.metric;
  object["value"] = result.value ? ordered_json(*result.value) : ordered_json(nullptr);
  object["unit"] = result.unit;
  object["evidence"] = text(result.evidence);
  if (!result.samples.empty()) {
    object["minimum"] = *result.minimum();
    object["maximum"] = *result.maximum();
  }
  object["samples"] = result.samples;
  object["seeds"] = result.seeds;
  object["tool"] = result.tool;
  object["tool_versions"] = result.tool_versions;
  object["command"] = result.command;
  object["input_hash"] = result.input_hash;
  object["note"] = result.note;
  return object;
}

Result decode(const ordered_json& object) {
  Result result;
  object.at("design").get_to(result.design);
  object.at("target").get_to(result.target);
  object.at("metric").get_to(result.metric);
  if (!object.at("value").is_null()) result.value = object.at("value").get<double>();
  object.at("unit").get_to(result.unit);
  result.evidence = parse_evidence(object.at("evidence").get<std::string>());
  object.at("samples").get_to(result.samples);
  object.at("seeds").get_to(result.seeds);
  object.at("tool").get_to(result.tool);
  object.at("tool_versions").get_to(result.tool_versions);
  object.at("command").get_to(result.command);
  object.at("input_hash").get_to(result.input_hash);
  object.at("note").get_to(result.note);
  return result;
}

/// "3215" or "56.13": counts whole, measured values with two digits.
std::string number(double value) {
  return value == std::floor(value) && std::abs(value) < 1e15 ? fmt::format("{:.0f}", value)
                                                              : fmt::format("{:.2f}", value);
}

std::string cell(const Result& result) {
  std::string text;
  if (!result.value) {
    text = "n/a";
  } else if (result.samples.size() > 1) {
    text = fmt::format("{:.2f} / {:.2f} / {:.2f}", *result.minimum(), *result.value, *result.maximum());
  } else {
    text = number(*result.value);
  }
  if (result.value && !result.unit.empty()) text += " " + result.unit;
  return text;
}

/// Text that cannot break the table.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '|') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

}  // namespace

std::string_view text(Evidence evidence) {
  for (const auto& [known, name] : kEvidence) {
    if (known == evidence) return name;
  }
  throw InternalError("an evidence without a name");
}

std::optional<double> median(std::vector<double> samples) {
  if (samples.empty()) return std::nullopt;
  std::sort(samples.begin(), samples.end());
  const size_t middle = samples.size() / 2;
  return samples.size() % 2 == 1 ? samples[middle] : (samples[middle - 1] + samples[middle]) / 2;
}

std::optional<double> Result::minimum() const {
  return samples.empty() ? value : *std::min_element(samples.begin(), samples.end());
}

std::optional<double> Result::maximum() const {
  return samples.empty() ? value : *std::max_element(samples.begin(), samples.end());
}

std::string to_json(std::span<const Result> results) {
  ordered_json document;
  document["schema"] = kResultSchema;
  document["results"] = ordered_json::array();
  for (const Result& result : results) document["results"].push_back(encode(result));
  // A name in another encoding must not lose the numbers.
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::vector<Result> from_json(std::string_view json) {
  try {
    const ordered_json document = ordered_json::parse(json);
    const int schema = document.at("schema").get<int>();
    if (schema != kResultSchema) {
      throw UserError(
          fmt::format("these results have schema {}, and this Burin reads schema {}", schema, kResultSchema));
    }
    std::vector<Result> results;
    for (const ordered_json& object : document.at("results")) results.push_back(decode(object));
    return results;
  } catch (const nlohmann::json::exception& error) {
    throw UserError(fmt::format("these are not Burin's results: {}", error.what()));
  }
}

std::string to_markdown(std::span<const Result> results) {
  constexpr size_t kColumns = 6;
  using Row = std::array<std::string, kColumns>;
  std::vector<Row> rows = {{"design", "target", "metric", "value", "evidence", "tool"}};
  std::vector<std::string> notes;
  for (const Result& result : results) {
    std::string value = escaped(cell(result));
    if (!result.note.empty()) {
      const auto known = std::find(notes.begin(), notes.end(), result.note);
      const auto index = known - notes.begin();
      if (known == notes.end()) notes.push_back(result.note);
      value += fmt::format(" [{}]", index + 1);
    }
    std::string tool = result.tool;
    if (const auto version = result.tool_versions.find(tool); version != result.tool_versions.end()) {
      tool += " " + version->second;
    }
    if (result.samples.size() > 1) tool += fmt::format(", {} seeds", result.samples.size());
    rows.push_back({escaped(result.design), escaped(result.target), escaped(result.metric), std::move(value),
                    std::string(text(result.evidence)), escaped(tool)});
  }
  std::array<size_t, kColumns> widths{};
  for (const Row& row : rows) {
    for (size_t i = 0; i < kColumns; ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string table;
  for (size_t r = 0; r < rows.size(); ++r) {
    table += "|";
    for (size_t i = 0; i < kColumns; ++i) table += fmt::format(" {:{}} |", rows[r][i], widths[i]);
    table += "\n";
    if (r != 0) continue;
    table += "|";
    for (const size_t width : widths) table += fmt::format(" {:-<{}} |", "", width);
    table += "\n";
  }
  if (!notes.empty()) table += "\n";
  for (size_t i = 0; i < notes.size(); ++i) {
    std::string line = notes[i];
    std::replace(line.begin(), line.end(), '\n', ' ');
    table += fmt::format("[{}] {}\n", i + 1, line);
  }
  return table;
}

}  // namespace burin::flows
