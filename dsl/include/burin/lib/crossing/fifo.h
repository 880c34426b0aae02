// SPDX-License-Identifier: Apache-2.0
//! @file fifo.h
//! @brief A first-in first-out buffer that is written at one clock and read at another.
//!
//! Each side counts what it has done in a pointer one bit wider than an address, and shows it to the other side in Gray
//! code: of its bits one changes at a time, so the other side, whenever it looks, sees the pointer as it is or as it
//! was. An old pointer makes the buffer look fuller to the writer and emptier to the reader than it is, never worse.
#pragma once

#include "burin/lib/crossing/support.h"
#include "burin/lib/stream/fifo.h"

namespace burin {

/// @see AsyncFifo
template <typename T>
struct AsyncFifoConfig {
  Param<int, "values that its memory can hold, a power of two",
        one_of(2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536)>
      depth = 16;
  FifoMemory memory = FifoMemory::automatic;  ///< Where the values are kept.
  CrossingClocks clocks = {};
  bool checks = false;  ///< Assert the protocol of the stream on both sides, and that one bit of a pointer changes.
  PayloadShape<T> shape = {};
};
/// Holds up to `depth` values, and one more in its output register. Latency one cycle of `from` and three to four of
/// `to`; a value in each cycle of the slower clock from depth 8 on, at equal clocks four in five cycles at depth 4.
///
/// A reset must reach both sides at once: hold both resets for three cycles of the slower clock.
template <typename T>
struct AsyncFifo {
  using Config = AsyncFifoConfig<T>;
  Config config;

  Clock from{config.clocks.from};
  Clock to{config.clocks.to};
  StreamIn<T> in = StreamIn<T>::of(config.shape, detail::at(from));
  StreamOut<T> out = StreamOut<T>::of(config.shape, detail::at(to));

  Memory<T> memory{config.depth, config.shape.value, memory_options()};
  Reg<UInt<>> tail{bits(address_bits() + 1), 0, detail::at(from)};
  Reg<UInt<>> tail_gray{bits(address_bits() + 1), 0, detail::at(from)};
  Reg<UInt<>> head{bits(address_bits() + 1), 0, detail::at(to)};
  Reg<UInt<>> head_gray{bits(address_bits() + 1), 0, detail::at(to)};
  Reg<Bool> offers{false, detail::at(to)};

  [[nodiscard]] int address_bits() const { return static_cast<int>(index_bits(config.depth)); }
  [[nodiscard]] MemoryOptions memory_options() const {
    const bool is_block =
        config.memory == FifoMemory::block || (config.memory == FifoMemory::automatic && config.depth >= 64);
    return {.style = is_block ? "block" : ""};
  }

  void logic() {
    write_side();
    read_side();
  }

  void write_side() {
    const WithClock in_force(from);
    const int n = address_bits();
    const UInt<> head_seen = synchronise_gray(head_gray);
    // A pointer that is `depth` ahead differs from the other one in the two highest bits of its Gray code.
    const UInt<> full_at = head_seen ^ (3 << (n - 1));
    in.ready = tail_gray != full_at;

    IF (in.fire()) {
      const UInt<> next = tail + 1;
      memory.write(tail.bits(n - 1, 0), in.payload);
      tail = next;
      tail_gray = gray_encode(next);
    }
    if (config.checks) {
      assert_stream(in);
      assert_(popcount(tail_gray ^ past(tail_gray)) <= 1, "the writer's pointer changes in more than one bit");
    }
  }

  void read_side() {
    const WithClock in_force(to);
    const UInt<> tail_seen = synchronise_gray(tail_gray);
    const Bool load = (head_gray != tail_seen) & (~offers | out.ready);
    out.valid = offers;
    out.payload = memory.read_sync(head.bits(address_bits() - 1, 0),
                                   {.enable = load,
                                    .policy = ReadUnderWrite::undefined,
                                    .no_collision = "what is read was written before the tail was seen to pass it"});

    IF (~offers | out.ready) { offers = load; }
    IF (load) {
      const UInt<> next = head + 1;
      head = next;
      head_gray = gray_encode(next);
    }
    if (config.checks) {
      assert_stream(out);
      assert_(popcount(head_gray ^ past(head_gray)) <= 1, "the reader's pointer changes in more than one bit");
    }
  }
};

/// What a buffer between two clocks and two `>>` may be told. @see AsyncFifoConfig
struct AsyncFifoOptions {
  FifoMemory memory = FifoMemory::automatic;
  bool checks = false;
};

struct AsyncFifoStage : StreamStage {
  int depth;
  detail::StageClocks clocks;
  AsyncFifoOptions options;

  template <typename T>
  StreamValue<T> operator()(const StreamValue<T>& stream) const {
    return detail::through_crossing<AsyncFifo<T>>(stream,
                                                  {.depth = {depth, clocks.where},
                                                   .memory = options.memory,
                                                   .clocks = clocks.kinds(),
                                                   .checks = options.checks,
                                                   .shape = stream.payload},
                                                  "async_fifo", clocks);
  }
};

/// Leads a stream of clock `from` to clock `to` through a buffer: `source >> async_fifo(16, from, to) >> sink`.
[[nodiscard]] inline AsyncFifoStage async_fifo(int depth, const Clock& from, const Clock& to,
                                               const AsyncFifoOptions& options = {},
                                               const Where& where = Where::current()) {
  return {{}, depth, {from, to, where}, options};
}

}  // namespace burin
