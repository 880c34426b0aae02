// SPDX-License-Identifier: Apache-2.0
//! @file document.h
//! @brief What the documents of a register map have in common.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "burin/lib/registers/map_info.h"

namespace burin::registers::detail_registers {

/// "ARG_SIGN_COUNT" of "arg_sign_count".
std::string upper_case(std::string_view name);
/// "0x01c": as many digits as the map's last address.
std::string offset_text(const MapInfo& map, uint64_t offset);
/// "UartRegisters" and its title in one line.
std::string headline(const MapInfo& map);
/// What may be done with a register as a whole: its fields' access, each once: "RW, R".
std::string access_of(const RegisterInfo& one);
/// The word or words of a register after a reset.
Bits reset_of(const RegisterInfo& one, uint32_t data_width);

/// A constant of a header.
struct HeaderConstant {
  std::string name;
  std::string value;  // "0x010"
  std::string comment = {};
  bool opens_group = false;  // a blank line stands before it
};
/// What both headers define, in order.
std::vector<HeaderConstant> header_constants(const MapInfo& map);

}  // namespace burin::registers::detail_registers
