// SPDX-License-Identifier: Apache-2.0
//! @file target.h
//! @brief The devices and cell libraries that flows can aim at.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace burin::flows {

/// What decides which tools run.
enum class Family : uint8_t {
  ice40,
  ecp5,
  nexus,
  gowin,
  xilinx,  ///< Synthesis alone: no open tool places and routes it.
  asic,    ///< Standard cells of a Liberty file.
};

/// A device in a package, or a library of cells.
struct Target {
  std::string name;         ///< As on the command line, "ice40-hx8k".
  std::string description;  ///< One line for `list` and reports.
  Family family = Family::ice40;
  std::string device;   ///< Option of the place-and-route tool, "hx8k"; of cells the library, "osu018", or a file.
  std::string package;  ///< The tool's name of the package, "ct256".
  uint32_t pins = 0;    ///< Port bits that the package has pins for.
};

/// The targets that have a fixed name, in the order of their names. Beside these, "asic-liberty:FILE" is a target for
/// every Liberty file, and "asic" is "asic-osu018".
[[nodiscard]] const std::vector<Target>& targets();

/// The target called `name`. @throws UserError that lists the known ones.
[[nodiscard]] Target find_target(std::string_view name);

/// Whether the target called `name` begins with "asic-liberty:", and so has no fixed name.
[[nodiscard]] bool is_liberty_target(std::string_view name);

}  // namespace burin::flows
