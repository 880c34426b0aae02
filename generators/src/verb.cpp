// SPDX-License-Identifier: Apache-2.0
//! @file verb.cpp
//! @brief The list of verbs and what they share.
#include "verb.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "burin/flows/target.h"
#include "nearest.h"

namespace burin::cli {

std::string Options::text(std::string_view name, std::string_view otherwise) const {
  const auto found = values_.find(name);
  return found == values_.end() || found->second.empty() ? std::string(otherwise) : found->second.back();
}

std::vector<std::string> Options::all(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::vector<std::string>{} : found->second;
}

uint64_t Options::number(std::string_view name, uint64_t otherwise, uint64_t low, uint64_t high) const {
  if (!has(name)) return otherwise;
  const std::string value = text(name);
  uint64_t number = 0;
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  if (error != std::errc() || stop != end || value.empty() || number < low || number > high) {
    throw UserError(fmt::format("--{} {}: a whole number from {} to {} expected", name, value, low, high));
  }
  return number;
}

const std::vector<Verb>& verbs() {
  static const std::vector<Verb> all = {list_verb(),     describe_verb(), generate_verb(),   simulate_verb(),
                                        coverage_verb(), prove_verb(),    flow_verb(),       results_verb(),
                                        bench_verb(),    new_verb(),      completion_verb(), version_verb()};
  return all;
}

OptionSpec json_option() {
  return {.name = "json", .value = "", .help = "Print the result as JSON, and nothing else, on standard output"};
}

OptionSpec progress_option() {
  return {.name = "progress", .value = "", .help = "Show progress on standard error even when it is no terminal"};
}

OptionSpec target_option(std::string_view default_text) {
  OptionSpec option{
      .name = "target", .value = "TARGET", .help = "Device to aim at", .default_text = std::string(default_text)};
  for (const flows::Target& target : flows::targets()) option.choices.push_back(target.name);
  return option;
}

std::vector<OptionSpec> parameter_options(const DesignEntry& design) {
  std::vector<OptionSpec> options;
  for (const ParameterInfo& parameter : design.parameters()) {
    OptionSpec option{
        .name = parameter.flag, .value = "INT", .help = parameter.help, .default_text = parameter.default_value};
    if (!parameter.help.empty() && option.help[0] >= 'a' && option.help[0] <= 'z')
      option.help[0] = static_cast<char>(option.help[0] - 'a' + 'A');
    if (!parameter.domain.empty()) option.help += fmt::format(" ({})", parameter.domain);
    if (parameter.type == "bool") {
      option.value = "BOOL";
      option.choices = {"true", "false"};
      option.value_optional = true;
      option.help += fmt::format(" (alone: true; default {})", parameter.default_value);
    } else if (!parameter.choices.empty()) {
      option.value = "NAME";
      option.choices = parameter.choices;
      option.help += fmt::format(" ({})", fmt::join(parameter.choices, ", "));
    }
    options.push_back(std::move(option));
  }
  return options;
}

const DesignEntry& find_design(std::string_view name, std::string_view program) {
  std::vector<std::string> names;
  for (const DesignEntry* design : designs()) {
    if (design->name() == name) return *design;
    names.push_back(design->name());
  }
  const std::string meant = suggestion(name, names);
  throw UserError(
      fmt::format("there is no design '{}'{}{} '{} list' shows them", name, meant, meant.empty() ? ";" : "", program));
}

void check_choice(std::string_view kind, std::string_view value, const std::vector<std::string>& choices) {
  if (std::find(choices.begin(), choices.end(), value) != choices.end()) return;
  throw UserError(fmt::format(
      "there is no {} '{}'{} the {}s are: {}", kind, value,
      [&] {
        const std::string meant = suggestion(value, choices);
        return meant.empty() ? std::string(";") : meant;
      }(),
      kind, fmt::join(choices, ", ")));
}

std::string_view version() { return BURIN_VERSION; }

}  // namespace burin::cli
