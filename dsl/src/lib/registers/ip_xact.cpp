// SPDX-License-Identifier: Apache-2.0
//! @file ip_xact.cpp
//! @brief A register map as an IP-XACT component, IEEE 1685-2014.
//!
//! An array becomes a register file, since registers of IP-XACT have no stride. A value of two words becomes the
//! registers NAME_lo and NAME_hi, one of more words an array of words.
#include <fmt/format.h>

#include <algorithm>

#include "document.h"

namespace burin::registers {

namespace {

using detail_registers::headline;

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

/// Writes elements, indented.
class Xml {
 public:
  void open(const std::string& name) {
    line("<ipxact:" + name + ">");
    open_.push_back(name);
  }
  void close() {
    const std::string name = open_.back();
    open_.pop_back();
    line("</ipxact:" + name + ">");
  }
  void leaf(const std::string& name, const std::string& value) {
    line(fmt::format("<ipxact:{0}>{1}</ipxact:{0}>", name, escaped(value)));
  }
  void line(const std::string& text) { text_ += std::string(2 * open_.size() + indent_, ' ') + text + "\n"; }
  void indent(size_t by) { indent_ = by; }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::vector<std::string> open_;
  size_t indent_ = 0;
};

struct BusNames {
  std::string vendor;
  std::string library;
  std::string type;
  std::string version;
};

BusNames names_of(BusInfo::Kind kind) {
  switch (kind) {
    case BusInfo::Kind::axi_lite:
      return {"amba.com", "AMBA4", "AXI4Lite", "r0p0_0"};
    case BusInfo::Kind::ahb_lite:
      return {"amba.com", "AMBA3", "AHBLite", "r1p0_6"};
    case BusInfo::Kind::apb:
      return {"amba.com", "AMBA4", "APB4", "r0p0_0"};
  }
  return {};
}

std::string_view access_name(Access access) {
  switch (access) {
    case Access::read_only:
    case Access::snapshot:
    case Access::clear_on_read:
      return "read-only";
    case Access::write_only:
    case Access::secret:
    case Access::pulse:
      return "write-only";
    default:
      return "read-write";
  }
}

/// Whether hardware may change what was written.
bool is_volatile(Access access) {
  return access != Access::read_write && access != Access::write_only && access != Access::secret;
}

class Writer {
 public:
  explicit Writer(const MapInfo& map) : map_(map) {}

