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

constexpr std::array<std::pair<Evidence, std::string_view>, 5> kEvidence = {{
    {Evidence::simulated, "simulated cycles"},
    {Evidence::placed_and_routed, "placed and routed"},
    {Evidence::static_timing, "static timing"},
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
  object["key"] = result.key();
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
  object["constraint"] = result.constraint;
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
  object.at("constraint").get_to(result.constraint);
  object.at("note").get_to(result.note);
  return result;
}

/// "3215" or "56.13": counts whole, measured values with two digits, small ones with three that count.
std::string number(double value) {
  if (value == std::floor(value) && std::abs(value) < 1e15) return fmt::format("{:.0f}", value);
  return std::abs(value) < 10 ? fmt::format("{:.3g}", value) : fmt::format("{:.2f}", value);
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

/// Rows of cells as Markdown, with columns that line up.
class Table {
 public:
  explicit Table(std::vector<std::string> head) { add(std::move(head)); }

  void add(std::vector<std::string> row) {
    widths_.resize(std::max(widths_.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i) widths_[i] = std::max(widths_[i], row[i].size());
    rows_.push_back(std::move(row));
  }

  [[nodiscard]] std::string text() const {
    std::string table;
    for (size_t r = 0; r < rows_.size(); ++r) {
      table += "|";
      for (size_t i = 0; i < widths_.size(); ++i) table += fmt::format(" {:{}} |", rows_[r][i], widths_[i]);
      table += "\n";
      if (r != 0) continue;
      table += "|";
      for (const size_t width : widths_) table += fmt::format(" {:-<{}} |", "", width);
      table += "\n";
    }
    return table;
  }

 private:
  std::vector<std::vector<std::string>> rows_;
  std::vector<size_t> widths_;
};

/// Adds `text` to `list` unless it is there.
void remember(std::vector<std::string>& list, const std::string& text) {
  if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
}

/// Notes below a table, each once.
class Notes {
 public:
  /// " [1]", or nothing for no note.
  std::string mark(const std::string& note) {
    if (note.empty()) return "";
    remember(notes_, note);
    return fmt::format(" [{}]", std::find(notes_.begin(), notes_.end(), note) - notes_.begin() + 1);
  }

  [[nodiscard]] std::string text() const {
    std::string lines = notes_.empty() ? "" : "\n";
    for (size_t i = 0; i < notes_.size(); ++i) {
      std::string line = notes_[i];
      std::replace(line.begin(), line.end(), '\n', ' ');
      lines += fmt::format("[{}] {}\n", i + 1, line);
    }
    return lines;
  }

 private:
  std::vector<std::string> notes_;
};

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

std::string Result::key() const {
  std::string key = fmt::format("{}/{}/{}", design, target, metric);
  std::replace(key.begin(), key.end(), ' ', '-');
  return key;
}

std::string value_text(const Result& result) {
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
  Table table({"design", "target", "metric", "value", "evidence", "tool"});
  Notes notes;
  for (const Result& result : results) {
    std::string tool = result.tool;
    if (const auto version = result.tool_versions.find(tool); version != result.tool_versions.end()) {
      tool += " " + version->second;
    }
    if (result.samples.size() > 1) tool += fmt::format(", {} seeds", result.samples.size());
    table.add({escaped(result.design), escaped(result.target), escaped(result.metric),
               escaped(value_text(result)) + notes.mark(result.note), std::string(text(result.evidence)),
               escaped(tool)});
  }
  return table.text() + notes.text();
}

std::string to_comparison(std::span<const Result> results) {
  std::vector<std::string> order;  // of the targets, as they come
  for (const Result& result : results) remember(order, result.target);
  std::string page;
  for (const std::string& target : order) {
    std::vector<std::string> metrics;
    std::vector<std::string> designs;
    std::vector<std::string> origins;
    for (const Result& result : results) {
      if (result.target != target) continue;
      remember(metrics, result.metric);
      remember(designs, result.design);
      std::string origin = fmt::format("{}: {}", result.metric, text(result.evidence));
      if (!result.tool.empty()) origin += ", " + result.tool;
      if (const auto version = result.tool_versions.find(result.tool); version != result.tool_versions.end()) {
        origin += " " + version->second;
      }
      if (!result.constraint.empty()) origin += ", asked for " + result.constraint;
      remember(origins, origin);
    }
    std::vector<std::string> head = {"design"};
    for (const std::string& metric : metrics) head.push_back(escaped(metric));
    Table table(std::move(head));
    Notes notes;
    for (const std::string& design : designs) {
      std::vector<std::string> row = {escaped(design)};
      for (const std::string& metric : metrics) {
        const auto found = std::find_if(results.begin(), results.end(), [&](const Result& result) {
          return result.target == target && result.design == design && result.metric == metric;
        });
        row.push_back(found == results.end() ? "" : escaped(value_text(*found)) + notes.mark(found->note));
      }
      table.add(std::move(row));
    }
    page += fmt::format("{}## {}\n\n{}{}\n", page.empty() ? "" : "\n", target.empty() ? "any target" : target,
                        table.text(), notes.text());
    for (const std::string& origin : origins) page += fmt::format("* {}\n", escaped(origin));
  }
  return page;
}

}  // namespace burin::flows
