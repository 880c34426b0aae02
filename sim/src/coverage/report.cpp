// SPDX-License-Identifier: Apache-2.0
//! @file report.cpp
//! @brief Coverage as text: the shares, then what was not seen.
#include "report.h"

#include <fmt/format.h>

#include <algorithm>

namespace burin::sim {
namespace {

/// "7 to 4, 0" for the bits that are 0.
std::string missing_bits(const Bits& seen) {
  std::string text;
  for (uint32_t high = seen.width(); high-- > 0;) {
    if (seen.bit(high)) continue;
    uint32_t low = high;
    while (low > 0 && !seen.bit(low - 1)) --low;
    if (!text.empty()) text += ", ";
    text += high == low ? fmt::format("{}", high) : fmt::format("{} to {}", high, low);
    high = low;
  }
  return text;
}

std::string toggle_text(const std::string& name, const CoverageData::Toggle& toggle) {
  if (toggle.rose.is_ones() && toggle.fell.is_ones()) return fmt::format("{}: every bit rose and fell", name);
  const bool one = toggle.rose.width() == 1;
  std::string text = name + ":";
  if (!toggle.rose.is_ones())
    text += one ? " never rose" : fmt::format(" bits {} never rose", missing_bits(toggle.rose));
  if (!toggle.rose.is_ones() && !toggle.fell.is_ones()) text += ",";
  if (!toggle.fell.is_ones())
    text += one ? " never fell" : fmt::format(" bits {} never fell", missing_bits(toggle.fell));
  return text;
}

std::string branch_text(const std::string& key, const CoverageData::Branch& branch) {
  const std::string instance = key.substr(0, key.find(':'));
  std::string where = instance.empty() ? std::string() : fmt::format(" in {}", instance);
  if (!branch.condition.empty()) where += fmt::format(" ({})", branch.condition);
  if (branch.taken == 0 && branch.not_taken == 0) return fmt::format("branch{}: never reached", where);
  if (branch.taken == 0) return fmt::format("branch{}: never taken", where);
  if (branch.not_taken == 0) return fmt::format("branch{}: taken whenever it was reached", where);
  return fmt::format("branch{}: taken {} x, not taken {} x", where, branch.taken, branch.not_taken);
}

std::string machine_text(const std::string& name, const CoverageData::Machine& machine, bool& seen) {
  std::string missing;
  for (const auto& [state, times] : machine.states) {
    if (times == 0) missing += (missing.empty() ? "" : ", ") + state;
  }
  seen = missing.empty();
  std::string text = fmt::format("{}: {}", name, seen ? "every state seen" : "states never seen: " + missing);
  std::string transitions;
  for (const auto& [step, times] : machine.transitions)
    transitions += fmt::format("{}{} ({} x)", transitions.empty() ? "" : ", ", step, times);
  return text + (transitions.empty() ? "; no transition" : "; transitions: " + transitions);
}

}  // namespace

std::string share_text(const CoverageCount& count) {
  if (count.all == 0) return "none in the design";
  return fmt::format("{} of {} ({:.1f} %)", count.seen, count.all,
                     100.0 * static_cast<double>(count.seen) / static_cast<double>(count.all));
}

std::map<std::string, std::vector<CoverageItem>> coverage_items(const CoverageData& data) {
  std::map<std::string, std::vector<CoverageItem>> files;
  const auto add = [&](const CoveragePlace& place, bool seen, std::string text) {
    files[place.file].push_back({place.line, place.column, seen, std::move(text)});
  };
  for (const auto& [name, toggle] : data.toggles)
    add(toggle.place, toggle.rose.is_ones() && toggle.fell.is_ones(), toggle_text(name, toggle));
  for (const auto& [name, branch] : data.branches)
    add(branch.place, branch.taken != 0 && branch.not_taken != 0, branch_text(name, branch));
  for (const auto& [name, machine] : data.machines) {
    bool seen = false;
    std::string text = machine_text(name, machine, seen);
    add(machine.place, seen, std::move(text));
  }
  for (const auto& [name, cover] : data.covers) {
    add(cover.place, cover.runs != 0,
        cover.runs != 0 ? fmt::format("{}: covered in {} of {} runs", name, cover.runs, data.runs)
                        : fmt::format("{}: never covered", name));
  }
  for (auto& [file, items] : files) {
    std::stable_sort(items.begin(), items.end(),
                     [](const CoverageItem& a, const CoverageItem& b) { return a.line < b.line; });
  }
  return files;
}

std::string coverage_report(const CoverageData& data) {
  const CoverageSummary summary = summary_of(data);
  std::string text = fmt::format("coverage of {} over {} run{}\n", data.design, data.runs, data.runs == 1 ? "" : "s");
  text += fmt::format("  toggles   {}\n", share_text(summary.toggles));
  text += fmt::format("  branches  {}\n", share_text(summary.branches));
  text += fmt::format("  states    {}, {} transitions seen\n", share_text(summary.states), summary.transitions);
  text += fmt::format("  covers    {}\n", share_text(summary.covers));
  bool first = true;
  for (const auto& [file, items] : coverage_items(data)) {
    for (const CoverageItem& item : items) {
      if (item.seen) continue;
      if (first) text += "not seen:\n";
      first = false;
      text +=
          file.empty() ? fmt::format("  {}\n", item.text) : fmt::format("  {}:{}: {}\n", file, item.line, item.text);
    }
  }
  return text;
}

}  // namespace burin::sim
