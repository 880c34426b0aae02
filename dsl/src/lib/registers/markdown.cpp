// SPDX-License-Identifier: Apache-2.0
//! @file markdown.cpp
//! @brief A register map as a page.
#include <fmt/format.h>

#include "document.h"

namespace burin::registers {

namespace {

/// Text for a cell of a table.
std::string cell(std::string_view text) {
  std::string safe;
  for (const char c : text) safe += c == '|' ? std::string("\\|") : std::string(1, c);
  return safe;
}

/// "0x080 + 0x20·i, i = 0–7".
std::string place_of(const MapInfo& map, const RegisterInfo& one) {
  std::string text = detail_registers::offset_text(map, one.offset);
  std::string range;
  char index = 'i';
  for (const DimensionInfo& dimension : one.dimensions) {
    const std::string from =
        dimension.first == 0 ? std::string(1, index) : fmt::format("({} - {})", index, dimension.first);
    text += fmt::format(" + {:#x}·{}", dimension.stride, from);
    range += fmt::format(", {} = {}–{}", index, dimension.first, dimension.first + dimension.count - 1);
    ++index;
  }
  return text + range;
}

std::string_view answer_text(Answer answer) { return answer == Answer::okay ? "without an error" : "with an error"; }

std::string enumerator_list(const FieldInfo& field) {
  std::string text;
  for (const EnumeratorInfo& one : field.enumerators)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", one.value, one.name);
  return text.empty() ? "" : " (" + text + ")";
}

}  // namespace

std::string markdown(const MapInfo& map) {
  std::string text = fmt::format("# {}\n\n", detail_registers::headline(map));
  text += fmt::format("Words of {} bits; multi-word values have their low word first. ", map.data_width);
  text += fmt::format("An address without a register is answered {}, a read of it gives 0. ",
                      answer_text(map.options.unmapped));
  text += fmt::format(
      "A write to what cannot be written, or not now, changes nothing and is answered {}, as is a read of "
      "what cannot be read, which gives 0.\n",
      answer_text(map.options.refused));
  if (!map.constants.empty()) {
    text += "\n## Constants\n\n| name | value | meaning |\n|---|---|---|\n";
    for (const ConstantInfo& one : map.constants) {
      text += fmt::format("| {} | {} | {} |\n", detail_registers::upper_case(one.name),
                          one.value < 1024 ? fmt::format("{}", one.value) : fmt::format("{:#x}", one.value),
                          cell(one.description));
    }
  }
  text += "\n## Registers\n\n| offset | name | words | access | reset | meaning |\n|---|---|---|---|---|---|\n";
  for (const RegisterInfo& one : map.registers) {
    const Bits reset = detail_registers::reset_of(one, map.data_width);
    const bool is_single = one.fields.size() == 1 && one.fields.front().name.empty();
    text += fmt::format("| {} | {} | {} | {} | {} | {}{} |\n", place_of(map, one), one.name, one.words,
                        detail_registers::access_of(one), reset.is_zero() ? "0" : "0x" + reset.to_hex(),
                        cell(one.description), is_single ? cell(enumerator_list(one.fields.front())) : "");
  }
  for (const RegisterInfo& one : map.registers) {
    if (one.fields.size() == 1 && one.fields.front().name.empty()) continue;
    text += fmt::format("\n### {}\n\n| bits | field | access | reset | meaning |\n|---|---|---|---|---|\n", one.name);
    for (const FieldInfo& field : one.fields) {
      const uint32_t high = field.low + field.width - 1;
      text +=
          fmt::format("| {} | {} | {} | {} | {}{} |\n",
                      field.width == 1 ? fmt::format("{}", field.low) : fmt::format("{}:{}", high, field.low),
                      field.name, access_text(field.access), field.reset.is_zero() ? "0" : "0x" + field.reset.to_hex(),
                      cell(field.description), cell(enumerator_list(field)));
    }
  }
  if (!map.windows.empty()) {
    text += "\n## Windows\n\n| offset | name | words | access | meaning |\n|---|---|---|---|---|\n";
    for (const WindowInfo& one : map.windows) {
      text += fmt::format("| {} | {} | {} | {} | {} |\n", detail_registers::offset_text(map, one.offset), one.name,
                          one.words, access_text(one.access), cell(one.description));
    }
  }
  return text;
}

}  // namespace burin::registers
