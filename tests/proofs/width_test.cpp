// SPDX-License-Identifier: Apache-2.0
//! @file width_test.cpp
//! @brief Packets on more or fewer lanes: the values and the ends of packets come through in their order.
#include "proofs/harness.h"

namespace burin::test {
namespace {

using Kind = Fault::Kind;
using Bit = UInt<1>;
using Row = Lanes<Bit>;
using Item = UInt<2>;  // a value of a packet, or 2: the end of one
constexpr int kEnd = 2;

/// How many items a beat is: the values in its lanes, then the end of the packet.
UInt<4> items_of(const Row& beat) { return resize<4>(popcount(UInt<>(beat.keep))) + zext<4>(beat.last.as_uint()); }
/// One of them.
Item item_of(const Row& beat, const UInt<4>& index) {
  Item item = kEnd;
  for (int lane = 0; lane < static_cast<int>(beat.data.size()); ++lane) {
    item = mux((index == lane) & beat.keep.bit(lane), zext<2>(beat.data[lane]), item);
  }
  return item;
}
/// Lanes are filled from the first one on, and all of them unless the packet ends.
Bool is_proper(const Row& beat) {
  Bool proper = beat.last | beat.keep.bit(beat.keep.width() - 1);
  for (int lane = 1; lane < static_cast<int>(beat.data.size()); ++lane) {
    proper = proper & (beat.keep.bit(lane - 1) | ~beat.keep.bit(lane));
  }
  return proper;
}

/// The scoreboard of `burin/lib/formal`, for beats that are several items, of which one is followed at a time.
struct ItemScoreboard {
  struct Config {
    int lanes_in = 1;
    int lanes_out = 1;
    int capacity = 8;  ///< Most items inside.
  };
  Config config;

  In<Bool> enters;
  In<Row> entering{lanes_of(config.lanes_in, Bit())};
  In<Bool> leaves;
  In<Row> leaving{lanes_of(config.lanes_out, Bit())};
  Out<UInt<4>> held;

  AnySeq<Bool> follow;
  AnySeq<UInt<4>> which;  // the item of the beat that enters
  Reg<Bool> following{false};
  Reg<UInt<4>> ahead{0};
  Reg<Item> expected{0};
  Reg<UInt<4>> count{0};

  void logic() {
    held = count;
    const UInt<4> coming = mux(enters, items_of(entering), 0);
    const UInt<4> going = mux(leaves, items_of(leaving), 0);
    assert_(count + coming >= going, "nothing leaves that did not enter");
    count = count + coming - going;
    assert_(count <= config.capacity, "no more is inside than fits");

    const Bool chosen = follow & (which < coming);
    const UInt<4> place = mux(following, ahead, count + which);
    const Item item = mux(following, expected, item_of(entering, which));
    IF (following | chosen) {
      following = place >= going;
      ahead = place - going;
      expected = item;
      IF (place < going) {
        assert_(item_of(leaving, place) == item, "items leave as they entered and in their order");
      }
    }
  }
};

struct Widths {
  int lanes = 1;
  int factor = 2;
};

struct Widened {
  using Config = Widths;
  Config config;

  StreamIn<Row> in = StreamIn<Row>::of(lanes_of(config.lanes, Bit()));
  StreamOut<Row> out = StreamOut<Row>::of(lanes_of(config.lanes * config.factor, Bit()));
  Instance<StreamWiden<Bit>> block{{.lanes = config.lanes, .factor = config.factor}};
  Instance<ItemScoreboard> order{{.lanes_in = config.lanes,
                                  .lanes_out = config.lanes * config.factor,
                                  .capacity = config.lanes * config.factor + 1}};

  void logic() {
    in >> block->in;
    block->out >> out;
    assume_stream(in);
    assume(~in.valid | is_proper(in.payload), "a beat has empty lanes at the end of its packet only");
    assert_stream(out);
    assert_(~out.valid | is_proper(out.payload), "a wide beat has empty lanes at the end of its packet only");
    order->enters = in.fire();
    order->entering = in.payload;
    order->leaves = out.fire();
    order->leaving = out.payload;
    assert_(in.ready | out.valid, "it waits for nothing but its output");
    assert_(out.valid | (order->held < config.lanes * config.factor), "a full beat is on offer");
    IF (past(in.fire() & in.payload.last)) {
      assert_(out.valid, "the end of a packet is on offer");
    }
  }
};

struct Narrowed {
  using Config = Widths;
  Config config;

  StreamIn<Row> in = StreamIn<Row>::of(lanes_of(config.lanes * config.factor, Bit()));
  StreamOut<Row> out = StreamOut<Row>::of(lanes_of(config.lanes, Bit()));
  Instance<StreamNarrow<Bit>> block{{.lanes = config.lanes, .factor = config.factor}};
  Instance<ItemScoreboard> order{{.lanes_in = config.lanes * config.factor,
                                  .lanes_out = config.lanes,
                                  .capacity = config.lanes * config.factor + 1}};
  Reg<Bool> begun{false};  // the beat on offer was counted

  void logic() {
    in >> block->in;
    block->out >> out;
    assume_stream(in);
    assume(~in.valid | is_proper(in.payload), "a beat has empty lanes at the end of its packet only");
    assert_stream(out);
    assert_(~out.valid | is_proper(out.payload), "a narrow beat has empty lanes at the end of its packet only");
    // The first parts of a beat leave before it is taken: it counts as inside from when it is on offer.
    begun = in.valid & ~in.ready;
    order->enters = in.valid & ~begun;
    order->entering = in.payload;
    order->leaves = out.fire();
    order->leaving = out.payload;
    assert_(out.valid == in.valid, "a part of what comes is on offer");
    IF (past(in.fire())) {
      assert_(order->held == 0, "a beat is taken when all of it has left");
    }
    assert_(~in.fire() | out.fire(), "a beat is taken with its last part");
  }
};

TEST_CASE("on more lanes nothing of a packet changes") {
  check_proven<Widened>({.lanes = 1, .factor = 1});
  check_proven<Widened>({.lanes = 1, .factor = 3});
  check_proven<Widened>({.lanes = 2, .factor = 2});
}

TEST_CASE("on fewer lanes nothing of a packet changes") {
  check_proven<Narrowed>({.lanes = 1, .factor = 1});
  check_proven<Narrowed>({.lanes = 1, .factor = 3});
  check_proven<Narrowed>({.lanes = 2, .factor = 2});
}

TEST_CASE("a broken change of width is found out") {
  const Widths widths{.lanes = 2, .factor = 2};
  for (const char* state : {"part", "complete", "word_last", "word_keep"}) {
    check_broken<Widened>(widths, "StreamWiden", state);
  }
  check_broken<Widened>(widths, {"StreamWiden", "in_ready", Kind::one});
  check_broken<Narrowed>(widths, "StreamNarrow", "part");
  for (const char* signal : {"out_payload_last", "out_payload_keep", "in_ready"}) {
    check_broken<Narrowed>(widths, {"StreamNarrow", signal, Kind::inverted});
  }
}

}  // namespace
}  // namespace burin::test
