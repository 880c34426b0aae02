// SPDX-License-Identifier: Apache-2.0
//! @file map_info.h
//! @brief A register map as data: what its documents are written from.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "burin/base/bits.h"
#include "burin/lib/registers/field.h"

namespace burin::registers {

/// How the bus answers what a map does not do. Reads give 0 in either case.
enum class Answer : uint8_t { okay, error };

/// What is said about a map as a whole.
struct MapOptions {
  Answer unmapped = Answer::error;  ///< There is no register at the address.
  Answer refused = Answer::error;   ///< What is written can not be written (now), or what is read can not be read.
  std::string name = {};            ///< Of the files, "uart_registers"; that of the map's struct when empty.
  std::string title = {};           ///< One line for the documents.
  std::string vendor = "burin";     ///< The component's identity in IP-XACT, with `library`, its name and `version`.
  std::string library = "designs";
  std::string version = "1.0";
  std::string c_text = {};         ///< What follows the constants in the C header.
  std::string cpp_text = {};       ///< The same for the C++ header, inside its namespace.
  std::string cpp_includes = {};   ///< Lines for the head of the C++ header.
  std::string cpp_namespace = {};  ///< The `name` when empty.
};

struct EnumeratorInfo {
  std::string name;
  uint64_t value = 0;
};

struct FieldInfo {
  std::string name;  ///< Empty where the field is the whole register.
  uint32_t low = 0;  ///< Its lowest bit in the register.
  uint32_t width = 0;
  Access access = Access::read_write;
  Bits reset = {};
  std::string description;
  std::vector<EnumeratorInfo> enumerators = {};
};

/// One level of an array around a register.
struct DimensionInfo {
  uint64_t count = 0;
  uint64_t stride = 0;
  uint64_t first = 0;
};

/// A register, or an array of equal ones.
struct RegisterInfo {
  std::string name;     ///< "arg_keys": the members on the way to it, joined.
  uint64_t offset = 0;  ///< Of the first one.
  uint32_t words = 1;
  std::string description;
  std::vector<FieldInfo> fields;
  std::vector<DimensionInfo> dimensions = {};  ///< From the outermost in.
};

struct WindowInfo {
  std::string name;
  uint64_t offset = 0;
  uint64_t words = 0;
  Access access = Access::read_write;
  std::string description;
};

/// Where a block of registers begins, that of the first one in an array.
struct BlockInfo {
  std::string name;
  uint64_t offset = 0;
  std::string description;
};

struct ConstantInfo {
  std::string name;
  uint64_t value = 0;
  std::string description;
};

/// A port of the top module.
struct PortInfo {
  std::string name;
  bool is_input = false;
  uint32_t width = 1;
};

/// The bus that a map is served on.
struct BusInfo {
  enum class Kind : uint8_t { axi_lite, ahb_lite, apb };
  Kind kind = Kind::axi_lite;
  std::string name;  ///< Of the interface, "control".
  /// AWADDR and so on, with what they are in the top module; none when the map is served deeper inside.
  std::vector<std::pair<std::string, PortInfo>> ports = {};
};

struct MapInfo {
  std::string name;
  MapOptions options;
  uint32_t data_width = 32;
  uint32_t address_width = 32;
  BusInfo bus;
  std::vector<RegisterInfo> registers;  ///< By offset.
  std::vector<BlockInfo> blocks;        ///< Likewise.
  std::vector<WindowInfo> windows;
  std::vector<ConstantInfo> constants;
};

/// "RW", "W1C" and so on.
std::string_view access_text(Access access);

/// The documents of a map.
std::string c_header(const MapInfo& map);
std::string cpp_header(const MapInfo& map);
std::string markdown(const MapInfo& map);
/// IP-XACT, IEEE 1685-2014.
std::string ip_xact(const MapInfo& map);

}  // namespace burin::registers
