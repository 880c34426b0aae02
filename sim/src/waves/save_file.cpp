// SPDX-License-Identifier: Apache-2.0
//! @file save_file.cpp
//! @brief The save file of GTKWave: what it shows when it is opened, clocks first, enumerators by name.
#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

#include "burin/base/files.h"
#include "wave_file.h"

namespace burin::sim {
namespace {

// The flags of a line in a save file.
constexpr unsigned kHexadecimal = 0x22;
constexpr unsigned kSignedDecimal = 0x424;
constexpr unsigned kBinary = 0x28;
constexpr unsigned kNamesFromFile = 0x2000;
constexpr unsigned kGroupBegin = 0x800200;
constexpr unsigned kGroupEnd = 0x1000200;

class SaveFile {
 public:
  SaveFile(const std::filesystem::path& waves, const WaveCatalog& catalog) : waves_(waves), catalog_(catalog) {}

  std::string text(uint64_t marker) {
    // GTKWave looks for files from where it was started.
    text_ = fmt::format("[*] Burin\n[dumpfile] \"{}\"\n[timestart] 0\n", std::filesystem::absolute(waves_).string());
    if (marker != 0) text_ += fmt::format("*-6.000000 {}\n", marker);
    text_ += fmt::format("[treeopen] {}.\n", catalog_.scopes.front().name);
    for (const uint32_t i : catalog_.scopes.front().signals) {
      if (catalog_.signals[i].is_clock) show(catalog_.scopes.front().name, i);
    }
    ports(catalog_.scopes.front().name, 0);
    state_machines(catalog_.scopes.front().name, 0);
    return std::move(text_);
  }

  void write_filters() const {
    for (const auto& [type, path] : filters_) {
      std::string names;
      const ir::Type& enumeration = catalog_.design->type(type);
      for (const ir::Type::Enumerator& enumerator : enumeration.enumerators)
        names += fmt::format("{} {}\n", Bits(enumeration.width, enumerator.value).to_binary(), enumerator.name);
      write_file(path, names);
    }
  }

 private:
  // The ports in a scope of the top module; groups of ports as groups. By recursion: as deep as bundles are.
  void ports(const std::string& path, uint32_t id) {
    for (const uint32_t i : catalog_.scopes[id].signals) {
      const WaveSignal& signal = catalog_.signals[i];
      if (signal.port && !signal.is_clock) show(path, i);
    }
    for (const uint32_t inner : catalog_.scopes[id].scopes) {
      const WaveScope& scope = catalog_.scopes[inner];
      if (scope.kind != WaveScope::Kind::bundle || !has_ports(inner)) continue;
      text_ += fmt::format("@{:x}\n-{}\n", kGroupBegin, scope.name);
      ports(path + "." + scope.name, inner);
      text_ += fmt::format("@{:x}\n-{}\n", kGroupEnd, scope.name);
    }
  }

  // Registers that hold enumerators, wherever they are. By recursion: as deep as instances and bundles are.
  void state_machines(const std::string& path, uint32_t id) {
    for (const uint32_t i : catalog_.scopes[id].signals) {
      const WaveSignal& signal = catalog_.signals[i];
      if (signal.kind == WaveSignal::Kind::reg && catalog_.enumeration(signal) != nullptr) show(path, i);
    }
    for (const uint32_t inner : catalog_.scopes[id].scopes)
      state_machines(path + "." + catalog_.scopes[inner].name, inner);
  }

  [[nodiscard]] bool has_ports(uint32_t id) const {
    for (const uint32_t i : catalog_.scopes[id].signals) {
      if (catalog_.signals[i].port) return true;
    }
    for (const uint32_t inner : catalog_.scopes[id].scopes) {
      if (has_ports(inner)) return true;
    }
    return false;
  }

  void show(const std::string& path, uint32_t i) {
    const WaveSignal& signal = catalog_.signals[i];
    const ir::Type* type = signal.type == ir::kNone ? nullptr : &catalog_.design->type(signal.type);
    unsigned flags = signal.width == 1 ? kBinary : kHexadecimal;
    if (type != nullptr && type->kind == ir::TypeKind::signed_) flags = kSignedDecimal;
    if (catalog_.enumeration(signal) != nullptr) {
      text_ += fmt::format("@{:x}\n^1 {}\n", kBinary | kNamesFromFile, filter(signal.type).string());
    } else {
      text_ += fmt::format("@{:x}\n", flags);
    }
    text_ += fmt::format("{}.{}{}\n", path, signal.name,
                         signal.width == 1 ? std::string() : fmt::format("[{}:0]", signal.width - 1));
  }

  std::filesystem::path filter(ir::TypeId type) {
    const auto found = filters_.find(type);
    if (found != filters_.end()) return found->second;
    std::string name;
    for (const char c : catalog_.design->type(type).name) name += (c == ':' || c == '/' || c == ' ') ? '_' : c;
    std::filesystem::path path = std::filesystem::absolute(waves_);
    path += fmt::format(".{}.filter", name);
    for (const auto& [other, taken] : filters_) {
      if (taken == path) path += fmt::format(".{}", type);
    }
    return filters_[type] = path;
  }

  std::filesystem::path waves_;
  const WaveCatalog& catalog_;
  std::string text_;
  std::map<ir::TypeId, std::filesystem::path> filters_;
};

}  // namespace

void write_save_file(const std::filesystem::path& waves, const WaveCatalog& catalog, uint64_t marker) {
  SaveFile file(waves, catalog);
  const std::string text = file.text(marker);
  file.write_filters();
  std::filesystem::path path = waves;
  path += ".gtkw";
  write_file(path, text);
}

}  // namespace burin::sim