  std::string component() {
    xml_.line(R"(<?xml version="1.0" encoding="UTF-8"?>)");
    xml_.line(R"(<ipxact:component xmlns:ipxact="http://www.accellera.org/XMLSchema/IPXACT/1685-2014")");
    xml_.line(R"(                  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance")");
    xml_.line(R"(                  xsi:schemaLocation="http://www.accellera.org/XMLSchema/IPXACT/1685-2014)"
              R"( http://www.accellera.org/XMLSchema/IPXACT/1685-2014/index.xsd">)");
    xml_.indent(2);
    xml_.leaf("vendor", map_.options.vendor);
    xml_.leaf("library", map_.options.library);
    xml_.leaf("name", map_.name);
    xml_.leaf("version", map_.options.version);
    if (!map_.bus.ports.empty()) bus_interface();
    memory_map();
    if (!map_.bus.ports.empty()) model();
    xml_.leaf("description", headline(map_));
    xml_.indent(0);
    xml_.line("</ipxact:component>");
    return xml_.text();
  }

 private:
  void reference(const std::string& element, const std::string& name) {
    const BusNames bus = names_of(map_.bus.kind);
    xml_.line(fmt::format(R"(<ipxact:{} vendor="{}" library="{}" name="{}" version="{}"/>)", element, bus.vendor,
                          bus.library, name, bus.version));
  }

  void bus_interface() {
    xml_.open("busInterfaces");
    xml_.open("busInterface");
    xml_.leaf("name", map_.bus.name);
    reference("busType", names_of(map_.bus.kind).type);
    xml_.open("abstractionTypes");
    xml_.open("abstractionType");
    reference("abstractionRef", names_of(map_.bus.kind).type + "_rtl");
    xml_.open("portMaps");
    for (const auto& [logical, physical] : map_.bus.ports) {
      xml_.open("portMap");
      xml_.open("logicalPort");
      xml_.leaf("name", logical);
      xml_.close();
      xml_.open("physicalPort");
      xml_.leaf("name", physical.name);
      xml_.close();
      xml_.close();
    }
    xml_.close();
    xml_.close();
    xml_.close();
    xml_.open("slave");
    xml_.line(fmt::format(R"(<ipxact:memoryMapRef memoryMapRef="{}"/>)", map_.name));
    xml_.close();
    xml_.close();
    xml_.close();
  }

  void model() {
    xml_.open("model");
    xml_.open("ports");
    for (const auto& [logical, physical] : map_.bus.ports) {
      xml_.open("port");
      xml_.leaf("name", physical.name);
      xml_.open("wire");
      xml_.leaf("direction", physical.is_input ? "in" : "out");
      if (physical.width > 1) {
        xml_.open("vectors");
        xml_.open("vector");
        xml_.leaf("left", fmt::format("{}", physical.width - 1));
        xml_.leaf("right", "0");
        xml_.close();
        xml_.close();
      }
      xml_.close();
      xml_.close();
    }
    xml_.close();
    xml_.close();
  }

  void memory_map() {
    xml_.open("memoryMaps");
    xml_.open("memoryMap");
    xml_.leaf("name", map_.name);
    if (!map_.registers.empty()) {
      xml_.open("addressBlock");
      xml_.leaf("name", "registers");
      xml_.leaf("baseAddress", "0");
      xml_.leaf("range", hex(range()));
      xml_.leaf("width", fmt::format("{}", map_.data_width));
      for (const RegisterInfo& one : map_.registers) registers(one, 0, one.offset);
      xml_.close();
    }
    for (const WindowInfo& window : map_.windows) {
      xml_.open("addressBlock");
      xml_.leaf("name", window.name);
      xml_.leaf("description", window.description);
      xml_.leaf("baseAddress", hex(window.offset));
      xml_.leaf("range", hex(window.words * map_.data_width / 8));
      xml_.leaf("width", fmt::format("{}", map_.data_width));
      xml_.leaf("usage", "memory");
      xml_.leaf("access", std::string(access_name(window.access)));
      xml_.close();
    }
    xml_.leaf("addressUnitBits", "8");
    xml_.close();
    xml_.close();
  }

  [[nodiscard]] static std::string hex(uint64_t value) { return fmt::format("'h{:x}", value); }

  /// Bytes up to the end of the last register.
  [[nodiscard]] uint64_t range() const {
    uint64_t end = 0;
    for (const RegisterInfo& one : map_.registers) {
      uint64_t last = one.offset + uint64_t{one.words} * map_.data_width / 8;
      for (const DimensionInfo& dimension : one.dimensions) last += (dimension.count - 1) * dimension.stride;
      end = std::max(end, last);
    }
    return end;
  }

  void registers(const RegisterInfo& one, size_t level, uint64_t offset) {
    if (level < one.dimensions.size()) {
      const DimensionInfo& dimension = one.dimensions[level];
      xml_.open("registerFile");
      xml_.leaf("name", one.name + (level + 1 < one.dimensions.size() ? fmt::format("_array{}", level) : "_array"));
      xml_.leaf("dim", fmt::format("{}", dimension.count));
      xml_.leaf("addressOffset", hex(offset));
      xml_.leaf("range", hex(dimension.stride));
      registers(one, level + 1, 0);
      return xml_.close();
    }
    const uint64_t bytes = map_.data_width / 8;
    if (one.words == 1) {
      write_register(one, one.name, offset, 1, 0);
    } else if (one.words == 2) {
      write_register(one, one.name + "_lo", offset, 1, 0);
      write_register(one, one.name + "_hi", offset + bytes, 1, map_.data_width);
    } else {
      write_register(one, one.name, offset, one.words, 0);
    }
  }

  /// A word, or several equal ones, from bit `low` of the register on.
  void write_register(const RegisterInfo& one, const std::string& name, uint64_t offset, uint32_t count, uint32_t low) {
    xml_.open("register");
    xml_.leaf("name", name);
    xml_.leaf("description", one.description.empty() ? name : one.description);
    if (count > 1) xml_.leaf("dim", fmt::format("{}", count));
    xml_.leaf("addressOffset", hex(offset));
    xml_.leaf("size", fmt::format("{}", map_.data_width));
    for (const FieldInfo& field : one.fields) {
      if (field.width == 0) continue;
      const uint32_t width = std::min(field.width - low, map_.data_width);
      xml_.open("field");
      xml_.leaf("name", field.name.empty() ? "value" : field.name);
      if (!field.description.empty()) xml_.leaf("description", field.description);
      xml_.leaf("bitOffset", fmt::format("{}", field.low));
      xml_.open("resets");
      xml_.open("reset");
      xml_.leaf("value", "'h" + field.reset.slice(low, width).to_hex());
      xml_.close();
      xml_.close();
      xml_.leaf("bitWidth", fmt::format("{}", width));
      if (is_volatile(field.access)) xml_.leaf("volatile", "true");
      xml_.leaf("access", std::string(access_name(field.access)));
      enumerators(field);
      if (field.access == Access::write_one_to_clear) xml_.leaf("modifiedWriteValue", "oneToClear");
      if (field.access == Access::write_one_to_set) xml_.leaf("modifiedWriteValue", "oneToSet");
      if (field.access == Access::toggle_on_one) xml_.leaf("modifiedWriteValue", "oneToToggle");
      if (field.access == Access::clear_on_read) xml_.leaf("readAction", "clear");
      xml_.close();
    }
    xml_.close();
  }

  void enumerators(const FieldInfo& field) {
    if (field.enumerators.empty()) return;
    xml_.open("enumeratedValues");
    for (const EnumeratorInfo& one : field.enumerators) {
      xml_.open("enumeratedValue");
      xml_.leaf("name", one.name);
      xml_.leaf("value", fmt::format("{}", one.value));
      xml_.close();
    }
    xml_.close();
  }

  const MapInfo& map_;
  Xml xml_;
};

}  // namespace

std::string ip_xact(const MapInfo& map) { return Writer(map).component(); }

}  // namespace burin::registers
