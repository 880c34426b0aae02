// SPDX-License-Identifier: Apache-2.0
//! @file pipeline.h
//! @brief SHA-256 compression unrolled to 64 stages: a block a clock.
#pragma once

#include "designs/sha256/core.h"

namespace burin::sha256 {

/// Takes a block and the state before it every clock; gives the state after it 65 clocks later.
struct Pipeline {
  /// A block in flight.
  struct Stage {
    State chain;  ///< The state before the block.
    State state;
    Schedule schedule;
    Bool valid;
  };

  In<UInt<512>> data;
  In<State> chain;
  In<Bool> valid;
  Out<State> digest{PortOptions{.guarded = true}};
  Out<Bool> digest_valid;

  List<Reg<Stage>> stages{65};

  void logic() {
    stages[0] = Stage{chain, chain, words_of(data), valid};
    for (int i = 0; i < 64; ++i) {
      const Stage& s = stages[i];
      stages[i + 1] = Stage{s.chain, round(s.state, kRoundConstants[i], s.schedule[0]), next(s.schedule), s.valid};
    }
    digest = add(stages.back().chain, stages.back().state);
    digest_valid = stages.back().valid;
  }
};

}  // namespace burin::sha256
