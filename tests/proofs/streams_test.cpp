// SPDX-License-Identifier: Apache-2.0
//! @file streams_test.cpp
//! @brief Stream blocks with one input and one output: nothing lost, doubled or out of order, and offers stand.
#include "proofs/harness.h"

namespace burin::test {
namespace {

TEST_CASE("register stages hand on what they get") {
  check_proven<OneToOne<StreamForwardRegister<Word>>>({.capacity = 1, .offers_within = 1, .takes_within = 1});
  check_proven<OneToOne<StreamBackwardRegister<Word>>>({.capacity = 1, .offers_within = 1, .takes_within = 1});
  check_proven<OneToOne<StreamFullRegister<Word>>>({.capacity = 2, .offers_within = 1, .takes_within = 1});
  check_proven<OneToOne<StreamHalfRegister<Word>>>({.capacity = 1, .offers_within = 1, .takes_within = 1});
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
                          .offers_within = 1,
                          .takes_within = 1});
    }
  }
  check_proven<Fifo>({.block = {.depth = 2, .memory = FifoMemory::block, .checks = true},
                      .capacity = 2,
                      .offers_within = 1,
                      .takes_within = 1});
}

TEST_CASE("broken buffers are found out") {
  using Fifo = OneToOne<StreamFifo<Word>>;
  const Fifo::Config config{.block = {.depth = 3}, .capacity = 3};
  for (const char* name : {"head", "tail", "held"}) check_broken<Fifo>(config, "StreamFifo", name);
}

/// A gate that opens and closes at will.
struct Gated {
  StreamIn<Word> in;
  StreamOut<Word> out;
  In<Bool> is_open;
  Instance<StreamGate<Word>> gate{};
  Instance<Scoreboard<Word>> order{{.capacity = 1}};

  void logic() {
    in >> gate->in;
    gate->out >> out;
    gate->is_open = is_open;
    assume_stream(in);
    assert_stream(out);
    order->enters = in.fire();
    order->entering = in.payload;
    order->leaves = out.fire();
    order->leaving = out.payload;
    assert_(order->held == 0, "the gate holds nothing");
    IF (in.valid & is_open) {
      assert_(out.valid, "what an open gate gets it offers");
    }
    IF (rose(out.valid)) {
      assert_(is_open, "a closed gate offers nothing new");
    }
  }
};

/// A throttle whose distance is measured from outside.
struct Throttled {
  struct Config {
    int interval = 3;
  };
  Config config;

  StreamIn<Word> in;
  StreamOut<Word> out;
  Instance<OneToOne<StreamThrottle<Word>>> throttle{{.block = {.interval = config.interval}}};
  Reg<UInt<4>> since{15};  // cycles since the last value; 15: that many or more

  void logic() {
    in >> throttle->in;
    throttle->out >> out;
    assume_stream(in);
    IF (out.fire()) {
      since = 1;
      assert_(since >= config.interval, "values keep their distance");
    }
    ELIF (since != 15) {
      since = since + 1;
    }
    IF (in.valid & (since >= config.interval)) {
      assert_(out.valid, "a value that has kept its distance goes on");
    }
  }
};

TEST_CASE("a throttle keeps its distance and hands on what it gets") { check_proven<Throttled>({.interval = 3}); }

TEST_CASE("a broken throttle is found out") {
  using Kind = Fault::Kind;
  check_broken<Throttled>({.interval = 3}, "StreamThrottle", "wait");
  check_broken<Throttled>({.interval = 3}, {"StreamThrottle", "in_ready", Kind::inverted});
  check_broken<Throttled>({.interval = 3}, {"StreamThrottle", "out_valid", Kind::zero});
}

TEST_CASE("a link with credits hands on what it gets and never overflows") {
  using Link = OneToOne<StreamCreditLink<Word>>;
  check_proven<Link>({.block = {.depth = 2, .registers = 1}, .capacity = 2, .offers_within = 2, .takes_within = 2});
}

TEST_CASE("a broken link with credits is found out") {
  using Link = OneToOne<StreamCreditLink<Word>>;
  const Link::Config config{
      .block = {.depth = 2, .registers = 1}, .capacity = 2, .offers_within = 2, .takes_within = 2};
  check_broken<Link>(config, "CreditSender", "credits");
  check_broken<Link>(config, {"CreditReceiver", "credit", Fault::Kind::one});
  check_broken<Link>(config, "FlowRegister", "valid");
}

TEST_CASE("a gate lets values pass while it is open, and keeps an offer that stands") {
  check_proven<Gated>();
  check_broken<Gated>({}, "StreamGate", "offered");
  check_broken<Gated>({}, {"StreamGate", "in_ready", Fault::Kind::one});
}

}  // namespace
}  // namespace burin::test
