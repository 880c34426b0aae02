// SPDX-License-Identifier: Apache-2.0
//! @file reserved_names.cpp
//! @brief The keywords of the languages that a port's name meets.
//!
//! The table is sorted, so a word is found by binary search. Case counts in Verilog and does not in VHDL, so the
//! word is looked up as it is for the one and in lower case for the other.
#include "burin/passes/reserved_names.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace burin::passes {
namespace {

struct Word {
  std::string_view text;
  bool verilog;
  bool system_verilog;
  bool vhdl;
};

// Not std::array: its deduction guide nests as deep as the list is long.
constexpr Word kWords[] = {
#define BURIN_RESERVED(word, verilog, system_verilog, vhdl) Word{word, verilog, system_verilog, vhdl},
#include "burin/passes/reserved_names.def"
#undef BURIN_RESERVED
};

const Word* find(std::string_view text) {
  const auto* const found =
      std::lower_bound(std::begin(kWords), std::end(kWords), text,
                       [](const Word& word, std::string_view wanted) { return word.text < wanted; });
  return found != std::end(kWords) && found->text == text ? found : nullptr;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

}  // namespace

bool is_verilog_keyword(std::string_view name) {
  const Word* const word = find(name);
  return word != nullptr && (word->verilog || word->system_verilog);
}

std::string languages_that_reserve(std::string_view name) {
  std::vector<std::string_view> languages;
  if (const Word* const word = find(name)) {
    if (word->verilog) languages.emplace_back("Verilog-2005");
    if (word->system_verilog) languages.emplace_back("SystemVerilog-2017");
  }
  const Word* const word = find(lower_case(name));
  if (word != nullptr && word->vhdl) languages.emplace_back("VHDL-2008");

  std::string text;
  for (size_t i = 0; i < languages.size(); ++i) {
    if (i != 0) text += i + 1 == languages.size() ? " and " : ", ";
    text += languages[i];
  }
  return text;
}

bool is_verilog_identifier(std::string_view name) {
  if (name.empty() || !(is_letter(name[0]) || name[0] == '_')) return false;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '$'; });
}

}  // namespace burin::passes
