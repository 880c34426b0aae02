// SPDX-License-Identifier: Apache-2.0
//! @file text_block.h
//! @brief Lines of a Verilog file with the places in the designer's source that they come from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "burin/base/location.h"

namespace burin::verilog {

/// Columns that a line should not go beyond.
inline constexpr size_t kColumns = 120;

/// The place of a line that belongs to the line above it.
inline constexpr LocationId kSamePlace = 0xffffffff;

/// Lines, appended one after the other. Between *blocks* (several lines that belong together) and their neighbours
/// stands an empty line; single lines follow each other directly. That an empty line depends on the two neighbours
/// alone keeps the text stable.
class TextBlock {
 public:
  /// Appends one line, indented by `depth` steps of two columns.
  void line(int depth, std::string_view text, LocationId place);
  /// Appends a line that is broken at blanks outside inner brackets where it would be too long.
  void wrapped(int depth, std::string_view text, LocationId place);
  void blank() { line(0, "", kSamePlace); }

  /// Starts a statement of one line.
  void begin_single();
  /// Starts a statement of several lines.
  void begin_block();

  [[nodiscard]] bool empty() const { return lines_.empty(); }
  void append(const TextBlock& other);

  /// The text without directives.
  [[nodiscard]] const std::string& text() const { return text_; }
  /// The text with `` `line `` directives: lines without a place have their own place in `file`.
  [[nodiscard]] std::string text_with_places(const LocationTable& locations, const std::string& source_root,
                                             const std::string& file) const;

 private:
  struct Line {
    size_t end;  // in text_, behind the newline
    LocationId place;
  };
  enum class Last : uint8_t { nothing, single, block };

  std::string text_;
  std::vector<Line> lines_;
  Last last_ = Last::nothing;
};

}  // namespace burin::verilog
