// SPDX-License-Identifier: Apache-2.0
//! @file processes.cpp
//! @brief Checks and messages.
//!
//! For formal tools (FORMAL is defined) a check is an immediate assertion in a clocked process. For simulators it is a
//! message and `$stop`. Synthesis (SYNTHESIS is defined) sees nothing of it. A cover point is for formal tools only.
#include <fmt/format.h>

#include "statements.h"

namespace burin::verilog {

using namespace ir;

namespace {

std::string_view formal_word(ProcessKind kind) {
  switch (kind) {
    case ProcessKind::assert_:
      return "assert";
    case ProcessKind::assume:
      return "assume";
    default:
      return "cover";
  }
}

}  // namespace

void Statements::write_check(const Process& process, size_t number) {
  if (process.kind == ProcessKind::print && text_.options.formal) return;
  const Clock& clock = module_.clocks[process.clock];
  write_needed(clock.clock);
  write_needed(process.enable);
  const bool resets = clock.reset_kind != ResetKind::none;
  if (resets) write_needed(clock.reset);
  if (process.kind != ProcessKind::print) write_needed(process.condition);
  const bool is_simulated = process.kind != ProcessKind::cover;
  if (is_simulated) {
    for (const NodeId argument : process.arguments) write_needed(argument);
  }

  const auto guard = [&] {
    std::string text;
    if (resets) text = expressions_.conjunct(clock.reset, clock.reset_level == ResetLevel::active_high);
    if (process.enable == kNone || is_known(process.enable, true)) return text;
    return (text.empty() ? text : text + " && ") + expressions_.conjunct(process.enable);
  };
  text_.statements.begin_block();
  if (process.kind != ProcessKind::print) {
    text_.records_usage = false;  // simulators do not see this part
    const std::string when = guard();
    text_.statements.line(0, "`ifdef FORMAL", kSamePlace);
    text_.statements.line(1, fmt::format("always @({}) begin", edge_of(clock)), process.location);
    const std::string check = fmt::format("{}: {} ({});", text_.part_names.processes[number], formal_word(process.kind),
                                          expressions_.expression(process.condition));
    if (when.empty()) {
      text_.statements.wrapped(2, check, process.location);
    } else {
      text_.statements.wrapped(2, fmt::format("if ({}) begin", when), process.location);
      text_.statements.wrapped(3, check, process.location);
      text_.statements.line(2, "end", kSamePlace);
    }
    text_.statements.line(1, "end", kSamePlace);
    text_.records_usage = true;
    if (is_simulated) text_.statements.line(0, "`else", kSamePlace);
  }
  if (is_simulated) {
    text_.statements.line(0, "`ifndef SYNTHESIS", kSamePlace);
    write_simulation_check(process, guard());
    text_.statements.line(0, "`endif", kSamePlace);
  }
  if (process.kind != ProcessKind::print) text_.statements.line(0, "`endif", kSamePlace);
}

void Statements::write_simulation_check(const Process& process, const std::string& guard) {
  const Clock& clock = module_.clocks[process.clock];
  std::string when = guard;
  std::string prefix;
  if (process.kind != ProcessKind::print) {
    when += (when.empty() ? "" : " && ") + expressions_.conjunct(process.condition, true);
    prefix =
        fmt::format("{} {} failed", process.kind == ProcessKind::assert_ ? "assertion" : "assumption", process.name);
    if (!process.message.empty()) prefix += ": ";
  }
  text_.statements.line(1, fmt::format("always @({}) begin", edge_of(clock)), process.location);
  int depth = 2;
  if (!when.empty()) text_.statements.wrapped(depth++, fmt::format("if ({}) begin", when), process.location);
  text_.statements.line(depth, display(process, prefix), process.location);
  if (process.kind != ProcessKind::print) text_.statements.line(depth, "$stop;", process.location);
  if (!when.empty()) text_.statements.line(--depth, "end", kSamePlace);
  text_.statements.line(1, "end", kSamePlace);
}

/// The message as a call of `$display`.
std::string Statements::display(const Process& process, std::string_view prefix) {
  std::string format(prefix);
  std::string arguments;
  size_t next = 0;
  const std::string& message = process.message;
  for (size_t i = 0; i < message.size();) {
    const std::string_view rest = std::string_view(message).substr(i);
    const std::string_view field = rest.starts_with("{}") ? "{}" : rest.substr(0, std::min<size_t>(4, rest.size()));
    const bool is_field = field == "{}" || field == "{:x}" || field == "{:b}";
    if (!is_field || next >= process.arguments.size()) {
      const char c = message[i++];
      format += c;
      if (c == '%') format += c;
      continue;
    }
    i += field.size();
    const NodeId argument = process.arguments[next];
    const TypeId type = next < process.argument_types.size() ? process.argument_types[next] : kNone;
    ++next;
    const bool is_decimal = field == "{}";
    if (module_.width(argument) == 0) {
      if (is_decimal) format += '0';
      continue;
    }
    const bool is_signed = type != kNone && module_.design().type(type).kind == TypeKind::signed_;
    const std::string value = expressions_.expression(argument);
    arguments += is_decimal && is_signed ? fmt::format(", $signed({})", value) : fmt::format(", {}", value);
    format += is_decimal ? "%0d" : (field == "{:x}" ? "%h" : "%b");
  }
  return fmt::format("$display({}{});", ModuleText::string_literal(format), arguments);
}

}  // namespace burin::verilog
