// SPDX-License-Identifier: Apache-2.0
//! @file interpreter_report.cpp
//! @brief What a design says while it runs: assertions, assumptions, covers and prints (docs/semantics.md, section 7).
#include <fmt/format.h>

#include "interpreter_machine.h"

namespace burin::sim {
namespace {

using ir::kNone;
using ir::ProcessKind;

// The digits of an argument; `format` is the text between the braces.
std::string digits(const Bits& value, std::string_view format, bool is_signed) {
  if (format == ":x") return value.to_hex();
  if (format == ":b") return value.to_binary();
  const uint32_t width = value.width();
  if (!is_signed || width == 0 || !value.bit(width - 1)) return value.to_decimal();
  return fmt::format("-{}", exact::to_bits(exact::negative(exact::from_bits(value), width), width).to_decimal());
}

}  // namespace

void Machine::run_processes() {
  if (fired_.size() == 1) {
    for (const uint32_t number : clocks_[fired_.front()].processes) run_process(module_.processes[number], number);
    return;
  }
  std::vector<bool> fired(clocks_.size(), false);
  for (const uint32_t i : fired_) fired[i] = true;
  for (uint32_t i = 0; i < module_.processes.size(); ++i) {
    if (fired[module_.processes[i].clock]) run_process(module_.processes[i], i);
  }
}

void Machine::run_process(const ir::Process& process, uint32_t number) {
  if (process.enable != kNone && !is_on(program_.nodes[process.enable])) return;
  if (reset_active(clocks_[process.clock])) return;
  const bool holds = process.condition == kNone || is_on(program_.nodes[process.condition]);
  EventKind kind = EventKind::print;
  switch (process.kind) {
    case ProcessKind::assert_:
      if (holds) return;
      kind = EventKind::assertion;
      break;
    case ProcessKind::assume:
      if (holds) return;
      kind = EventKind::assumption;
      break;
    case ProcessKind::cover:
      if (!holds || hits_[number]++ != 0) return;
      kind = EventKind::cover;
      break;
    case ProcessKind::print:
      break;
  }
  report_({kind, message(process), location(process.location), process.name});
}

std::string Machine::message(const ir::Process& process) const {
  const std::string_view text = process.message;
  std::string result;
  size_t argument = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const size_t end = text[i] == '{' ? text.find('}', i) : std::string_view::npos;
    const std::string_view format = end == std::string_view::npos ? "?" : text.substr(i + 1, end - i - 1);
    const bool is_place = format.empty() || format == ":x" || format == ":b";
    if (!is_place || argument == process.arguments.size()) {
      result += text[i];
      continue;
    }
    const Place place = program_.place(module_, process.arguments[argument]);
    const ir::TypeId type = argument < process.argument_types.size() ? process.argument_types[argument] : kNone;
    const bool is_signed = type != kNone && module_.design().type(type).kind == ir::TypeKind::signed_;
    result += digits(program_.values.bits(place.slot, place.width), format, is_signed);
    ++argument;
    i = end;
  }
  return result;
}

std::string Machine::location(LocationId id) const {
  const Location& place = module_.design().locations.at(id);
  return place.file.empty() ? std::string() : fmt::format("{}:{}", place.file, place.line);
}

std::vector<CoverCount> Machine::cover_counts() const {
  std::vector<CoverCount> result;
  for (size_t i = 0; i < module_.processes.size(); ++i) {
    const ir::Process& process = module_.processes[i];
    if (process.kind == ProcessKind::cover) result.push_back({process.name, location(process.location), hits_[i]});
  }
  return result;
}

}  // namespace burin::sim
