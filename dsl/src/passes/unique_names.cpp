// SPDX-License-Identifier: Apache-2.0
//! @file unique_names.cpp
//! @brief Gives every module a Verilog name that edits elsewhere in the design do not change.
//!
//! 1. The wanted name of a module is its C++ type followed by its parameters, in letters, digits and underscores. A
//!    long list of parameters is replaced by its hash.
//! 2. Names of black boxes' Verilog modules are taken. The top module takes its name next, so that a clash below it
//!    cannot rename what the user asked for.
//! 3. The others are grouped by wanted name, without regard to case: the names become files. A group of one takes its
//!    name. All members of a larger group get a suffix: the hash of their ports when these hashes differ, else the
//!    hash of their content. Neither depends on order or number.
//! 4. Should that still be taken, more digits of the hash are used and, at last, the position in the group.
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "burin/passes/reserved_names.h"
#include "burin/passes/transforms.h"
#include "module_hash.h"

namespace burin::passes {
namespace {

using namespace ir;

constexpr size_t kMaxName = 96;
constexpr size_t kMaxBase = 64;
constexpr size_t kShortHash = 6;
constexpr size_t kLongHash = 16;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// `text` with everything that is no letter or digit as single underscores; a minus sign before a digit is an "m".
std::string legal(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (is_letter(text[i]) || is_digit(text[i])) {
      result += text[i];
    } else if (text[i] == '-' && i + 1 < text.size() && is_digit(text[i + 1])) {
      result += 'm';
    } else if (!result.empty() && result.back() != '_') {
      result += '_';
    }
  }
  while (!result.empty() && result.back() == '_') result.pop_back();
  return result;
}

std::string lower_case(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

std::string hexadecimal(uint64_t value, size_t digits) {
  std::string text(kLongHash, '0');
  for (size_t i = text.size(); i-- > 0; value >>= 4) text[i] = "0123456789abcdef"[value & 15];
  return text.substr(0, digits);
}

/// Hash of text alone, for lists of parameters and types that are too long to spell.
uint64_t hash_of(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325U;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash ^ (hash >> 29);
}

/// Names that are given, without regard to case.
class Names {
 public:
  bool take(const std::string& name) { return taken_.insert(lower_case(name)).second; }

 private:
  std::set<std::string> taken_;
};

void name_group(Design& design, const std::vector<ModuleId>& group, const std::vector<uint64_t>& contents,
                Names& names) {
  const std::string wanted = module_name(design.module(group[0]));
  if (group.size() == 1 && names.take(wanted)) {
    design.module(group[0]).name = wanted;
    return;
  }
  std::map<uint64_t, int> interfaces;
  for (const ModuleId id : group) ++interfaces[interface_hash(design.module(id))];
  size_t position = 0;
  for (const ModuleId id : group) {
    Module& module = design.module(id);
    const uint64_t by_ports = interface_hash(module);
    const uint64_t hash = interfaces[by_ports] == 1 ? by_ports : contents[id];
    const std::string base = module_name(module) + "_";
    std::string name = base + hexadecimal(hash, kShortHash);
    if (!names.take(name)) {
      name = base + hexadecimal(hash, kLongHash);
      while (!names.take(name)) name = base + hexadecimal(hash, kLongHash) + "_" + std::to_string(++position);
    }
    module.name = name;
  }
}

}  // namespace

std::string module_name(const Module& module) {
  std::string base = legal(module.base_name.empty() ? module.name : module.base_name);
  if (base.empty() || is_digit(base[0])) base.insert(base.begin(), 'm');
  std::string suffix;
  for (const auto& [name, value] : module.parameters) {
    const std::string text = legal(value);
    suffix.append("_").append(legal(name));
    // A word would run into the parameter's name.
    if (!text.empty() && is_letter(text[0]) && !(text[0] == 'm' && text.size() > 1 && is_digit(text[1]))) suffix += "_";
    suffix += text;
  }
  if (base.size() > kMaxBase) {
    base.resize(kMaxBase);
    base.append("_").append(hexadecimal(hash_of(module.base_name), kShortHash));
  }
  if (base.size() + suffix.size() > kMaxName)
    suffix = std::string("_").append(hexadecimal(hash_of(suffix), kShortHash));
  std::string name = base + suffix;
  if (is_verilog_keyword(name)) name += "_";
  return name;
}

void make_module_names_unique(Design& design) {
  Names names;
  std::unordered_map<std::string, size_t> black_boxes;
  for (const auto& module : design.modules) {
    if (!module->black_box) continue;
    names.take(module->black_box->verilog_name);
    ++black_boxes[module->black_box->verilog_name];
  }
  std::vector<uint64_t> contents;
  std::map<std::string, std::vector<ModuleId>> groups;
  contents.reserve(design.modules.size());
  for (ModuleId id = 0; id < design.modules.size(); ++id) {
    Module& module = design.module(id);
    contents.push_back(content_hash(module, contents));
    if (module.black_box && black_boxes[module.black_box->verilog_name] == 1) {
      module.name = module.black_box->verilog_name;
    } else if (id == design.top && names.take(module_name(module))) {
      module.name = module_name(module);
    } else {
      groups[lower_case(module_name(module))].push_back(id);
    }
  }
  for (const auto& [wanted, group] : groups) name_group(design, group, contents, names);
}

}  // namespace burin::passes
