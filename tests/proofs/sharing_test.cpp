// SPDX-License-Identifier: Apache-2.0
//! @file sharing_test.cpp
//! @brief Arbiters and forks: one at a time, nobody starves, everybody gets everything.
#include "proofs/harness.h"

namespace burin::test {
namespace {

/// An arbiter with free producers and consumer.
struct Arbiter {
  struct Config {
    StreamArbiterConfig<Word> arbiter = {};
  };
  Config config;

  List<StreamIn<Word>> in{config.arbiter.inputs};
  StreamOut<Word> out;

  Instance<StreamArbiter<Word>> arbiter{config.arbiter};
  AnyConst<UInt<>> one{bits(index_bits(config.arbiter.inputs))};  // the stream that is watched
  Reg<UInt<4>> overtaken{0};                                      // transfers of others while it waits

  void logic() {
    const int inputs = config.arbiter.inputs;
    Bool fires = false;
    Bool waits = false;
    for (int i = 0; i < inputs; ++i) {
      connect(in[i], arbiter->in[i]);
      assume_stream(in[i]);
      assert_(~(fires & in[i].fire()), "one stream passes at a time");
      IF (in[i].fire()) {
        assert_(out.fire(), "what an input gives, the output takes");
        assert_(out.payload == in[i].payload, "the payload is that of the stream that passes");
      }
      fires = fires | in[i].fire();
      waits = waits | (in[i].valid & ~in[i].ready & (one == i));
    }
    connect(arbiter->out, out);
    assert_stream(out);
    assert_(fires | ~out.fire(), "the output gives nothing that no input gave");

    IF (~waits) {
      overtaken = 0;
    }
    ELIF (out.fire()) {
      overtaken = overtaken + 1;
    }
    if (config.arbiter.policy == Arbitration::round_robin)
      assert_(overtaken < inputs, "nobody waits for more than all others once, and the one that is under way");
  }
};

TEST_CASE("arbiters let one pass at a time, and those in turn let nobody starve") {
  check_proven<Arbiter>({{.inputs = 3, .policy = Arbitration::round_robin}});
  check_proven<Arbiter>({{.inputs = 3, .policy = Arbitration::fixed}});
  check_proven<Arbiter>({{.inputs = 2, .policy = Arbitration::round_robin, .checks = true}});
}

TEST_CASE("broken arbiters are found out") {
  check_broken<Arbiter>({{.inputs = 3, .policy = Arbitration::round_robin}}, "StreamArbiter", "behind", 10);
  check_broken<Arbiter>({{.inputs = 3, .policy = Arbitration::fixed}}, "StreamArbiter", "held", 10);
}

/// A fork: each receiver gets each value once.
struct Fork2 {
  struct Config {
    StreamForkConfig<Word> fork = {};
  };
  Config config;

  StreamIn<Word> in;
  List<StreamOut<Word>> out{config.fork.outputs};

  Instance<StreamFork<Word>> fork{config.fork};
  List<Reg<Bool>> got{config.fork.outputs, false};  // receivers that have the value that is on offer

  void logic() {
    connect(in, fork->in);
    assume_stream(in);
    for (int i = 0; i < config.fork.outputs; ++i) {
      connect(fork->out[i], out[i]);
      IF (in.fire()) {
        got[i] = false;
        assert_(got[i] ^ out[i].fire(), "each receiver gets each value once");
      }
      ELIF (out[i].fire()) {
        got[i] = true;
        assert_(~got[i], "no receiver gets a value twice");
      }
      IF (out[i].valid) {
        assert_(in.valid, "nothing is made up");
        assert_(out[i].payload == in.payload, "the value is not changed");
      }
      if (config.fork.kind == Fork::eager) assert_stream(out[i]);
    }
  }
};

TEST_CASE("forks give each value to each receiver once") {
  check_proven<Fork2>({{.outputs = 3, .kind = Fork::eager}});
  check_proven<Fork2>({{.outputs = 2, .kind = Fork::lazy}});
}

TEST_CASE("broken forks are found out") {
  check_broken<Fork2>({{.outputs = 2, .kind = Fork::eager}}, "StreamFork", "has_1");
  check_broken<Fork2>({{.outputs = 2, .kind = Fork::lazy}}, {"StreamFork", "out_0_valid", Fault::Kind::one});
  check_broken<Fork2>({{.outputs = 2, .kind = Fork::lazy}}, {"StreamFork", "in_ready", Fault::Kind::one});
}

}  // namespace
}  // namespace burin::test
