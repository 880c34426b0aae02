// SPDX-License-Identifier: Apache-2.0
//! @file hierarchy.cpp
//! @brief Tutorial, part 4: instances, lists of them, streams and a memory.
#include <fmt/format.h>

#include "burin/burin.h"
#include "burin/sim/bench.h"

using namespace burin;

// [stage]
/// Holds one value; takes the next one in the cycle in which the last one leaves.
struct Stage {
  StreamIn<UInt<8>> source;
  StreamOut<UInt<8>> sink;

  Reg<UInt<8>> value;
  Reg<Bool> full{false};

  void logic() {
    source.ready = ~full | sink.ready;
    sink.valid = full;
    sink.payload = value;

    IF (source.fire()) {
      value = source.payload + 1;
      full = true;
    }
    ELIF (sink.ready) {
      full = false;
    }
  }
};
// [/stage]

// [chain]
struct Chain {
  struct Config {
    Param<int, "stages, each of which adds 1", range(1, 64)> stages = 4;
  };
  Config config;

  StreamIn<UInt<8>> source;
  StreamOut<UInt<8>> sink;

  List<Instance<Stage>> stage{config.stages};

  void logic() {
    connect(source, stage[0]->source);
    for (int i = 1; i < config.stages; ++i) connect(stage[i - 1]->sink, stage[i]->source);
    connect(stage.back()->sink, sink);
  }
};
// [/chain]

int main() {
  // [stalls]
  sim::Bench<Chain> bench({.stages = 3});
  bench.reset();
  const std::vector<Bits> inputs{Bits(8, 10), Bits(8, 20), Bits(8, 30)};
  const auto outputs =
      bench.transfer(bench->source, inputs, bench->sink, inputs.size(), sim::Stalls(1, 300), sim::Stalls(2, 500));
  for (const Bits& output : outputs) fmt::print("{} ", output.to_uint64());
  fmt::print("\n");
  // [/stalls]
}
