// SPDX-License-Identifier: Apache-2.0
//! @file verb_new.cpp
//! @brief `new`: a project of one's own with a design, its test and a build.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "burin/base/files.h"
#include "burin/base/interrupt.h"
#include "json.h"
#include "templates.h"
#include "verb.h"

namespace burin::cli {
namespace {

namespace fs = std::filesystem;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// "traffic-light" is `TrafficLight` in C++.
std::string type_name(std::string_view name) {
  std::string type;
  bool upper = true;
  for (char c : name) {
    if (c == '-' || c == '_') {
      upper = true;
      continue;
    }
    if (upper && c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    upper = false;
    type += c;
  }
  return type;
}

void check_name(std::string_view name) {
  const auto fits = [](char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_'; };
  if (name.empty() || !is_letter(name.front()) || !std::all_of(name.begin(), name.end(), fits)) {
    throw UserError(fmt::format("'{}' is no name for a project: a letter, then letters, digits, '-' and '_'", name));
  }
  // Names that the project's build or its C++ has other uses for.
  static const std::vector<std::string_view> taken = {"all",     "burin", "clean", "help",
                                                      "install", "main",  "std",   "test"};
  if (std::find(taken.begin(), taken.end(), name) != taken.end()) {
    throw UserError(fmt::format("'{}' has another meaning in the new project; choose another name", name));
  }
}

std::string filled(std::string_view text, const std::vector<std::pair<std::string, std::string>>& values) {
  std::string result(text);
  for (const auto& [mark, value] : values) {
    for (size_t at = 0; (at = result.find(mark, at)) != std::string::npos; at += value.size()) {
      result.replace(at, mark.size(), value);
    }
  }
  return result;
}

void run(const Invocation& call) {
  const std::string& name = call.operand;
  check_name(name);
  const fs::path folder = name;
  std::error_code error;
  const fs::file_status status = fs::symlink_status(folder, error);
  const bool exists = fs::exists(status);
  if (exists && !(fs::is_directory(status) && fs::is_empty(folder, error) && !error)) {
    throw UserError(fmt::format("{} exists and is not an empty folder; choose another name or place", name));
  }
  const std::vector<std::pair<std::string, std::string>> values = {
      {"@NAME@", name}, {"@TYPE@", type_name(name)}, {"@VERSION@", std::string(version())}};
  std::vector<std::string> written;
  {
    TemporaryFolder staging(".", ".burin-new-");
    for (const Template& one : project_templates()) {
      written.push_back(filled(one.path, values));
      write_file(staging.path() / written.back(), filled(one.text, values));
    }
    throw_if_interrupted();
    if (exists) fs::remove(folder, error);  // it is empty; the finished one takes its place
    staging.keep_as(folder);
  }
  std::sort(written.begin(), written.end());
  if (call.json()) {
    ordered_json document = json_document();
    document["name"] = name;
    document["folder"] = folder.string();
    document["files"] = written;
    return call.console.print(text_of(document));
  }
  for (const std::string& file : written) call.console.print(fmt::format("wrote {}\n", (folder / file).string()));
  call.console.print(fmt::format("next: cd {0} && cmake -B build && cmake --build build && build/{0} list\n", name));
}

}  // namespace

Verb new_verb() {
  return {.name = "new",
          .summary = "Begin a project of your own with a design and its test",
          .operand = Operand::name,
          .options = {json_option()},
          .examples = {"new traffic-light"},
          .run = run};
}

}  // namespace burin::cli
