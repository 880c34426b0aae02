// SPDX-License-Identifier: Apache-2.0
//! @file liberty.h
//! @brief Liberty files: where they are, what cells they have, and the cells that synthesis must not use.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "burin/flows/target.h"

namespace burin::flows {

/// A pin of a cell.
struct LibertyPin {
  std::string name;
  bool is_output = false;
  std::string function;  ///< Of an output: Liberty's expression, "(!(A B))"; "" for none.
  bool three_state = false;
};

/// A cell of a library.
struct LibertyCell {
  std::string name;
  double area = 0;                 ///< In µm².
  std::vector<LibertyPin> pins;    ///< Without those of power.
  bool flip_flop = false;          ///< It has a group `ff`.
  bool latch = false;              ///< It has a group `latch`.
  std::vector<std::string> clock;  ///< Pins in `clocked_on` or `enable`.
  std::string state;               ///< Of a flip-flop: the names of its state and of the inverse, "IQ,IQN".
  std::string next_state;          ///< Liberty's expressions; "" for none.
  std::string clear;
  std::string preset;
  bool dont_use = false;  ///< The library or its kind forbids it: scan, clock gate, tri-state, delay, filler.
  size_t begin = 0;       ///< Where its group begins in the text …
  size_t end = 0;         ///< … and the place behind it.

  /// The pins that this cell's only output is a function of.
  [[nodiscard]] std::vector<std::string> inputs() const;
};

/// A library.
struct Liberty {
  std::filesystem::path file;
  std::string name;  ///< That the file gives.
  std::string text;  ///< Whole, decompressed.
  std::map<std::string, LibertyCell> cells;

  /// The text without the cells that synthesis must not use.
  [[nodiscard]] std::string usable_text() const;
  /// The smallest cell whose one output is `function` of its pins in their order ("a", "!a", "!(a&b)"); null: none.
  [[nodiscard]] const LibertyCell* smallest(std::string_view function) const;
  [[nodiscard]] bool has_flip_flop() const;
};

/// The file of an ASIC target: that of the option, of $PDK_ROOT, or of Debian's packages.
/// @throws UserError that says where was looked and what to do.
[[nodiscard]] std::filesystem::path find_liberty(const Target& target);

/// Reads a Liberty file, decompressing it when it is gzipped.
/// @throws UserError with file and line when it is not one, or has no flip-flop.
[[nodiscard]] Liberty read_liberty(const std::filesystem::path& file);

/// Reads Liberty text. `name` is for messages. @throws UserError as `read_liberty`.
[[nodiscard]] Liberty parse_liberty(std::string text, const std::string& name);

/// The value of a Liberty expression where each pin has the value that `values` says.
/// @throws UserError when `function` is none, or names another pin.
[[nodiscard]] bool evaluate_function(std::string_view function, const std::map<std::string, bool>& values);

}  // namespace burin::flows
