// SPDX-License-Identifier: Apache-2.0
//! @file layout.h
//! @brief Where every value of a running design is: one buffer, addressed by byte offsets.
//!
//! Values of at most 32 bits take 4 bytes, of at most 64 bits 8 bytes, wider ones 64-bit words, least significant word
//! first. Bits beyond a width are always 0. The state (inputs, registers, levels of clocks, counts of covers, memories)
//! comes first, so that a copy of its bytes is a snapshot.
#pragma once

#include <cstdint>
#include <vector>

#include "burin/ir/ir.h"
#include "netlist.h"

namespace burin::sim::native {

/// Bytes of a value in the buffer.
[[nodiscard]] constexpr uint32_t slot_bytes(uint32_t width) { return width <= 32 ? 4 : (width + 63) / 64 * 8; }

/// 64-bit words of a value.
[[nodiscard]] constexpr uint32_t word_count(uint32_t width) { return (width + 63) / 64; }

struct MemoryPlace {
  uint64_t offset = 0;
  uint32_t stride = 0;  ///< Bytes from word to word. One word of zeros follows the last one.
};

/// Registers of 32 bits that stand side by side, so that vector instructions reach them. @see vectorise.h
struct LaneArray {
  std::vector<ir::SignalId> signals;
  uint32_t aligned_index = 0;  ///< This element starts a vector register's alignment.
};

/// Shift registers that move together. While their pointer is 0, their signals are at their offsets.
struct ChainPlace {
  struct Segment {
    uint64_t offset = 0;  ///< Of the window that has not moved.
    uint32_t length = 0;  ///< Registers.
  };
  std::vector<Segment> segments;
  uint64_t pointer = 0;  ///< Where the 4 bytes are that hold how far the windows have moved, in bytes.
  uint32_t limit = 0;    ///< Bytes by which they can move before they are copied back.
  NodeRef node = kNone;  ///< The pointer in the graph.
};

struct Layout {
  std::vector<uint32_t> offsets;      ///< Of each signal with state.
  std::vector<MemoryPlace> memories;  ///< Of each memory.
  std::vector<ChainPlace> chains;     ///< Of each chain.
  std::vector<uint32_t> chain_of;     ///< Of each signal: its chain; `kNone`: none.
  uint64_t clocks = 0;                ///< A byte a clock: its level when edges were last looked for.
  uint64_t state_bytes = 0;           ///< Of all of these: what a snapshot holds.
  uint64_t control = 0;               ///< 4 bytes for each computed clock and reset.
  uint64_t hits = 0;                  ///< 8 bytes a process: how often a cover held.
  uint64_t free = 0;                  ///< First byte behind all of these.
};

/// @throws UserError when a memory is too large to hold.
Layout make_layout(const ir::Module& module, const Netlist& netlist, const std::vector<LaneArray>& arrays);

}  // namespace burin::sim::native
