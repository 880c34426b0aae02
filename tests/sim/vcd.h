// SPDX-License-Identifier: Apache-2.0
//! @file vcd.h
//! @brief Reads a VCD file back: for tests of waves.
#pragma once

#include <cstdint>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "burin/base/bits.h"

namespace burin::sim::test {

/// A variable of a VCD file with its values by the times at which they begin.
struct VcdVariable {
  std::string type;
  uint32_t width = 0;
  std::map<uint64_t, std::string> values;  ///< Binary digits, `width` of them.

  /// The value that holds at `time`.
  [[nodiscard]] Bits at(uint64_t time) const {
    auto found = values.upper_bound(time);
    if (found == values.begin()) throw std::runtime_error("no value yet");
    return Bits::parse(width, "0b" + std::prev(found)->second);
  }
};

struct Vcd {
  std::string timescale;
  std::map<std::string, VcdVariable> variables;  ///< By path, "top.core.count", without the range.
  uint64_t end = 0;
  size_t changes = 0;  ///< After the first moment.
};

/// Throws when `text` is no VCD as the standard has it.
inline Vcd parse_vcd(const std::string& text) {
  Vcd vcd;
  std::istringstream in(text);
  std::vector<std::string> scopes;
  std::multimap<std::string, std::string> paths;  // by code
  std::string word;
  const auto skip_to_end = [&] {
    std::string all;
    while (in >> word && word != "$end") all += (all.empty() ? "" : " ") + word;
    if (word != "$end") throw std::runtime_error("a declaration without $end");
    return all;
  };
  bool declared = false;
  while (!declared && in >> word) {
    if (word == "$scope") {
      in >> word >> word;
      scopes.push_back(word);
      skip_to_end();
    } else if (word == "$upscope") {
      scopes.pop_back();
      skip_to_end();
    } else if (word == "$var") {
      VcdVariable variable;
      std::string code;
      std::string name;
      in >> variable.type >> variable.width >> code >> name;
      std::string range = skip_to_end();
      if (!range.empty() && range != "[" + std::to_string(variable.width - 1) + ":0]")
        throw std::runtime_error("range " + range);
      std::string path;
      for (const std::string& scope : scopes) path += scope + ".";
      if (!vcd.variables.emplace(path + name, variable).second) throw std::runtime_error("twice: " + path + name);
      paths.emplace(code, path + name);
    } else if (word == "$timescale") {
      vcd.timescale = skip_to_end();
    } else if (word == "$enddefinitions") {
      skip_to_end();
      declared = true;
    } else {
      skip_to_end();
    }
  }
  if (!declared || !scopes.empty()) throw std::runtime_error("the declarations do not end");
  uint64_t time = 0;
  bool first = true;
  const auto change = [&](const std::string& digits, const std::string& code) {
    const auto [begin, end] = paths.equal_range(code);
    if (begin == end) throw std::runtime_error("unknown variable " + code);
    if (!first) ++vcd.changes;
    for (auto at = begin; at != end; ++at) {
      VcdVariable& variable = vcd.variables.at(at->second);
      if (digits.size() > variable.width) throw std::runtime_error("too many digits for " + at->second);
      variable.values[time] = std::string(variable.width - digits.size(), '0') + digits;
    }
  };
  while (in >> word) {
    if (word[0] == '#') {
      const uint64_t next = std::stoull(word.substr(1));
      if (next < time) throw std::runtime_error("time goes back");
      time = next;
    } else if (word == "$dumpvars") {
      first = true;
    } else if (word == "$end") {
      first = false;
    } else if (word[0] == 'b') {
      std::string code;
      in >> code;
      change(word.substr(1), code);
    } else if (word[0] == '0' || word[0] == '1') {
      change(word.substr(0, 1), word.substr(1));
    } else {
      throw std::runtime_error("what is " + word);
    }
  }
  vcd.end = time;
  return vcd;
}

}  // namespace burin::sim::test
