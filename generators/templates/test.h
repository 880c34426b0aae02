// The design's test: `simulate` and `flow` run it, on the interpreter, on the Verilog and on the netlist.
#pragma once

#include <burin/cli/design.h>

#include <string>

#include "@NAME@.h"

namespace designs {

inline void test(burin::sim::Bench<@TYPE@>& bench) {
  const int period = bench->config.period;
  bench.reset();

  bench.set(bench->enable, true);
  for (int cycle = 0; cycle < 3 * period; ++cycle) {
    bench.settle();
    const bool last = cycle % period == period - 1;
    burin::cli::expect_equal(bench.get_u64(bench->tick), last ? 1 : 0, "tick in cycle " + std::to_string(cycle));
    bench.step();
  }

  bench.set(bench->enable, false);
  for (int cycle = 0; cycle < 2 * period; ++cycle) {
    bench.step();
    burin::cli::expect_equal(bench.get_u64(bench->tick), 0, "tick without enable");
  }
}

}  // namespace designs
