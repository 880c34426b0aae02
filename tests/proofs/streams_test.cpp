// SPDX-License-Identifier: Apache-2.0
//! @file streams_test.cpp
//! @brief Stream blocks with one input and one output: nothing lost, doubled or out of order, and offers stand.
#include "proofs/harness.h"

namespace burin::test {
namespace {

TEST_CASE("register stages hand on what they get") {
  check_proven<OneToOne<StreamForwardRegister<Word>>>({.capacity = 1, .offers_at_once = true});
  check_proven<OneToOne<StreamBackwardRegister<Word>>>({.capacity = 1, .offers_at_once = true});
  check_proven<OneToOne<StreamFullRegister<Word>>>({.capacity = 2, .offers_at_once = true});
  check_proven<OneToOne<StreamHalfRegister<Word>>>({.capacity = 1, .offers_at_once = true});
}

TEST_CASE("broken register stages are found out") {
  check_broken<OneToOne<StreamForwardRegister<Word>>>({}, "StreamForwardRegister", "full");
  check_broken<OneToOne<StreamBackwardRegister<Word>>>({}, "StreamBackwardRegister", "full");
  check_broken<OneToOne<StreamFullRegister<Word>>>({.capacity = 2}, "StreamBackwardRegister", "full");
  check_broken<OneToOne<StreamHalfRegister<Word>>>({}, "StreamHalfRegister", "held");
}

TEST_CASE("buffers hand on what they get, in order") {
  using Fifo = OneToOne<StreamFifo<Word>>;
  for (const int depth : {1, 2, 3}) {
    for (const bool fall_through : {false, true}) {
      if (depth == 3 && fall_through) continue;  // takes as long as all others
      CAPTURE(depth);
      CAPTURE(fall_through);
      check_proven<Fifo>({.block = {.depth = depth, .fall_through = fall_through, .checks = true},
                          .capacity = depth,
                          .offers_at_once = true});
    }
  }
  check_proven<Fifo>(
      {.block = {.depth = 2, .memory = FifoMemory::block, .checks = true}, .capacity = 2, .offers_at_once = true});
}

TEST_CASE("broken buffers are found out") {
  using Fifo = OneToOne<StreamFifo<Word>>;
  const Fifo::Config config{.block = {.depth = 3}, .capacity = 3};
  for (const char* name : {"head", "tail", "held"}) check_broken<Fifo>(config, "StreamFifo", name);
}

TEST_CASE("a throttle keeps its distance and hands on what it gets") {
  check_proven<OneToOne<StreamThrottle<Word>>>({.block = {.interval = 3}});
}

TEST_CASE("a link with credits hands on what it gets and never overflows") {
  using Link = OneToOne<StreamCreditLink<Word>>;
  check_proven<Link>({.block = {.depth = 2, .registers = 1}, .capacity = 2});
}

}  // namespace
}  // namespace burin::test
