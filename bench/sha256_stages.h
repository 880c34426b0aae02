// SPDX-License-Identifier: Apache-2.0
//! @file sha256_stages.h
//! @brief The 64-stage SHA-256 pipeline with word-wide ports, so that a host can write a word in each clock.
#pragma once

#include "designs/sha256/pipeline.h"

namespace burin::sha256 {

struct StagesDesign {
  In<std::array<Word, 16>> words;
  In<std::array<Word, 8>> chain;
  In<Bool> valid;
  Out<State> digest{PortOptions{.guarded = true}};
  Out<Bool> digest_valid;

  Instance<Pipeline> pipeline;

  void logic() {
    const auto& w = words;
    pipeline->data =
        cat(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11], w[12], w[13], w[14], w[15]);
    pipeline->chain = State{chain[0], chain[1], chain[2], chain[3], chain[4], chain[5], chain[6], chain[7]};
    pipeline->valid = valid;
    digest = pipeline->digest;
    digest_valid = pipeline->digest_valid;
  }
};

}  // namespace burin::sha256
