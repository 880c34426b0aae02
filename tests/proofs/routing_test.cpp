// SPDX-License-Identifier: Apache-2.0
//! @file routing_test.cpp
//! @brief Blocks that change, drop, pair and route values: each one goes where it should, once and in its order.
#include "proofs/harness.h"

namespace burin::test {
namespace {

using Kind = Fault::Kind;

Word turned(const Word& value) { return (value ^ 1) + 1; }

struct Mapped {
  StreamIn<Word> in;
  StreamOut<Word> out;
  FlowIn<Word> flow_in;
  FlowOut<Word> flow_out;

  void logic() {
    in >> map(turned) >> out;
    flow_in >> map(turned) >> flow_out;
  }
};

/// A stream whose values change on their way: `expected` says what comes out of the value that goes in.
template <typename Block>
struct Watched {
  StreamIn<Word> in;
  StreamOut<Word> out;
  FlowIn<Word> flow_in;
  FlowOut<Word> flow_out;
  Instance<Block> block{};
  Instance<Scoreboard<Word>> order{{.capacity = 1}};

  void logic() {
    in >> block->in;
    block->out >> out;
    flow_in >> block->flow_in;
    block->flow_out >> flow_out;
    assume_stream(in);
    assert_stream(out);
    order->entering = turned(in.payload);
    order->leaves = out.fire();
    order->leaving = out.payload;
    order->enters = in.fire();
    assert_(out.valid == in.valid, "what comes is on offer");
    assert_(flow_out.valid == flow_in.valid, "a flow goes on");
    assert_(flow_out.payload == turned(flow_in.payload), "a flow is changed as told");
  }
};

TEST_CASE("map changes each value and nothing else") { check_proven<Watched<Mapped>>(); }

TEST_CASE("a broken map is found out") {
  for (const char* signal : {"out_payload", "out_valid", "in_ready", "flow_out_valid", "flow_out_payload"}) {
    check_broken<Watched<Mapped>>({}, {"Mapped", signal, Kind::inverted});
  }
}

/// What a filter keeps.
Bool is_kept(const Word& value) { return value != 2; }

struct Filtered {
  StreamIn<Word> in;
  StreamOut<Word> out;
  FlowIn<Word> flow_in;
  FlowOut<Word> flow_out;

  void logic() {
    in >> filter(is_kept) >> out;
    flow_in >> filter(is_kept) >> flow_out;
  }
};

struct WatchedFilter {
  StreamIn<Word> in;
  StreamOut<Word> out;
  FlowIn<Word> flow_in;
  FlowOut<Word> flow_out;
  Instance<Filtered> block{};
  Instance<Scoreboard<Word>> order{{.capacity = 1}};

  void logic() {
    in >> block->in;
    block->out >> out;
    flow_in >> block->flow_in;
    block->flow_out >> flow_out;
    assume_stream(in);
    assert_stream(out);
    order->enters = in.fire() & is_kept(in.payload);
    order->entering = in.payload;
    order->leaves = out.fire();
    order->leaving = out.payload;
    assert_(order->held == 0, "a filter holds nothing");
    IF (in.valid & ~is_kept(in.payload)) {
      assert_(in.ready, "what is dropped does not wait");
    }
    ELIF (in.valid) {
      assert_(out.valid, "what is kept is on offer");
    }
    assert_(flow_out.valid == (flow_in.valid & is_kept(flow_in.payload)), "what is kept of a flow goes on");
    assert_(~flow_out.valid | (flow_out.payload == flow_in.payload), "it is not changed");
  }
};

TEST_CASE("filter keeps what it should, in its order, and the rest does not wait") { check_proven<WatchedFilter>(); }

TEST_CASE("a broken filter is found out") {
  for (const char* signal : {"out_payload", "out_valid", "in_ready", "flow_out_valid", "flow_out_payload"}) {
    check_broken<WatchedFilter>({}, {"Filtered", signal, Kind::inverted});
  }
}

/// Two streams side by side. Each has its own order; both are taken together.
struct Paired {
  StreamIn<Word> first;
  StreamIn<Word> second;
  StreamOut<Joined<Word, Word>> out;
  Instance<StreamJoin<Word, Word>> block{};

  void logic() {
    first >> block->first;
    second >> block->second;
    block->out >> out;
    assume_stream(first);
    assume_stream(second);
    assert_stream(out);
    assert_(out.valid == (first.valid & second.valid), "a pair is on offer when it has both halves");
    assert_(first.fire() == out.fire(), "the first half goes with its pair");
    assert_(second.fire() == out.fire(), "the second half goes with its pair");
    IF (out.valid) {
      assert_(out.payload.first == first.payload, "the first half is not changed");
      assert_(out.payload.second == second.payload, "the second half is not changed");
    }
  }
};

TEST_CASE("join takes two values together") { check_proven<Paired>(); }

TEST_CASE("a broken join is found out") {
  for (const char* signal : {"out_valid", "out_payload_first", "out_payload_second", "first_ready", "second_ready"}) {
    check_broken<Paired>({}, {"StreamJoin", signal, Kind::inverted});
  }
  check_broken<Paired>({}, {"StreamJoin", "first_ready", Kind::one});
}

/// One stream to three. The index may name a fourth, and stands still while a value waits.
struct Demultiplexed {
  static constexpr int kWays = 3;
  StreamIn<Word> in;
  In<UInt<2>> index;
  List<StreamOut<Word>> out{kWays};
  Instance<StreamDemux<Word>> block{{.streams = kWays}};

