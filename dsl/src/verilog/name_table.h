// SPDX-License-Identifier: Apache-2.0
//! @file name_table.h
//! @brief Names of one Verilog module: legal and distinct.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace burin::verilog {

/// Gives out names. The first one who asks for a name gets it as it is.
class NameTable {
 public:
  /// Takes `name` as it is: for ports, which are never renamed.
  void reserve(std::string_view name);

  /// A name like `wanted` that nobody has: characters that Verilog does not know become `_`, a keyword of Verilog or
  /// SystemVerilog gets `_` at its end, a name that is taken `_1`, `_2` and so on.
  std::string claim(std::string_view wanted);

 private:
  std::unordered_map<std::string, uint32_t> used_;  // name -> number to try next behind it
};

/// `text` with every character that may not be part of a Verilog name replaced by `_`.
std::string legal_name(std::string_view text);

/// What `NameTable::claim` gives the first one who asks for `wanted`.
std::string plain_name(std::string_view wanted);

}  // namespace burin::verilog
