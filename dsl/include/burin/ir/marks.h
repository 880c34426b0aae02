// SPDX-License-Identifier: Apache-2.0
//! @file marks.h
//! @brief Attributes by which the language tells passes and the emitter what a signal is for. Verilog does not show
//! them.
#pragma once

#include <algorithm>
#include <string_view>

#include "burin/ir/ir.h"

namespace burin::ir {

/// A register that stands for a free value: its driver is what simulation does, a proof chooses instead.
inline constexpr std::string_view kFreeMark = "burin_free";
/// Values of `kFreeMark`: one value for ever, or another one in each cycle.
inline constexpr std::string_view kFreeConstant = "constant";
inline constexpr std::string_view kFreeSequence = "sequence";

/// A register that only remembers values for checks: what it holds after reset is of no consequence.
inline constexpr std::string_view kHistoryMark = "burin_history";

/// A register whose enumerators are to be kept in another code, until `encode_states` has done so.
inline constexpr std::string_view kEncodingMark = "burin_encoding";
/// Values of `kEncodingMark`.
inline constexpr std::string_view kOneHot = "one_hot";
inline constexpr std::string_view kGray = "gray";

/// The value of the attribute `name`; "" where there is none.
inline std::string_view mark(const Signal& signal, std::string_view name) {
  const auto found = std::find_if(signal.attributes.begin(), signal.attributes.end(),
                                  [&](const auto& attribute) { return attribute.first == name; });
  return found == signal.attributes.end() ? std::string_view() : std::string_view(found->second);
}

}  // namespace burin::ir
