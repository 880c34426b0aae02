// SPDX-License-Identifier: Apache-2.0
//! @file location.cpp
//! @brief The table of source places. `intern` runs once for each operation of a design, so it hashes integers only.
#include "burin/base/location.h"

namespace burin {
namespace {

constexpr size_t kInitialSlots = 256;  // a power of two

uint64_t hash_of(const char* file, uint32_t line, uint32_t column) {
  constexpr uint64_t kMultiplier = 0x9e3779b97f4a7c15U;
  uint64_t state = reinterpret_cast<uintptr_t>(file) * kMultiplier;
  state = (state ^ (state >> 29) ^ ((static_cast<uint64_t>(line) << 20) + column)) * kMultiplier;
  return state ^ (state >> 32);
}

}  // namespace

LocationTable::LocationTable() : locations_(1), table_(kInitialSlots, kNoLocation) {}

LocationId LocationTable::intern(const std::source_location& where) {
  const char* const literal = where.file_name();
  if (literal != last_literal_) {
    if (literal == nullptr || *literal == '\0') return kNoLocation;
    const auto found = literal_files_.find(literal);
    last_file_ = found != literal_files_.end() ? found->second : intern_file(literal);
    if (found == literal_files_.end()) literal_files_.emplace(literal, last_file_);
    last_literal_ = literal;
  }
  return intern_place(last_file_, where.line(), where.column());
}

LocationId LocationTable::intern(std::string_view file, uint32_t line, uint32_t column) {
  if (file.empty()) return kNoLocation;
  return intern_place(intern_file(file), line, column);
}

LocationId LocationTable::add_placeholder(const std::source_location& where) {
  const Location place = locations_[intern(where)];  // may itself take the next id
  const auto id = static_cast<LocationId>(locations_.size());
  locations_.push_back(place);
  placeholders_.insert(id);
  return id;
}

void LocationTable::resolve(LocationId placeholder, std::string_view file, uint32_t line, uint32_t column) {
  locations_[placeholder] = {*files_[intern_file(file)], line, column};
}

uint32_t LocationTable::intern_file(std::string_view file) {
  if (const auto found = file_ids_.find(file); found != file_ids_.end()) return found->second;
  const auto id = static_cast<uint32_t>(files_.size());
  files_.push_back(std::make_unique<std::string>(file));
  file_ids_.emplace(*files_.back(), id);
  return id;
}

LocationId LocationTable::intern_place(uint32_t file, uint32_t line, uint32_t column) {
  // Each file name is stored once, so its address stands for it.
  const std::string& name = *files_[file];
  const size_t mask = table_.size() - 1;
  size_t slot = hash_of(name.data(), line, column) & mask;
  for (; table_[slot] != kNoLocation; slot = (slot + 1) & mask) {
    const Location& place = locations_[table_[slot]];
    if (place.line == line && place.column == column && place.file.data() == name.data()) return table_[slot];
  }
  const auto id = static_cast<LocationId>(locations_.size());
  locations_.push_back({name, line, column});
  table_[slot] = id;
  if (locations_.size() * 2 > table_.size()) grow();
  return id;
}

void LocationTable::grow() {
  table_.assign(table_.size() * 2, kNoLocation);
  const size_t mask = table_.size() - 1;
  for (LocationId id = 1; id < locations_.size(); ++id) {
    if (placeholders_.contains(id)) continue;  // never found by its place
    const Location& place = locations_[id];
    size_t slot = hash_of(place.file.data(), place.line, place.column) & mask;
    while (table_[slot] != kNoLocation) slot = (slot + 1) & mask;
    table_[slot] = id;
  }
}

}  // namespace burin
