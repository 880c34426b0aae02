// SPDX-License-Identifier: Apache-2.0
//! @file location.h
//! @brief Places in the designer's source, interned to 32-bit ids.
#pragma once

#include <cstdint>
#include <memory>
#include <source_location>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace burin {

/// Index of a place in a `LocationTable`; `kNoLocation` where none is known.
using LocationId = uint32_t;
inline constexpr LocationId kNoLocation = 0;

/// A line and column of a source file. Lines and columns count from 1; column 0 means the whole line.
struct Location {
  std::string_view file;  ///< Path as the compiler was given it; owned by the table.
  uint32_t line = 0;
  uint32_t column = 0;

  friend bool operator==(const Location&, const Location&) = default;
};

/// Interns locations. Ids are stable for the life of the table and ordered by first use.
class LocationTable {
 public:
  LocationTable();

  /// The id of a place that the compiler states; `kNoLocation` when it names no file.
  LocationId intern(const std::source_location& where);

  /// The id of a place; `kNoLocation` when `file` is empty.
  LocationId intern(std::string_view file, uint32_t line, uint32_t column);

  /// A new id, equal to no other, for a place that is found out later; until then it is `where`.
  LocationId add_placeholder(const std::source_location& where);

  /// States the place of a placeholder.
  void resolve(LocationId placeholder, std::string_view file, uint32_t line, uint32_t column);

  /// The place behind `id`; an empty file name for `kNoLocation`.
  [[nodiscard]] const Location& at(LocationId id) const { return locations_[id]; }

  /// The number of ids, `kNoLocation` included.
  [[nodiscard]] size_t size() const { return locations_.size(); }

 private:
  uint32_t intern_file(std::string_view file);
  LocationId intern_place(uint32_t file, uint32_t line, uint32_t column);
  void grow();

  std::vector<std::unique_ptr<std::string>> files_;
  std::unordered_map<std::string_view, uint32_t> file_ids_;
  std::unordered_map<const char*, uint32_t> literal_files_;  // by address: the compiler's own strings
  const char* last_literal_ = nullptr;                       // neighbours mostly come from one file
  uint32_t last_file_ = 0;
  std::vector<Location> locations_;
  std::unordered_set<LocationId> placeholders_;
  std::vector<LocationId> table_;  // open addressing over locations_; kNoLocation = free
};

}  // namespace burin
