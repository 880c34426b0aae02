// SPDX-License-Identifier: Apache-2.0
//! @file registers.cpp
//! @brief Registers as clocked processes.
//!
//! The registers of one C++ object that have the same clock, and all or none a reset value, share a process; no other
//! registers do, so that a change of one object leaves the text of the others alone.
//!
//! A simulator starts an asynchronous reset at an edge, and there is none when the reset is active from time zero on.
//! So such registers also take their reset value once at the start of a simulation.
#include <fmt/format.h>

#include <map>
#include <tuple>

#include "branches.h"
#include "statements.h"

namespace burin::verilog {

using namespace ir;

namespace {

/// "state" of "state.a" and of "state[3].count".
std::string_view object_of(const Signal& signal) {
  return std::string_view(signal.object).substr(0, signal.object.find_first_of(".["));
}

}  // namespace

void Statements::group_registers() {
  std::map<std::tuple<std::string_view, ClockId, bool>, size_t> group_by_key;
  for (SignalId id = 0; id < module_.signals.size(); ++id) {
    const Signal& signal = module_.signals[id];
    if (signal.kind != SignalKind::reg || signal.width == 0) continue;
    text_.is_variable[id] = true;
    const Register& state = module_.register_of(id);
    const bool resets = state.reset_value && module_.clocks[state.clock].reset_kind != ResetKind::none;
    const Node& next = module_.node(signal.driver);
    const bool holds_only = next.op == Op::read && next.immediate == id && !resets;
    size_t group = groups_.size();
    if (!signal.object.empty() && !holds_only && !is_free(id)) {
      group = group_by_key.try_emplace({object_of(signal), state.clock, resets}, group).first->second;
    }
    if (group == groups_.size()) groups_.emplace_back();
    if (groups_[group].empty()) group_of_[id] = group;
    groups_[group].push_back(id);
  }
}

std::string Statements::edge_of(const Clock& clock) {
  return (clock.edge == Edge::rising ? "posedge " : "negedge ") + expressions_.expression(clock.clock);
}

/// The name of an asynchronous reset. Verilator warns when one net is both an asynchronous reset and a value that
/// registers see, in whatever module, so where a design has both the former gets a name of its own.
std::string Statements::asynchronous_reset(const Clock& clock) {
  if (!text_.separate_resets) return expressions_.expression(clock.reset);
  const auto found = asynchronous_resets_.find(clock.reset);
  if (found != asynchronous_resets_.end()) return found->second;
  const std::string plain = expressions_.expression(clock.reset);
  const std::string name = name_for(plain + "_async");
  text_.statements.begin_single();
  text_.statements.line(1, fmt::format("wire {} = {};", name, plain), clock.location);
  return asynchronous_resets_[clock.reset] = name;
}

void Statements::write_registers(SignalId first) {
  const auto found = group_of_.find(first);
  if (found == group_of_.end()) return;
  if (is_free(first)) return;  // the tool chooses
  const std::vector<SignalId>& group = groups_[found->second];
  const Register& state = module_.register_of(first);
  const Clock& clock = module_.clocks[state.clock];
  const bool resets = state.reset_value && clock.reset_kind != ResetKind::none;
  const bool is_asynchronous = resets && clock.reset_kind == ResetKind::asynchronous;
  const LocationId place = module_.signals[first].location;

  for (const SignalId id : group) {
    const NodeId next = module_.signals[id].driver;
    text_.plan.is_named(next) ? write_needed(next) : write_needed_by_definition(next);
  }
  write_needed(clock.clock);
  if (resets) write_needed(clock.reset);

  std::vector<Assignment> assignments;
  for (const SignalId id : group) {
    const Signal& signal = module_.signals[id];
    Assignment assignment;
    assignment.target = text_.signal_names[id];
    assignment.register_ = id;
    assignment.type = signal.type;
    assignment.value = signal.driver;
    assignment.place = signal.location;
    assignments.push_back(assignment);
  }

  const Node& next = module_.node(assignments[0].value);
  const bool holds = next.op == Op::read && next.immediate == first;
  if (!resets && group.size() == 1 && (holds || !text_.plan.is_branch(assignments[0].value))) {
    const LocationId value_place = text_.place_of(assignments[0].value, place);
    const std::string value = expressions_.assigned(assignments[0].value, assignments[0].type);
    text_.statements.begin_single();
    text_.statements.wrapped(1, fmt::format("always @({}) {} <= {};", edge_of(clock), assignments[0].target, value),
                             value_place);
    return;
  }

  const bool is_low = clock.reset_level == ResetLevel::active_low;
  std::string reset;
  std::string sensitivity = edge_of(clock);
  if (is_asynchronous) {
    const std::string name = asynchronous_reset(clock);
    sensitivity += fmt::format(" or {} {}", is_low ? "negedge" : "posedge", name);
    reset = (is_low ? "!" : "") + name;
  } else if (resets) {
    reset = expressions_.condition(clock.reset, is_low);
  }
  Branches branches(text_, expressions_, "<=");
  text_.statements.begin_block();
  if (is_asynchronous && !text_.options.formal) write_start_in_reset(group, reset, place);
  text_.statements.line(1, fmt::format("always @({}) begin", sensitivity), place);
  if (resets) {
    text_.statements.line(2, fmt::format("if ({}) begin", reset), place);
    for (const Assignment& assignment : assignments) {
      const std::string value =
          expressions_.constant(*module_.register_of(assignment.register_).reset_value, assignment.type);
      text_.statements.wrapped(3, fmt::format("{} <= {};", assignment.target, value), assignment.place);
    }
    branches.write_else(std::move(assignments), 2);
  } else {
    branches.write(std::move(assignments), 2);
  }
  text_.statements.line(1, "end", kSamePlace);
}

void Statements::write_start_in_reset(const std::vector<SignalId>& group, const std::string& condition,
                                      LocationId place) {
  text_.statements.line(0, "`ifndef SYNTHESIS", kSamePlace);
  text_.statements.line(1, fmt::format("initial if ({}) begin", condition), place);
  for (const SignalId id : group) {
    const Signal& signal = module_.signals[id];
    const std::string value = expressions_.constant(*module_.register_of(id).reset_value, signal.type);
    text_.statements.wrapped(2, fmt::format("{} = {};", text_.signal_names[id], value), signal.location);
  }
  text_.statements.line(1, "end", kSamePlace);
  text_.statements.line(0, "`endif", kSamePlace);
}

}  // namespace burin::verilog
