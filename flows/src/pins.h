// SPDX-License-Identifier: Apache-2.0
//! @file pins.h
//! @brief Which pin each bit of a port goes to, in the language of each tool.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace burin::flows {

/// Languages of pin constraints.
enum class PinStyle : uint8_t {
  pcf,  ///< iCE40
  lpf,  ///< ECP5
  cst,  ///< Gowin
  pdc,  ///< Nexus
  xdc,  ///< Vivado
};

/// How a place-and-route tool takes pins.
struct PinRecipe {
  PinStyle style = PinStyle::pcf;
  std::string file;                    ///< "pins.pcf"
  std::vector<std::string> arguments;  ///< That name the file.
  std::vector<std::string> clocks;     ///< Pins for ports that are clocks, where the tool does not choose.
  std::vector<std::string> others;     ///< Pins for other ports; empty: the tool chooses.
};

/// A port that needs pins.
struct PinPort {
  std::string name;
  uint32_t width = 1;
};

/// Pins by bit: "count[3]", or the name of a port of one bit.
using PinMap = std::map<std::string, std::string>;

/// The names of a port's bits.
[[nodiscard]] std::vector<std::string> bits_of(const PinPort& port);

/// `given`, and for the other bits of `ports` the pins of `recipe` in their order, if it has some.
/// @throws UserError when `given` names a bit that no port has, or a pin twice, or when there are too few pins.
[[nodiscard]] PinMap assign_pins(const PinRecipe& recipe, const std::vector<PinPort>& ports,
                                 const std::vector<std::string>& clocks, const PinMap& given);

/// The constraint file. Pins of `xdc` have the standard LVCMOS33, for what is not said elsewhere.
[[nodiscard]] std::string pin_constraints(PinStyle style, const PinMap& pins);

/// Words between blanks.
[[nodiscard]] std::vector<std::string> words_of(std::string_view text);

}  // namespace burin::flows
