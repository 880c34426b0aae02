// SPDX-License-Identifier: Apache-2.0
//! @file document.cpp
//! @brief What the documents of a register map have in common.
#include "document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace burin::registers {

std::string_view access_text(Access access) {
  switch (access) {
    case Access::read_write:
      return "RW";
    case Access::read_only:
      return "R";
    case Access::write_only:
      return "W";
    case Access::secret:
      return "W, secret";
    case Access::write_one_to_clear:
      return "RW, 1 clears";
    case Access::write_one_to_set:
      return "RW, 1 sets";
    case Access::toggle_on_one:
      return "RW, 1 toggles";
    case Access::clear_on_read:
      return "R, clears";
    case Access::pulse:
      return "W, pulse";
    case Access::snapshot:
      return "R, snapshot";
  }
  return "";
}

namespace detail_registers {

std::string upper_case(std::string_view name) {
  std::string text(name);
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string offset_text(const MapInfo& map, uint64_t offset) {
  uint64_t last = 0xff;
  for (const RegisterInfo& one : map.registers) {
    uint64_t end = one.offset + uint64_t{one.words} * map.data_width / 8 - 1;
    for (const DimensionInfo& dimension : one.dimensions) end += (dimension.count - 1) * dimension.stride;
    last = std::max(last, end);
  }
  for (const WindowInfo& window : map.windows)
    last = std::max(last, window.offset + window.words * map.data_width / 8 - 1);
  return fmt::format("0x{:0{}x}", offset, (bits_for(last) + 3) / 4);
}

std::string headline(const MapInfo& map) {
  return map.options.title.empty() ? fmt::format("Register map {}", map.name) : map.options.title;
}

std::string access_of(const RegisterInfo& one) {
  std::vector<std::string_view> seen;
  std::string text;
  for (const FieldInfo& field : one.fields) {
    const std::string_view access = access_text(field.access);
    if (std::find(seen.begin(), seen.end(), access) != seen.end()) continue;
    seen.push_back(access);
    text += (text.empty() ? "" : "; ") + std::string(access);
  }
  return text;
}

Bits reset_of(const RegisterInfo& one, uint32_t data_width) {
  Bits whole(one.words * data_width);
  for (const FieldInfo& field : one.fields) {
    for (uint32_t i = 0; i < field.width; ++i) whole.set_bit(field.low + i, field.reset.bit(i));
  }
  return whole;
}

std::vector<HeaderConstant> header_constants(const MapInfo& map) {
  std::vector<HeaderConstant> all;
  const auto add = [&](std::string name, std::string value, std::string comment = {}, bool opens = false) {
    all.push_back({std::move(name), std::move(value), std::move(comment), opens});
  };
  for (const ConstantInfo& constant : map.constants) {
    const std::string value =
        constant.value < 1024 ? fmt::format("{}", constant.value) : fmt::format("{:#x}", constant.value);
    add(upper_case(constant.name), value, constant.description, all.empty());
  }
  bool opens = true;
  size_t next_block = 0;
  for (const RegisterInfo& one : map.registers) {
    for (; next_block < map.blocks.size() && map.blocks[next_block].offset <= one.offset; ++next_block) {
      const BlockInfo& block = map.blocks[next_block];
      add(upper_case(block.name), offset_text(map, block.offset), block.description, true);
    }
    const std::string name = upper_case(one.name);
    const bool is_single = one.fields.size() == 1 && one.fields.front().name.empty();
    add(name, offset_text(map, one.offset), fmt::format("{}: {}", access_of(one), one.description),
        opens || !is_single);
    opens = !is_single;
    if (one.words > 1) add(name + "_WORDS", fmt::format("{}", one.words));
    for (size_t i = 0; i < one.dimensions.size(); ++i) {
      const std::string level = one.dimensions.size() == 1 ? "" : fmt::format("_{}", i);
      add(fmt::format("{}_COUNT{}", name, level), fmt::format("{}", one.dimensions[i].count));
      add(fmt::format("{}_STRIDE{}", name, level), fmt::format("{:#x}", one.dimensions[i].stride));
    }
    for (const FieldInfo& field : one.fields) {
      const std::string field_name = is_single ? name : name + "_" + upper_case(field.name);
      if (!is_single) {
        const uint64_t mask = (field.width >= 64 ? ~uint64_t{0} : (uint64_t{1} << field.width) - 1) << field.low;
        add(field_name + "_LSB", fmt::format("{}", field.low),
            fmt::format("{}: {}", access_text(field.access), field.description));
        add(field_name + "_MASK", fmt::format("{:#x}", mask));
      }
      for (const EnumeratorInfo& enumerator : field.enumerators)
        add(field_name + "_" + upper_case(enumerator.name), fmt::format("{}", enumerator.value));
    }
  }
  for (const WindowInfo& window : map.windows) {
    const std::string name = upper_case(window.name);
    add(name, offset_text(map, window.offset),
        fmt::format("{}, window: {}", access_text(window.access), window.description), true);
    add(name + "_WORDS", fmt::format("{}", window.words));
  }
  return all;
}

}  // namespace detail_registers
}  // namespace burin::registers
