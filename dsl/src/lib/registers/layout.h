// SPDX-License-Identifier: Apache-2.0
//! @file layout.h
//! @brief Gives every part of a register map its address, and reports what cannot have one.
//!
//! 1. The parts are visited in order of declaration. A cursor stands behind the last one; a part without a place of its
//!    own lies there, aligned to a word.
//! 2. Each word notes the fields in it and the member that it belongs to; a word or bit that is taken is B0901.
//! 3. At the end, words between the first and the last that nobody took are B0902.
//! What lies in the elements of an array is laid out for each of them, and described once.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "burin/base/location.h"
#include "burin/lib/registers/map_info.h"
#include "burin/lib/registers/walk.h"

namespace burin::registers::detail_registers {

/// Bits of a field in one word.
struct WordPart {
  FieldCore* field = nullptr;
  uint32_t word_low = 0;
  uint32_t field_low = 0;
  uint32_t width = 0;
  uint32_t word_of_field = 0;  // 0 for the first word of a field
};

/// The member that a word belongs to.
struct Owner {
  std::string name;         // "arg.keys[3]"
  std::string struct_name;  // where the member is declared
  std::string member;
};

struct Word {
  Owner owner;
  std::vector<WordPart> parts;
};

struct PlacedWindow {
  Window* window = nullptr;
  uint64_t offset = 0;
  uint64_t words = 0;
};

class Layout final : public MapVisitor {
 public:
  Layout(std::string_view struct_name, MapOptions options, uint32_t data_width, uint32_t address_width,
         const Where& where);

  void field(std::string_view name, FieldCore& field) override;
  void window(std::string_view name, Window& window) override;
  void reserved(std::string_view name, const Reserved& reserved) override;
  void constant(std::string_view name, const Constant& constant) override;
  void begin_group(std::string_view name, std::string_view struct_name) override;
  void begin_block(std::string_view name, std::string_view struct_name, const PartCore& block) override;
  void begin_register(std::string_view name, std::string_view struct_name, const PartCore& one) override;
  void begin_array(std::string_view name, const ArrayCore& array, size_t count) override;
  void element(std::string_view struct_name) override;
  void end_element() override;
  void end() override;

  /// Checks the whole.
  void finish();

  [[nodiscard]] MapInfo& info() { return info_; }
  [[nodiscard]] const MapInfo& info() const { return info_; }
  [[nodiscard]] const std::map<uint64_t, Word>& words() const { return words_; }
  [[nodiscard]] const std::vector<PlacedWindow>& windows() const { return windows_; }
  [[nodiscard]] const Where& where() const { return where_; }
  [[nodiscard]] uint32_t word_bytes() const { return info_.data_width / 8; }

 private:
  /// What is open: a group, block, register, array or element of one.
  struct Level {
    enum class Kind : uint8_t { group, block, one_register, array, element };
    Kind kind = Kind::group;
    std::string name;         // of the member
    std::string struct_name;  // whose members come next
    uint64_t base = 0;        // that offsets count from
    // of an array
    size_t count = 0;
    size_t index = 0;
    uint64_t stride = 0;
    uint64_t first = 0;
    // of a register
    uint64_t next_bit = 0;
    RegisterInfo info = {};
  };

  void push(Level::Kind kind, std::string_view name, std::string_view struct_name, uint64_t base);
  [[nodiscard]] uint64_t base() const { return levels_.back().base; }
  /// The offset of a part, or nothing after a report.
  std::optional<uint64_t> place(const Spot& spot, std::string_view name, std::string_view kind);
  void field_of_register(std::string_view name, FieldCore& field);
  void claim(uint64_t offset, uint64_t bytes, std::string_view name);
  [[nodiscard]] Owner owner(std::string_view name) const;
  [[nodiscard]] std::string path(std::string_view name, std::string_view separator) const;
  /// All enclosing arrays are at their first element.
  [[nodiscard]] bool is_described() const;
  [[nodiscard]] std::vector<DimensionInfo> dimensions() const;
  [[nodiscard]] LocationId locate(const Owner& owner) const;
  void report(DiagnosticId id, const Owner& owner, std::string message, std::string expected, std::string remedy,
              const Owner* other = nullptr) const;

  MapInfo info_;
  bool served_before_ = false;
  Where where_;
  std::vector<Level> levels_;
  uint64_t cursor_ = 0;
  std::map<uint64_t, Word> words_;                         // by offset
  std::map<uint64_t, std::pair<uint64_t, Owner>> claims_;  // begin to end and owner
  std::map<uint64_t, uint64_t> room_;                      // begin to end of what lies between the elements of arrays
  std::set<std::pair<std::string, std::string>> refused_;  // struct and member of what overlaps
  std::vector<PlacedWindow> windows_;
};

}  // namespace burin::registers::detail_registers
