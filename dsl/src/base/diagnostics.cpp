// SPDX-License-Identifier: Apache-2.0
//! @file diagnostics.cpp
//! @brief The diagnostic table, severity rules, and the rendering of findings with source excerpts.
#include "burin/base/diagnostics.h"

#include <algorithm>
#include <functional>
#include <ranges>
#include <tuple>

#include "source_cache.h"

namespace burin {
namespace {

std::string_view label(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      return "note";
    case Severity::ignored:
      return "ignored";
  }
  return "error";
}

std::string place_text(const Location& place) {
  std::string text(place.file);
  if (place.line != 0) text.append(":").append(std::to_string(place.line));
  if (place.line != 0 && place.column != 0) text.append(":").append(std::to_string(place.column));
  return text;
}

std::string_view without_current_folder(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  return path;
}

/// Whether `file` is `prefix` or lies in the folder `prefix`. Build tools may give the compiler absolute paths, so a
/// relative prefix may begin at any folder of the path.
bool lies_in(std::string_view file, std::string_view prefix) {
  file = without_current_folder(file);
  prefix = without_current_folder(prefix);
  if (prefix.empty()) return true;
  for (;;) {
    if (file.starts_with(prefix)) {
      if (file.size() == prefix.size() || prefix.back() == '/' || file[prefix.size()] == '/') return true;
    }
    const size_t folder = file.find('/');
    if (prefix.front() == '/' || folder == std::string_view::npos) return false;
    file.remove_prefix(folder + 1);
  }
}

bool is_continuation_byte(char character) { return (static_cast<unsigned char>(character) & 0xc0U) == 0x80U; }

/// What stands under `text` up to `count` bytes: tabs where it has tabs, one space for each other character.
std::string blank_like(std::string_view text, size_t count) {
  std::string blank;
  for (const char character : text.substr(0, count)) {
    if (character == '\t') {
      blank.push_back('\t');
    } else if (!is_continuation_byte(character)) {
      blank.push_back(' ');
    }
  }
  return blank;
}

std::string counted(size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace

const std::vector<DiagnosticInfo>& all_diagnostics() {
  static const std::vector<DiagnosticInfo> table = {
#define BURIN_DIAGNOSTIC(code, name, text_name, severity, summary) \
  {DiagnosticId::name, code, text_name, Severity::severity, summary},
#include "burin/base/diagnostics.def"
#undef BURIN_DIAGNOSTIC
  };
  return table;
}

const DiagnosticInfo& info(DiagnosticId id) { return all_diagnostics()[static_cast<size_t>(id)]; }

Diagnostics::Diagnostics(const LocationTable& locations)
    : locations_(&locations), sources_(std::make_shared<SourceCache>()) {}

void Diagnostics::add_rule(SeverityRule rule) {
  if (!rule.code.empty()) {
    const auto& table = all_diagnostics();
    const bool known = std::any_of(table.begin(), table.end(), [&rule](const DiagnosticInfo& row) {
      return row.code == rule.code || row.name == rule.code;
    });
    if (!known) {
      throw UserError("no diagnostic is called \"" + rule.code +
                      "\": write an id such as \"B0101\" or a name such as \"width-mismatch\", as listed in "
                      "docs/errors.md");
    }
  }
  rules_.push_back(std::move(rule));

  std::vector<Diagnostic> findings;
  findings.swap(all_);
  by_hash_.clear();
  errors_ = 0;
  warnings_ = 0;
  for (Diagnostic& finding : findings) report(std::move(finding));
}

Severity Diagnostics::severity(const Diagnostic& diagnostic) const {
  const DiagnosticInfo& row = info(diagnostic.id);
  const std::string_view file = locations_->at(diagnostic.location).file;
  for (const SeverityRule& rule : std::views::reverse(rules_)) {
    const bool same_code = rule.code.empty() || rule.code == row.code || rule.code == row.name;
    if (same_code && lies_in(file, rule.source_prefix)) return rule.severity;
  }
  return row.severity;
}

void Diagnostics::report(Diagnostic diagnostic) {
  if (severity(diagnostic) == Severity::ignored) return;
  const size_t hash = hash_of(diagnostic);
  const Location& place = locations_->at(diagnostic.location);
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    const Diagnostic& other = all_[it->second];
    if (other.id == diagnostic.id && other.message == diagnostic.message && locations_->at(other.location) == place) {
      return;
    }
  }
  by_hash_.emplace(hash, static_cast<uint32_t>(all_.size()));
  count(diagnostic);
  all_.push_back(std::move(diagnostic));
}

size_t Diagnostics::hash_of(const Diagnostic& diagnostic) const {
  constexpr size_t kMultiplier = 0x9e3779b97f4a7c15U;
  const size_t place = (static_cast<size_t>(diagnostic.id) << 32) | locations_->at(diagnostic.location).line;
  return std::hash<std::string>{}(diagnostic.message) ^ (place * kMultiplier);
}

void Diagnostics::count(const Diagnostic& diagnostic) {
  const Severity level = severity(diagnostic);
  if (level == Severity::error) ++errors_;
  if (level == Severity::warning) ++warnings_;
}

bool Diagnostics::contains(DiagnosticId id) const {
  return std::any_of(all_.begin(), all_.end(), [id](const Diagnostic& finding) { return finding.id == id; });
}

std::string Diagnostics::excerpt(const Location& place) const {
  if (place.file.empty()) return "";
  const auto line = sources_->line(place.file, place.line);
  if (!line) return "";
  const std::string number = std::to_string(place.line);
  const std::string margin(std::max<size_t>(number.size(), 5), ' ');
  std::string text = margin.substr(number.size()) + number + " | " + std::string(*line) + "\n";
  const size_t first = line->find_first_not_of(" \t");
  if (first == std::string_view::npos) return text;
  if (place.column == 0) {
    const size_t end = line->find_last_not_of(" \t") + 1;
    const std::string marks(blank_like(line->substr(first, end - first), end - first).size() - 1, '~');
    return text + margin + " | " + blank_like(*line, first) + "^" + marks + "\n";
  }
  return text + margin + " | " + blank_like(*line, place.column - 1) + "^\n";
}

std::string Diagnostics::render(const Diagnostic& diagnostic) const {
  const DiagnosticInfo& row = info(diagnostic.id);
  const Location& place = locations_->at(diagnostic.location);
  std::string text;
  if (!place.file.empty()) text.append(place_text(place)).append(": ");
  text += label(severity(diagnostic));
  text.append("[").append(row.code).append(" ").append(row.name).append("]: ").append(diagnostic.message).append("\n");
  text += excerpt(place);
  if (!diagnostic.expected.empty()) text.append("   expected: ").append(diagnostic.expected).append("\n");
  if (!diagnostic.remedy.empty()) text.append("   write: ").append(diagnostic.remedy).append("\n");
  if (!diagnostic.path.empty()) text.append("   in: ").append(diagnostic.path).append("\n");
  for (const DiagnosticNote& note : diagnostic.notes) {
    const Location& note_place = locations_->at(note.location);
    if (!note_place.file.empty()) text += place_text(note_place) + ": ";
    text.append("note: ").append(note.text).append("\n").append(excerpt(note_place));
  }
  return text;
}

std::string Diagnostics::render_all() const {
  struct Entry {
    const Diagnostic* finding;
    const Location* place;
    Severity severity;
  };
  std::vector<Entry> entries;
  entries.reserve(all_.size());
  for (const Diagnostic& finding : all_) {
    entries.push_back({&finding, &locations_->at(finding.location), severity(finding)});
  }
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tuple(a.place->file, a.place->line, a.place->column, -static_cast<int>(a.severity)) <
           std::tuple(b.place->file, b.place->line, b.place->column, -static_cast<int>(b.severity));
  });
  std::string text;
  for (const Entry& entry : entries) text += render(*entry.finding);
  return text + counted(errors_, "error") + ", " + counted(warnings_, "warning") + "\n";
}

InternalError::InternalError(const std::string& what, std::source_location where)
    : std::logic_error(
          std::string(where.file_name()) + ":" + std::to_string(where.line()) + ": internal error: " + what +
          "; this is a defect of Burin, not of your design; please report it with the design " + "that triggers it") {}

}  // namespace burin
