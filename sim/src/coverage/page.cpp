// SPDX-License-Identifier: Apache-2.0
//! @file page.cpp
//! @brief Coverage as one page of HTML: the sources with what was seen beside their lines.
#include <fmt/format.h>

#include <sstream>
#include <string_view>

#include "burin/base/diagnostics.h"
#include "burin/base/files.h"
#include "report.h"

namespace burin::sim {
namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

constexpr std::string_view kStyle =
    "body{font-family:sans-serif;margin:2em;color:#222;background:#fff}"
    "table{border-collapse:collapse}td,th{padding:0 .8em;text-align:left;vertical-align:top}"
    "table.source td{font-family:monospace;white-space:pre-wrap}"
    "td.number{color:#888;text-align:right}tr.all td.number{background:#d7f0d7}"
    "tr.part td.number{background:#f8dcc8}.missing{color:#a03000}.seen{color:#287028}"
    "summary{cursor:pointer;font-weight:bold;margin:.6em 0}";

std::vector<std::string> lines_of(const std::string& file) {
  std::vector<std::string> lines;
  try {
    std::istringstream in(read_file(file));
    for (std::string line; std::getline(in, line);) lines.push_back(line);
  } catch (const UserError&) {  // NOLINT(bugprone-empty-catch): the page then has the items alone
  }
  return lines;
}

void add_row(std::string& page, uint32_t line, const std::string& source, const std::vector<CoverageItem>& items,
             size_t first, size_t last) {
  bool all = true;
  std::string notes;
  for (size_t i = first; i < last; ++i) {
    all = all && items[i].seen;
    notes += fmt::format("<div class=\"{}\">{}</div>", items[i].seen ? "seen" : "missing", escaped(items[i].text));
  }
  page += fmt::format("<tr{}><td class=\"number\">{}</td><td>{}</td><td>{}</td></tr>\n",
                      first == last ? ""
                      : all         ? " class=\"all\""
                                    : " class=\"part\"",
                      line, escaped(source), notes);
}

void add_file(std::string& page, const std::string& file, const std::vector<CoverageItem>& items) {
  size_t seen = 0;
  for (const CoverageItem& item : items) seen += item.seen ? 1 : 0;
  page += fmt::format("<details open><summary>{}: {} of {} seen</summary>\n<table class=\"source\">\n",
                      escaped(file.empty() ? "without a place" : file), seen, items.size());
  const std::vector<std::string> lines = file.empty() ? std::vector<std::string>{} : lines_of(file);
  size_t next = 0;
  for (uint32_t line = 1; line <= lines.size(); ++line) {
    const size_t first = next;
    while (next < items.size() && items[next].line <= line) ++next;
    add_row(page, line, lines[line - 1], items, first, next);
  }
  while (next < items.size()) {  // the file cannot be read, or is shorter than it was
    const size_t first = next;
    while (next < items.size() && items[next].line == items[first].line) ++next;
    add_row(page, items[first].line, "", items, first, next);
  }
  page += "</table></details>\n";
}

}  // namespace

std::string coverage_page(const CoverageData& data) {
  const CoverageSummary summary = summary_of(data);
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Coverage of {0}</title>\n"
      "<style>{1}</style></head><body>\n<h1>Coverage of {0}</h1>\n<p>{2} run{3}</p>\n<table>\n",
      escaped(data.design), kStyle, data.runs, data.runs == 1 ? "" : "s");
  const auto row = [&](std::string_view name, const CoverageCount& count) {
    page += fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", name, share_text(count));
  };
  row("toggles", summary.toggles);
  row("branches", summary.branches);
  row("states", summary.states);
  page += fmt::format("<tr><th>transitions seen</th><td>{}</td></tr>\n", summary.transitions);
  row("covers", summary.covers);
  page += "</table>\n";
  for (const auto& [file, items] : coverage_items(data)) add_file(page, file, items);
  page += "</body></html>\n";
  return page;
}

}  // namespace burin::sim
