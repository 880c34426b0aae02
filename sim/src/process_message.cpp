// SPDX-License-Identifier: Apache-2.0
//! @file process_message.cpp
//! @brief The text of a check or print.
#include "process_message.h"

#include <fmt/format.h>

#include "exact.h"

namespace burin::sim {
namespace {

using ir::ProcessKind;

// The digits of an argument; `format` is the text between the braces.
std::string digits(const Bits& value, std::string_view format, bool is_signed) {
  if (format == ":x") return value.to_hex();
  if (format == ":b") return value.to_binary();
  const uint32_t width = value.width();
  if (!is_signed || width == 0 || !value.bit(width - 1)) return value.to_decimal();
  return fmt::format("-{}", exact::to_bits(exact::negative(exact::from_bits(value), width), width).to_decimal());
}

EventKind kind_of(ProcessKind kind) {
  switch (kind) {
    case ProcessKind::assert_:
      return EventKind::assertion;
    case ProcessKind::assume:
      return EventKind::assumption;
    case ProcessKind::cover:
      return EventKind::cover;
    case ProcessKind::print:
      break;
  }
  return EventKind::print;
}

}  // namespace

Event process_event(const ir::Module& module, const ir::Process& process, const std::function<Bits(size_t)>& argument) {
  const std::string_view text = process.message;
  std::string result;
  size_t next = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const size_t end = text[i] == '{' ? text.find('}', i) : std::string_view::npos;
    const std::string_view format = end == std::string_view::npos ? "?" : text.substr(i + 1, end - i - 1);
    const bool is_place = format.empty() || format == ":x" || format == ":b";
    if (!is_place || next == process.arguments.size()) {
      result += text[i];
      continue;
    }
    const ir::TypeId type = next < process.argument_types.size() ? process.argument_types[next] : ir::kNone;
    const bool is_signed = type != ir::kNone && module.design().type(type).kind == ir::TypeKind::signed_;
    result += digits(argument(next), format, is_signed);
    ++next;
    i = end;
  }
  return {kind_of(process.kind), std::move(result), location_text(module, process.location), process.name};
}

std::string location_text(const ir::Module& module, LocationId id) {
  const Location& place = module.design().locations.at(id);
  return place.file.empty() ? std::string() : fmt::format("{}:{}", place.file, place.line);
}

}  // namespace burin::sim
