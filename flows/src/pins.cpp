// SPDX-License-Identifier: Apache-2.0
//! @file pins.cpp
//! @brief Assigns and writes pins.
#include "pins.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "burin/base/diagnostics.h"

namespace burin::flows {

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    if (end != 0) words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

std::vector<std::string> bits_of(const PinPort& port) {
  if (port.width == 1) return {port.name};
  std::vector<std::string> bits;
  for (uint32_t bit = 0; bit < port.width; ++bit) bits.push_back(fmt::format("{}[{}]", port.name, bit));
  return bits;
}

PinMap assign_pins(const PinRecipe& recipe, const std::vector<PinPort>& ports, const std::vector<std::string>& clocks,
                   const PinMap& given) {
  std::set<std::string> known;
  for (const PinPort& port : ports) {
    for (std::string& bit : bits_of(port)) known.insert(std::move(bit));
  }
  std::map<std::string, std::string> taken;  // pin, bit
  for (const auto& [bit, pin] : given) {
    if (!known.contains(bit))
      throw UserError(fmt::format("pin {} is for '{}', which no port of the netlist has", pin, bit));
    const auto [other, fresh] = taken.emplace(pin, bit);
    if (!fresh) throw UserError(fmt::format("pin {} is for both '{}' and '{}'", pin, other->second, bit));
  }
  PinMap pins = given;
  if (recipe.others.empty()) return pins;
  std::vector<std::string> free_clocks;
  std::vector<std::string> free;
  for (const std::string& pin : recipe.clocks) (taken.contains(pin) ? free : free_clocks).push_back(pin);
  std::erase_if(free, [&](const std::string& pin) { return taken.contains(pin); });
  for (const std::string& pin : recipe.others) {
    if (!taken.contains(pin)) free.push_back(pin);
  }
  std::reverse(free_clocks.begin(), free_clocks.end());
  std::reverse(free.begin(), free.end());
  const auto take = [](std::vector<std::string>& from) {
    std::string pin = from.back();
    from.pop_back();
    return pin;
  };
  for (const std::string& clock : clocks) {
    if (known.contains(clock) && !pins.contains(clock) && !free_clocks.empty()) pins[clock] = take(free_clocks);
  }
  for (const PinPort& port : ports) {
    for (const std::string& bit : bits_of(port)) {
      if (pins.contains(bit)) continue;
      if (free.empty()) std::swap(free, free_clocks);
      if (free.empty()) throw UserError("there are more port bits than pins");
      pins[bit] = take(free);
    }
  }
  return pins;
}

std::string pin_constraints(PinStyle style, const PinMap& pins) {
  std::string text;
  for (const auto& [bit, pin] : pins) {
    switch (style) {
      case PinStyle::pcf:
        text += fmt::format("set_io {} {}\n", bit, pin);
        break;
      case PinStyle::lpf:
        text += fmt::format("LOCATE COMP \"{}\" SITE \"{}\";\n", bit, pin);
        break;
      case PinStyle::cst:
        text += fmt::format("IO_LOC \"{}\" {};\n", bit, pin);
        break;
      case PinStyle::pdc:
        text += fmt::format("ldc_set_location -site {{{}}} [get_ports {{{}}}]\n", pin, bit);
        break;
      case PinStyle::xdc:
        text += fmt::format("set_property -dict {{PACKAGE_PIN {} IOSTANDARD LVCMOS33}} [get_ports {{{}}}]\n", pin, bit);
        break;
    }
  }
  return text;
}

}  // namespace burin::flows
