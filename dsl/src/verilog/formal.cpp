// SPDX-License-Identifier: Apache-2.0
//! @file formal.cpp
//! @brief What Verilog for a proof has besides the design.
#include <fmt/format.h>

#include <algorithm>

#include "burin/ir/marks.h"
#include "statements.h"

namespace burin::verilog {

using namespace ir;

std::string_view free_kind(const Module& module, SignalId id) {
  const Signal& signal = module.signals[id];
  if (const std::string_view kind = mark(signal, kFreeMark); !kind.empty()) return kind;
  if (signal.kind != SignalKind::reg) return {};
  const Register& state = module.register_of(id);
  const bool resets = state.reset_value && module.clocks[state.clock].reset_kind != ResetKind::none;
  const Node& next = module.node(signal.driver);
  const bool holds = next.op == Op::read && next.immediate == id;
  return holds && !resets && !state.power_up ? kFreeConstant : std::string_view();
}

bool Statements::is_free(SignalId signal) const { return text_.options.formal && !free_kind(module_, signal).empty(); }

/// A register for each clock input tells whether it had an edge. Until all of them had one, all resets are active, so
/// that every register with a reset value has it before the first check.
void Statements::write_formal_resets() {
  if (!text_.options.formal || text_.options.formal->reset == FormalVerilog::Reset::free) return;
  const auto is_input = [&](NodeId node) {
    return node != kNone && module_.node(node).op == Op::read &&
           module_.signals[module_.node(node).immediate].kind == SignalKind::input;
  };
  std::vector<std::string> edges;
  std::vector<std::string> active;
  std::vector<std::string> inactive;
  const auto add = [](std::vector<std::string>& list, std::string text) {
    if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(std::move(text));
  };
  for (const Clock& clock : module_.clocks) {
    if (is_input(clock.clock)) add(edges, edge_of(clock));
    if (clock.reset_kind == ResetKind::none || !is_input(clock.reset)) continue;
    const std::string& name = text_.signal_names[module_.node(clock.reset).immediate];
    const bool is_low = clock.reset_level == ResetLevel::active_low;
    add(active, (is_low ? "!" : "") + name);
    add(inactive, (is_low ? "" : "!") + name);
  }
  if (active.empty() || edges.empty()) return;
  std::string started;
  text_.statements.begin_block();
  for (const std::string& edge : edges) {
    const std::string name = name_for("formal_started");
    text_.statements.line(1, fmt::format("reg {} = 1'b0;", name), kNoLocation);
    text_.statements.line(1, fmt::format("always @({}) {} <= 1'b1;", edge, name), kNoLocation);
    started += (started.empty() ? "" : " && ") + name;
  }
  text_.statements.line(1, "always @(*) begin", kNoLocation);
  text_.statements.line(2,
                        fmt::format("if ({}) assume ({});", edges.size() == 1 ? "!" + started : "!(" + started + ")",
                                    fmt::join(active, " && ")),
                        kNoLocation);
  if (text_.options.formal->reset == FormalVerilog::Reset::once) {
    text_.statements.line(2, fmt::format("if ({}) assume ({});", started, fmt::join(inactive, " && ")), kNoLocation);
  }
  text_.statements.line(1, "end", kNoLocation);
}

}  // namespace burin::verilog
