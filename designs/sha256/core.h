// SPDX-License-Identifier: Apache-2.0
//! @file core.h
//! @brief SHA-256 compression, 1, 2 or 4 rounds a clock.
#pragma once

#include "designs/sha256/round.h"

namespace burin::sha256 {

/// A 512-bit block on its way into a core.
struct Block {
  UInt<512> data;  ///< The first byte of the block on top.
  Bool first;      ///< It opens a message: the state starts anew.
};

/// Compresses a block in 64 / rounds_per_cycle cycles and two more; `digest` then holds the state until it is taken or
/// the next block comes.
struct Core {
  struct Config {
    Param<int, "rounds computed in one clock", one_of(1, 2, 4)> rounds_per_cycle = 1;
  };
  Config config;

  StreamIn<Block> message;
  StreamOut<State> digest;

  Reg<State> chain{initial_state()};                    // the state between blocks
  Reg<State> state{initial_state()};                    // the state within a block
  Reg<Schedule> schedule;
  Reg<UInt<7>> step{64};                                // the next round; 64: none
  Reg<Bool> done{false};                                // the digest waits
  Rom<UInt<32>> constants{kRoundConstants};

  void logic() {
    const Bool busy = step < 64;
    message.ready = ~busy & ~done;
    digest.valid = done;
    digest.payload = chain;

    IF (message.fire()) {
      const State start = mux(message.payload.first, initial_state(), State(chain));
      chain = start;
      state = start;
      schedule = words_of(message.payload.data);
      step = 0;
    }
    ELIF (busy) {
      State s = state;
      Schedule w = schedule;
      for (int i = 0; i < config.rounds_per_cycle; ++i) {
        s = round(s, constants.read(trunc<6>(step + i)), w[0]);
        w = next(w);
      }
      state = s;
      schedule = w;
      step = step + config.rounds_per_cycle;
      IF (step == 64 - config.rounds_per_cycle) {
        chain = add(chain, s);
        done = true;
      }
    }
    IF (digest.fire()) { done = false; }
  }
};

}  // namespace burin::sha256
