// SPDX-License-Identifier: Apache-2.0
//! @file nearest.cpp
//! @brief Names near a mistyped one: by the number of edits, or because one begins or contains the other.
#include "nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace burin::cli {

size_t edit_distance(std::string_view a, std::string_view b) {
  // Rows of the usual table; two of them back for swapped neighbours.
  std::vector<size_t> before;
  std::vector<size_t> above(b.size() + 1);
  std::iota(above.begin(), above.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    std::vector<size_t> row(b.size() + 1);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t changed = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({changed, above[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = std::move(above);
    above = std::move(row);
  }
  return above.back();
}

std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& names) {
  constexpr size_t kShown = 3;
  constexpr size_t kLeastPart = 3;  // a shorter part is in too many names
  std::vector<std::pair<size_t, std::string>> ranked;
  for (const std::string& name : names) {
    const size_t distance = edit_distance(word, name);
    const bool part = word.size() >= kLeastPart && (name.find(word) != std::string::npos || word.find(name) == 0);
    if (distance <= std::max<size_t>(1, name.size() / 3) || part) ranked.emplace_back(distance, name);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> best;
  for (size_t i = 0; i < ranked.size() && i < kShown; ++i) best.push_back(ranked[i].second);
  return best;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& names, std::string_view prefix) {
  const std::vector<std::string> best = nearest(word, names);
  std::string text;
  for (size_t i = 0; i < best.size(); ++i) {
    text += i == 0 ? "; did you mean " : i + 1 == best.size() ? " or " : ", ";
    text += fmt::format("'{}{}'", prefix, best[i]);
  }
  if (!text.empty()) text += '?';
  return text;
}

}  // namespace burin::cli
