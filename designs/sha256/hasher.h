// SPDX-License-Identifier: Apache-2.0
//! @file hasher.h
//! @brief SHA-256 of a stream of bytes: the padding front end and a core, messages in, digests out.
#pragma once

#include "designs/sha256/padder.h"

namespace burin::sha256 {

/// Hashes messages of 0 to 2^61 - 1 bytes, one after another. The next block is gathered while one is compressed, so
/// long messages take 65 cycles for each 64 bytes with one round a clock and 64 with more, which shorten only the
/// way to the digest. `bytes.ready` follows `digest.ready` within the cycle.
struct Hasher {
  using Config = Core::Config;
  Config config;

  StreamIn<MessageByte> bytes;
  StreamOut<UInt<256>> digest;  ///< The first byte on top.

  Instance<Padder> padder;
  Instance<Core> core{config};

  void logic() {
    connect(bytes, padder->bytes);
    connect(padder->blocks, core->message);
    connect(core->digest, digest, Except{"payload"});
    digest.payload = pack(core->digest.payload);
  }
};

}  // namespace burin::sha256
