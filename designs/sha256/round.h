// SPDX-License-Identifier: Apache-2.0
//! @file round.h
//! @brief The round of SHA-256 and its message schedule as functions of hardware values: FIPS 180-4, section 6.2.2.
#pragma once

#include "burin/burin.h"
#include "designs/sha256/constants.h"

namespace burin::sha256 {

using Word = UInt<32>;

/// The working variables of FIPS 180-4; packed, `a` is on top, so a packed state is a digest.
struct State {
  Word a, b, c, d, e, f, g, h;
};

/// The next 16 words of the message schedule; word 0 is the one in use.
using Schedule = std::array<Word, 16>;

/// The state before the first block of a message.
inline State initial_state() {
  const auto& h = kInitialState;
  return {h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7]};
}

/// One round with constant `k` and message word `w`.
inline State round(const State& s, const Word& k, const Word& w) {
  const Word big_sigma1 = rotate_right(s.e, 6) ^ rotate_right(s.e, 11) ^ rotate_right(s.e, 25);
  const Word choose = (s.e & s.f) ^ (~s.e & s.g);
  const Word t1 = s.h + big_sigma1 + choose + k + w;
  const Word big_sigma0 = rotate_right(s.a, 2) ^ rotate_right(s.a, 13) ^ rotate_right(s.a, 22);
  const Word majority = (s.a & s.b) ^ (s.a & s.c) ^ (s.b & s.c);
  return {t1 + big_sigma0 + majority, s.a, s.b, s.c, s.d + t1, s.e, s.f, s.g};
}

/// The schedule moved on by one word.
inline Schedule next(const Schedule& w) {
  const Word small_sigma0 = rotate_right(w[1], 7) ^ rotate_right(w[1], 18) ^ (w[1] >> 3);
  const Word small_sigma1 = rotate_right(w[14], 17) ^ rotate_right(w[14], 19) ^ (w[14] >> 10);
  Schedule moved;
  for (size_t i = 0; i < 15; ++i) moved[i] = w[i + 1];
  moved[15] = small_sigma1 + w[9] + small_sigma0 + w[0];
  return moved;
}

/// Word by word sum: what ends the compression of a block.
inline State add(const State& x, const State& y) {
  return {x.a + y.a, x.b + y.b, x.c + y.c, x.d + y.d, x.e + y.e, x.f + y.f, x.g + y.g, x.h + y.h};
}

/// The words of a 512-bit block, whose first byte is on top.
inline Schedule words_of(const UInt<512>& block) {
  Schedule words;
  for (int i = 0; i < 16; ++i) words[i] = block.bits(511 - 32 * i, 480 - 32 * i);
  return words;
}

}  // namespace burin::sha256
