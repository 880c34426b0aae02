// SPDX-License-Identifier: Apache-2.0
//! @file text_block.cpp
//! @brief Lines, line breaking and `` `line `` directives.
//!
//! Line breaking: while the rest is too long, look at the blanks among the columns that fit, take the last one of
//! those with the fewest open brackets, and go on indented below. Operators stay at the end of the line.
//!
//! Directives: follow the file and line that a tool believes it is in. Where the next line's place differs, tell it.
#include "text_block.h"

#include <fmt/format.h>

#include <filesystem>

namespace burin::verilog {
namespace {

constexpr size_t kNotFound = std::string_view::npos;

/// Where to break `text` so that its first part has at most `columns` columns; `kNotFound` when it cannot be broken.
size_t find_break(std::string_view text, size_t columns) {
  size_t best = kNotFound;
  int best_depth = 0;
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c != ' ' || i == 0) continue;
    if (i > columns) {
      if (best == kNotFound) best = i;
      break;
    }
    const char before = text[i - 1];
    const bool after_operator = !(before >= 'a' && before <= 'z') && !(before >= 'A' && before <= 'Z') &&
                                !(before >= '0' && before <= '9') && before != '_' && before != ')' && before != ']' &&
                                before != '}';
    if (!after_operator) continue;
    // A break near the margin is no use when it leaves most of the line empty.
    if (best == kNotFound || depth <= best_depth || best < columns / 2) {
      best = i;
      best_depth = depth;
    }
  }
  return best;
}

std::string directive(size_t line, std::string_view file) {
  std::string quoted;
  for (const char c : file) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return fmt::format("`line {} \"{}\" 0\n", line, quoted);
}

std::string relative_name(std::string_view file, const std::string& source_root) {
  namespace fs = std::filesystem;
  const fs::path path = fs::path(file).lexically_normal();
  if (!source_root.empty()) {
    const fs::path relative = path.lexically_relative(fs::path(source_root).lexically_normal());
    if (!relative.empty() && *relative.begin() != "..") return relative.generic_string();
  }
  return path.is_absolute() ? path.filename().string() : path.generic_string();
}

}  // namespace

void TextBlock::line(int depth, std::string_view text, LocationId place) {
  if (!text.empty()) text_.append(static_cast<size_t>(depth) * 2, ' ');
  text_ += text;
  text_ += '\n';
  lines_.push_back({text_.size(), place});
}

void TextBlock::wrapped(int depth, std::string_view text, LocationId place) {
  int now = depth;
  while (text.size() + static_cast<size_t>(now) * 2 > kColumns) {
    const size_t at = find_break(text, kColumns - static_cast<size_t>(now) * 2);
    if (at == kNotFound) break;
    line(now, text.substr(0, at), place);
    text.remove_prefix(at + 1);
    now = depth + 2;
    place = kSamePlace;
  }
  line(now, text, place);
}

void TextBlock::begin_single() {
  if (last_ == Last::block) blank();
  last_ = Last::single;
}

void TextBlock::begin_block() {
  if (last_ != Last::nothing) blank();
  last_ = Last::block;
}

void TextBlock::append(const TextBlock& other) {
  const size_t offset = text_.size();
  text_ += other.text_;
  for (const Line& line : other.lines_) lines_.push_back({line.end + offset, line.place});
}

std::string TextBlock::text_with_places(const LocationTable& locations, const std::string& source_root,
                                        const std::string& file) const {
  std::string result;
  std::string_view believed_file;  // empty: the Verilog file itself
  size_t believed_line = 1;
  size_t written = 0;  // lines
  size_t begin = 0;
  for (const Line& line : lines_) {
    const std::string_view text(text_.data() + begin, line.end - begin);
    begin = line.end;
    if (line.place != kSamePlace && text.size() > 1) {
      const Location& place = line.place == kNoLocation ? Location{} : locations.at(line.place);
      if (place.file.empty()) {
        if (!believed_file.empty()) {
          result += directive(written + 2, file);
          ++written;
          believed_file = {};
        }
      } else if (place.file != believed_file || place.line != believed_line) {
        result += directive(place.line, relative_name(place.file, source_root));
        ++written;
        believed_file = place.file;
        believed_line = place.line;
      }
    }
    result += text;
    ++written;
    ++believed_line;
  }
  return result;
}

}  // namespace burin::verilog
