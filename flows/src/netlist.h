// SPDX-License-Identifier: Apache-2.0
//! @file netlist.h
//! @brief A netlist as Yosys writes it in JSON, for questions about its structure.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace burin::flows {

/// Nets 0 and 1 are the constants; an undefined bit is a 0.
inline constexpr uint32_t kConstants = 2;

/// One connection of a cell: a port and the nets on it.
struct NetlistPort {
  std::string name;
  bool is_output = false;
  std::vector<uint32_t> nets;
};

struct NetlistCell {
  std::string name;
  std::string type;
  std::vector<NetlistPort> ports;
};

/// A name for nets: an input of the module, or a signal in it.
struct NetlistName {
  std::string name;
  std::vector<uint32_t> nets;  ///< The lowest bit first.
};

struct Netlist {
  std::vector<NetlistCell> cells;
  std::vector<NetlistName> inputs;
  std::vector<NetlistName> names;  ///< All signals.
  uint32_t nets = kConstants;      ///< Numbers of nets are below this.
};

/// Reads module `top` of the file. @throws nlohmann's exception when it is not as Yosys writes it.
Netlist read_netlist(const std::filesystem::path& file, std::string_view top);

/// The most cells that a path goes through between registers or ports. `cost`: what a cell counts, -1 where a path
/// begins and ends, as at a register.
uint32_t logic_depth(const Netlist& netlist, const std::function<int(const NetlistCell&)>& cost);

}  // namespace burin::flows
