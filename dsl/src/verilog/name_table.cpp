// SPDX-License-Identifier: Apache-2.0
//! @file name_table.cpp
//! @brief Names of one Verilog module: legal and distinct.
#include "name_table.h"

#include <algorithm>

#include "burin/passes/reserved_names.h"

namespace burin::verilog {

std::string legal_name(std::string_view text) {
  std::string name(text);
  std::replace_if(
      name.begin(), name.end(),
      [](char c) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return !letter && !(c >= '0' && c <= '9') && c != '_';
      },
      '_');
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) name.insert(name.begin(), '_');
  return name;
}

void NameTable::reserve(std::string_view name) { used_.emplace(std::string(name), 1); }

std::string plain_name(std::string_view wanted) {
  std::string name = legal_name(wanted);
  if (passes::is_verilog_keyword(name)) name += '_';
  return name;
}

std::string NameTable::claim(std::string_view wanted) {
  std::string name = plain_name(wanted);
  const auto [entry, is_new] = used_.emplace(name, 1);
  if (is_new) return name;
  uint32_t number = entry->second;
  std::string candidate;
  do {
    candidate = name + "_" + std::to_string(number++);
  } while (used_.contains(candidate));
  used_[name] = number;
  used_.emplace(candidate, 1);
  return candidate;
}

}  // namespace burin::verilog
