// SPDX-License-Identifier: Apache-2.0
//! @file waves_digest.cpp
//! @brief What a wave file shows.
//!
//! 1. fst2vcd turns it into text.
//! 2. `$var` lines give each code its width. A line of a value, "b0101 code" or "1code", adds to the hash of its code.
//! 3. The hashes, sorted and each once, are hashed.
#include "bench/waves_digest.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <unordered_map>

#include "bench/programs.h"
#include "burin/base/content_hash.h"
#include "burin/base/diagnostics.h"

namespace burin::bench {
namespace {

/// The values of a signal, hashed one after another.
struct Sequence {
  uint64_t hash = 0xcbf2'9ce4'8422'2325;
  std::string last;

  void add(std::string_view value) {
    const size_t zeros = std::min(value.find_first_not_of('0'), value.size());
    value.remove_prefix(zeros);
    if (seen_ && value == last) return;
    seen_ = true;
    last = value;
    for (const char c : value) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100'0000'01b3;
    hash = (hash ^ '/') * 0x100'0000'01b3;
  }

 private:
  bool seen_ = false;
};

}  // namespace

std::string waves_digest(const std::filesystem::path& fst) {
  std::filesystem::path vcd = fst;
  vcd.replace_extension(".vcd");
  run_tool({"fst2vcd", "-f", fst.string(), "-o", vcd.string()}, fst.parent_path(), "the waves");
  std::unordered_map<std::string, Sequence> signals;
  std::ifstream file(vcd);
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with("$var")) {
      std::istringstream words(line);
      std::string var, kind, width, code;
      words >> var >> kind >> width >> code;
      const auto [signal, is_new] = signals.try_emplace(code);  // a code may have several names
      if (is_new) signal->second.hash ^= std::stoull(width);
    } else if (line.starts_with('b')) {
      const size_t blank = line.find(' ');
      if (blank == std::string::npos) continue;
      if (const auto found = signals.find(line.substr(blank + 1)); found != signals.end())
        found->second.add(std::string_view(line).substr(1, blank - 1));
    } else if (line.starts_with('0') || line.starts_with('1')) {
      if (const auto found = signals.find(line.substr(1)); found != signals.end())
        found->second.add(std::string_view(line).substr(0, 1));
    }
  }
  if (signals.empty()) throw UserError(fmt::format("there are no signals in {}", fst.string()));
  std::set<uint64_t> hashes;
  for (const auto& [code, sequence] : signals) hashes.insert(sequence.hash);
  ContentHash all;
  for (const uint64_t hash : hashes) all.add(hash);
  return fmt::format("{} signals {}", hashes.size(), all.hex().substr(0, 16));
}

}  // namespace burin::bench