  void logic() {
    in >> block->in;
    block->index = index;
    assume_stream(in);
    assume(~past(in.valid & ~in.ready) | stable(index), "the index belongs to the value");
    Bool leaves = false;
    for (int i = 0; i < kWays; ++i) {
      block->out[i] >> out[i];
      assert_stream(out[i]);
      assert_(out[i].valid == (in.valid & (index == i)), "a value is on offer where it is meant to go");
      IF (out[i].valid) {
        assert_(out[i].payload == in.payload, "it is not changed");
      }
      assert_(~(leaves & out[i].fire()), "it goes one way");
      leaves = leaves | out[i].fire();
    }
    assert_(in.fire() == leaves, "a value is taken when it goes, and only then");
  }
};

TEST_CASE("a demultiplexer sends each value where it should go") { check_proven<Demultiplexed>(); }

TEST_CASE("a broken demultiplexer is found out") {
  for (const char* signal : {"out_0_valid", "out_2_payload", "in_ready"}) {
    check_broken<Demultiplexed>({}, {"StreamDemux", signal, Kind::inverted});
  }
  check_broken<Demultiplexed>({}, {"StreamDemux", "in_ready", Kind::one});
}

/// Three streams to one. The index may name a fourth, and stands still while a value waits.
struct Multiplexed {
  static constexpr int kWays = 3;
  List<StreamIn<Word>> in{kWays};
  In<UInt<2>> index;
  StreamOut<Word> out;
  Instance<StreamMux<Word>> block{{.streams = kWays}};

  void logic() {
    block->out >> out;
    block->index = index;
    assert_stream(out);
    assume(~past(out.valid & ~out.ready) | stable(index), "the index belongs to the value");
    Bool is_offered = false;
    for (int i = 0; i < kWays; ++i) {
      in[i] >> block->in[i];
      assume_stream(in[i]);
      is_offered = is_offered | (in[i].valid & (index == i));
      assert_(in[i].fire() == (out.fire() & (index == i)), "the stream that is meant goes on, and only this one");
      IF (out.valid & (index == i)) {
        assert_(out.payload == in[i].payload, "its value is not changed");
      }
    }
    assert_(out.valid == is_offered, "what the stream that is meant offers is on offer");
  }
};

TEST_CASE("a multiplexer takes values from where it should") { check_proven<Multiplexed>(); }

TEST_CASE("a broken multiplexer is found out") {
  for (const char* signal : {"out_valid", "out_payload", "in_1_ready"}) {
    check_broken<Multiplexed>({}, {"StreamMux", signal, Kind::inverted});
  }
  check_broken<Multiplexed>({}, {"StreamMux", "in_0_ready", Kind::one});
}

/// A flow into a stream: what finds no room is lost, and it says so.
struct Buffered {
  FlowIn<Word> in;
  StreamOut<Word> out;
  Out<Bool> lost;
  Instance<FlowRegister<Word>> early{};
  Instance<FlowToStream<Word>> block{{.depth = 2}};
  Instance<Scoreboard<Word>> order{{.capacity = 2}};

  void logic() {
    in >> early->in;
    early->out >> block->in;
    block->out >> out;
    assert_stream(out);
    assert_(early->out.valid == past(in.valid), "a flow's register is a cycle late");
    IF (early->out.valid) {
      assert_(early->out.payload == past(in.payload), "it changes nothing");
    }
    lost = block->lost;
    order->enters = early->out.valid & ~lost;
    order->entering = early->out.payload;
    order->leaves = out.fire();
    order->leaving = out.payload;
    assert_(out.valid == (order->held != 0), "what is in the buffer is on offer");
    assert_(lost == (early->out.valid & (order->held == 2)), "values are lost when the buffer is full, and only then");
  }
};

TEST_CASE("a flow becomes a stream, and says what it loses") { check_proven<Buffered>(); }

TEST_CASE("a broken buffer of a flow is found out") {
  check_broken<Buffered>({}, {"FlowToStream", "lost", Kind::zero});
  check_broken<Buffered>({}, {"FlowToStream", "out_payload", Kind::inverted});
  check_broken<Buffered>({}, "FlowRegister", "valid");
  check_broken<Buffered>({}, "FlowRegister", "held");
}

}  // namespace
}  // namespace burin::test
