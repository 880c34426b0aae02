// SPDX-License-Identifier: Apache-2.0
//! @file gate_activity.cpp
//! @brief A cycle-based simulation of gates, with tables for their functions.
#include "gate_activity.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "burin/base/diagnostics.h"

namespace burin::flows {
namespace {

/// A function of some values as a table.
struct Table {
  std::vector<uint32_t> inputs;  // nets
  std::vector<uint8_t> values;   // by the inputs' bits, the first the lowest

  [[nodiscard]] uint8_t at(const std::vector<uint8_t>& nets) const {
    size_t row = 0;
    for (size_t i = 0; i < inputs.size(); ++i) row |= static_cast<size_t>(nets[inputs[i]]) << i;
    return values[row];
  }
};

struct Gate {
  Table table;
  uint32_t output = 0;
};

struct Register {
  Table next;
  Table clear;                  // no values: none
  Table preset;                 // the same
  uint32_t state = 0;           // net that has the state …
  uint32_t inverse = 0;         // … and its inverse; 0: none
  uint32_t trace = UINT32_MAX;  // index of the traced bit
  uint8_t held = 0;
};

/// The tables of a library, made once for each cell and function.
class Tables {
 public:
  /// `function` of the pins of `cell`, which are on the nets in `pins`.
  Table make(const LibertyCell& cell, const std::string& function, const std::map<std::string, uint32_t>& pins) {
    const std::vector<std::string> inputs = cell.inputs();
    std::vector<uint8_t>& values = known_[cell.name + '\n' + function];
    if (values.empty()) {
      if (inputs.size() > 16) throw UserError(fmt::format("cell {} has more than 16 inputs", cell.name));
      for (size_t row = 0; row < size_t{1} << inputs.size(); ++row) {
        std::map<std::string, bool> assignment;
        for (size_t i = 0; i < inputs.size(); ++i) assignment[inputs[i]] = ((row >> i) & 1U) != 0;
        values.push_back(evaluate_function(function, assignment) ? 1 : 0);
      }
    }
    Table table;
    table.values = values;
    for (const std::string& input : inputs) {
      const auto found = pins.find(input);
      table.inputs.push_back(found == pins.end() ? 0 : found->second);
    }
    return table;
  }

 private:
  std::unordered_map<std::string, std::vector<uint8_t>> known_;
};

struct TracedBit {
  const SignalTrace* signal;
  uint32_t bit;

