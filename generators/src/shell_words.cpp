// SPDX-License-Identifier: Apache-2.0
//! @file shell_words.cpp
//! @brief Quotes words and takes commands apart.
#include "shell_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "burin/base/diagnostics.h"

namespace burin::cli {

std::string shell_quoted(std::string_view word) {
  const auto plain = [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("-_./=+,:@%").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return std::string(word);
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::vector<std::string> shell_words(std::string_view command) {
  std::vector<std::string> words;
  bool inside = false;  // a word has begun
  for (size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (c == ' ') {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    if (c == '\'') {
      const size_t end = command.find('\'', i + 1);
      if (end == std::string_view::npos) throw UserError(fmt::format("a quote does not end in: {}", command));
      words.back().append(command.substr(i + 1, end - i - 1));
      i = end;
    } else if (c == '\\' && i + 1 < command.size()) {
      words.back() += command[++i];
    } else {
      words.back() += c;
    }
  }
  return words;
}

}  // namespace burin::cli
