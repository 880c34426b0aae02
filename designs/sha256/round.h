// SPDX-License-Identifier: Apache-2.0
//! @file round.h
//! @brief The round of SHA-256 and its message schedule as functions of hardware values: FIPS 180-4, section 6.2.2.
#pragma once

#include <tuple>

#include "burin/burin.h"
#include "designs/sha256/constants.h"

namespace burin::sha256 {

using Word = UInt<32>;

/// The working variables. `a` is on top when packed, so a packed state is a digest.
struct State {
  Word a, b, c, d, e, f, g, h;
};

/// W(t) to W(t + 15) before round t: the words of the message schedule from the one in use onwards.
using Schedule = std::array<Word, 16>;

/// H(0), the state before the first block of a message.
inline State initial_state() { return std::make_from_tuple<State>(kInitialState); }

/// The state after a round with constant `k` and schedule word `w`.
inline State round(const State& state, const Word& k, const Word& w) {
  const auto& [a, b, c, d, e, f, g, h] = state;
  const Word sum1 = rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25);
  const Word choose = (e & f) ^ (~e & g);
  const Word t1 = h + sum1 + choose + k + w;
  const Word sum0 = rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22);
  const Word majority = (a & b) ^ (a & c) ^ (b & c);
  return {t1 + sum0 + majority, a, b, c, d + t1, e, f, g};
}

/// The schedule moved on by a word: W(t + 1) to W(t + 16).
inline Schedule next(const Schedule& w) {
  const Word sigma0 = rotate_right(w[1], 7) ^ rotate_right(w[1], 18) ^ (w[1] >> 3);
  const Word sigma1 = rotate_right(w[14], 17) ^ rotate_right(w[14], 19) ^ (w[14] >> 10);
  const Word last = sigma1 + w[9] + sigma0 + w[0];
  return {w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11], w[12], w[13], w[14], w[15], last};
}

/// The sum of two states, word by word: it ends the compression of a block.
inline State add(const State& x, const State& y) {
  return {x.a + y.a, x.b + y.b, x.c + y.c, x.d + y.d, x.e + y.e, x.f + y.f, x.g + y.g, x.h + y.h};
}

/// The words of a 512-bit block whose first byte is on top: W(0) to W(15).
inline Schedule words_of(const UInt<512>& block) {
  Schedule words;
  for (int t = 0; t < 16; ++t) words[t] = block.bits(511 - 32 * t, 480 - 32 * t);
  return words;
}

}  // namespace burin::sha256
