// SPDX-License-Identifier: Apache-2.0
//! @file vectors.h
//! @brief Reads tests/vectors/falcon/fpr_ops.txt.
#pragma once

#include <array>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace burin::test {

/// A case of FALCON's reference implementation.
struct FprCase {
  std::string operation;
  std::vector<uint64_t> words;  ///< The operands, then the result.
};

inline std::vector<FprCase> load_fpr_cases() {
  const std::string path = std::string(BURIN_SOURCE_DIR) + "/tests/vectors/falcon/fpr_ops.txt";
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<FprCase> cases;
  std::string operation;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (line.size() < 16) {
      operation = line;
      continue;
    }
    FprCase one{operation, {}};
    std::istringstream words(line);
    for (std::string word; words >> word;) one.words.push_back(std::stoull(word, nullptr, 16));
    cases.push_back(std::move(one));
  }
  return cases;
}

}  // namespace burin::test
