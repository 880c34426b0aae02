// SPDX-License-Identifier: Apache-2.0
//! @file pipelines_test.cpp
//! @brief A function as a pipeline is the function, so many cycles later; a stream's pipeline loses and changes
//! nothing.
#include "burin/lib/pipeline.h"
#include "proofs/harness.h"

namespace burin::test {
namespace {

using Kind = Fault::Kind;

/// Enough logic to cut: additions that depend on each other, and a choice.
Word mixed(const Word& a, const Word& b) {
  const Word sum = a + (b ^ 1);
  const Word turned = rotate_left(sum, 1) + b;
  return mux(sum < b, turned ^ a, turned - 1);
}
Word mixed_with_itself(const Word& a) { return mixed(a, a ^ 2); }

/// A pipeline of values beside the plain function, whose results are delayed.
struct Values {
  struct Config {
    int depth = 3;
    bool registered_output = true;
    bool stalls = false;  ///< It has an enable.
  };
  Config config;

  In<Word> a;
  In<Word> b;
  In<Bool> enable{{.may_be_unused = true}};
  Out<Word> result{PortOptions{.guarded = true}};
  Reg<UInt<3>> moved{0};  // cycles that it moved since the reset, up to its depth

  void logic() {
    PipelineOptions options{.depth = config.depth, .registered_output = config.registered_output};
    if (config.stalls) options.enable = enable;
    result = pipelined(options, mixed, a, b).at(config.depth);

    const Bool moves = config.stalls ? Bool(enable) : Bool(true);
    IF (moves & (moved != config.depth)) {
      moved = moved + 1;
    }
    IF (moved == config.depth) {
      assert_(result == delay(mixed(a, b), config.depth, moves), "the pipeline is the function, later");
    }
  }
};

TEST_CASE("a pipeline of values is the function, later") {
  for (const int depth : {1, 2, 3}) {
    CAPTURE(depth);
    check_proven<Values>({.depth = depth});
  }
  check_proven<Values>({.depth = 3, .registered_output = false});
  check_proven<Values>({.depth = 2, .stalls = true});
}

TEST_CASE("a broken pipeline of values is found out") {
  check_broken<Values>({.depth = 3}, {"Pipeline", "result", Kind::inverted});
  check_broken<Values>({.depth = 2, .stalls = true}, {"Values", "result", Kind::zero});
}

/// A pipeline of a stream, which may be flushed.
struct Stream {
  struct Config {
    int depth = 2;
    Bubbles bubbles = Bubbles::keep;
    bool flushes = false;
  };
  Config config;

  StreamIn<Word> in;
  StreamOut<Word> out;
  In<Bool> flush{{.may_be_unused = true}};
  Instance<Scoreboard<Word>> order{{.capacity = config.depth, .clears = config.flushes}};

  void logic() {
    PipelineOptions options{.depth = config.depth, .bubbles = config.bubbles};
    if (config.flushes) options.flush = flush;
    in >> pipelined(options, mixed_with_itself) >> out;

    assume_stream(in);
    const Bool flushed = config.flushes ? Bool(flush) : Bool(false);
    IF (past(out.valid & ~out.ready & ~flushed)) {
      assert_(out.valid, "an offer stands");
      assert_(stable(out.payload), "an offer does not change");
    }
    IF (past(flushed)) {
      assert_(~out.valid & (order->held == 0), "nothing is left of what was flushed");
    }
    if (config.flushes) *order->clear = flush;
    order->enters = in.fire();
    order->entering = mixed_with_itself(in.payload);
    order->leaves = out.fire();
    order->leaving = out.payload;
    IF (out.ready) {
      assert_(in.ready, "a pipeline that moves takes the next value");
    }
    if (config.bubbles == Bubbles::collapse) {
      assert_(in.ready | (order->held == config.depth), "an empty stage takes the next value");
    }
  }
};

TEST_CASE("a pipeline of a stream hands on what the function makes of it, with stalls and flushes") {
  check_proven<Stream>({.depth = 2, .bubbles = Bubbles::keep});
  check_proven<Stream>({.depth = 2, .bubbles = Bubbles::collapse, .flushes = true});
}

TEST_CASE("a broken pipeline of a stream is found out") {
  check_broken<Stream>({}, {"StreamPipeline", "valid", Kind::one});
  check_broken<Stream>({}, {"StreamPipeline", "out_payload", Kind::inverted});
  check_broken<Stream>({}, {"StreamPipeline", "in_ready", Kind::one});
  check_broken<Stream>({.bubbles = Bubbles::collapse}, {"StreamPipeline", "in_ready", Kind::zero});
  check_broken<Stream>({.flushes = true}, {"StreamPipeline", "valid", Kind::one});
}

}  // namespace
}  // namespace burin::test
