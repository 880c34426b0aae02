// SPDX-License-Identifier: Apache-2.0
//! @file reference.h
//! @brief SHA-256 by OpenSSL, which the designs are compared with.
#pragma once

#ifndef OPENSSL_SUPPRESS_DEPRECATED
#define OPENSSL_SUPPRESS_DEPRECATED  // the compression function alone has no successor
#endif
#include <openssl/evp.h>
#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "burin/base/bits.h"

namespace burin::test {

/// The digest of `message` as 64 hexadecimal digits.
inline std::string openssl_digest(std::string_view message) {
  std::array<uint8_t, SHA256_DIGEST_LENGTH> digest{};
  if (EVP_Digest(message.data(), message.size(), digest.data(), nullptr, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("OpenSSL cannot compute SHA-256");
  }
  return Bits::from_bytes_big_endian(digest).to_hex();
}

/// The state after compressing the 64 bytes of `block` in `state`.
inline std::array<uint32_t, 8> openssl_compress(const std::array<uint32_t, 8>& state, std::string_view block) {
  if (block.size() != SHA256_CBLOCK) throw std::runtime_error("a block has 64 bytes");
  SHA256_CTX context;
  SHA256_Init(&context);
  std::copy(state.begin(), state.end(), std::begin(context.h));
  const std::vector<uint8_t> bytes(block.begin(), block.end());
  SHA256_Transform(&context, bytes.data());
  std::array<uint32_t, 8> result{};
  std::copy(std::begin(context.h), std::end(context.h), result.begin());
  return result;
}

}  // namespace burin::test
