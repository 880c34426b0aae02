// SPDX-License-Identifier: Apache-2.0
//! @file cavp.h
//! @brief Reads tests/vectors/sha256/cavp.txt.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "burin/sim/values.h"

namespace burin::test {

/// NIST's vectors: messages as bytes, digests as hexadecimal digits.
struct Cavp {
  struct Message {
    std::string message;
    std::string digest;
  };
  std::vector<Message> short_messages;
  std::vector<Message> long_messages;
  std::string seed;                      ///< Of the Monte Carlo chain.
  std::vector<std::string> checkpoints;  ///< Each after 1,000 hashes more.
};

/// The bytes that hexadecimal digits stand for.
inline std::string bytes_of_hex(std::string_view digits) {
  const std::vector<uint8_t> bytes = sim::from_hex(digits).to_bytes_big_endian();
  return {bytes.begin(), bytes.end()};
}

inline Cavp load_cavp() {
  const std::string path = std::string(BURIN_SOURCE_DIR) + "/tests/vectors/sha256/cavp.txt";
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  Cavp vectors;
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "short" || kind == "long") {
      size_t length = 0;
      std::string message;
      std::string digest;
      words >> length >> message >> digest;
      auto& list = kind == "short" ? vectors.short_messages : vectors.long_messages;
      list.push_back({message == "-" ? "" : bytes_of_hex(message), digest});
      if (list.back().message.size() != length) throw std::runtime_error("bad line in " + path + ": " + line);
    } else if (kind == "seed") {
      words >> vectors.seed;
    } else if (kind == "monte") {
      size_t count = 0;
      words >> count >> vectors.checkpoints.emplace_back();
      if (count + 1 != vectors.checkpoints.size()) throw std::runtime_error("bad line in " + path + ": " + line);
    } else if (!kind.starts_with('#')) {
      throw std::runtime_error("bad line in " + path + ": " + line);
    }
    if (!words) throw std::runtime_error("bad line in " + path + ": " + line);
  }
  return vectors;
}

}  // namespace burin::test