  [[nodiscard]] uint8_t at(uint64_t cycle) const {
    const uint64_t words = (signal->width + 63) / 64;
    return static_cast<uint8_t>((signal->words[cycle * words + bit / 64] >> (bit % 64)) & 1U);
  }
};

/// The gates so that each comes behind those that drive it.
std::vector<Gate> in_order(std::vector<Gate> gates, uint32_t nets) {
  std::vector<std::vector<uint32_t>> readers(nets);
  std::vector<uint32_t> missing(gates.size(), 0);
  std::vector<bool> driven(nets, false);
  for (const Gate& gate : gates) driven[gate.output] = true;
  for (uint32_t i = 0; i < gates.size(); ++i) {
    for (const uint32_t input : gates[i].table.inputs) {
      if (!driven[input]) continue;
      ++missing[i];
      readers[input].push_back(i);
    }
  }
  std::vector<uint32_t> ready;
  for (uint32_t i = 0; i < gates.size(); ++i) {
    if (missing[i] == 0) ready.push_back(i);
  }
  for (size_t next = 0; next < ready.size(); ++next) {
    for (const uint32_t reader : readers[gates[ready[next]].output]) {
      if (--missing[reader] == 0) ready.push_back(reader);
    }
  }
  if (ready.size() != gates.size()) throw UserError("the netlist has a loop of gates without a register in it");
  std::vector<Gate> ordered;
  ordered.reserve(gates.size());
  for (const uint32_t i : ready) ordered.push_back(std::move(gates[i]));
  return ordered;
}

}  // namespace

GateActivity gate_activity(const Netlist& netlist, const Liberty& liberty, const SimulationTrace& trace) {
  std::unordered_map<std::string, const SignalTrace*> signals;
  for (const SignalTrace& signal : trace.signals) signals[signal.name] = &signal;
  std::vector<TracedBit> traced;
  std::unordered_map<uint32_t, uint32_t> traced_net;
  for (const NetlistName& name : netlist.names) {
    const auto found = signals.find(name.name);
    if (found == signals.end() || found->second->width != name.nets.size()) continue;
    for (uint32_t bit = 0; bit < name.nets.size(); ++bit) {
      if (name.nets[bit] < kConstants) continue;
      if (traced_net.emplace(name.nets[bit], traced.size()).second) traced.push_back({found->second, bit});
    }
  }

  Tables tables;
  std::vector<Gate> gates;
  std::vector<Register> registers;
  GateActivity result;
  for (const NetlistCell& cell : netlist.cells) {
    const auto type = liberty.cells.find(cell.type);
    if (type == liberty.cells.end()) continue;
    std::map<std::string, uint32_t> pins;
    for (const NetlistPort& port : cell.ports) {
      if (!port.nets.empty()) pins[port.name] = port.nets.front();
    }
    const LibertyCell& kind = type->second;
    Register state;
    const std::string state_name = kind.state.substr(0, kind.state.find(','));
    for (const LibertyPin& pin : kind.pins) {
      const auto net = pins.find(pin.name);
      if (!pin.is_output || net == pins.end() || net->second < kConstants) continue;
      if (kind.flip_flop) {
        (pin.function == state_name ? state.state : state.inverse) = net->second;
      } else if (!pin.function.empty()) {
        gates.push_back({tables.make(kind, pin.function, pins), net->second});
      }
    }
    if (!kind.flip_flop) continue;
    if (!kind.next_state.empty()) state.next = tables.make(kind, kind.next_state, pins);
    if (!kind.clear.empty()) state.clear = tables.make(kind, kind.clear, pins);
    if (!kind.preset.empty()) state.preset = tables.make(kind, kind.preset, pins);
    if (const auto known = traced_net.find(state.state); state.state != 0 && known != traced_net.end()) {
      state.trace = known->second;
      ++result.known_registers;
    }
    registers.push_back(std::move(state));
  }
  gates = in_order(std::move(gates), netlist.nets);

  std::vector<std::pair<uint32_t, uint32_t>> inputs;  // net, traced bit
  for (const NetlistName& input : netlist.inputs) {
    for (const uint32_t net : input.nets) {
      if (const auto known = traced_net.find(net); known != traced_net.end()) inputs.emplace_back(net, known->second);
    }
  }
  result.cycles = trace.cycles;
  result.changes.assign(netlist.nets, 0);
  result.ones.assign(netlist.nets, 0);
  std::vector<uint8_t> now(netlist.nets, 0);
  now[1] = 1;
  std::vector<uint8_t> before;
  for (uint64_t cycle = 0; cycle < trace.cycles; ++cycle) {
    for (const auto& [net, bit] : inputs) now[net] = traced[bit].at(cycle);
    for (Register& state : registers) {
      if (state.trace != UINT32_MAX) state.held = traced[state.trace].at(cycle);
      if (state.state != 0) now[state.state] = state.held;
      if (state.inverse != 0) now[state.inverse] = state.held ^ 1U;
    }
    for (const Gate& gate : gates) now[gate.output] = gate.table.at(now);
    for (Register& state : registers) {
      if (!state.next.values.empty()) state.held = state.next.at(now);
      if (!state.preset.values.empty() && state.preset.at(now) != 0) state.held = 1;
      if (!state.clear.values.empty() && state.clear.at(now) != 0) state.held = 0;
    }
    for (uint32_t net = kConstants; net < netlist.nets; ++net) {
      result.ones[net] += now[net];
      if (cycle != 0) result.changes[net] += now[net] ^ before[net];
    }
    before = now;
  }
  return result;
}

std::string activity_commands(const Netlist& netlist, const Liberty& liberty, const GateActivity& activity) {
  std::vector<bool> clock(netlist.nets, false);
  for (const NetlistCell& cell : netlist.cells) {
    const auto type = liberty.cells.find(cell.type);
    if (type == liberty.cells.end()) continue;
    const std::vector<std::string>& pins = type->second.clock;
    for (const NetlistPort& port : cell.ports) {
      if (std::find(pins.begin(), pins.end(), port.name) == pins.end()) continue;
      for (const uint32_t net : port.nets) clock[net] = true;
    }
  }
  std::string text;
  const double cycles = static_cast<double>(std::max<uint64_t>(activity.cycles, 2));
  for (const NetlistCell& cell : netlist.cells) {
    for (const NetlistPort& port : cell.ports) {
      if (port.nets.size() != 1 || clock[port.nets.front()]) continue;
      const uint32_t net = port.nets.front();
      text += fmt::format("pin {{{}/{}}} {:.6g} {:.6g}\n", cell.name, port.name,
                          static_cast<double>(activity.changes[net]) / (cycles - 1),
                          net == 1 ? 1.0 : static_cast<double>(activity.ones[net]) / cycles);
    }
  }
  return text;
}

std::string saif_text(std::string_view top, const Netlist& netlist, const GateActivity& activity) {
  std::string text = fmt::format(
      "(SAIFILE\n(SAIFVERSION \"2.0\")\n(DIRECTION \"backward\")\n(DESIGN \"{}\")\n(PROGRAM_NAME \"burin\")\n"
      "(DIVIDER / )\n(TIMESCALE 1 ns)\n(DURATION {})\n(INSTANCE {}\n(NET\n",
      top, activity.cycles, top);
  for (const NetlistName& name : netlist.names) {
    for (size_t bit = 0; bit < name.nets.size(); ++bit) {
      const uint32_t net = name.nets[bit];
      if (net < kConstants) continue;
      std::string escaped;
      for (const char c : name.name) {
        if (std::string_view("./[]$").find(c) != std::string_view::npos) escaped += '\\';
        escaped += c;
      }
      if (name.nets.size() != 1) escaped += fmt::format("\\[{}\\]", bit);
      text += fmt::format("({} (T0 {}) (T1 {}) (TX 0) (TC {}) (IG 0))\n", escaped, activity.cycles - activity.ones[net],
                          activity.ones[net], activity.changes[net]);
    }
  }
  return text + ")\n)\n)\n";
}

}  // namespace burin::flows
