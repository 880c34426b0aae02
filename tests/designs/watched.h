// SPDX-License-Identifier: Apache-2.0
//! @file watched.h
//! @brief The designs with the rules of their streams as assertions around them.
#pragma once

#include "designs/sha256/hasher.h"

namespace burin::test {

/// An offer on a stream stands, payload and all, until it is taken.
template <typename T>
struct OfferRule {
  In<T> payload;
  In<Bool> valid;
  In<Bool> ready;

  Reg<Bool> waiting{false};
  Reg<T> offered;

  void logic() {
    waiting = valid & ~ready;
    offered = payload;
    IF (waiting) {
      assert_(valid, "valid stays until the transfer");
      assert_(pack(payload) == pack(offered), "the payload stays until the transfer");
    }
  }
};

struct WatchedCore {
  using Config = sha256::Core::Config;
  Config config;

  StreamIn<sha256::Block> message;
  StreamOut<sha256::State> digest;

  Instance<sha256::Core> core{config};
  Instance<OfferRule<sha256::State>> rule;

  void logic() {
    connect(message, core->message);
    connect(core->digest, digest);
    rule->payload = digest.payload;
    rule->valid = digest.valid;
    rule->ready = digest.ready;
  }
};

struct WatchedPadder {
  StreamIn<sha256::MessageByte> bytes;
  StreamOut<sha256::Block> blocks;

  Instance<sha256::Padder> padder;
  Instance<OfferRule<sha256::Block>> rule;

  void logic() {
    connect(bytes, padder->bytes);
    connect(padder->blocks, blocks);
    rule->payload = blocks.payload;
    rule->valid = blocks.valid;
    rule->ready = blocks.ready;
  }
};

struct WatchedHasher {
  using Config = sha256::Hasher::Config;
  Config config;

  StreamIn<sha256::MessageByte> bytes;
  StreamOut<UInt<256>> digest;

  Instance<sha256::Hasher> hasher{config};
  Instance<OfferRule<UInt<256>>> rule;

  void logic() {
    connect(bytes, hasher->bytes);
    connect(hasher->digest, digest);
    rule->payload = digest.payload;
    rule->valid = digest.valid;
    rule->ready = digest.ready;
  }
};

}  // namespace burin::test
