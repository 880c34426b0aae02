// SPDX-License-Identifier: Apache-2.0
//! @file config.cpp
//! @brief Configuration values: ranges, flags and their texts.
#include "burin/lang/config.h"

#include <fmt/format.h>

#include <charconv>

#include "builder.h"

namespace burin::detail {

void report_out_of_range(std::string_view value, std::string_view domain, std::string_view help, const Where& where) {
  Builder* b = Builder::try_current();
  if (b == nullptr) {
    fail(DiagnosticId::parameter_out_of_range, where, fmt::format("{} is no value for \"{}\"", value, help),
         std::string(domain), "a value in the range that the module states");
  }
  b->report(DiagnosticId::parameter_out_of_range, b->locate(where),
            fmt::format("{} is no value for \"{}\"", value, help), std::string(domain),
            "a value in the range that the module states");
}

std::string_view enumerator_text(std::span<const std::string_view> table, int64_t value) {
  return value >= 0 && static_cast<size_t>(value) < table.size() ? table[static_cast<size_t>(value)]
                                                                 : std::string_view("?");
}

std::string flag_of(std::string_view name) {
  std::string flag(name);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

int64_t parse_integer(std::string_view text, std::string_view flag) {
  int64_t value = 0;
  const char* end = text.data() + text.size();
  const bool hexadecimal = text.starts_with("0x");
  const auto [stop, error] = std::from_chars(text.data() + (hexadecimal ? 2 : 0), end, value, hexadecimal ? 16 : 10);
  if (error != std::errc() || stop != end || text.empty()) {
    throw UserError(fmt::format("--{} {}: not a whole number", flag, text.empty() ? "\"\"" : text));
  }
  return value;
}

int64_t parse_bool(std::string_view text, std::string_view flag) {
  if (text == "true" || text == "1" || text == "yes" || text == "on") return 1;
  if (text == "false" || text == "0" || text == "no" || text == "off") return 0;
  throw UserError(fmt::format("--{} {}: write true or false", flag, text));
}

int64_t parse_choice(std::string_view text, std::span<const std::string_view> table, std::string_view flag) {
  std::string choices;
  for (size_t i = 0; i < table.size(); ++i) {
    if (table[i].empty()) continue;
    if (table[i] == text || flag_of(table[i]) == text) return static_cast<int64_t>(i);
    if (!choices.empty()) choices += ", ";
    choices += table[i];
  }
  throw UserError(fmt::format("--{} {}: choose one of {}", flag, text, choices));
}

void refuse_value(std::string_view text, std::string_view flag, std::string_view domain) {
  if (domain.empty()) throw UserError(fmt::format("there is no parameter --{}", flag));
  throw UserError(fmt::format("--{} {}: out of range, {} expected", flag, text, domain));
}

}  // namespace burin::detail
