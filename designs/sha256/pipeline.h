// SPDX-License-Identifier: Apache-2.0
//! @file pipeline.h
//! @brief SHA-256 compression unrolled to 64 stages: a block every clock, its result 65 cycles later.
#pragma once

#include "designs/sha256/round.h"

namespace burin::sha256 {

/// Takes a block and the state before it in every cycle in which `valid` is 1, and gives the state after it 65 cycles
/// later. It cannot be held back: whoever sends the blocks sees to it that the results are taken.
struct Pipeline {
  /// A block in flight, before round i in stage i.
  struct Stage {
    State chain;  ///< The state before the block.
    State state;
    Schedule schedule;
  };

  In<UInt<512>> data;
  In<State> chain;
  In<Bool> valid;
  Out<State> digest{PortOptions{.guarded = true}};
  Out<Bool> digest_valid;

  List<Reg<Stage>> stages{65};
  Reg<UInt<65>> occupied{0};  // bit i: a block is in stage i

  void logic() {
    stages[0] = Stage{chain, chain, words_of(data)};
    for (int i = 0; i < 64; ++i) {
      const Stage& s = stages[i];
      stages[i + 1] = Stage{s.chain, round(s.state, kRoundConstants[i], s.schedule[0]), next(s.schedule)};
    }
    occupied = cat(occupied.bits<63, 0>(), valid);

    digest = add(stages.back().chain, stages.back().state);
    digest_valid = occupied.bit(64);
  }
};

}  // namespace burin::sha256
