// SPDX-License-Identifier: Apache-2.0
//! @file usage.h
//! @brief Which bits of each signal and wire the written text reads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace burin::verilog {

/// The bits of one value that are read somewhere.
class Usage {
 public:
  /// Bits `low` to `low + width - 1` are read.
  void add(uint32_t low, uint32_t width) {
    if (all_) return;
    if (!ranges_.empty() && ranges_.back() == std::pair(low, width)) return;
    ranges_.emplace_back(low, width);
  }
  void add_all() {
    all_ = true;
    ranges_.clear();
  }

  /// The ranges (low, width) of a value of `width` bits that nobody reads, from the top down.
  [[nodiscard]] std::vector<std::pair<uint32_t, uint32_t>> unread(uint32_t width) const {
    std::vector<std::pair<uint32_t, uint32_t>> result;
    if (all_) return result;
    std::vector<std::pair<uint32_t, uint32_t>> sorted = ranges_;
    std::sort(sorted.begin(), sorted.end());
    uint32_t next = 0;  // first bit that may be unread
    for (const auto& [low, count] : sorted) {
      if (low > next) result.emplace_back(next, low - next);
      next = std::max(next, low + count);
    }
    if (next < width) result.emplace_back(next, width - next);
    std::reverse(result.begin(), result.end());
    return result;
  }

 private:
  bool all_ = false;
  std::vector<std::pair<uint32_t, uint32_t>> ranges_;  // low, width
};

}  // namespace burin::verilog
