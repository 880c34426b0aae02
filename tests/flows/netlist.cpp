// SPDX-License-Identifier: Apache-2.0
//! @file netlist.cpp
//! @brief Netlists: reading, depth, and the activity of gates, on one small enough to count by hand.
#include "netlist.h"

#include <doctest/doctest.h>

#include <string>

#include "gate_activity.h"
#include "support/fake_tool.h"

using namespace burin::flows;
using burin::test::Scratch;
using burin::test::user_error;

namespace {

/// q <= !q & en; y = !(q & 1), through two inverters.
constexpr const char* kJson = R"({"modules": {"t": {
  "ports": {"clk": {"direction": "input", "bits": [2]}, "en": {"direction": "input", "bits": [3]},
            "y": {"direction": "output", "bits": [7]}},
  "cells": {
    "n1": {"type": "INV", "port_directions": {"A": "input", "Y": "output"}, "connections": {"A": [4], "Y": [5]}},
    "a1": {"type": "AND", "port_directions": {"A": "input", "B": "input", "Y": "output"},
           "connections": {"A": [5], "B": [3], "Y": [6]}},
    "r1": {"type": "DFF", "port_directions": {"D": "input", "C": "input", "Q": "output"},
           "connections": {"D": [6], "C": [2], "Q": [4]}},
    "a2": {"type": "AND", "port_directions": {"A": "input", "B": "input", "Y": "output"},
           "connections": {"A": [4], "B": ["1"], "Y": [8]}},
    "n2": {"type": "INV", "port_directions": {"A": "input", "Y": "output"}, "connections": {"A": [8], "Y": [7]}}
  },
  "netnames": {"clk": {"bits": [2]}, "en": {"bits": [3]}, "q": {"bits": [4]}, "y": {"bits": [7]}}
}}})";

constexpr const char* kLiberty = R"(library (l) {
  cell (INV) { area : 1; pin (A) { direction : input; } pin (Y) { direction : output; function : "!A"; } }
  cell (AND) { area : 2; pin (A) { direction : input; } pin (B) { direction : input; }
               pin (Y) { direction : output; function : "A B"; } }
  cell (DFF) { area : 3; ff (IQ, IQN) { next_state : "D"; clocked_on : "C"; }
               pin (D) { direction : input; } pin (C) { direction : input; }
               pin (Q) { direction : output; function : "IQ"; } }
})";

Netlist small_netlist(const Scratch& scratch) {
  burin::write_file(scratch.path() / "t.json", kJson);
  return read_netlist(scratch.path() / "t.json", "t");
}

}  // namespace

TEST_CASE("netlist: the depth counts cells between registers and ports") {
  const Scratch scratch;
  const Netlist netlist = small_netlist(scratch);
  CHECK(netlist.cells.size() == 5);
  CHECK(netlist.inputs.size() == 2);
  CHECK(netlist.nets == 9);
  CHECK(logic_depth(netlist, [](const NetlistCell& cell) { return cell.type == "DFF" ? -1 : 1; }) == 2);
  CHECK(logic_depth(netlist, [](const NetlistCell& cell) { return cell.type == "INV" ? 5 : -1; }) == 5);
  // A loop has no depth, and does not hang.
  CHECK(logic_depth(netlist, [](const NetlistCell&) { return 1; }) > 2);
}

TEST_CASE("netlist: the activity of gates follows inputs, and registers that the trace does not have") {
  const Scratch scratch;
  const Netlist netlist = small_netlist(scratch);
  const Liberty liberty = parse_liberty(kLiberty, "l.lib");
  SimulationTrace trace;
  trace.cycles = 6;
  trace.signals.push_back({.name = "en", .width = 1, .words = {1, 1, 1, 1, 0, 0}});
  GateActivity activity = gate_activity(netlist, liberty, trace);
  // q is 0 1 0 1 0 0.
  CHECK(activity.known_registers == 0);
  CHECK(activity.changes.at(4) == 4);
  CHECK(activity.ones.at(4) == 2);
  CHECK(activity.changes.at(7) == 4);
  CHECK(activity.ones.at(7) == 4);
  CHECK(activity.changes.at(3) == 1);
  CHECK(activity.ones.at(6) == 2);

  trace.signals.push_back({.name = "q", .width = 1, .words = {1, 1, 1, 0, 0, 0}});
  activity = gate_activity(netlist, liberty, trace);
  CHECK(activity.known_registers == 1);
  CHECK(activity.changes.at(4) == 1);
  CHECK(activity.ones.at(4) == 3);

  const std::string commands = activity_commands(netlist, liberty, activity);
  CHECK(commands.find("pin {r1/Q} 0.2 0.5\n") != std::string::npos);
  CHECK(commands.find("pin {a2/B} 0 1\n") != std::string::npos);
  CHECK(commands.find("r1/C") == std::string::npos);
  const std::string saif = saif_text("t", netlist, activity);
  CHECK(saif.find("(DURATION 6)") != std::string::npos);
  CHECK(saif.find("(q (T0 3) (T1 3) (TX 0) (TC 1) (IG 0))") != std::string::npos);
}
