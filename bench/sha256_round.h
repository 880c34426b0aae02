// SPDX-License-Identifier: Apache-2.0
//! @file sha256_round.h
//! @brief SHA-256 of one block, a round a clock, with nothing around it: the design whose lines and compile time are
//! compared with other languages. Lines that count are neither blank nor comments, directives or namespaces:
//! `grep -cvE '^ *(//|#|$)|namespace' bench/sha256_round.h`. The design that is used is designs/sha256/core.h.
#pragma once

#include <tuple>

#include "burin/burin.h"
#include "designs/sha256/constants.h"

namespace burin::sha256 {

struct RoundDesign {
  using Word = UInt<32>;
  struct State {
    Word a, b, c, d, e, f, g, h;
  };
  In<Bool> start;
  In<std::array<Word, 16>> words;
  Out<State> digest{PortOptions{.guarded = true}};
  Out<Bool> done;
  Reg<State> state;
  Reg<std::array<Word, 16>> w;
  Reg<UInt<7>> t{64};
  Rom<Word> k{kRoundConstants};
  void logic() {
    const State initial = std::make_from_tuple<State>(kInitialState);
    const auto [a, b, c, d, e, f, g, h] = State(state);
    const Word sum1 = rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25);
    const Word t1 = h + sum1 + ((e & f) ^ (~e & g)) + k.read(trunc<6>(t)) + w[0];
    const Word sum0 = rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22);
    const Word sigma0 = rotate_right(w[1], 7) ^ rotate_right(w[1], 18) ^ (w[1] >> 3);
    const Word sigma1 = rotate_right(w[14], 17) ^ rotate_right(w[14], 19) ^ (w[14] >> 10);
    IF (start) {
      state = initial;
      w = words;
      t = 0;
    }
    ELIF (t < 64) {
      state = State{t1 + sum0 + ((a & b) ^ (a & c) ^ (b & c)), a, b, c, d + t1, e, f, g};
      for (int i = 0; i < 15; ++i) w[i] = w[i + 1];
      w[15] = sigma1 + w[9] + sigma0 + w[0];
      t = t + 1;
    }
    digest = State{a + initial.a, b + initial.b, c + initial.c, d + initial.d,
                   e + initial.e, f + initial.f, g + initial.g, h + initial.h};
    done = t == 64;
  }
};

}  // namespace burin::sha256
