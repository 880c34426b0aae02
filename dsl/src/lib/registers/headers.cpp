// SPDX-License-Identifier: Apache-2.0
//! @file headers.cpp
//! @brief A register map as a header for C and one for C++.
#include <fmt/format.h>

#include <algorithm>

#include "document.h"

namespace burin::registers {

using detail_registers::HeaderConstant;
using detail_registers::headline;

namespace {

constexpr const char* kNotice = "Made by Burin from the register map in C++. Offsets are in bytes.";

size_t longest_name(const std::vector<HeaderConstant>& constants) {
  size_t longest = 0;
  for (const HeaderConstant& one : constants) longest = std::max(longest, one.name.size());
  return longest;
}

/// A comment of C cannot hold the end of one.
std::string for_c_comment(std::string text) {
  for (size_t at = text.find("*/"); at != std::string::npos; at = text.find("*/", at)) text.replace(at, 2, "* /");
  return text;
}

}  // namespace

std::string c_header(const MapInfo& map) {
  const std::vector<HeaderConstant> constants = detail_registers::header_constants(map);
  const std::string guard = detail_registers::upper_case(map.name) + "_H";
  const size_t width = longest_name(constants);
  std::string text =
      fmt::format("/* {}\n   {} */\n#ifndef {}\n#define {}\n", for_c_comment(headline(map)), kNotice, guard, guard);
  for (const HeaderConstant& one : constants) {
    if (one.opens_group) text += "\n";
    text += fmt::format("#define {:{}} {}u", one.name, width, one.value);
    if (!one.comment.empty()) text += fmt::format("  /* {} */", for_c_comment(one.comment));
    text += "\n";
  }
  if (!map.options.c_text.empty()) text += "\n" + map.options.c_text;
  return text + fmt::format("\n#endif /* {} */\n", guard);
}

std::string cpp_header(const MapInfo& map) {
  const std::vector<HeaderConstant> constants = detail_registers::header_constants(map);
  const std::string space = map.options.cpp_namespace.empty() ? map.name : map.options.cpp_namespace;
  const size_t width = longest_name(constants);
  std::string text = fmt::format("// {}\n// {}\n#pragma once\n\n#include <cstdint>\n{}\nnamespace {} {{\n",
                                 headline(map), kNotice, map.options.cpp_includes, space);
  for (const HeaderConstant& one : constants) {
    if (one.opens_group) text += "\n";
    const bool is_wide = one.value.starts_with("0x") && one.value.size() > 2 + 8;
    text += fmt::format("inline constexpr std::uint{}_t {:{}} = {};", is_wide ? 64 : 32, one.name, width, one.value);
    if (!one.comment.empty()) text += fmt::format("  // {}", one.comment);
    text += "\n";
  }
  if (!map.options.cpp_text.empty()) text += "\n" + map.options.cpp_text;
  return text + fmt::format("\n}}  // namespace {}\n", space);
}

}  // namespace burin::registers
