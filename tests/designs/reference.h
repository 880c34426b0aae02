// SPDX-License-Identifier: Apache-2.0
//! @file reference.h
//! @brief SHA-256 by OpenSSL, which the designs are compared with.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace burin::test {

/// The digest of `message` as 64 hexadecimal digits.
std::string openssl_digest(std::string_view message);

/// The state after compressing the 64 bytes of `block` in `state`.
std::array<uint32_t, 8> openssl_compress(const std::array<uint32_t, 8>& state, std::string_view block);

}  // namespace burin::test
