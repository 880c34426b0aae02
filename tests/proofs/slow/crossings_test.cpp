// SPDX-License-Identifier: Apache-2.0
//! @file crossings_test.cpp
//! @brief Proofs of blocks between two clocks that may have edges at any time.
#include "proofs/crossed.h"

namespace burin::test {
namespace {

using Kind = Fault::Kind;

constexpr uint32_t kSteps = 20;  // a cycle of a clock is two of them
constexpr uint32_t kFewSteps = 14;

TEST_CASE("a buffer between clocks hands on what it gets in order, and its pointers change in one bit") {
  check_proven<Crossed<AsyncFifo<Word>>>({.block = {.depth = 2, .checks = true}, .capacity = 3}, kSteps);
}

TEST_CASE("a handshake between clocks hands on what it gets, in order") {
  check_proven<Crossed<HandshakeCrossing<Word>>>({.block = {.checks = true}, .capacity = 1}, kSteps);
}

TEST_CASE("a broken buffer between clocks is found out") {
  using Fifo = Crossed<AsyncFifo<Word>>;
  const Fifo::Config config{.block = {.depth = 2, .checks = true}, .capacity = 3};
  check_broken<Fifo>(config, {"AsyncFifo", "tail_gray", Kind::inverted}, kFewSteps);
  check_broken<Fifo>(config, {"AsyncFifo", "in_ready", Kind::one}, kFewSteps);
  check_broken<Fifo>(config, {"AsyncFifo", "head_gray", Kind::inverted}, kFewSteps);
}

TEST_CASE("a broken handshake between clocks is found out") {
  using Handshake = Crossed<HandshakeCrossing<Word>>;
  check_broken<Handshake>({}, {"HandshakeCrossing", "in_ready", Kind::one}, kFewSteps);
  check_broken<Handshake>({}, {"HandshakeCrossing", "out_valid", Kind::inverted}, kFewSteps);
  check_broken<Handshake>({}, "HandshakeCrossing", "held", kFewSteps);
}

}  // namespace
}  // namespace burin::test
