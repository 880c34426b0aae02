// SPDX-License-Identifier: Apache-2.0
//! @file core.h
//! @brief SHA-256 compression, 1, 2 or 4 rounds a clock: a block every 65, 33 or 17 cycles.
#pragma once

#include "designs/sha256/round.h"

namespace burin::sha256 {

/// A padded block of a message.
struct Block {
  UInt<512> data;  ///< The first byte on top.
  Bool first;      ///< It opens a message.
  Bool last;       ///< It closes the message: the digest is due.
};

/// A block is taken in one cycle and compressed in the next 64 / rounds_per_cycle. In the cycle after these `digest`
/// is valid, if the block was the last of its message, and the next block can be taken; a digest that nobody takes
/// holds it back. `message.ready` follows `digest.ready` within the cycle. After a reset the next block has to be a
/// first one.
struct Core {
  struct Config {
    Param<int, "rounds computed in one clock", one_of(1, 2, 4)> rounds_per_cycle = 1;
  };
  Config config;

  StreamIn<Block> message;
  StreamOut<State> digest;

  Reg<State> chain;              // H: the state before the block
  Reg<State> state;              // the working variables
  Reg<Schedule> schedule;        // the schedule words from round t on
  Reg<UInt<7>> t{64};            // the round at hand; 64: none
  Reg<Bool> last{false};         // the block is the last of its message and its digest has not been taken
  Rom<Word> k{kRoundConstants};  // K, read at t

  void logic() {
    const Bool busy = t < 64;
    message.ready = ~busy & (~last | digest.ready);
    digest.valid = ~busy & last;
    digest.payload = add(chain, state);

    IF (digest.fire()) { last = false; }
    IF (message.fire()) {
      const State start = mux(message.payload.first, initial_state(), digest.payload);
      chain = start;
      state = start;
      schedule = words_of(message.payload.data);
      last = message.payload.last;
      t = 0;
    }
    ELIF (busy) {
      State s = state;
      Schedule w = schedule;
      for (int i = 0; i < config.rounds_per_cycle; ++i) {
        s = round(s, k.read(trunc<6>(t + i)), w[0]);
        w = next(w);
      }
      state = s;
      schedule = w;
      t = t + config.rounds_per_cycle;
    }
  }
};

}  // namespace burin::sha256
