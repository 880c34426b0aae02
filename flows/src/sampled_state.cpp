// SPDX-License-Identifier: Apache-2.0
//! @file sampled_state.cpp
//! @brief Names for the state of designs with several clocks.
//!
//! `clk2fflogic` turns a register into a multiplexer between what it was in the step before (port A) and what it was to
//! become then (port B). Both are nets like `$auto$clk2fflogic.cc:86:sample_data$\count[3:0]#sampled$637`.
//!
//! 1. Find the multiplexers whose port A is such a net.
//! 2. Rename each of these nets to the register, a mark, and the lowest bit: `\count#state0`.
#include "sampled_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>
#include <system_error>

namespace burin::flows {
namespace {

constexpr std::string_view kSampled = "#sampled$";
constexpr std::string_view kMark = "#state";

/// "\count#state0" for the net that holds bits 3 to 0 of `count`; "" for other nets.
std::string state_name(std::string_view net) {
  if (!net.starts_with("$auto$clk2fflogic")) return "";
  const size_t first = net.find('\\');
  const size_t end = net.rfind(kSampled);
  if (first == std::string_view::npos || end == std::string_view::npos || end < first) return "";
  std::string_view name = net.substr(first, end - first);
  uint32_t low = 0;
  if (const size_t bracket = name.find('['); bracket != std::string_view::npos) {
    const std::string_view range = name.substr(bracket + 1);
    const size_t colon = range.find(':');
    const std::string_view number = colon == std::string_view::npos ? range : range.substr(colon + 1);
    const auto [stop, error] = std::from_chars(number.data(), number.data() + number.size(), low);
    if (error != std::errc() || std::string_view(stop, 1) != "]") return "";
    name = name.substr(0, bracket);
  }
  return fmt::format("{}{}{}", name, kMark, low);
}

}  // namespace

std::string with_named_state(const std::string& rtlil) {
  std::map<std::string, std::string, std::less<>> names;
  bool is_mux = false;
  std::istringstream lines(rtlil);
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view kPort = "    connect \\A ";
    if (line.starts_with("  cell ")) is_mux = line.starts_with("  cell $mux ");
    if (!is_mux || !line.starts_with(kPort)) continue;
    const std::string net = line.substr(kPort.size());
    if (std::string name = state_name(net); !name.empty()) names.emplace(net, std::move(name));
  }
  std::string renamed;
  size_t at = 0;
  while (at < rtlil.size()) {
    const size_t space = std::min(rtlil.find_first_of(" \n", at), rtlil.size());
    const std::string_view word = std::string_view(rtlil).substr(at, space - at);
    const auto found = names.find(word);
    renamed += found == names.end() ? word : std::string_view(found->second);
    if (space < rtlil.size()) renamed += rtlil[space];
    at = space + 1;
  }
  return renamed;
}

uint32_t take_state_mark(std::string& name) {
  const size_t mark = name.rfind(kMark);
  if (mark == std::string::npos) return 0;
  uint32_t low = 0;
  const char* first = name.data() + mark + kMark.size();
  const char* last = name.data() + name.size();
  const auto [stop, error] = std::from_chars(first, last, low);
  if (error != std::errc() || stop != last) return 0;
  name.resize(mark);
  return low;
}

}  // namespace burin::flows
