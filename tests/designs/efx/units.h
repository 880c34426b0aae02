// SPDX-License-Identifier: Apache-2.0
//! @file units.h
//! @brief Runs many operations through a unit of EFX, as fast as it takes them.
#pragma once

#include <doctest/doctest.h>

#include <deque>
#include <functional>
#include <vector>

#include "burin/sim/bench.h"

namespace burin::test {

using Words = std::vector<uint64_t>;

/// `make(i)` gives the fields of operation i, in the order of `inputs`; `check(operation, results)` looks at what came
/// out of it. Results come in the order of the operations. Returns the cycles from the first operation to the last
/// result.
template <typename M>
uint64_t run_unit(sim::Bench<M>& bench, const std::vector<detail::Value>& inputs,
                  const std::vector<detail::Value>& outputs, size_t count, const std::function<Words(size_t)>& make,
                  const std::function<void(const Words&, const Words&)>& check) {
  sim::Engine& engine = bench.engine();
  const auto handle = [&](const detail::Value& port) { return sim::PortHandle(engine, bench.port(port)); };
  std::vector<sim::PortHandle> in;
  std::vector<sim::PortHandle> out;
  for (const detail::Value& port : inputs) in.push_back(handle(port));
  for (const detail::Value& port : outputs) out.push_back(handle(port));
  sim::PortHandle in_valid = handle(bench->in.valid);
  sim::PortHandle out_ready = handle(bench->out.ready);
  const sim::PortHandle in_ready = handle(bench->in.ready);
  const sim::PortHandle out_valid = handle(bench->out.valid);
  sim::ClockDriver clock(engine, "clk");

  bench.reset();
  out_ready.set(1);
  std::deque<Words> under_way;
  Words results(out.size());
  Words next = make(0);
  uint64_t cycles = 0;
  size_t sent = 0;
  size_t received = 0;
  for (; received < count; ++cycles) {
    in_valid.set(sent < count ? 1 : 0);
    for (size_t i = 0; i < in.size(); ++i) in[i].set(next[i]);
    engine.evaluate();
    if (sent < count && in_ready.get() != 0) {
      under_way.push_back(std::move(next));
      next = make(++sent);
    }
    if (out_valid.get() != 0) {
      REQUIRE(!under_way.empty());
      for (size_t i = 0; i < out.size(); ++i) results[i] = out[i].get();
      check(under_way.front(), results);
      under_way.pop_front();
      ++received;
    }
    clock.step();
    REQUIRE(cycles < 100 * count + 1000);
  }
  return cycles - 1;
}

}  // namespace burin::test
