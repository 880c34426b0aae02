// SPDX-License-Identifier: Apache-2.0
//! @file netlist.cpp
//! @brief Reads netlists, and measures their depth.
#include "netlist.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "burin/base/files.h"

namespace burin::flows {

Netlist read_netlist(const std::filesystem::path& file, std::string_view top) {
  const nlohmann::json document = nlohmann::json::parse(read_file(file));
  const nlohmann::json& module = document.at("modules").at(std::string(top));
  Netlist netlist;
  const auto nets_of = [&](const nlohmann::json& bits) {
    std::vector<uint32_t> nets;
    for (const nlohmann::json& bit : bits) {
      nets.push_back(bit.is_number() ? bit.get<uint32_t>() : bit == "1" ? 1U : 0U);
      netlist.nets = std::max(netlist.nets, nets.back() + 1);
    }
    return nets;
  };
  for (const auto& [name, port] : module.at("ports").items()) {
    std::vector<uint32_t> nets = nets_of(port.at("bits"));
    if (port.at("direction") == "input") netlist.inputs.push_back({name, std::move(nets)});
  }
  for (const auto& [name, entry] : module.at("netnames").items()) {
    netlist.names.push_back({name, nets_of(entry.at("bits"))});
  }
  for (const auto& [name, cell] : module.at("cells").items()) {
    NetlistCell entry;
    entry.name = name;
    entry.type = cell.at("type").get<std::string>();
    const nlohmann::json& directions = cell.at("port_directions");
    for (const auto& [port, bits] : cell.at("connections").items()) {
      entry.ports.push_back({port, directions.at(port) == "output", nets_of(bits)});
    }
    netlist.cells.push_back(std::move(entry));
  }
  return netlist;
}

uint32_t logic_depth(const Netlist& netlist, const std::function<int(const NetlistCell&)>& cost) {
  constexpr uint32_t kNone = UINT32_MAX;
  std::vector<uint32_t> driver(netlist.nets, kNone);
  std::vector<int> costs(netlist.cells.size());
  for (uint32_t i = 0; i < netlist.cells.size(); ++i) {
    costs[i] = cost(netlist.cells[i]);
    if (costs[i] < 0) continue;
    for (const NetlistPort& port : netlist.cells[i].ports) {
      if (!port.is_output) continue;
      for (const uint32_t net : port.nets) driver[net] = i;
    }
  }
  // Cells in the order of a depth-first search without recursion; a cell that is met again while it is open closes a
  // loop, which has no depth, and is passed over.
  enum : uint8_t { fresh, open, done };
  std::vector<uint8_t> state(netlist.cells.size(), fresh);
  std::vector<uint32_t> depth(netlist.cells.size(), 0);
  std::vector<uint32_t> stack;
  uint32_t deepest = 0;
  for (uint32_t start = 0; start < netlist.cells.size(); ++start) {
    if (costs[start] < 0 || state[start] != fresh) continue;
    stack.push_back(start);
    while (!stack.empty()) {
      const uint32_t cell = stack.back();
      const bool ready = state[cell] == open;
      if (state[cell] == done) {
        stack.pop_back();
        continue;
      }
      state[cell] = open;
      uint32_t before = 0;
      for (const NetlistPort& port : netlist.cells[cell].ports) {
        if (port.is_output) continue;
        for (const uint32_t net : port.nets) {
          const uint32_t from = driver[net];
          if (from == kNone) continue;
          if (ready) {
            before = std::max(before, depth[from]);
          } else if (state[from] == fresh) {
            stack.push_back(from);
          }
        }
      }
      if (!ready) continue;
      depth[cell] = before + static_cast<uint32_t>(costs[cell]);
      deepest = std::max(deepest, depth[cell]);
      state[cell] = done;
      stack.pop_back();
    }
  }
  return deepest;
}

}  // namespace burin::flows
