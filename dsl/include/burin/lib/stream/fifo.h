// SPDX-License-Identifier: Apache-2.0
//! @file fifo.h
//! @brief A first-in first-out buffer.
#pragma once

#include <algorithm>
#include <string>

#include "burin/lib/stream/assertions.h"

namespace burin {

/// Where a buffer keeps its values.
enum class FifoMemory {
  automatic,    ///< `block` from 64 values on.
  distributed,  ///< A memory that is read in the same cycle: LUTs or registers.
  block,        ///< A memory that is read at the clock edge: block RAM.
};

/// @see StreamFifo
template <typename T>
struct StreamFifoConfig {
  Param<int, "values it can hold", range(1, 1 << 20)> depth = 16;
  Param<bool, "a value that finds it empty may leave in the same cycle"> fall_through = false;
  int almost_full_from = 0;                   ///< `almost_full` is 1 from this count on; 0: when it is full.
  FifoMemory memory = FifoMemory::automatic;  ///< Where the values are kept.
  bool checks = false;                        ///< Assert the protocol of the stream on both sides.
  PayloadShape<T> shape = {};
};
/// Holds up to `depth` values; what goes in comes out in order. Latency 1, with `fall_through` 0 where it is empty; a
/// value in each cycle (every second one at depth 1). `in.ready` does not depend on `out.ready`.
template <typename T>
struct StreamFifo {
  using Config = StreamFifoConfig<T>;
  Config config;

  StreamIn<T> in = StreamIn<T>::of(config.shape);
  StreamOut<T> out = StreamOut<T>::of(config.shape);
  Out<UInt<>> count{bits(bits_for(config.depth))};  ///< Values in it.
  Out<Bool> almost_full;

  Memory<T> memory{config.depth, config.shape.value, memory_options()};
  Reg<UInt<>> head{bits(index_bits(config.depth)), 0};
  Reg<UInt<>> tail{bits(index_bits(config.depth)), 0};
  Reg<UInt<>> held{bits(bits_for(config.depth)), 0};

  [[nodiscard]] bool is_block() const {
    return config.memory == FifoMemory::block || (config.memory == FifoMemory::automatic && config.depth >= 64);
  }
  [[nodiscard]] MemoryOptions memory_options() const { return {.style = is_block() ? "block" : ""}; }
  [[nodiscard]] UInt<> after(const UInt<>& index) const {
    if (config.depth == 1) return index;
    const bool wraps_by_itself = (config.depth & (config.depth - 1)) == 0;
    return wraps_by_itself ? index + 1 : mux(index == config.depth - 1, 0, index + 1);
  }

  void logic() {
    const Bool empty = held == 0;
    const Bool passes = Bool(config.fall_through) & empty & in.valid & out.ready;  // in and out in this cycle
    const Bool store = in.fire() & ~passes;
    const Bool remove = out.ready & ~empty;
    const UInt<> next_head = mux(remove, after(head), head);

    in.ready = held != config.depth;
    out.valid = ~empty | (Bool(config.fall_through) & in.valid);
    const T front = is_block() ? memory.read_sync(next_head, {.policy = ReadUnderWrite::new_data}) : memory.read(head);
    if (config.fall_through) {
      out.payload = mux(empty, in.payload, front);
    } else {
      out.payload = front;
    }

    head = next_head;
    IF (store) {
      memory.write(tail, in.payload);
      tail = after(tail);
    }
    IF (store & ~remove) { held = held + 1; }
    ELIF (remove & ~store) { held = held - 1; }

    count = held;
    if (config.almost_full_from < 0 || config.almost_full_from > config.depth) {
      detail::report_out_of_range(std::to_string(config.almost_full_from), "0 to the depth", "almost_full_from",
                                  Where{});
    }
    almost_full = held >= std::clamp(config.almost_full_from == 0 ? config.depth.value() : config.almost_full_from, 0,
                                     config.depth.value());

    if (config.checks) {
      assert_stream(in);
      assert_stream(out);
      assert_(held <= config.depth, "the buffer holds more than fits");
    }
  }
};

/// What a buffer between two `>>` may be told. @see StreamFifo::Config
struct FifoOptions {
  bool fall_through = false;
  FifoMemory memory = FifoMemory::automatic;
  bool checks = false;
};

/// What `fifo` gives.
struct FifoStage : StreamStage {
  int depth;
  FifoOptions options;
  Where where;

  template <typename T>
  StreamValue<T> operator()(const StreamValue<T>& stream) const {
    return detail::through_block<StreamFifo<T>>(stream,
                                                {.depth = {depth, where},
                                                 .fall_through = options.fall_through,
                                                 .memory = options.memory,
                                                 .checks = options.checks,
                                                 .shape = stream.payload},
                                                "fifo", where);
  }
};

/// A buffer for `depth` values: `source >> fifo(16) >> sink`. For its count and flags make an instance of `StreamFifo`.
[[nodiscard]] inline FifoStage fifo(int depth, const FifoOptions& options = {}, const Where& where = Where::current()) {
  return {{}, depth, options, where};
}

}  // namespace burin
