// SPDX-License-Identifier: Apache-2.0
//! @file support.h
//! @brief What tests of designs share: seeds, random bytes, and streams recorded cycle by cycle.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "burin/sim/bench.h"

namespace burin::test {

/// The seed of a random test: BURIN_TEST_SEED if it is set. Tests print it when they fail.
inline uint64_t test_seed() {
  const char* const given = std::getenv("BURIN_TEST_SEED");
  return given != nullptr ? std::strtoull(given, nullptr, 0) : std::random_device{}();
}

inline std::string random_bytes(std::mt19937_64& random, size_t count) {
  std::string bytes(count, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

/// What happened on an input and an output stream of a bench, and when.
struct Recording {
  std::vector<uint64_t> sent;      ///< Cycles in which an input was taken.
  std::vector<uint64_t> received;  ///< Cycles in which an output was taken.
  std::vector<Bits> outputs;
};

/// Sends `inputs` without a pause and takes `count` outputs in the cycles in which `takes` says so, given the cycle.
/// The first cycle is number 0. Stops after `limit` cycles, whatever is done by then.
template <typename M, typename A, typename B>
Recording record(sim::Bench<M>& bench, const StreamIn<A>& in, const std::vector<Bits>& inputs, const StreamOut<B>& out,
                 size_t count, uint64_t limit, const std::function<bool(uint64_t)>& takes = {}) {
  Recording recording;
  for (uint64_t cycle = 0; cycle < limit; ++cycle) {
    const size_t next = recording.sent.size();
    if (next == inputs.size() && recording.outputs.size() == count) break;
    bench.set(in.valid, next < inputs.size());
    if (next < inputs.size()) bench.set_packed(in.payload, inputs[next]);
    bench.set(out.ready, !takes || takes(cycle));
    bench.settle();
    if (next < inputs.size() && bench.get_u64(in.ready) == 1) recording.sent.push_back(cycle);
    if (bench.get_u64(out.valid) == 1 && bench.get_u64(out.ready) == 1) {
      recording.received.push_back(cycle);
      recording.outputs.push_back(bench.get_packed(out.payload));
    }
    bench.step();
  }
  bench.set(in.valid, false);
  bench.set(out.ready, false);
  bench.settle();
  return recording;
}

}  // namespace burin::test
