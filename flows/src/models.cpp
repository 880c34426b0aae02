// SPDX-License-Identifier: Apache-2.0
//! @file models.cpp
//! @brief Vendors' model files made into single texts that stand by themselves.
#include <fmt/format.h>

#include <cctype>
#include <set>
#include <tuple>
#include <utility>

#include "burin/base/diagnostics.h"
#include "burin/base/files.h"
#include "family.h"

namespace burin::flows {
namespace {

namespace fs = std::filesystem;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

/// The file name of a line that is an include directive; "" for other lines.
std::string_view included(std::string_view line) {
  constexpr std::string_view kInclude = "`include";
  const size_t start = line.find_first_not_of(" \t");
  if (start == std::string_view::npos || !line.substr(start).starts_with(kInclude)) return "";
  const size_t open = line.find('"', start);
  if (open == std::string_view::npos) return "";
  const size_t close = line.find('"', open + 1);
  return close == std::string_view::npos ? "" : line.substr(open + 1, close - open - 1);
}

void append_with_includes(const fs::path& path, std::set<fs::path>& open, std::string& result) {
  if (!open.insert(path).second) throw UserError(fmt::format("{} includes itself", path.string()));
  const std::string text = read_file(path);
  std::string_view rest = text;
  while (!rest.empty()) {
    const size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (const std::string_view name = included(line); !name.empty()) {
      append_with_includes(path.parent_path() / name, open, result);
    } else {
      result.append(line);
    }
    result += '\n';
  }
  open.erase(path);
}

/// Where the next line that begins a module starts, and the module's name.
std::pair<size_t, std::string_view> next_module(std::string_view text, size_t from) {
  constexpr std::string_view kModule = "module ";
  for (size_t at = text.find(kModule, from); at != std::string_view::npos; at = text.find(kModule, at + 1)) {
    const size_t line = at == 0 ? 0 : text.rfind('\n', at) + 1;
    if (text.substr(line, at - line).find_first_not_of(" \t") != std::string_view::npos) continue;
    size_t start = at + kModule.size();
    while (start < text.size() && text[start] == ' ') ++start;
    size_t end = start;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end > start) return {at, text.substr(start, end - start)};
  }
  return {std::string_view::npos, ""};
}

}  // namespace

std::string with_includes(const fs::path& path) {
  std::set<fs::path> open;
  std::string result;
  append_with_includes(path, open, result);
  return result;
}

bool has_contents(const std::string& text, std::string_view name) {
  for (auto [at, found] = next_module(text, 0); at != std::string_view::npos;
       std::tie(at, found) = next_module(text, at + 1)) {
    if (found != name) continue;
    const std::string_view body = std::string_view(text).substr(at, text.find("endmodule", at) - at);
    for (const std::string_view word : {"assign ", "always ", "always@", "generate", "buf ", "initial ", "inst"}) {
      if (body.find(word) != std::string_view::npos) return true;
    }
  }
  return false;
}

std::string without_modules(const std::string& text, std::string_view replacements) {
  constexpr std::string_view kEnd = "endmodule";
  std::set<std::string_view> names;
  for (auto [at, name] = next_module(replacements, 0); at != std::string_view::npos;
       std::tie(at, name) = next_module(replacements, at + 1)) {
    names.insert(name);
  }
  std::string result;
  size_t copied = 0;
  for (auto [at, name] = next_module(text, 0); at != std::string_view::npos;
       std::tie(at, name) = next_module(text, at + 1)) {
    if (!names.contains(name)) continue;
    const size_t end = text.find(kEnd, at);
    if (end == std::string::npos) break;
    result.append(text, copied, at - copied);
    // Attributes that stand before the module must not move on to the next one.
    result += fmt::format("module replaced_{}; endmodule", name);
    copied = end + kEnd.size();
  }
  result.append(text, copied);
  return result;
}

}  // namespace burin::flows
