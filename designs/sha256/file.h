// SPDX-License-Identifier: Apache-2.0
//! @file file.h
//! @brief Runs files through a simulated `Hasher`, whatever engine simulates it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <istream>
#include <string>

#include "burin/base/interrupt.h"
#include "burin/sim/bench.h"
#include "designs/sha256/hasher.h"

namespace burin::sha256 {

/// Told now and then how many bytes have gone in.
using Progress = std::function<void(uint64_t bytes)>;

/// Resets the hasher, sends it the rest of `input` a byte a transfer and gives the digest as 64 hexadecimal digits, as
/// `sha256sum` prints it. Nothing but a few kilobytes of `input` is held at a time; `bench.cycles()` counts on.
/// @throws UserError when the input cannot be read or the design stops taking bytes, Interrupted on Ctrl-C.
inline std::string hash_file(sim::Bench<Hasher>& bench, std::istream& input, const Progress& progress = {}) {
  constexpr size_t kChunk = 4096;       // bytes between two reports of progress
  constexpr uint64_t kPatience = 1000;  // cycles that a byte or the digest may take; the design needs 139 at most

  sim::Engine& engine = bench.engine();
  const sim::PortId data = bench.port(bench->bytes.payload.data);
  const sim::PortId valid = bench.port(bench->bytes.valid);
  const sim::PortId ready = bench.port(bench->bytes.ready);
  // `ready` depends on nothing that changes here but the state, so it is settled after a step: no `settle` is needed.
  const auto transfer = [&] {
    for (uint64_t waited = 0; engine.get_u64(ready) == 0; ++waited) {
      if (waited == kPatience) throw UserError("the hasher does not take the next byte: `bytes_ready` stays 0");
      bench.step();
    }
    bench.step();
  };

  bench.set(bench->bytes.valid, false);
  bench.set(bench->digest.ready, false);
  bench.reset();

  engine.set_u64(valid, 1);
  bench.set(bench->bytes.payload.keep, true);
  bench.set(bench->bytes.payload.last, false);
  std::array<char, kChunk> chunk{};
  uint64_t bytes = 0;
  while (input) {
    input.read(chunk.data(), chunk.size());
    const auto count = static_cast<size_t>(input.gcount());
    for (size_t i = 0; i < count; ++i) {
      engine.set_u64(data, static_cast<uint8_t>(chunk[i]));
      transfer();
    }
    bytes += count;
    if (progress) progress(bytes);
    throw_if_interrupted();
  }
  if (input.bad()) throw UserError("the input cannot be read to its end");

  // Where a file ends is known only after its last byte, so a transfer without a byte closes the message.
  bench.set(bench->bytes.payload.keep, false);
  bench.set(bench->bytes.payload.last, true);
  transfer();
  engine.set_u64(valid, 0);
  return bench.receive(bench->digest, kPatience).to_hex();
}

}  // namespace burin::sha256
