// SPDX-License-Identifier: Apache-2.0
//! @file target.h
//! @brief The devices that flows can aim at.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace burin::flows {

/// What decides which tools run.
enum class Family : uint8_t { ice40, ecp5 };

/// A device in a package.
struct Target {
  std::string name;         ///< As on the command line, "ice40-hx8k".
  std::string description;  ///< One line for `list` and reports.
  Family family = Family::ice40;
  std::string device;   ///< Option of the place-and-route tool, "hx8k".
  std::string package;  ///< The tool's name of the package, "ct256".
  uint32_t pins = 0;    ///< Port bits that the package has pins for.
};

/// All targets, in the order of their names.
[[nodiscard]] const std::vector<Target>& targets();

/// The target called `name`. @throws UserError that lists the known ones.
[[nodiscard]] const Target& find_target(std::string_view name);

}  // namespace burin::flows
