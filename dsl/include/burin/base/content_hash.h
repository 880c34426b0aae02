// SPDX-License-Identifier: Apache-2.0
//! @file content_hash.h
//! @brief SHA-256 of anything that decides a result: the key of every cache.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace burin {

/// A running SHA-256. `add` of a field also mixes in its length, so that ("ab", "c") and ("a", "bc") differ.
class ContentHash {
 public:
  /// Mixes in one field.
  ContentHash& add(std::string_view field);
  ContentHash& add(uint64_t number);

  /// Mixes in bytes as they are, without a length: `ContentHash().add_bytes(text).hex()` is `sha256sum` of text.
  ContentHash& add_bytes(std::string_view bytes);

  /// 64 lower-case hexadecimal digits. The hash can be added to afterwards.
  [[nodiscard]] std::string hex() const;

 private:
  void compress(const uint8_t* block);
  void update(const uint8_t* bytes, size_t count);

  std::array<uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<uint8_t, 64> pending_{};
  uint64_t total_ = 0;  // bytes so far
};

}  // namespace burin
