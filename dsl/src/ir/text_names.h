// SPDX-License-Identifier: Apache-2.0
//! @file text_names.h
//! @brief The spellings of the enumerations in the printed IR, indexed by value: for the printer and the parser.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "burin/ir/ir.h"

namespace burin::ir::text {

inline constexpr std::string_view kHeader = "burin-ir";
inline constexpr uint32_t kVersion = 1;

inline constexpr auto kTypeKinds =
    std::to_array<std::string_view>({"bool", "unsigned", "signed", "enum", "vector", "bundle"});
inline constexpr auto kSignalKinds =
    std::to_array<std::string_view>({"input", "output", "inout", "wire", "reg", "instance_output", "memory_read"});
inline constexpr auto kTimingKinds =
    std::to_array<std::string_view>({"default_clock", "clock", "asynchronous", "is_clock", "is_reset"});
inline constexpr auto kEdges = std::to_array<std::string_view>({"rising", "falling"});
inline constexpr auto kResetKinds = std::to_array<std::string_view>({"none", "synchronous", "asynchronous"});
inline constexpr auto kResetLevels = std::to_array<std::string_view>({"active_high", "active_low"});
inline constexpr auto kPolicies = std::to_array<std::string_view>({"old_data", "new_data", "undefined"});
inline constexpr auto kProcessKinds = std::to_array<std::string_view>({"assert", "assume", "cover", "print"});

static_assert(kTypeKinds.size() == static_cast<size_t>(TypeKind::bundle) + 1);
static_assert(kSignalKinds.size() == static_cast<size_t>(SignalKind::memory_read) + 1);
static_assert(kTimingKinds.size() == static_cast<size_t>(PortTiming::Kind::is_reset) + 1);
static_assert(kEdges.size() == static_cast<size_t>(Edge::falling) + 1);
static_assert(kResetKinds.size() == static_cast<size_t>(ResetKind::asynchronous) + 1);
static_assert(kResetLevels.size() == static_cast<size_t>(ResetLevel::active_low) + 1);
static_assert(kPolicies.size() == static_cast<size_t>(ReadUnderWrite::undefined) + 1);
static_assert(kProcessKinds.size() == static_cast<size_t>(ProcessKind::print) + 1);

/// The spelling of an enumerator in its table.
template <typename Enum, size_t Size>
std::string_view spelling(const std::array<std::string_view, Size>& table, Enum value) {
  return table[static_cast<size_t>(value)];
}

}  // namespace burin::ir::text
